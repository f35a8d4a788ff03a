import JSONSyntax
import SourceDiagnostics
import TestSupport
import Testing

@Suite("Diagnostics as JSON")
struct DiagnosticJSONTests {
  @Test("a finding has its code, places in scalars and bytes, related places and edits")
  func finding() {
    let file = SourceFile(path: "a.yaml", text: "é: 1\né: 2\n")
    let first = SourceLocation(file: file, range: 0..<2)
    let second = SourceLocation(file: file, range: 6..<8)
    let finding = Diagnostic(
      .error, "duplicate-key", "twice", at: .init(second, "second"), related: [.init(first, "first")],
      helps: [.init("remove it", edits: [.init(second, replacement: "\"")], isCertain: true)])
    let range = { (line: Int, offset: Int) in
      "\"file\":\"a.yaml\",\"range\":{\"start\":{\"line\":\(line),\"column\":1,\"offset\":\(offset)},"
        + "\"end\":{\"line\":\(line),\"column\":2,\"offset\":\(offset + 2)}}"
    }
    expectText(
      Diagnostic.json([finding], files: 3).serialized(),
      "{\"diagnostics\":[{\"code\":\"duplicate-key\",\"severity\":\"error\",\"message\":\"twice\",\(range(2, 6)),"
        + "\"related\":[{\(range(1, 0)),\"message\":\"first\"}],"
        + "\"helps\":[{\"message\":\"remove it\",\"edits\":[{\(range(2, 6)),\"replacement\":\"\\\"\"}]}]}],"
        + "\"summary\":{\"errors\":1,\"warnings\":0,\"files\":3}}")
  }

  @Test("the summary counts errors and warnings apart")
  func summary() {
    let file = SourceFile(path: "a.yaml", text: "")
    let findings = [Diagnostic.Severity.warning, .error, .warning].map {
      Diagnostic($0, "x", "x", at: .init(SourceLocation(file: file, range: 0..<0), ""))
    }
    let summary = Diagnostic.json(findings, files: 1)["summary"]
    #expect(summary?["errors"] == .number(1))
    #expect(summary?["warnings"] == .number(2))
  }
}
