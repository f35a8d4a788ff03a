public import ShareModel

/// What decides an activity's place in the sheet, small enough to be sorted by the thousand: pinned ones first, then
/// share above action, then nearer directory, title, type. Total and stable.
public struct SheetKey: Sendable, Comparable {
  /// The place among the types that the configuration pins; nil for others.
  public let pin: Int?
  public let category: ActivityCategory
  /// 0 is nearest.
  public let layer: Int
  /// In the person's language.
  public let title: String
  public let type: ActivityType

  public static func < (left: SheetKey, right: SheetKey) -> Bool {
    if left.pin != right.pin { return left.pin ?? Int.max < right.pin ?? Int.max }
    if left.category != right.category { return left.category == .share }
    if left.layer != right.layer { return left.layer < right.layer }
    if left.title != right.title { return left.title < right.title }
    return left.type.rawValue < right.type.rawValue
  }
}
