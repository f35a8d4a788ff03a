/// One line of a file as it is shown: escaped, with tabs expanded, cut around a place when it is long.
struct LineView {
  /// The distance of tab stops; a line of source begins at one.
  private static let tabStop = 4

  let text: String
  /// Whether something of the line is left out.
  let isCut: Bool
  private let displayed: DisplayedText
  /// The offset in the file at which `displayed` begins.
  private let start: Int
  /// The columns of `displayed` that are shown.
  private let shown: Range<Int>
  /// The columns that a `…` takes before them.
  private let indent: Int

  /// - Parameter focus: the bytes of the file that are to be seen.
  init(of file: SourceFile, line: Int, around focus: Range<Int>, maximumColumns: Int) {
    var whole = file.lineRange(line)
    if line == 1 { whole = min(file.byteOrderMarkLength, whole.upperBound)..<whole.upperBound }
    let part = LineView.part(of: whole, in: file.bytes, around: focus, reach: 4 * maximumColumns)
    start = part.lowerBound
    displayed = DisplayedText(file.bytes, in: part, tabStop: LineView.tabStop)
    if displayed.width <= maximumColumns, part == whole {
      text = displayed.string
      isCut = false
      shown = 0..<displayed.width
      indent = 0
      return
    }
    let columns = displayed.columns(of: LineView.shift(focus, by: part.lowerBound))
    // Both ends may need a `…`.
    let room = maximumColumns - 2
    var first = 0
    if part.lowerBound > whole.lowerBound || columns.upperBound > room {
      let margin = max(maximumColumns / 4, (room - columns.count) / 2)
      first = max(0, min(columns.lowerBound - margin, displayed.width - room))
    }
    let cut = displayed.cut(to: first..<(first + room))
    let hasBefore = part.lowerBound > whole.lowerBound || cut.columns.lowerBound > 0
    let hasAfter = part.upperBound < whole.upperBound || cut.columns.upperBound < displayed.width
    text = (hasBefore ? "…" : "") + cut.text + (hasAfter ? "…" : "")
    isCut = true
    shown = cut.columns
    indent = hasBefore ? 1 : 0
  }

  /// The columns (from 0) of the shown text that stand for bytes of the file; what is cut away counts as the edge.
  func columns(of range: Range<Int>) -> Range<Int> {
    let columns = displayed.columns(of: LineView.shift(range, by: start))
    let lower = min(max(columns.lowerBound, shown.lowerBound), shown.upperBound)
    let upper = min(max(columns.upperBound, lower), shown.upperBound)
    return (lower - shown.lowerBound + indent)..<(upper - shown.lowerBound + indent)
  }

  /// The bytes of a long line that can matter for what is shown, so that a huge line costs no more than a long one.
  private static func part(of line: Range<Int>, in bytes: [UInt8], around focus: Range<Int>, reach: Int) -> Range<Int> {
    if line.count <= 3 * reach { return line }
    var lower = min(max(focus.lowerBound - reach, line.lowerBound), line.upperBound)
    var upper = min(max(focus.lowerBound + reach, line.lowerBound), line.upperBound)
    while lower > line.lowerBound, lower < upper, bytes[lower] & 0xC0 == 0x80 { lower += 1 }
    while upper < line.upperBound, upper > lower, bytes[upper] & 0xC0 == 0x80 { upper -= 1 }
    return lower..<upper
  }

  private static func shift(_ range: Range<Int>, by offset: Int) -> Range<Int> {
    (range.lowerBound - offset)..<(range.upperBound - offset)
  }
}
