import JSONSyntax

/// JSON as the renderer needs it: read, written, and its numbers.
enum JSONText {
  /// Nil for what is no JSON; white space around is allowed.
  static func read(_ bytes: [UInt8]) -> JSONValue? { try? JSONValue.parse(bytes) }

  static func write(_ value: JSONValue) -> [UInt8] { value.serializedBytes() }

  /// `-?(0|[1-9][0-9]*)(\.[0-9]+)?([eE][+-]?[0-9]+)?` (RFC 8259, 6).
  static func isNumber(_ text: String) -> Bool {
    var bytes = text.utf8[...]
    func dropDigits() -> Int {
      let count = bytes.prefix(while: TemplateParser.isDigit).count
      bytes = bytes.dropFirst(count)
      return count
    }
    if bytes.first == UInt8(ascii: "-") { bytes = bytes.dropFirst() }
    if bytes.first == UInt8(ascii: "0") {
      bytes = bytes.dropFirst()
    } else if dropDigits() == 0 {
      return false
    }
    if bytes.first == UInt8(ascii: ".") {
      bytes = bytes.dropFirst()
      guard dropDigits() > 0 else { return false }
    }
    if let mark = bytes.first, mark | 0x20 == UInt8(ascii: "e") {
      bytes = bytes.dropFirst()
      if let sign = bytes.first, sign == UInt8(ascii: "+") || sign == UInt8(ascii: "-") { bytes = bytes.dropFirst() }
      guard dropDigits() > 0 else { return false }
    }
    return bytes.isEmpty
  }

  /// A number that shell arithmetic reads as decimal: no leading zero, no fraction.
  static func isInteger(_ text: String) -> Bool {
    isNumber(text) && text.utf8.allSatisfy { TemplateParser.isDigit($0) || $0 == UInt8(ascii: "-") }
  }
}
