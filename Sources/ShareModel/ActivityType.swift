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
    guard text.utf8.count <= maximumLength else { return false }
    let parts = text.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
    guard parts.count >= 2, let first = parts[0].first, isLetter(first) else { return false }
    guard parts[0].allSatisfy({ isLetter($0) || isDigit($0) || $0 == UInt8(ascii: "-") }) else { return false }
    return parts.dropFirst().allSatisfy { part in
      !part.isEmpty
        && part.allSatisfy { isLetter($0) || isDigit($0) || $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: "_") }
    }
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
