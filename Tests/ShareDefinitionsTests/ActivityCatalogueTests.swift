import Glibc
import ShareDefinitions
import ShareModel
import SourceDiagnostics
import TestSupport
import Testing

@Suite("what lies between definitions")
struct ActivityCatalogueTests {
  private static func define(_ title: String, accepts: String, _ more: String = "") -> String {
    "title: \(title)\ncategory: action\naccepts: \(accepts)\nshell: [cat, --, '{{ item.file }}']\n\(more)"
  }

  @Test(
    "one title for what is offered together is told once, in the later file",
    arguments: [
      ("text", "text"), ("text", "url"), ("[image, text]", "file"), ("{kind: image, mime: image/*}", "image"),
    ])
  func duplicate(one: String, other: String) {
    let findings = DiagnosticReferenceTests.compared([
      "com.example.a": ActivityCatalogueTests.define("Copy", accepts: one),
      "com.example.b": ActivityCatalogueTests.define("{en: Copy, de: Kopieren}", accepts: other),
      "com.example.c": ActivityCatalogueTests.define("Another", accepts: other),
    ])
    #expect(findings.map(\.code) == ["duplicate-title"])
    #expect(findings.first?.primary.location.file.path == "activities.d/com.example.b.yaml")
    #expect(findings.first?.related.first?.location.file.path == "activities.d/com.example.a.yaml")
  }

  @Test(
    "what is never offered together may share a title",
    arguments: [
      ("text", "file", ""), ("{kind: image, mime: image/png}", "{kind: image, mime: [image/jpeg, image/gif]}", ""),
      ("file", "{kind: file, mime: inode/directory}", ""), ("text", "text", "# sharerouter: ignore duplicate-title\n"),
    ])
  func distinct(one: String, other: String, comment: String) {
    let findings = DiagnosticReferenceTests.compared([
      "com.example.a": ActivityCatalogueTests.define("Copy", accepts: one),
      "com.example.b": comment + ActivityCatalogueTests.define("Copy", accepts: other),
    ])
    #expect(findings.map(summary) == [])
  }

  @Test("ten thousand of one title are compared with a few")
  func many() {
    let definitions = (0..<300).map { number in
      ("com.example.a\(number)", ActivityCatalogueTests.define("Copy", accepts: number % 2 == 0 ? "text" : "file"))
    }
    let findings = DiagnosticReferenceTests.compared(Dictionary(uniqueKeysWithValues: definitions))
    #expect(findings.count == 298)
  }

  @Test("a configuration is told what it names that is not there")
  func configuration() {
    let marked = MarkedText(
      """
      order: [com.example.a, ⟦com.example.cpoy⟧]
      then: {com.example.a: [com.example.copy, ⟦org.example.none⟧], ⟦com.example.nothing⟧: com.example.a}
      inputs:
        com.example.a: {style: plain, ⟦stile⟧: b}
        ⟦com.example.b⟧: {style: a}
      exclude:
        - com.example.*
        - ⟦elsewhere.*⟧
        - {activity: [com.example.copy, ⟦com.example.coppy⟧], not: {activity: ⟦other.*⟧}}
      only: [com.*, ⟦net.*⟧]
      ignore: [{code: wide-title, activity: [com.*, ⟦edu.*⟧]}]
      """)
    let catalogue = ActivityCatalogue(
      LoadedDefinitions(), types: { ["com.example.a", "com.example.copy"] },
      matches: { pattern, type in pattern.hasSuffix("*") ? type.hasPrefix(String(pattern.dropLast())) : pattern == type
      })
    let file = SourceFile(path: "config.yaml", text: marked.text)
    let findings = catalogue.findings(inConfiguration: file) { $0 == "com.example.a" ? ["style"] : nil }
    expectFindings(
      findings,
      [
        "unknown-activity", "unknown-activity", "unknown-activity", "unknown-input", "unknown-activity",
        "unknown-activity", "unknown-activity", "unknown-activity", "unknown-activity", "unknown-activity",
      ], at: marked)
    #expect(findings.allSatisfy { $0.severity == .warning && !$0.helps.isEmpty })
    #expect(findings.first?.helps.first?.message == "did you mean 'com.example.copy'?")
  }
}
