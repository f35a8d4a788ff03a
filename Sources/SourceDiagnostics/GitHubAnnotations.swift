/// Findings as GitHub's workflow commands (`::error file=…`), which a runner turns into annotations of a pull request.
///
/// A command is one line. Its message escapes `%` and line breaks, a property `:` and `,` as well, as the runner's own
/// toolkit does; control characters are shown as `TerminalText` shows them, so that nothing in a file can begin another
/// command.
public enum GitHubAnnotations {
  /// One line for each finding.
  ///
  /// - Parameter path: What a file is called from the root of the repository.
  public static func render(_ findings: [Diagnostic], path: (SourceFile) -> String) -> String {
    var text = ""
    for finding in findings {
      text += "::\(finding.severity.rawValue) file=\(property(path(finding.primary.location.file)))"
      text += place(finding.primary.location)
      text += ",title=\(property(finding.code.rawValue))::\(message(body(of: finding, path)))\n"
    }
    return text
  }

  /// Line and columns, both from 1. A column is only understood beside an end on the same line.
  private static func place(_ location: SourceLocation) -> String {
    guard !location.file.bytes.isEmpty else { return "" }
    let start = location.file.position(at: location.range.lowerBound)
    let end = location.file.position(at: location.range.upperBound)
    guard start.line == end.line else { return ",line=\(start.line),endLine=\(end.line)" }
    return ",line=\(start.line),endLine=\(end.line),col=\(start.column),endColumn=\(end.column)"
  }

  /// The message, the other places and the ways out, a line each.
  private static func body(of finding: Diagnostic, _ path: (SourceFile) -> String) -> String {
    var lines = [finding.message]
    for label in finding.related {
      let file = label.location.file
      lines.append("\(path(file)):\(label.location.line): \(label.text)")
    }
    for help in finding.helps { lines.append("help: \(help.message)") }
    return lines.joined(separator: "\n")
  }

  private static func message(_ text: String) -> String {
    text.split(separator: "\n", omittingEmptySubsequences: false)
      .map { escaped(TerminalText.escaped(String($0)), ["%"]) }.joined(separator: "%0A")
  }

  private static func property(_ text: String) -> String { escaped(TerminalText.escaped(text), ["%", ":", ","]) }

  private static func escaped(_ text: String, _ special: [Character]) -> String {
    var result = ""
    for character in text {
      switch character {
      case "%" where special.contains("%"): result += "%25"
      case ":" where special.contains(":"): result += "%3A"
      case "," where special.contains(","): result += "%2C"
      default: result.append(character)
      }
    }
    return result
  }
}
