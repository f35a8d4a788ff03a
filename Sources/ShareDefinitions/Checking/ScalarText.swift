/// What the source text of a scalar says; every function works on bytes and allocates nothing.
enum ScalarText {
  /// Units of size, in bytes.
  static let sizeUnits: [(name: StaticString, bytes: Int)] = [
    ("B", 1), ("kB", 1000), ("KiB", 1 << 10), ("MB", 1_000_000), ("MiB", 1 << 20), ("GB", 1_000_000_000),
    ("GiB", 1 << 30),
  ]

  /// Bytes of a text such as `1.5 MiB`; nil for anything else and for more than `Int` holds.
  static func size(_ text: String) -> Int? {
    guard let (number, unit) = split(text) else { return nil }
    let factor: Double
    switch unit {
    case "B": factor = 1
    case "kB": factor = 1000
    case "KiB": factor = 1024
    case "MB": factor = 1_000_000
    case "MiB": factor = 1_048_576
    case "GB": factor = 1_000_000_000
    case "GiB": factor = 1_073_741_824
    default: return nil
    }
    let bytes = number * factor
    return bytes < 0x1p62 ? Int(bytes) : nil
  }

  /// Seconds of a text such as `500ms`; nil for anything else.
  static func duration(_ text: String) -> Double? {
    guard let (number, unit) = split(text) else { return nil }
    switch unit {
    case "ms": return number / 1000
    case "s": return number
    case "m": return number * 60
    case "h": return number * 3600
    default: return nil
    }
  }

  /// A decimal number and what follows it, one blank between them at most.
  private static func split(_ text: String) -> (number: Double, unit: Substring)? {
    let bytes = text.utf8
    var index = bytes.startIndex
    var value = 0.0
    var digits = 0
    var scale = 0.0
    while index < bytes.endIndex {
      let byte = bytes[index]
      if byte == UInt8(ascii: "."), digits > 0, scale == 0 {
        scale = 1
      } else if (0x30...0x39).contains(byte) {
        value = value * 10 + Double(byte - 0x30)
        digits += 1
        scale *= 10
      } else {
        break
      }
      index = bytes.index(after: index)
    }
    guard digits > 0, digits < 16, scale != 1 else { return nil }
    if index < bytes.endIndex, bytes[index] == UInt8(ascii: " ") { index = bytes.index(after: index) }
    return (scale > 1 ? value / scale : value, text[index...])
  }

  /// A decimal integer without a sign; leading zeros count for nothing.
  static func integer(_ text: String) -> Int? {
    var value = 0
    guard !text.isEmpty, text.utf8.count <= 18 else { return nil }
    for byte in text.utf8 {
      guard (0x30...0x39).contains(byte) else { return nil }
      value = value * 10 + Int(byte - 0x30)
    }
    return value
  }

  static func number(_ text: String) -> Double? { isJSONNumber(text) ? Double(text) : nil }

  /// Whether the text is a number in JSON's own grammar (RFC 8259).
  static func isJSONNumber(_ text: String) -> Bool {
    var rest = text.utf8[...]
    func takeDigits() -> Int {
      let count = rest.prefix { (0x30...0x39).contains($0) }.count
      rest = rest.dropFirst(count)
      return count
    }
    if rest.first == UInt8(ascii: "-") { rest.removeFirst() }
    if rest.first == UInt8(ascii: "0") {
      rest.removeFirst()
    } else if takeDigits() == 0 {
      return false
    }
    if rest.first == UInt8(ascii: ".") {
      rest.removeFirst()
      if takeDigits() == 0 { return false }
    }
    if let byte = rest.first, byte | 0x20 == UInt8(ascii: "e") {
      rest.removeFirst()
      if let sign = rest.first, sign == UInt8(ascii: "+") || sign == UInt8(ascii: "-") { rest.removeFirst() }
      if takeDigits() == 0 { return false }
    }
    return rest.isEmpty
  }

  static func isBlank(_ text: String) -> Bool {
    text.utf8.allSatisfy { $0 == 0x20 || (0x09...0x0D).contains($0) }
  }

  static func isSecretName(_ text: String) -> Bool {
    guard let first = text.utf8.first, (0x41...0x5A).contains(first) else { return false }
    return text.utf8.allSatisfy { (0x41...0x5A).contains($0) || isDigit($0) || $0 == UInt8(ascii: "_") }
  }

  /// Whether placeholders can write the name: letters, digits, `_`, `-`.
  static func isIdentifier(_ text: String) -> Bool {
    !text.isEmpty
      && text.utf8.allSatisfy {
        isLetter($0) || isDigit($0) || $0 == UInt8(ascii: "_") || $0 == UInt8(ascii: "-")
      }
  }

  /// Whether the text is a token (RFC 9110, section 5.6.2).
  static func isToken(_ text: String) -> Bool {
    !text.isEmpty && text.utf8.allSatisfy { isLetter($0) || isDigit($0) || "!#$%&'*+-.^_`|~".utf8.contains($0) }
  }

  static func isScheme(_ text: String) -> Bool {
    guard let first = text.utf8.first, isLetter(first) else { return false }
    return text.utf8.allSatisfy { isLetter($0) || isDigit($0) || "+-.".utf8.contains($0) }
  }

  /// Whether the text has the form of a language tag (BCP 47) or of a POSIX locale.
  static func isLanguage(_ text: String) -> Bool {
    let parts = text.utf8.split(omittingEmptySubsequences: false) { $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: "_") }
    guard let first = parts.first, (2...8).contains(first.count), first.allSatisfy(isLetter) else { return false }
    return parts.dropFirst().allSatisfy { (1...8).contains($0.count) && $0.allSatisfy { isLetter($0) || isDigit($0) } }
  }

  static func isLetter(_ byte: UInt8) -> Bool { (0x61...0x7A).contains(byte | 0x20) }

  static func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }
}
