extension FilePath {
  /// The path as a `file:` URL (RFC 8089): everything but unreserved characters and `/` is encoded, so that it is exact
  /// for any bytes.
  public var uri: String {
    var result = Array("file://".utf8)
    let digits = Array("0123456789ABCDEF".utf8)
    for byte in bytes {
      switch byte {
      case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x2D...0x2F, 0x5F, 0x7E: result.append(byte)
      default: result += [0x25, digits[Int(byte >> 4)], digits[Int(byte & 15)]]
      }
    }
    return String(decoding: result, as: UTF8.self)
  }

  /// Reads what `uri` wrote; nil for anything else.
  public init?(uri: String) {
    let scheme = Array("file://".utf8)
    let text = Array(uri.utf8)
    guard text.starts(with: scheme) else { return nil }
    var bytes: [UInt8] = []
    var index = scheme.count
    while index < text.count {
      guard text[index] == UInt8(ascii: "%") else {
        bytes.append(text[index])
        index += 1
        continue
      }
      let digits = text[index...].dropFirst().prefix(2)
      guard digits.count == 2, let byte = UInt8(String(decoding: digits, as: UTF8.self), radix: 16) else { return nil }
      bytes.append(byte)
      index += 3
    }
    self.init(bytes: bytes)
  }
}
