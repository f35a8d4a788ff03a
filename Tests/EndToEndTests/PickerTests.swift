import Glibc
import TestSupport
import Testing

/// Pickers of the desktop.
@Suite("Pickers")
struct PickerTests {
  private func sandbox() -> Sandbox {
    let sandbox = Sandbox()
    let action =
      "category: share\naccepts: text\nshell: [printf, '%s:%s', \"{{ activity.type }}\", \"{{ item.text }}\"]\n"
    for name in ["first", "second", "third"] { sandbox.define("com.example.\(name)", "title: The \(name)\n" + action) }
    sandbox.configure("only: [com.example.*]\n")
    return sandbox
  }

  /// Presses keys until the program has ended: a window may not listen yet when it is first seen. So that it does not
  /// choose before it has heard where, `place` is pressed a few times first, which must come to the same as once.
  private func choose(
    _ command: RunningCommand, _ sandbox: Sandbox, _ display: VirtualDisplay, window: [String],
    place: [String]? = nil, keys: [[String]]
  ) throws -> CommandRun {
    let variables = sandbox.environment.merging(["DISPLAY": display.name]) { $1 }
    func xdotool(_ arguments: [String]) -> Int32 {
      CommandRun.run((["xdotool"] + arguments).map { Array($0.utf8) }, environment: variables).status
    }
    let isShown = waitUntil(limit: 60) { xdotool(["search", "--onlyvisible"] + window) == 0 || !command.isRunning }
    try #require(isShown && command.isRunning, "\(String(decoding: command.errors, as: UTF8.self))")
    // Without a window manager the keys go where the pointer is.
    _ = xdotool(["mousemove", "400", "300"])
    for _ in 0..<8 where place != nil && command.isRunning {
      _ = xdotool(place ?? [])
      usleep(300_000)
    }
    waitUntil(limit: 60) {
      for key in keys where command.isRunning { _ = xdotool(key) }
      usleep(300_000)
      return !command.isRunning
    }
    return command.wait()
  }

  @Test(
    "a real rofi chooses, and the activity runs",
    .enabled(if: installed("Xvfb", "xdotool", "rofi"), "Xvfb, xdotool and rofi are not installed"))
  func rofi() throws {
    let sandbox = sandbox()
    let display = try VirtualDisplay(sandbox, size: "800x600x24")
    let command = try sandbox.start(
      ["share", "hello", "--picker", "dmenu=rofi"], environment: ["DISPLAY": display.name])
    let run = try choose(
      command, sandbox, display, window: ["--class", "rofi"],
      keys: [["key", "ctrl+u"], ["type", "second"], ["key", "Return"]])
    expectRun(run, output: "com.example.second:hello")
  }

  @Test(
    "a real zenity chooses, and the activity runs",
    .enabled(if: installed("Xvfb", "xdotool", "zenity"), "Xvfb, xdotool and zenity are not installed"))
  func zenity() throws {
    let sandbox = sandbox()
    let display = try VirtualDisplay(sandbox, size: "800x600x24")
    let command = try sandbox.start(
      ["share", "hello", "--picker", "zenity"], environment: ["DISPLAY": display.name, "NO_AT_BRIDGE": "1"])
    let run = try choose(
      command, sandbox, display, window: ["--class", "zenity"], place: ["key", "End"], keys: [["key", "Return"]])
    #expect(run.status == 0 && run.text == "com.example.third:hello", "\(run)")
  }

  @Test("a command reads the lines, sees the question, and prints the chosen one")
  func command() {
    let sandbox = sandbox()
    sandbox.stub("menu", "printf '%s\\n' \"$SHAREROUTER_PROMPT\" >&2; grep \"$1\"\n")
    expectRun(
      sandbox.run(["share", "hello", "--picker", "menu third"]), output: "com.example.third:hello")
    let dismissed = sandbox.run(["share", "hello", "--picker", "menu nothing", "--json"])
    #expect(dismissed.status == 130 && dismissed.text.contains(#""activityType": null"#), "\(dismissed)")
  }

  @Test("inputs and confirmations are asked for by the picker, one after the other")
  func inputs() {
    let sandbox = sandbox()
    sandbox.define(
      "com.example.ask",
      """
      title: Ask
      category: share
      accepts: text
      inputs:
        count: {prompt: How many, type: number, default: 3, max: 9}
        who: {prompt: Who, choices: {a: Anna, b: Bert}}
      confirm: Sure?
      shell: [printf, '%s,%s%.0s', "{{ input.count }}", "{{ input.who }}", "{{ item.text }}"]

      """)
    sandbox.file("answers", "Ask\n12\n7\nBert\nYes\n")
    sandbox.stub(
      "menu",
      "cat >/dev/null; printf '%s\\n' \"$SHAREROUTER_PROMPT\" >>prompts; head -n 1 answers; sed -i 1d answers\n")
    expectRun(sandbox.run(["share", "hello", "--picker", "menu"]), output: "7,b")
    #expect(
      String(decoding: sandbox.directory.read("work/prompts") ?? [], as: UTF8.self) == """
        Share “hello”
        How many
        How many (12 is above the greatest value of 'count', 9)
        Who
        Sure?

        """)
  }

  @Test("without a terminal the desktop's picker is taken; without a display it is said")
  func automatic() {
    let sandbox = sandbox()
    sandbox.recorder("recorded")
    sandbox.stub("zenity", "recorded \"$@\"; echo com.example.third\n")
    let variables = ["DISPLAY": ":99", "XDG_CURRENT_DESKTOP": "GNOME"]
    expectRun(sandbox.run(["share", "hello"], environment: variables), output: "com.example.third:hello")
    #expect(
      sandbox.input(of: "recorded").map { String(decoding: $0, as: UTF8.self) }?.hasPrefix(
        "com.example.first\nThe first\n") == true)
    let none = sandbox.run(["share", "hello"])
    expectRun(
      none, status: 2,
      errors: """
        sharerouter: there is neither a terminal nor a display to ask in
          help: choose with --activity TYPE

        """)
  }

  @Test("--auto-single asks nobody where only one fits; nothing that fits is status 4")
  func single() {
    let sandbox = sandbox()
    expectRun(
      sandbox.run(["share", "hello", "--auto-single", "--only", "com.example.first"]), output: "com.example.first:hello"
    )
    let several = sandbox.run(["share", "hello", "--auto-single", "--picker", "head -n 1"])
    expectRun(several, output: "com.example.first:hello")
    let none = sandbox.run([
      "share", "hello", "--only", "com.example.first", "--exclude", "com.example.*", "--picker", "cat",
    ])
    #expect(none.status == 4 && none.errorText.contains("no activity is offered"), "\(none.errorText)")
  }

  @Test(
    "a picker that is not there, or that fails, is told",
    arguments: [
      ("dmenu=none", "'none' is not installed"), ("exit 3", "ended with status 3"),
      ("echo what", "'what', which is none of its lines"),
    ])
  func failing(picker: String, message: String) {
    let run = sandbox().run(["share", "hello", "--picker", picker])
    #expect(run.status == 2 && run.errorText.contains(message), "\(run.errorText)")
  }
}
