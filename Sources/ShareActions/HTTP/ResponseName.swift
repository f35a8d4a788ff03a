import ShareModel
import ShareTemplates

/// The name that a response's body gets as a file: Content-Disposition (RFC 6266), else the last part of the URL, with
/// an extension where neither has one. Not yet made safe.
enum ResponseName {
  static func name(headers: [HTTPResponse.Header], path: [UInt8]) -> [UInt8] {
    let disposition = headers.last { $0.name.lowercased() == "content-disposition" }?.value
    var name = disposition.flatMap(fileName) ?? lastPart(of: path)
    if name.isEmpty { name = Array("response".utf8) }
    if FilePath.splitName(name).fileExtension == nil,
      let type = headers.last(where: { $0.name.lowercased() == "content-type" })?.value,
      let suffix = extensions[ContentType(String(decoding: type, as: UTF8.self)).essence]
    {
      name += Array(("." + suffix).utf8)
    }
    return name
  }

  private static let extensions = [
    "image/png": "png", "image/jpeg": "jpg", "image/gif": "gif", "image/webp": "webp", "image/svg+xml": "svg",
    "image/avif": "avif", "application/pdf": "pdf", "application/zip": "zip", "application/json": "json",
    "text/plain": "txt", "text/html": "html", "text/csv": "csv", "audio/mpeg": "mp3", "video/mp4": "mp4",
  ]

  private static func lastPart(of path: [UInt8]) -> [UInt8] {
    percentDecoded(Array(path.split(separator: UInt8(ascii: "/")).last ?? []))
  }

  /// `filename*` before `filename`; folders in front of the name, of either kind of slash, are dropped.
  static func fileName(_ disposition: [UInt8]) -> [UInt8]? {
    let parameters = parameters(of: disposition)
    var name: [UInt8]?
    if let extended = parameters.first(where: { $0.name == "filename*" })?.value {
      // charset'language'percent-encoded (RFC 8187)
      let parts = extended.split(separator: UInt8(ascii: "'"), maxSplits: 2, omittingEmptySubsequences: false)
      if parts.count == 3, String(decoding: parts[0], as: UTF8.self).lowercased() == "utf-8" {
        name = percentDecoded(Array(parts[2]))
      }
    }
    name = name ?? parameters.first { $0.name == "filename" }?.value
    guard let name else { return nil }
    let last = name.split { $0 == UInt8(ascii: "/") || $0 == UInt8(ascii: "\\") }.last.map(Array.init) ?? []
    return last.isEmpty ? nil : last
  }

  private static func parameters(of header: [UInt8]) -> [(name: String, value: [UInt8])] {
    var result: [(name: String, value: [UInt8])] = []
    var rest = header.drop { $0 != UInt8(ascii: ";") }
    while rest.popFirst() != nil {
      let name = rest.prefix { $0 != UInt8(ascii: "=") && $0 != UInt8(ascii: ";") }
      rest = rest.dropFirst(name.count)
      guard rest.first == UInt8(ascii: "=") else { continue }
      rest = rest.dropFirst().drop { $0 == 0x20 }
      var value: [UInt8] = []
      if rest.first == UInt8(ascii: "\"") {
        rest = rest.dropFirst()
        while let byte = rest.popFirst(), byte != UInt8(ascii: "\"") {
          // Only `\"` and `\\` are pairs: some servers write a Windows path as it is.
          if byte == UInt8(ascii: "\\"), let next = rest.first, next == byte || next == UInt8(ascii: "\"") {
            value.append(next)
            rest = rest.dropFirst()
          } else {
            value.append(byte)
          }
        }
        rest = rest.drop { $0 != UInt8(ascii: ";") }
      } else {
        value = Array(rest.prefix { $0 != UInt8(ascii: ";") })
        rest = rest.dropFirst(value.count)
        while value.last == 0x20 { value.removeLast() }
      }
      let key = String(decoding: name.filter { $0 != 0x20 && $0 != 0x09 }, as: UTF8.self).lowercased()
      result.append((key, value))
    }
    return result
  }

  static func percentDecoded(_ bytes: [UInt8]) -> [UInt8] {
    var result: [UInt8] = []
    var index = 0
    while index < bytes.count {
      if bytes[index] == UInt8(ascii: "%"), index + 2 < bytes.count,
        let high = digit(bytes[index + 1]), let low = digit(bytes[index + 2])
      {
        result.append(high << 4 | low)
        index += 3
      } else {
        result.append(bytes[index])
        index += 1
      }
    }
    return result
  }

  private static func digit(_ byte: UInt8) -> UInt8? {
    switch byte {
    case 0x30...0x39: byte - 0x30
    case 0x41...0x46: byte - 0x37
    case 0x61...0x66: byte - 0x57
    default: nil
    }
  }
}
