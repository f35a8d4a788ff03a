/// A text in the form that a terminal shows, with the way from its bytes to columns.
struct DisplayedText {
  /// Where a run of the source's bytes went: byte for byte when it is verbatim, else as a whole (an escape, a tab).
  private struct Run {
    let source: Int
    let shown: Int
    let isVerbatim: Bool
  }

  /// Where a grapheme of the shown text begins.
  private struct Grapheme {
    let shown: Int
    let column: Int
  }

  private(set) var bytes: [UInt8] = []
  /// The columns of the whole text.
  private(set) var width = 0
  /// Printable ASCII: a byte, its place in the shown text and its column are the same, and the tables are empty.
  private let isPlain: Bool
  private var runs: [Run] = []
  private var graphemes: [Grapheme] = []

  var string: String { String(decoding: bytes, as: UTF8.self) }

  /// - Parameter tabStop: the distance of the tab stops that tabs are expanded to; without it tabs are escaped.
  init(_ source: [UInt8], tabStop: Int? = nil) {
    self.init(source, in: source.indices, tabStop: tabStop)
  }

  /// Offsets of the source count from the start of `range`.
  init(_ source: [UInt8], in range: Range<Int>, tabStop: Int? = nil) {
    isPlain = TerminalText.isPrintableASCII(source[range])
    if isPlain {
      bytes = Array(source[range])
      width = range.count
      return
    }
    bytes.reserveCapacity(range.count + 16)
    var measured = 0
    var isVerbatim = false
    var previous: Unicode.Scalar?
    var index = range.lowerBound
    while index < range.upperBound {
      let offset = index - range.lowerBound
      let decoded = decodeScalar(source, at: index, end: range.upperBound)
      let length = decoded?.length ?? 1
      if let scalar = decoded?.scalar {
        let next = decodeScalar(source, at: index + length, end: range.upperBound)?.scalar
        if TerminalText.isShown(scalar, after: previous, before: next) {
          if !isVerbatim { runs.append(Run(source: offset, shown: bytes.count, isVerbatim: true)) }
          bytes += source[index..<(index + length)]
          isVerbatim = true
          previous = scalar
          index += length
          continue
        }
      }
      runs.append(Run(source: offset, shown: bytes.count, isVerbatim: false))
      isVerbatim = false
      previous = nil
      if let tabStop, source[index] == 0x09 {
        measure(from: measured)
        let count = tabStop - width % tabStop
        measured = bytes.count
        bytes += repeatElement(0x20, count: count)
      } else if let scalar = decoded?.scalar {
        bytes += TerminalText.escape(scalar).utf8
      } else {
        bytes += TerminalText.escape(source[index]).utf8
      }
      index += length
    }
    measure(from: measured)
    runs.append(Run(source: range.count, shown: bytes.count, isVerbatim: false))
    graphemes.append(Grapheme(shown: bytes.count, column: width))
  }

  /// Appends the graphemes of the shown bytes from `start` on.
  private mutating func measure(from start: Int) {
    var shown = start
    for character in String(decoding: bytes[start...], as: UTF8.self) {
      graphemes.append(Grapheme(shown: shown, column: width))
      shown += character.utf8.count
      width += TerminalText.width(of: character)
    }
  }

  /// The columns (from 0) that show a range of the source's bytes: whole graphemes and whole escapes.
  func columns(of range: Range<Int>) -> Range<Int> {
    if isPlain { return range.clamped(to: 0..<width) }
    let count = runs[runs.count - 1].source
    let lower = min(max(range.lowerBound, 0), count)
    let upper = min(max(range.upperBound, lower), count)
    let start = graphemes[grapheme(holding: shownStart(of: lower))].column
    if upper == lower { return start..<start }
    let last = grapheme(holding: max(shownEnd(of: upper) - 1, 0))
    let end = last + 1 < graphemes.count ? graphemes[last + 1].column : width
    return start..<max(start, end)
  }

  /// The graphemes that lie wholly inside a range of columns, and the column of the first.
  func cut(to columns: Range<Int>) -> (text: String, columns: Range<Int>) {
    if isPlain {
      let range = columns.clamped(to: 0..<width)
      return (String(decoding: bytes[range], as: UTF8.self), range)
    }
    let first = partition(graphemes) { $0.column >= columns.lowerBound }
    let last = max(first, partition(graphemes) { $0.column > columns.upperBound } - 1)
    guard first < graphemes.count else { return ("", width..<width) }
    let text = String(decoding: bytes[graphemes[first].shown..<graphemes[last].shown], as: UTF8.self)
    return (text, graphemes[first].column..<graphemes[last].column)
  }

  private func shownStart(of source: Int) -> Int {
    let run = runs[partition(runs) { $0.source > source } - 1]
    return run.isVerbatim ? run.shown + source - run.source : run.shown
  }

  private func shownEnd(of source: Int) -> Int {
    let index = partition(runs) { $0.source > source - 1 } - 1
    let run = runs[index]
    return run.isVerbatim ? run.shown + source - run.source : runs[index + 1].shown
  }

  private func grapheme(holding shown: Int) -> Int {
    max(partition(graphemes) { $0.shown > shown } - 1, 0)
  }

  /// The first index whose element holds the condition, which all after it do too.
  private func partition<Element>(_ elements: [Element], where condition: (Element) -> Bool) -> Int {
    var low = 0
    var high = elements.count
    while low < high {
      let middle = (low + high) / 2
      if condition(elements[middle]) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}

/// The scalar that begins at an index; nil where no well-formed UTF-8 does (Unicode 16, table 3-7).
private func decodeScalar(_ bytes: [UInt8], at index: Int, end: Int) -> (scalar: Unicode.Scalar, length: Int)? {
  guard index < end else { return nil }
  let first = bytes[index]
  let length: Int
  var value: UInt32
  switch first {
  case 0..<0x80: return (Unicode.Scalar(first), 1)
  case 0xC2...0xDF: (length, value) = (2, UInt32(first & 0x1F))
  case 0xE0...0xEF: (length, value) = (3, UInt32(first & 0x0F))
  case 0xF0...0xF4: (length, value) = (4, UInt32(first & 0x07))
  default: return nil
  }
  guard index + length <= end else { return nil }
  for next in (index + 1)..<(index + length) {
    guard bytes[next] & 0xC0 == 0x80 else { return nil }
    value = value << 6 | UInt32(bytes[next] & 0x3F)
  }
  // Overlong forms; surrogates and what lies beyond U+10FFFF are no scalars.
  guard value >= (length == 3 ? 0x800 : length == 4 ? 0x10000 : 0x80) else { return nil }
  guard let scalar = Unicode.Scalar(value) else { return nil }
  return (scalar, length)
}
