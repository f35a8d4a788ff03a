import ShareModel
import ShareTemplates
import ShellSyntax
import SourceDiagnostics
import YAMLSyntax

extension DecodingContext {
  mutating func shellAction(_ node: YAMLNode) -> ShellAction? {
    switch node.content {
    case .scalar:
      return script(node, interpreter: .sh).map { ShellAction(command: .script($0)) }
    case .sequence:
      return arguments(node).map { ShellAction(command: .arguments($0)) }
    case .mapping(let entries):
      var command: ShellAction.Command?
      let interpreterNode = entries.value(of: "interpreter")
      if let node = entries.value(of: "script"), node.text != nil {
        // With an unknown interpreter nothing can be said about where the placeholders stand.
        if let interpreter = interpreterNode == nil ? .sh : interpreterNode?.text.flatMap(ShellInterpreter.init) {
          command = script(node, interpreter: interpreter).map(ShellAction.Command.script)
        }
      } else if let node = entries.value(of: "argv") {
        command = arguments(node).map(ShellAction.Command.arguments)
        if let entry = entries.first(where: { $0.key.text == "interpreter" }) {
          report(.keyDoesNotApply("interpreter", to: "scripts", at: location(entry.key.range)))
        }
      }
      let settings = shellSettings(entries)
      guard let command else { return nil }
      var action = settings ?? ShellAction(command: command)
      action.command = command
      return action
    }
  }

  /// Everything but the command, which the caller puts in.
  private mutating func shellSettings(_ entries: YAMLMapping) -> ShellAction? {
    var action = ShellAction(command: .arguments([]))
    if let node = entries.value(of: "stdin") {
      if node.text != nil {
        action.standardInput = template(node).map(ShellAction.StandardInput.text)
      } else {
        action.standardInput = template(node["file"]).map(ShellAction.StandardInput.file)
      }
    }
    for entry in uniqueEntries(entries.value(of: "env")) {
      let (name, value) = (entry.name, entry.value)
      if let value = template(value) {
        action.environment.append(ShellAction.EnvironmentEntry(name: name, value: value))
      }
    }
    action.workingDirectory = template(entries.value(of: "cwd"))
    if let node = entries.value(of: "success") { action.success = texts(node).compactMap(ScalarText.integer) }
    if let node = entries.value(of: "cancelled") { action.cancelled = texts(node).compactMap(ScalarText.integer) }
    action.timeout = duration(entries.value(of: "timeout"))
    return action
  }

  /// An argument list; nil when one of its elements is broken, as what an element means depends on its neighbours.
  mutating func arguments(_ node: YAMLNode) -> [ArgumentTemplate]? {
    var arguments: [ArgumentTemplate] = []
    var isWhole = true
    for (index, element) in node.elements.enumerated() {
      switch element.content {
      case .scalar(let scalar):
        if index == 0, !checkProgram(scalar.text, at: element) {
          isWhole = false
          continue
        }
        guard let template = template(element) else {
          isWhole = false
          continue
        }
        arguments.append(.single(template))
      case .sequence(let members):
        if index == 0 {
          report(.groupAsProgram(at: location(of: element)))
          isWhole = false
        }
        guard let group = group(members, at: element) else {
          isWhole = false
          continue
        }
        arguments.append(.group(group))
      case .mapping:
        isWhole = false
      }
    }
    if arguments.isEmpty, isWhole {
      report(.emptyCommand(at: location(of: node)))
      return nil
    }
    return isWhole ? arguments : nil
  }

  private mutating func group(_ members: YAMLSequence, at node: YAMLNode) -> [Template]? {
    var templates: [Template] = []
    for member in members {
      if let template = template(member) { templates.append(template) }
    }
    if members.isEmpty { report(.emptyGroup(at: location(of: node))) }
    return templates.count == members.count && !members.isEmpty ? templates : nil
  }

  private mutating func checkProgram(_ text: String, at node: YAMLNode) -> Bool {
    if ScalarText.isBlank(text) {
      report(.emptyCommand(at: location(of: node)))
      return false
    }
    if text[...].range(ofBytes: "{{") != nil {
      report(
        .templateInName(
          at: location(of: node), name: text,
          help: "write the program's name literally; 'variants' choose between programs"))
      return false
    }
    return true
  }
}
