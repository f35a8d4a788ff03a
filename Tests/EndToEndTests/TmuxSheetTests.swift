import Glibc
import TestSupport
import Testing

/// The sheet in a real terminal multiplexer, under a real shell.
@Suite("The sheet in tmux", .enabled(if: installed("tmux", "bash"), "tmux and bash are not installed"))
struct TmuxSheetTests {
  private func sandbox() -> Sandbox {
    let sandbox = Sandbox()
    let action = "category: share\naccepts: text\nshell: [printf, '<%s>', \"{{ item.text }}\"]\n"
    sandbox.define("com.example.first", "title: First 🎉\n" + action)
    sandbox.define("com.example.second", "title: Zweite 日本\n" + action.replacing("<%s>", with: "(%s)"))
    sandbox.configure("only: [com.example.*]\n")
    return sandbox
  }

  @Test("a choice is performed, and the shell's terminal is as it was")
  func choice() throws {
    let sandbox = sandbox()
    let tmux = try Tmux(sandbox)
    try tmux.wait(for: "$")
    tmux.type("stty -a >before; sharerouter share hello; stty -a >after; echo status=$?")
    tmux.press("Enter")
    try tmux.wait(for: "Zweite 日本")
    #expect(
      tmux.screen.split(separator: "\n").prefix(3) == [" “hello”  text · 5 B", " › type to filter", " Share"],
      "\(tmux.screen)")
    #expect(tmux.state.hasSuffix(" 1 1\n"), "\(tmux.state)")
    tmux.press("Down", "Enter")
    try tmux.wait(for: "(hello)status=0")
    #expect(tmux.state == "bash 0 1\n", "\(tmux.state)")
    #expect(sandbox.directory.read("work/before") == sandbox.directory.read("work/after"))
  }

  @Test("Ctrl-Z stops the job with the terminal as it was, and fg brings the sheet back")
  func jobControl() throws {
    let sandbox = sandbox()
    let tmux = try Tmux(sandbox)
    try tmux.wait(for: "$")
    tmux.type("stty -a >before; sharerouter share hello")
    tmux.press("Enter")
    try tmux.wait(for: "Zweite 日本")
    tmux.press("C-z")
    try tmux.wait(for: "Stopped")
    #expect(tmux.state == "bash 0 1\n", "\(tmux.state)")
    tmux.type("stty -a >after; fg")
    tmux.press("Enter")
    try tmux.wait(for: "Zweite 日本")
    tmux.type("zwe")
    try tmux.wait(for: "› zwe")
    tmux.press("Enter")
    try tmux.wait(for: "(hello)")
    #expect(sandbox.directory.read("work/before") == sandbox.directory.read("work/after"))
  }

  @Test("what was chosen can be interrupted as ever")
  func interrupted() throws {
    let sandbox = sandbox()
    sandbox.define(
      "com.example.long", "title: Long\ncategory: share\naccepts: text\nshell: [sleep, 300, \"{{ item.text }}\"]\n")
    let tmux = try Tmux(sandbox)
    try tmux.wait(for: "$")
    tmux.type("sharerouter share 1 --only com.example.long; echo status=$?")
    tmux.press("Enter")
    try tmux.wait(for: "Long")
    tmux.press("Enter")
    let isRunning = waitUntil {
      sandbox.remainingProcesses.contains { (readFile("/proc/\($0)/cmdline") ?? []).starts(with: "sleep".utf8) }
    }
    #expect(isRunning)
    tmux.press("C-c")
    try tmux.wait(for: "status=130")
  }

  @Test("a killed sheet gives the terminal back, too", arguments: ["TERM", "INT", "HUP"])
  func killed(signal: String) throws {
    let sandbox = sandbox()
    let tmux = try Tmux(sandbox)
    try tmux.wait(for: "$")
    tmux.type("stty -a >before; (sharerouter share hello); echo status=$?; stty -a >after; echo end")
    tmux.press("Enter")
    try tmux.wait(for: "Zweite 日本")
    let number = ["TERM": SIGTERM, "INT": SIGINT, "HUP": SIGHUP][signal] ?? SIGTERM
    kill(try sheet(in: sandbox), number)
    try tmux.wait(for: "status=130")
    try tmux.wait(for: "end")
    #expect(tmux.state == "bash 0 1\n", "\(tmux.state)")
    #expect(sandbox.directory.read("work/before") == sandbox.directory.read("work/after"))
  }

  /// The process that shows the sheet.
  private func sheet(in sandbox: Sandbox) throws -> pid_t {
    let process = sandbox.remainingProcesses.first { process in
      let arguments = readFile("/proc/\(process)/cmdline") ?? []
      return arguments.starts(with: Array("sharerouter\0share".utf8))
    }
    return try #require(process)
  }

  @Test("fzf chooses, and the activity runs", .enabled(if: installed("fzf"), "fzf is not installed"))
  func fzf() throws {
    let sandbox = sandbox()
    let tmux = try Tmux(sandbox)
    try tmux.wait(for: "$")
    tmux.type("stty -a >before; sharerouter share hello --picker fzf; stty -a >after; echo end")
    tmux.press("Enter")
    try tmux.wait(for: "2/2")
    #expect(tmux.screen.contains("First 🎉") && !tmux.screen.contains("com.example"), "\(tmux.screen)")
    tmux.type("zweite")
    try tmux.wait(for: "1/2")
    tmux.press("Enter")
    try tmux.wait(for: "(hello)end")
    #expect(sandbox.directory.read("work/before") == sandbox.directory.read("work/after"))
    tmux.type("sharerouter share hello --picker fzf; echo status=$?")
    tmux.press("Enter")
    try tmux.wait(for: "2/2")
    tmux.press("Escape")
    try tmux.wait(for: "status=130")
  }
}
