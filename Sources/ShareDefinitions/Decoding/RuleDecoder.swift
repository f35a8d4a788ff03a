import ShareModel
import SourceDiagnostics
import YAMLSyntax

extension DecodingContext {
  /// The rules of a list, the broken ones left out.
  mutating func rules(_ node: YAMLNode?) -> [Rule] {
    guard let node, !node.isNothing else { return [] }
    var rules: [Rule] = []
    for element in node.elements {
      if let rule = rule(element) { rules.append(rule) }
    }
    return rules
  }

  private mutating func rule(_ node: YAMLNode) -> Rule? {
    var rule = Rule(origin: origin(of: node))
    if let pattern = node.text {
      rule.activities = [pattern]
      return rule
    }
    guard let entries = node.entries else { return nil }
    for index in entries.indices {
      guard let name = entries.key(at: index).text else { continue }
      let value = entries.value(at: index)
      switch name {
      case "activity": rule.activities = texts(value)
      case "category": rule.categories = texts(value).compactMap(ActivityCategory.init)
      case "kind": rule.kinds = texts(value).compactMap(ItemKind.init)
      case "mime": rule.types = texts(value)
      case "name": rule.names = texts(value)
      case "path": rule.paths = texts(value)
      case "host": rule.hosts = texts(value)
      case "scheme": rule.schemes = texts(value)
      case "text": rule.texts = texts(value)
      case "url": rule.urls = texts(value)
      case "min": rule.minimumCount = value.text.flatMap(ScalarText.integer)
      case "max": rule.maximumCount = value.text.flatMap(ScalarText.integer)
      case "min-size": rule.minimumSize = value.text.flatMap(ScalarText.size)
      case "max-size": rule.maximumSize = value.text.flatMap(ScalarText.size)
      case "env": rule.environment = environmentMatches(value)
      case "not": rule.not = rules(value)
      case "reason": rule.reason = localizedText(value)
      default: break
      }
    }
    checkBounds(entries, "min", rule.minimumCount, "max", rule.maximumCount)
    checkBounds(entries, "min-size", rule.minimumSize, "max-size", rule.maximumSize)
    return rule
  }

  private func environmentMatches(_ node: YAMLNode) -> [Rule.EnvironmentMatch] {
    var matches: [Rule.EnvironmentMatch] = []
    for element in node.elements {
      if let name = element.text { matches.append(Rule.EnvironmentMatch(name: name, glob: nil)) }
      guard let entries = element.entries else { continue }
      for entry in entries {
        if let name = entry.key.text, let glob = entry.value.text {
          matches.append(Rule.EnvironmentMatch(name: name, glob: glob))
        }
      }
    }
    return matches
  }

  /// Reports a lower bound above its upper one.
  mutating func checkBounds<Bound: Comparable>(
    _ entries: YAMLMapping, _ lowerName: String, _ lower: Bound?, _ upperName: String, _ upper: Bound?
  ) {
    guard let lower, let upper, lower > upper, let lowerNode = entries.value(of: lowerName),
      let upperNode = entries.value(of: upperName)
    else { return }
    report(
      .crossedBounds(
        lower: (lowerName, lowerNode.text ?? "", location(lowerNode.range)),
        upper: (upperName, upperNode.text ?? "", location(upperNode.range))))
  }
}
