import SourceDiagnostics
import Testing

@Suite("A list of findings")
struct DiagnosticListTests {
  private func finding(
    _ message: String, _ file: SourceFile, _ offset: Int, _ severity: Diagnostic.Severity = .error
  ) -> Diagnostic {
    Diagnostic(severity, "code", message, at: .init(SourceLocation(file: file, range: offset..<offset), ""))
  }

  @Test("counts errors and warnings")
  func counts() {
    let file = SourceFile(path: "a", text: "")
    let findings = [finding("", file, 0), finding("", file, 0, .warning), finding("", file, 0)]
    #expect(findings.counts == DiagnosticCounts(errors: 2, warnings: 1))
    #expect([Diagnostic]().counts == DiagnosticCounts())
  }
}
