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

  @Test(
    "what stands on several lines is told of, and no edit replaces its first line alone",
    arguments: [
      "category: >-\n  actoin\n", "category: actio\n  n\n", "category: \"actio\\\n  m\"\n",
      "? \"categ\\\n  roy\"\n: action\n",
      "category: action\nconfirm: yes\nlaunches: >-\n  yes\n",
      "category: action\nexclude: {kind: fil3\n  e}\n",
      "category: action\ninputs:\n  a:\n    prompt: A\n    choices: [plain, bold]\n    default: >-\n      plaim\n",
      "category: action\nexamples: [{send: hello, inputs: {\"he\\\n  ad\": x}}]\ninputs: {head: A}\n",
    ])
  func severalLines(text: String) {
    let file = SourceFile(
      path: "com.example.note.yaml",
      text: "type: com.example.note\ntitle: Note\naccepts: text\nshell: [cat]\n" + text)
    let mended = CertainFixes.mend(file) { DefinitionLoader.load($0, isThorough: true).1 }
    #expect(!mended.left.isEmpty)
    #expect(!mended.left.contains { $0.helps.contains { $0.isCertain && !$0.edits.isEmpty } })
    for edit in mended.left.flatMap(\.helps).flatMap(\.edits) {
      let end = edit.location.range.upperBound
      let isAll = mended.file.line(at: max(end - 1, 0)) == mended.file.line(at: edit.location.range.lowerBound)
      #expect(isAll && !mended.file.bytes[end...].starts(with: "\n  ".utf8))
    }
  }
}
