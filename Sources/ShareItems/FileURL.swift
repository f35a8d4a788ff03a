import ShareModel

/// A `file:` URL and the path it stands for (RFC 8089).
enum FileURL {
  /// Whether a value is meant as a file URL: one line that begins with `file:/`.
  static func isFileURL(_ bytes: [UInt8]) -> Bool {
    bytes.count >= 6 && bytes[..<5].map { $0 | 0x20 }.elementsEqual("file:".utf8.map { $0 | 0x20 })
      && bytes[5] == UInt8(ascii: "/") && !bytes.contains { $0 == 0x0A || $0 == 0x0D }
  }

  /// The absolute path of a value that `isFileURL`. The host is empty or `localhost`; query and fragment do not count.
  static func path(of bytes: [UInt8]) throws(ItemError) -> FilePath {
    var rest = bytes[5...].prefix { $0 != UInt8(ascii: "?") && $0 != UInt8(ascii: "#") }
    if rest.starts(with: "//".utf8) {
      rest = rest.dropFirst(2)
      let host = rest.prefix { $0 != UInt8(ascii: "/") }
      guard host.isEmpty || host.map({ $0 | 0x20 }).elementsEqual("localhost".utf8) else {
        throw .invalidFileURL(bytes, "it names the host '\(ItemError.shown(Array(host)))', not this machine")
      }
      rest = rest[host.endIndex...]
    }
    guard rest.first == UInt8(ascii: "/") else { throw .invalidFileURL(bytes, "it has no path") }
    return FilePath(bytes: try decode(Array(rest), of: bytes))
  }

  private static func decode(_ encoded: [UInt8], of url: [UInt8]) throws(ItemError) -> [UInt8] {
    var decoded: [UInt8] = []
    decoded.reserveCapacity(encoded.count)
    var index = 0
    while index < encoded.count {
      let byte = encoded[index]
      index += 1
      guard byte == UInt8(ascii: "%") else {
        decoded.append(byte)
        continue
      }
      guard index + 1 < encoded.count, let high = digit(encoded[index]), let low = digit(encoded[index + 1]) else {
        throw .invalidFileURL(url, "'%' is not followed by two hexadecimal digits")
      }
      let value = high << 4 | low
      // Neither can be part of a name, so neither can be what was meant.
      guard value != 0, value != UInt8(ascii: "/") else {
        throw .invalidFileURL(url, "a file name cannot hold \(value == 0 ? "%00" : "%2F")")
      }
      decoded.append(value)
      index += 2
    }
    return decoded
  }

  private static func digit(_ byte: UInt8) -> UInt8? {
    switch byte {
    case 0x30...0x39: byte - 0x30
    case 0x41...0x46: byte - 0x41 + 10
    case 0x61...0x66: byte - 0x61 + 10
    default: nil
    }
  }
}
