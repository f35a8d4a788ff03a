import ShareModel
import ShareTemplates
import ShellSyntax
import SourceDiagnostics
import Testing

@Suite("checking actions")
struct ActionCheckerTests {
  private func group(_ texts: String...) throws -> ArgumentTemplate { .group(try texts.map { try template($0) }) }

  private func shell(_ arguments: [ArgumentTemplate]) -> ActivityAction {
    ActivityAction(body: .shell(ShellAction(command: .arguments(arguments))))
  }

  private func single(_ text: String) throws -> ArgumentTemplate { .single(try template(text)) }

  @Test("good argument vectors are silent")
  func goodArguments() throws {
    #expect(check(try argv("xclip", "-selection", "{{ item.text }}")).map(\.message) == [])
    #expect(check(try argv("wl-copy", "--", "{{ items.text }}")).map(\.message) == [])
    let mail = shell([
      try single("xdg-email"), try group("--subject", "{{ subject? }}"), try group("--attach", "{{ files.path }}"),
    ])
    #expect(check(mail, of: activity([.text, .file])).map(\.message) == [])
    #expect(check(try argv("xdg-open", "https://x.example/?q={{ item.text | encode }}")).map(\.message) == [])
    #expect(check(try argv("/opt/My App/run", "{{ item.text }}")).map(\.message) == [])
  }

  static let badArguments: [(code: String, arguments: [String])] = [
    ("program-with-arguments", ["⟦/bin/echo hello⟧", "{{ item.text }}"]),
    ("placeholder-in-program", ["⟦{{ env.EDITOR }}⟧", "{{ item.text }}"]),
    ("option-with-value", ["prog", "⟦-t {{ item.text }}⟧"]),
    ("url-in-argument", ["prog", "⟦https://x.example/?q={{ item.text }}⟧"]),
    ("url-in-argument", ["prog", "⟦mailto:{{ item.text }}⟧"]),
    ("list-in-text", ["prog", "--x=⟦{{ items.text }}⟧"]),
    ("optional-after-option", ["prog", "--subject", "⟦{{ subject? }}⟧", "{{ item.text }}"]),
    ("secret-in-argument", ["prog", "{{ item.text }}", "--token=⟦{{ secret.TOKEN }}⟧"]),
    ("item-unused", ["⟦ls⟧"]),
    ("item-unused", ["⟦ls⟧", "{{ env.HOME }}"]),
    ("mixed-items", ["prog", "{{ item.text }}", "{{ ⟦items.text⟧ }}"]),
    ("no-result", ["prog", "{{ item.text }}", "{{ ⟦stdout⟧ }}"]),
    ("unknown-step", ["prog", "{{ item.text }}", "{{ steps.⟦a⟧.stdout }}"]),
  ]

  @Test("a bad argument is one finding", arguments: badArguments.indices)
  func badArgument(index: Int) throws {
    let (code, arguments) = ActionCheckerTests.badArguments[index]
    let marked = arguments.map(Marked.init)
    let action = shell(try marked.map { try single($0.text) })
    expectFinding(check(action), code, marked.compactMap(\.range).first)
  }

  @Test("a program with its arguments in a flow list gets the edit that splits it")
  func splitProgram() throws {
    let text = "argv: [\"/bin/echo hello\", \"{{ item.text }}\"]"
    let file = SourceFile(path: "a.yaml", text: text)
    let program = "/bin/echo hello"
    var findings: [Diagnostic] = []
    let parsed = try #require(
      Template.parse(SourceText(verbatim: program, file: file, offset: 8), into: &findings))
    let action = shell([.single(parsed), try single("{{ item.text }}")])
    let edit = try #require(check(action).first?.helps.first?.edits.first)
    #expect(edit.replacement == "/bin/echo, hello")
    #expect(edit.location.range == 7..<24)
  }

  @Test("a group begins with its option")
  func groups() throws {
    let action = shell([try single("prog"), try group("{{ item.text }}", "x")])
    expectFinding(check(action), "placeholder-in-program", 0..<15)
    let secret = shell([try single("prog"), try group("--token", "{{ secret.T }}"), try single("{{ item.text }}")])
    expectFinding(check(secret), "secret-in-argument", 0..<14)
  }

  @Test("environment, standard input, folder")
  func surroundings() throws {
    var action = ShellAction(command: .arguments([try single("prog")]))
    action.environment = [.init(name: "TOKEN", value: try template("{{ secret.TOKEN }}"))]
    action.standardInput = .text(try template("{{ item.text }}"))
    action.workingDirectory = try template("{{ work }}/{{ item.size }}")
    #expect(check(ActivityAction(body: .shell(action))).map(\.message) == [])
    action.workingDirectory = try template("{{ item.size }}")
    expectFinding(check(ActivityAction(body: .shell(action))), "invalid-path", 0..<15)
    action.workingDirectory = try template("/tmp/{{ work }}")
    expectFinding(check(ActivityAction(body: .shell(action))), "invalid-path", 5..<15)
    action.workingDirectory = try template("~/x")
    expectFinding(check(ActivityAction(body: .shell(action))), "invalid-path", 0..<1)
    action.workingDirectory = try template("/{{ secret.T }}")
    expectFinding(check(ActivityAction(body: .shell(action))), "secret-exposed", 1..<15)
    action.workingDirectory = nil
    action.environment = [.init(name: "LD_PRELOAD", value: try template("{{ item.text }}"))]
    expectFinding(check(ActivityAction(body: .shell(action))), "unsafe-place", 0..<15)
  }

  @Test(
    "a text with a syntax of its own wants the filter for it",
    arguments: [
      ("unescaped-json", "{\"a\": \"⟦{{ item.text }}⟧\"}"), ("unescaped-json", "[⟦{{ item.text }}⟧, \"x\"]"),
      ("unescaped-html", "<p>⟦{{ item.text }}⟧</p>"), ("mail-header", "Subject: ⟦{{ item.text }}⟧\n\nBody\n"),
    ])
  func surroundingSyntax(code: String, text: String) throws {
    let marked = Marked(text)
    var action = ShellAction(command: .arguments([try single("prog")]))
    action.standardInput = .text(try template(marked.text))
    expectFinding(check(ActivityAction(body: .shell(action))), code, marked.range)
  }

  @Test(
    "a filter, a number or plain text is silent",
    arguments: [
      "{\"a\": {{ item.text | json }}}", "<p>{{ item.text | html }}</p>", "{\"a\": {{ item.size }}}",
      "Note: {{ item.text }}\n\nx", "{{ item.text }}", "Subject: x\n\n{{ item.text }}",
    ])
  func noSyntax(text: String) throws {
    var action = ShellAction(command: .arguments([try single("prog")]))
    action.standardInput = .text(try template(text))
    #expect(check(ActivityAction(body: .shell(action))).map(\.message) == [])
  }

  // MARK: Returns, open, steps, variants

  @Test("results can be read after the action, of the right kind")
  func returns() throws {
    var action = try argv("prog", "{{ item.text }}")
    action.returns = [ReturnTemplate(kind: .url, value: try template("{{ stdout }}"))]
    #expect(check(action).map(\.message) == [])
    action.returns = [ReturnTemplate(kind: .url, value: try template("{{ response.json.link }}"))]
    expectFinding(check(action), "no-result", 3..<21)
    action.returns = [ReturnTemplate(kind: .text, value: try template("{{ secret.T }}"))]
    expectFinding(check(action), "secret-exposed", 0..<14)
    action.returns = [ReturnTemplate(kind: .file, value: try template("{{ item.size }}"))]
    expectFinding(check(action), "invalid-path", 0..<15)
  }

  @Test(
    "a URL to open",
    arguments: [
      ("", "https://x.example/?text={{ item.text }}"), ("", "mailto:{{ recipients }}?body={{ item.text }}"),
      ("", "tel:{{ item.text }}"), ("invalid-url", "⟦file⟧:///{{ item.text }}"),
      ("invalid-url", "⟦javascript⟧:{{ item.text }}"),
      ("invalid-url", "⟦x.example/{{ item.text }}⟧"), ("invalid-url", "⟦https:{{ item.text }}⟧"),
      ("invalid-url", "⟦https://x.example/a b{{ item.text }}⟧"),
      ("unsafe-place", "https://⟦{{ item.text }}⟧/x"), ("unsafe-place", "https://x.example:⟦{{ item.text }}⟧/"),
      ("unsafe-place", "https://⟦{{ item.text }}⟧@x.example/"),
      ("invalid-url", "⟦{{ item.text }}.example/x⟧"), ("list-in-text", "https://x.example/⟦{{ items.text }}⟧"),
      ("secret-exposed", "https://x.example/{{ item.text }}?k=⟦{{ secret.T }}⟧"),
      ("optional-required", "⟦{{ item.text? }}⟧"), ("invalid-url", "⟦{{ item.file }}⟧"),
      ("", "https://{{ env.HOST }}/{{ item.text }}"), ("", "{{ env.BASE }}/x?q={{ item.text }}"),
    ])
  func open(code: String, text: String) throws {
    let marked = Marked(text)
    let findings = check(ActivityAction(body: .open(try template(marked.text))))
    if code.isEmpty {
      #expect(findings.map(\.message) == [])
    } else {
      expectFinding(findings, code, marked.range)
    }
  }

  private func step(
    _ id: String, _ text: String, each: ActionStep.Collection? = nil, present: String? = nil
  ) throws -> ActionStep {
    ActionStep(
      id: id, each: each, condition: try present.map { .present([try template($0)]) },
      body: .shell(ShellAction(command: .arguments([try single("prog"), try single(text)]))))
  }

  @Test("steps read earlier ones, by id or the last")
  func steps() throws {
    let images = activity([.image])
    func findings(_ steps: [ActionStep]) -> [Diagnostic] { check(ActivityAction(body: .steps(steps)), of: images) }
    #expect(
      findings([
        try step("upload", "{{ item.path }}", each: .images), try step("post", "{{ steps.upload.stdout }}"),
        try step("last", "{{ stdout }}"),
      ]).map(\.message) == [])
    expectFinding(
      findings([try step("a", "{{ items.path }}"), try step("b", "{{ steps.aa.stdout }}")]), "unknown-step", 9..<11)
    expectFinding(
      findings([try step("a", "{{ steps.b.stdout }}"), try step("b", "{{ items.path }}")]), "unknown-step", 3..<17)
    expectFinding(
      findings([try step("a", "{{ items.path }}"), try step("b", "{{ response.text }}")]), "no-result", 3..<16)
    expectFinding(
      findings([
        try step("a", "{{ items.path }}", present: "{{ subject? }}"), try step("b", "{{ steps.a.stdout }}"),
      ]), "optional-required", 3..<17)
    #expect(
      findings([
        try step("a", "{{ items.path }}", present: "{{ subject? }}"), try step("b", "{{ steps.a.stdout? }}"),
      ]).map(\.message) == [])
    // A list, joined to text.
    expectFinding(
      findings([
        try step("a", "{{ item.path }}", each: .images), try step("b", "x{{ steps.a.stdout }}"),
      ]), "list-in-text", 1..<21)
  }

  @Test("a variant is checked against its own kinds, and tells what it needs")
  func variants() throws {
    var subject = activity([.text, .file])
    let origin = RuleOrigin(layer: .definition)
    subject.variants = [
      VariantRequirements(kinds: [.file], condition: [], requirements: Requirements(), origin: origin),
      VariantRequirements(kinds: [.text], condition: [], requirements: Requirements(), origin: origin),
    ]
    func variant(_ program: String, _ text: String) throws -> ActionVariant {
      ActionVariant(body: .shell(ShellAction(command: .arguments([try single(program), try single(text)]))))
    }
    let action = ActivityAction(
      body: .variants([try variant("wl-copy", "{{ files.path }}"), try variant("xclip", "{{ item.text }}{{ env.X }}")]))
    var findings: [Diagnostic] = []
    let facts = ActionChecker.check(action, of: subject, into: &findings)
    #expect(findings.map(\.message) == [])
    #expect(facts.variantRequirements.map(\.programs) == [["wl-copy"], ["xclip"]])
    #expect(facts.variantRequirements[1].environment == ["X"])
    #expect(facts.variantIsPerItem == [false, true])
    subject.variants[1].kinds = [.file]
    expectFinding(check(action, of: subject), "wrong-kind", 3..<12)
  }

  @Test("an action says how often it runs and what it needs")
  func facts() throws {
    var action = ShellAction(
      command: .arguments([try single("prog"), try single("{{ item.text }}{{ env.A }}{{ env.B? }}")]))
    action.standardInput = .text(try template("{{ secret.S }}{{ secret.T | default: x }}"))
    var findings: [Diagnostic] = []
    let facts = ActionChecker.check(ActivityAction(body: .shell(action)), of: activity(), into: &findings)
    #expect(facts.isPerItem)
    #expect(facts.requirements.programs == ["prog"])
    #expect(facts.requirements.environment == ["A"])
    #expect(facts.requirements.secrets == ["S"])
    let all = ActionChecker.check(try argv("prog", "{{ items.text }}"), of: activity(), into: &findings)
    #expect(!all.isPerItem)
    #expect(findings.map(\.message) == [])
  }

  @Test("an input's default shows no secret, unless its answer is one")
  func inputDefault() throws {
    var action = try argv("prog", "{{ item.text }}")
    var input = InputDefinition(name: "x", prompt: LocalizedText("X"), type: .text)
    input.defaultValue = try template("{{ secret.T }}")
    action.inputs = [input]
    expectFinding(check(action), "secret-exposed", 0..<14)
    action.inputs[0].type = .secret
    #expect(check(action).map(\.message) == [])
    action.inputs[0].defaultValue = try template("{{ response.text }}")
    expectFinding(check(action), "no-result", 3..<16)
  }
}
