/// A text that is edited grapheme by grapheme.
struct LineEditor: Equatable, Sendable {
  private(set) var characters: [Character]
  /// Between graphemes, 0 before the first.
  private(set) var cursor: Int
  /// Whether line breaks are part of the text; else they become blanks.
  let isMultiline: Bool

  init(_ text: String = "", isMultiline: Bool = false) {
    characters = Array(text)
    cursor = characters.count
    self.isMultiline = isMultiline
  }

  var text: String { String(characters) }

  /// Whether the key did something to the text or the cursor.
  mutating func press(_ key: Key) -> Bool {
    switch key {
    case .text(let character): insert(String(character))
    case .paste(let text): insert(text)
    case .enter where isMultiline: insert("\n")
    case .backspace where cursor > 0: remove(from: cursor - 1)
    case .delete where cursor < characters.count, .control("d") where cursor < characters.count:
      characters.remove(at: cursor)
    case .left where cursor > 0, .control("b") where cursor > 0: cursor -= 1
    case .right where cursor < characters.count, .control("f") where cursor < characters.count: cursor += 1
    case .home, .control("a"): cursor = lineStart
    case .end: cursor = lineEnd
    case .up where isMultiline && lineStart > 0:
      let column = cursor - lineStart
      cursor = lineStart - 1
      cursor = min(lineStart + column, cursor)
    case .down where isMultiline && lineEnd < characters.count:
      let column = cursor - lineStart
      cursor = lineEnd + 1
      cursor = min(cursor + column, lineEnd)
    case .control("u"): remove(from: lineStart)
    case .control("k"): characters.removeSubrange(cursor..<lineEnd)
    case .control("w"):
      var start = cursor
      while start > lineStart, characters[start - 1].isWhitespace { start -= 1 }
      while start > lineStart, !characters[start - 1].isWhitespace { start -= 1 }
      remove(from: start)
    default: return false
    }
    return true
  }

  mutating func replaceAll(with text: String) {
    characters = Array(text)
    cursor = characters.count
  }

  private var lineStart: Int { characters[..<cursor].lastIndex(where: \.isNewline).map { $0 + 1 } ?? 0 }
  private var lineEnd: Int { characters[cursor...].firstIndex(where: \.isNewline) ?? characters.count }

  private mutating func remove(from start: Int) {
    characters.removeSubrange(start..<cursor)
    cursor = start
  }

  /// A mark that combines with the character before it becomes one with it.
  private mutating func insert(_ text: String) {
    let kept = isMultiline ? text : String(text.map { $0.isNewline ? " " : $0 })
    let before = String(characters[..<cursor]) + kept
    let rest = characters[cursor...]
    characters = Array(before)
    cursor = characters.count
    characters += rest
  }
}
