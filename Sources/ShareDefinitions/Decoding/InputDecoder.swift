import ShareModel
import ShareTemplates
import SourceDiagnostics
import YAMLSyntax

extension DecodingContext {
  /// The inputs of an activity. One with mistakes stays among them under its name, so that placeholders that name it
  /// are not reported as well.
  mutating func inputs(_ node: YAMLNode?) -> [InputDefinition] {
    uniqueEntries(node).map { input($0.name, $0.value) }
  }

  private mutating func input(_ name: String, _ node: YAMLNode) -> InputDefinition {
    let prompt = localizedText(node["prompt"]) ?? LocalizedText(name)
    guard let entries = node.entries else { return InputDefinition(name: name, prompt: prompt, type: .text) }
    let choices = entries.value(of: "choices")
    let typeNode = entries.value(of: "type")
    let declared = typeNode?.text.flatMap(InputDefinition.InputType.init)
    let type = declared ?? (choices == nil ? .text : .choice)
    var input = InputDefinition(name: name, prompt: prompt, type: type)
    if let choices { input.choices = decodeChoices(choices) }
    input.isOptional = boolean(entries.value(of: "optional")) ?? false
    input.pattern = entries.value(of: "pattern")?.text
    input.minimum = entries.value(of: "min")?.text.flatMap(ScalarText.number)
    input.maximum = entries.value(of: "max")?.text.flatMap(ScalarText.number)
    let defaultNode = entries.value(of: "default")
    input.defaultValue = template(defaultNode)

    // A type that is no type has been reported: what depends on it cannot be judged.
    if typeNode != nil, declared == nil { return input }
    if type == .choice, choices == nil, let typeNode {
      report(.choiceWithoutChoices(at: location(of: typeNode)))
    }
    checkApplies("choices", in: entries, only: type == .choice, to: "type: choice")
    checkApplies("min", in: entries, only: type == .number, to: "type: number")
    checkApplies("max", in: entries, only: type == .number, to: "type: number")
    let isText = type == .text || type == .multiline || type == .secret
    checkApplies("pattern", in: entries, only: isText, to: "inputs of text")
    checkBounds(entries, "min", input.minimum, "max", input.maximum)
    if let defaultNode { checkDefault(of: input, at: defaultNode) }
    return input
  }

  private mutating func decodeChoices(_ node: YAMLNode) -> InputDefinition.Choices? {
    if node["run"] != nil {
      return node["run"].flatMap { arguments($0) }.map(InputDefinition.Choices.program)
    }
    var choices: [(value: String, label: LocalizedText)] = []
    if node.entries != nil {
      for entry in uniqueEntries(node) {
        let (value, label) = (entry.name, entry.value)
        if let label = localizedText(label) { choices.append((value, label)) }
      }
    } else {
      let elements = node.elements
      // A set costs more than it saves until there are more choices than people write.
      var values: Set<String>? = elements.count > 16 ? [] : nil
      for element in elements {
        guard let text = element.text else { continue }
        if values?.insert(text).inserted ?? !choices.contains(where: { $0.value == text }) {
          choices.append((text, LocalizedText(text)))
        } else {
          report(.repeatedChoice(text, at: location(of: element)))
        }
      }
    }
    if choices.isEmpty, node.text == nil, node.elements.isEmpty || node.entries?.isEmpty == true {
      report(.noChoices(at: location(of: node)))
    }
    return .fixed(choices)
  }

  private mutating func checkApplies(_ name: String, in entries: YAMLMapping, only applies: Bool, to what: String) {
    guard !applies, let entry = entries.first(where: { $0.key.text == name }) else { return }
    report(.keyDoesNotApply(name, to: what, at: location(entry.key.range)))
  }

  /// Checks a literal default against what its input takes.
  private mutating func checkDefault(of input: InputDefinition, at node: YAMLNode) {
    guard let text = input.defaultValue?.literalText else { return }
    if input.type == .secret {
      if !text.isEmpty { report(.secretDefault(at: location(of: node))) }
    } else {
      checkAnswer(text, to: input, key: "default", at: node)
    }
  }

  /// Checks an answer that the file gives against what its input takes.
  mutating func checkAnswer(_ text: String, to input: InputDefinition, key: String, at node: YAMLNode) {
    let place = location(of: node)
    switch input.type {
    case .choice:
      guard case .fixed(let choices)? = input.choices, !choices.isEmpty,
        !choices.contains(where: { $0.value == text })
      else { return }
      var value = InvalidValue(
        key: key, text: text, noun: "one of the choices of '\(input.name)'", place: place,
        isReplaceable: isOnOneLine(node))
      value.allowed = choices.map(\.value)
      value.meant = Suggestion.nearest(to: text, in: value.allowed)
      report(.invalidValue(value))
    case .number:
      guard let number = ScalarText.number(text) else {
        var value = InvalidValue(key: key, text: text, noun: "a number", place: place, isReplaceable: isOnOneLine(node))
        value.advice = "write a decimal number such as 2 or 0.5, or use the type 'text'"
        report(.invalidValue(value))
        return
      }
      if let minimum = input.minimum, number < minimum {
        report(.valueOutOfBounds(text, of: key, "below 'min'", at: place))
      } else if let maximum = input.maximum, number > maximum {
        report(.valueOutOfBounds(text, of: key, "above 'max'", at: place))
      }
    case .boolean:
      if text != "true", text != "false" {
        report(
          .invalidBoolean(
            InvalidValue(key: key, text: text, noun: "a boolean", place: place, isReplaceable: isOnOneLine(node)),
            isQuoted: false))
      }
    case .secret, .text, .multiline, .file: break
    }
  }
}
