public import ShareModel
public import SourceDiagnostics

/// Items with what goes along, as a request file says it (UIKit: `UIActivityItemsConfiguration`).
public struct ShareRequest: Sendable {
  public var items: [RequestItem] = []
  public var metadata = Metadata()
  /// Rules that keep activities off the sheet for this request.
  public var exclusions: [Rule] = []
  /// Types, or globs of them; nil when any may be offered.
  public var only: [String]?
  /// Answers by the input's name.
  public var inputs: [(name: String, value: String)] = []

  public init() {}
}

/// An item as it was written, before its file was looked at.
public indirect enum RequestItemReplacement: Sendable {
  /// The item is left out.
  case leftOut
  case item(RequestItem)
}

/// One thing to share as it was written, before its file was looked at.
public struct RequestItem: Sendable {
  public var kind: ItemKind
  /// A text, a URL, or a path.
  public var value: String
  public var mime: String?
  public var subject: String?
  /// What an activity gets in its place (UIKit: `UIActivityItemSource.activityViewController(_:itemForActivityType:)`).
  public var instead: [(type: ActivityType, replacement: RequestItemReplacement)]
  /// Where the value stands.
  public var location: SourceLocation

  public init(
    kind: ItemKind, value: String, mime: String? = nil, subject: String? = nil,
    instead: [(type: ActivityType, replacement: RequestItemReplacement)] = [], location: SourceLocation
  ) {
    self.kind = kind
    self.value = value
    self.mime = mime
    self.subject = subject
    self.instead = instead
    self.location = location
  }
}
