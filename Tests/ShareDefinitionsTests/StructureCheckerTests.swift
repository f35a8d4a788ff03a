import ShareDefinitions
import SourceDiagnostics
import Testing

/// One mistake, the code of its finding, and its range between marks.
struct FindingCase: CustomTestStringConvertible, Sendable {
  var code: String
  var text: String
  /// What the certain remedy makes of the marked range; nil where there is none.
  var remedy: String?

  init(_ code: String, _ text: String, remedy: String? = nil) {
    self.code = code
    self.text = text
    self.remedy = remedy
  }

  var testDescription: String { code + ": " + (text.split(separator: "\n").first { $0.contains("⟦") } ?? "") }
}

@Suite("the structural check")
struct StructureCheckerTests {
  static let keys: [FindingCase] = [
    FindingCase("unknown-key", Definitions.shell("⟦colour⟧: red\n")),
    FindingCase("unknown-key", Definitions.shell("⟦confrim⟧: true\n"), remedy: "confirm"),
    FindingCase(
      "unknown-key",
      "type: com.example.note\n⟦tilte⟧: Note\ncategory: share\naccepts: text\nshell: [cat, '{{ item.kind }}']\n",
      remedy: "title"),
    FindingCase(
      "unknown-key", Definitions.head + "accepts: text\n⟦command⟧: [cat]\n"),
    FindingCase("unknown-key", Definitions.shell("⟦titel⟧: Notes\n")),
    FindingCase("unknown-key", Definitions.shell("exclude: {not: {⟦mmie⟧: text/*}}\n"), remedy: "mime"),
    FindingCase("unknown-key", Definitions.shell("⟦exclued⟧: {host: example.com}\n"), remedy: "exclude"),
    FindingCase("missing-key", "⟦type⟧: com.example.note\naccepts: text\nshell: [cat, '{{ item.kind }}']\n"),
    FindingCase(
      "missing-key",
      Definitions.http("  auth: {⟦basic⟧: {user: me, password: x}, bearer: y}\n")
        .replacing("⟦basic⟧: {user: me, password: x}, bearer: y", with: "basic: {⟦user⟧: me}")),
    FindingCase("missing-key", Definitions.http("  auth: ⟦{}⟧\n")),
    FindingCase("missing-key", Definitions.shell("inputs: {name: ⟦{}⟧}\n")),
    FindingCase("several-actions", Definitions.shell("⟦open⟧: https://example.com\n")),
    FindingCase("missing-action", "⟦type⟧: com.example.note\ntitle: Note\ncategory: share\naccepts: text\n"),
    FindingCase(
      "conflicting-keys", Definitions.http("  text: a\n  ⟦json⟧: {}\n")),
    FindingCase(
      "conflicting-keys", Definitions.http("  auth: {bearer: a, ⟦basic⟧: {user: me, password: x}}\n")),
    FindingCase("empty-rule", Definitions.shell("exclude: [⟦{}⟧]\n")),
    FindingCase("empty-rule", Definitions.shell("exclude: [{⟦reason⟧: never}]\n")),
    FindingCase("merge-key", Definitions.shell("x-base: &base {notify: never}\n⟦<<⟧: *base\n")),
    FindingCase(
      "merge-key",
      Definitions.head
        + "accepts: text\nx-web: &web {method: GET}\nhttp:\n  ⟦<<⟧: *web\n  url: 'https://e.test/{{ item.kind }}'\n"),
    FindingCase("template-in-name", Definitions.http("  headers: {⟦\"X-{{ item.text }}\"⟧: a}\n")),
    FindingCase("template-in-name", Definitions.http("  form: {⟦\"{{ item.text }}\"⟧: a}\n")),
    FindingCase("template-in-name", Definitions.http("  query: {⟦\"{{ item.text }}\"⟧: a}\n")),
    FindingCase("template-in-name", Definitions.http("  multipart: {⟦\"{{ item.text }}\"⟧: a}\n")),
    FindingCase("template-in-name", Definitions.http("  json: {a: {⟦\"{{ item.text }}\"⟧: a}}\n")),
    FindingCase(
      "template-in-name",
      Definitions.head + "accepts: text\nshell: {argv: [cat, '{{ item.kind }}'], env: {⟦\"{{ item.text }}\"⟧: a}}\n"),
    FindingCase("template-in-name", Definitions.head + "accepts: text\nshell: [⟦\"{{ item.text }}\"⟧]\n"),
    FindingCase("unknown-tag", Definitions.shell("description: ⟦!local⟧ A note\n")),
    FindingCase("unknown-tag", Definitions.shell("background: ⟦!!bool⟧ true\n")),
    FindingCase(
      "unquoted-template", Definitions.shell("into: ⟦{{ dirs.pictures }}⟧\n"), remedy: "\"{{ dirs.pictures }}\""),
    FindingCase(
      "unquoted-template", Definitions.http("  json: {content: ⟦{{ item.text }}⟧}\n"), remedy: "\"{{ item.text }}\""),
    FindingCase("wrong-type", Definitions.shell("timeout: ⟦[1s]⟧\n")),
    FindingCase("wrong-type", Definitions.shell("inputs: ⟦[a]⟧\n")),
    FindingCase("wrong-type", Definitions.shell("⟦inputs⟧:\n")),
    FindingCase("wrong-type", Definitions.shell("⟦exclude⟧:\n")),
    FindingCase("wrong-type", Definitions.shell("description: ⟦[A note]⟧\n")),
    FindingCase("wrong-type", Definitions.shell("exclude: ⟦com.example.other⟧\n")),
    FindingCase("wrong-type", Definitions.shell("⟦[a, b]⟧: c\n")),
    FindingCase("wrong-type", Definitions.head + "accepts: text\nhttp: ⟦https://example.com⟧\n"),
    FindingCase(
      "wrong-type",
      Definitions.head
        + "accepts: ⟦[text]⟧\nshell: [cat, '{{ item.kind }}']\n".replacing("⟦[text]⟧", with: "[⟦[text]⟧]")),
    FindingCase(
      "blank-text",
      "type: com.example.note\ntitle: ⟦\" \"⟧\ncategory: share\naccepts: text\nshell: [cat, '{{ item.kind }}']\n"),
    FindingCase(
      "blank-text",
      "type: com.example.note\n⟦title⟧:\ncategory: share\naccepts: text\nshell: [cat, '{{ item.kind }}']\n"),
    FindingCase("blank-text", Definitions.shell("description: {en: A note, de: ⟦''⟧}\n")),
    FindingCase("reserved-header", Definitions.http("  headers: {⟦content-Length⟧: 1}\n")),
  ]

  static let values: [FindingCase] = [
    FindingCase(
      "invalid-value",
      "type: com.example.note\ntitle: Note\ncategory: ⟦shre⟧\naccepts: text\nshell: [cat, '{{ item.kind }}']\n",
      remedy: "share"),
    FindingCase(
      "invalid-value", Definitions.head + "accepts: [⟦txt⟧]\nshell: [cat, '{{ item.kind }}']\n", remedy: "text"),
    FindingCase("invalid-value", Definitions.head + "accepts: [⟦letter⟧]\nshell: [cat, '{{ item.kind }}']\n"),
    FindingCase("invalid-value", Definitions.shell("background: ⟦yes⟧\n"), remedy: "true"),
    FindingCase("invalid-value", Definitions.shell("terminal: ⟦Off⟧\n"), remedy: "false"),
    FindingCase("invalid-value", Definitions.shell("launches: ⟦\"true\"⟧\n"), remedy: "true"),
    FindingCase("invalid-value", Definitions.shell("launches: ⟦maybe⟧\n")),
    FindingCase("invalid-value", Definitions.shell("timeout: ⟦30⟧\n")),
    FindingCase("invalid-value", Definitions.shell("timeout: ⟦0s⟧\n")),
    FindingCase(
      "invalid-value", Definitions.head + "accepts: {kind: file, max-size: ⟦10⟧}\nshell: [cat, '{{ item.kind }}']\n"),
    FindingCase(
      "invalid-value", Definitions.head + "accepts: {kind: file, max-size: ⟦10 mib⟧}\nshell: [cat, '{{ item.kind }}']\n"
    ),
    FindingCase(
      "invalid-value", Definitions.head + "accepts: {kind: file, max: ⟦-1⟧}\nshell: [cat, '{{ item.kind }}']\n"),
    FindingCase(
      "invalid-value", Definitions.head + "accepts: {kind: file, mime: ⟦pdf⟧}\nshell: [cat, '{{ item.kind }}']\n"),
    FindingCase(
      "invalid-value", Definitions.head + "accepts: {kind: file, name: ⟦'[a'⟧}\nshell: [cat, '{{ item.kind }}']\n"),
    FindingCase(
      "invalid-value", Definitions.head + "accepts: {kind: text, matches: ⟦(a⟧}\nshell: [cat, '{{ item.kind }}']\n"),
    FindingCase("invalid-value", Definitions.shell("exclude: {host: ⟦https://example.com/a⟧}\n")),
    FindingCase("invalid-value", Definitions.shell("exclude: {host: ⟦a.*.example⟧}\n")),
    FindingCase("invalid-value", Definitions.shell("exclude: {scheme: ⟦'https:'⟧}\n")),
    FindingCase("invalid-value", Definitions.shell("exclude: {env: ⟦A-B⟧}\n")),
    FindingCase("invalid-value", Definitions.shell("description: {⟦1⟧: A note}\n")),
    FindingCase("invalid-value", Definitions.http("  success: {status: [200, ⟦2x⟧]}\n")),
    FindingCase("invalid-value", Definitions.http("  success: {json: {⟦a..b⟧: 1}}\n")),
    FindingCase("invalid-value", Definitions.http("  retry: ⟦many⟧\n")),
    FindingCase("invalid-value", Definitions.http("  headers: {⟦X Y⟧: a}\n")),
    FindingCase("invalid-value", Definitions.shell("inputs: {⟦a b⟧: {prompt: A}}\n")),
    FindingCase(
      "invalid-value",
      Definitions.head + "accepts: text\nshell: {argv: [cat, '{{ item.kind }}'], success: [0, ⟦256⟧]}\n"),
    FindingCase(
      "invalid-value", Definitions.head + "accepts: text\nshell: {script: 'cat {{ item.kind }}', interpreter: ⟦zsh⟧}\n"),
    FindingCase(
      "invalid-value", Definitions.head + "accepts: text\nshell: {argv: [cat, '{{ item.kind }}'], env: {⟦A-B⟧: a}}\n"),
    FindingCase("invalid-type", Definitions.shell("then: ⟦copy⟧\n")),
    FindingCase(
      "invalid-type", "type: ⟦note⟧\ntitle: Note\ncategory: share\naccepts: text\nshell: [cat, '{{ item.kind }}']\n"),
  ]

  @Test("each mistake is one finding at its place", arguments: keys + values)
  func mistake(_ example: FindingCase) throws {
    let marked = MarkedText(example.text)
    let (definition, findings) = Definitions.load(marked.text)
    #expect(definition == nil)
    expectFindings(findings, [example.code], at: marked)
    let certain = findings.first?.helps.first(where: \.isCertain)?.edits
    #expect(certain?.first?.replacement == example.remedy)
    // Applying the certain remedy leaves nothing to say.
    if let edit = certain?.first {
      var bytes = Array(marked.text.utf8)
      bytes.replaceSubrange(edit.location.range, with: Array(edit.replacement.utf8))
      let (_, left) = Definitions.load(String(decoding: bytes, as: UTF8.self))
      #expect(left.map(summary) == [])
    }
  }

  @Test("an unknown key is named with what it probably meant")
  func unknownKey() throws {
    let (_, findings) = Definitions.load(Definitions.shell("confrim: true\n"))
    let finding = try #require(findings.first)
    #expect(finding.message == "an activity has no key 'confrim'")
    #expect(finding.primary.text == "unknown key")
    #expect(finding.helps.first?.message == "did you mean 'confirm'?")
  }

  @Test("all missing keys are told at once")
  func missingKeys() throws {
    let (_, findings) = Definitions.load("type: com.example.note\nshell: [cat, '{{ item.kind }}']\n")
    #expect(findings.map(\.message) == ["an activity needs the keys 'title', 'category' and 'accepts'"])
  }

  @Test("both places of two actions are shown")
  func severalActions() throws {
    let (_, findings) = Definitions.load(Definitions.shell("open: https://example.com\n"))
    let related = try #require(findings.first?.related.first)
    #expect(String(decoding: related.location.file.bytes[related.location.range], as: UTF8.self) == "shell")
  }

  @Test("two equal keys are one finding, and the first of them counts")
  func duplicateKeys() throws {
    let (_, findings) = Definitions.load(Definitions.shell("timeout: 1s\ntimeout: [nonsense]\n"))
    #expect(findings.map(\.code) == ["duplicate-key"])
  }

  @Test("two merge keys in one mapping are one finding")
  func mergeKeys() {
    let text = Definitions.shell("x-a: &a {notify: never}\n<<: *a\n<<: *a\n")
    let (_, findings) = Definitions.load(text)
    #expect(findings.allSatisfy { $0.code == "merge-key" })
    #expect(!findings.isEmpty)
  }

  @Test("a mistake in an anchored value is told at the anchor, with the alias beside it")
  func alias() throws {
    let marked = MarkedText(
      Definitions.head + "x-image: &image {kind: image, ⟦mx⟧: 4}\naccepts: [*image]\nshell: [cat, '{{ item.kind }}']\n")
    let (_, findings) = Definitions.load(marked.text)
    expectFindings(findings, ["unknown-key"], at: marked)
    let label = try #require(findings.first?.related.first)
    #expect(String(decoding: label.location.file.bytes[label.location.range], as: UTF8.self) == "*image")
  }

  @Test("an anchored value that is used twice has its mistakes told once")
  func aliasTwice() {
    let marked = MarkedText(
      Definitions.shell("x-rules: &rules [{⟦hots⟧: a.example}]\nexclude: *rules\nx-more: *rules\n"))
    let (_, findings) = Definitions.load(marked.text)
    expectFindings(findings, ["unknown-key"], at: marked)
  }
}
