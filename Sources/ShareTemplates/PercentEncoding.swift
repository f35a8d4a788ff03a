/// Percent-encoding of URL components (RFC 3986, 2.1 and 2.3).
public enum PercentEncoding {
  /// Everything but letters, digits, `-`, `.`, `_`, `~` and the bytes kept as `%XX`.
  public static func encode(_ bytes: [UInt8], keeping kept: String = "") -> [UInt8] {
    var result: [UInt8] = []
    result.reserveCapacity(bytes.count)
    let digits = Array("0123456789ABCDEF".utf8)
    for byte in bytes {
      if isUnreserved(byte) || kept.utf8.contains(byte) {
        result.append(byte)
      } else {
        result += [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 0xF)]]
      }
    }
    return result
  }

  static func isUnreserved(_ byte: UInt8) -> Bool {
    TemplateParser.isName(byte) || byte == UInt8(ascii: ".") || byte == UInt8(ascii: "~")
  }
}

/// Base64 with padding (RFC 4648, 4).
enum Base64 {
  static func encode(_ bytes: [UInt8]) -> [UInt8] {
    let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)
    var result: [UInt8] = []
    result.reserveCapacity((bytes.count + 2) / 3 * 4)
    var index = 0
    while index < bytes.count {
      let count = min(3, bytes.count - index)
      var group = UInt32(bytes[index]) << 16
      if count > 1 { group |= UInt32(bytes[index + 1]) << 8 }
      if count > 2 { group |= UInt32(bytes[index + 2]) }
      for position in 0..<4 {
        result.append(
          position <= count ? alphabet[Int(group >> UInt32(18 - 6 * position)) & 0x3F] : UInt8(ascii: "="))
      }
      index += 3
    }
    return result
  }
}

/// The parts of a URL value (RFC 3986, 3), as bytes of it.
struct URLParts {
  var scheme: [UInt8] = []
  var host: [UInt8]?
  var port: [UInt8]?
  var path: ArraySlice<UInt8>
  var query: [UInt8]?
  var fragment: [UInt8]?

  /// Nil for what does not begin with a scheme, or holds blanks or control characters.
  init?(_ bytes: [UInt8]) {
    guard !bytes.contains(where: { $0 <= 0x20 || $0 == 0x7F }) else { return nil }
    guard let colon = bytes.firstIndex(of: UInt8(ascii: ":")), colon > 0, (0x61...0x7A).contains(bytes[0] | 0x20),
      bytes[..<colon].allSatisfy(URLLayout.isSchemeByte)
    else { return nil }
    scheme = bytes[..<colon].map { (0x41...0x5A).contains($0) ? $0 | 0x20 : $0 }
    var rest = bytes[(colon + 1)...]
    if let hash = rest.firstIndex(of: UInt8(ascii: "#")) {
      fragment = Array(rest[(hash + 1)...])
      rest = rest[..<hash]
    }
    if let mark = rest.firstIndex(of: UInt8(ascii: "?")) {
      query = Array(rest[(mark + 1)...])
      rest = rest[..<mark]
    }
    path = rest
    guard rest.starts(with: "//".utf8) else { return }
    rest = rest.dropFirst(2)
    let end = rest.firstIndex(of: UInt8(ascii: "/")) ?? rest.endIndex
    path = rest[end...]
    var authority = rest[..<end]
    if let at = authority.lastIndex(of: UInt8(ascii: "@")) { authority = authority[(at + 1)...] }
    let bracket = authority.lastIndex(of: UInt8(ascii: "]")) ?? authority.startIndex
    if let colon = authority[bracket...].lastIndex(of: UInt8(ascii: ":")) {
      let digits = Array(authority[(colon + 1)...])
      port = digits.isEmpty ? nil : digits
      authority = authority[..<colon]
    }
    host = Array(authority)
  }

  var isWeb: Bool { scheme == Array("http".utf8) || scheme == Array("https".utf8) }
}
