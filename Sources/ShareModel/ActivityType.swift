/// An activity's reverse-DNS id, such as `org.sharerouter.mail` (UIKit: `UIActivity.ActivityType`).
public struct ActivityType: RawRepresentable, Hashable, Sendable, ExpressibleByStringLiteral, CustomStringConvertible {
  public let rawValue: String

  public init(rawValue: String) { self.rawValue = rawValue }
  public init(stringLiteral value: String) { rawValue = value }

  public var description: String { rawValue }

  /// The longest type in bytes: `<type>.yaml` and a temporary suffix still fit into a file name of 255 bytes.
  public static let maximumLength = 200

  /// Whether the text is `word(.word)+`: a letter first, then letters, digits, `-` and (after the first dot) `_`.
  public static func isValid(_ text: String) -> Bool {
    let bytes = text.utf8Span.span
    guard bytes.count <= maximumLength, !bytes.isEmpty, isLetter(bytes[0]) else { return false }
    var dots = 0
    var isEmptyPart = false
    for index in bytes.indices {
      let byte = bytes[index]
      if byte == UInt8(ascii: ".") {
        if isEmptyPart { return false }
        dots += 1
        isEmptyPart = true
      } else {
        guard isLetter(byte) || isDigit(byte) || byte == UInt8(ascii: "-") || (dots > 0 && byte == UInt8(ascii: "_"))
        else { return false }
        isEmptyPart = false
      }
    }
    return dots > 0 && !isEmptyPart
  }

  private static func isLetter(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
  }

  private static func isDigit(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
  }
}

/// Whether an activity shares content with someone or acts on it (UIKit: `UIActivity.Category`). The sheet shows
/// `share` above `action`.
public enum ActivityCategory: String, Sendable, CaseIterable {
  case share
  case action
}
