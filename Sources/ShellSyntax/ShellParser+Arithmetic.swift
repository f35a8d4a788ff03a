extension ShellParser {
  /// Reads an arithmetic expression and what ends it; the names in it are references, evaluated again and again.
  mutating func parseArithmetic(until closer: ArithmeticEnd) throws(Stop) {
    try enter()
    defer { leave() }
    let mark = facts.mark
    serial += 1
    var word = Word(serial: serial, start: position, end: position, region: facts.region(since: mark))
    var parentheses = 0
    var brackets = 0
    defer { facts.sink(facts.region(since: mark), .number) }
    while let byte {
      switch byte {
      case UInt8(ascii: ")"):
        if parentheses > 0 {
          parentheses -= 1
        } else {
          guard closer == .doubleParenthesis, isAt(")", 1) else { throw Stop() }
          position += 2
          return
        }
      case UInt8(ascii: "("): parentheses += 1
      case UInt8(ascii: "["): brackets += 1
      case UInt8(ascii: "]"):
        if brackets > 0 {
          brackets -= 1
        } else if closer == .bracket, parentheses == 0 {
          position += 1
          return
        } else {
          throw Stop()
        }
      case UInt8(ascii: ";"):
        guard closer == .semicolon, parentheses == 0 else { throw Stop() }
        position += 1
        return
      case UInt8(ascii: "}"):
        guard closer == .brace, parentheses == 0 else { throw Stop() }
        return
      case UInt8(ascii: "$"):
        try parseDollar(&word, isQuoted: true)
        continue
      case UInt8(ascii: "`"):
        try parseBackticks(isQuoted: true)
        continue
      case UInt8(ascii: "\""):
        try parseArithmeticQuotes(&word)
        continue
      case UInt8(ascii: "'"), UInt8(ascii: "{"): throw Stop()
      case UInt8(ascii: "\\"):
        guard isAtContinuation else { throw Stop() }
        position += 1
      case UInt8(ascii: "\n"):
        guard pending.isEmpty else { throw Stop() }
      case Self.placeholder:
        addPlace(closer == .bracket ? .refused(.init(.subscriptIndex)) : .number)
      case _ where byte.isNameStart:
        let start = position
        while let byte = self.byte, byte.isNameByte { position += 1 }
        addReference(text[start..<position])
        continue
      case _ where byte.isDigit:
        // `0x1f` and `16#ff` are numbers, not names.
        while let byte = self.byte, byte.isNameByte || byte == UInt8(ascii: "#") { position += 1 }
        continue
      default: break
      }
      position += 1
    }
    throw Stop()
  }

  /// Quotes in arithmetic group nothing: what is in them is evaluated as well.
  private mutating func parseArithmeticQuotes(_ word: inout Word) throws(Stop) {
    position += 1
    while let byte, byte != UInt8(ascii: "\"") {
      switch byte {
      case Self.placeholder:
        addPlace(.number)
        position += 1
      case _ where byte.isNameStart:
        let start = position
        while let byte = self.byte, byte.isNameByte { position += 1 }
        addReference(text[start..<position])
      default: try parseQuotedPiece(&word, byte, .doubleQuotes)
      }
    }
    guard isAt("\"") else { throw Stop() }
    position += 1
  }

  /// Notes as references the names in the bytes of a word that is evaluated as arithmetic.
  mutating func addArithmeticNames(_ range: Range<Int>) {
    let mark = facts.mark
    var index = range.lowerBound
    while index < range.upperBound {
      guard text[index].isNameStart else {
        index += 1
        continue
      }
      let start = index
      while index < range.upperBound, text[index].isNameByte { index += 1 }
      addReference(text[start..<index])
    }
    facts.sink(facts.region(since: mark), .number)
  }
}
