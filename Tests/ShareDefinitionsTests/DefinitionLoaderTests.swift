import ShareDefinitions
import SourceDiagnostics
import Testing

@Suite("loading one definition")
struct DefinitionLoaderTests {
  @Test(
    "another kind of file is one finding, whatever else is wrong with it",
    arguments: [
      "version: 1\n", "services:\n  web:\n    image: nginx\n    image: caddy\nvolumes: {}\n", "just a text\n",
      "[a, b]\n",
      "{}\n",
    ])
  func notAnActivity(text: String) {
    let (definition, findings) = Definitions.load(text)
    #expect(definition == nil)
    #expect(findings.map(\.code) == ["not-an-activity"])
  }

  @Test("an empty file is said to be empty", arguments: ["", "\n\n", "# only a comment\n"])
  func empty(text: String) {
    let (definition, findings) = Definitions.load(text)
    #expect(definition == nil)
    #expect(findings.map(\.code) == ["empty-file"])
  }

  @Test("the help on a wrong file name is a command that a shell reads back")
  func rename() throws {
    let (_, findings) = Definitions.load(Definitions.shell(), name: "my activities/it's.yaml")
    let help = try #require(findings.first?.helps.first)
    #expect(
      help.message == "rename it: mv -- 'my activities/it'\\''s.yaml' 'my activities/com.example.note.yaml'")
  }

  @Test("a file read from elsewhere may have any name")
  func anyName() {
    let (definition, findings) = DefinitionLoader.load(
      SourceFile(path: "<stdin>", text: Definitions.shell()), expectsTypeAsName: false)
    #expect(definition != nil)
    #expect(findings.isEmpty)
  }

  @Test("regular expressions are compiled where someone can")
  func regularExpressions() throws {
    let marked = MarkedText(Definitions.shell("exclude: {text: ⟦a{2,1}⟧}\n".replacing("⟦a{2,1}⟧", with: "⟦'a{2,1}'⟧")))
    let (_, findings) = DefinitionLoader.load(
      SourceFile(path: "com.example.note.yaml", text: marked.text),
      regularExpressionCheck: { $0 == "a{2,1}" ? "its bounds are crossed" : nil })
    expectFindings(findings, ["invalid-value"], at: marked)
    #expect(findings.first?.primary.text == "its bounds are crossed")
  }

  @Test("a syntax error is the only thing that is said of a file")
  func syntax() {
    let (definition, findings) = Definitions.load("type: com.example.note\ntitle: 'open\n")
    #expect(definition == nil)
    #expect(findings.count == 1)
  }

  @Test("a ladder of aliases is refused")
  func aliasLadder() {
    var text = "a0: &a0 [ha, ha, ha, ha, ha, ha, ha, ha, ha]\n"
    for level in 1..<9 {
      text += "a\(level): &a\(level) [" + Array(repeating: "*a\(level - 1)", count: 9).joined(separator: ", ") + "]\n"
    }
    let (definition, findings) = Definitions.load(Definitions.shell(text))
    #expect(definition == nil)
    #expect(!findings.isEmpty)
  }

  @Test(
    "a file with mistakes without number is told of a hundred, and soon",
    .timeLimit(.minutes(1)),
    arguments: [
      Hostile("", 60_000, separator: "\n", "\n") { "key\($0): a" },
      Hostile("accepts: [", 30_000, "]\n") { "{kind: file, mime: a/b\($0)}" },
      Hostile("inputs: {a: {prompt: b, choices: [", 100_000, "]}}\n") { "c\($0 / 2)" },
      Hostile("http: {method: POST, url: 'https://e.test', form: {", 50_000, "}}\nhttps: 1\n") { "f\($0): g" },
      Hostile("steps: [", 20_000, "]\n") { "{id: s\($0 / 2), shell: [a]}" },
      Hostile("then: [", 100_000, "]\n") { "t\($0)" },
    ])
  func hostile(file: Hostile) {
    let (definition, findings) = Definitions.load("type: com.example.note\n" + file.text)
    #expect(definition == nil)
    #expect(findings.count <= 101)
    #expect(findings.count < 100 || findings.contains { $0.code == "too-many-findings" })
  }

  @Test("whatever is cut out of a definition, nothing crashes, every range lies in the file, and nil has its reason")
  func mutilated() {
    let whole = Array(
      Definitions.http(
        """
          headers: {A: "1"}
          json: {a: [1, "{{ item.text }}"]}
        inputs: {a: {prompt: A, choices: [b, c], default: b}}
        exclude: [{host: [a.example], not: {kind: file}}]
        examples: [{send: {text: a}, expect: {request: {method: POST}}}]
        returns: {url: "{{ response.json.link }}"}

        """
      ).utf8)
    for start in whole.indices {
      for length in [1, 2, 5, 17] where start + length <= whole.count {
        var bytes = whole
        bytes.removeSubrange(start..<(start + length))
        let file = SourceFile(path: "com.example.note.yaml", bytes: bytes)
        let (definition, findings) = DefinitionLoader.load(file)
        for finding in findings {
          #expect(finding.primary.location.range.upperBound <= bytes.count)
        }
        #expect(definition != nil || findings.contains { $0.severity == .error })
      }
    }
  }
}

/// A file in which one thing is repeated without end.
struct Hostile: Sendable, CustomTestStringConvertible {
  var text: String
  var testDescription: String { String(text.prefix(40)) }

  init(_ start: String, _ count: Int, separator: String = ", ", _ end: String, _ element: (Int) -> String) {
    text = start
    for index in 0..<count {
      if index > 0 { text += separator }
      text += element(index)
    }
    text += end
    precondition(text.utf8.count < 1 << 20, "a file that is not even read")
  }
}
