import TestSupport
import Testing

@Suite("Results, messages and exit status")
struct OutputTests {
  @Test("each item that failed is named, the others are done, and the status tells")
  func partialFailure() {
    let sandbox = Sandbox.withSamples()
    for name in ["a.txt", "bad one.txt", "c.txt", "bad\u{1B}two.txt"] { sandbox.file(name, "") }
    let files = sandbox.run(["send", "a.txt", "bad one.txt", "c.txt", "bad\u{1B}two.txt", "-a", "com.example.move"])
    expectRun(
      files, status: 1,
      errors: """
        sharerouter: 'com.example.move' failed for item 2 (bad one.txt): the script failed with exit status 3
        sharerouter: 'com.example.move' failed for item 4 (bad\\u{1B}two.txt): the script failed with exit status 3

        """)
    let texts = sandbox.run(["send", "good", "bad", "fine", "-a", "check"])
    expectRun(
      texts, status: 1, output: "good\nbad\nfine\n",
      errors: """
        oops
        oops
        oops
        sharerouter: 'com.example.check' failed for item 2 (“bad”): the script failed with exit status 3

        """)
  }

  @Test("all activities are checked before the first one runs, then each is performed, whatever became of the others")
  func severalActivities() {
    let sandbox = Sandbox.withSamples()
    expectRun(
      sandbox.run(["send", "bad", "-a", "give", "-a", "com.example.file", "-a", "com.example.nope"]), status: 4,
      errors: """
        sharerouter: there is no activity 'com.example.nope'
          help: did you mean 'com.example.move'?
        sharerouter: 'com.example.file' is not offered: a text is none of the accepted kinds 'file' \
        (SANDBOX/config/sharerouter/activities.d/com.example.file.yaml:4)
          help: 'sharerouter list ITEM…' shows the activities that are

        """, in: sandbox)
    expectRun(
      sandbox.run(["send", "bad", "-a", "check", "-a", "com.example.echo"]), status: 1, output: "bad\n-- bad\n",
      errors: """
        oops
        sharerouter: 'com.example.check' failed: the script failed with exit status 3
        1 of 2 done: 'com.example.check' failed

        """)
  }

  @Test("results are printed one per line, or ended by NUL")
  func results() {
    let sandbox = Sandbox.withSamples()
    expectRun(sandbox.run(["send", "one", "two\n", "a\nb", "-a", "give"]), output: "one\ntwo\na\nb\n")
    expectRun(sandbox.run(["send", "one", "a\nb", "-a", "give", "-0"]), output: "one\0a\nb\0")
    sandbox.define(
      "com.example.named",
      #"""
      category: action
      accepts: text
      returns:
        - text: "{{ item.text }}"
        - {text: "delete {{ item.text }}", name: deletion}
      """#)
    expectRun(sandbox.run(["send", "x", "-a", "named"]), output: "x\n", errors: "deletion: delete x\n")
    expectRun(
      sandbox.shell("\"$sharerouter\" send x -a named >/dev/full"), status: 1,
      errors: "sharerouter: cannot write the result: No space left on device\ndeletion: delete x\n")
  }

  @Test(
    "results that cannot be written are a failure",
    arguments: [
      "send x -a give", "send x -a give --json", "send x -a give -n", "list", "list --json", "explain x", "validate",
      "validate --format json", "show com.example.give", "schema", "--help", "--version", "send --help",
    ])
  func fullDisk(command: String) {
    let sandbox = Sandbox.withSamples()
    // A finding, so that 'validate' has something to print.
    sandbox.define("com.example.broken", "accepts: text\n")
    let full = sandbox.shell("\"$sharerouter\" \(command) >/dev/full")
    #expect(full.status == 1)
    #expect(
      full.errorText.contains("sharerouter: cannot write the result: No space left on device\n"), "\(full.errorText)")
    let closed = sandbox.shell("\"$sharerouter\" \(command) >&-")
    #expect(closed.status == 1)
    #expect(
      closed.errorText.contains("sharerouter: cannot write the result: Bad file descriptor\n"), "\(closed.errorText)")
    #expect(sandbox.remainingFiles == [])
  }

  @Test("an action that cannot write is a failure too")
  func fullDiskOfAction() {
    let sandbox = Sandbox.withSamples()
    sandbox.define(
      "com.example.cat", "category: action\naccepts: text\nshell: {argv: [cat], stdin: \"{{ item.text }}\"}\n")
    for target in [">/dev/full", ">&-"] {
      let run = sandbox.shell("\"$sharerouter\" send x -a cat \(target)")
      #expect(run.status == 1, "\(run.errorText)")
      #expect(run.errorText.contains("'com.example.cat' failed: 'cat' failed with exit status 1"), "\(run.errorText)")
    }
  }

  @Test("a reader that stops early neither hurts nor is told about")
  func earlyEnd() {
    let sandbox = Sandbox.withSamples()
    let run = sandbox.shell(
      #"{ "$sharerouter" schema; echo "status $?" >&2; } | head -c 10 >/dev/null"#)
    #expect(run.status == 0)
    #expect(run.errorText == "status 1\n" || run.errorText == "status 0\n", "\(run.errorText)")
    let closed = sandbox.shell(#"{ sleep 0.2; "$sharerouter" list --json; echo "status $?" >&2; } | true"#)
    expectRun(closed, errors: "status 1\n")
  }

  @Test("closed standard input and error are no obstacle")
  func closedInput() {
    let sandbox = Sandbox.withSamples()
    expectRun(sandbox.shell(#""$sharerouter" send x -a give <&-"#), output: "x\n")
    expectRun(sandbox.shell(#""$sharerouter" send x -a give 2>&-"#), output: "x\n")
    expectRun(sandbox.shell(#""$sharerouter" send x -a nope 2>&-"#), status: 4)
    expectRun(
      sandbox.shell(#""$sharerouter" send - -a give <&-"#), status: 2,
      errors: "sharerouter: cannot read standard input: Bad file descriptor\n")
  }

  @Test("a program is found without any environment, and texts keep their bytes in every locale")
  func emptyEnvironment() {
    let sandbox = Sandbox.withSamples()
    let text = "тест 你好 é"
    sandbox.define(
      "com.example.bytes",
      #"""
      category: action
      accepts: text
      shell:
        script: |
          printf '%s|' {{ item.text }} "$VALUE"
          cat
        stdin: "{{ item.text }}"
        env: {VALUE: "{{ item.text }}"}
      """#)
    let folder = sandbox.path + "/config/sharerouter/activities.d"
    let expected = "\(text)|\(text)|\(text)"
    let line = "env -i SETTING \"$sharerouter\" send '\(text)' -a bytes --activities \(folder)"
    for setting in ["A=b", "LC_ALL=C", "LC_ALL=de_DE.ISO-8859-1", "LANG=tr_TR"] {
      expectRun(sandbox.shell(replacing(line, "SETTING", "TMPDIR=\(sandbox.path)/tmp " + setting)), output: expected)
    }
    // A script goes on with the PATH that it was given.
    let missing = sandbox.shell(
      "env -i PATH=/nowhere \"$sharerouter\" send x -a com.example.echo --activities \(folder)")
    #expect(missing.status == 4 && missing.errorText.contains("'echo' is not installed"), "\(missing.errorText)")
  }

  @Test("secrets are in no message, plan or document")
  func secrets() {
    let sandbox = Sandbox()
    sandbox.define(
      "com.example.secret",
      #"""
      category: action
      accepts: text
      shell:
        script: printf 'token %s' "$TOKEN" >&2; exit 4
        stdin: "{{ item.text }}"
        env: {TOKEN: "{{ secret.TOKEN }}"}
      """#)
    let secret = "s3cr3t/XYZ+1"
    let variables = ["SHAREROUTER_SECRET_TOKEN": secret]
    for options in [["--json"], ["--dry-run"], ["--dry-run", "--json"]] {
      let run = sandbox.run(["send", "x", "-a", "secret"] + options, environment: variables)
      let shown = run.text + run.errorText
      #expect(shown.contains("***"), "\(shown)")
      for form in [secret, "s3cr3t%2FXYZ%2B1", "czNjcjN0L1hZWisx"] { #expect(!shown.contains(form), "\(options)") }
    }
    let environment = sandbox.run(["explain", "x", "--activity", "secret"], environment: variables)
    #expect(environment.status == 0 && !environment.text.contains(secret))
  }
}
