internal import ShareModel

/// Finds the rows that hold every word of what the person typed, in their label, detail or type, without regard to case.
///
/// The texts are folded once; each keystroke then is a search of bytes.
struct SheetFilter: Sendable {
  /// The folded texts of all rows one after the other; no search leaves a row's own range.
  private let text: [UInt8]
  private let rows: [Range<Int>]
  /// Where each label ends.
  private let labelEnds: [Int]

  init(_ rows: [SheetRow]) {
    var text: [UInt8] = []
    var ranges: [Range<Int>] = []
    var labelEnds: [Int] = []
    text.reserveCapacity(rows.count * 64)
    for row in rows {
      let start = text.count
      SheetFilter.fold(row.label, into: &text)
      labelEnds.append(text.count)
      text.append(0x0A)
      SheetFilter.fold(row.type.rawValue, into: &text)
      if let detail = row.detail {
        text.append(0x0A)
        SheetFilter.fold(detail, into: &text)
      }
      ranges.append(start..<text.count)
    }
    self.text = text
    self.rows = ranges
    self.labelEnds = labelEnds
  }

  /// The indexes of the rows that match, in their order, and which of these is the best: one whose label begins with
  /// what was typed, else one of whose words does, else the first.
  func matches(_ query: String) -> (rows: [Int], best: Int) {
    let words = query.split(separator: " ").map { word in
      var folded: [UInt8] = []
      SheetFilter.fold(String(word), into: &folded)
      return folded
    }
    guard let first = words.first else { return (Array(rows.indices), 0) }
    var found: [Int] = []
    var best = (rank: 0, position: 0)
    for (index, range) in rows.enumerated() {
      guard words.allSatisfy({ position(of: $0, in: range) != nil }) else { continue }
      let rank = rank(of: first, index)
      if rank > best.rank { best = (rank, found.count) }
      found.append(index)
    }
    return (found, best.position)
  }

  private func rank(of word: [UInt8], _ row: Int) -> Int {
    var start = rows[row].lowerBound
    let end = labelEnds[row]
    while let position = position(of: word, in: start..<end) {
      if position == rows[row].lowerBound { return 3 }
      if text[position - 1] == 0x20 { return 2 }
      start = position + 1
    }
    return start > rows[row].lowerBound ? 1 : 0
  }

  private func position(of word: [UInt8], in range: Range<Int>) -> Int? {
    guard range.count >= word.count else { return nil }
    let text = text.span
    let word = word.span
    var start = range.lowerBound
    let last = range.upperBound - word.count
    while start <= last {
      if text[start] == word[0] {
        var length = 1
        while length < word.count, text[start + length] == word[length] { length += 1 }
        if length == word.count { return start }
      }
      start += 1
    }
    return nil
  }

  private static func fold(_ text: String, into bytes: inout [UInt8]) {
    if text.utf8.allSatisfy({ $0 < 0x80 }) {
      for byte in text.utf8 { bytes.append((0x41...0x5A).contains(byte) ? byte | 0x20 : byte) }
    } else {
      bytes += text.lowercased().utf8
    }
  }
}
