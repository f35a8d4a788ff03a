extension JSONValue {
  /// Reads one JSON text (RFC 8259) strictly: UTF-8 without a byte-order mark, nothing after the value, at most 200
  /// levels of arrays and objects. Numbers keep their digits. Of members with one name the last is kept, in the place
  /// of the first, as most readers do.
  public static func parse(_ bytes: [UInt8]) throws(JSONError) -> JSONValue {
    var reader = JSONReader(bytes: bytes)
    return try reader.document()
  }
}

/// A recursive reader with a bound on its depth.
struct JSONReader {
  static let depthLimit = 200

  private let bytes: [UInt8]
  private var index = 0

  init(bytes: [UInt8]) { self.bytes = bytes }

  mutating func document() throws(JSONError) -> JSONValue {
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { throw error("a byte-order mark stands before the value") }
    let value = try value(depth: 0)
    skipBlanks()
    guard index == bytes.count else { throw error("text follows the value") }
    return value
  }

  private func error(_ message: String) -> JSONError { JSONError(offset: index, message: message) }

  private var current: UInt8? { index < bytes.count ? bytes[index] : nil }

  private mutating func skipBlanks() {
    while let byte = current, byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 { index += 1 }
  }

  private mutating func value(depth: Int) throws(JSONError) -> JSONValue {
    skipBlanks()
    switch current {
    case nil: throw error("the text ends where a value is due")
    case UInt8(ascii: "{"): return try object(depth: depth)
    case UInt8(ascii: "["): return try array(depth: depth)
    case UInt8(ascii: "\""): return .string(try string())
    case .some(UInt8(ascii: "-")), .some(UInt8(ascii: "0")...UInt8(ascii: "9")): return .number(try number())
    case UInt8(ascii: "t"): return try word("true", .boolean(true))
    case UInt8(ascii: "f"): return try word("false", .boolean(false))
    case UInt8(ascii: "n"): return try word("null", .null)
    default: throw error("no value begins like this")
    }
  }

  private mutating func word(_ word: StaticString, _ value: JSONValue) throws(JSONError) -> JSONValue {
    let text = Array(word.description.utf8)
    guard bytes[index...].starts(with: text) else { throw error("no value begins like this") }
    index += text.count
    return value
  }

  private mutating func open(depth: Int) throws(JSONError) {
    guard depth < JSONReader.depthLimit else {
      throw error("arrays and objects are nested more than \(JSONReader.depthLimit) levels deep")
    }
    index += 1
    skipBlanks()
  }

  private mutating func array(depth: Int) throws(JSONError) -> JSONValue {
    try open(depth: depth)
    var elements: [JSONValue] = []
    if current == UInt8(ascii: "]") {
      index += 1
      return .array(elements)
    }
    while true {
      elements.append(try value(depth: depth + 1))
      skipBlanks()
      switch current {
      case UInt8(ascii: ","): index += 1
      case UInt8(ascii: "]"):
        index += 1
        return .array(elements)
      default: throw error("neither ',' nor ']' follows the element")
      }
    }
  }

  private mutating func object(depth: Int) throws(JSONError) -> JSONValue {
    try open(depth: depth)
    var members: [JSONMember] = []
    var places: [[UInt8]: Int] = [:]
    if current == UInt8(ascii: "}") {
      index += 1
      return .object(members)
    }
    while true {
      skipBlanks()
      guard current == UInt8(ascii: "\"") else { throw error("no name in double quotes begins the member") }
      let name = try string()
      skipBlanks()
      guard current == UInt8(ascii: ":") else { throw error("no ':' follows the name") }
      index += 1
      let value = try value(depth: depth + 1)
      // By bytes: Swift takes canonically equivalent names for equal, JSON does not.
      let key = Array(name.utf8)
      if let place = places[key] {
        members[place].value = value
      } else {
        places[key] = members.count
        members.append(JSONMember(name, value))
      }
      skipBlanks()
      switch current {
      case UInt8(ascii: ","): index += 1
      case UInt8(ascii: "}"):
        index += 1
        return .object(members)
      default: throw error("neither ',' nor '}' follows the member")
      }
    }
  }

  // MARK: - Numbers

  private mutating func number() throws(JSONError) -> String {
    let start = index
    if current == UInt8(ascii: "-") { index += 1 }
    if current == UInt8(ascii: "0") {
      index += 1
      if isDigit { throw error("a digit follows a leading zero") }
    } else {
      try digits()
    }
    if current == UInt8(ascii: ".") {
      index += 1
      try digits()
    }
    if current == UInt8(ascii: "e") || current == UInt8(ascii: "E") {
      index += 1
      if current == UInt8(ascii: "+") || current == UInt8(ascii: "-") { index += 1 }
      try digits()
    }
    return String(decoding: bytes[start..<index], as: UTF8.self)
  }

  private var isDigit: Bool { current.map { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) } ?? false }

  private mutating func digits() throws(JSONError) {
    guard isDigit else { throw error("a digit is missing in the number") }
    while isDigit { index += 1 }
  }

  // MARK: - Strings

  private mutating func string() throws(JSONError) -> String {
    let opening = index
    index += 1
    // Most strings have no escape and are taken as they stand.
    let start = index
    while let byte = current, byte != UInt8(ascii: "\""), byte != UInt8(ascii: "\\"), byte >= 0x20 { index += 1 }
    var text = Array(bytes[start..<index])
    while true {
      switch current {
      case nil:
        index = opening
        throw error("the string does not end")
      case UInt8(ascii: "\""):
        index += 1
        guard let valid = String(validating: text, as: UTF8.self) else {
          index = firstInvalidByte(from: start)
          throw error("the text is not valid UTF-8")
        }
        return valid
      case UInt8(ascii: "\\"): try escape(into: &text)
      case .some(let byte) where byte < 0x20: throw error("a control character stands in the string")
      case .some(let byte):
        text.append(byte)
        index += 1
      }
    }
  }

  /// The first byte at or after `start` up to which the bytes are no valid UTF-8.
  private func firstInvalidByte(from start: Int) -> Int {
    var offset = start
    while offset < bytes.count {
      var length = 1
      while length < 4, offset + length < bytes.count, bytes[offset + length] & 0xC0 == 0x80 { length += 1 }
      guard String(validating: bytes[offset..<offset + length], as: UTF8.self) != nil else { return offset }
      offset += length
    }
    return start
  }

  private mutating func escape(into text: inout [UInt8]) throws(JSONError) {
    let start = index
    index += 1
    let plain: UInt8
    switch current {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): plain = bytes[index]
    case UInt8(ascii: "b"): plain = 0x08
    case UInt8(ascii: "f"): plain = 0x0C
    case UInt8(ascii: "n"): plain = 0x0A
    case UInt8(ascii: "r"): plain = 0x0D
    case UInt8(ascii: "t"): plain = 0x09
    case UInt8(ascii: "u"):
      index += 1
      text += Array(String(Character(try unicodeEscape(start))).utf8)
      return
    default:
      index = start
      throw error("the escape is unknown")
    }
    text.append(plain)
    index += 1
  }

  /// The scalar of `\uXXXX`, of two where the first is half of a surrogate pair.
  private mutating func unicodeEscape(_ start: Int) throws(JSONError) -> Unicode.Scalar {
    let first = try fourDigits(start)
    if let scalar = Unicode.Scalar(first) { return scalar }
    guard (0xD800..<0xDC00).contains(first), current == UInt8(ascii: "\\"), index + 1 < bytes.count,
      bytes[index + 1] == UInt8(ascii: "u")
    else {
      index = start
      throw error("the escape is half of a surrogate pair")
    }
    index += 2
    let second = try fourDigits(start)
    guard (0xDC00..<0xE000).contains(second),
      let scalar = Unicode.Scalar(0x10000 + (first - 0xD800) << 10 + (second - 0xDC00))
    else {
      index = start
      throw error("the escape is half of a surrogate pair")
    }
    return scalar
  }

  private mutating func fourDigits(_ start: Int) throws(JSONError) -> UInt32 {
    var value: UInt32 = 0
    for _ in 0..<4 {
      guard let byte = current, let digit = Character(Unicode.Scalar(byte)).hexDigitValue, byte < 0x80 else {
        index = start
        throw error("the escape lacks its four hexadecimal digits")
      }
      value = value << 4 + UInt32(digit)
      index += 1
    }
    return value
  }
}
