/// Where bytes stop being UTF-8 (RFC 3629: no overlong forms, no surrogates, nothing above U+10FFFF).
public enum UTF8Check {
  /// The offset of the first byte of the first sequence that is not UTF-8; nil when all bytes are.
  public static func firstInvalidOffset(in bytes: some Sequence<UInt8>) -> Int? {
    bytes.withContiguousStorageIfAvailable { unsafe scan($0.span) } ?? scan(Array(bytes).span)
  }

  /// The same for an array, of which nothing has to be found out.
  public static func firstInvalidOffset(in bytes: [UInt8]) -> Int? { scan(bytes.span) }

  private static func scan(_ bytes: Span<UInt8>) -> Int? {
    var index = 0
    while index < bytes.count {
      let first = bytes[index]
      if first < 0x80 {
        index += 1
        continue
      }
      let length: Int
      var allowed: ClosedRange<UInt8> = 0x80...0xBF
      switch first {
      case 0xC2...0xDF: length = 2
      case 0xE0: (length, allowed) = (3, 0xA0...0xBF)
      case 0xE1...0xEC, 0xEE...0xEF: length = 3
      case 0xED: (length, allowed) = (3, 0x80...0x9F)
      case 0xF0: (length, allowed) = (4, 0x90...0xBF)
      case 0xF1...0xF3: length = 4
      case 0xF4: (length, allowed) = (4, 0x80...0x8F)
      default: return index
      }
      guard index + length <= bytes.count, allowed.contains(bytes[index + 1]) else { return index }
      for offset in 2..<max(length, 2) where bytes[index + offset] & 0xC0 != 0x80 { return index }
      index += length
    }
    return nil
  }
}
