public import SourceDiagnostics

/// Why a template could not be rendered; nothing has run then.
public struct RenderError: Error, Sendable, Equatable {
  public enum Code: String, Sendable, CaseIterable {
    case missingValue = "missing-value"
    case emptyValue = "empty-value"
    case leadingDash = "leading-dash"
    case nulByte = "nul-byte"
    case valueTooLarge = "value-too-large"
    case listLength = "list-length"
    case notText = "not-text"
    case invalidName = "invalid-name"
    case invalidPath = "invalid-path"
    case invalidURL = "invalid-url"
    case invalidHeader = "invalid-header"
    case invalidNumber = "invalid-number"
    case filter = "filter"
    case unreadable = "unreadable"
  }

  public var code: Code
  /// One lower-case sentence that names the placeholder, the value and the way out.
  public var message: String
  /// Where the placeholder stands.
  public var location: SourceLocation

  public init(_ code: Code, _ message: String, at location: SourceLocation) {
    self.code = code
    self.message = message
    self.location = location
  }

  /// A value as messages show it: cut, with control characters, quotes and bytes that are no text escaped.
  static func excerpt(_ bytes: [UInt8]) -> String {
    let limit = 60
    var text = ""
    var count = 0
    for scalar in String(decoding: bytes.prefix(4 * limit), as: UTF8.self).unicodeScalars {
      guard count < limit else { break }
      count += 1
      switch scalar.properties.generalCategory {
      case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate, .privateUse, .unassigned:
        text += scalar == "\n" ? "\\n" : scalar == "\t" ? "\\t" : "\\u{\(String(scalar.value, radix: 16))}"
      default:
        text.unicodeScalars.append(scalar)
      }
    }
    let isCut = bytes.count > 4 * limit || count >= limit
    return "'\(text)\(isCut ? "…" : "")'"
  }
}
