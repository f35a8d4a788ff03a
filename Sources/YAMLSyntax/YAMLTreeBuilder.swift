import SourceDiagnostics

/// Builds the tree of a file's one document from its events, within limits.
struct YAMLTreeBuilder {
  /// Why there is no tree.
  enum Stop: Error {
    case syntax(YAMLFailure)
    /// A limit was hit or the document cannot be used; the finding has been made.
    case refused(Diagnostic)
  }

  /// A node that aliases may bring in again.
  private struct Anchor {
    /// Nil while the anchored collection is still open.
    var node: YAMLNode?
    var range: Range<Int>
    /// The nodes and the bytes of text in it, and its levels of collections.
    var nodes = 0
    var bytes = 0
    var height = 0
  }

  private let file: SourceFile
  private(set) var findings: [Diagnostic] = []
  private var anchors: [String: Anchor] = [:]
  /// Nodes and bytes of text so far, with those that came in by aliases.
  private var nodes = 0
  private var bytes = 0
  /// The deepest level inside the anchored node that is being read.
  private var deepest = 0
  private var aliasedNodes = 0
  private var aliasedBytes = 0
  /// The signs of the keys of the mapping that is being checked for duplicates.
  private var keySigns: [UInt64] = []
  /// An alias of a name that nobody knows leaves a hole that later checks must not judge.
  private var hasHole = false

  init(file: SourceFile) {
    self.file = file
  }

  /// The document's root; nil when the file holds no content, or when aliases left holes (`isUsable` is then false).
  mutating func build() throws(Stop) -> (root: YAMLNode?, isUsable: Bool) {
    let root = try YAMLEvents.read(file.bytes) { (events) throws(Stop) in try document(&events) }
    guard !hasHole else { return (nil, false) }
    // A bare `---` is as empty as no file at all.
    if let root, case .scalar(let scalar) = root.content, scalar.text.isEmpty, scalar.style == .plain, root.tag == nil {
      return (nil, true)
    }
    return (root, true)
  }

  private func location(_ range: Range<Int>) -> SourceLocation { SourceLocation(file: file, range: range) }

  private func next(_ events: inout YAMLEvents) throws(Stop) -> YAMLEvent {
    do throws(YAMLFailure) { return try events.next() } catch { throw .syntax(error) }
  }

  private mutating func document(_ events: inout YAMLEvents) throws(Stop) -> YAMLNode? {
    var root: YAMLNode?
    var hasDocument = false
    while true {
      let event = try next(&events)
      switch event.kind {
      case .streamStart, .documentEnd: break
      case .documentStart:
        if hasDocument {
          findings.append(YAMLDiagnostics.severalDocuments(location(event.range)))
          return root
        }
        hasDocument = true
      case .streamEnd: return root
      default: root = try node(event, &events, depth: 0)
      }
    }
  }

  /// The node that begins with `event`, inside `depth` collections.
  private mutating func node(_ event: consuming YAMLEvent, _ events: inout YAMLEvents, depth: Int) throws(Stop)
    -> YAMLNode
  {
    switch event.kind {
    case .scalar(let style):
      let count = event.text.utf8.count
      nodes += 1
      bytes += count
      let anchor = event.anchor
      let node = YAMLNode(
        content: .scalar(YAMLScalar(text: event.text, style: style)), range: event.range, tag: event.tag)
      if let anchor { anchors[anchor] = Anchor(node: node, range: node.range, nodes: 1, bytes: count) }
      return node
    case .alias: return try expand(event, depth: depth)
    default: return try collection(event, &events, depth: depth)
    }
  }

  private mutating func collection(
    _ event: consuming YAMLEvent, _ events: inout YAMLEvents, depth: Int
  ) throws(Stop) -> YAMLNode {
    let start = event.range.lowerBound
    let first = start..<start + 1
    guard depth < YAMLLimits.depth else { throw .refused(YAMLDiagnostics.tooDeep(location(first))) }
    if let anchor = event.anchor { anchors[anchor] = Anchor(node: nil, range: first) }
    let before = (nodes: nodes, bytes: bytes, deepest: deepest)
    deepest = depth + 1
    nodes += 1
    var end = start
    let content: YAMLNode.Content
    if case .mappingStart = event.kind {
      content = .mapping(try entries(&events, depth: depth + 1, end: &end))
    } else {
      content = .sequence(try elements(&events, depth: depth + 1, end: &end))
    }
    let node = YAMLNode(content: content, range: start..<max(start, end), tag: event.tag)
    if let anchor = event.anchor {
      anchors[anchor] = Anchor(
        node: node, range: node.range, nodes: nodes - before.nodes, bytes: bytes - before.bytes,
        height: deepest - depth)
    }
    deepest = max(deepest, before.deepest)
    return node
  }

  private mutating func entries(
    _ events: inout YAMLEvents, depth: Int, end: inout Int
  ) throws(Stop) -> [YAMLEntry] {
    var entries: [YAMLEntry] = []
    entries.reserveCapacity(depth == 1 ? 12 : 4)
    while true {
      let event = try next(&events)
      if case .mappingEnd = event.kind {
        end = event.range.upperBound
        reportDuplicates(in: entries)
        return entries
      }
      let key = try node(event, &events, depth: depth)
      entries.append(YAMLEntry(key: key, value: try node(next(&events), &events, depth: depth)))
    }
  }

  private mutating func elements(_ events: inout YAMLEvents, depth: Int, end: inout Int) throws(Stop) -> [YAMLNode] {
    var elements: [YAMLNode] = []
    elements.reserveCapacity(3)
    while true {
      let event = try next(&events)
      if case .sequenceEnd = event.kind {
        end = event.range.upperBound
        return elements
      }
      elements.append(try node(event, &events, depth: depth))
    }
  }

  private mutating func expand(_ event: YAMLEvent, depth: Int) throws(Stop) -> YAMLNode {
    var anchor = anchors[event.text]
    if anchor == nil {
      let canSuggest = findings.count < YAMLLimits.suggestions
      let suggestion = canSuggest ? Suggestion.nearest(to: event.text, in: anchors.keys.sorted()) : nil
      findings.append(
        YAMLDiagnostics.unknownAlias(
          event.text, location(event.range), suggestion: suggestion, hasAnchors: !anchors.isEmpty))
      // The name that was meant, most likely: the rest can then be judged in the same run.
      anchor = suggestion.flatMap { anchors[$0] }
    }
    guard let anchor else {
      hasHole = true
      return YAMLNode(content: .scalar(YAMLScalar(text: "", style: .plain)), range: event.range)
    }
    guard var node = anchor.node else {
      throw .refused(
        YAMLDiagnostics.recursiveAlias(event.text, location(event.range), anchored: location(anchor.range)))
    }
    aliasedNodes += anchor.nodes
    aliasedBytes += anchor.bytes
    nodes += anchor.nodes
    bytes += anchor.bytes
    deepest = max(deepest, depth + anchor.height)
    guard aliasedNodes <= YAMLLimits.aliasedNodes, aliasedBytes <= YAMLLimits.aliasedBytes else {
      throw .refused(
        YAMLDiagnostics.aliasExpansion(event.text, location(event.range), anchored: location(anchor.range)))
    }
    guard depth + anchor.height <= YAMLLimits.depth else {
      throw .refused(YAMLDiagnostics.tooDeep(location(event.range)))
    }
    node.alias = event.range
    return node
  }
}

// MARK: - Duplicate keys

extension YAMLTreeBuilder {
  /// `<<` is left to whoever knows whether merging is supported: two of them are one mistake, not two.
  private mutating func reportDuplicates(in entries: [YAMLEntry]) {
    guard entries.count > 1 else { return }
    // Comparing all with all is the fastest way up to some twenty keys; signs settle nearly all comparisons.
    guard entries.count > 24 else {
      keySigns.removeAll(keepingCapacity: true)
      for second in entries.indices {
        let sign = entries[second].key.keySign
        if sign != 0, let first = firstKey(equalTo: entries[second].key, sign, in: entries) {
          reportDuplicate(entries[first].key, entries[second].key)
        }
        keySigns.append(sign)
      }
      return
    }
    var firsts: [[UInt8]: Int] = [:]
    for (index, entry) in entries.enumerated() {
      guard let text = entry.key.duplicableText else { continue }
      let bytes = Array(text.utf8)
      if let first = firsts[bytes] {
        reportDuplicate(entries[first].key, entry.key)
      } else {
        firsts[bytes] = index
      }
    }
  }

  private func firstKey(equalTo key: YAMLNode, _ sign: UInt64, in entries: [YAMLEntry]) -> Int? {
    for index in keySigns.indices where keySigns[index] == sign {
      if let text = key.duplicableText, let other = entries[index].key.duplicableText,
        text.utf8.elementsEqual(other.utf8)
      {
        return index
      }
    }
    return nil
  }

  private mutating func reportDuplicate(_ first: YAMLNode, _ second: YAMLNode) {
    guard let key = second.duplicableText else { return }
    findings.append(
      YAMLDiagnostics.duplicateKey(
        key, second: location(second.alias ?? second.range), first: location(first.alias ?? first.range)))
  }
}

extension YAMLNode {
  /// Length and some bytes of a key's text, alike for equal texts; 0 for what is no scalar.
  fileprivate var keySign: UInt64 {
    guard case .scalar(let scalar) = content else { return 0 }
    let bytes = scalar.text.utf8
    let count = bytes.count
    guard count > 0 else { return 1 }
    let middle = bytes[bytes.index(bytes.startIndex, offsetBy: count / 2)]
    return UInt64(count) << 24 | UInt64(bytes[bytes.startIndex]) << 8 | UInt64(middle)
  }

  fileprivate var duplicableText: String? {
    guard case .scalar(let scalar) = content, scalar.text != "<<" || scalar.style != .plain else { return nil }
    return scalar.text
  }
}
