public import ShareModel

/// An activity written in Swift, for one sheet of one program (UIKit: `UIActivity`).
///
/// The name `Activity` belongs to the model's description of any activity, from YAML or from Swift; with `UI` replaced by
/// the name of the field, this one still reads as UIKit's.
///
/// The life of an activity is UIKit's. `canPerform(with:)` may be asked any number of times, in any order and from any
/// thread. When the person has chosen this activity, a copy of it gets `prepare(with:)` once and then `perform()` once.
/// In place of `activityDidFinish(_:)`, returning or throwing ends it, so that no activity can finish twice.
public protocol ShareActivity: Sendable {
  /// The reverse-DNS id by which it is chosen and excluded.
  var type: ActivityType { get }
  var title: String { get }
  /// `action` unless said otherwise, as in UIKit.
  var category: ActivityCategory { get }
  /// The name of an icon of the desktop's theme.
  var icon: String? { get }

  /// Whether it can act on all of these items. Without side effects: nothing has been chosen yet.
  func canPerform(with items: [Item]) -> Bool

  /// Keeps what `perform()` needs of the items.
  mutating func prepare(with items: [Item])

  /// Acts. Cancelling the task is asking it to stop; an error thrown after that counts as being cancelled, and so does
  /// `CancellationError` at any time.
  ///
  /// - Returns: What it gives back; nil when it is not the kind of activity that gives anything back.
  func perform() async throws -> [ReturnedItem]?
}

extension ShareActivity {
  public var category: ActivityCategory { .action }
  public var icon: String? { nil }
  public mutating func prepare(with items: [Item]) {}

  /// The activity as the router knows it. What it accepts is its own code's affair; exclusions hold all the same.
  func description(layer: Int) -> Activity {
    let origin = RuleOrigin(layer: .definition)
    var folder = AcceptEntry(kind: .file, origin: origin)
    folder.types = [ContentType.directory.essence]
    return Activity(
      type: type, title: LocalizedText(title), category: category, icon: icon,
      accepts: [AcceptEntry(kind: .text, origin: origin), AcceptEntry(kind: .file, origin: origin), folder],
      layer: layer)
  }
}
