import ShareDefinitions
import ShareModel
import SourceDiagnostics
import Testing

@Suite("request files")
struct RequestLoaderTests {
  private func load(_ text: String) -> (ShareRequest?, [Diagnostic]) {
    RequestLoader.load(SourceFile(path: "request.yaml", text: text))
  }

  @Test(
    "a request is read from YAML and JSON alike",
    arguments: [
      """
      items:
        - {text: "line one\\nline two\\n", subject: First}
        - {file: /home/a/a.txt, mime: text/plain, instead: {com.example.note: {text: a note}, com.example.b: null}}
      subject: Both
      message: With it
      recipients: a@example.org
      exclude: [com.example.c, {host: localhost}]
      only: com.example.*
      inputs: {copies: 2}

      """,
      """
      {"items": [{"text": "line one\\nline two\\n", "subject": "First"},
        {"file": "/home/a/a.txt", "mime": "text/plain",
         "instead": {"com.example.note": {"text": "a note"}, "com.example.b": null}}],
       "subject": "Both", "message": "With it", "recipients": ["a@example.org"],
       "exclude": ["com.example.c", {"host": "localhost"}], "only": "com.example.*", "inputs": {"copies": 2}}
      """,
    ])
  func whole(text: String) throws {
    let (loaded, findings) = load(text)
    #expect(findings.map(summary) == [])
    let request = try #require(loaded)
    #expect(request.items.map(\.kind) == [.text, .file])
    #expect(request.items.map(\.value) == ["line one\nline two\n", "/home/a/a.txt"])
    #expect(request.items[0].subject == "First" && request.items[1].mime == "text/plain")
    #expect(request.items[1].instead.map(\.type) == ["com.example.note", "com.example.b"])
    guard case .item(let note) = request.items[1].instead[0].replacement,
      case .leftOut = request.items[1].instead[1].replacement
    else {
      Issue.record("other replacements")
      return
    }
    #expect(note.value == "a note")
    #expect(request.metadata == Metadata(subject: "Both", message: "With it", recipients: ["a@example.org"]))
    #expect(request.exclusions.map(\.activities) == [["com.example.c"], []])
    #expect(request.exclusions[1].origin.layer == .request)
    #expect(request.only == ["com.example.*"])
    #expect(request.inputs.map(\.value) == ["2"])
  }

  static let mistakes: [FindingCase] = [
    FindingCase("empty-file", "⟦⟧"),
    FindingCase("wrong-type", "⟦a⟧\n"),
    FindingCase("missing-key", "⟦subject⟧: a\n"),
    FindingCase("missing-value", "items: ⟦[]⟧\n"),
    FindingCase("missing-key", "items: ⟦{}⟧\n"),
    FindingCase("conflicting-keys", "items: {text: a, ⟦url⟧: b}\n"),
    FindingCase("invalid-value", "items: {text: a, mime: ⟦text⟧}\n"),
    FindingCase("invalid-value", "items: {text: a}\nsubject: ⟦\"a\\nb\"⟧\n"),
    FindingCase("invalid-type", "items: {text: a, instead: {⟦note⟧: null}}\n"),
    FindingCase("wrong-type", "items: {text: a, instead: {com.example.note: ⟦a⟧}}\n"),
    FindingCase("unknown-key", "items: {⟦txet⟧: a}\n", remedy: "text"),
  ]

  @Test("each mistake is one finding at its place", arguments: mistakes)
  func mistake(_ example: FindingCase) {
    let marked = MarkedText(example.text)
    let (request, findings) = load(marked.text)
    #expect(request == nil)
    expectFindings(findings, [example.code], at: marked)
    #expect(findings.first?.helps.first(where: \.isCertain)?.edits.first?.replacement == example.remedy)
  }
}
