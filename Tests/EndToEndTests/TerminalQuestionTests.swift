import Glibc
import TestSupport
import Testing

/// Inputs and confirmations in the terminal.
@Suite("Questions in the terminal", .enabled(if: TerminalRun.isAvailable, TerminalRun.requirement))
struct TerminalQuestionTests {
  private func sandbox(_ inputs: String, _ rest: String) -> Sandbox {
    let sandbox = Sandbox()
    sandbox.define("com.example.a", "title: Ask\ncategory: share\naccepts: text\ninputs:\n\(inputs)\(rest)")
    sandbox.configure("only: [com.example.*]\n")
    return sandbox
  }

  @Test("every type of input is asked for, a wrong answer has its message beside it, and all arrive")
  func everyType() throws {
    let sandbox = sandbox(
      """
        post: {prompt: Post, type: multiline, default: "{{ item.text }}"}
        copies: {prompt: Copies, type: number, default: 1, min: 1, max: 9}
        who: {prompt: Who, choices: {a: Anna, b: Bert}, optional: true}
        key: {prompt: Key, type: secret}
        sure: {prompt: Sure, type: boolean, default: true}
        at: {prompt: Where, type: file}

      """,
      """
      confirm: Really send?
      shell:
        env: {KEY: "{{ input.key }}"}
        script: |
          printf '%s|' "{{ input.post }}" "{{ input.copies }}" "{{ input.who? }}" "{{ input.sure }}" "{{ input.at }}" "$KEY"

      """)
    sandbox.file("file", "")
    let run = try TerminalRun.run(
      sandbox, rows: 40, ["share", "one\ntwo"], .wait("Ask"), .keys("\r"), .wait("Post"),
      // The default is edited; what is pasted is text, line breaks too.
      .keys("!\u{1B}[200~ pasted\rline\u{1B}[201~"), .wait("line"), .keys("\t"), .keys("\u{7F}77\t"),
      .keys("\u{1B}[B\u{1B}[B\t"), .keys("hush\t"), .screen("secret"), .keys("\u{1B}[B\t"), .keys("nowhere\t\r"),
      .wait("! there is no file 'nowhere'"), .wait("! 77 is above the greatest value"), .screen("wrong"),
      .keys("\u{7F}\u{13}"), .wait("! there is no file"), .keys("\u{15}file\r"), .wait("Really send?"), .keys("y"))
    let secret = try #require(run.screens["secret"])
    #expect(!run.raw.contains("hush") && secret.line(with: "(given)") != nil)
    let wrong = try #require(run.screens["wrong"])
    let field = try #require(wrong.line(with: "Copies"))
    #expect(wrong.lines[field + 1].contains("77") && wrong.lines[field + 2].contains("! 77 is above"))
    #expect(wrong.cursor[0] == field + 1)
    #expect(run.status == 0)
    #expect(run.stdout == "one\ntwo! pasted\nline|7|b|false|\(sandbox.work)/file|hush|")
    run.expectLeft()
  }

  @Test("choices come from a program, which runs after the activity was chosen")
  func choicesOfProgram() throws {
    let sandbox = sandbox(
      "  where: {prompt: Where, choices: {run: [choices]}}\n", "shell: [printf, '%s', \"{{ input.where }}\"]\n")
    sandbox.stub("choices", "echo ran >>'\(sandbox.path)/ran'\nprintf 'one\\ntwo\\tThe second\\n\\n'\n")
    let dismissed = try TerminalRun.run(sandbox, ["share", "hello"], .wait("Ask"), .keys("q"))
    #expect(dismissed.status == 130 && !sandbox.directory.exists("ran"))
    let run = try TerminalRun.run(
      sandbox, ["share", "hello"], .wait("Ask"), .keys("\r"), .wait("The second"), .keys("sec"), .wait("/sec"),
      .keys("\r"))
    #expect(run.status == 0 && run.stdout == "two")
    #expect(sandbox.directory.exists("ran"))
  }

  @Test("where the program of choices fails, that stands beside the field, and an answer can be typed")
  func failingChoices() throws {
    let sandbox = sandbox(
      "  where: {prompt: Where, choices: {run: [choices]}}\n", "shell: [printf, '%s', \"{{ input.where }}\"]\n")
    sandbox.stub("choices", "echo 'no printers \u{1B}[31m' >&2; exit 3\n")
    let run = try TerminalRun.run(
      sandbox, ["share", "hello"], .wait("Ask"), .keys("\r"), .wait("'choices', which knows the choices, failed"),
      .wait("no printers \\u{1B}[31m"), .keys("mine\r"))
    #expect(run.status == 0 && run.stdout == "mine")
  }

  @Test("an optional input that is emptied is left out, its default too")
  func emptied() throws {
    let sandbox = sandbox(
      "  note: {prompt: Note, default: standard, optional: true}\n",
      "shell: {argv: [printf, '[%s]', x, [--note, \"{{ input.note? }}\"]]}\n")
    let kept = try TerminalRun.run(sandbox, ["share", "hello"], .wait("Ask"), .keys("\r"), .wait("Note"), .keys("\r"))
    #expect(kept.stdout == "[x][--note][standard]")
    let emptied = try TerminalRun.run(
      sandbox, ["share", "hello"], .wait("Ask"), .keys("\r"), .wait("Note"), .keys("\u{15}\r"))
    #expect(emptied.stdout == "[x]")
  }

  @Test("what was answered goes with a job, and so does what was left empty")
  func background() throws {
    let sandbox = sandbox(
      "  note: {prompt: Note, default: standard, optional: true}\n  who: {prompt: Who}\n",
      "background: true\nshell: {argv: [recorded, \"{{ input.who }}\", [--note, \"{{ input.note? }}\"], \"{{ item.text }}\"]}\n"
    )
    sandbox.recorder("recorded")
    let run = try TerminalRun.run(
      sandbox, ["share", "hello"], .wait("Ask"), .keys("\r"), .wait("Note"), .keys("\u{15}\r"), .keys("me\r"))
    #expect(run.status == 0, "\(run.last)")
    waitUntil { sandbox.arguments(of: "recorded")?.count == 2 && sandbox.remainingProcesses.isEmpty }
    #expect(sandbox.arguments(of: "recorded") == ["me", "hello"].map { Array($0.utf8) })
    run.expectLeft()
    sandbox.endRemainingProcesses()
  }

  @Test("an activity that follows is asked about, too")
  func follower() throws {
    let sandbox = Sandbox()
    sandbox.configure("only: [com.example.*]\n")
    sandbox.define(
      "com.example.a",
      "title: Ask\ncategory: share\naccepts: text\nreturns: {text: \"{{ item.text }}!\"}\nthen: com.example.next\n")
    sandbox.define(
      "com.example.next",
      "title: Next\ncategory: share\naccepts: text\ninputs:\n  who: {prompt: Whom}\nconfirm: Go on?\nshell: [printf, '%s,%s', \"{{ input.who }}\", \"{{ item.text }}\"]\n"
    )
    let run = try TerminalRun.run(
      sandbox, ["share", "hello"], .wait("Ask"), .keys("1"), .wait("Whom"), .keys("me\r"), .wait("Go on?"), .keys("y"))
    #expect(run.status == 0 && run.stdout.hasPrefix("me,hello!"), "\(run.stdout) \(run.last)")
    run.expectLeft()
  }

  @Test("Ctrl-E opens the person's editor for a text of several lines, and comes back")
  func editor() throws {
    let sandbox = sandbox(
      "  post: {prompt: Post, type: multiline, default: \"{{ item.text }}\"}\n",
      "shell: [printf, '%s', \"{{ input.post }}\"]\n")
    sandbox.stub(
      "change",
      "test -t 0 && test -t 1 && printf 'edited: %s\\n' \"$(cat \"$1\")\" >\"$1.new\" && mv \"$1.new\" \"$1\"\n")
    let run = try TerminalRun.run(
      sandbox, ["share", "-"], environment: ["EDITOR": "change"], input: "draft", .wait("Ask"), .keys("\r"),
      .wait("draft"), .keys("\u{5}"), .wait("edited: draft"), .keys("\u{13}"))
    #expect(run.status == 0 && run.stdout == "edited: draft")
    #expect(sandbox.remainingFiles.isEmpty)
    run.expectLeft()
  }

  @Test("'send' asks at the terminal for what is missing, and for that alone")
  func missing() throws {
    let sandbox = sandbox(
      "  who: {prompt: Who}\n  how: {prompt: How, default: well}\n",
      "confirm: true\nshell: [printf, '%s,%s', \"{{ input.who }}\", \"{{ input.how }}\"]\n")
    let run = try TerminalRun.run(
      sandbox, ["send", "hello", "-a", "com.example.a"], .wait("Who"), .screen("form"), .keys("me\r"),
      .wait("perform 'Ask'?"), .keys("y"))
    #expect(run.screens["form"]?.line(with: "How") == nil)
    #expect(run.status == 0 && run.stdout == "me,well")
    run.expectLeft()
  }

  @Test("without a terminal a missing answer is wrong usage, as before")
  func withoutTerminal() {
    let sandbox = sandbox("  who: {prompt: Who}\n", "shell: [printf, '%s', \"{{ input.who }}\"]\n")
    let run = sandbox.run(["send", "hello", "-a", "com.example.a"])
    #expect(run.status == 2 && run.errorText.contains("has no value"), "\(run.errorText)")
  }

  @Test("'no' and Esc call it off before anything runs", arguments: ["n", "\u{1B}", "\u{3}"])
  func refused(key: String) throws {
    let sandbox = Sandbox()
    sandbox.define(
      "com.example.a",
      "category: share\naccepts: text\nconfirm: Sure?\nshell: [touch, \"\(sandbox.work)/ran\", \"{{ item.text }}\"]\n")
    let run = try TerminalRun.run(
      sandbox, ["send", "x", "-a", "com.example.a", "--json"], .wait("Sure?"), .keys(key))
    #expect(run.status == 130 && !sandbox.directory.exists("work/ran"))
    #expect(run.stdout.contains(#""activityType": "com.example.a""#), "\(run.stdout)")
    #expect(run.stdout.contains(#""status": "cancelled""#))
    run.expectLeft()
  }

  @Test("warnings about a definition stand on the screen after the sheet, not on it")
  func warnings() throws {
    let sandbox = sandbox("  who: {prompt: Who}\n", "shell: [printf, fixed]\n")
    let run = try TerminalRun.run(
      sandbox, ["share", "hello"], .wait("Ask"), .keys("\r"), .wait("Who"), .screen("form"), .keys("me\r"))
    let screen = try #require(run.screens["form"])
    #expect(screen.lines[0] == " Ask" && screen.lines[2] == "▸ Who", "\(screen.lines)")
    #expect(run.raw.contains("item-unused"), "\(run.raw)")
  }
}
