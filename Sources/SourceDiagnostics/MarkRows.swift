/// The rows below a source line: carets and dashes, the last label beside them, the other labels hanging from theirs.
struct MarkRows {
  /// A piece of a row after so many blank columns.
  struct Part {
    let gap: Int
    let text: String
    let style: StyledOutput.Style
  }

  private struct Placed {
    let columns: Range<Int>
    let mark: Snippet.Mark
  }

  private let style: StyledOutput.Style
  private var placed: [Placed] = []

  init(style: StyledOutput.Style) {
    self.style = style
  }

  /// Adds a mark; an empty range is shown by one caret.
  mutating func add(_ mark: Snippet.Mark, at columns: Range<Int>) {
    let upper = max(columns.upperBound, columns.lowerBound + 1)
    placed.append(Placed(columns: columns.lowerBound..<upper, mark: mark))
  }

  func rows() -> [[Part]] {
    var labelled = placed.indices.filter { !placed[$0].mark.text.isEmpty }
    labelled.sort { left, right in
      let (left, right) = (placed[left], placed[right])
      if left.columns.lowerBound != right.columns.lowerBound {
        return left.columns.lowerBound > right.columns.lowerBound
      }
      return left.mark.isPrimary && !right.mark.isPrimary
    }
    var row = carets()
    if let last = labelled.first {
      // Beside the carets a label belongs to whatever ends the row.
      let end = placed[last].columns.upperBound
      let isLast = placed.indices.allSatisfy { index in
        index == last || (placed[index].columns.upperBound <= end && !placed[index].mark.continues)
      }
      if isLast {
        row.append(Part(gap: 1, text: text(of: last), style: style(of: last)))
        labelled.removeFirst()
      }
    }
    var rows = [row]
    if !labelled.isEmpty { rows.append(bars(of: labelled[...])) }
    for (number, index) in labelled.enumerated() {
      let column = placed[index].columns.lowerBound
      let rest = labelled[(number + 1)...].filter { placed[$0].columns.lowerBound < column }
      var row = bars(of: rest[...])
      let end = rest.first.map { placed[$0].columns.lowerBound + 1 } ?? 0
      row.append(Part(gap: column - end, text: text(of: index), style: style(of: index)))
      rows.append(row)
    }
    return rows
  }

  private func text(of index: Int) -> String { TerminalText.escaped(placed[index].mark.text) }

  private func style(of index: Int) -> StyledOutput.Style { placed[index].mark.isPrimary ? style : .frame }

  /// The row of carets; where two marks lie over each other the primary one is seen.
  private func carets() -> [Part] {
    let width = placed.lazy.map(\.columns.upperBound).max() ?? 0
    var cells = [Unicode.Scalar](repeating: " ", count: width + 1)
    var primary = [Bool](repeating: false, count: width + 1)
    for isPrimary in [false, true] {
      for item in placed where item.mark.isPrimary == isPrimary {
        for column in item.columns {
          cells[column] = isPrimary ? "^" : "-"
          primary[column] = isPrimary
        }
        // A sign at the side where the range goes on, unless another mark stands there.
        if item.mark.continues, cells[item.columns.upperBound] == " " {
          cells[item.columns.upperBound] = "…"
          primary[item.columns.upperBound] = isPrimary
        }
        if item.mark.isContinuation, item.columns.lowerBound > 0, cells[item.columns.lowerBound - 1] == " " {
          cells[item.columns.lowerBound - 1] = "…"
          primary[item.columns.lowerBound - 1] = isPrimary
        }
      }
    }
    var parts: [Part] = []
    var end = 0
    var column = 0
    while column < cells.count {
      guard cells[column] != " " else {
        column += 1
        continue
      }
      var text = ""
      let start = column
      while column < cells.count, cells[column] != " ", primary[column] == primary[start] {
        text.unicodeScalars.append(cells[column])
        column += 1
      }
      parts.append(Part(gap: start - end, text: text, style: primary[start] ? style : .frame))
      end = column
    }
    return parts
  }

  /// Bars under the marks of labels that are still to come; `indices` from right to left.
  private func bars(of indices: ArraySlice<Int>) -> [Part] {
    var parts: [Part] = []
    var end = 0
    for index in indices.reversed() {
      let column = placed[index].columns.lowerBound
      guard column >= end else { continue }
      parts.append(Part(gap: column - end, text: "|", style: style(of: index)))
      end = column + 1
    }
    return parts
  }
}
