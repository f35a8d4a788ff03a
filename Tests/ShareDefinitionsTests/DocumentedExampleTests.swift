import ShareDefinitions
import SourceDiagnostics
import TestSupport
import Testing

@Suite("definitions that the documentation shows")
struct DocumentedExampleTests {
  private static let examples = ["README.md", "Documentation/escaping.md", "Documentation/templates.md"]
    .flatMap(DocumentedExample.all)

  @Test("each gets the verdict that stands above it", arguments: examples)
  func verdict(example: DocumentedExample) {
    let (definition, findings) = DefinitionLoader.load(
      SourceFile(path: example.name, text: example.text), isThorough: true)
    #expect(findings.map { "\($0.severity.rawValue)[\($0.code.rawValue)]" } == example.findings)
    #expect((definition != nil) == !example.findings.contains { $0.hasPrefix("error") })
  }

  @Test("none was overlooked")
  func number() {
    #expect(DocumentedExampleTests.examples.count > 50)
    #expect(DocumentedExampleTests.examples.contains { $0.place.hasPrefix("README.md") })
    #expect(DocumentedExampleTests.examples.contains { $0.place.hasPrefix("Documentation/templates.md") })
  }
}
