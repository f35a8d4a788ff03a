import Testing

/// Expects two texts to be equal and shows the first line that differs, which `#expect` does not do well for long ones.
public func expectText(
  _ actual: String, _ expected: String, _ comment: String = "", sourceLocation: SourceLocation = #_sourceLocation
) {
  guard actual != expected else { return }
  let actualLines = actual.split(separator: "\n", omittingEmptySubsequences: false)
  let expectedLines = expected.split(separator: "\n", omittingEmptySubsequences: false)
  let same = zip(actualLines, expectedLines).prefix { $0 == $1 }.count
  let difference = """
    line \(same + 1)
    expected: \(same < expectedLines.count ? String(expectedLines[same]).debugDescription : "nothing")
    actual:   \(same < actualLines.count ? String(actualLines[same]).debugDescription : "nothing")
    whole actual text:
    \(actual)
    """
  Issue.record(
    Comment(rawValue: comment.isEmpty ? difference : comment + ": " + difference), sourceLocation: sourceLocation)
}
