/// One finding: what is wrong, where, and how to mend it.
public struct Diagnostic: Sendable, Equatable {
  public enum Severity: String, Sendable {
    case error
    case warning
  }

  /// The finding's stable name, such as `unknown-key`: lower-case words joined by `-`.
  public struct Code: RawRepresentable, Hashable, Sendable, ExpressibleByStringLiteral {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }
    public init(stringLiteral value: String) { rawValue = value }
  }

  /// A place with a few words that stand beside its carets.
  public struct Label: Sendable, Equatable {
    public var location: SourceLocation
    public var text: String

    public init(_ location: SourceLocation, _ text: String) {
      self.location = location
      self.text = text
    }
  }

  /// A way out, with the edits that take it.
  public struct Help: Sendable, Equatable {
    public var message: String
    public var edits: [Edit]
    /// Whether the edits mend the finding for sure, so that they may be applied unseen.
    public var isCertain: Bool

    public init(_ message: String, edits: [Edit] = [], isCertain: Bool = false) {
      self.message = message
      self.edits = edits
      self.isCertain = isCertain
    }
  }

  /// The replacement of a range of a file's bytes.
  public struct Edit: Sendable, Equatable {
    public var location: SourceLocation
    public var replacement: String

    public init(_ location: SourceLocation, replacement: String) {
      self.location = location
      self.replacement = replacement
    }
  }

  public var code: Code
  public var severity: Severity
  /// One lower-case phrase without a period and without the fix.
  public var message: String
  public var primary: Label
  public var related: [Label]
  public var helps: [Help]
  /// More about what was found, such as two values that differ; shown between the place and the ways out.
  public var notes: [String] = []

  public init(
    _ severity: Severity, _ code: Code, _ message: String, at primary: Label, related: [Label] = [], helps: [Help] = []
  ) {
    self.code = code
    self.severity = severity
    self.message = message
    self.primary = primary
    self.related = related
    self.helps = helps
  }
}

/// A range of a file's bytes.
public struct SourceLocation: Sendable, Equatable {
  public var file: SourceFile
  /// UTF-8 byte offsets; never beyond the file.
  public var range: Range<Int>

  public init(file: SourceFile, range: Range<Int>) {
    self.file = file
    self.range = range.clamped(to: 0..<file.bytes.count)
  }

  /// The line (from 1) on which the range begins.
  public var line: Int { file.line(at: range.lowerBound) }
}
