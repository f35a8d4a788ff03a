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

  struct List {
    var terminator: Terminator
    var isEmpty: Bool
    /// Whether the list is one pipeline, and that ends in a command which writes nothing but numbers.
    var printsNumbers = false
  }

  /// Reads commands up to something that ends a list, which is left to the caller.
  mutating func parseList() throws(Stop) -> List {
    try enter()
    listDepth += 1
    defer {
      leave()
      listDepth -= 1
    }
    var list = List(terminator: .end, isEmpty: true)
    while true {
      try skipLines()
      if let terminator = terminator() {
        list.terminator = terminator
        return list
      }
      if listDepth == 1 { lineStart = facts.places.count }
      repeat {
        list.printsNumbers = try parseAndOr() && list.isEmpty
        list.isEmpty = false
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
    var number: UInt64 = 0
    while let byte = byte(length), !byte.endsWord {
      length += 1
      if length > 8 { return nil }
      number = number << 8 | UInt64(byte)
    }
    for index in Self.keywords.indices where Self.keywords[index].number == number {
      return Self.keywords[index].keyword
    }
    return nil
  }

  /// All keywords, each with its bytes as one number.
  private static let keywords = Keyword.allCases.map { keyword in
    NumberedKeyword(number: keyword.rawValue.utf8.reduce(0) { $0 << 8 | UInt64($1) }, keyword: keyword)
  }

  private struct NumberedKeyword {
    let number: UInt64
    let keyword: Keyword
  }

  mutating func expect(_ keyword: Keyword) throws(Stop) {
    guard self.keyword() == keyword else { throw Stop() }
    position += keyword.rawValue.utf8.count
  }

  /// Reads a list that must not be empty and must end in this keyword, which is passed.
  mutating func parseList(until keyword: Keyword) throws(Stop) {
    let list = try parseList()
    guard !list.isEmpty, list.terminator == .keyword(keyword) else { throw Stop() }
    try expect(keyword)
  }

  private mutating func parseAndOr() throws(Stop) -> Bool {
    var printsNumbers = try parsePipeline()
    while true {
      skipBlanks()
      guard isAt("&") && isAt("&", 1) || isAt("|") && isAt("|", 1) else { return printsNumbers }
      position += 2
      try skipLines()
      _ = try parsePipeline()
      printsNumbers = false
    }
  }

  private mutating func parsePipeline() throws(Stop) -> Bool {
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
    var start = facts.mark
    var printsNumbers = try parseCommand()
    let outerInput = input
    defer { input = outerInput }
    while true {
      skipBlanks()
      guard isAt("|"), !isAt("|", 1) else { return printsNumbers }
      position += 1
      if isAt("&") {
        guard isBash else { throw Stop() }
        position += 1
      }
      try skipLines()
      // What a command writes is made of its own words and of what it reads, which is a reference among these.
      input = newInput(facts.region(since: start))
      start = facts.mark
      printsNumbers = try parseCommand()
    }
  }

  /// Reads one command; true when it writes nothing but numbers.
  mutating func parseCommand() throws(Stop) -> Bool {
    try enter()
    defer { leave() }
    skipBlanks()
    let start = facts.mark
    let outerInput = input
    if isAt("(") {
      input = newInput()
      try parseParentheses()
    } else if let keyword = keyword(), isBash || keyword != .time {
      input = newInput()
      guard try parseCompound(keyword) else {
        input = outerInput
        return false
      }
    } else {
      return try parseSimpleCommand()
    }
    let inner = input
    let body = facts.region(since: start)
    input = outerInput
    // Redirections of the whole compound command.
    var isGiven = false
    while true {
      skipBlanks()
      let descriptor = try parseDescriptor()
      guard isAt("<") || isAt(">") else {
        if descriptor != nil || isAt("&") && isAt(">", 1) { throw Stop() }
        if !isGiven { facts.bind(inner, inputReference()) }
        return false
      }
      let redirection = try parseRedirection(descriptor: descriptor)
      if redirection.isRead {
        facts.bind(inner, redirection.region)
        isGiven = isGiven || redirection.isInput
      } else {
        noteWriting(body, redirection)
      }
    }
  }

  /// The number directly before a redirection of a compound command.
  private mutating func parseDescriptor() throws(Stop) -> Word? {
    guard let byte, byte.isDigit else { return nil }
    return try parseWord(.plain)
  }

  private mutating func parseParentheses() throws(Stop) {
    position += 1
    if isAt("(") {
      // Arithmetic in bash, a subshell within a subshell in dash.
      guard isBash else { throw Stop() }
      position += 1
      try parseArithmetic(until: .doubleParenthesis)
      return
    }
    if isAtContinuation { throw Stop() }
    let list = try parseList()
    guard !list.isEmpty, list.terminator == .parenthesis else { throw Stop() }
    position += 1
  }

  /// Reads the compound command of this keyword; false for a function's definition, which is complete.
  private mutating func parseCompound(_ keyword: Keyword) throws(Stop) -> Bool {
    position += keyword.rawValue.utf8.count
    switch keyword {
    case .openBrace: try parseList(until: .closeBrace)
    case .ifKeyword: try parseIf()
    case .whileKeyword, .until:
      try parseList(until: .doKeyword)
      try parseList(until: .done)
    case .forKeyword: try parseFor()
    case .select where isBash: try parseFor()
    case .caseKeyword: try parseCase()
    case .condition where isBash: try parseCondition()
    case .function where isBash:
      skipBlanks()
      let name = try parseWord(.plain)
      try parseFunction(name, hasParentheses: isAt("("))
      return false
    default: throw Stop()
    }
    return true
  }

  private mutating func parseIf() throws(Stop) {
    try parseList(until: .then)
    while true {
      let list = try parseList()
      guard !list.isEmpty, case .keyword(let keyword) = list.terminator else { throw Stop() }
      try expect(keyword)
      switch keyword {
      case .fi: return
      case .elif: try parseList(until: .then)
      case .elseKeyword: return try parseList(until: .fi)
      default: throw Stop()
      }
    }
  }

  private mutating func parseFor() throws(Stop) {
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
        var words: [Word] = []
        while true {
          skipBlanks()
          let word = try parseWord(.plain)
          if word.isEmpty { break }
          place(word, role: .loopList, isDashSafe: true, takesList: true)
          words.append(word)
        }
        guard isAt(";") || isAt("\n") else { throw Stop() }
        facts.bind(String(decoding: name.text, as: UTF8.self), facts.region(since: mark))
        for word in words { noteNames(in: word, of: String(decoding: name.text, as: UTF8.self)) }
      } else {
        let mark = facts.mark
        facts.references.append(positional)
        facts.bind(String(decoding: name.text, as: UTF8.self), facts.region(since: mark))
      }
      if isAt(";") { position += 1 }
    }
    try skipLines()
    try expect(.doKeyword)
    try parseList(until: .done)
  }

  private mutating func parseCase() throws(Stop) {
    skipBlanks()
    let subject = try parseWord(.plain)
    guard !subject.isEmpty else { throw Stop() }
    place(subject, role: .caseWord, isDashSafe: true, takesList: false)
    try skipLines()
    guard isAt("i"), isAt("n", 1), let after = byte(2), after.isBlank || after == UInt8(ascii: "\n") else {
      throw Stop()
    }
    position += 2
    while true {
      try skipLines()
      if keyword() == .esac {
        position += 4
        return
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
