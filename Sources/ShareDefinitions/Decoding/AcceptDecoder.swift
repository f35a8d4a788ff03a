import ShareModel
import SourceDiagnostics
import YAMLSyntax

extension DecodingContext {
  /// Entries that later ones are compared with: far more than anyone writes, so that a hostile file costs little.
  private static let comparedEntries = 32

  /// The entries of `accepts`; nil when one of them does not say its kind, so that nothing can be said about templates.
  mutating func acceptEntries(_ node: YAMLNode?) -> [AcceptEntry]? {
    guard let node, !node.isNothing else { return nil }
    var accepted: [AcceptEntry] = []
    var places: [YAMLNode] = []
    var isWhole = true
    for element in node.elements {
      guard let entry = acceptEntry(element) else {
        isWhole = false
        continue
      }
      // What a broken entry takes is not known.
      if !accepted.isEmpty, !isFull, !hasFindings(in: element.range),
        let earlier = accepted.prefix(DecodingContext.comparedEntries).firstIndex(where: { $0.covers(entry) }),
        !hasFindings(in: places[earlier].range)
      {
        report(
          .coveredEntry(
            at: location(of: element), kind: entry.kind.rawValue, by: location(of: places[earlier]),
            earlier: accepted[earlier].kind.rawValue))
      }
      accepted.append(entry)
      places.append(element)
    }
    if accepted.isEmpty, isWhole { report(.acceptsNothing(at: location(of: node))) }
    return isWhole && !accepted.isEmpty ? accepted : nil
  }

  private mutating func acceptEntry(_ node: YAMLNode) -> AcceptEntry? {
    if let text = node.text {
      return ItemKind(rawValue: text).map { AcceptEntry(kind: $0, origin: origin(of: node)) }
    }
    guard let entries = node.entries, let kind = entries.value(of: "kind")?.text.flatMap(ItemKind.init) else {
      return nil
    }
    var entry = AcceptEntry(kind: kind, origin: origin(of: node))
    for pair in entries {
      guard let name = pair.key.text else { continue }
      switch name {
      case "mime": entry.types = texts(pair.value)
      case "name": entry.names = texts(pair.value)
      case "matches": entry.patterns = texts(pair.value)
      case "min": entry.minimumCount = integer(pair.value)
      case "max": entry.maximumCount = integer(pair.value)
      case "min-size": entry.minimumSize = pair.value.text.flatMap(ScalarText.size)
      case "max-size": entry.maximumSize = pair.value.text.flatMap(ScalarText.size)
      default: break
      }
    }
    let wrong = kind.conforms(to: .text) ? "name" : "matches"
    if let pair = entries.first(where: { $0.key.text == wrong }) {
      report(.matcherWithoutEffect(wrong, kind: kind.rawValue, at: location(pair.key.range)))
    }
    checkBounds(entries, "min", entry.minimumCount, "max", entry.maximumCount)
    checkBounds(entries, "min-size", entry.minimumSize, "max-size", entry.maximumSize)
    return entry
  }
}

extension AcceptEntry {
  /// Whether every item that `other` takes is taken by this entry already. The number of items plays no part: it is
  /// looked at when all of them have found their entry.
  fileprivate func covers(_ other: AcceptEntry) -> Bool {
    guard other.kind.conforms(to: kind) else { return false }
    if types.isEmpty {
      // A directory is taken only where its type is named.
      if other.types.contains(where: { ContentType($0) == .directory }) { return false }
    } else {
      guard !other.types.isEmpty, other.types.allSatisfy({ type in types.contains { $0.covers(type) } }) else {
        return false
      }
    }
    if !names.isEmpty, names != other.names { return false }
    if !patterns.isEmpty, patterns != other.patterns { return false }
    if let minimumSize, minimumSize > other.minimumSize ?? 0 { return false }
    if let maximumSize, maximumSize < other.maximumSize ?? Int.max { return false }
    return true
  }
}

extension String {
  /// Whether this media pattern matches whatever `other` does. Parameters and case count for nothing.
  func covers(_ other: String) -> Bool {
    let mine = utf8Span.span
    let theirs = other.utf8Span.span
    var index = 0
    var otherIndex = 0
    // The two halves: up to the `/`, and up to the parameters or the end.
    for end in [UInt8(ascii: "/"), UInt8(ascii: ";")] {
      if index < mine.count, mine[index] == UInt8(ascii: "*") {
        index += 1
        while otherIndex < theirs.count, theirs[otherIndex] != end { otherIndex += 1 }
      } else {
        while index < mine.count, mine[index] != end {
          guard otherIndex < theirs.count, mine[index] | 0x20 == theirs[otherIndex] | 0x20 else { return false }
          index += 1
          otherIndex += 1
        }
        guard otherIndex == theirs.count || theirs[otherIndex] == end else { return false }
      }
      index += 1
      otherIndex += 1
    }
    return true
  }
}
