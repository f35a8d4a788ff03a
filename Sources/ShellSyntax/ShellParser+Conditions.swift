extension ShellParser {
  /// Reads what stands between `[[` and `]]`, and passes the latter.
  ///
  /// Operators are known from their letters alone, so that a value is never one.
  mutating func parseCondition() throws(Stop) {
    var isPrimaryDue = true
    var parentheses = 0
    while true {
      try skipConditionSpace()
      guard let byte else { throw Stop() }
      if isPrimaryDue {
        if byte == UInt8(ascii: "(") {
          parentheses += 1
          position += 1
        } else if byte == UInt8(ascii: "!"), let next = self.byte(1), next.isBlank || next == UInt8(ascii: "\n") {
          position += 1
        } else {
          guard try parsePrimary() else { throw Stop() }
          isPrimaryDue = false
        }
      } else if byte == UInt8(ascii: ")"), parentheses > 0 {
        parentheses -= 1
        position += 1
      } else if isAt("&") && isAt("&", 1) || isAt("|") && isAt("|", 1) {
        position += 2
        isPrimaryDue = true
      } else if isConditionEnd, parentheses == 0 {
        position += 2
        return
      } else {
        throw Stop()
      }
    }
  }

  private var isConditionEnd: Bool {
    guard isAt("]"), isAt("]", 1) else { return false }
    guard let after = byte(2) else { return true }
    return after.isBlank || "\n;&|)<>".utf8.contains(after)
  }

  private mutating func skipConditionSpace() throws(Stop) {
    while true {
      if isAt("#") { throw Stop() }
      if isAt("\n") {
        try takeLineBreak()
      } else if isAtContinuation {
        position += 2
      } else if let byte, byte.isBlank {
        position += 1
      } else {
        return
      }
    }
  }

  /// Reads one test; false when none stands here.
  private mutating func parsePrimary() throws(Stop) -> Bool {
    if isConditionEnd { return false }
    let left = try parseWord(.plain)
    guard !left.isEmpty else { return false }
    try skipConditionSpace()
    if left.isLiteral, !left.isQuoted, left.text.count == 2, left.text[0] == UInt8(ascii: "-"), left.text[1].isNameStart
    {
      guard !isConditionEnd else { throw Stop() }
      let operand = try parseWord(.plain)
      guard !operand.isEmpty else { throw Stop() }
      if left.text[1] == UInt8(ascii: "v") || left.text[1] == UInt8(ascii: "R") {
        facts.refuse(operand.region, .variableName, "-" + String(UnicodeScalar(left.text[1])))
      }
      place(operand, role: .testOperand, isDashSafe: true, takesList: false)
      return true
    }
    if isConditionEnd || isAt(")") || isAt("&") || isAt("|") {
      place(left, role: .testOperand, isDashSafe: true, takesList: false)
      return true
    }
    let operation = try parseOperation()
    try skipConditionSpace()
    guard !isConditionEnd else { throw Stop() }
    let right = try parseWord(operation == "=~" ? .expression : .plain)
    guard !right.isEmpty else { throw Stop() }
    for word in [left, right] {
      place(word, role: .testOperand, isDashSafe: true, takesList: false)
      guard Self.arithmeticOperations.contains(operation) else { continue }
      facts.sink(word.region, .number)
      addArithmeticNames(word.start..<word.end)
    }
    return true
  }

  private static let arithmeticOperations: Set<String> = ["-eq", "-ne", "-lt", "-le", "-gt", "-ge"]
  private static let otherOperations: Set<String> = ["==", "=", "!=", "=~", "<", ">", "-nt", "-ot", "-ef"]

  private mutating func parseOperation() throws(Stop) -> String {
    var length = 0
    while let byte = byte(length), !byte.isBlank, byte != UInt8(ascii: "\n") {
      length += 1
      guard length < 4 else { throw Stop() }
    }
    let operation = String(decoding: text[position..<position + length], as: UTF8.self)
    guard Self.arithmeticOperations.contains(operation) || Self.otherOperations.contains(operation) else {
      throw Stop()
    }
    position += length
    return operation
  }
}
