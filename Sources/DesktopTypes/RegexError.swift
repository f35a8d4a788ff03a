/// Why a regular expression could not be compiled or searched for.
public enum RegexError: Error, Hashable, Sendable {
  /// PCRE2's phrase, and the byte of the pattern at which it stopped (the pattern's length at its end).
  case invalidPattern(message: String, offset: Int)
  /// The search did more work than is allowed; whether the text matches is not known.
  case limitReached
  /// The text is not UTF-8 from this byte on.
  case invalidText(offset: Int)
  /// Any other error of the engine, such as no memory.
  case failed(message: String)
  case missingLibrary(MissingLibrary)

  /// One lower-case phrase for people.
  public var message: String {
    switch self {
    case .invalidPattern(let message, _): message
    case .limitReached: "the regular expression needs too much work on this text"
    case .invalidText(let offset): "the text is not UTF-8 at byte \(offset)"
    case .failed(let message): message
    case .missingLibrary(let library): library.message
    }
  }
}
