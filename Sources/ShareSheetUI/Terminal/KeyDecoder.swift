/// Turns the bytes of a terminal into keys: those of its terminfo entry, and the sequences of ECMA-48 and xterm that
/// nearly all terminals send. A sequence that nobody knows is swallowed whole, so that its end is not taken for text.
struct KeyDecoder {
  /// Sequences of the terminal's own entry.
  var known: [(bytes: [UInt8], key: Key)] = []
  private var pending: [UInt8] = []
  private var isPasting = false

  private static let escape: UInt8 = 0x1B
  private static let pasteEnd = Array("\u{1B}[201~".utf8)

  /// Whether something was read that may be the beginning of a longer sequence.
  var isIncomplete: Bool { !pending.isEmpty }

  mutating func feed(_ bytes: [UInt8]) { pending += bytes }

  /// The next key; nil when more bytes are needed. `isFinal` says that none come: a lone escape then is the key.
  mutating func next(isFinal: Bool) -> Key? {
    while let first = pending.first {
      if isPasting {
        guard let text = takePaste() else { return nil }
        return .paste(text)
      }
      switch first {
      case KeyDecoder.escape:
        switch decodeEscape(isFinal: isFinal) {
        case .key(let key, let length):
          pending.removeFirst(length)
          return key
        case .nothing(let length): pending.removeFirst(length)
        case .incomplete: return nil
        }
      case 0x0D, 0x0A:
        pending.removeFirst()
        return .enter
      case 0x09:
        pending.removeFirst()
        return .tab
      case 0x7F, 0x08:
        pending.removeFirst()
        return .backspace
      case 0x01...0x1A:
        pending.removeFirst()
        return .control(Character(Unicode.Scalar(first + 0x60)))
      case 0..<0x20: pending.removeFirst()
      default:
        guard let character = takeScalar(isFinal: isFinal) else { return nil }
        if let character { return .text(character) }
      }
    }
    return nil
  }

  // MARK: Text

  /// The next scalar; `.some(nil)` for a byte that is none, nil when the rest of it is still to come.
  private mutating func takeScalar(isFinal: Bool) -> Character?? {
    let first = pending[0]
    let length = first < 0x80 ? 1 : first < 0xE0 ? 2 : first < 0xF0 ? 3 : 4
    if pending.count < length, !isFinal, first >= 0xC2 { return nil }
    let bytes = pending.prefix(length)
    guard let text = String(validating: bytes, as: UTF8.self), let character = text.first else {
      pending.removeFirst()
      return .some(nil)
    }
    pending.removeFirst(length)
    return character
  }

  private mutating func takePaste() -> String? {
    guard let end = pending.firstRange(of: KeyDecoder.pasteEnd) else { return nil }
    var bytes = Array(pending[..<end.lowerBound])
    pending.removeFirst(end.upperBound)
    isPasting = false
    // Terminals send the line breaks of pasted text as Return.
    for index in bytes.indices where bytes[index] == 0x0D { bytes[index] = 0x0A }
    return String(decoding: bytes, as: UTF8.self)
  }

  // MARK: Escape sequences

  private enum Decoded {
    case key(Key, length: Int)
    case nothing(length: Int)
    case incomplete
  }

  private mutating func decodeEscape(isFinal: Bool) -> Decoded {
    for entry in known where pending.starts(with: entry.bytes) { return .key(entry.key, length: entry.bytes.count) }
    guard pending.count > 1 else { return isFinal ? .key(.escape, length: 1) : .incomplete }
    switch pending[1] {
    case UInt8(ascii: "["): return decodeControlSequence(isFinal: isFinal)
    case UInt8(ascii: "O"):
      guard pending.count > 2 else { return isFinal ? .key(.alt("O"), length: 2) : .incomplete }
      return KeyDecoder.key(final: pending[2], parameter: nil).map { .key($0, length: 3) } ?? .nothing(length: 3)
    case KeyDecoder.escape: return .key(.escape, length: 1)
    case 0x20..<0x7F: return .key(.alt(Character(Unicode.Scalar(pending[1]))), length: 2)
    default: return .key(.escape, length: 1)
    }
  }

  /// CSI, parameters, intermediates, a final byte (ECMA-48, 5.4).
  private mutating func decodeControlSequence(isFinal: Bool) -> Decoded {
    var index = 2
    // The console's function keys: ESC [ [ and a letter.
    if pending.count > 2, pending[2] == UInt8(ascii: "[") {
      return pending.count > 3 ? .nothing(length: 4) : isFinal ? .nothing(length: 3) : .incomplete
    }
    while index < pending.count, (0x20...0x3F).contains(pending[index]) { index += 1 }
    guard index < pending.count else {
      // Escape and a bracket that were typed.
      return isFinal ? (index == 2 ? .key(.alt("["), length: 2) : .nothing(length: index)) : .incomplete
    }
    guard (0x40...0x7E).contains(pending[index]) else { return .nothing(length: index) }
    let digits = pending[2..<index].prefix { (0x30...0x39).contains($0) }
    let parameter = Int(String(decoding: digits, as: UTF8.self))
    if pending[index] == UInt8(ascii: "~"), parameter == 200 {
      isPasting = true
      return .nothing(length: index + 1)
    }
    let key = KeyDecoder.key(final: pending[index], parameter: parameter)
    return key.map { .key($0, length: index + 1) } ?? .nothing(length: index + 1)
  }

  private static func key(final: UInt8, parameter: Int?) -> Key? {
    switch Character(Unicode.Scalar(final)) {
    case "A": return .up
    case "B": return .down
    case "C": return .right
    case "D": return .left
    case "H": return .home
    case "F": return .end
    case "M": return .enter
    case "Z": return .backTab
    case "~":
      switch parameter {
      case 1, 7: return .home
      case 4, 8: return .end
      case 3: return .delete
      case 5: return .pageUp
      case 6: return .pageDown
      default: return nil
      }
    default: return nil
    }
  }
}
