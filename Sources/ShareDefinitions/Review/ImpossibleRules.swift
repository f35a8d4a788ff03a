import ShareModel
import ShareTemplates
import SourceDiagnostics
import YAMLSyntax

extension DefinitionReview {
  /// `impossible-rule`: a rule that holds for no item that the activity accepts, so that what hangs on it never happens.
  func checkRules() {
    check(activity.exclusions, kinds: []) { root.value(of: "exclude") }
    for (index, variant) in activity.variants.enumerated() {
      check(variant.condition, kinds: variant.kinds) {
        root.value(of: "variants")?.elements.element(at: index)?["when"]
      }
    }
    checkSteps(definition.action.body, root, kinds: [])
    if case .variants(let variants) = definition.action.body {
      for (index, variant) in variants.enumerated() {
        guard let entries = root.value(of: "variants")?.elements.element(at: index)?.entries else { continue }
        checkSteps(variant.body, entries, kinds: activity.variants.element(at: index)?.kinds ?? [])
      }
    }
  }

  private func checkSteps(_ body: ActionBody, _ entries: YAMLMapping, kinds: [ItemKind]) {
    guard case .steps(let steps) = body else { return }
    for (index, step) in steps.enumerated() {
      guard case .rules(let rules)? = step.condition else { continue }
      check(rules, kinds: kinds) { entries.value(of: "steps")?.elements.element(at: index)?["when"] }
    }
  }

  /// - Parameters:
  ///   - kinds: The kinds that a variant is for; none for all that are accepted.
  ///   - list: Finds the node of the rules.
  private func check(_ rules: [Rule], kinds: [ItemKind], in list: () -> YAMLNode?) {
    guard !rules.isEmpty else { return }
    var possible = acceptedKinds
    if !kinds.isEmpty { possible.formIntersection(ItemKinds(conformingTo: kinds)) }
    // What no variant is ever chosen for is found elsewhere.
    guard !possible.isEmpty else { return }
    for index in rules.indices {
      guard let reason = impossibility(of: rules[index], for: possible), let nodes = list()?.elements,
        nodes.count == rules.count, let node = nodes.element(at: index), let entries = node.entries
      else { continue }
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
  private func impossibility(of rule: Rule, for possible: ItemKinds) -> Impossibility? {
    var kinds = possible
    if !rule.kinds.isEmpty {
      kinds.formIntersection(ItemKinds(conformingTo: rule.kinds))
      if kinds.isEmpty {
        let names = Diagnostic.list(rule.kinds.map(\.rawValue), "or")
        return Impossibility(key: "kind", text: "no item that comes here is of the kind \(names)")
      }
    }
    func narrow(_ values: [String], to holders: ItemKinds, _ key: String, _ what: String) -> Impossibility? {
      if values.isEmpty { return nil }
      kinds.formIntersection(holders)
      return kinds.isEmpty ? Impossibility(key: key, text: "no item that comes here \(what)") : nil
    }
    let narrowed =
      narrow(rule.names, to: [.file, .image], "name", "has a file name")
      ?? narrow(rule.paths, to: [.file, .image], "path", "has a path")
      ?? narrow(rule.hosts, to: .url, "host", "has a host") ?? narrow(rule.schemes, to: .url, "scheme", "has a scheme")
      ?? narrow(rule.urls, to: .url, "url", "is a URL") ?? narrow(rule.texts, to: [.text, .url], "text", "is a text")
    if let narrowed { return narrowed }
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
