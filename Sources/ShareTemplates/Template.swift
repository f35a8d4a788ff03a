public import SourceDiagnostics

/// A text with placeholders, as it was parsed; rendering goes over it once, so inserted text is never scanned again.
public struct Template: Sendable {
  public enum Part: Sendable {
    case literal(String)
    case placeholder(Placeholder)
  }

  /// Literal parts are never empty and never follow each other.
  public var parts: [Part]
  /// The text it was parsed from.
  public var source: SourceText

  public init(parts: [Part], source: SourceText) {
    self.parts = parts
    self.source = source
  }

  /// What stands for a template whose syntax is wrong, so that all around it can be checked: a value of which nothing is
  /// known and nothing is said.
  public static func broken(_ source: SourceText) -> Template {
    Template(parts: [.placeholder(.broken(0..<source.text.utf8.count))], source: source)
  }

  public var isBroken: Bool { lonePlaceholder?.isBroken ?? false }

  /// The text of a template without placeholders.
  public var literalText: String? {
    if parts.isEmpty { return "" }
    guard parts.count == 1, case .literal(let text) = parts[0] else { return nil }
    return text
  }

  public var placeholders: [Placeholder] {
    parts.compactMap { if case .placeholder(let placeholder) = $0 { placeholder } else { nil } }
  }

  /// The placeholder that is the whole template.
  public var lonePlaceholder: Placeholder? {
    guard parts.count == 1, case .placeholder(let placeholder) = parts[0] else { return nil }
    return placeholder
  }
}

/// `{{ path | filter: argument }}`.
public struct Placeholder: Sendable, Equatable {
  public enum Step: Sendable, Equatable {
    case name(String)
    case index(Int)
  }

  public struct Argument: Sendable, Equatable {
    public enum Value: Sendable, Equatable {
      case word(String)
      case number(String)
      case string(String)
    }

    public var value: Value
    public var range: Range<Int>

    public init(value: Value, range: Range<Int>) {
      self.value = value
      self.range = range
    }
  }

  public struct FilterCall: Sendable, Equatable {
    public var name: String
    public var arguments: [Argument]
    public var nameRange: Range<Int>

    public init(name: String, arguments: [Argument], nameRange: Range<Int>) {
      self.name = name
      self.arguments = arguments
      self.nameRange = nameRange
    }
  }

  /// `item.text` is two names; `response.json.data[0]["a b"]` goes on with an index and a name.
  public var path: [Step]
  public var pathRange: Range<Int>
  public var filters: [FilterCall]
  /// Whether `?` follows the path.
  public var isOptional: Bool
  /// UTF-8 offsets in the template's text, braces included.
  public var range: Range<Int>

  static func broken(_ range: Range<Int>) -> Placeholder {
    Placeholder(path: [.name("")], pathRange: range, filters: [], isOptional: false, range: range)
  }

  /// Whether it stands for a template that could not be read; no name is empty in others.
  var isBroken: Bool { path == [.name("")] }

  public init(
    path: [Step], pathRange: Range<Int>, filters: [FilterCall], isOptional: Bool, range: Range<Int>
  ) {
    self.path = path
    self.pathRange = pathRange
    self.filters = filters
    self.isOptional = isOptional
    self.range = range
  }
}
