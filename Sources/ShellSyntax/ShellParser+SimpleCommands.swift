extension ShellParser {
  struct Redirection {
    /// Whether it gives the command its standard input.
    var isInput: Bool
    /// Whether the command reads by it, be it by another descriptor.
    var isRead: Bool
    var region: ShellFacts.Region
    var isDescriptor = false
    var isText = false
    var word: Word?
  }

  mutating func parseSimpleCommand() throws(Stop) -> Bool {
    let start = facts.mark
    var words: [Word] = []
    var assignments: [Word] = []
    var redirections: [Redirection] = []
    var isDeclared = false
    reading: while true {
      skipBlanks()
      guard let byte else { break }
      switch byte {
      case UInt8(ascii: "\n"), UInt8(ascii: ";"), UInt8(ascii: "|"), UInt8(ascii: ")"): break reading
      case UInt8(ascii: "&"):
        guard isAt(">", 1) else { break reading }
        // In dash, a `&` and the redirection of an empty command.
        guard isBash else { throw Stop() }
        position += 1
        redirections.append(try parseRedirection(descriptor: nil))
        continue
      case UInt8(ascii: "("):
        guard words.count == 1, assignments.isEmpty, redirections.isEmpty else { throw Stop() }
        try parseFunction(words[0], hasParentheses: true)
        return false
      case UInt8(ascii: "<"), UInt8(ascii: ">"):
        if isAt("(", 1) {
          guard isBash else { throw Stop() }
        } else {
          redirections.append(try parseRedirection(descriptor: nil))
          continue
        }
      default: break
      }
      let word = try parseWord(words.isEmpty ? .command : .operand(isDeclared: isDeclared))
      guard !word.isEmpty else { throw Stop() }
      if isAt("<") && !(isBash && isAt("(", 1)) || isAt(">") && !(isBash && isAt("(", 1)), try takesDescriptor(word) {
        redirections.append(try parseRedirection(descriptor: word))
      } else if words.isEmpty, let assignment = word.assignment {
        assignments.append(word)
        place(word, role: .assignment, isDashSafe: true, takesList: false)
        facts.bind(assignment.name, assignment.value)
        noteNames(in: word, of: assignment.name)
        if assignment.isArray { facts.arrayNames.insert(assignment.name) }
      } else {
        words.append(word)
        if words.count <= 2 { isDeclared = isDeclared || Self.isDeclaration(word) }
      }
    }
    guard !words.isEmpty || !assignments.isEmpty || !redirections.isEmpty else { throw Stop() }
    return try finish(SimpleCommand(words: words, redirections: redirections, start: start))
  }

  private static func isDeclaration(_ word: Word) -> Bool {
    word.isLiteral && declarations.contains { word.text.elementsEqual($0.utf8) }
  }

  static let declarations = ["export", "readonly", "declare", "typeset", "local"]

  /// Whether the word directly before a redirection is the number or, in bash, the variable of its descriptor.
  private func takesDescriptor(_ word: Word) throws(Stop) -> Bool {
    guard word.isLiteral, !word.isQuoted else { return false }
    if word.text.allSatisfy(\.isDigit) { return true }
    guard word.text.first == UInt8(ascii: "{"), word.text.last == UInt8(ascii: "}") else { return false }
    guard isBash else { throw Stop() }
    return ShellNames.isValidName(word.text.dropFirst().dropLast())
  }

  mutating func parseRedirection(descriptor: Word?) throws(Stop) -> Redirection {
    let mark = facts.mark
    let isStandardInput = descriptor.map { $0.text.allSatisfy { $0 == UInt8(ascii: "0") } } ?? true
    let isRead = isAt("<")
    position += 1
    var redirection = Redirection(
      isInput: isRead && isStandardInput, isRead: isRead, region: facts.region(since: mark))
    if isRead, isAt("<") {
      position += 1
      if isAt("<") {
        guard isBash else { throw Stop() }
        position += 1
        redirection.isText = true
      } else {
        let stripsTabs = isAt("-")
        if stripsTabs { position += 1 }
        _ = try parseHereDocumentDelimiter(stripsTabs: stripsTabs)
        redirection.region = facts.region(since: mark)
        return redirection
      }
    } else if isAt("&") {
      position += 1
      redirection.isDescriptor = true
    } else if isRead && isAt(">") || !isRead && (isAt(">") || isAt("|")) {
      position += 1
    }
    skipBlanks()
    let word = try parseWord(.plain)
    guard !word.isEmpty else { throw Stop() }
    redirection.word = word
    place(
      word, role: redirection.isText ? .hereDocument : .redirectionTarget, isDashSafe: true, takesList: false)
    if redirection.isDescriptor { facts.refuse(word.region, .descriptor) }
    if isRead, redirection.isDescriptor {
      facts.references += [input, ShellFacts.descriptors]
    } else if isRead, !redirection.isText {
      addFile(word)
    }
    redirection.region = facts.region(since: mark)
    return redirection
  }

  // MARK: Functions

  mutating func parseFunction(_ name: Word, hasParentheses: Bool) throws(Stop) {
    if hasParentheses {
      position += 1
      skipBlanks()
      guard isAt(")") else { throw Stop() }
      position += 1
    }
    refuseDirect(of: name, .commandName)
    let string = String(decoding: name.text, as: UTF8.self)
    if name.region.places.isEmpty {
      guard name.isLiteral, !name.isQuoted, name.text.allSatisfy({ $0.isNameByte || $0 == UInt8(ascii: "-") }) else {
        throw Stop()
      }
      // The rules for a command of that name would no longer hold.
      guard !ShellBuiltins.isBuiltin(string), InterpreterTable.program(named: string) == nil else { throw Stop() }
    }
    facts.functions.insert(string)
    try skipLines()
    guard isAt("(") || keyword().map({ !$0.endsList && $0 != .function && $0 != .bang && $0 != .time }) ?? false else {
      throw Stop()
    }
    let outerInput = input
    defer { input = outerInput }
    input = ShellFacts.input(ofFunction: string)
    _ = try parseCommand()
  }

  // MARK: Places

  /// Says what the placeholders are that stand in the word itself.
  mutating func place(
    _ word: Word, role: ShellWord.Role, isDashSafe: Bool, takesList: Bool, command: String? = nil,
    caution: ShellWord.Caution? = nil
  ) {
    for index in word.region.places where facts.owners[index] == word.serial {
      guard case .word(var place) = facts.places[index] else { continue }
      place.role = role
      place.command = command
      place.isDashSafe = isDashSafe || place.hasLiteralPrefix
      place.takesList = takesList && word.end - word.start == 1
      place.caution = caution
      facts.places[index] = .word(place)
    }
  }

  mutating func refuseDirect(of word: Word, _ problem: ShellPlace.Problem, _ subject: String = "") {
    for index in word.region.places where facts.owners[index] == word.serial {
      guard case .word = facts.places[index] else { continue }
      facts.places[index] = .refused(.init(problem, subject: subject))
    }
  }
}
