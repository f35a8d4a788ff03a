/// Why bytes are not JSON, and where.
public struct JSONError: Error, Sendable, Equatable {
  /// The byte at which the text stops being JSON.
  public let offset: Int
  /// One lower-case phrase.
  public let message: String

  public init(offset: Int, message: String) {
    self.offset = offset
    self.message = message
  }
}
