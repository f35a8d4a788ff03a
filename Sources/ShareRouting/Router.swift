internal import DesktopTypes
public import ShareModel

/// Decides which activities are offered for some items, and in which order (UIKit: `canPerform(withActivityItems:)` and
/// `excludedActivityTypes`).
///
/// A pure function of its arguments. In order: what the activity accepts, whether it is available, then exclusions.
public struct Router: Sendable {
  public var rules: RoutingRules
  public var surroundings: RoutingSurroundings

  public init(rules: RoutingRules, surroundings: RoutingSurroundings) {
    self.rules = rules
    self.surroundings = surroundings
  }

  /// Whether `activity` is offered for the items, or the first rule that keeps it out. No items are accepted by nothing.
  public func decision(for activity: Activity, items: [Item]) -> RoutingDecision {
    var decision = RoutingDecision(activityType: activity.type)
    if let retired = activity.retired {
      decision.reason = .init(
        code: .retired, message: retired.resolved(for: surroundings.languages), file: activity.file)
      return decision
    }
    let acceptance = AcceptMatcher(activity: activity).match(items)
    switch acceptance {
    case .refused(let reason):
      decision.reason = reason
      return decision
    case .accepted(let entries, let captures, let skipped):
      decision.entries = entries
      decision.captures = captures
      decision.skipped = skipped
    }
    if let reason = availability(of: activity, items: items, decision: &decision) { return kept(out: decision, reason) }
    if let reason = exclusion(of: activity, items: items, decision: &decision) { return kept(out: decision, reason) }
    return decision
  }

  /// The decisions for all activities in the order of the sheet.
  public func decisions(for activities: [Activity], items: [Item]) -> [RoutingDecision] {
    inSheetOrder(activities).map { decision(for: $0, items: items) }
  }

  /// The activities in the order of the sheet.
  public func inSheetOrder(_ activities: [Activity]) -> [Activity] {
    // Sorted by index: an activity is large, and sorting moves each many times.
    let keyed = activities.indices.map { (key: sheetKey(of: activities[$0]), index: $0) }
    return keyed.sorted { $0.key < $1.key }.map { activities[$0.index] }
  }

  /// The activity's place in the order of the sheet.
  public func sheetKey(of activity: Activity) -> SheetKey {
    SheetKey(
      pin: rules.order.firstIndex(of: activity.type), category: activity.category, layer: activity.layer,
      title: activity.title.resolved(for: surroundings.languages), type: activity.type)
  }

  private func kept(out decision: RoutingDecision, _ reason: RoutingDecision.Reason) -> RoutingDecision {
    RoutingDecision(activityType: decision.activityType, reason: reason)
  }
}
