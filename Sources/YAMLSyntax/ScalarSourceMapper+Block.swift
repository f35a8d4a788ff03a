extension ScalarSourceMapper {
  /// What stands behind `|` or `>`.
  struct BlockHeader {
    enum Chomping { case strip, clip, keep }
    var chomping = Chomping.clip
    var indentation: Int?
  }

  /// Reads the header and moves to the line after it.
  mutating func header() -> BlockHeader? {
    guard index < end, bytes[index] == UInt8(ascii: "|") || bytes[index] == UInt8(ascii: ">") else { return nil }
    var header = BlockHeader()
    index += 1
    while index < end {
      switch bytes[index] {
      case UInt8(ascii: "-"): header.chomping = .strip
      case UInt8(ascii: "+"): header.chomping = .keep
      case UInt8(ascii: "1")...UInt8(ascii: "9"): header.indentation = Int(bytes[index] - UInt8(ascii: "0"))
      default:
        while index < end {
          if let lineBreak = lineBreak(at: index) {
            index = lineBreak.range.upperBound
            break
          }
          index += 1
        }
        return header
      }
      index += 1
    }
    return header
  }

  /// The indentations that the content may have. Without an indicator, that of the first line with text, or of a
  /// longer blank line before it.
  func possibleIndentations(_ header: BlockHeader) -> ClosedRange<Int> {
    var longest = 0
    var offset = index
    while offset < end {
      let start = offset
      while offset < end, bytes[offset] == 0x20 { offset += 1 }
      longest = max(longest, offset - start)
      guard let lineBreak = lineBreak(at: offset) else { break }
      offset = lineBreak.range.upperBound
    }
    // A scalar without content may end at a line that is itself indented: one more takes that line for the end.
    if let indentation = header.indentation { return indentation...max(indentation, longest + 1) }
    return max(1, longest)...longest + 1
  }

  /// Follows the content that is indented by `indentation`.
  mutating func block(isLiteral: Bool, _ header: BlockHeader, _ indentation: Int) {
    var leading: LineBreak?
    var trailing = blankLines(indentation)
    var afterBlank = false
    while index < end {
      let beginsBlank = bytes[index].isBlank
      if let lineBreak = leading {
        if !isLiteral, lineBreak.isFoldable, !afterBlank, !beginsBlank {
          // One break becomes a space; of several the first is dropped.
          if trailing.isEmpty { put([0x20], for: lineBreak.range.lowerBound..<index) }
        } else {
          put([lineBreak])
        }
        leading = nil
      }
      put(trailing)
      afterBlank = beginsBlank
      let start = index
      while index < end, lineBreak(at: index) == nil { index += 1 }
      copy(start..<index)
      leading = lineBreak(at: index)
      if let leading { index = leading.range.upperBound }
      trailing = blankLines(indentation)
    }
    if header.chomping != .strip, let leading { put([leading]) }
    if header.chomping == .keep { put(trailing) }
  }

  /// Line breaks of lines without content; moves behind the indentation of the next line with content.
  private mutating func blankLines(_ indentation: Int) -> [LineBreak] {
    var breaks: [LineBreak] = []
    while true {
      let start = index
      while index < end, index - start < indentation, bytes[index] == 0x20 { index += 1 }
      guard let lineBreak = lineBreak(at: index) else {
        // Fewer spaces than the indentation: the scalar ended before this line.
        if index - start < indentation { index = end }
        return breaks
      }
      breaks.append(lineBreak)
      index = lineBreak.range.upperBound
    }
  }
}
