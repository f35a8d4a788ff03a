import JSONSyntax
import ShareModel

// How the rules of a request are stored.
extension RuleOrigin {
  var json: JSONValue {
    .object([
      JSONMember("layer", .string(layer.rawValue)), JSONMember("file", .optional(file)),
      JSONMember("line", line.map { .number($0) } ?? .null),
    ])
  }

  init?(json: JSONValue) {
    guard let layer = json["layer"]?.text.flatMap(Layer.init) else { return nil }
    self.init(layer: layer, file: json["file"]?.text, line: json["line"]?.integer)
  }
}

extension Rule {
  private static let lists: [(name: String, path: any WritableKeyPath<Rule, [String]> & Sendable)] = [
    ("activities", \.activities), ("types", \.types), ("names", \.names), ("paths", \.paths), ("hosts", \.hosts),
    ("schemes", \.schemes), ("texts", \.texts), ("urls", \.urls),
  ]
  private static let numbers: [(name: String, path: any WritableKeyPath<Rule, Int?> & Sendable)] = [
    ("minimumCount", \.minimumCount), ("maximumCount", \.maximumCount), ("minimumSize", \.minimumSize),
    ("maximumSize", \.maximumSize),
  ]

  /// What is no condition is left out.
  var json: JSONValue {
    var members = [JSONMember("origin", origin.json)]
    func add(_ name: String, _ values: [JSONValue]) {
      if !values.isEmpty { members.append(JSONMember(name, .array(values))) }
    }
    for (name, path) in Rule.lists { add(name, self[keyPath: path].map { .string($0) }) }
    add("categories", categories.map { .string($0.rawValue) })
    add("kinds", kinds.map { .string($0.rawValue) })
    add("environment", environment.map { .array([.string($0.name), .optional($0.glob)]) })
    add("not", not.map(\.json))
    add("reason", reason?.entries.map { .array([.optional($0.language), .string($0.text)]) } ?? [])
    for (name, path) in Rule.numbers {
      if let number = self[keyPath: path] { members.append(JSONMember(name, .number(number))) }
    }
    return .object(members)
  }

  /// Nil when any part of it cannot be read: a rule without one of its conditions is another rule.
  init?(json: JSONValue) {
    guard case .object(let members) = json, let origin = json["origin"].flatMap(RuleOrigin.init(json:)) else {
      return nil
    }
    self.init(origin: origin)
    for member in members where member.name != "origin" {
      guard read(member) else { return nil }
    }
  }

  private mutating func read(_ member: JSONMember) -> Bool {
    let value = member.value
    if let (_, path) = Rule.lists.first(where: { $0.name == member.name }) {
      self[keyPath: path] = value.texts ?? []
      return value.texts != nil
    }
    if let (_, path) = Rule.numbers.first(where: { $0.name == member.name }) {
      self[keyPath: path] = value.integer
      return value.integer != nil
    }
    guard let elements = value.elements else { return false }
    switch member.name {
    case "categories":
      categories = elements.compactMap { $0.text.flatMap(ActivityCategory.init) }
      return categories.count == elements.count
    case "kinds":
      kinds = elements.compactMap { $0.text.flatMap(ItemKind.init) }
      return kinds.count == elements.count
    case "not":
      not = elements.compactMap(Rule.init(json:))
      return not.count == elements.count
    case "environment":
      environment = elements.compactMap { pair in
        guard let parts = pair.elements, parts.count == 2, let name = parts[0].text else { return nil }
        return EnvironmentMatch(name: name, glob: parts[1].text)
      }
      return environment.count == elements.count
    case "reason":
      let entries = elements.compactMap { pair -> LocalizedText.Entry? in
        guard let parts = pair.elements, parts.count == 2, let text = parts[1].text else { return nil }
        return LocalizedText.Entry(language: parts[0].text, text: text)
      }
      reason = LocalizedText(entries: entries)
      return entries.count == elements.count
    default: return false
    }
  }
}
