import ShareModel
import ShareTemplates
import SourceDiagnostics
import YAMLSyntax

extension DefinitionReview {
  /// `impossible-rule`: a rule that holds for no item that the activity accepts, so that what hangs on it never happens.
  mutating func checkRules() {
    check(activity.exclusions, root.value(of: "exclude"), kinds: nil)
    for (index, variant) in activity.variants.enumerated() where !variant.condition.isEmpty {
      let node = root.value(of: "variants")?.elements.element(at: index)
      check(variant.condition, node?["when"], kinds: variant.kinds)
    }
    checkSteps(definition.action.body, root, kinds: nil)
    if case .variants(let variants) = definition.action.body {
      for (index, variant) in variants.enumerated() {
        guard let entries = root.value(of: "variants")?.elements.element(at: index)?.entries else { continue }
        checkSteps(variant.body, entries, kinds: activity.variants.element(at: index)?.kinds)
      }
    }
  }

  private mutating func checkSteps(_ body: ActionBody, _ entries: YAMLMapping, kinds: [ItemKind]?) {
    guard case .steps(let steps) = body else { return }
    for (index, step) in steps.enumerated() {
      guard case .rules(let rules)? = step.condition else { continue }
      check(rules, entries.value(of: "steps")?.elements.element(at: index)?["when"], kinds: kinds)
    }
  }

  /// - Parameter kinds: The kinds that a variant is for; none or empty for all that are accepted.
  private mutating func check(_ rules: [Rule], _ node: YAMLNode?, kinds: [ItemKind]?) {
    guard !rules.isEmpty, let nodes = node?.elements, nodes.count == rules.count else { return }
    var possible = acceptedKinds
    if let kinds, !kinds.isEmpty { possible = possible.filter { kind in kinds.contains { kind.conforms(to: $0) } } }
    // What no variant is ever chosen for is found elsewhere.
    guard !possible.isEmpty else { return }
    for (rule, node) in zip(rules, nodes) {
      guard let reason = impossibility(of: rule, for: possible), let entries = node.entries else { continue }
      let key = entries.first { $0.key.text == reason.key }?.key ?? node
      report(.impossibleRule(reason.text, at: location(key), label: reason.label))
    }
  }

  private struct Impossibility {
    var key: String
    var text: String
    var label = "never holds"
  }

  /// The first condition that keeps the rule from ever holding; nil when it may hold.
  private func impossibility(of rule: Rule, for possible: [ItemKind]) -> Impossibility? {
    var kinds = possible
    if !rule.kinds.isEmpty {
      kinds = possible.filter { kind in rule.kinds.contains { kind.conforms(to: $0) } }
      if kinds.isEmpty {
        let names = Diagnostic.list(rule.kinds.map(\.rawValue), "or")
        return Impossibility(key: "kind", text: "no item that comes here is of the kind \(names)")
      }
    }
    let conditions: [(key: String, isSet: Bool, holders: [ItemKind], what: String)] = [
      ("name", !rule.names.isEmpty, [.file, .image], "has a file name"),
      ("path", !rule.paths.isEmpty, [.file, .image], "has a path"),
      ("host", !rule.hosts.isEmpty, [.url], "has a host"),
      ("scheme", !rule.schemes.isEmpty, [.url], "has a scheme"),
      ("url", !rule.urls.isEmpty, [.url], "is a URL"),
      ("text", !rule.texts.isEmpty, [.text, .url], "is a text"),
    ]
    for condition in conditions where condition.isSet {
      kinds = kinds.filter { condition.holders.contains($0) }
      if kinds.isEmpty {
        return Impossibility(key: condition.key, text: "no item that comes here \(condition.what)")
      }
    }
    if !rule.categories.isEmpty, !rule.categories.contains(activity.category) {
      return Impossibility(key: "category", text: "the activity's own category is '\(activity.category.rawValue)'")
    }
    if !rule.activities.isEmpty, rule.activities.allSatisfy({ $0 != activity.type.rawValue && !$0.isGlob }) {
      return Impossibility(key: "activity", text: "the activity's own type is '\(activity.type)'")
    }
    if let minimum = rule.minimumCount {
      let maximums = activity.accepts.map(\.maximumCount)
      // Saturating: a bound of a million entries is none.
      if maximums.allSatisfy({ $0 != nil }), maximums.reduce(0, { $0 + ($1 ?? 0) }) < minimum {
        return Impossibility(key: "min", text: "the activity never gets \(minimum) items at once")
      }
    }
    return nil
  }
}

extension String {
  /// Whether a pattern of activity types is more than one type.
  fileprivate var isGlob: Bool { utf8.contains { "*?[{\\".utf8.contains($0) } }
}

extension RandomAccessCollection where Index == Int {
  /// The element at an index, nil where there is none.
  func element(at index: Int) -> Element? { indices.contains(index) ? self[index] : nil }
}
