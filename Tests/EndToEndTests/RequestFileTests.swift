import Glibc
import TestSupport
import Testing

@Suite("request files")
struct RequestFileTests {
  /// Prints all that it was given.
  private func sandbox() -> Sandbox {
    let sandbox = Sandbox()
    for type in ["com.example.print", "com.example.other"] {
      sandbox.define(
        type,
        """
        category: action
        accepts: text
        inputs: {n: {prompt: Number, optional: true}}
        shell:
          script: |
            printf '[%s]' "{{ items.text | join: ',' }}" "{{ subject? }}" "{{ message? }}" "{{ recipients | join: ',' }}" "{{ input.n? }}"

        """)
    }
    return sandbox
  }

  private let yaml = """
    items:
      - {text: one, instead: {com.example.print: {text: uno}, com.example.other: null}}
      - text: two
    subject: About
    message: Read it
    recipients: [a@example.org]
    inputs: {n: 1}

    """

  @Test("a request gives everything, from a file and from standard input, as YAML and as JSON")
  func whole() {
    let sandbox = sandbox()
    sandbox.file("request.yaml", yaml)
    let json = """
      {"items": [{"text": "one", "instead": {"com.example.print": {"text": "uno"}, "com.example.other": null}},
      {"text": "two"}], "subject": "About", "message": "Read it", "recipients": ["a@example.org"], "inputs": {"n": 1}}
      """
    let expected = "[uno,two][About][Read it][a@example.org][1]"
    expectRun(sandbox.run(["send", "--request", "request.yaml", "-a", "com.example.print"]), output: expected)
    expectRun(
      sandbox.run(["send", "--request", "-", "-a", "com.example.print"], input: Array(json.utf8)), output: expected)
    expectRun(
      sandbox.run(["send", "--request=request.yaml", "-a", "com.example.other"]),
      output: "[two][About][Read it][a@example.org][1]")
  }

  @Test("the command line adds items, recipients and rules, and replaces subject, message and inputs")
  func combined() {
    let sandbox = sandbox()
    sandbox.file("request.yaml", yaml + "exclude: com.example.other\n")
    expectRun(
      sandbox.run([
        "send", "--request", "request.yaml", "--text", "three", "-a", "com.example.print", "--subject", "Else", "--to",
        "b@example.org", "-i", "n=2",
      ]), output: "[uno,two,three][Else][Read it][a@example.org,b@example.org][2]")
    let excluded = sandbox.run(["send", "--request", "request.yaml", "-a", "com.example.other"])
    #expect(excluded.status == 4)
    #expect(excluded.errorText.contains("request.yaml:8"), "\(excluded.errorText)")
    let only = sandbox.run(["send", "--request", "request.yaml", "-a", "com.example.print", "--only", "com.example.o*"])
    #expect(only.status == 4)
  }

  @Test("paths begin in the folder of the request, of standard input in the current one")
  func paths() {
    let sandbox = sandbox()
    sandbox.define("com.example.cat", "category: action\naccepts: file\nshell: [cat, --, \"{{ items.path }}\"]\n")
    sandbox.file("sub/request.yaml", "items: {file: a.txt}\n")
    sandbox.file("sub/a.txt", "in sub")
    sandbox.file("a.txt", "in work")
    expectRun(sandbox.run(["send", "--request", "sub/request.yaml", "-a", "cat"]), output: "in sub")
    expectRun(
      sandbox.run(["send", "--request", "-", "-a", "cat"], input: Array("items: {file: a.txt}\n".utf8)),
      output: "in work")
  }

  @Test("an activity whose items are all left out is not offered, and says why")
  func leftOut() {
    let sandbox = sandbox()
    sandbox.file("request.yaml", "items: {text: a, instead: {com.example.print: null}}\n")
    let run = sandbox.run(["send", "--request", "request.yaml", "-a", "com.example.print"])
    #expect(run.status == 4)
    #expect(run.errorText.contains("leaves out every item"), "\(run.errorText)")
    #expect(sandbox.run(["list", "--request", "request.yaml"]).text.contains("com.example.other"))
    #expect(!sandbox.run(["list", "--request", "request.yaml"]).text.contains("com.example.print"))
  }

  @Test(
    "a broken request is wrong usage, with a finding for each mistake",
    arguments: [
      ("items: {txet: a}\nsubjcet: b\n", ["txet", "subjcet", "request.yaml:1", "request.yaml:2"]),
      ("items: [{file: none.txt}, {url: no url}]\n", ["none.txt", "no url", "request.yaml:1:16"]),
      ("items: [\n", ["request.yaml:"]),
      ("subject: a\n", ["items"]),
    ])
  func broken(text: String, mentions: [String]) {
    let sandbox = sandbox()
    sandbox.file("request.yaml", text)
    let run = sandbox.run(["send", "--request", "request.yaml", "-a", "com.example.print"])
    #expect(run.status == 2)
    #expect(run.output.isEmpty)
    for word in mentions { #expect(run.errorText.contains(word), "\(word) in \(run.errorText)") }
  }

  @Test("a request that is not there, given twice, or on a stream that is read already is wrong usage")
  func unreadable() {
    let sandbox = sandbox()
    sandbox.file("request.yaml", yaml)
    for arguments in [
      ["--request", "none.yaml"], ["--request", "request.yaml", "--request", "request.yaml"], ["--request", "-", "-"],
    ] {
      let run = sandbox.run(["send", "-a", "com.example.print"] + arguments, input: Array(yaml.utf8))
      #expect(run.status == 2, "\(arguments): \(run.errorText)")
      #expect(run.output.isEmpty && !run.errors.isEmpty)
    }
  }
}
