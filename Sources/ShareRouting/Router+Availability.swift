public import ShareModel

extension Router {
  /// Whether a `when` holds: for every item one of its rules does.
  public func holds(_ rules: [Rule], for activity: Activity, items: [Item]) -> Bool {
    let matcher = RuleMatcher(activity: activity, itemCount: items.count, surroundings: surroundings)
    return items.allSatisfy { item in rules.contains { matcher.match($0, item) != nil } }
  }

  /// Why the activity cannot work here, or nil; chooses the variant.
  func availability(
    of activity: Activity, items: [Item], decision: inout RoutingDecision
  ) -> RoutingDecision.Reason? {
    if let reason = missing(activity.requirements, activity: activity) { return reason }
    guard !activity.variants.isEmpty else { return nil }
    let taken = items.indices.filter { decision.entries[$0] != nil }.map { items[$0] }
    var failures: [RoutingDecision.Reason] = []
    for (index, variant) in activity.variants.enumerated() {
      guard let reason = obstacle(of: variant, taken, activity) else {
        decision.variant = index
        return nil
      }
      failures.append(reason)
    }
    return summary(of: failures, activity)
  }

  /// Why the activity cannot work here whatever its items are, or nil: of variants one has to be there, and conditions
  /// on items may hold.
  func obstacleOfAnyItems(of activity: Activity) -> RoutingDecision.Reason? {
    if let reason = missing(activity.requirements, activity: activity) { return reason }
    guard !activity.variants.isEmpty else { return nil }
    let matcher = RuleMatcher(activity: activity, itemCount: 0, surroundings: surroundings)
    var failures: [RoutingDecision.Reason] = []
    for var variant in activity.variants {
      variant.kinds = []
      let mayHold = variant.condition.contains { $0.dependsOnItems || matcher.match($0, .text([])) != nil }
      // Without an item, a condition that may hold has nothing to be tested on.
      if mayHold { variant.condition = [] }
      guard let reason = obstacle(of: variant, [.text([])], activity) else { return nil }
      failures.append(reason)
    }
    return summary(of: failures, activity)
  }

  /// Why a variant is not taken, or nil.
  private func obstacle(
    of variant: VariantRequirements, _ items: [Item], _ activity: Activity
  ) -> RoutingDecision.Reason? {
    let place = (file: variant.origin.file ?? activity.file, line: variant.origin.line)
    if !variant.kinds.isEmpty,
      let other = items.first(where: { item in !variant.kinds.contains { item.kind.conforms(to: $0) } })
    {
      return .init(
        code: .kind, message: "\(other.kind.phrase) is none of \(AcceptMatcher.list(variant.kinds.map(\.rawValue)))",
        file: place.file, line: place.line)
    }
    if !variant.condition.isEmpty {
      if !holds(variant.condition, for: activity, items: items) {
        let names = variant.condition.flatMap(\.environment).map(\.name).filter {
          (surroundings.environmentValue($0) ?? "").isEmpty
        }
        guard let name = names.first else {
          return .init(
            code: .kind, message: "the condition in line \(variant.condition[0].origin.line ?? 0) does not hold",
            file: place.file, line: place.line)
        }
        return .init(
          code: .env, message: "the environment variable '\(name)' is not set", file: place.file, line: place.line)
      }
    }
    return missing(variant.requirements, activity: activity, place: place)
  }

  /// One reason for all variants: the best known one's code, and each obstacle once.
  private func summary(of failures: [RoutingDecision.Reason], _ activity: Activity) -> RoutingDecision.Reason {
    let relevant = failures.contains { $0.code != .kind } ? failures.filter { $0.code != .kind } : failures
    var phrases: [String] = []
    for failure in relevant where !phrases.contains(failure.message) { phrases.append(failure.message) }
    guard phrases.count > 1 else { return relevant[0] }
    // What can be installed is nearer than what would need another desktop.
    let first = relevant.first { $0.code == .program } ?? relevant[0]
    return .init(
      code: first.code, message: "no variant works here: " + phrases.joined(separator: "; "),
      remedy: first.code == .program ? "one variant is enough: " + (first.remedy ?? "install its program") : nil,
      file: activity.file, line: activity.variants[0].origin.line)
  }

  private func missing(
    _ needs: Requirements, activity: Activity, place: (file: String?, line: Int?)? = nil
  ) -> RoutingDecision.Reason? {
    let place = place ?? (activity.file, nil)
    for program in needs.programs where !surroundings.hasProgram(program) {
      return .init(
        code: .program, message: "the program '\(program)' is not installed",
        remedy: "install '\(program)', or put its folder into PATH", file: place.file, line: place.line)
    }
    for name in needs.environment where surroundings.environmentValue(name) == nil {
      return .init(
        code: .env, message: "the environment variable '\(name)' is not set",
        remedy: "set \(name) in the environment, or under 'env' in config.yaml", file: place.file, line: place.line)
    }
    for name in needs.secrets where !surroundings.hasSecret(name) {
      return .init(
        code: .secret, message: "there is no secret '\(name)'",
        remedy: "put it into secrets.d/\(name) beside config.yaml (mode 0600), or set SHAREROUTER_SECRET_\(name)",
        file: place.file, line: place.line)
    }
    if needs.terminal, !surroundings.hasTerminal {
      return .init(
        code: .terminal, message: "it needs a terminal, and there is none", remedy: "run it in a terminal",
        file: place.file, line: place.line)
    }
    return nil
  }
}
