/// One thing to share (UIKit: an element of `activityItems`).
public struct Item: Sendable, Equatable {
  public enum Content: Sendable, Equatable {
    /// A text or URL, UTF-8 without NUL, exactly as it came.
    case text([UInt8])
    /// A file or image by its absolute path.
    case file(FilePath)
  }

  public var kind: ItemKind
  public var content: Content
  /// text/plain for texts and URLs; for files what the name and the content say.
  public var contentType: ContentType
  /// Bytes of the text or of the file when it was looked at; nil for a directory.
  public var size: Int?
  /// The name to show and to give the file elsewhere, where it differs from that of the path (data from stdin).
  public var name: [UInt8]?
  /// A subject of this item alone (a request file can say one).
  public var subject: String?
  /// The type that the content alone suggests, where it differs from `contentType`.
  public var contentTypeByContent: ContentType?
  /// Whether the file was made by sharerouter for this send and goes away with it.
  public var isTemporary: Bool

  public init(
    kind: ItemKind, content: Content, contentType: ContentType, size: Int?, name: [UInt8]? = nil,
    subject: String? = nil, contentTypeByContent: ContentType? = nil, isTemporary: Bool = false
  ) {
    self.kind = kind
    self.content = content
    self.contentType = contentType
    self.size = size
    self.name = name
    self.subject = subject
    self.contentTypeByContent = contentTypeByContent
    self.isTemporary = isTemporary
  }

  /// A text item holding these bytes.
  public static func text(_ bytes: [UInt8]) -> Item {
    Item(kind: .text, content: .text(bytes), contentType: .plainText, size: bytes.count)
  }

  /// A URL item holding these bytes.
  public static func url(_ bytes: [UInt8]) -> Item {
    Item(kind: .url, content: .text(bytes), contentType: .plainText, size: bytes.count)
  }

  /// The bytes of a text or URL.
  public var textBytes: [UInt8]? {
    if case .text(let bytes) = content { bytes } else { nil }
  }

  /// The path of a file or image.
  public var path: FilePath? {
    if case .file(let path) = content { path } else { nil }
  }
}

/// What travels beside the items of one send; never glued into a text.
public struct Metadata: Sendable, Equatable {
  /// One line.
  public var subject: String?
  public var message: String?
  /// One line each.
  public var recipients: [String]

  public init(subject: String? = nil, message: String? = nil, recipients: [String] = []) {
    self.subject = subject
    self.message = message
    self.recipients = recipients
  }
}
