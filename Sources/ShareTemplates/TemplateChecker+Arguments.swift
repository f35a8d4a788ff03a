import ShareModel
import ShellSyntax
import SourceDiagnostics

extension TemplateChecker {
  /// An argument vector: the program is literal, every other element becomes one argument, a group some.
  mutating func checkArguments(_ arguments: [ArgumentTemplate]) {
    guard let first = arguments.first else { return }
    checkProgram(first)
    // Most programs have no rules, and their words need not be made.
    let words = arguments.mayHoldCode ? arguments.words : []
    let refused = refusedWords(words)
    let nested = nestedPlaces(words)
    var word = 1
    for (index, argument) in arguments.enumerated().dropFirst() {
      let templates = argument.templates
      let positions = refused.filter { (word..<(word + templates.count)).contains($0.index) }
      defer { word += templates.count }
      // Where no value may stand at all, its type needs no word.
      if !positions.isEmpty {
        for position in positions { reportCode(position, in: templates[position.index - word]) }
        continue
      }
      let places = nested.filter { (word..<(word + templates.count)).contains($0.word) }
      if places.contains(where: { checkOuterValue(templates[$0.word - word], $0.place) }) { continue }
      switch argument {
      case .single(let template):
        checkArgument(template, after: arguments[index - 1])
      case .group(let templates):
        checkGroup(templates)
      }
    }
  }

  /// The words with placeholders that are code, or the name of a command or variable, to the program.
  private func refusedWords(_ words: [ArgvWord]) -> [CodePosition] {
    InterpreterTable.codePositions(words).filter { words.indices.contains($0.index) && !words[$0.index].isLiteral }
  }

  /// What literal code for a shell among the arguments does with the others.
  private func nestedPlaces(_ words: [ArgvWord]) -> [(word: Int, place: ShellPlace)] {
    guard InterpreterTable.runsShellCode(words) else { return [] }
    let values = words.enumerated().flatMap { word in
      word.element.pieces.filter { $0 == .value }.map { _ in word.offset }
    }
    return Array(zip(values, ShellScanner.scan(arguments: words).places)).map { ($0, $1) }
  }

  private mutating func reportCode(_ position: CodePosition, in template: Template) {
    for placeholder in template.placeholders { resolveSilently(placeholder, in: template.source) }
    guard let placeholder = template.placeholders.first, !placeholder.isBroken else { return }
    report(
      PlaceDiagnostics.codeInArgument(
        position, value: placeholder.name, at: template.source.location(of: placeholder.range)))
  }

  /// Records what a placeholder uses without a finding about it, where its place is wrong already.
  @discardableResult
  mutating func resolveSilently(_ placeholder: Placeholder, in source: SourceText) -> ResolvedValue? {
    let count = findings.count
    let value = resolve(placeholder, in: source)
    findings.removeLast(findings.count - count)
    return value
  }

  private mutating func checkProgram(_ argument: ArgumentTemplate) {
    guard case .single(let template) = argument else {
      if case .group(let templates) = argument, let first = templates.first {
        report(PlaceDiagnostics.programInGroup(at: first.source.location))
      }
      return
    }
    if template.isBroken { return }
    guard let program = template.literalText else {
      for placeholder in template.placeholders {
        report(PlaceDiagnostics.placeholderInProgram(at: template.source.location(of: placeholder.range)))
        return
      }
      return
    }
    if ProgramName.isQuoted(program) {
      report(PlaceDiagnostics.quotedProgram(program, source: template.source))
    } else if ProgramName.looksLikeCommandLine(program) {
      report(PlaceDiagnostics.programWithArguments(program, source: template.source))
    } else if !program.isEmpty, !requirements.programs.contains(program) {
      requirements.programs.append(program)
    }
  }

  private mutating func checkArgument(_ template: Template, after previous: ArgumentTemplate) {
    let values = check(template, PlaceRule(lists: .alone, secrets: .argument))
    guard !values.isEmpty else { return }
    if let alone = template.lonePlaceholder {
      guard let value = values[0], value.isOptional, case .single(let option) = previous,
        let text = option.literalText, ProgramName.isOption(text)
      else { return }
      report(
        PlaceDiagnostics.optionalAfterOption(
          value.name, option: text, at: template.source.location(of: alone.range)))
      return
    }
    guard case .literal(let start)? = template.parts.first, let value = values.first else { return }
    if let scheme = ProgramName.scheme(of: start) {
      let isEncoded = values.allSatisfy { $0.map { [.encoded, .number, .boolean].contains($0.type) } ?? true }
      if !isEncoded {
        report(PlaceDiagnostics.urlInArgument(scheme, at: template.source.location))
      }
    } else if ProgramName.isOptionWithBlank(start), value != nil {
      report(PlaceDiagnostics.optionWithValue(start, at: template.source.location))
    }
  }

  private mutating func checkGroup(_ templates: [Template]) {
    guard let first = templates.first else { return }
    if first.literalText == nil, let placeholder = first.placeholders.first, !placeholder.isBroken {
      report(PlaceDiagnostics.groupBegins(at: first.source.location(of: placeholder.range)))
    }
    for template in templates.dropFirst() {
      check(template, PlaceRule(lists: .repeated, secrets: .argument))
    }
  }
}

extension [ArgumentTemplate] {
  /// Whether the program has rules, or may run a command with rules that some of its operands are.
  fileprivate var mayHoldCode: Bool {
    guard case .single(let program)? = first, let name = program.literalText else { return true }
    if InterpreterTable.hasRules(for: name) { return true }
    var previous: String?
    for argument in self.dropFirst() {
      for template in argument.templates {
        let text = template.literalText
        if let previous, let text {
          if text.utf8.first == UInt8(ascii: "-"), InterpreterTable.hasRules(for: previous) { return true }
          if previous == "--", InterpreterTable.hasRules(for: text) { return true }
        }
        previous = text
      }
    }
    return false
  }

  /// The vector as the table of interpreters reads it, groups flattened.
  var words: [ArgvWord] {
    flatMap { argument in
      var isGroup = false
      if case .group = argument { isGroup = true }
      return argument.templates.map { template in
        var word = ArgvWord(
          pieces: template.parts.map { part in
            switch part {
            case .literal(let text): .literal([UInt8](text.utf8))
            case .placeholder: .value
            }
          })
        // A list or a missing value makes several words of one, or none; so does a group's repetition.
        word.isRepeated = isGroup || template.lonePlaceholder.map(\.mayVanishOrRepeat) ?? false
        return word
      }
    }
  }
}

extension Placeholder {
  /// Whether it may come out as no value or as several, as far as its own text tells.
  fileprivate var mayVanishOrRepeat: Bool {
    guard case .name(let root) = path[0] else { return true }
    let isList = ["items", "texts", "urls", "images", "files", "recipients", "steps"].contains(root)
    return isOptional || (isList && !filters.contains { $0.name == FilterDefinition.Name.join.rawValue })
  }
}

/// What the words of an argument vector look like.
enum ProgramName {
  /// Whether a program's name is rather a whole command line, such as `/bin/echo hello`. A path whose later words go on
  /// with folders (`/opt/My App/run`) is none.
  static func looksLikeCommandLine(_ text: String) -> Bool {
    let words = words(of: text)
    guard words.count > 1 else { return false }
    let isPath = words[0].contains(UInt8(ascii: "/"))
    let goesOn = words.dropFirst().contains { word in
      word.first != UInt8(ascii: "/") && word.contains(UInt8(ascii: "/"))
    }
    return !(isPath && goesOn)
  }

  /// Whether quotes are part of the name, as of `'"/opt/My App/run"'`.
  static func isQuoted(_ text: String) -> Bool {
    guard text.utf8.count > 2, let first = text.utf8.first else { return false }
    return (first == UInt8(ascii: "\"") || first == UInt8(ascii: "'")) && text.utf8.last == first
  }

  static func words(of text: String) -> [Substring.UTF8View] {
    text.utf8.split { $0 == 0x20 || $0 == 0x09 || $0 == 0x0A }
  }

  /// `-t`, `--title`, but not `--` or `--title=`.
  static func isOption(_ text: String) -> Bool {
    text.utf8.first == UInt8(ascii: "-") && text.utf8.count > 1 && text != "--"
      && !text.utf8.contains(UInt8(ascii: "="))
  }

  /// `-t ` before a value in one element.
  static func isOptionWithBlank(_ text: String) -> Bool {
    guard let last = text.utf8.last, last == 0x20 || last == 0x09 else { return false }
    let words = words(of: text)
    guard words.count == 1, let word = words.first else { return false }
    return isOption(String(Substring(word)))
  }

  /// The scheme with which an argument begins: one before `://`, or a known one before `:`.
  static func scheme(of text: String) -> String? {
    guard let colon = text.utf8.firstIndex(of: UInt8(ascii: ":")), colon > text.startIndex else { return nil }
    let scheme = text[..<colon]
    guard let first = scheme.utf8.first, (0x61...0x7A).contains(first | 0x20),
      scheme.utf8.allSatisfy(URLLayout.isSchemeByte)
    else { return nil }
    let rest = text[text.utf8.index(after: colon)...]
    let isKnown = ["mailto", "tel", "sms", "geo", "magnet"].contains(scheme.lowercased())
    return rest.utf8.starts(with: "//".utf8) || isKnown ? String(scheme) : nil
  }
}
