import SourceDiagnostics
import Testing

@testable import YAMLSyntax

/// Calls `body` for every scalar of a tree.
func forEachScalar(_ node: YAMLNode, _ body: (YAMLScalar, YAMLNode) -> Void) {
  forEachNode(node) { node in
    if case .scalar(let scalar) = node.content { body(scalar, node) }
  }
}

/// Calls `body` for every node of a tree, parents first.
func forEachNode(_ node: YAMLNode, _ body: (YAMLNode) -> Void) {
  body(node)
  switch node.content {
  case .scalar: break
  case .sequence(let nodes): for node in nodes { forEachNode(node, body) }
  case .mapping(let entries):
    for entry in entries {
      forEachNode(entry.key, body)
      forEachNode(entry.value, body)
    }
  }
}

/// Expects every range of a document and its findings to lie in the file, and children inside their collection.
func expectValidRanges(_ document: YAMLDocument?, _ findings: [Diagnostic], _ name: String) {
  func check(_ range: Range<Int>, _ file: SourceFile) {
    if !(0...file.bytes.count).contains(range.lowerBound) || range.upperBound > file.bytes.count {
      Issue.record("\(name): \(range) is not in the file of \(file.bytes.count) bytes")
    }
  }
  for finding in findings {
    check(finding.primary.location.range, finding.primary.location.file)
    for label in finding.related { check(label.location.range, label.location.file) }
    for edit in finding.helps.flatMap(\.edits) { check(edit.location.range, edit.location.file) }
  }
  guard let document, let root = document.root else { return }
  forEachNode(root) { node in
    check(node.range, document.file)
    if let alias = node.alias { check(alias, document.file) }
    var children: [YAMLNode] = []
    switch node.content {
    case .scalar: break
    case .sequence(let nodes): children = Array(nodes)
    case .mapping(let entries): children = entries.flatMap { [$0.key, $0.value] }
    }
    var position = node.range.lowerBound
    for child in children {
      let range = child.alias ?? child.range
      if range.lowerBound < position || range.upperBound > node.range.upperBound {
        Issue.record("\(name): the child at \(range) lies outside \(position)..<\(node.range.upperBound)")
      }
      position = range.upperBound
    }
  }
}
