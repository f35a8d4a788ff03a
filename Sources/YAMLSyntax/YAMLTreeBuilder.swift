import SourceDiagnostics

/// Builds the tree of a file's one document from its events, within limits.
struct YAMLTreeBuilder {
  /// Why there is no tree.
  enum Stop: Error {
    case syntax(YAMLFailure)
    /// A limit was hit or the document cannot be used; the finding has been made.
    case refused(Diagnostic)
  }

  /// What an anchored node weighs when an alias brings it in again.
  private struct Weight {
    var nodes = 1
    var bytes = 0
    /// Levels of collections in it.
    var height = 0

    mutating func add(_ child: Weight) {
      nodes += child.nodes
      bytes += child.bytes
      height = max(height, child.height + 1)
    }
  }

  /// A collection that is still open.
  private struct Frame {
    var isMapping: Bool
    var start: Int
    /// Where its children begin in `nodes`.
    var firstChild: Int
    var anchor: String?
    var tag: String?
    var weight = Weight(nodes: 1, bytes: 0, height: 1)
  }

  private struct Anchor {
    /// Nil while the anchored collection is still open.
    var node: YAMLNode?
    var range: Range<Int>
    var weight: Weight
  }

  private let file: SourceFile
  private(set) var findings: [Diagnostic] = []
  /// Finished nodes whose collection is still open: keys and values of a mapping by turns.
  private var nodes: [YAMLNode] = []
  private var frames: [Frame] = []
  private var anchors: [String: Anchor] = [:]
  private var expanded = Weight(nodes: 0, bytes: 0, height: 0)
  /// An alias of a name that nobody knows leaves a hole that later checks must not judge.
  private var hasHole = false

  init(file: SourceFile) {
    self.file = file
    nodes.reserveCapacity(32)
    frames.reserveCapacity(8)
  }

  /// The document's root; nil when the file holds no content, or when aliases left holes (`isUsable` is then false).
  mutating func build() throws(Stop) -> (root: YAMLNode?, isUsable: Bool) {
    try YAMLEvents.read(file.bytes) { (events) throws(Stop) in
      var hasDocument = false
      while true {
        let event: YAMLEvent
        do throws(YAMLFailure) { event = try events.next() } catch { throw .syntax(error) }
        switch event.kind {
        case .streamStart, .documentEnd: break
        case .documentStart:
          if hasDocument {
            findings.append(YAMLDiagnostics.severalDocuments(location(event.range)))
            return result()
          }
          hasDocument = true
        case .streamEnd: return result()
        default: try take(event)
        }
      }
    }
  }

  private func location(_ range: Range<Int>) -> SourceLocation { SourceLocation(file: file, range: range) }

  private func result() -> (root: YAMLNode?, isUsable: Bool) {
    guard !hasHole else { return (nil, false) }
    guard let root = nodes.first else { return (nil, true) }
    // A bare `---` is as empty as no file at all.
    if case .scalar(let scalar) = root.content, scalar.text.isEmpty, scalar.style == .plain, root.tag == nil {
      return (nil, true)
    }
    return (root, true)
  }

  private mutating func take(_ event: YAMLEvent) throws(Stop) {
    switch event.kind {
    case .scalar(let style):
      let node = YAMLNode(
        content: .scalar(YAMLScalar(text: event.text, style: style)), range: event.range, tag: event.tag)
      finish(node, Weight(nodes: 1, bytes: event.text.utf8.count, height: 0), anchor: event.anchor)
    case .mappingStart: try open(event, isMapping: true)
    case .sequenceStart: try open(event, isMapping: false)
    case .mappingEnd, .sequenceEnd: close(at: event.range.upperBound)
    case .alias: try expand(event)
    default: break
    }
  }

  private mutating func open(_ event: YAMLEvent, isMapping: Bool) throws(Stop) {
    let start = event.range.lowerBound
    guard frames.count < YAMLLimits.depth else {
      throw .refused(YAMLDiagnostics.tooDeep(location(start..<start + 1)))
    }
    if let anchor = event.anchor {
      anchors[anchor] = Anchor(node: nil, range: start..<start + 1, weight: Weight())
    }
    frames.append(
      Frame(isMapping: isMapping, start: start, firstChild: nodes.count, anchor: event.anchor, tag: event.tag))
  }

  private mutating func close(at end: Int) {
    guard let frame = frames.popLast() else { return }
    let content: YAMLNode.Content
    if frame.isMapping {
      var entries: [YAMLEntry] = []
      entries.reserveCapacity((nodes.count - frame.firstChild) / 2)
      var index = frame.firstChild
      while index + 1 < nodes.count {
        entries.append(YAMLEntry(key: nodes[index], value: nodes[index + 1]))
        index += 2
      }
      reportDuplicates(in: entries)
      content = .mapping(entries)
    } else {
      content = .sequence(Array(nodes[frame.firstChild...]))
    }
    nodes.removeLast(nodes.count - frame.firstChild)
    let node = YAMLNode(content: content, range: frame.start..<max(frame.start, end), tag: frame.tag)
    finish(node, frame.weight, anchor: frame.anchor)
  }

  private mutating func finish(_ node: YAMLNode, _ weight: Weight, anchor: String?) {
    if let anchor { anchors[anchor] = Anchor(node: node, range: node.range, weight: weight) }
    nodes.append(node)
    if !frames.isEmpty { frames[frames.count - 1].weight.add(weight) }
  }

  private mutating func expand(_ event: YAMLEvent) throws(Stop) {
    var anchor = anchors[event.text]
    if anchor == nil {
      let suggestion = closestName(to: event.text, among: anchors.keys)
      findings.append(
        YAMLDiagnostics.unknownAlias(
          event.text, location(event.range), suggestion: suggestion, hasAnchors: !anchors.isEmpty))
      // The name that was meant, most likely: the rest can then be judged in the same run.
      anchor = suggestion.flatMap { anchors[$0] }
    }
    guard let anchor else {
      hasHole = true
      finish(YAMLNode(content: .scalar(YAMLScalar(text: "", style: .plain)), range: event.range), Weight(), anchor: nil)
      return
    }
    guard var node = anchor.node else {
      throw .refused(
        YAMLDiagnostics.recursiveAlias(event.text, location(event.range), anchored: location(anchor.range)))
    }
    expanded.nodes += anchor.weight.nodes
    expanded.bytes += anchor.weight.bytes
    guard expanded.nodes <= YAMLLimits.aliasedNodes, expanded.bytes <= YAMLLimits.aliasedBytes else {
      throw .refused(
        YAMLDiagnostics.aliasExpansion(event.text, location(event.range), anchored: location(anchor.range)))
    }
    guard frames.count + anchor.weight.height <= YAMLLimits.depth else {
      throw .refused(YAMLDiagnostics.tooDeep(location(event.range)))
    }
    node.alias = event.range
    finish(node, anchor.weight, anchor: nil)
  }
}

// MARK: - Duplicate keys

extension YAMLTreeBuilder {
  /// `<<` is left to whoever knows whether merging is supported: two of them are one mistake, not two.
  private mutating func reportDuplicates(in entries: [YAMLEntry]) {
    guard entries.count > 1 else { return }
    // Comparing all with all is the fastest way up to some twenty keys.
    guard entries.count > 24 else {
      for second in entries.indices.dropFirst() {
        guard let text = entries[second].key.duplicableText else { continue }
        for first in 0..<second {
          guard let other = entries[first].key.duplicableText, text.isSameBytes(as: other) else { continue }
          reportDuplicate(text, entries[first].key, entries[second].key)
          break
        }
      }
      return
    }
    var firsts: [[UInt8]: Int] = [:]
    for (index, entry) in entries.enumerated() {
      guard let text = entry.key.duplicableText else { continue }
      let bytes = Array(text.utf8)
      if let first = firsts[bytes] {
        reportDuplicate(text, entries[first].key, entry.key)
      } else {
        firsts[bytes] = index
      }
    }
  }

  private mutating func reportDuplicate(_ key: String, _ first: YAMLNode, _ second: YAMLNode) {
    findings.append(
      YAMLDiagnostics.duplicateKey(
        key, second: location(second.alias ?? second.range), first: location(first.alias ?? first.range)))
  }
}

extension YAMLNode {
  fileprivate var duplicableText: String? {
    guard case .scalar(let scalar) = content, scalar.text != "<<" || scalar.style != .plain else { return nil }
    return scalar.text
  }
}

extension String {
  /// Swift compares canonical equivalents as equal; YAML compares what was written.
  fileprivate func isSameBytes(as other: String) -> Bool {
    self == other && utf8.count == other.utf8.count && utf8.elementsEqual(other.utf8)
  }
}
