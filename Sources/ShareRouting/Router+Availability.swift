internal import ShareModel

extension Router {
  /// Why the activity cannot work here, or nil; chooses the variant.
  func availability(
    of activity: Activity, items: [Item], decision: inout RoutingDecision
  ) -> RoutingDecision.Reason? {
    if let reason = missing(activity.requirements, activity: activity) { return reason }
    guard !activity.variants.isEmpty else { return nil }
    let taken = items.indices.filter { decision.entries[$0] != nil }.map { items[$0] }
    let covering = activity.variants.indices.filter { covers(activity.variants[$0], taken, activity) }
    guard !covering.isEmpty else {
      let kinds = Set(taken.map(\.kind.rawValue)).sorted().joined(separator: " and ")
      return .init(
        code: .kind, message: "no variant covers \(kinds) together",
        file: activity.file, line: activity.variants[0].origin.line)
    }
    var reasons: [RoutingDecision.Reason] = []
    for index in covering {
      guard let reason = missing(activity.variants[index].requirements, activity: activity) else {
        decision.variant = index
        return nil
      }
      reasons.append(reason)
    }
    guard reasons.count > 1, reasons.allSatisfy({ $0.code == .program }) else { return reasons[0] }
    let programs = covering.flatMap { index in
      activity.variants[index].requirements.programs.filter { !surroundings.hasProgram($0) }
    }
    var named: [String] = []
    for program in programs where !named.contains(program) { named.append(program) }
    let list = named.map { "'\($0)'" }.joined(separator: ", ")
    return .init(
      code: .program, message: "none of the programs \(list) is installed", remedy: "install one of them",
      file: activity.file, line: activity.variants[covering[0]].origin.line)
  }

  private func covers(_ variant: VariantRequirements, _ items: [Item], _ activity: Activity) -> Bool {
    if !variant.kinds.isEmpty {
      guard items.allSatisfy({ item in variant.kinds.contains { item.kind.conforms(to: $0) } }) else { return false }
    }
    guard !variant.condition.isEmpty else { return true }
    let matcher = RuleMatcher(activity: activity, itemCount: items.count, surroundings: surroundings)
    return items.allSatisfy { item in
      variant.condition.contains { matcher.match($0, item) != nil }
    }
  }

  private func missing(_ needs: Requirements, activity: Activity) -> RoutingDecision.Reason? {
    for program in needs.programs where !surroundings.hasProgram(program) {
      return .init(
        code: .program, message: "the program '\(program)' is not installed",
        remedy: "install '\(program)', or put its folder into PATH", file: activity.file)
    }
    for name in needs.environment where surroundings.environmentValue(name) == nil {
      return .init(
        code: .env, message: "the environment variable '\(name)' is not set",
        remedy: "set \(name) in the environment, or under 'env' in config.yaml", file: activity.file)
    }
    for name in needs.secrets where !surroundings.hasSecret(name) {
      return .init(
        code: .secret, message: "there is no secret '\(name)'",
        remedy: "put it into secrets.d/\(name) beside config.yaml (mode 0600), or set SHAREROUTER_SECRET_\(name)",
        file: activity.file)
    }
    if needs.terminal, !surroundings.hasTerminal {
      return .init(
        code: .terminal, message: "it needs a terminal, and there is none", remedy: "run it in a terminal",
        file: activity.file)
    }
    return nil
  }
}
