import Glibc
import TestSupport
import Testing

/// Completions, in the shells themselves.
@Suite("Completions")
struct CompletionTests {
  private func sandbox() -> Sandbox {
    let sandbox = Sandbox()
    for (name, accepts) in [("first", "image"), ("second", "file"), ("texts", "text")] {
      sandbox.define(
        "com.example.\(name)",
        "title: The \(name) 日本\ncategory: share\naccepts: \(accepts)\nshell: [printf, '%s', \"{{ item.kind }}\"]\n")
    }
    sandbox.define(
      "com.example.asks",
      "title: Asks\ncategory: action\naccepts: text\ninputs:\n  who: {prompt: Whom, choices: {a: Anna, b: Bert}}\nshell: [printf, '%s', \"{{ input.who }}\", \"{{ item.text }}\"]\n"
    )
    sandbox.configure("only: [com.example.*]\n")
    sandbox.directory.write(Array("work/my photo.png".utf8), SampleFiles.png)
    symlink(CommandRun.program, sandbox.path + "/bin/sharerouter")
    return sandbox
  }

  static let words: [([String], String)] = [
    (
      ["send", "my photo.png", "--activity", ""], "com.example.first\tThe first 日本\ncom.example.second\tThe second 日本\n"
    ),
    (["send", "my photo.png", "-a", "com.example.s"], "com.example.second\tThe second 日本\n"),
    (["share", "hello", "--exclude", "com.example.te"], "com.example.texts\tThe texts 日本\n"),
    (["send", "hello", "--activity=com.example.t"], "--activity=com.example.texts\tThe texts 日本\n"),
    // A short name where no type begins so.
    (["send", "hello", "-a", "te"], "texts\tThe texts 日本\n"),
    // Rules on the line hold, and what cannot be known leaves everything.
    (["send", "my photo.png", "--exclude", "com.example.first", "-a", ""], "com.example.second\tThe second 日本\n"),
    (["send", "-", "-a", "com.example.t"], "com.example.texts\tThe texts 日本\n"),
    (["show", "com.example.f"], "com.example.first\tThe first 日本\n"),
    (["send", "x", "-a", "asks", "-i", ""], "who=\tWhom\n"),
    (["send", "x", "-a", "asks", "-i", "who="], "who=a\tAnna\nwho=b\tBert\n"),
    (["send", "--as", "i"], "image\n"), (["share", "x", "--picker", "ze"], "zenity\n"),
    (["send", ""], ":files\n"), (["send", "--", "--"], ":files\n"), (["validate", "--activities", ""], ":folders\n"),
    (["completions", ""], "bash\nzsh\nfish\n"), (["new", ""], ""), (["no-such-command", ""], ""), ([], ""),
    (["send", "--dry"], "--dry-run\tprint the exact plan and run nothing\n"),
    (["integrate", "nem"], "nemo\tNemo: Share… in the menu of files\n"),
    (["jobs", "ca"], "cancel\tGive jobs up; what runs is ended with all of its processes\n"),
    (["jobs", "--al"], "--all\tall jobs, however old\n"), (["jobs", "--all", ""], ""),
    (["jobs", "work", "--on"], "--once\tgo on only until nothing is due\n"),
    (["jobs", "show", ""], ""), (["jobs", "wait", "--timeout", ""], ""),
  ]

  @Test("the program says what fits", arguments: words)
  func complete(words: [String], expected: String) {
    expectRun(sandbox().run(["complete", "--"] + words), output: expected)
  }

  /// A sandbox with a job that nobody does, and one that was cancelled.
  private func sandboxWithJobs() throws -> (Sandbox, WorkerHold) {
    let sandbox = sandbox()
    let hold = try WorkerHold(sandbox)
    for text in ["one", "two: \u{1B}[31m日本"] {
      #expect(sandbox.run(["send", "--text", text, "-a", "texts", "-d"]).status == 0)
    }
    #expect(sandbox.run(["jobs", "cancel", "2"]).status == 0)
    return (sandbox, hold)
  }

  @Test("each command of jobs gets the numbers of those that it can do something with, and what they are")
  func jobs() throws {
    let (sandbox, hold) = try sandboxWithJobs()
    defer { hold.release() }
    let queued = "1\tqueued, com.example.texts: one\n"
    let cancelled = "2\tcancelled, com.example.texts: two: \\u{1B}[31m日本\n"
    for (words, expected) in [
      (["show", ""], queued + cancelled), (["log", ""], queued + cancelled), (["wait", ""], queued + cancelled),
      (["retry", ""], cancelled), (["cancel", ""], queued), (["prune", ""], cancelled),
      (["show", "--json", "2"], cancelled),
      (["wait", "1", ""], cancelled), (["log", "1", ""], ""), (["show", "3"], ""),
    ] {
      expectRun(sandbox.run(["complete", "--", "jobs"] + words), output: expected)
    }
  }

  @Test("it reads no stream and runs nothing while it is asked")
  func harmless() {
    let sandbox = sandbox()
    mkfifo(sandbox.work + "/pipe", 0o600)
    let run = sandbox.run(["complete", "--quoted", "--", "send", "'pipe'", "\"$(touch ran)\"", "-a", "com.example.f"])
    expectRun(run, output: "com.example.first\tThe first 日本\n")
    #expect(!sandbox.directory.exists("work/ran"))
  }

  /// Presses a key until the screen holds a text, and the screen has settled each time.
  private func press(_ key: String, until text: String, _ tmux: Tmux) throws {
    for _ in 0..<5 where !tmux.screen.contains(text) {
      let before = tmux.screen
      tmux.press(key)
      waitUntil(limit: 5) { tmux.screen != before }
    }
  }

  @Test(
    "bash completes what is offered, with titles", .enabled(if: installed("tmux", "bash"), "tmux is not installed"))
  func bash() throws {
    let tmux = try Tmux(sandbox(), columns: 100)
    try tmux.wait(for: "$")
    tmux.type("source <(sharerouter completions bash); clear; echo re''ady")
    tmux.press("Enter")
    try tmux.wait(for: "ready")
    tmux.type("sharerouter send my\\ photo.png --activity ")
    // What all have in common first, then the list.
    try press("Tab", until: "com.example.second  (The second", tmux)
    try tmux.wait(for: "com.example.second  (The second 日本)")
    #expect(tmux.screen.contains("com.example.first  (The first 日本)"))
    #expect(!tmux.screen.contains("com.example.texts") && !tmux.screen.contains("com.example.asks"), "\(tmux.screen)")
    tmux.type("s")
    tmux.press("Tab")
    try tmux.wait(for: "--activity com.example.second")
    tmux.press("C-u")
    tmux.type("sharerouter send 'my photo.png' --activity=com.example.f")
    tmux.press("Tab")
    try tmux.wait(for: "--activity=com.example.first")
    tmux.press("C-u")
    tmux.type("sharerouter send my")
    tmux.press("Tab")
    try tmux.wait(for: "send my\\ photo.png")
  }

  @Test(
    "zsh completes what is offered, with titles",
    .enabled(if: installed("tmux", "zsh"), "tmux and zsh are not installed"))
  func zsh() throws {
    let tmux = try Tmux(sandbox(), columns: 100, shell: "zsh -f -i")
    try tmux.wait(for: "$")
    tmux.type("autoload -U compinit; compinit -u -D; source <(sharerouter completions zsh); clear; echo re''ady")
    tmux.press("Enter")
    try tmux.wait(for: "ready")
    tmux.type("sharerouter send my\\ photo.png --activity ")
    try press("Tab", until: "com.example.second  -- The second", tmux)
    try tmux.wait(for: "com.example.second  -- The second 日本")
    #expect(tmux.screen.contains("com.example.first   -- The first 日本"))
    #expect(!tmux.screen.contains("com.example.texts") && !tmux.screen.contains("com.example.asks"), "\(tmux.screen)")
    tmux.type("s")
    tmux.press("Tab")
    try tmux.wait(for: "--activity com.example.second")
    tmux.press("C-u")
    tmux.type("sharerouter send my")
    tmux.press("Tab")
    try tmux.wait(for: "send my\\ photo.png")
  }

  /// Types a command of jobs and has it completed in a shell.
  private func completeJobs(_ tmux: Tmux, list: (_ number: String, _ meaning: String) -> String) throws {
    tmux.type("sharerouter jobs retr")
    tmux.press("Tab")
    try tmux.wait(for: "jobs retry")
    tmux.press("Tab")
    try tmux.wait(for: "jobs retry 2")
    tmux.press("C-u")
    tmux.type("sharerouter jobs show ")
    try press("Tab", until: list("2", "cancelled, com.example.texts: two: "), tmux)
    try tmux.wait(for: list("1", "queued, com.example.texts: one"))
    tmux.press("C-u")
    tmux.type("sharerouter jobs ")
    try press("Tab", until: list("prune", "Remove jobs"), tmux)
  }

  @Test("bash completes commands of jobs and their numbers", .enabled(if: installed("tmux", "bash")))
  func bashJobs() throws {
    let (sandbox, hold) = try sandboxWithJobs()
    defer { hold.release() }
    let tmux = try Tmux(sandbox, columns: 200)
    try tmux.wait(for: "$")
    tmux.type("source <(sharerouter completions bash); clear; echo re''ady")
    tmux.press("Enter")
    try tmux.wait(for: "ready")
    try completeJobs(tmux) { "\($0)  (\($1)" }
  }

  @Test("zsh completes commands of jobs and their numbers", .enabled(if: installed("tmux", "zsh")))
  func zshJobs() throws {
    let (sandbox, hold) = try sandboxWithJobs()
    defer { hold.release() }
    let tmux = try Tmux(sandbox, columns: 200, shell: "zsh -f -i")
    try tmux.wait(for: "$")
    tmux.type("autoload -U compinit; compinit -u -D; source <(sharerouter completions zsh); clear; echo re''ady")
    tmux.press("Enter")
    try tmux.wait(for: "ready")
    try completeJobs(tmux) { "\($0)" + ($0 == "prune" ? "   -- " : "  -- ") + $1 }
  }

  @Test("fish completes commands of jobs and their numbers", .enabled(if: installed("fish")))
  func fishJobs() throws {
    let (sandbox, hold) = try sandboxWithJobs()
    defer { hold.release() }
    sandbox.file(
      "script.fish",
      """
      sharerouter completions fish | source
      complete -C "sharerouter jobs retr"
      complete -C "sharerouter jobs retry "
      complete -C "sharerouter jobs cancel "

      """)
    let run = CommandRun.run(
      ["fish", "--no-config", "script.fish"].map { Array($0.utf8) }, environment: sandbox.environment, in: sandbox.work)
    expectRun(
      run,
      output: """
        retry\tDo jobs again that did not succeed, or those that wait at once
        2\tcancelled, com.example.texts: two: \\u{1B}[31m日本
        1\tqueued, com.example.texts: one

        """)
  }

  @Test("fish completes what is offered, with titles", .enabled(if: installed("fish"), "fish is not installed"))
  func fish() {
    let sandbox = sandbox()
    sandbox.file(
      "script.fish",
      """
      sharerouter completions fish | source
      complete -C "sharerouter send my\\\\ photo.png --activity "
      echo ==
      complete -C "sharerouter send 'my photo.png' --activity=com.example.s"
      echo ==
      complete -C "sharerouter send my"

      """)
    let run = CommandRun.run(
      ["fish", "--no-config", "script.fish"].map { Array($0.utf8) }, environment: sandbox.environment, in: sandbox.work)
    expectRun(
      run,
      output: """
        com.example.first\tThe first 日本
        com.example.second\tThe second 日本
        ==
        --activity=com.example.second\tThe second 日本
        ==
        my photo.png

        """)
  }

  @Test("the manual page has no mistakes", .enabled(if: installed("mandoc"), "mandoc is not installed"))
  func manual() {
    let page = Project.root + "/Documentation/sharerouter.1"
    let run = CommandRun.run(["mandoc", "-Tlint", page].map { Array($0.utf8) })
    // Whether the pages it refers to are installed says nothing about the page.
    let findings = (run.text + run.errorText).split(separator: "\n").filter { $0.contains("sharerouter.1:") }
    #expect(findings.isEmpty, "\(findings)")
    #expect(CommandRun.run(["mandoc", "-Tutf8", page].map { Array($0.utf8) }).text.contains("sharerouter"))
  }
}
