internal import DesktopTypes
internal import ShareModel

/// Assigns items to the `accepts` entries of an activity.
struct AcceptMatcher {
  enum Result {
    case accepted(entries: [Int?], captures: [Captures?], skipped: [RoutingDecision.SkippedItem])
    case refused(RoutingDecision.Reason)
  }

  let activity: Activity

  func match(_ items: [Item]) -> Result {
    guard !items.isEmpty else {
      return .refused(.init(code: .count, message: "there are no items", file: activity.file))
    }
    var entries: [Int?] = []
    var captures: [Captures?] = []
    var skipped: [RoutingDecision.SkippedItem] = []
    for (index, item) in items.enumerated() {
      switch place(item) {
      case .taken(let entry, let captured):
        entries.append(entry)
        if let captured {
          captures += [Captures?](repeating: nil, count: index - captures.count)
          captures.append(captured)
        }
      case .refused(var reason):
        reason.itemIndex = index
        guard activity.match == .any else { return .refused(reason) }
        entries.append(nil)
        skipped.append(.init(index: index, reason: reason))
      }
    }
    if entries.allSatisfy({ $0 == nil }), let first = skipped.first { return .refused(first.reason) }
    for (index, entry) in activity.accepts.enumerated() {
      let count = entries.count { $0 == index }
      if let maximum = entry.maximumCount, count > maximum {
        return .refused(
          reason(
            .count, entry, "\(AcceptMatcher.items(count)), but at most \(maximum) of kind '\(entry.kind.rawValue)'"))
      }
      if let minimum = entry.minimumCount, count < minimum {
        return .refused(
          reason(
            .count, entry, "\(AcceptMatcher.items(count)), but at least \(minimum) of kind '\(entry.kind.rawValue)'"))
      }
    }
    return .accepted(entries: entries, captures: captures, skipped: skipped)
  }

  private enum Placement {
    case taken(entry: Int, captures: Captures?)
    case refused(RoutingDecision.Reason)
  }

  /// The first entry that takes the item, or the reason of the entry that came closest.
  private func place(_ item: Item) -> Placement {
    var best: (depth: Int, reason: RoutingDecision.Reason)?
    func miss(_ depth: Int, _ reason: RoutingDecision.Reason) {
      if best == nil || depth > best!.depth { best = (depth, reason) }
    }
    for (index, entry) in activity.accepts.enumerated() {
      guard item.kind.conforms(to: entry.kind) else { continue }
      if item.contentType == .directory, !entry.types.contains(where: { ContentType($0) == .directory }) {
        miss(0, reason(.mime, entry, "a folder ('inode/directory') is accepted only where that type is named"))
        continue
      }
      if !entry.types.isEmpty, !entry.types.contains(where: { item.contentType.isA($0) }) {
        miss(1, reason(.mime, entry, "type '\(item.contentType)' is none of \(AcceptMatcher.list(entry.types))"))
        continue
      }
      if !entry.names.isEmpty {
        let name = item.fileName ?? []
        guard entry.names.contains(where: { Glob($0).matches(name) }) else {
          let shown = String(decoding: name, as: UTF8.self)
          miss(2, reason(.name, entry, "name '\(shown)' matches none of \(AcceptMatcher.list(entry.names))"))
          continue
        }
      }
      var captured: Captures?
      if !entry.patterns.isEmpty {
        switch AcceptMatcher.capture(entry.patterns, item) {
        case .match(let captures): captured = captures
        case .none(let message):
          miss(3, reason(.matches, entry, message))
          continue
        }
      }
      if let message = AcceptMatcher.sizeMessage(entry, item) {
        miss(4, reason(.size, entry, message))
        continue
      }
      return .taken(entry: index, captures: captured)
    }
    if let best { return .refused(best.reason) }
    var kinds: [String] = []
    for kind in activity.accepts.map(\.kind.rawValue) where !kinds.contains(kind) { kinds.append(kind) }
    return .refused(
      .init(
        code: .kind, message: "\(item.kind.phrase) is none of the accepted kinds \(AcceptMatcher.list(kinds))",
        file: activity.file,
        line: activity.accepts.first?.origin.line))
  }

  private enum Capture {
    case match(Captures)
    case none(String)
  }

  private static func capture(_ patterns: [String], _ item: Item) -> Capture {
    guard let bytes = item.textBytes else { return .none("'matches' looks at texts, and this is a file") }
    for pattern in patterns {
      switch RegexTest.match(pattern, bytes) {
      case .match(let captures): return .match(captures)
      case .none: continue
      case .failed(let message): return .none("the pattern '\(pattern)' could not be tried: \(message)")
      }
    }
    return .none("the text matches none of \(list(patterns))")
  }

  private static func sizeMessage(_ entry: AcceptEntry, _ item: Item) -> String? {
    guard let size = item.size else { return nil }
    if let minimum = entry.minimumSize, size < minimum { return "\(size) bytes, but at least \(minimum) are due" }
    if let maximum = entry.maximumSize, size > maximum { return "\(size) bytes, but at most \(maximum) are accepted" }
    return nil
  }

  private func reason(
    _ code: RoutingDecision.ReasonCode, _ entry: AcceptEntry, _ message: String
  ) -> RoutingDecision.Reason {
    .init(code: code, message: message, file: entry.origin.file ?? activity.file, line: entry.origin.line)
  }

  private static func items(_ count: Int) -> String { count == 1 ? "1 item" : "\(count) items" }

  static func list(_ values: [String]) -> String { values.map { "'\($0)'" }.joined(separator: ", ") }
}

extension Item {
  /// The name of a file, or the one it was given.
  var fileName: [UInt8]? { name ?? path?.name }
}
