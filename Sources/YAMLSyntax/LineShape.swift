/// One line of block YAML as its writer most likely saw it: dashes, a key, a value. Used to explain a failure, never to
/// parse.
struct LineShape {
  /// The line without its line break.
  let range: Range<Int>
  /// Where the first byte that is no blank stands; the line's end when there is none.
  let contentStart: Int
  let key: Range<Int>?
  let colon: Int?
  /// Where the line's last `}}` stands: a `{{` behind it does not close, which need not be found out for each.
  private let lastClosing: Int
  /// What follows the key (or the dashes, where there is no key), without a comment and blanks around; never empty.
  let value: Range<Int>?

  init(_ bytes: [UInt8], _ range: Range<Int>) {
    self.range = range
    var index = LineShape.skipBlanks(bytes, range.lowerBound, range.upperBound)
    contentStart = index
    var closing = range.upperBound - 2
    while closing >= range.lowerBound, !(bytes[closing] == 0x7D && bytes[closing + 1] == 0x7D) { closing -= 1 }
    lastClosing = closing
    while index + 1 < range.upperBound, bytes[index] == UInt8(ascii: "-") || bytes[index] == UInt8(ascii: "?"),
      bytes[index + 1].isBlank
    {
      index = LineShape.skipBlanks(bytes, index + 1, range.upperBound)
    }
    let end = LineShape.valueEnd(bytes, index, range.upperBound, closing)
    if let colon = LineShape.colon(bytes, index, end) {
      self.colon = colon
      var keyEnd = colon
      while keyEnd > index, bytes[keyEnd - 1].isBlank { keyEnd -= 1 }
      key = index..<keyEnd
      let start = LineShape.skipBlanks(bytes, colon + 1, range.upperBound)
      // The comment is looked for again: quotes are only quotes at the start of a value.
      let valueEnd = LineShape.valueEnd(bytes, start, range.upperBound, closing)
      value = start < valueEnd ? start..<valueEnd : nil
    } else {
      colon = nil
      key = nil
      value = index < end ? index..<end : nil
    }
  }

  private static func skipBlanks(_ bytes: [UInt8], _ start: Int, _ end: Int) -> Int {
    var index = start
    while index < end, bytes[index].isBlank { index += 1 }
    return index
  }

  /// The colon after a key that begins at `start`.
  private static func colon(_ bytes: [UInt8], _ start: Int, _ end: Int) -> Int? {
    guard start < end else { return nil }
    var index = start
    switch bytes[start] {
    case UInt8(ascii: "{"), UInt8(ascii: "["), UInt8(ascii: "#"): return nil
    case UInt8(ascii: "'"), UInt8(ascii: "\""):
      index = quotedEnd(bytes, start, end)
    default: break
    }
    while index < end {
      if bytes[index] == UInt8(ascii: ":"), index + 1 >= end || bytes[index + 1].isBlank { return index }
      index += 1
    }
    return nil
  }

  /// The end of what begins at `start`, before a comment and the blanks in front of it.
  func valueEnd(_ bytes: [UInt8], _ start: Int) -> Int {
    LineShape.valueEnd(bytes, start, range.upperBound, lastClosing)
  }

  private static func valueEnd(_ bytes: [UInt8], _ start: Int, _ end: Int, _ lastClosing: Int) -> Int {
    guard start < end else { return start }
    var index = start
    if bytes[index] == UInt8(ascii: "'") || bytes[index] == UInt8(ascii: "\"") {
      index = quotedEnd(bytes, start, end)
    }
    while index < end {
      if let template = templateEnd(bytes, index, lastClosing) {
        index = template
        continue
      }
      if bytes[index] == UInt8(ascii: "#"), index == start || bytes[index - 1].isBlank { break }
      index += 1
    }
    while index > start, bytes[index - 1].isBlank { index -= 1 }
    return index
  }

  /// The place after the quoted text that begins at `start`; the line's end when its quote does not close there.
  private static func quotedEnd(_ bytes: [UInt8], _ start: Int, _ end: Int) -> Int {
    let quote = bytes[start]
    var index = start + 1
    while index < end {
      if bytes[index] == UInt8(ascii: "\\"), quote == UInt8(ascii: "\"") {
        index += 2
      } else if bytes[index] == quote {
        guard quote == UInt8(ascii: "'"), index + 1 < end, bytes[index + 1] == quote else { return index + 1 }
        index += 2
      } else {
        index += 1
      }
    }
    return end
  }

  /// The place after the `{{…}}` that begins at `start`; nil when none does or it is not closed on the line.
  private static func templateEnd(_ bytes: [UInt8], _ start: Int, _ lastClosing: Int) -> Int? {
    guard start + 2 <= lastClosing, bytes[start] == 0x7B, bytes[start + 1] == 0x7B else { return nil }
    var index = start + 2
    while index < lastClosing, !(bytes[index] == 0x7D && bytes[index + 1] == 0x7D) { index += 1 }
    return index + 2
  }

  /// Values of the line that begin with `{{`: the line's own, or those between its brackets.
  func templateValues(_ bytes: [UInt8]) -> [Range<Int>] {
    guard let value else { return [] }
    func begins(_ index: Int) -> Bool {
      index + 1 < value.upperBound && bytes[index] == UInt8(ascii: "{") && bytes[index + 1] == UInt8(ascii: "{")
    }
    if begins(value.lowerBound) { return [value] }
    guard bytes[value.lowerBound] == UInt8(ascii: "[") || bytes[value.lowerBound] == UInt8(ascii: "{") else {
      return []
    }
    var found: [Range<Int>] = []
    var index = value.lowerBound
    var canBegin = false
    while index < value.upperBound {
      let byte = bytes[index]
      if canBegin, begins(index) {
        let end = flowValueEnd(bytes, index)
        found.append(index..<end)
        index = end
        canBegin = false
      } else if canBegin, byte == UInt8(ascii: "'") || byte == UInt8(ascii: "\"") {
        index = LineShape.quotedEnd(bytes, index, value.upperBound)
        canBegin = false
      } else {
        let isColon = byte == UInt8(ascii: ":") && index + 1 < value.upperBound && bytes[index + 1].isBlank
        let opens = byte == UInt8(ascii: "[") || byte == UInt8(ascii: "{") || byte == UInt8(ascii: ",")
        canBegin = isColon || opens || (canBegin && byte.isBlank)
        index += 1
      }
    }
    return found
  }

  /// The end of a value between brackets that begins at `start`.
  func flowValueEnd(_ bytes: [UInt8], _ start: Int) -> Int {
    var index = start
    while index < range.upperBound {
      if let template = LineShape.templateEnd(bytes, index, lastClosing) {
        index = template
      } else if index > start, bytes[index].isFlowIndicator || (bytes[index] == 0x23 && bytes[index - 1].isBlank) {
        break
      } else {
        index += 1
      }
    }
    while index > start, bytes[index - 1].isBlank { index -= 1 }
    return max(index, min(start + 1, range.upperBound))
  }
}
