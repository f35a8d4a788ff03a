/// Why a value did not become an item.
public struct ItemError: Error, Equatable, Sendable {
  public enum Code: String, Sendable, CaseIterable {
    case noItems = "no-items"
    case standardInputTwice = "standard-input-twice"
    case standardInputUnreadable = "standard-input-unreadable"
    /// A value that looks like a path and is none.
    case noSuchFile = "no-such-file"
    case danglingLink = "dangling-link"
    case unreadable
    /// A socket or device.
    case unsupportedFile = "unsupported-file"
    case invalidFileURL = "invalid-file-url"
    case notURL = "not-a-url"
    case notText = "not-text"
    case spoolFailed = "spool-failed"
    case invalidSubject = "invalid-subject"
    case invalidMessage = "invalid-message"
    case invalidRecipient = "invalid-recipient"
  }

  public var code: Code
  /// One lower-case phrase without a period; names in it are not yet escaped for a terminal.
  public var message: String
  /// The way out.
  public var help: String?

  init(_ code: Code, _ message: String, help: String? = nil) {
    self.code = code
    self.message = message
    self.help = help
  }
}
