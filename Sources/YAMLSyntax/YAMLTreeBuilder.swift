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
    /// Its number in the tree; nil while the anchored collection is still open.
    var node: Int?
    var range: Range<Int>
    /// The nodes and the bytes of text in it, and its levels of collections.
    var nodes = 0
    var bytes = 0
    var height = 0
  }

  private let file: SourceFile
  private(set) var findings: [Diagnostic] = []
  // What becomes the tree.
  private var records: [YAMLTree.Record] = []
  private var texts: [String] = []
  private var children: [UInt32] = []
  private var extras: [YAMLTree.Extra] = []
  /// The children so far of the collections that are open, those of the innermost at the end.
  private var open: [UInt32] = []
  private var anchors: [String: Anchor] = [:]
  /// Nodes and bytes of text so far, with those that came in by aliases.
  private var nodes = 0
  private var bytes = 0
  /// The deepest level inside the anchored node that is being read.
  private var deepest = 0
  private var aliasedNodes = 0
  private var aliasedBytes = 0
  /// An alias of a name that nobody knows leaves a hole that later checks must not judge.
  private var hasHole = false

  init(file: SourceFile) {
    self.file = file
  }

  /// The document's root; nil when the file holds no content, or when aliases left holes (`isUsable` is then false).
  mutating func build() throws(Stop) -> (root: YAMLNode?, isUsable: Bool) {
    // Room for a file in which a node has a dozen bytes; larger ones make more as they go.
    let expected = min(file.bytes.count / 12, 1024)
    records.reserveCapacity(expected)
    texts.reserveCapacity(expected)
    children.reserveCapacity(expected)
    open.reserveCapacity(32)
    let root = try YAMLEvents.read(file.bytes) { (events) throws(Stop) in try document(&events) }
    guard !hasHole else { return (nil, false) }
    // A bare `---` is as empty as no file at all.
    guard let root, !(records[root].isNothing && records[root].extra == nil) else { return (nil, true) }
    return (
      YAMLNode(tree: YAMLTree(records: records, texts: texts, children: children, extras: extras), index: root), true
    )
  }

  private func location(_ range: Range<Int>) -> SourceLocation { SourceLocation(file: file, range: range) }

  private func next(_ events: inout YAMLEvents) throws(Stop) -> YAMLEvent {
    do throws(YAMLFailure) { return try events.next() } catch { throw .syntax(error) }
  }

  private mutating func document(_ events: inout YAMLEvents) throws(Stop) -> Int? {
    var root: Int?
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

  /// Adds the node that begins with `event`, inside `depth` collections, and returns its number.
  private mutating func node(_ event: YAMLEvent, _ events: inout YAMLEvents, depth: Int) throws(Stop)
    -> Int
  {
    switch event.kind {
    case .scalar(let style):
      let count = event.text.utf8.count
      nodes += 1
      bytes += count
      var record = YAMLTree.Record(YAMLTree.Shape(style), event.range, first: texts.count, count: count)
      if let tag = event.tag { record.extra = addExtra(.init(tag: tag)) }
      if let anchor = event.anchor {
        anchors[anchor] = Anchor(node: records.count, range: event.range, nodes: 1, bytes: count)
      }
      texts.append(event.text)
      return add(record)
    case .alias: return try expand(event, depth: depth)
    default: return try collection(event, &events, depth: depth)
    }
  }

  private mutating func add(_ record: YAMLTree.Record) -> Int {
    records.append(record)
    return records.count - 1
  }

  private mutating func addExtra(_ extra: YAMLTree.Extra) -> UInt32 {
    extras.append(extra)
    return UInt32(extras.count - 1)
  }

  private mutating func collection(
    _ event: YAMLEvent, _ events: inout YAMLEvents, depth: Int
  ) throws(Stop) -> Int {
    let start = event.range.lowerBound
    let first = start..<start + 1
    guard depth < YAMLLimits.depth else { throw .refused(YAMLDiagnostics.tooDeep(location(first))) }
    if let anchor = event.anchor { anchors[anchor] = Anchor(node: nil, range: first) }
    let before = (nodes: nodes, bytes: bytes, deepest: deepest)
    deepest = depth + 1
    nodes += 1
    let base = open.count
    let end: Int
    let shape: YAMLTree.Shape
    if case .mappingStart = event.kind {
      shape = .mapping
      end = try readEntries(&events, depth: depth + 1)
      reportDuplicates(from: base)
    } else {
      shape = .sequence
      end = try readElements(&events, depth: depth + 1)
    }
    let count = open.count - base
    var record = YAMLTree.Record(
      shape, start..<max(start, end), first: children.count, count: shape == .mapping ? count / 2 : count)
    children += open[base...]
    open.removeLast(count)
    if let tag = event.tag { record.extra = addExtra(.init(tag: tag)) }
    if let anchor = event.anchor {
      anchors[anchor] = Anchor(
        node: records.count, range: record.range, nodes: nodes - before.nodes, bytes: bytes - before.bytes,
        height: deepest - depth)
    }
    deepest = max(deepest, before.deepest)
    return add(record)
  }

  /// Leaves the keys and values of a mapping in `open`, and returns where the mapping ends.
  private mutating func readEntries(_ events: inout YAMLEvents, depth: Int) throws(Stop) -> Int {
    while true {
      let event = try next(&events)
      if case .mappingEnd = event.kind { return event.range.upperBound }
      open.append(UInt32(try node(event, &events, depth: depth)))
      open.append(UInt32(try node(next(&events), &events, depth: depth)))
    }
  }

  /// Leaves the elements of a sequence in `open`, and returns where the sequence ends.
  private mutating func readElements(_ events: inout YAMLEvents, depth: Int) throws(Stop) -> Int {
    while true {
      let event = try next(&events)
      if case .sequenceEnd = event.kind { return event.range.upperBound }
      open.append(UInt32(try node(event, &events, depth: depth)))
    }
  }

  private mutating func expand(_ event: YAMLEvent, depth: Int) throws(Stop) -> Int {
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
      texts.append("")
      return add(YAMLTree.Record(.plain, event.range, first: texts.count - 1, count: 0))
    }
    guard let node = anchor.node else {
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
    // The same children, once more.
    var record = records[node]
    record.extra = addExtra(.init(tag: record.extra.flatMap { extras[Int($0)].tag }, alias: event.range))
    return add(record)
  }
}

// MARK: - Duplicate keys

extension YAMLTreeBuilder {
  /// Looks at the keys of the mapping whose children begin at `base` in `open`. `<<` is left to whoever knows whether
  /// merging is supported: two of them are one mistake, not two.
  private mutating func reportDuplicates(from base: Int) {
    let count = (open.count - base) / 2
    // Comparing all with all is the fastest way up to some twenty keys: nearly all differ in their length.
    guard count > 24 else {
      for second in 0..<count {
        if let first = firstKey(equalTo: second, from: base) { reportDuplicate(first, Int(open[base + 2 * second])) }
      }
      return
    }
    var firsts: [[UInt8]: Int] = [:]
    for position in stride(from: base, to: open.count, by: 2) {
      let key = Int(open[position])
      guard let text = duplicableText(key) else { continue }
      let bytes = Array(text.utf8)
      if let first = firsts[bytes] {
        reportDuplicate(first, key)
      } else {
        firsts[bytes] = key
      }
    }
  }

  /// The first of the keys before this one that is the same; nil when there is none.
  private func firstKey(equalTo position: Int, from base: Int) -> Int? {
    let key = Int(open[base + 2 * position])
    let count = records[key].count
    for earlier in 0..<position {
      let other = Int(open[base + 2 * earlier])
      if records[other].count == count, let text = duplicableText(key), let otherText = duplicableText(other),
        text.utf8.elementsEqual(otherText.utf8)
      {
        return other
      }
    }
    return nil
  }

  private mutating func reportDuplicate(_ first: Int, _ second: Int) {
    guard let key = duplicableText(second) else { return }
    findings.append(YAMLDiagnostics.duplicateKey(key, second: location(place(second)), first: location(place(first))))
  }

  /// Where a node stands: an alias at its own place, not at that of the anchored node.
  private func place(_ node: Int) -> Range<Int> {
    let record = records[node]
    return record.extra.flatMap { extras[Int($0)].alias } ?? record.range
  }

  private func duplicableText(_ node: Int) -> String? {
    let record = records[node]
    guard record.shape.style != nil else { return nil }
    let text = texts[Int(record.first)]
    return record.shape == .plain && text == "<<" ? nil : text
  }
}
