/// Two texts of several lines, with what they share at their ends left out but for one line.
struct TextDifference {
  private let expected: [Substring]
  private let actual: [Substring]

  init(_ expected: String, _ actual: String) {
    self.expected = expected.split(separator: "\n", omittingEmptySubsequences: false)
    self.actual = actual.split(separator: "\n", omittingEmptySubsequences: false)
  }

  /// `-` before lines that are expected, `+` before those that are there.
  var text: String {
    let head = zip(expected, actual).prefix { $0 == $1 }.count
    let rest = min(expected.count, actual.count) - head
    let tail = zip(expected.reversed(), actual.reversed()).prefix(rest).prefix { $0 == $1 }.count
    var lines = ["- expected, + got"]
    if head > 0 { lines.append("  " + expected[head - 1]) }
    lines += TextDifference.marked("- ", expected[head..<(expected.count - tail)])
    lines += TextDifference.marked("+ ", actual[head..<(actual.count - tail)])
    if tail > 0 { lines.append("  " + expected[expected.count - tail]) }
    return lines.joined(separator: "\n")
  }

  /// Lines with their mark; beyond 20 only how many more there are.
  private static func marked(_ mark: String, _ lines: ArraySlice<Substring>) -> [String] {
    let limit = 20
    var marked = lines.prefix(limit).map { mark + $0 }
    if lines.count > limit { marked.append(mark + "… (\(lines.count - limit) more lines)") }
    return marked
  }
}
