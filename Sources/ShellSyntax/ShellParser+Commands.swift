extension ShellParser {
  enum Terminator {
    case end, parenthesis, caseClause
    case keyword(Keyword)

    static func == (left: Terminator, right: Terminator) -> Bool {
      switch (left, right) {
      case (.end, .end), (.parenthesis, .parenthesis), (.caseClause, .caseClause): true
      case (.keyword(let left), .keyword(let right)): left == right
      default: false
      }
    }
  }

  enum Keyword: String, CaseIterable {
    case bang = "!"
    case openBrace = "{"
    case closeBrace = "}"
    case condition = "[["
    case caseKeyword = "case"
    case coproc
    case doKeyword = "do"
    case done
    case elif
    case elseKeyword = "else"
    case esac
    case fi
    case forKeyword = "for"
    case function
    case ifKeyword = "if"
    case select
    case then
    case time
    case until
    case whileKeyword = "while"

    var endsList: Bool {
      switch self {
      case .closeBrace, .doKeyword, .done, .elif, .elseKeyword, .esac, .fi, .then: true
      default: false
      }
    }
  }

  /// What a command means for those around it.
  struct Outcome {
    /// The interpreter that takes the command's standard input for code.
    var readsCode: String?
    /// The literal name of a simple command.
    var name: String?
  }

  struct List {
    var terminator: Terminator
    var isEmpty: Bool
    var outcome: Outcome
  }

  /// Reads commands up to something that ends a list, which is left to the caller.
  mutating func parseList() throws(Stop) -> List {
    try enter()
    listDepth += 1
    defer {
      leave()
      listDepth -= 1
    }
    var list = List(terminator: .end, isEmpty: true, outcome: Outcome())
    while true {
      try skipLines()
      if let terminator = terminator() {
        list.terminator = terminator
        return list
      }
      if listDepth == 1 { lineStart = facts.places.count }
      repeat {
        let outcome = try parseAndOr()
        list.isEmpty = false
        if list.outcome.readsCode == nil { list.outcome.readsCode = outcome.readsCode }
        skipBlanks()
        guard isAt(";") || isAt("&"), !isAt(";", 1), !(isAt(";") && isAt("&", 1)) else { break }
        position += 1
        if isAtContinuation { throw Stop() }
        skipBlanks()
      } while !isAt("\n") && terminator() == nil
      if !isAt("\n"), terminator() == nil { throw Stop() }
    }
  }

  private func terminator() -> Terminator? {
    guard let byte else { return .end }
    if byte == UInt8(ascii: ")") { return .parenthesis }
    if byte == UInt8(ascii: ";") { return isAt(";", 1) || isAt("&", 1) ? .caseClause : nil }
    if let keyword = keyword(), keyword.endsList { return .keyword(keyword) }
    return nil
  }

  /// The reserved word that stands here as a whole word.
  func keyword() -> Keyword? {
    guard let first = byte, first.beginsKeyword else { return nil }
    var length = 0
    while let byte = byte(length), !byte.endsWord {
      length += 1
      if length > 8 { return nil }
    }
    let word = text[position..<position + length]
    // `init(rawValue:)` makes a table of all names when it is first used.
    for keyword in Keyword.allCases {
      let name = keyword.rawValue.utf8
      if name.count == length, name.first == first, word.elementsEqual(name) { return keyword }
    }
    return nil
  }

  mutating func expect(_ keyword: Keyword) throws(Stop) {
    guard self.keyword() == keyword else { throw Stop() }
    position += keyword.rawValue.utf8.count
  }

  /// Reads a list that must not be empty and must end in this keyword, which is passed.
  mutating func parseList(until keyword: Keyword) throws(Stop) -> Outcome {
    let list = try parseList()
    guard !list.isEmpty, list.terminator == .keyword(keyword) else { throw Stop() }
    try expect(keyword)
    return list.outcome
  }

  private mutating func parseAndOr() throws(Stop) -> Outcome {
    var outcome = try parsePipeline()
    while true {
      skipBlanks()
      guard isAt("&") && isAt("&", 1) || isAt("|") && isAt("|", 1) else { return outcome }
      position += 2
      try skipLines()
      let next = try parsePipeline()
      if outcome.readsCode == nil { outcome.readsCode = next.readsCode }
    }
  }

  private mutating func parsePipeline() throws(Stop) -> Outcome {
    skipBlanks()
    if keyword() == .bang {
      position += 1
      skipBlanks()
      if keyword() == .bang { throw Stop() }
    }
    if isBash, keyword() == .time {
      position += 4
      skipBlanks()
      if isAt("-"), isAt("p", 1), let after = byte(2), after.isBlank {
        position += 2
        skipBlanks()
      }
      if isAt("-") { throw Stop() }
      if keyword() == .bang { throw Stop() }
    }
    let start = facts.mark
    let first = try parseCommand()
    var code: (subject: String, region: ShellFacts.Region)?
    while true {
      skipBlanks()
      guard isAt("|"), !isAt("|", 1) else { break }
      position += 1
      if isAt("&") {
        guard isBash else { throw Stop() }
        position += 1
      }
      try skipLines()
      let before = facts.region(since: start)
      let reads = facts.readNames.count
      let stage = try parseCommand()
      if let subject = stage.readsCode { code = (subject, before) }
      if let name = stage.name { facts.pipedCalls.append((name, before)) }
      for index in reads..<facts.readNames.count { facts.bind(facts.readNames[index], before) }
    }
    if let code { facts.refuse(code.region, .interpreterCode, code.subject) }
    return first
  }

  mutating func parseCommand() throws(Stop) -> Outcome {
    try enter()
    defer { leave() }
    skipBlanks()
    let reads = facts.readNames.count
    var outcome: Outcome
    if isAt("(") {
      outcome = try parseParentheses()
    } else if let keyword = keyword() {
      guard let compound = try parseCompound(keyword) else { return Outcome() }
      outcome = compound
    } else {
      return try parseSimpleCommand()
    }
    // Redirections of the whole compound command.
    while true {
      skipBlanks()
      let descriptor = try parseDescriptor()
      guard isAt("<") || isAt(">") else {
        if descriptor != nil || isAt("&") && isAt(">", 1) { throw Stop() }
        return outcome
      }
      let redirection = try parseRedirection(descriptor: descriptor)
      guard redirection.isInput else { continue }
      if let subject = outcome.readsCode { facts.refuse(redirection.region, .interpreterCode, subject) }
      for index in reads..<facts.readNames.count { facts.bind(facts.readNames[index], redirection.region) }
    }
  }

  /// The number directly before a redirection of a compound command.
  private mutating func parseDescriptor() throws(Stop) -> Word? {
    guard let byte, byte.isDigit else { return nil }
    return try parseWord(.plain)
  }

  private mutating func parseParentheses() throws(Stop) -> Outcome {
    position += 1
    if isAt("(") {
      // Arithmetic in bash, a subshell within a subshell in dash.
      guard isBash else { throw Stop() }
      position += 1
      try parseArithmetic(until: .doubleParenthesis)
      return Outcome()
    }
    if isAtContinuation { throw Stop() }
    let list = try parseList()
    guard !list.isEmpty, list.terminator == .parenthesis else { throw Stop() }
    position += 1
    return list.outcome
  }

  /// Reads the compound command of this keyword; nil for a function's definition, which is complete.
  private mutating func parseCompound(_ keyword: Keyword) throws(Stop) -> Outcome? {
    position += keyword.rawValue.utf8.count
    switch keyword {
    case .openBrace: return try parseList(until: .closeBrace)
    case .ifKeyword: return try parseIf()
    case .whileKeyword, .until:
      let condition = try parseList(until: .doKeyword)
      let body = try parseList(until: .done)
      return condition.readsCode == nil ? body : condition
    case .forKeyword: return try parseFor()
    case .select where isBash: return try parseFor()
    case .caseKeyword: return try parseCase()
    case .condition where isBash:
      try parseCondition()
      return Outcome()
    case .function where isBash:
      skipBlanks()
      let name = try parseWord(.plain)
      try parseFunction(name, hasParentheses: isAt("("))
      return nil
    case .time where !isBash:
      position -= keyword.rawValue.utf8.count
      return try parseSimpleCommand()
    default: throw Stop()
    }
  }

  private mutating func parseIf() throws(Stop) -> Outcome {
    var outcome = try parseList(until: .then)
    while true {
      let list = try parseList()
      guard !list.isEmpty else { throw Stop() }
      if outcome.readsCode == nil { outcome = list.outcome }
      guard case .keyword(let keyword) = list.terminator else { throw Stop() }
      try expect(keyword)
      switch keyword {
      case .fi: return outcome
      case .elif:
        let condition = try parseList(until: .then)
        if outcome.readsCode == nil { outcome = condition }
      case .elseKeyword:
        let last = try parseList(until: .fi)
        return outcome.readsCode == nil ? last : outcome
      default: throw Stop()
      }
    }
  }

  private mutating func parseFor() throws(Stop) -> Outcome {
    skipBlanks()
    if isAt("("), isAt("(", 1), isBash {
      position += 2
      try parseArithmetic(until: .semicolon)
      try parseArithmetic(until: .semicolon)
      try parseArithmetic(until: .doubleParenthesis)
      skipBlanks()
      if isAt(";") { position += 1 }
    } else {
      let name = try parseWord(.plain)
      refuseDirect(of: name, .variableName)
      guard name.isLiteral && ShellNames.isValidName(name.text[...]) || !name.region.places.isEmpty else {
        throw Stop()
      }
      try skipLines()
      if isAt("i"), isAt("n", 1), let after = byte(2), after.isBlank || after == UInt8(ascii: "\n") || after == 0x3B {
        position += 2
        let mark = facts.mark
        while true {
          skipBlanks()
          let word = try parseWord(.plain)
          if word.isEmpty { break }
          place(word, role: .loopList, isDashSafe: true, takesList: true)
        }
        guard isAt(";") || isAt("\n") else { throw Stop() }
        facts.bind(String(decoding: name.text, as: UTF8.self), facts.region(since: mark))
      }
      if isAt(";") { position += 1 }
    }
    try skipLines()
    try expect(.doKeyword)
    return try parseList(until: .done)
  }

  private mutating func parseCase() throws(Stop) -> Outcome {
    skipBlanks()
    let subject = try parseWord(.plain)
    guard !subject.isEmpty else { throw Stop() }
    place(subject, role: .caseWord, isDashSafe: true, takesList: false)
    try skipLines()
    guard isAt("i"), isAt("n", 1), let after = byte(2), after.isBlank || after == UInt8(ascii: "\n") else {
      throw Stop()
    }
    position += 2
    var outcome = Outcome()
    while true {
      try skipLines()
      if keyword() == .esac {
        position += 4
        return outcome
      }
      if isAt("(") { position += 1 }
      repeat {
        if isAt("|") { position += 1 }
        skipBlanks()
        let pattern = try parseWord(.plain)
        guard !pattern.isEmpty else { throw Stop() }
        place(pattern, role: .casePattern, isDashSafe: true, takesList: false)
        skipBlanks()
      } while isAt("|")
      guard isAt(")") else { throw Stop() }
      position += 1
      let list = try parseList()
      if outcome.readsCode == nil { outcome.readsCode = list.outcome.readsCode }
      if list.terminator == .keyword(.esac) { continue }
      guard list.terminator == .caseClause else { throw Stop() }
      let isFallthrough = !(isAt(";") && isAt(";", 1) && !isAt("&", 2))
      guard isBash || !isFallthrough else { throw Stop() }
      position += isAt(";", 1) && isAt("&", 2) ? 3 : 2
    }
  }
}

extension UInt8 {
  /// Whether a reserved word begins with this byte.
  fileprivate var beginsKeyword: Bool {
    switch self {
    case UInt8(ascii: "!"), UInt8(ascii: "{"), UInt8(ascii: "}"), UInt8(ascii: "["), UInt8(ascii: "c"),
      UInt8(ascii: "d"), UInt8(ascii: "e"), UInt8(ascii: "f"), UInt8(ascii: "i"), UInt8(ascii: "s"),
      UInt8(ascii: "t"), UInt8(ascii: "u"), UInt8(ascii: "w"):
      true
    default: false
    }
  }

  /// Whether a word without quotes ends before this byte.
  fileprivate var endsWord: Bool {
    switch self {
    case UInt8(ascii: " "), UInt8(ascii: "\t"), UInt8(ascii: "\n"), UInt8(ascii: ";"), UInt8(ascii: "&"),
      UInt8(ascii: "|"), UInt8(ascii: "("), UInt8(ascii: ")"), UInt8(ascii: "<"), UInt8(ascii: ">"):
      true
    default: false
    }
  }
}
