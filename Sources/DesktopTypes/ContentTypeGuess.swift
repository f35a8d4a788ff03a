/// What a file's name and its first bytes say about its type, and which of them was believed. Types are media types in
/// lower case without parameters.
public struct ContentTypeGuess: Sendable, Hashable {
  /// The type to work with; `application/octet-stream` when nothing is known.
  public var type: String
  /// What the name alone says; nil when it says nothing.
  public var byName: String?
  /// What the content alone says; nil when it says nothing.
  public var byContent: String?

  public init(type: String, byName: String?, byContent: String?) {
    self.type = type
    self.byName = byName
    self.byContent = byContent
  }
}
