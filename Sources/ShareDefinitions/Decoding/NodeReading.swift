import JSONSyntax
import ShareModel
import ShareTemplates
import SourceDiagnostics
import YAMLSyntax

/// What decoders read off nodes that the structural check has seen: silent about what it has reported.
extension DecodingContext {
  /// The texts of a list, or of a list of one.
  func texts(_ node: YAMLNode?) -> [String] {
    guard let node else { return [] }
    if let text = node.text { return [text] }
    let elements = node.elements
    var texts: [String] = []
    texts.reserveCapacity(elements.count)
    for index in elements.indices {
      if let text = elements[index].text { texts.append(text) }
    }
    return texts
  }

  func localizedText(_ node: YAMLNode?) -> LocalizedText? {
    guard let node else { return nil }
    if let text = node.text { return LocalizedText(text) }
    guard let entries = node.entries else { return nil }
    let texts = entries.compactMap { entry -> LocalizedText.Entry? in
      guard let language = entry.key.text, let text = entry.value.text else { return nil }
      return LocalizedText.Entry(language: language, text: text)
    }
    return texts.isEmpty ? nil : LocalizedText(entries: texts)
  }

  func boolean(_ node: YAMLNode?) -> Bool? {
    guard let scalar = node?.scalar, scalar.style == .plain else { return nil }
    switch scalar.text {
    case "true": return true
    case "false": return false
    default: return nil
    }
  }

  func duration(_ node: YAMLNode?) -> Double? { node?.text.flatMap(ScalarText.duration) }

  func integer(_ node: YAMLNode?) -> Int? { node?.text.flatMap(ScalarText.integer) }

  func activityTypes(_ node: YAMLNode?) -> [ActivityType] {
    texts(node).filter(ActivityType.isValid).map(ActivityType.init(rawValue:))
  }

  /// The texts of a mapping, each under its first key of that name.
  func namedTexts(_ node: YAMLNode?) -> [ActivityExample.NamedText] {
    uniqueEntries(node).compactMap { entry in
      entry.value.text.map {
        ActivityExample.NamedText(name: entry.name, text: $0, location: location(of: entry.value))
      }
    }
  }

  /// The entries of a mapping, the second of two equal keys left out: it was reported when the file was parsed.
  func uniqueEntries(_ node: YAMLNode?) -> [NamedNode] {
    guard let entries = node?.entries else { return [] }
    var unique: [NamedNode] = []
    unique.reserveCapacity(entries.count)
    // A set costs more than it saves until the mapping is larger than any that people write.
    var names: Set<String>? = entries.count > 16 ? [] : nil
    for index in entries.indices {
      guard let key = entries.key(at: index).scalar, !isMergeKey(key) else { continue }
      let isNew = names?.insert(key.text).inserted ?? !unique.contains { $0.name == key.text }
      if isNew { unique.append(NamedNode(name: key.text, value: entries.value(at: index))) }
    }
    return unique
  }

  /// A value as JSON: plain scalars of JSON's own grammar keep their type, all others are text.
  func jsonValue(_ node: YAMLNode) -> JSONValue {
    switch node.content {
    case .scalar(let scalar):
      switch literal(scalar) {
      case .null: .null
      case .boolean(let value): .boolean(value)
      case .number: .number(scalar.text)
      case .text: .string(scalar.text)
      }
    case .sequence(let nodes): .array(nodes.map(jsonValue))
    case .mapping: .object(uniqueEntries(node).map { JSONMember($0.name, jsonValue($0.value)) })
    }
  }

  enum JSONLiteral {
    case null
    case boolean(Bool)
    case number, text
  }

  func literal(_ scalar: YAMLScalar) -> JSONLiteral {
    guard scalar.style == .plain, let first = scalar.text.utf8.first else { return .text }
    switch first {
    case UInt8(ascii: "n"): return scalar.text == "null" ? .null : .text
    case UInt8(ascii: "t"): return scalar.text == "true" ? .boolean(true) : .text
    case UInt8(ascii: "f"): return scalar.text == "false" ? .boolean(false) : .text
    case UInt8(ascii: "-"), 0x30...0x39: return ScalarText.isJSONNumber(scalar.text) ? .number : .text
    default: return .text
    }
  }

  /// JSON with templates in the places of its strings; nil when one of them is broken.
  mutating func jsonTemplate(_ node: YAMLNode) -> JSONTemplate? {
    switch node.content {
    case .scalar(let scalar):
      switch literal(scalar) {
      case .null: return .null
      case .boolean(let value): return .boolean(value)
      case .number: return .number(scalar.text)
      case .text: return template(node).map(JSONTemplate.text)
      }
    case .sequence(let nodes):
      var elements: [JSONTemplate] = []
      var isWhole = true
      for node in nodes {
        if let element = jsonTemplate(node) { elements.append(element) } else { isWhole = false }
      }
      return isWhole ? .array(elements) : nil
    case .mapping:
      var members: [(name: String, value: JSONTemplate)] = []
      var isWhole = true
      for entry in uniqueEntries(node) {
        let (name, value) = (entry.name, entry.value)
        if let value = jsonTemplate(value) { members.append((name, value)) } else { isWhole = false }
      }
      return isWhole ? .object(members) : nil
    }
  }
}

/// A node under its name in a mapping.
struct NamedNode {
  let name: String
  let value: YAMLNode
}
