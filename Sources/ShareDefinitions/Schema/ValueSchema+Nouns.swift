extension ScalarFormat {
  /// What messages call it, with its article.
  var noun: String {
    switch self {
    case .text: "a text"
    case .line: "a line of text"
    case .template: "a text"
    case .boolean: "a boolean"
    case .integer: "a whole number"
    case .number: "a number"
    case .size: "a size"
    case .duration: "a duration"
    case .choice(let choice):
      switch choice {
      case .category: "a category"
      case .kind: "a kind of item"
      case .match: "a way to match"
      case .input: "a type of input"
      case .interpreter: "an interpreter"
      case .notify: "a time to notify"
      case .collection: "a collection of items"
      case .reason: "a reason"
      }
    case .activityType: "an activity type"
    case .activityPattern: "an activity type or a pattern of them"
    case .mediaPattern: "a media type"
    case .glob: "a glob"
    case .regularExpression: "a regular expression"
    case .host: "a host"
    case .scheme: "a scheme"
    case .language: "a language"
    case .environmentName: "the name of an environment variable"
    case .secretName: "the name of a secret"
    case .headerName: "the name of a header field"
    case .method: "an HTTP method"
    case .status: "an HTTP status"
    case .identifier: "a name"
    case .name: "a name"
    case .query: "a path in JSON"
    }
  }
}

extension ValueSchema {
  /// What messages call it, with its article.
  var noun: String {
    switch self {
    case .scalar(let format): format.noun
    case .localizedText: "a text or a mapping of texts by language"
    case .list(let element): element.noun + " or a list"
    case .map: "a mapping"
    case .object(let object): object.schema.noun
    case .shapes(let scalar, let sequence, let mapping):
      // A list of texts is called a list here: what its elements must be is said where they are wrong.
      [scalar?.noun, sequence.map { _ in "a list" }, mapping?.noun].compactMap(\.self).joined(separator: " or ")
    case .keyed(_, let first, let second): first.noun + " or " + second.noun
    case .nullable(let value): value.noun + " or null"
    case .json: "a JSON value"
    }
  }
}
