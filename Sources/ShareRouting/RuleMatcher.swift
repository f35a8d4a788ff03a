internal import DesktopTypes
internal import ShareModel

/// Tests one rule on one item: all its conditions on that item, `not` inside the test.
struct RuleMatcher {
  let activity: Activity
  /// The number of items of the run, for `min` and `max`.
  let itemCount: Int
  let surroundings: RoutingSurroundings

  /// The conditions that held, as words with both values; nil when the rule does not hold.
  func match(_ rule: Rule, _ item: Item) -> [String]? {
    var held: [String] = []
    func test(_ outcome: String??) -> Bool {
      // Outer nil: the rule has no such condition. Inner nil: it does not hold.
      guard let outcome else { return true }
      guard let text = outcome else { return false }
      held.append(text)
      return true
    }
    guard test(activityMatch(rule)), test(categoryMatch(rule)), test(kindMatch(rule, item)),
      test(typeMatch(rule, item)), test(nameMatch(rule, item)), test(pathMatch(rule, item)),
      test(hostMatch(rule, item)), test(schemeMatch(rule, item)), test(textMatch(rule, item)),
      test(urlMatch(rule, item)), test(countMatch(rule)), test(sizeMatch(rule, item)), test(environmentMatch(rule))
    else { return nil }
    for negated in rule.not {
      if match(negated, item) != nil { return nil }
      held.append("'not' does not hold")
    }
    return held
  }

  /// Whether a rule has a condition on the item, not only on the activity or the run.
  static func looksAtItem(_ rule: Rule) -> Bool {
    !rule.kinds.isEmpty || !rule.types.isEmpty || !rule.names.isEmpty || !rule.paths.isEmpty || !rule.hosts.isEmpty
      || !rule.schemes.isEmpty || !rule.texts.isEmpty || !rule.urls.isEmpty || rule.minimumSize != nil
      || rule.maximumSize != nil || rule.not.contains(where: looksAtItem)
  }

  /// One sentence: the author's reason, and the values compared.
  static func reason(for rule: Rule, _ held: [String], languages: [String]) -> RoutingDecision.Reason {
    let code: RoutingDecision.ReasonCode =
      switch rule.origin.layer {
      case .definition: .excludedDefinition
      case .config: .excludedConfig
      case .request: .excludedRequest
      case .policy: .excludedPolicy
      }
    let values = held.joined(separator: ", ")
    let message = rule.reason.map { "\($0.resolved(for: languages)) (\(values))" } ?? "excluded: \(values)"
    return .init(code: code, message: message, file: rule.origin.file, line: rule.origin.line)
  }

  /// Both values, or the one that they are.
  private static func comparison(_ what: String, _ value: String, _ relation: String, _ other: String) -> String {
    value == other ? "\(what) is '\(value)'" : "\(what) '\(value)' \(relation) '\(other)'"
  }

  private func activityMatch(_ rule: Rule) -> String?? {
    guard !rule.activities.isEmpty else { return .none }
    let found = rule.activities.first { Glob($0).matches(activity.type.rawValue) }
    return .some(found.map { RuleMatcher.comparison("activity", activity.type.rawValue, "matches", $0) })
  }

  private func categoryMatch(_ rule: Rule) -> String?? {
    guard !rule.categories.isEmpty else { return .none }
    return .some(rule.categories.contains(activity.category) ? "category is '\(activity.category.rawValue)'" : nil)
  }

  private func kindMatch(_ rule: Rule, _ item: Item) -> String?? {
    guard !rule.kinds.isEmpty else { return .none }
    return .some(
      rule.kinds.first { item.kind.conforms(to: $0) }
        .map { RuleMatcher.comparison("kind", item.kind.rawValue, "is a", $0.rawValue) })
  }

  private func typeMatch(_ rule: Rule, _ item: Item) -> String?? {
    guard !rule.types.isEmpty else { return .none }
    let found = rule.types.first { item.contentType.isA($0) }
    return .some(found.map { RuleMatcher.comparison("type", "\(item.contentType)", "is a", $0) })
  }

  private func nameMatch(_ rule: Rule, _ item: Item) -> String?? {
    guard !rule.names.isEmpty else { return .none }
    return .some(RuleMatcher.globMatch("name", rule.names, item.fileName))
  }

  private func pathMatch(_ rule: Rule, _ item: Item) -> String?? {
    guard !rule.paths.isEmpty else { return .none }
    return .some(RuleMatcher.globMatch("path", rule.paths, item.path?.bytes))
  }

  private static func globMatch(_ what: String, _ patterns: [String], _ value: [UInt8]?) -> String? {
    guard let value else { return nil }
    return patterns.first { Glob($0).matches(value) }
      .map { "\(what) '\(String(decoding: value, as: UTF8.self))' matches '\($0)'" }
  }

  /// A host that cannot be compared is taken to match: an exclusion that cannot be tested must not let through.
  private func hostMatch(_ rule: Rule, _ item: Item) -> String?? {
    guard !rule.hosts.isEmpty else { return .none }
    guard item.kind == .url, let bytes = item.textBytes, let part = URLParts(bytes)?.host else { return .some(nil) }
    let shown = part
    do throws(MissingLibrary) {
      let host = try HostName(shown)
      for pattern in rule.hosts where try HostPattern(pattern).matches(host) {
        return .some("host '\(shown)' matches '\(pattern)'")
      }
      return .some(nil)
    } catch {
      return .some("host '\(shown)' could not be compared: \(error.message)")
    }
  }

  private func schemeMatch(_ rule: Rule, _ item: Item) -> String?? {
    guard !rule.schemes.isEmpty else { return .none }
    guard item.kind == .url, let bytes = item.textBytes, let scheme = URLParts(bytes)?.scheme else { return .some(nil) }
    let lowered = scheme.lowercased()
    return .some(rule.schemes.contains { $0.lowercased() == lowered } ? "scheme is '\(lowered)'" : nil)
  }

  private func textMatch(_ rule: Rule, _ item: Item) -> String?? {
    guard !rule.texts.isEmpty else { return .none }
    return .some(RuleMatcher.regexMatch("text", rule.texts, item.textBytes))
  }

  private func urlMatch(_ rule: Rule, _ item: Item) -> String?? {
    guard !rule.urls.isEmpty else { return .none }
    return .some(RuleMatcher.regexMatch("URL", rule.urls, item.kind == .url ? item.textBytes : nil))
  }

  /// A pattern that runs into its bound is taken to match: an exclusion that cannot be tested must not let through.
  private static func regexMatch(_ what: String, _ patterns: [String], _ value: [UInt8]?) -> String? {
    guard let value else { return nil }
    for pattern in patterns {
      switch RegexTest.match(pattern, value) {
      case .match: return "the \(what) matches '\(pattern)'"
      case .failed(let message): return "the pattern '\(pattern)' could not be tried: \(message)"
      case .none: continue
      }
    }
    return nil
  }

  private func countMatch(_ rule: Rule) -> String?? {
    guard rule.minimumCount != nil || rule.maximumCount != nil else { return .none }
    if let minimum = rule.minimumCount, itemCount < minimum { return .some(nil) }
    if let maximum = rule.maximumCount, itemCount > maximum { return .some(nil) }
    return .some("\(itemCount) items")
  }

  private func sizeMatch(_ rule: Rule, _ item: Item) -> String?? {
    guard rule.minimumSize != nil || rule.maximumSize != nil else { return .none }
    guard let size = item.size else { return .some(nil) }
    if let minimum = rule.minimumSize, size < minimum { return .some(nil) }
    if let maximum = rule.maximumSize, size > maximum { return .some(nil) }
    return .some("\(size) bytes")
  }

  private func environmentMatch(_ rule: Rule) -> String?? {
    guard !rule.environment.isEmpty else { return .none }
    for condition in rule.environment {
      guard let value = surroundings.environmentValue(condition.name), !value.isEmpty else { continue }
      guard let glob = condition.glob else { return .some("'\(condition.name)' is set") }
      if Glob(glob).matches(value) { return .some("'\(condition.name)' matches '\(glob)'") }
    }
    return .some(nil)
  }
}
