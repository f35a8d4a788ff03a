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
  public func inSheetOrder(_ activities: [Activity]) -> [Activity] { sheetOrder(of: activities).map { activities[$0] } }

  /// The indexes of the activities in the order of the sheet. Pinned ones first, then share above action, then nearer
  /// directory, title, type: total and stable.
  public func sheetOrder(of activities: [Activity]) -> [Int] {
    // Sorted by index: an activity is large, and sorting moves each many times.
    let keyed = activities.indices.map { index in
      (
        pin: rules.order.firstIndex(of: activities[index].type) ?? Int.max,
        category: activities[index].category == .share ? 0 : 1,
        layer: activities[index].layer,
        title: activities[index].title.resolved(for: surroundings.languages),
        index: index
      )
    }
    return keyed.sorted { left, right in
      if left.pin != right.pin { return left.pin < right.pin }
      if left.category != right.category { return left.category < right.category }
      if left.layer != right.layer { return left.layer < right.layer }
      if left.title != right.title { return left.title < right.title }
      return activities[left.index].type.rawValue < activities[right.index].type.rawValue
    }.map(\.index)
  }

  private func kept(out decision: RoutingDecision, _ reason: RoutingDecision.Reason) -> RoutingDecision {
    RoutingDecision(activityType: decision.activityType, reason: reason)
  }
}
