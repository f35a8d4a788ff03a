extension ShellParser {
  /// A word as far as the checks need it.
  struct Word {
    var serial: Int
    var start: Int
    var end: Int
    var region: ShellFacts.Region
    /// What the word is up to its first expansion or placeholder.
    var text: [UInt8] = []
    /// Whether `text` is the whole word.
    var isLiteral = true
    var isQuoted = false
    /// Whether expansions without quotes may make the word none or several.
    var mayVanish = false
    var hasSubstitution = false
    var hasGlob = false
    var assignment: Assignment?

    // While reading: what stands before the next piece.
    var hasContent = false
    var beganLiteral = false
    var lastByte: UInt8?
    var lastPlace: Int?
    var hasBrace = false

    var isEmpty: Bool { start == end }
  }

  struct Assignment {
    var name: String
    var isAppended = false
    var isArray = false
    var hasSubscript = false
    var value: ShellFacts.Region
  }

  enum WordKind {
    case command
    /// An operand of a command, which may be an assignment after `export` and its like.
    case operand(isDeclared: Bool)
    case plain
    /// Within `${…}`: up to the brace, blanks included.
    case brace
    /// An element of `NAME=(…)`, which may begin with a subscript.
    case element
    /// The right side of `=~`.
    case expression
  }

  mutating func parseWord(_ kind: WordKind) throws(Stop) -> Word {
    try enter()
    defer { leave() }
    let mark = facts.mark
    serial += 1
    var word = Word(serial: serial, start: position, end: position, region: facts.region(since: mark))
    if case .element = kind, isAt("[") { try parseSubscript(&word) }
    if case .command = kind { try parseAssignmentName(&word, isCommand: true) }
    if case .operand(isDeclared: true) = kind { try parseAssignmentName(&word, isCommand: false) }
    var isBrace = false
    if case .brace = kind { isBrace = true }
    var parentheses = 0
    reading: while let byte {
      switch byte {
      case UInt8(ascii: "}") where isBrace: break reading
      case UInt8(ascii: "\n"), UInt8(ascii: ";"), UInt8(ascii: "&"), UInt8(ascii: ")"), UInt8(ascii: "|"),
        UInt8(ascii: " "), UInt8(ascii: "\t"):
        if isBrace {
          word.add(byte, &facts)
          position += 1
          continue
        }
        if case .expression = kind {
          if byte == UInt8(ascii: "|") || parentheses > 0 && byte.isBlank {
            word.add(byte, &facts)
            position += 1
            continue
          }
          if byte == UInt8(ascii: ")"), parentheses > 0 {
            parentheses -= 1
            word.add(byte, &facts)
            position += 1
            continue
          }
        }
        break reading
      case UInt8(ascii: "<"), UInt8(ascii: ">"):
        if isAt("(", 1), isBash {
          if isBrace { throw Stop() }
          try parseProcessSubstitution(&word)
        } else if isBrace {
          word.add(byte, &facts)
          position += 1
        } else {
          break reading
        }
      case UInt8(ascii: "("):
        if isBrace {
          word.add(byte, &facts)
        } else if case .expression = kind {
          parentheses += 1
          word.add(byte, &facts)
        } else if word.assignment != nil, !word.hasContent, isBash, !word.isQuoted {
          try parseArray(&word)
          continue
        } else {
          // A pattern such as `+(a|b)`, whose meaning depends on `shopt -s extglob`.
          if let last = word.lastByte, "?*+@!".utf8.contains(last) { throw Stop() }
          break reading
        }
        position += 1
      default:
        try parsePiece(&word, byte)
      }
    }
    guard parentheses == 0 else { throw Stop() }
    word.finish(at: position, facts.region(since: mark), &facts)
    return word
  }

  /// One piece of a word outside quotes that means the same wherever the word stands.
  private mutating func parsePiece(_ word: inout Word, _ byte: UInt8) throws(Stop) {
    switch byte {
    case Self.placeholder:
      takePlaceholder(&word, .bare)
    case UInt8(ascii: "\\"):
      guard let next = self.byte(1) else { throw Stop() }
      position += 2
      if next == Self.placeholder {
        addRefused(.afterBackslash)
        word.addOpaque(&facts)
      } else if next != UInt8(ascii: "\n") {
        word.isQuoted = true
        word.add(next, &facts)
      }
    case UInt8(ascii: "'"):
      try parseSingleQuotes(&word)
    case UInt8(ascii: "\""):
      try parseDoubleQuotes(&word)
    case UInt8(ascii: "$"):
      try parseDollar(&word, isQuoted: false)
    case UInt8(ascii: "`"):
      try parseBackticks(isQuoted: false)
      word.hasSubstitution = true
      word.addExpansion(mayVanish: true, &facts)
    default:
      if byte == UInt8(ascii: "{") {
        word.hasBrace = true
      } else if byte == UInt8(ascii: ",") || byte == UInt8(ascii: "."), word.hasBrace, isBash {
        // bash makes several words of `{a,b}` and `{1..3}`.
        word.mayVanish = true
        word.isLiteral = false
      } else if byte == UInt8(ascii: "*") || byte == UInt8(ascii: "?") || byte == UInt8(ascii: "[") {
        word.hasGlob = true
      }
      word.add(byte, &facts)
      position += 1
    }
  }

  mutating func takePlaceholder(_ word: inout Word, _ quoting: ShellWord.Quoting) {
    let isSafeAhead = word.beganLiteral && !word.mayVanish && !word.hasBrace
    word.touch(nil, &facts)
    addPlace(
      .word(
        ShellWord(
          quoting: quoting, role: .argument, isJoinedBefore: word.hasContent, hasLiteralPrefix: isSafeAhead,
          touchesSlash: word.lastByte == UInt8(ascii: "/"))),
      owner: word.serial)
    position += 1
    word.isLiteral = false
    word.hasContent = true
    word.lastByte = nil
    word.lastPlace = facts.places.count - 1
  }

  private mutating func parseSingleQuotes(_ word: inout Word) throws(Stop) {
    position += 1
    word.isQuoted = true
    while let byte {
      position += 1
      switch byte {
      case UInt8(ascii: "'"): return
      case Self.placeholder:
        addRefused(.singleQuotes)
        word.addOpaque(&facts)
      default: word.add(byte, &facts)
      }
    }
    throw Stop()
  }

  mutating func parseDoubleQuotes(_ word: inout Word) throws(Stop) {
    position += 1
    word.isQuoted = true
    while let byte {
      if byte == UInt8(ascii: "\"") {
        position += 1
        return
      }
      try parseQuotedPiece(&word, byte, .doubleQuotes)
    }
    throw Stop()
  }

  /// One piece inside "…" or of a here-document.
  mutating func parseQuotedPiece(_ word: inout Word, _ byte: UInt8, _ quoting: ShellWord.Quoting) throws(Stop) {
    switch byte {
    case Self.placeholder: takePlaceholder(&word, quoting)
    case UInt8(ascii: "$"): try parseDollar(&word, isQuoted: true, quoting)
    case UInt8(ascii: "`"):
      try parseBackticks(isQuoted: quoting == .doubleQuotes)
      word.hasSubstitution = true
      word.addExpansion(mayVanish: false, &facts)
    case UInt8(ascii: "\\"):
      guard let next = self.byte(1) else { throw Stop() }
      switch next {
      case Self.placeholder:
        addRefused(.afterBackslash)
        word.addOpaque(&facts)
      case UInt8(ascii: "\n"): break
      case UInt8(ascii: "$"), UInt8(ascii: "`"), UInt8(ascii: "\\"), UInt8(ascii: "\""):
        if next == UInt8(ascii: "\""), quoting == .hereDocument { word.add(byte, &facts) }
        word.add(next, &facts)
      default:
        word.add(byte, &facts)
        word.add(next, &facts)
      }
      position += 2
    default:
      word.add(byte, &facts)
      position += 1
    }
  }

  // MARK: Assignments

  /// Reads `NAME=`, `NAME+=`, `NAME[…]=` where they stand; otherwise nothing, but for a subscript.
  private mutating func parseAssignmentName(_ word: inout Word, isCommand: Bool) throws(Stop) {
    var offset = 0
    guard let first = byte, first.isNameStart else { return }
    while let byte = byte(offset), byte.isNameByte { offset += 1 }
    let name = text[position..<position + offset]
    switch byte(offset) {
    case UInt8(ascii: "="):
      word.take(text[position...position + offset])
      position += offset + 1
      word.assignment = Assignment(
        name: String(decoding: name, as: UTF8.self), value: facts.region(since: facts.mark))
    case UInt8(ascii: "+") where isAt("=", offset + 1):
      guard isBash else { throw Stop() }
      word.take(text[position...position + offset + 1])
      position += offset + 2
      word.assignment = Assignment(
        name: String(decoding: name, as: UTF8.self), isAppended: true, value: facts.region(since: facts.mark))
    case UInt8(ascii: "["):
      try parseIndexedName(&word, name, isCommand: isCommand)
    default: break
    }
  }

  /// Reads the subscript of `NAME[…]=`. dash knows none, and takes such a word for a command's name.
  private mutating func parseIndexedName(
    _ word: inout Word, _ name: ArraySlice<UInt8>, isCommand: Bool
  ) throws(Stop) {
    if !isCommand {
      // An operand may be a pattern as well; only what ends in `]=` is an assignment.
      var offset = name.count
      while let byte = byte(offset), !byte.isBlank, byte != UInt8(ascii: "\n"), byte != UInt8(ascii: "]") {
        offset += 1
      }
      guard isAt("]", offset), isAt("=", offset + 1) || isAt("+", offset + 1) && isAt("=", offset + 2) else { return }
    }
    guard isBash else { throw Stop() }
    word.take(name)
    position += name.count
    try parseSubscript(&word)
    let name = String(decoding: name, as: UTF8.self)
    var assignment = Assignment(name: name, hasSubscript: true, value: facts.region(since: facts.mark))
    if isAt("+"), isAt("=", 1) {
      assignment.isAppended = true
      position += 1
    }
    guard isAt("=") else { return }
    position += 1
    facts.arrayNames.insert(name)
    word.isLiteral = true
    word.hasContent = false
    word.lastPlace = nil
    word.lastByte = nil
    word.assignment = assignment
  }

  /// Reads `[…]` as an arithmetic subscript: no value may stand in it.
  mutating func parseSubscript(_ word: inout Word) throws(Stop) {
    let mark = facts.mark
    position += 1
    try parseArithmetic(until: .bracket)
    facts.refuse(facts.region(since: mark).withoutReferences, .subscriptIndex)
    word.addExpansion(mayVanish: false, &facts)
    if isAt("="), case let next = position + 1, next <= end, word.assignment == nil, word.text.isEmpty {
      // An element `[…]=value` of an array.
      position = next
      word.hasContent = false
      word.lastPlace = nil
    }
  }

  private mutating func parseArray(_ word: inout Word) throws(Stop) {
    position += 1
    word.assignment?.isArray = true
    word.isLiteral = false
    word.hasContent = true
    while true {
      try skipLines()
      guard let byte else { throw Stop() }
      if byte == UInt8(ascii: ")") {
        position += 1
        break
      }
      let element = try parseWord(.element)
      guard !element.isEmpty else { throw Stop() }
      place(element, role: .assignment, isDashSafe: true, takesList: true)
    }
    // Only a blank or an operator may follow the parenthesis.
    if let byte, !byte.isBlank, !"\n;&|)<>".utf8.contains(byte) { throw Stop() }
  }
}

extension ShellParser.Word {
  /// Takes the name and the `=` of an assignment; the value begins after them as a word of its own.
  fileprivate mutating func take(_ bytes: ArraySlice<UInt8>) { text += bytes }

  mutating func add(_ byte: UInt8, _ facts: inout ShellFacts) {
    touch(byte, &facts)
    if isLiteral { text.append(byte) }
    if !hasContent { beganLiteral = true }
    hasContent = true
    lastByte = byte
  }

  mutating func addExpansion(mayVanish: Bool, _ facts: inout ShellFacts) {
    addOpaque(&facts)
    if mayVanish { self.mayVanish = true }
  }

  /// Something follows whose characters are not known.
  mutating func addOpaque(_ facts: inout ShellFacts) {
    touch(nil, &facts)
    isLiteral = false
    hasContent = true
    lastByte = nil
  }

  /// Tells the placeholder directly before that something follows it.
  fileprivate mutating func touch(_ byte: UInt8?, _ facts: inout ShellFacts) {
    guard let index = lastPlace else { return }
    lastPlace = nil
    guard case .word(var word) = facts.places[index] else { return }
    word.isJoinedAfter = true
    if byte == UInt8(ascii: "/") { word.touchesSlash = true }
    facts.places[index] = .word(word)
  }

  fileprivate mutating func finish(
    at position: Int, _ region: ShellFacts.Region, _ facts: inout ShellFacts
  ) {
    end = position
    self.region = region
    guard var assignment else { return }
    assignment.value = ShellFacts.Region(
      places: assignment.value.places.lowerBound..<region.places.upperBound,
      references: assignment.value.references.lowerBound..<region.references.upperBound,
      documents: assignment.value.documents.lowerBound..<region.documents.upperBound)
    self.assignment = assignment
  }
}
