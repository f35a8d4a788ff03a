internal import ShareModel

/// The state of the sheet in the terminal: a pure function from keys to states. Nothing here draws or reads.
struct SheetModel: Sendable {
  enum View: Equatable, Sendable {
    case activities
    /// Why the others are not offered; the first one shown.
    case reasons(top: Int)
  }

  enum Effect: Equatable, Sendable {
    case stay
    case choose(ActivityType)
    case dismiss
  }

  /// A line of the list.
  enum Entry: Equatable, Sendable {
    case heading(SheetRow.Section)
    /// A row by its index, and its place among those shown.
    case row(Int, position: Int)
  }

  let content: SheetContent
  private let filter: SheetFilter
  private(set) var view = View.activities
  private(set) var query = LineEditor()
  /// Whether keys that have a meaning of their own (`q`, `?`, digits) are letters of the filter, after `/`.
  private(set) var isFiltering = false
  /// The rows that match, by their index.
  private(set) var matches: [Int]
  /// A place in `matches`.
  private(set) var selection = 0
  private(set) var entries: [Entry] = []
  /// The first line of the list that is shown.
  private(set) var top = 0
  /// How far the keys for pages go.
  private var pageHeight = 10

  init(_ content: SheetContent) {
    self.content = content
    filter = SheetFilter(content.rows)
    matches = Array(content.rows.indices)
    arrange()
  }

  var selectedRow: SheetRow? { matches.indices.contains(selection) ? content.rows[matches[selection]] : nil }

  // MARK: Keys

  mutating func press(_ key: Key) -> Effect {
    if case .reasons(let top) = view { return pressInReasons(key, top) }
    switch key {
    case .escape, .control("c"), .control("g"), .control("d"): return .dismiss
    case .enter: return selectedRow.map { .choose($0.type) } ?? .stay
    case .up, .control("p"), .backTab: move(by: -1, wraps: true)
    case .down, .control("n"), .tab: move(by: 1, wraps: true)
    case .pageUp: move(by: -pageHeight, wraps: false)
    case .pageDown: move(by: pageHeight, wraps: false)
    case .home: select(0)
    case .end: select(matches.count - 1)
    case .alt(let digit):
      if let type = activity(atNumber: digit) { return .choose(type) }
    case .text("/") where !isFiltering && query.text.isEmpty: isFiltering = true
    case .text(let character) where !isFiltering && query.text.isEmpty:
      return pressWithoutFilter(character)
    case .left, .right: _ = query.press(key)
    default: edit(key)
    }
    return .stay
  }

  private mutating func pressWithoutFilter(_ character: Character) -> Effect {
    switch character {
    case "q": return .dismiss
    case "?": if !content.hidden.isEmpty { view = .reasons(top: 0) }
    case "1"..."9": return activity(atNumber: character).map { .choose($0) } ?? .stay
    case " ": return .stay
    default: edit(.text(character))
    }
    return .stay
  }

  private mutating func pressInReasons(_ key: Key, _ top: Int) -> Effect {
    let last = content.hidden.count - 1
    func scrolled(to index: Int) -> View { .reasons(top: max(0, min(index, last))) }
    switch key {
    case .control("c"): return .dismiss
    case .escape, .enter, .text("?"), .text("q"), .control("g"): view = .activities
    case .up, .control("p"): view = scrolled(to: top - 1)
    case .down, .control("n"): view = scrolled(to: top + 1)
    case .pageUp: view = scrolled(to: top - max(1, pageHeight / 2))
    case .pageDown, .text(" "): view = scrolled(to: top + max(1, pageHeight / 2))
    case .home: view = scrolled(to: 0)
    case .end: view = scrolled(to: last)
    default: break
    }
    return .stay
  }

  /// The rows that have a number are the first nine that match.
  private func activity(atNumber digit: Character) -> ActivityType? {
    guard let number = digit.wholeNumberValue, (1...9).contains(number), number <= matches.count else { return nil }
    return content.rows[matches[number - 1]].type
  }

  private mutating func edit(_ key: Key) {
    let before = query.text
    guard query.press(key), query.text != before else {
      if key == .backspace { isFiltering = false }
      return
    }
    if query.text.isEmpty { isFiltering = false }
    let found = filter.matches(query.text)
    matches = found.rows
    selection = found.best
    top = 0
    arrange()
  }

  private mutating func move(by distance: Int, wraps: Bool) {
    let target = selection + distance
    if wraps, target < 0 { return select(matches.count - 1) }
    if wraps, target >= matches.count { return select(0) }
    select(target)
  }

  private mutating func select(_ position: Int) { selection = max(0, min(position, matches.count - 1)) }

  // MARK: The list

  private mutating func arrange() {
    entries.removeAll(keepingCapacity: true)
    var section: SheetRow.Section?
    for (position, row) in matches.enumerated() {
      if content.rows[row].section != section {
        section = content.rows[row].section
        section.map { entries.append(.heading($0)) }
      }
      entries.append(.row(row, position: position))
    }
  }

  /// Moves the shown part of the list so that the selection, and the heading right above it, are in it.
  mutating func scroll(to height: Int, showsHeadings: Bool) {
    pageHeight = max(1, height - 1)
    guard height > 0 else { return }
    guard showsHeadings else {
      top = max(min(top, selection), selection - height + 1)
      top = max(0, min(top, matches.count - height))
      return
    }
    // Of each section that begins up to the selection one heading stands above it.
    let line = (entries.firstIndex { if case .row(_, selection) = $0 { true } else { false } }) ?? 0
    let above = line > 0 && height > 1 && isHeading(entries[line - 1]) ? line - 1 : line
    top = max(min(top, above), line - height + 1)
    top = max(0, min(top, entries.count - height))
  }

  private func isHeading(_ entry: Entry) -> Bool { if case .heading = entry { true } else { false } }
}
