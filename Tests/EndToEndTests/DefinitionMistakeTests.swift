import Foundation
import TestSupport
import Testing

/// A definition with a mistake, and every finding that is due: `SEVERITY CODE@LINE:COLUMN-LINE:COLUMN`.
struct Mistake: CustomTestStringConvertible {
  var name: String
  var text: String
  var findings: [String]

  init(_ name: String, _ text: String, _ findings: String...) {
    self.name = name
    self.text = text
    self.findings = findings
  }

  var testDescription: String { name }
}

@Suite("Mistakes in definitions")
struct DefinitionMistakeTests {
  static let head = "type: com.example.a\ntitle: A\ncategory: action\naccepts: text\n"
  static let files = "type: com.example.a\ntitle: A\ncategory: action\naccepts: file\n"
  static let action = "shell: [cat, --, \"{{ item.text }}\"]\n"

  static let scripts = [
    Mistake(
      "a list in quotes", files + "shell: {script: 'ls -d -- \"{{ items.path }}\"'}\n", "error list-in-text@5:28-5:44"),
    Mistake("a list beside text", files + "shell: [ls, -d, \"x{{ items.path }}\"]\n", "error list-in-text@5:19-5:35"),
    Mistake(
      "a value in single quotes", head + "shell:\n  script: |\n    echo start\n    printf %s '{{ item.text }}'\n",
      "error unsafe-place@8:16-8:31"),
    Mistake(
      "a value in backticks", head + "shell:\n  script: |\n    echo `printf %s {{ item.text }}`\n",
      "error unsafe-place@7:21-7:36"),
    Mistake(
      "a value that is evaluated", head + "shell: {script: \"eval {{ item.text }}\"}\n", "error unsafe-place@5:23-5:38"),
    Mistake(
      "a value inside of another shell's code", head + "shell: {script: 'sh -c \"echo {{ item.text }}\"'}\n",
      "error unsafe-place@5:30-5:45"),
    Mistake(
      "a misspelt input in a path that is removed",
      head + "inputs: {dir: {prompt: Dir}}\nshell: {script: \"rm -r -- {{ input.dri }}/cache\"}\n",
      "error unknown-input@6:30-6:39"),
    Mistake(
      "a program with its arguments in one word", head + "shell: [\"/bin/echo hello\", \"{{ item.text }}\"]\n",
      "error program-with-arguments@5:10-5:25"),
    Mistake(
      "an option and its value in one word", head + "shell: [notify-send, \"-t {{ item.text }}\"]\n",
      "warning option-with-value@5:23-5:41"),
    Mistake("an item that is never used", head + "shell: [ls]\n", "warning item-unused@5:9-5:11"),
    Mistake(
      "the author's own signs are nobody else's",
      head + "shell: {script: \"awk '{print $1}' {{ item.file }}; date +%Y; echo ${HOME} {}\"}\n"),
  ]

  static let texts = [
    Mistake("a key without a colon", "type: com.example.a\ntitle: A\ncategory\n\n\n\n", "error missing-colon@3:1-3:9"),
    Mistake("an em dash before", "# a — b\n" + head + "tilte: x\n" + action, "error unknown-key@6:1-6:6"),
    Mistake("a hyphen before", "# a - b\n" + head + "tilte: x\n" + action, "error unknown-key@6:1-6:6"),
    Mistake(
      "lines that end in CR LF", replacing(head + "tilte: x\n" + action, "\n", "\r\n"), "error unknown-key@5:1-5:6"),
    Mistake("lines of both ends", replacing(head, "A\n", "A\r\n") + "tilte: x\n" + action, "error unknown-key@5:1-5:6"),
    Mistake("the first character", "@x", "error not-an-activity@1:1-1:3"),
    Mistake("an empty file", "", "error empty-file@1:1-1:1"),
    Mistake("nothing but comments", "# a\n# b\n", "error empty-file@1:1-1:1"),
    Mistake(
      "a file of another program", "version: \"3\"\nservices:\n  web: {image: nginx}\n",
      "error not-an-activity@1:1-1:13"),
    Mistake("a mapping of another kind", "version: 1\n", "error not-an-activity@1:1-1:11"),
    Mistake("an anchor and its alias", "x-run: &run [cat, --, \"{{ item.text }}\"]\n" + head + "shell: *run\n"),
    Mistake(
      "a merge key",
      "x-base: &base {kind: text}\n" + replacing(head, "accepts: text\n", "accepts:\n  - <<: *base\n") + action,
      "error merge-key@6:5-6:7"),
    Mistake("a key that stands twice", head + "title: B\n" + action, "error duplicate-key@5:1-5:6"),
    Mistake(
      "aliases that grow without bound",
      (0..<9).map {
        "x-\($0): &a\($0) [\($0 == 0 ? "ha" : Array(repeating: "*a\($0 - 1)", count: 9).joined(separator: ", "))]\n"
      }
      .joined() + head + action, "error alias-expansion@5:36-5:39"),
    Mistake(
      "a hundred thousand brackets", head + "x-deep: " + String(repeating: "[", count: 100_000),
      "error too-deep@5:108-5:109"),
  ]

  static let values = [
    Mistake("words that YAML knows, as a title", replacing(head, "title: A", "title: no") + action),
    Mistake("a number as a title", replacing(head, "title: A", "title: 1.10") + action),
    Mistake("a title for another language", replacing(head, "title: A", "title: {en: Test}") + action),
    Mistake("an empty title", replacing(head, "title: A", "title: \"\"") + action, "error blank-text@2:8-2:10"),
    Mistake("a title of blanks", replacing(head, "title: A", "title: \"  \"") + action, "error blank-text@2:8-2:12"),
    Mistake("a list as a title", replacing(head, "title: A", "title: [a]") + action, "error wrong-type@2:8-2:11"),
    Mistake("a misspelt safeguard", head + "confrim: true\n" + action, "error unknown-key@5:1-5:8"),
    Mistake("a word for true", head + "launches: yes\n" + action, "error invalid-value@5:11-5:14"),
    Mistake(
      "an unknown condition that is negated", head + "exclude:\n  - not: {mmie: text/*}\n" + action,
      "error unknown-key@6:11-6:15"),
    Mistake("a pattern with the signs of other rule languages", head + "exclude:\n  - text: \"a=b,c:d#e\"\n" + action),
    Mistake(
      "a placeholder without quotes", head + "shell:\n  argv: {{ item.text }}\n", "error unquoted-template@6:9-6:24"),
    Mistake(
      "two keys that are missing", "type: com.example.a\ntitle: A\naccepts: text\n", "error missing-action@1:1-1:5",
      "error missing-key@1:1-1:5"),
  ]

  @Test("each is found at its place, and nothing else is", arguments: scripts + texts + values)
  func found(mistake: Mistake) throws {
    let sandbox = Sandbox()
    sandbox.file("com.example.a.yaml", mistake.text)
    let run = sandbox.run(["validate", "--format", "json", "com.example.a.yaml"])
    let document = try #require(JSONSerialization.jsonObject(with: Data(run.output)) as? [String: Any])
    let diagnostics = try #require(document["diagnostics"] as? [[String: Any]])
    func place(_ range: Any?, _ end: String) -> String {
      let position = (range as? [String: [String: Int]])?[end] ?? [:]
      return "\(position["line"] ?? 0):\(position["column"] ?? 0)"
    }
    let found = diagnostics.map { one in
      "\(one["severity"] ?? "") \(one["code"] ?? "")@\(place(one["range"], "start"))-\(place(one["range"], "end"))"
    }
    #expect(found == mistake.findings, "\(run.text)")
    #expect(run.status == (mistake.findings.contains { $0.hasPrefix("error") } ? 1 : 0))
    #expect(diagnostics.allSatisfy { $0["file"] as? String == "com.example.a.yaml" })
  }

  @Test("a tab is named and made visible")
  func tab() {
    let sandbox = Sandbox()
    sandbox.file("com.example.a.yaml", "type: com.example.a\naccepts:\n\tkind: text\n")
    let run = sandbox.run(["validate", "com.example.a.yaml"])
    #expect(run.status == 1)
    #expect(run.text.contains("error[tab-indentation]") && run.text.contains("com.example.a.yaml:3:1"), "\(run.text)")
    #expect(!run.text.contains("\t"))
  }

  @Test("words that other readers take for something else stay as they are written")
  func scalars() throws {
    let sandbox = Sandbox()
    let words = ["no", "on", "y", "NO", "~", "1.10", "10.10", "0123", "12:30", "123456789012345678901234567890", "1e3"]
    for (index, word) in words.enumerated() {
      let text = replacing(DefinitionMistakeTests.head, "title: A", "title: \(word)")
      sandbox.define(
        "com.example.a\(index)", replacing(text, "type: com.example.a\n", "") + DefinitionMistakeTests.action)
    }
    let run = sandbox.run(["list", "x", "--json", "--only", "com.example.*"])
    let document = try #require(JSONSerialization.jsonObject(with: Data(run.output)) as? [String: Any])
    let titles = (document["activities"] as? [[String: Any]])?.compactMap { $0["title"] as? String }
    #expect(titles?.sorted() == words.sorted(), "\(run.errorText)")
  }

  @Test("of ten files the broken one is named, and the nine others are offered")
  func oneOfTen() {
    let sandbox = Sandbox()
    for number in 0..<10 {
      sandbox.define(
        "com.example.n\(number)",
        number == 6 ? "category: [\n" : "category: action\naccepts: text\n" + DefinitionMistakeTests.action)
    }
    let list = sandbox.run(["list", "x", "--only", "com.example.*"])
    #expect(list.status == 0)
    #expect(list.text.split(separator: "\n").count == 9)
    #expect(list.errorText.contains("activities.d/com.example.n6.yaml'"), "\(list.errorText)")
    let validation = sandbox.run(["validate"])
    #expect(validation.status == 1)
    #expect(validation.text.contains("activities.d/com.example.n6.yaml:"), "\(validation.text)")
    #expect(!validation.text.contains("com.example.n5"))
  }

  @Test("a file of another name is an error with the way to mend it, so no type stands twice in a folder")
  func otherName() {
    let sandbox = Sandbox()
    sandbox.define("com.example.a", "category: action\naccepts: text\n" + DefinitionMistakeTests.action)
    let folder = "config/sharerouter/activities.d/"
    sandbox.directory.write(folder + "com.example.a.yml", DefinitionMistakeTests.head + DefinitionMistakeTests.action)
    sandbox.directory.write(folder + "com.example.b.yaml", DefinitionMistakeTests.head + DefinitionMistakeTests.action)
    let run = sandbox.run(["validate"])
    #expect(run.status == 1)
    #expect(run.text.contains("com.example.a.yml") && run.text.contains("rename it: mv -- "), "\(run.text)")
    #expect(run.text.contains("com.example.b.yaml"), "\(run.text)")
    #expect(sandbox.run(["send", "x", "-a", "com.example.a", "-n"]).status == 0, "the right one is not disabled")
  }
}
