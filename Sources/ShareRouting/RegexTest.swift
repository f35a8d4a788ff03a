internal import DesktopTypes
internal import ShareModel

/// One try of a bounded regular expression on a text.
enum RegexTest {
  case match(Captures)
  case none
  /// The pattern is invalid or ran into its bound.
  case failed(String)

  static func match(_ pattern: String, _ text: [UInt8]) -> RegexTest {
    do throws(RegexError) {
      guard let found = try BoundedRegex(pattern).firstMatch(in: text) else { return .none }
      return .match(Captures(match: found.text, named: found.namedGroups))
    } catch {
      return .failed(error.message)
    }
  }
}
