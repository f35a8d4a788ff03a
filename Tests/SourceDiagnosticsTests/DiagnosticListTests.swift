import SourceDiagnostics
import Testing

@Suite("A list of findings")
struct DiagnosticListTests {
  private func finding(
    _ message: String, _ file: SourceFile, _ offset: Int, _ severity: Diagnostic.Severity = .error
  ) -> Diagnostic {
    Diagnostic(severity, "code", message, at: .init(SourceLocation(file: file, range: offset..<offset), ""))
  }

  @Test("is sorted by the order of the paths, then by place, and is stable")
  func sorting() {
    let (a, b, c) = (
      SourceFile(path: "a", text: "0123"), SourceFile(path: "b", text: "0123"), SourceFile(path: "c", text: "0123")
    )
    let findings = [
      finding("c0", c, 0), finding("a3", a, 3), finding("b2", b, 2), finding("b1 first", b, 1),
      finding("b1 second", b, 1), finding("a0", a, 0),
    ]
    #expect(
      findings.sortedByPlace(paths: ["b", "a"]).map(\.message) == ["b1 first", "b1 second", "b2", "a0", "a3", "c0"])
    #expect(findings.sortedByPlace().map(\.message) == ["c0", "a0", "a3", "b1 first", "b1 second", "b2"])
  }

  @Test("counts errors and warnings")
  func counts() {
    let file = SourceFile(path: "a", text: "")
    let findings = [finding("", file, 0), finding("", file, 0, .warning), finding("", file, 0)]
    #expect(findings.counts == DiagnosticCounts(errors: 2, warnings: 1))
    #expect([Diagnostic]().counts == DiagnosticCounts())
  }
}
