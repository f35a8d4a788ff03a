extension ShellParser {
  struct SimpleCommand {
    var words: [Word]
    var redirections: [Redirection]
    var start: ShellFacts.Mark
  }

  /// Says what each word of a complete simple command is, and refuses the places that its program takes for code.
  mutating func finish(_ command: SimpleCommand) throws(Stop) -> Bool {
    guard let first = command.words.first else {
      finishAssignments(command)
      return false
    }
    // Most programs have no rules: their operands are data, and need not be looked at.
    let isPlain =
      first.isLiteral && !InterpreterTable.hasRules(for: String(decoding: first.text, as: UTF8.self))
      && !mayRunCommand(command.words)
    let arguments = isPlain ? [first.argument] : command.words.map(\.argument)
    let analysis = CommandAnalysis(arguments)
    for index in analysis.programs {
      let name = arguments[index].name
      if !ShellBuiltins.isBuiltin(name) { facts.programs.append(name) }
    }
    let index = analysis.command
    let name = command.words[index].isLiteralCommand ? arguments[index].name : nil
    for document in pending.indices where pending[document].number >= command.start.documents {
      pending[document].command = name
    }
    for redirection in command.redirections where !redirection.isText {
      guard let word = redirection.word else { continue }
      place(word, role: .redirectionTarget, isDashSafe: true, takesList: false, command: name)
    }
    let wrapper = analysis.positions.first { $0.index == index && $0.kind == .commandWord }?.program ?? ""
    refuseDirect(of: command.words[index], .commandName, wrapper)
    placeOperands(command.words, after: index, name)
    for position in analysis.positions { refuse(position, command.words) }
    if name == nil { facts.refuse(command.words[index].region, .commandName) }
    let inputs = takeInput(command, name, index)
    var readsCode = analysis.standardInput
    if let name { readsCode = try applyBuiltin(name, command, index, inputs) ?? readsCode }
    if let readsCode {
      for input in inputs { facts.refuse(input, .interpreterCode, readsCode) }
    }
    try applyCode(analysis, command, inputs)
    if let name, let input = inputs.last {
      facts.calls.append(.init(name: name, positional: positional, operands: region(of: command.words), input: input))
    }
    let all = facts.region(since: command.start)
    for redirection in command.redirections where !redirection.isRead { noteWriting(all, redirection) }
    if name == "tee" {
      for word in command.words[(index + 1)...] { noteWriting(all, to: word) }
    }
    return index == 0 && printsNumbers(command.words)
  }

  /// Whether a program without rules may run a command that some of its operands are: `kubectl exec pod -- sh -c …`.
  private func mayRunCommand(_ words: [Word]) -> Bool {
    for (word, next) in zip(words.dropFirst(), words.dropFirst(2)) where word.isLiteral && next.isLiteral {
      let named = next.text.first == UInt8(ascii: "-") ? word : word.text.elementsEqual("--".utf8) ? next : nil
      if let named, InterpreterTable.hasRules(for: String(decoding: named.text, as: UTF8.self)) { return true }
    }
    return false
  }

  /// Assignments and redirections without a command: the shell's own standard input may be read by a substitution.
  private mutating func finishAssignments(_ command: SimpleCommand) {
    for redirection in command.redirections where redirection.isInput { facts.bind(input, redirection.region) }
    let all = facts.region(since: command.start)
    for redirection in command.redirections where !redirection.isRead { noteWriting(all, redirection) }
  }

  /// The part of the script that the words are.
  func region(of words: [Word]) -> ShellFacts.Region { region(of: words[...]) }

  func region(of words: ArraySlice<Word>) -> ShellFacts.Region {
    guard let first = words.first, let last = words.last else { return facts.region(since: facts.mark) }
    return ShellFacts.Region(
      places: first.region.places.lowerBound..<last.region.places.upperBound,
      references: first.region.references.lowerBound..<last.region.references.upperBound,
      documents: first.region.documents.lowerBound..<last.region.documents.upperBound)
  }

  private mutating func refuse(_ position: CodePosition, _ words: [Word]) {
    let region = words[position.index].region
    switch position.kind {
    case .code:
      facts.refuse(region, .interpreterCode, position.program)
    case .commandWord: facts.refuse(region, .commandName, position.program)
    case .variableName: facts.refuse(region, .variableName, position.program)
    case .dangerousAssignment(let name): facts.refuse(region, .dangerousAssignment, name)
    }
  }

  /// What the command reads: its own redirections, or else the input around it.
  private mutating func takeInput(_ command: SimpleCommand, _ name: String?, _ index: Int) -> [ShellFacts.Region] {
    var inputs: [ShellFacts.Region] = []
    for redirection in command.redirections where redirection.isRead {
      if redirection.isInput { inputs.append(redirection.region) }
      // `exec` redirects what follows, and other descriptors are read as files.
      if name == "exec" || !redirection.isInput || command.words.contains(where: \.hasSubstitution) {
        facts.bind(name == "exec" || !redirection.isInput ? ShellFacts.descriptors : input, redirection.region)
      }
    }
    if inputs.isEmpty {
      let mark = facts.mark
      if name.map({ !ShellBuiltins.ignoresInput($0) }) ?? true {
        facts.references.append(input)
        facts.references.append(ShellFacts.descriptors)
      }
      inputs.append(facts.region(since: mark))
    }
    return inputs
  }

  private mutating func placeOperands(_ words: [Word], after command: Int, _ name: String?) {
    var isAfterDashes = false
    for index in words.indices {
      let word = words[index]
      if index > command, word.isLiteral, word.text.elementsEqual("--".utf8) { isAfterDashes = true }
      guard !word.region.places.isEmpty, index != command else { continue }
      let previous = words[max(0, index - 1)]
      let isOperand = Self.isOperandOfData(name, words, index, after: command)
      place(
        word, role: name == "test" || name == "[" ? .testOperand : .argument, isDashSafe: isAfterDashes || isOperand,
        takesList: name != "test" && name != "[", command: name,
        caution: Self.caution(name, word, previous, index - command, words, command))
    }
  }

  /// Whether the command takes no options where this operand stands.
  private static func isOperandOfData(_ name: String?, _ words: [Word], _ index: Int, after command: Int) -> Bool {
    switch name {
    case "test", "[": true
    case "printf":
      if let format = formatIndex(words, command) { index > format } else { false }
    default: false
    }
  }

  /// Which word is the format of `printf`; nil when it cannot be told.
  private static func formatIndex(_ words: [Word], _ command: Int) -> Int? {
    var index = command + 1
    while index < words.count {
      let word = words[index]
      guard word.isLiteral else { return word.text.isEmpty || word.text[0] == UInt8(ascii: "-") ? nil : index }
      if word.text.elementsEqual("-v".utf8) {
        index += 2
      } else if word.text.elementsEqual("--".utf8) {
        return index + 1
      } else if word.text.starts(with: "-v".utf8) {
        index += 1
      } else {
        return index
      }
    }
    return nil
  }

  private static func caution(
    _ name: String?, _ word: Word, _ previous: Word, _ offset: Int, _ words: [Word], _ command: Int
  ) -> ShellWord.Caution? {
    switch name {
    case "echo": return .echo
    case "printf":
      let format = formatIndex(words, command)
      return format == nil || format == command + offset ? .printfFormat : nil
    case "curl":
      let dataOptions: Set<String> = [
        "-d", "-F", "--data", "--data-ascii", "--data-binary", "--data-urlencode", "--form", "--json", "--url-query",
      ]
      let option = previous.isLiteral ? String(decoding: previous.text, as: UTF8.self) : ""
      let isForm = option == "-F" || option == "--form"
      if dataOptions.contains(option) { return word.text.isEmpty || isForm ? .curlData : nil }
      let text = String(decoding: word.text, as: UTF8.self)
      if text.hasPrefix("-F") || text.hasPrefix("--form=") { return .curlData }
      let isData = text == "-d" || text.hasPrefix("--data") && text.hasSuffix("=")
      return isData || text == "--json=" ? .curlData : nil
    default: return nil
    }
  }
}

extension ShellParser.Word {
  /// Whether the name of the command is known: patterns may become any name, but `[` alone is one.
  var isLiteralCommand: Bool { isLiteral && (!hasGlob || text == [UInt8(ascii: "[")]) }

  var argument: ArgvWord {
    var pieces: [ArgvWord.Piece] = []
    if !text.isEmpty { pieces.append(.literal(text)) }
    if !isLiteral { pieces.append(.value) }
    var argument = ArgvWord(pieces: pieces)
    argument.isRepeated = mayVanish
    argument.hasSubstitution = hasSubstitution
    return argument
  }
}
