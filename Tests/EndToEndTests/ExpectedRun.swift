import Foundation
import TestSupport
import Testing

/// Expects the whole of a run: exit status, stdout and stderr, byte for byte.
func expectRun(
  _ run: CommandRun, status: Int32 = 0, output: String = "", errors: String = "", in sandbox: Sandbox? = nil,
  sourceLocation: SourceLocation = #_sourceLocation
) {
  let isEqual =
    run.status == status && run.output.elementsEqual(output.utf8) && run.errors.elementsEqual(errors.utf8)
  guard !isEqual else { return }
  // Only what differs may be masked: bytes that are not UTF-8 are compared above all the same.
  let actual = (sandbox?.masked(run.text) ?? run.text, sandbox?.masked(run.errorText) ?? run.errorText)
  guard run.status != status || actual.0 != output || actual.1 != errors || sandbox == nil else { return }
  expectText(
    "status \(run.status)\n--- stdout\n\(actual.0)--- stderr\n\(actual.1)",
    "status \(status)\n--- stdout\n\(output)--- stderr\n\(errors)", sourceLocation: sourceLocation)
  if run.status == status, actual.0 == output, actual.1 == errors {
    Issue.record("the output differs in bytes that are not UTF-8", sourceLocation: sourceLocation)
  }
}

/// A run in which the durations of JSON are written as `N`.
func withoutDurations(_ run: CommandRun) -> CommandRun {
  var run = run
  run.output = Array(
    run.text.split(separator: "\n", omittingEmptySubsequences: false).map { line in
      guard let range = line.range(of: #""durationMs": "#) else { return String(line) }
      return line[..<range.upperBound] + "N" + (line.hasSuffix(",") ? "," : "")
    }.joined(separator: "\n").utf8)
  return run
}
