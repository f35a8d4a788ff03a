internal import DesktopTypes
public import ShareModel

extension Router {
  /// The first exclusion that holds, or nil. With `match: any` an item that meets one is skipped instead.
  func exclusion(
    of activity: Activity, items: [Item], decision: inout RoutingDecision
  ) -> RoutingDecision.Reason? {
    let taken = items.indices.filter { decision.entries[$0] != nil }
    let matcher = RuleMatcher(activity: activity, itemCount: taken.count, surroundings: surroundings)
    var skipReasons: [RoutingDecision.Reason] = []
    for rule in activity.exclusions + rules.exclusions {
      for index in taken where decision.entries[index] != nil {
        guard let match = matcher.match(rule, items[index]) else { continue }
        var reason = RuleMatcher.reason(for: rule, match, languages: surroundings.languages)
        if RuleMatcher.looksAtItem(rule) { reason.itemIndex = index }
        guard activity.match == .any, RuleMatcher.looksAtItem(rule) else { return reason }
        decision.skip(index, reason)
        skipReasons.append(reason)
      }
    }
    if !skipReasons.isEmpty, decision.entries.allSatisfy({ $0 == nil }) { return skipReasons[0] }
    return onlyExclusion(of: activity)
  }

  /// The list of allowed activities that an activity is not on, or nil.
  func onlyExclusion(of activity: Activity) -> RoutingDecision.Reason? {
    for only in rules.only where !only.patterns.contains(where: { Glob($0).matches(activity.type.rawValue) }) {
      let patterns = only.patterns.map { "'\($0)'" }.joined(separator: ", ")
      return .init(
        code: only.origin.layer == .policy ? .excludedPolicy : .notOnly,
        message: "'\(activity.type)' matches none of the patterns of 'only': \(patterns)",
        file: only.origin.file, line: only.origin.line)
    }
    return nil
  }

  /// Patterns of exclusions and `only` that match none of the known types; the suggestion is left to the caller.
  public func patternsWithoutActivity(among types: [ActivityType]) -> [(pattern: String, origin: RuleOrigin)] {
    let patterns =
      rules.exclusions.flatMap { rule in rule.activities.map { ($0, rule.origin) } }
      + rules.only.flatMap { only in only.patterns.map { ($0, only.origin) } }
    return patterns.filter { pattern, _ in !types.contains { Glob(pattern).matches($0.rawValue) } }
      .map { (pattern: $0.0, origin: $0.1) }
  }
}

extension RoutingDecision {
  mutating func skip(_ index: Int, _ reason: Reason) {
    entries[index] = nil
    if captures.indices.contains(index) { captures[index] = nil }
    skipped.append(SkippedItem(index: index, reason: reason))
    skipped.sort { $0.index < $1.index }
  }
}
