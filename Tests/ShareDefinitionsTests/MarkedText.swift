import SourceDiagnostics
import Testing

/// A text in which ⟦ and ⟧ stand around ranges that findings are expected at.
struct MarkedText {
  var text: String
  /// The marked ranges as byte offsets into the text, by their beginnings.
  var ranges: [Range<Int>]

  init(_ marked: String) {
    text = ""
    ranges = []
    var starts: [Int] = []
    for character in marked.unicodeScalars {
      switch character {
      case "⟦": starts.append(text.utf8.count)
      case "⟧": ranges.append(starts.removeLast()..<text.utf8.count)
      default: text.unicodeScalars.append(character)
      }
    }
    precondition(starts.isEmpty, "a mark is not closed")
    ranges.sort { $0.lowerBound < $1.lowerBound }
  }
}

/// A finding in one line: what a test compares and prints.
func summary(_ finding: Diagnostic) -> String {
  let location = finding.primary.location
  let text = String(decoding: location.file.bytes[location.range], as: UTF8.self)
  return "\(finding.severity.rawValue)[\(finding.code.rawValue)] \(finding.message) @\(location.range) '\(text)'"
}

/// Expects exactly these findings, each with its code, at the marked ranges in their order.
func expectFindings(
  _ findings: [Diagnostic], _ codes: [String], at marked: MarkedText,
  sourceLocation: Testing.SourceLocation = #_sourceLocation
) {
  let actual = findings.map { "\($0.code.rawValue) \($0.primary.location.range)" }
  let expected = zip(codes, marked.ranges).map { "\($0) \($1)" }
  precondition(codes.count == marked.ranges.count, "as many marks as codes are due")
  if actual != expected {
    Issue.record(
      """
      expected \(expected)
      found:
      \(findings.map(summary).joined(separator: "\n"))
      in:
      \(marked.text)
      """, sourceLocation: sourceLocation)
  }
}
