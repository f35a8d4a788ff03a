/// What a value is, as far as it is known before anything runs.
public enum ValueType: String, Sendable, CaseIterable {
  case text
  /// Text that is percent-encoded already; a URL takes it as it is.
  case encoded
  /// An absolute path; its bytes may be any but NUL.
  case path
  case url
  case number
  case boolean
  case time
  /// The bytes of a file.
  case bytes
  /// A JSON value whose type is known only when it is there.
  case json

  /// Whether the value has characters that a filter on texts can work on.
  var isTextual: Bool {
    switch self {
    case .text, .encoded, .path, .url, .json: true
    case .number, .boolean, .time, .bytes: false
    }
  }

  /// The type with its article, for messages.
  var phrase: String {
    switch self {
    case .text: "a text"
    case .encoded: "an encoded text"
    case .path: "a path"
    case .url: "a URL"
    case .number: "a number"
    case .boolean: "a boolean"
    case .time: "a time"
    case .bytes: "a file's bytes"
    case .json: "a JSON value"
    }
  }
}

/// Who decides what a value holds.
enum ValueOrigin: Sendable, Equatable {
  /// The items and what travels beside them: anyone who shares something.
  case shared
  case input
  case environment
  case secret
  /// An action's result.
  case result
  /// sharerouter itself: `now`, `work`, `dirs`, `activity`.
  case program
}

/// A placeholder's value after its filters, as the type checker knows it.
struct ResolvedValue: Sendable, Equatable {
  var type: ValueType
  var isList = false
  /// Whether the placeholder may come out as nothing, which its author knows of (`?`).
  var isOptional = false
  var origin: ValueOrigin
  var isSecret = false
  /// The value's name in messages, without filters.
  var name: String
}
