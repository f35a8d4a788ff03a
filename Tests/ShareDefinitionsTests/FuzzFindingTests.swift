import ShareDefinitions
import SourceDiagnostics
import TestSupport
import Testing

/// Inputs of which `Scripts/fuzz` found that something was wrong, each made as small as it stays.
@Suite("what fuzzing found")
struct FuzzFindingTests {
  private static let inputs: [(what: String, text: String)] = [
    (
      "a program without a name ended the search for its place",
      "shell: |\n  $(find {{ item.file }}) | '' {{ item.text }}\n"
    ),
    ("the same in an empty substitution", "shell: |\n  \"\" --a {{ item.text }}\n"),
  ]

  @Test("it is checked to its end, and every place lies in the file", arguments: inputs.map(\.text))
  func input(text: String) {
    let file = SourceFile(
      path: "com.example.note.yaml",
      text: "type: com.example.note\ntitle: Note\ncategory: share\naccepts: text\n" + text)
    let (_, findings) = DefinitionLoader.load(file, isThorough: true)
    for finding in findings {
      #expect(finding.primary.location.range.upperBound <= file.bytes.count)
      #expect(!finding.helps.isEmpty)
    }
  }
}
