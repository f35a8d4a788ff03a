/// What an item is. Kinds conform as uniform types do: a `url` is a `text`, an `image` is a `file`.
public enum ItemKind: String, Sendable, CaseIterable, Hashable {
  case text
  case url
  case image
  case file

  /// Whether an item of this kind is taken where `kind` is accepted.
  public func conforms(to kind: ItemKind) -> Bool {
    self == kind || (self == .url && kind == .text) || (self == .image && kind == .file)
  }

  /// The kind with its article, for sentences.
  public var phrase: String {
    switch self {
    case .text: "a text"
    case .url: "a URL"
    case .image: "an image"
    case .file: "a file"
    }
  }
}
