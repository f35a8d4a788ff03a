import SourceDiagnostics
import TestSupport
import Testing

@Suite("Findings as annotations")
struct GitHubAnnotationsTests {
  private func render(_ finding: Diagnostic) -> String { GitHubAnnotations.render([finding]) { $0.path } }

  @Test("a finding is one line with its place, the other places and the ways out")
  func finding() {
    let file = SourceFile(path: "activities.d/a.yaml", text: "é: 1\né: 2\n")
    let finding = Diagnostic(
      .error, "duplicate-key", "twice", at: .init(SourceLocation(file: file, range: 6..<8), "second"),
      related: [.init(SourceLocation(file: file, range: 0..<2), "first")], helps: [.init("remove it")])
    expectText(
      render(finding),
      "::error file=activities.d/a.yaml,line=2,endLine=2,col=1,endColumn=2,title=duplicate-key"
        + "::twice%0Aactivities.d/a.yaml:1: first%0Ahelp: remove it\n")
  }

  @Test("a place of several lines has no columns, and a file without bytes no line")
  func places() {
    let file = SourceFile(path: "a", text: "a\nb\n")
    let wide = Diagnostic(.warning, "x", "m", at: .init(SourceLocation(file: file, range: 0..<3), ""))
    #expect(render(wide) == "::warning file=a,line=1,endLine=2,title=x::m\n")
    let none = Diagnostic(
      .error, "x", "m", at: .init(SourceLocation(file: SourceFile(path: "a", bytes: []), range: 0..<0), ""))
    #expect(render(none) == "::error file=a,title=x::m\n")
  }

  @Test(
    "nothing in a file or a name begins another command or property",
    arguments: ["a\n::set-output name=x::y", "a\r::error::b", "100%0A", "a,line=7:b", "\u{1B}[2J", "\u{2028}::error::"])
  func escaping(text: String) {
    let file = SourceFile(path: text, text: "a\n")
    let finding = Diagnostic(
      .error, .init(rawValue: text), text, at: .init(SourceLocation(file: file, range: 0..<1), text),
      helps: [.init(text)])
    let output = render(finding)
    #expect(output.hasPrefix("::error file=") && output.hasSuffix("\n"))
    #expect(output.unicodeScalars.dropLast().allSatisfy { $0.value >= 0x20 && $0.value != 0x2028 })
    let properties = output.dropFirst("::error ".count).firstRange(of: "::").map {
      output.dropFirst("::error ".count)[..<$0.lowerBound]
    }
    let names = properties?.split(separator: ",").map { $0.prefix { $0 != "=" } } ?? []
    #expect(names == ["file", "line", "endLine", "col", "endColumn", "title"])
    // What the runner reads back (`%25`, `%0D`, `%0A`) is what a person would have been shown.
    if text == "100%0A" { #expect(output.contains("::100%250A%0Ahelp: 100%250A\n")) }
  }
}
