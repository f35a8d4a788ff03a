internal import ShareItems
public import ShareModel
internal import SourceDiagnostics

/// Something to share as it is handed over, before anybody looked at it: a text, a URL or a file, with what goes along
/// (UIKit: an element of `activityItems`, or a `UIActivityItemSource`).
public struct ActivityItem: Sendable {
  enum Value: Sendable {
    case argument(ItemArgument)
    /// A path or `file:` URL; what the file is shows when it is looked at.
    case path([UInt8])
    case item(Item)
  }

  var value: Value
  /// The media type, instead of what name and content say.
  public var mime: String?
  /// A subject of this item alone, one line.
  public var subject: String?
  /// What activities get in its place; without an item they do not get this one at all (UIKit:
  /// `activityViewController(_:itemForActivityType:)`). The last one of a type counts.
  public var replacements: [(type: ActivityType, item: ActivityItem?)] = []
  /// Where it was written, for messages.
  var location: SourceLocation?

  init(_ value: Value) { self.value = value }

  /// The same, except that one activity gets something else in its place.
  public func replaced(by item: (any ActivityItemConvertible)?, for type: ActivityType) -> ActivityItem {
    var result = self
    result.replacements.append((type, item?.activityItem))
    return result
  }
}

/// A value that can be handed over as an item without further ado (UIKit takes `Any`).
public protocol ActivityItemConvertible: Sendable {
  var activityItem: ActivityItem { get }
}

extension ActivityItem: ActivityItemConvertible {
  public var activityItem: ActivityItem { self }
}

/// A text, or a URL where all of it is one. Never the file of that name: a text that comes from somewhere must not
/// decide which files are read; `ActivityItem.file` and `FilePath` say so.
extension String: ActivityItemConvertible {
  public var activityItem: ActivityItem {
    URLParts.isAbsoluteURL(Array(utf8)) ? .url(self) : .text(self)
  }
}

extension FilePath: ActivityItemConvertible {
  public var activityItem: ActivityItem { .file(self) }
}

/// An item that was looked at already.
extension Item: ActivityItemConvertible {
  public var activityItem: ActivityItem { ActivityItem(.item(self)) }
}

extension ActivityItemConvertible where Self == ActivityItem {
  /// A text, byte for byte, whatever it looks like.
  public static func text(_ text: String) -> ActivityItem { ActivityItem(.argument(ItemArgument(text, form: .text))) }

  /// An absolute URL; one that is none is an error when the sheet looks at its items.
  public static func url(_ text: String) -> ActivityItem { ActivityItem(.argument(ItemArgument(text, form: .url))) }

  /// A file by its path, from the current folder unless it is absolute, or by its `file:` URL.
  public static func file(_ path: String) -> ActivityItem { ActivityItem(.path(Array(path.utf8))) }

  /// A file whose name may be any bytes.
  public static func file(_ path: FilePath) -> ActivityItem {
    ActivityItem(.path(path.bytes))
  }

  /// A file that is an image, whatever its name and content say.
  public static func image(_ path: String) -> ActivityItem {
    ActivityItem(.argument(ItemArgument(path, form: .image)))
  }
}
