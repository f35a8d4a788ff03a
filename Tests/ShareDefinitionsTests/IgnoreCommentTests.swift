import ShareDefinitions
import SourceDiagnostics
import TestSupport
import Testing

@Suite("comments that ignore warnings")
struct IgnoreCommentTests {
  private static let wide = "title: Append the shared text to the notebook"

  private func codes(_ text: String, isThorough: Bool = true) -> [String] {
    DefinitionLoader.load(
      SourceFile(path: "activities.d/com.example.note.yaml", text: "type: com.example.note\n" + text),
      isThorough: isThorough
    ).1.map { "\($0.code.rawValue) \($0.primary.location.line)" }
  }

  private static let rest = "category: share\naccepts: text\nshell: [cat, '{{ item.kind }}']\n"

  @Test(
    "a comment holds for its line, for the one below it, and for what is indented there",
    arguments: [
      "\(wide)  # sharerouter: ignore wide-title\n\(rest)",
      "# sharerouter: ignore wide-title\n\(wide)\n\(rest)",
      "  #sharerouter: ignore wide-title\n\n# another\n\(wide)\n\(rest)",
      "# sharerouter: ignore covered-entry, wide-title as both are known\n\(wide)\ncategory: share\naccepts: text\n"
        + "shell: [cat, '{{ item.kind }}']\n",
      "title:  # sharerouter: ignore wide-title\n  en: Append the shared text to the notebook\n\(rest)",
      "title: Note\ncategory: share\n# sharerouter: ignore covered-entry\naccepts:\n- text\n- url\n"
        + "shell: [cat, '{{ item.kind }}']\n",
      "title: Note\ncategory: share\naccepts:\n  - text\n  - url  # sharerouter: ignore covered-entry\n"
        + "shell: [cat, '{{ item.kind }}']\n",
      "title: Note\ncategory: share\naccepts: text\nshell: |  # sharerouter: ignore value-interpreted\n"
        + "  true\n  echo {{ item.text }}\n",
      "title: Note\ncategory: share\naccepts: text\nshell: |\n  # sharerouter: ignore value-interpreted\n"
        + "  echo {{ item.text }}\n",
      "title: Note\ncategory: share\naccepts: text\nshell: |\n"
        + "  echo {{ item.text }} # sharerouter: ignore value-interpreted\n",
    ])
  func ignored(text: String) {
    #expect(codes(text, isThorough: false) == [])
    #expect(codes(text).filter { !$0.hasPrefix("useless-ignore") } == [])
  }

  @Test("what it does not hold for is told, and that it holds for nothing")
  func elsewhere() {
    #expect(
      codes(
        "# sharerouter: ignore wide-title\ncategory: share\n\(IgnoreCommentTests.wide)\naccepts: text\n"
          + "shell: [cat, '{{ item.kind }}']\n") == ["useless-ignore 2", "wide-title 4"])
    #expect(
      codes("\(IgnoreCommentTests.wide)  # sharerouter: ignored wide-title\n\(IgnoreCommentTests.rest)") == [
        "wide-title 2"
      ])
  }

  @Test("an error is never ignored")
  func errors() {
    #expect(
      codes("title: Note\ncategry: share  # sharerouter: ignore unknown-key\n\(IgnoreCommentTests.rest)") == [
        "unknown-key 3"
      ])
  }

  @Test(
    "the edit that removes a useless code leaves the others and what the author wrote",
    arguments: [
      ("title: Note  # sharerouter: ignore wide-title\n", "title: Note\n"),
      ("# sharerouter: ignore wide-title\ntitle: Note\n", "title: Note\n"),
      ("  # sharerouter: ignore wide-title because\r\ntitle: Note\n", "title: Note\n"),
      ("\(wide)  # sharerouter: ignore covered-entry, wide-title\n", "\(wide)  # sharerouter: ignore wide-title\n"),
      ("\(wide)  # sharerouter: ignore wide-title, covered-entry\n", "\(wide)  # sharerouter: ignore wide-title\n"),
      (
        "\(wide)  # sharerouter: ignore wide-title ,covered-entry,  item-unused as I know\n",
        "\(wide)  # sharerouter: ignore wide-title as I know\n"
      ),
    ])
  func edits(line: String, mended: String) {
    let head = "type: com.example.note\n"
    let file = SourceFile(
      path: "activities.d/com.example.note.yaml", text: head + line + IgnoreCommentTests.rest)
    let result = CertainFixes.mend(file) { DefinitionLoader.load($0, isThorough: true).1 }
    expectText(String(decoding: result.file.bytes, as: UTF8.self), head + mended + IgnoreCommentTests.rest)
    #expect(result.left.isEmpty)
  }
}
