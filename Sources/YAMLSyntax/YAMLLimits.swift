/// What a file may ask of the reader. Files come from anywhere, and YAML can say a lot in a few bytes.
enum YAMLLimits {
  /// Bytes of one file.
  static let fileSize = 1 << 20
  /// Collections inside each other; those that come in by an alias count.
  static let depth = 100
  /// Nodes that aliases may bring in again, over the whole file.
  static let aliasedNodes = 10_000
  /// Bytes of text that aliases may bring in again, over the whole file.
  static let aliasedBytes = 1 << 20
  /// libyaml compares each `%TAG` directive with all before it.
  static let tagDirectives = 64
  /// Syntax errors that are mended in memory so that those after them are found in the same run.
  static let mendedErrors = 20
  /// Bytes that may be read again for it, all rounds together.
  static let mendedBytes = 1 << 20
  /// Unknown aliases that get a suggestion; each is compared with every anchor.
  static let suggestions = 20
}
