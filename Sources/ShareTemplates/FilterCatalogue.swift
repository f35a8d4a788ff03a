/// One filter: what it takes and gives.
public struct FilterDefinition: Sendable {
  public enum Name: String, Sendable, CaseIterable {
    case trim, join, `default`, prepend, append, upper, lower, replace, truncate, match, base64, sha256, json, html
    case encode, path, date, basename, contents, url, text
  }

  public var name: Name
  /// The types it works on; nil for every type.
  public var inputs: [ValueType]?
  /// Nil where it gives what it gets.
  public var output: ValueType?
  public var arguments: ClosedRange<Int>
  /// Its arguments as they are written, such as `'from', 'to'`.
  public var usage: String
  public var description: String

  /// Whether it takes a list as a whole; the others work on each value of it.
  public var takesWholeList: Bool { name == .join || name == .json || name == .default }
}

/// Every filter: the one table behind checks, suggestions and the reference.
public enum FilterCatalogue {
  public static let filters: [FilterDefinition] = [
    filter(.trim, textual, .text, "without white space at both ends"),
    filter(
      .join, nil, .text, arguments: 0...1, usage: "separator",
      "the values of a list in one text, a line break between them"),
    filter(.default, nil, nil, arguments: 1...1, usage: "value", "what stands in for a missing value"),
    filter(
      .prepend, textual + [.number], .text, arguments: 1...1, usage: "'text'",
      "with a text before it; a missing value stays missing"),
    filter(
      .append, textual + [.number], .text, arguments: 1...1, usage: "'text'",
      "with a text after it; a missing value stays missing"),
    filter(.upper, textual, .text, "in upper case"),
    filter(.lower, textual, .text, "in lower case"),
    filter(
      .replace, textual, .text, arguments: 2...2, usage: "'from', 'to'",
      "every occurrence of a text replaced, character by character"),
    filter(
      .truncate, textual, .text, arguments: 1...2, usage: "length, 'ending'",
      "at most so many characters as people count them"),
    filter(
      .match, textual, .text, arguments: 1...2, usage: "'regex', group",
      "what a regular expression matches, or one of its groups; missing when it does not match"),
    filter(.base64, [.text, .encoded, .url, .json, .bytes], .text, "in Base64 (RFC 4648)"),
    filter(.sha256, [.text, .encoded, .url, .json, .bytes], .text, "the SHA-256 sum in hexadecimal digits"),
    filter(.json, nil, .text, "as JSON; a text with its quotes, a list as an array"),
    filter(.html, textual + [.number], .text, "with &, <, >, \" and ' as HTML entities"),
    filter(.encode, textual + [.number, .time], .encoded, "percent-encoded as a component of a URL (RFC 3986)"),
    filter(.path, textual + [.number], .encoded, "percent-encoded as a URL's path, which keeps every /"),
    filter(
      .date, [.time, .number], .text, arguments: 0...2, usage: "local, '%Y-%m-%d'",
      "a time in strftime's format, in UTC unless `local` comes first"),
    filter(.basename, [.path, .url, .text, .json], .text, "the last part of a path or URL"),
    filter(.contents, [.path], .bytes, "the bytes of a file, up to 10 MiB"),
    filter(.url, [.path], .url, "the file: URL of a path"),
    filter(.text, nil, .text, "any value as text"),
  ]

  static func filter(named name: String) -> FilterDefinition? {
    FilterDefinition.Name(rawValue: name).flatMap { name in filters.first { $0.name == name } }
  }

  private static let textual = ValueType.allCases.filter(\.isTextual)

  private static func filter(
    _ name: FilterDefinition.Name, _ inputs: [ValueType]?, _ output: ValueType?, arguments: ClosedRange<Int> = 0...0,
    usage: String = "", _ description: String
  ) -> FilterDefinition {
    FilterDefinition(
      name: name, inputs: inputs, output: output, arguments: arguments, usage: usage, description: description)
  }
}
