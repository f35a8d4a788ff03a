internal import ShareModel
internal import SourceDiagnostics

/// Texts as they fit into a line.
struct LayoutText {
  let ornaments: Ornaments

  /// The text in so many columns at most. A terminal without UTF-8 gets a question mark for each column of what it
  /// cannot show: bytes above 0x7F could be control characters to it.
  func fitted(_ text: String, to columns: Int) -> String {
    TerminalText.fitted(shown(text), to: columns, ellipsis: ornaments.ellipsis)
  }

  func shown(_ text: String) -> String {
    if ornaments.isUnicode || text.utf8.allSatisfy({ $0 < 0x80 }) { return text }
    return text.reduce(into: "") { result, character in
      switch character {
      case "“", "”": result += "\""
      case "…": result += "..."
      case _ where character.isASCII: result.append(character)
      default: result += String(repeating: "?", count: TerminalText.width(of: character))
      }
    }
  }

  /// What a row is called: where its title cannot be shown, its type.
  func label(of row: SheetRow) -> String {
    ornaments.isUnicode || row.label.utf8.allSatisfy { $0 < 0x80 } ? row.label : row.type.rawValue
  }

  func width(_ text: String) -> Int { TerminalText.width(of: shown(text)) }

  /// The line that says what keys do. Where there is no room the first ones, which are known best, are left out.
  func keys(_ parts: [String], to columns: Int) -> String {
    var parts = parts[...]
    while parts.count > 1, width(" " + parts.joined(separator: "  ")) > columns { parts.removeFirst() }
    return fitted(" " + parts.joined(separator: "  "), to: columns)
  }

  /// The text in lines of so many columns, broken at blanks where there are any.
  func wrapped(_ text: String, to columns: Int) -> [String] {
    guard columns > 0 else { return [] }
    var lines: [String] = []
    var line = ""
    for word in shown(text).split(separator: " ") {
      let joined = line.isEmpty ? String(word) : line + " " + word
      if TerminalText.width(of: joined) <= columns {
        line = joined
        continue
      }
      if !line.isEmpty { lines.append(line) }
      line = String(word)
      while TerminalText.width(of: line) > columns {
        let part = TerminalText.fitted(line, to: columns, ellipsis: "")
        guard !part.isEmpty else { break }
        lines.append(part)
        line.removeFirst(part.count)
      }
    }
    if !line.isEmpty { lines.append(line) }
    return lines
  }

  /// Whether any scalar belongs to a script that is written from right to left (Hebrew, Arabic and their neighbours).
  static func isRightToLeft(_ text: String) -> Bool {
    text.unicodeScalars.contains { scalar in
      switch scalar.value {
      case 0x590...0x8FF, 0xFB1D...0xFDFF, 0xFE70...0xFEFC, 0x10800...0x10FFF, 0x1E800...0x1EFFF: true
      default: false
      }
    }
  }
}
