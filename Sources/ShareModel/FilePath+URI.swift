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
}
