/// A value of the command line or of a request that is to become an item.
public struct ItemArgument: Sendable, Equatable {
  public enum Form: Sendable, Equatable {
    /// What it is shows in the value itself.
    case automatic
    /// `--text`, `--url`, `--file` and a request's `image`: the value is taken literally, `-` too.
    case text, url, file, image
  }

  public var bytes: [UInt8]
  public var form: Form

  public init(_ bytes: [UInt8], form: Form = .automatic) {
    self.bytes = bytes
    self.form = form
  }

  public init(_ text: String, form: Form = .automatic) { self.init(Array(text.utf8), form: form) }
}
