extension ShellParser {
  enum ArithmeticEnd {
    case doubleParenthesis, bracket, semicolon
    /// `${name:offset:length}`.
    case brace
  }

  /// Reads what begins with `$`.
  mutating func parseDollar(
    _ word: inout Word, isQuoted: Bool, _ quoting: ShellWord.Quoting = .doubleQuotes
  ) throws(Stop) {
    try enter()
    defer { leave() }
    guard let next = byte(1) else {
      word.add(UInt8(ascii: "$"), &facts)
      position += 1
      return
    }
    switch next {
    case Self.placeholder:
      addRefused(.afterDollar)
      word.addOpaque(&facts)
      position += 2
    case UInt8(ascii: "("):
      // `$((` that turns out to be no arithmetic is read in several ways by shells.
      let isArithmetic = isAt("(", 2)
      position += isArithmetic ? 3 : 2
      if isArithmetic {
        let mark = facts.mark
        try parseArithmetic(until: .doubleParenthesis)
        facts.sink(facts.region(since: mark), .number)
        word.addExpansion(mayVanish: false, &facts)
      } else {
        if isAtContinuation { throw Stop() }
        let shield = facts.beginShield()
        if try parseSubstitution() { facts.endShield(shield) }
        word.hasSubstitution = true
        word.addExpansion(mayVanish: !isQuoted, &facts)
      }
    case UInt8(ascii: "{"):
      position += 2
      try parseParameter(&word, isQuoted: isQuoted, isHereDocument: quoting == .hereDocument)
    case UInt8(ascii: "[") where isBash: throw Stop()
    case UInt8(ascii: "'") where !isQuoted: try parseDollarQuotes(&word)
    case UInt8(ascii: "\"") where !isQuoted:
      let mark = facts.mark
      position += 1
      try parseDoubleQuotes(&word)
      facts.refuse(facts.region(since: mark), .dollarQuotes)
      word.addOpaque(&facts)
    case UInt8(ascii: "\\") where isAt("\n", 2): throw Stop()
    case _ where next.isNameStart:
      var length = 1
      while let byte = byte(1 + length), byte.isNameByte { length += 1 }
      addReference(text[position + 1..<position + 1 + length])
      position += 1 + length
      if isAtContinuation, let after = byte(2), after.isNameByte { throw Stop() }
      word.addExpansion(mayVanish: !isQuoted, &facts)
    case _ where next.isDigit || "@*#?-$!".utf8.contains(next):
      position += 2
      if next.isDigit || next == UInt8(ascii: "@") || next == UInt8(ascii: "*") {
        facts.references.append(positional)
      }
      word.addExpansion(mayVanish: !isQuoted || next == UInt8(ascii: "@"), &facts)
    default:
      word.add(UInt8(ascii: "$"), &facts)
      position += 1
    }
  }

  /// Reads `$'…'`, which dash takes for a `$` and '…'.
  private mutating func parseDollarQuotes(_ word: inout Word) throws(Stop) {
    position += 2
    word.isQuoted = true
    word.addOpaque(&facts)
    while let byte {
      position += 1
      switch byte {
      case UInt8(ascii: "'"): return
      case UInt8(ascii: "\\"):
        guard isBash, self.byte != nil else { throw Stop() }
        if self.byte == Self.placeholder { addRefused(.dollarQuotes) }
        position += 1
      case Self.placeholder: addRefused(.dollarQuotes)
      default: break
      }
    }
    throw Stop()
  }

  /// Reads the commands of `$(`, `<(` or `>(` and the parenthesis that ends them; true when they write only numbers.
  mutating func parseSubstitution() throws(Stop) -> Bool {
    let floor = pendingFloor
    pendingFloor = pending.count
    defer { pendingFloor = floor }
    let list = try parseList()
    guard list.terminator == .parenthesis, pending.count == pendingFloor else { throw Stop() }
    position += 1
    return list.printsNumbers
  }

  mutating func parseProcessSubstitution(_ word: inout Word) throws(Stop) {
    let isOutput = isAt(">")
    position += 2
    let outerInput = input
    if isOutput {
      // What is written there comes from who knows which command.
      input = newInput()
      facts.openInputs.append(input)
    }
    _ = try parseSubstitution()
    input = outerInput
    word.hasSubstitution = true
    word.addExpansion(mayVanish: false, &facts)
  }

  /// Reads the commands between backticks, in which no placeholder may stand.
  mutating func parseBackticks(isQuoted: Bool) throws(Stop) {
    try enter()
    defer { leave() }
    position += 1
    var inner: [UInt8] = []
    while true {
      guard let byte else { throw Stop() }
      position += 1
      switch byte {
      case UInt8(ascii: "`"):
        guard parseNested(inner, isBash: isBash, positional: positional) else { throw Stop() }
        return
      case UInt8(ascii: "\\"):
        guard let next = self.byte else { throw Stop() }
        position += 1
        let isEscape =
          next == UInt8(ascii: "$") || next == UInt8(ascii: "`") || next == UInt8(ascii: "\\")
          || isQuoted && next == UInt8(ascii: "\"")
        if !isEscape { inner.append(byte) }
        if next == Self.placeholder { addRefused(.backticks) }
        inner.append(next == Self.placeholder ? UInt8(ascii: "x") : next)
      case Self.placeholder:
        addRefused(.backticks)
        inner.append(UInt8(ascii: "x"))
      default: inner.append(byte)
      }
    }
  }

  // MARK: ${…}

  private mutating func parseParameter(
    _ word: inout Word, isQuoted: Bool, isHereDocument: Bool
  ) throws(Stop) {
    let mark = facts.mark
    var isIndirect = false
    var isLength = false
    if isAt("!"), let next = byte(1), next != UInt8(ascii: "}") {
      guard isBash else { throw Stop() }
      isIndirect = true
      position += 1
    } else if isAt("#"), let next = byte(1), next.isNameByte || "@*".utf8.contains(next) {
      isLength = true
      position += 1
    }
    let name = try parseParameterName()
    let start = facts.mark
    if let name, !isLength { facts.references.append(name) }
    var isList = name == positional
    if isAt("[") {
      guard isBash else { throw Stop() }
      if let next = byte(1), next == UInt8(ascii: "@") || next == UInt8(ascii: "*"), isAt("]", 2) {
        isList = true
        position += 3
        // Subscripts, in which no value may stand, are no values.
        if isIndirect, name != nil { facts.references.removeLast() }
      } else {
        let subscriptMark = facts.mark
        position += 1
        try parseArithmetic(until: .bracket)
        facts.refuse(facts.region(since: subscriptMark).withoutReferences, .subscriptIndex)
      }
    }
    if isIndirect, !isList { facts.refuse(facts.region(since: mark), .evaluatedOperand, "${!" + (name ?? "") + "}") }
    var wordIsData = false
    if !isAt("}") { wordIsData = try parseOperator(name, start, isQuoted: isQuoted, isHereDocument: isHereDocument) }
    guard isAt("}") else { throw Stop() }
    position += 1
    if !wordIsData { refuseDirect(in: facts.region(since: mark)) }
    word.addExpansion(mayVanish: !isQuoted || isList || isIndirect, &facts)
  }

  /// The parameter's name; nil for a special one, or where a placeholder stands for it.
  private mutating func parseParameterName() throws(Stop) -> String? {
    guard let first = byte else { throw Stop() }
    let start = position
    if first == Self.placeholder {
      addRefused(.parameterExpansion)
      position += 1
      return nil
    }
    if first.isNameStart || first.isDigit {
      while let byte, first.isDigit ? byte.isDigit : byte.isNameByte { position += 1 }
      return first.isDigit ? positional : String(decoding: text[start..<position], as: UTF8.self)
    }
    guard "@*#?-$!".utf8.contains(first) else { throw Stop() }
    position += 1
    return first == UInt8(ascii: "@") || first == UInt8(ascii: "*") ? positional : nil
  }

  /// Reads what follows the name; true when it is the word of `:-` or `:+` outside double quotes.
  private mutating func parseOperator(
    _ name: String?, _ start: ShellFacts.Mark, isQuoted: Bool, isHereDocument: Bool
  ) throws(Stop) -> Bool {
    let hasColon = isAt(":")
    guard let sign = byte(hasColon ? 1 : 0) else { throw Stop() }
    switch sign {
    case UInt8(ascii: "-"), UInt8(ascii: "+"), UInt8(ascii: "="), UInt8(ascii: "?"):
      position += hasColon ? 2 : 1
      let isData = hasColon && !isQuoted && (sign == UInt8(ascii: "-") || sign == UInt8(ascii: "+"))
      let mark = facts.mark
      try parseOperand(isQuoted: isQuoted, isHereDocument: isHereDocument, isData: isData)
      if sign == UInt8(ascii: "="), let name { facts.bind(name, facts.region(since: mark)) }
      return isData
    case _ where hasColon:
      position += 1
      let mark = facts.mark
      try parseArithmetic(until: .brace)
      facts.refuse(facts.region(since: mark).withoutReferences, .parameterExpansion)
    case UInt8(ascii: "@"):
      if isAt("P", 1) { facts.refuse(facts.region(since: start), .evaluatedOperand, "@P") }
      position += 1
      try parseOperand(isQuoted: isQuoted, isHereDocument: isHereDocument, isData: false)
    case UInt8(ascii: "#"), UInt8(ascii: "%"), UInt8(ascii: "/"), UInt8(ascii: "^"), UInt8(ascii: ","),
      Self.placeholder,
      UInt8(ascii: "*"):
      try parseOperand(isQuoted: isQuoted, isHereDocument: isHereDocument, isData: false)
    default: throw Stop()
    }
    return false
  }

  /// Reads the word after an operator, up to the closing brace.
  private mutating func parseOperand(isQuoted: Bool, isHereDocument: Bool, isData: Bool) throws(Stop) {
    if !isQuoted {
      let operand = try parseWord(.brace)
      if isData { place(operand, role: .argument, isDashSafe: false, takesList: false) }
      return
    }
    // Shells differ in what quotes mean here; only what reads the same with and without them is followed.
    let mark = facts.mark
    serial += 1
    var word = Word(serial: serial, start: position, end: position, region: facts.region(since: mark))
    while let byte, byte != UInt8(ascii: "}") {
      switch byte {
      case UInt8(ascii: "\""):
        guard isBash, !isHereDocument else { throw Stop() }
        try parseDoubleQuotes(&word)
      case UInt8(ascii: "'"):
        position += 1
        while let inner = self.byte, inner != UInt8(ascii: "'") {
          guard inner != Self.placeholder, !"}{\"\\$`\n".utf8.contains(inner) else { throw Stop() }
          position += 1
        }
        guard isAt("'") else { throw Stop() }
        position += 1
      default: try parseQuotedPiece(&word, byte, isHereDocument ? .hereDocument : .doubleQuotes)
      }
    }
  }

  /// Refuses what stands in an expansion itself; commands within it have their own rules.
  private mutating func refuseDirect(in region: ShellFacts.Region) {
    for index in region.places {
      if case .word(let word) = facts.places[index], word.command == nil, word.role == .argument {
        facts.places[index] = .refused(.init(.parameterExpansion))
      }
    }
  }
}
