extension JSONValue {
  /// The value as JSON (RFC 8259): on one line without blanks, or `pretty` with two spaces for each level; no final line
  /// break.
  public func serialized(pretty: Bool = false) -> String {
    String(decoding: serializedBytes(pretty: pretty), as: UTF8.self)
  }

  /// The bytes of `serialized(pretty:)`: always valid UTF-8.
  public func serializedBytes(pretty: Bool = false) -> [UInt8] {
    var writer = JSONWriter(pretty: pretty)
    writer.write(self)
    return writer.output
  }
}

/// Writes JSON with as few escapes as are safe everywhere.
public struct JSONWriter {
  public private(set) var output: [UInt8] = []
  private let pretty: Bool
  private var level = 0

  public init(pretty: Bool = false) { self.pretty = pretty }

  public mutating func write(_ value: JSONValue) {
    switch value {
    case .null: output += "null".utf8
    case .boolean(let value): output += (value ? "true" : "false").utf8
    case .number(let digits): output += digits.utf8
    case .string(let text): write(text)
    case .array(let elements):
      list(elements, UInt8(ascii: "["), UInt8(ascii: "]")) { writer, element in writer.write(element) }
    case .object(let members):
      list(members, UInt8(ascii: "{"), UInt8(ascii: "}")) { writer, member in
        writer.write(member.name)
        writer.output.append(UInt8(ascii: ":"))
        if writer.pretty { writer.output.append(0x20) }
        writer.write(member.value)
      }
    }
  }

  private mutating func list<Element>(
    _ elements: [Element], _ opening: UInt8, _ closing: UInt8, _ write: (inout JSONWriter, Element) -> Void
  ) {
    output.append(opening)
    level += 1
    for (index, element) in elements.enumerated() {
      if index > 0 { output.append(UInt8(ascii: ",")) }
      newLine()
      write(&self, element)
    }
    level -= 1
    if !elements.isEmpty { newLine() }
    output.append(closing)
  }

  private mutating func newLine() {
    guard pretty else { return }
    output.append(0x0A)
    output += repeatElement(0x20, count: 2 * level)
  }

  /// A string in quotes. Beside what JSON demands, DEL and U+2028 and U+2029 are escaped: terminals act on the first,
  /// JavaScript before 2019 ends a line at the others.
  public mutating func write(_ text: String) {
    output.append(UInt8(ascii: "\""))
    // 0xE2 0x80 0xA8 and 0xE2 0x80 0xA9 are only known at their last byte.
    var beforeLast: UInt8 = 0
    var last: UInt8 = 0
    for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: "\""), UInt8(ascii: "\\"):
        output.append(UInt8(ascii: "\\"))
        output.append(byte)
      case 0x08: output += "\\b".utf8
      case 0x09: output += "\\t".utf8
      case 0x0A: output += "\\n".utf8
      case 0x0C: output += "\\f".utf8
      case 0x0D: output += "\\r".utf8
      case 0..<0x20, 0x7F:
        output += "\\u00".utf8
        output.append(JSONWriter.digit(byte >> 4))
        output.append(JSONWriter.digit(byte & 0x0F))
      case 0xA8, 0xA9:
        if beforeLast == 0xE2, last == 0x80 {
          output.removeLast(2)
          output += (byte == 0xA8 ? "\\u2028" : "\\u2029").utf8
        } else {
          output.append(byte)
        }
      default: output.append(byte)
      }
      (beforeLast, last) = (last, byte)
    }
    output.append(UInt8(ascii: "\""))
  }

  private static func digit(_ value: UInt8) -> UInt8 {
    value < 10 ? UInt8(ascii: "0") + value : UInt8(ascii: "a") + value - 10
  }
}
