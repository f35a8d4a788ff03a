/// A text that is found however its characters are written.
///
/// Each may stand as it is, percent-encoded (RFC 3986; a blank also as `+`, as forms have it), escaped for JSON (RFC 8259)
/// or as a character reference of HTML. Which characters are escaped, and with digits of which case, differs from one
/// writer to the next, so all of them are taken, in any mixture.
struct EscapedText: Sendable, Equatable {
  private struct Element: Equatable {
    /// One byte where the text is not UTF-8.
    var bytes: [UInt8]
    var scalar: UInt32?
  }

  private let characters: [Element]

  init(_ bytes: [UInt8]) {
    if let text = String(validating: bytes, as: UTF8.self) {
      characters = text.unicodeScalars.map { Element(bytes: Array(String($0).utf8), scalar: $0.value) }
    } else {
      characters = bytes.map { Element(bytes: [$0]) }
    }
  }

  /// The bytes with which it can begin.
  var beginnings: [UInt8] { characters.first.map { [$0.bytes[0]] + Array("%+\\&".utf8) } ?? [] }

  /// Where the text ends that begins at a place; the furthest end where there are several.
  func end(in bytes: [UInt8], at start: Int) -> Int? {
    // A backslash that is a character of the text may also be the first half of an escaped one, so that there can be
    // several places.
    var places = [start]
    for character in characters {
      var next: [Int] = []
      for place in places {
        EscapedText.step(over: character, in: bytes, at: place) { if !next.contains($0) { next.append($0) } }
      }
      guard !next.isEmpty else { return nil }
      places = next
    }
    return places.max()
  }

  /// Calls with each place that follows a character, written in any way, at a place.
  private static func step(
    over character: Element, in bytes: [UInt8], at place: Int, _ found: (Int) -> Void
  ) {
    guard place < bytes.count else { return }
    let end = place + character.bytes.count
    if end <= bytes.count, bytes[place..<end].elementsEqual(character.bytes) { found(end) }
    switch bytes[place] {
    case UInt8(ascii: "%"):
      let end = place + 3 * character.bytes.count
      guard end <= bytes.count else { return }
      for (index, byte) in character.bytes.enumerated() {
        let start = place + 3 * index
        guard bytes[start] == UInt8(ascii: "%"), number(bytes[(start + 1)..<(start + 3)], radix: 16) == UInt32(byte)
        else { return }
      }
      found(end)
    case UInt8(ascii: "+"): if character.scalar == 0x20 { found(place + 1) }
    case UInt8(ascii: "\\"):
      guard let scalar = character.scalar, place + 1 < bytes.count else { return }
      if let (unescaped, end) = jsonEscape(bytes, place), unescaped == scalar { found(end) }
    case UInt8(ascii: "&"):
      guard let scalar = character.scalar else { return }
      if let (referred, end) = reference(bytes, place), referred == scalar { found(end) }
    default: break
    }
  }

  /// What an escape of JSON stands for, and its end; `\'`, which JavaScript and Python write, too.
  private static func jsonEscape(_ bytes: [UInt8], _ place: Int) -> (UInt32, Int)? {
    switch bytes[place + 1] {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"), UInt8(ascii: "'"):
      return (UInt32(bytes[place + 1]), place + 2)
    case UInt8(ascii: "t"): return (0x09, place + 2)
    case UInt8(ascii: "u"):
      guard let unit = codeUnit(bytes, place) else { return nil }
      // A high surrogate and the low one that follows are one character.
      guard 0xD800...0xDBFF ~= unit, let low = codeUnit(bytes, place + 6), 0xDC00...0xDFFF ~= low else {
        return (unit, place + 6)
      }
      return (0x10000 + (unit - 0xD800) << 10 + (low - 0xDC00), place + 12)
    default: return nil
    }
  }

  /// The number of `\uXXXX`.
  private static func codeUnit(_ bytes: [UInt8], _ place: Int) -> UInt32? {
    guard place + 6 <= bytes.count, bytes[place] == UInt8(ascii: "\\"), bytes[place + 1] == UInt8(ascii: "u") else {
      return nil
    }
    return number(bytes[(place + 2)..<(place + 6)], radix: 16)
  }

  /// What a character reference stands for, and its end.
  private static func reference(_ bytes: [UInt8], _ place: Int) -> (UInt32, Int)? {
    // The longest has seven hexadecimal digits, with leading zeros.
    guard let semicolon = bytes[place...].prefix(12).firstIndex(of: UInt8(ascii: ";")) else { return nil }
    let name = bytes[(place + 1)..<semicolon]
    let end = semicolon + 1
    if name.first == UInt8(ascii: "#") {
      let digits = name.dropFirst()
      let isHexadecimal = digits.first == UInt8(ascii: "x") || digits.first == UInt8(ascii: "X")
      return number(isHexadecimal ? digits.dropFirst() : digits, radix: isHexadecimal ? 16 : 10).map { ($0, end) }
    }
    switch String(decoding: name, as: UTF8.self) {
    case "amp": return (0x26, end)
    case "lt": return (0x3C, end)
    case "gt": return (0x3E, end)
    case "quot": return (0x22, end)
    case "apos": return (0x27, end)
    case "nbsp": return (0xA0, end)
    default: return nil
    }
  }

  private static func number(_ digits: ArraySlice<UInt8>, radix: UInt32) -> UInt32? {
    guard !digits.isEmpty else { return nil }
    var number: UInt32 = 0
    for digit in digits {
      let value: UInt32
      switch digit {
      case 0x30...0x39: value = UInt32(digit - 0x30)
      case 0x41...0x46: value = UInt32(digit - 0x41 + 10)
      case 0x61...0x66: value = UInt32(digit - 0x61 + 10)
      default: return nil
      }
      guard value < radix, number < 1 << 24 else { return nil }
      number = number * radix + value
    }
    return number
  }
}
