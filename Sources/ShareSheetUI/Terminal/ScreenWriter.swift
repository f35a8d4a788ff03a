/// Draws screens: what changed since the last one, line by line.
struct ScreenWriter {
  let capabilities: TerminalCapabilities
  private var shown: ScreenFrame?
  private var size: ScreenSize?

  init(_ capabilities: TerminalCapabilities) { self.capabilities = capabilities }

  /// Forgets what is on the screen: it was cleared, or something else has written to it.
  mutating func invalidate() { shown = nil }

  /// The sequences that turn what is shown into a frame.
  mutating func draw(_ frame: ScreenFrame, size: ScreenSize) -> String {
    var output = capabilities.hideCursor
    if shown == nil || self.size != size { output += capabilities.clearScreen }
    let previous = self.size == size ? shown?.lines ?? [] : []
    for (row, line) in frame.lines.enumerated() {
      // Whatever lies below the previous frame is blank.
      if (row < previous.count ? previous[row] : .blank) == line { continue }
      output += draw(line, row: row, columns: size.columns)
    }
    for row in frame.lines.count..<max(frame.lines.count, previous.count) {
      output += capabilities.move(row: row, column: 0) + capabilities.style(.plain, isSelected: false)
      output += capabilities.clearLine
    }
    output += capabilities.style(.plain, isSelected: false)
    if let cursor = frame.cursor {
      output += capabilities.move(row: cursor.row, column: cursor.column) + capabilities.showCursor
    }
    shown = frame
    self.size = size
    return output
  }

  private func draw(_ line: ScreenLine, row: Int, columns: Int) -> String {
    var output = capabilities.move(row: row, column: 0) + capabilities.style(.plain, isSelected: false)
    output += capabilities.clearLine
    if line.isSelected {
      output += capabilities.style(.selected, isSelected: true) + String(repeating: " ", count: max(0, columns - 1))
    }
    for span in line.spans {
      output += capabilities.move(row: row, column: span.column)
      output += capabilities.style(span.style, isSelected: line.isSelected) + span.text
    }
    return output
  }
}
