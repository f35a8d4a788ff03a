import ShareDefinitions
import SourceDiagnostics
import TestSupport
import Testing

@Suite("definitions that the documentation shows")
struct DocumentedExampleTests {
  private static let examples = [
    "README.md", "Documentation/editors.md", "Documentation/escaping.md", "Documentation/templates.md",
    "Documentation/validating.md",
  ].flatMap(DocumentedExample.all)

  @Test("each gets the verdict that stands above it", arguments: examples)
  func verdict(example: DocumentedExample) {
    let (definition, findings) = DefinitionLoader.load(
      SourceFile(path: example.name, text: example.text), isThorough: true)
    #expect(findings.map { "\($0.severity.rawValue)[\($0.code.rawValue)]" } == example.findings)
    #expect((definition != nil) == !example.findings.contains { $0.hasPrefix("error") })
  }

  @Test("a configuration that is shown is one")
  func configuration() throws {
    let text = String(decoding: readFile(Project.root + "/Documentation/validating.md") ?? [], as: UTF8.self)
    let start = try #require(text.firstRange(of: "```yml\n")).upperBound
    let end = try #require(text[start...].firstRange(of: "```")).lowerBound
    let file = SourceFile(path: "config.yaml", text: String(text[start..<end]))
    let (configuration, findings) = ConfigLoader.loadConfiguration(file)
    #expect(findings.map(summary) == [])
    #expect(configuration?.ignored.map(\.code) == ["wide-title", "unnamed-program"])
  }

  @Test("none was overlooked")
  func number() {
    #expect(DocumentedExampleTests.examples.count > 50)
    #expect(DocumentedExampleTests.examples.contains { $0.place.hasPrefix("README.md") })
    #expect(DocumentedExampleTests.examples.contains { $0.place.hasPrefix("Documentation/templates.md") })
  }
}
