public import ShareModel

// What can be said of an activity before there are items.
extension Router {
  /// The exclusion that keeps an activity away from whatever items there may be; nil when it depends on them.
  public func exclusionOfAnyItems(of activity: Activity) -> RoutingDecision.Reason? {
    let matcher = RuleMatcher(activity: activity, itemCount: 0, surroundings: surroundings)
    for rule in activity.exclusions + rules.exclusions where !rule.dependsOnItems {
      guard let held = matcher.match(rule, .text([])) else { continue }
      return RuleMatcher.reason(for: rule, held, languages: surroundings.languages)
    }
    return onlyExclusion(of: activity)
  }

  /// Why an activity is not offered whatever items it gets; nil when it may be.
  ///
  /// - Parameter kinds: The kinds of the items that it will get, where they are known.
  public func obstacle(of activity: Activity, kinds: [ItemKind]?) -> RoutingDecision.Reason? {
    if let retired = activity.retired {
      return .init(code: .retired, message: retired.resolved(for: surroundings.languages), file: activity.file)
    }
    if let kinds {
      let refused = kinds.filter { kind in !activity.accepts.contains { kind.conforms(to: $0.kind) } }
      if let kind = activity.match == .all ? refused.first : refused.count == kinds.count ? refused.first : nil {
        let accepted = activity.accepts.map(\.kind.rawValue)
        return .init(
          code: .kind, message: "\(kind.phrase) is none of the accepted kinds \(AcceptMatcher.list(accepted))",
          file: activity.file, line: activity.accepts.first?.origin.line)
      }
    }
    return obstacleOfAnyItems(of: activity) ?? exclusionOfAnyItems(of: activity)
  }
}

extension Rule {
  /// Whether it takes items to tell if it holds: one of its conditions looks at them, or at their number.
  var dependsOnItems: Bool {
    RuleMatcher.looksAtItem(self) || minimumCount != nil || maximumCount != nil || not.contains(where: \.dependsOnItems)
  }
}
