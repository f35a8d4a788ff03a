import TestSupport
import Testing

@Suite("values that the documentation says are refused")
struct DocumentedRefusalTests {
  private static let examples = ["Documentation/escaping.md", "Documentation/templates.md"]
    .flatMap(DocumentedExample.all).filter { $0.refusal != nil }

  @Test("each is refused with its code before anything runs", arguments: examples)
  func refused(example: DocumentedExample) throws {
    let (code, text) = try #require(example.refusal)
    let home = TemporaryDirectory()
    home.write("activities.d/" + example.name, example.text)
    let run = CommandRun.sharerouter(
      ["send", "--text", text, "--activity", "documented", "--json", "--activities", home.path + "/activities.d"],
      environment: ["HOME": home.path, "XDG_RUNTIME_DIR": home.path], in: home.path)
    #expect(run.status == 1, "\(run.errorText)")
    #expect(run.text.contains("\"code\": \"\(code)\""), "\(run.text)\(run.errorText)")
  }

  @Test("there are some")
  func number() { #expect(DocumentedRefusalTests.examples.count > 5) }
}
