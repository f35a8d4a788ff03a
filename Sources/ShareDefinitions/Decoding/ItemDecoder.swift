import ShareModel
import SourceDiagnostics
import YAMLSyntax

extension DecodingContext {
  mutating func requestItems(_ node: YAMLNode?) -> [RequestItem] {
    guard let node, !node.isNothing else { return [] }
    if case .sequence(let nodes) = node.content, nodes.isEmpty {
      report(.noItems(at: location(of: node)))
      return []
    }
    return node.elements.compactMap { requestItem($0) }
  }

  private func requestItem(_ node: YAMLNode) -> RequestItem? {
    for kind in ItemKind.allCases {
      guard let value = node[kind.rawValue] else { continue }
      guard let text = value.text else { return nil }
      return RequestItem(
        kind: kind, value: text, mime: node["mime"]?.text, subject: node["subject"]?.text,
        instead: replacements(node["instead"]), location: location(of: value))
    }
    return nil
  }

  private func replacements(_ node: YAMLNode?) -> [(type: ActivityType, replacement: RequestItemReplacement)] {
    uniqueEntries(node).compactMap { entry in
      guard ActivityType.isValid(entry.name) else { return nil }
      let type = ActivityType(rawValue: entry.name)
      if entry.value.text != nil { return (type, .leftOut) }
      return requestItem(entry.value).map { (type, .item($0)) }
    }
  }

  func metadata(_ entries: YAMLMapping) -> Metadata {
    Metadata(
      subject: entries.value(of: "subject")?.text, message: entries.value(of: "message")?.text,
      recipients: texts(entries.value(of: "recipients")))
  }
}
