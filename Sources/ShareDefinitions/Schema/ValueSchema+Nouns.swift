import SourceDiagnostics

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
      case .warning: "the code of a warning"
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
    case .filled(let list): list.noun
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

extension ScalarFormat {
  /// How it is written, for the help of a finding about a value of another shape.
  var form: String {
    switch self {
    case .boolean: "write 'true' or 'false'"
    case .integer: "write one number, such as 4"
    case .number: "write one number, such as 0.5"
    case .size: "write one size, such as '10 MiB'"
    case .duration: "write one duration, such as '30s'"
    case .choice(let choice): "write one of \(Diagnostic.list(choice.words, "and"))"
    default: "write one text, in quotes when it begins with a bracket"
    }
  }
}

extension ValueSchema {
  /// How it is written, for the help of a finding about a value of another shape.
  var form: String {
    switch self {
    case .scalar(let format): format.form
    case .localizedText: "write one text, or one for each language: '{en: …, de: …}'"
    case .list(let element): element.form
    case .filled(let list): list.form
    case .map: "write names and their values: '{NAME: …}'"
    case .object(let object): object.schema.form
    case .shapes(let scalar, let sequence, let mapping): (scalar ?? sequence ?? mapping)?.form ?? ""
    case .keyed(_, _, let second): second.form
    case .nullable(let value): value.form
    case .json: "write any value"
    }
  }
}

extension ObjectSchema {
  /// How it is written: by the keys that it must have, or those that people use most.
  var form: String {
    var shown = keys.filter(\.isRequired).map(\.name)
    if shown.isEmpty { shown = Array(names.prefix(2)) }
    return "write its keys and their values: '{\(shown.map { $0 + ": …" }.joined(separator: ", "))}'"
  }
}
