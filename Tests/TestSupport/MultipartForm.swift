/// The parts of a multipart/form-data body, read as RFC 7578 and the HTML standard have it.
public struct MultipartForm: Sendable {
  public struct Part: Sendable, Equatable {
    public var name: [UInt8]
    public var filename: [UInt8]?
    public var type: String?
    public var content: [UInt8]

    public init(name: [UInt8], filename: [UInt8]?, type: String?, content: [UInt8]) {
      self.name = name
      self.filename = filename
      self.type = type
      self.content = content
    }

    public var text: String { String(decoding: content, as: UTF8.self) }
  }

  public var parts: [Part] = []

  /// Nil for what is not well-formed to the byte.
  public init?(_ body: [UInt8], contentType: String) {
    guard contentType.hasPrefix("multipart/form-data; boundary=") else { return nil }
    let boundary = Array(("--" + contentType.dropFirst("multipart/form-data; boundary=".count)).utf8)
    let crlf: [UInt8] = [0x0D, 0x0A]
    guard body.starts(with: boundary + crlf) else { return nil }
    var rest = body[(boundary.count + 2)...]
    while true {
      guard let headEnd = MultipartForm.find(crlf + crlf, in: rest),
        let end = MultipartForm.find(crlf + boundary, in: rest[(headEnd + 2)...])
      else { return nil }
      let content = headEnd + 4 <= end ? Array(rest[(headEnd + 4)..<end]) : []
      guard let part = MultipartForm.part(Array(rest[..<headEnd]), content) else { return nil }
      parts.append(part)
      rest = rest[(end + 2 + boundary.count)...]
      if rest.elementsEqual(Array("--".utf8) + crlf) { return }
      guard rest.starts(with: crlf) else { return nil }
      rest = rest.dropFirst(2)
    }
  }

  private static func part(_ head: [UInt8], _ content: [UInt8]) -> Part? {
    var part = Part(name: [], filename: nil, type: nil, content: content)
    var hasDisposition = false
    for line in head.split(separator: 0x0A).map({ $0.last == 0x0D ? Array($0.dropLast()) : Array($0) }) {
      let text = String(decoding: line, as: UTF8.self)
      if text.lowercased().hasPrefix("content-type: ") {
        part.type = String(text.dropFirst("content-type: ".count))
      } else if text.hasPrefix("Content-Disposition: form-data; ") {
        hasDisposition = true
        guard let name = quoted(" name=\"", in: line) else { return nil }
        part.name = name
        part.filename = quoted("; filename=\"", in: line)
      } else {
        return nil
      }
    }
    return hasDisposition ? part : nil
  }

  /// A quoted value, with the escapes of the HTML standard undone.
  private static func quoted(_ prefix: String, in line: [UInt8]) -> [UInt8]? {
    guard let start = find(Array(prefix.utf8), in: line[...]) else { return nil }
    let rest = line[(start + prefix.utf8.count)...]
    guard let end = rest.firstIndex(of: UInt8(ascii: "\"")) else { return nil }
    var value: [UInt8] = []
    var index = rest.startIndex
    while index < end {
      let escapes: [([UInt8], UInt8)] = [
        (Array("%22".utf8), 0x22), (Array("%0D".utf8), 0x0D), (Array("%0A".utf8), 0x0A),
      ]
      if let escape = escapes.first(where: { rest[index..<end].starts(with: $0.0) }) {
        value.append(escape.1)
        index += 3
      } else {
        value.append(rest[index])
        index += 1
      }
    }
    return value
  }

  static func find(_ wanted: [UInt8], in bytes: ArraySlice<UInt8>) -> Int? {
    var index = bytes.startIndex
    while index + wanted.count <= bytes.endIndex {
      if bytes[index] == wanted[0], bytes[index..<(index + wanted.count)].elementsEqual(wanted) { return index }
      index += 1
    }
    return nil
  }
}
