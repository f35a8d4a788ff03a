import Foundation
import TestSupport
import Testing

/// What the documentation says is accepted, performed with values that leave a mark where they are code.
@Suite("definitions that the documentation says are accepted")
struct DocumentedRunTests {
  private static let examples = ["Documentation/escaping.md", "Documentation/templates.md"]
    .flatMap(DocumentedExample.all).filter { $0.findings.isEmpty && $0.refusal == nil }

  private static let hostile = [
    "$(touch MARKER)", "`touch MARKER`", "'; touch MARKER; '", "\"; touch MARKER; \"", "a[$(touch MARKER)0]",
    "END\ntouch MARKER\nEND", "x | touch MARKER", "C# & C++ é🎉 \\ %F",
  ]

  @Test("each runs, or is planned where it needs a network or a desktop, and no value is executed", arguments: examples)
  func run(example: DocumentedExample) {
    let sandbox = Sandbox()
    for name in ["curl", "docker", "xdg-email"] { sandbox.stub(name, "printf '%s\\n' \"$@\"\n") }
    sandbox.directory.write("config/sharerouter/activities.d/" + example.name, example.text)
    sandbox.file("note.txt", "hello\n")
    sandbox.directory.write(Array("work/picture.png".utf8), SampleFiles.png)
    let isPlanned = ["http:", "open:"].contains { example.text.contains("\n\($0)") || example.text.contains(" \($0) ") }
    let items: [[String]] =
      switch example.text.firstMatch(of: #/\naccepts: (?:\{kind: )?(file|image|url)/#)?.1 {
      case "file": [["note.txt"]]
      case "image": [["picture.png"]]
      case "url": [["--url", "https://example.com/?q=$(touch%20MARKER)"]]
      default: DocumentedRunTests.hostile.map { ["--text", $0] }
      }
    for item in items {
      let run = sandbox.run(
        ["send", "--activity", "documented", "--yes", "--subject", "$(touch MARKER)"] + item
          + (isPlanned ? ["--dry-run"] : []),
        environment: ["SHAREROUTER_SECRET_TOKEN": "geheim-token"])
      // A program may fail on such a value; what may not be is that it never came so far.
      #expect(run.status == 0 || run.status == 1, "\(item): \(run.errorText)")
      #expect(!run.errorText.contains("error["), "\(item): \(run.errorText)")
      #expect(!(run.text + run.errorText).contains("geheim-token") || example.text.contains("printenv"))
      #expect(!sandbox.directory.exists("work/MARKER"), "\(item) was executed")
    }
  }

  @Test("none was overlooked")
  func number() { #expect(DocumentedRunTests.examples.count > 25) }
}
