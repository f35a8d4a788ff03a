import Glibc
import TestSupport
import Testing

@Suite("The clipboard")
struct ClipboardTests {
  static let texts: [String] = [
    "", "a", "a\n", "ab", "ab\n", "MM", "MM\n", "\n", "[Desktop Entry]x", "it's \"quoted\" `x` $(y) \\ 🎉\n\nend",
    " \t lead and trail \t ",
    "%s %n \\n -n", "\u{1}\u{1B}[31m\u{7F}\u{200B}\u{202E}", "<svg", "#!/bin/sh",
    "e\u{301} 日本語 \u{1F468}\u{200D}\u{1F469}",
    String(repeating: "long line ", count: 30_000),
  ]

  @Test(
    "a real xclip gets texts byte for byte, given as arguments and on standard input",
    .enabled(if: installed("Xvfb", "xclip"), "Xvfb and xclip are not installed"))
  func realClipboard() throws {
    let sandbox = Sandbox()
    let display = try VirtualDisplay(sandbox)
    let variables = ["DISPLAY": display.name]
    for text in ClipboardTests.texts {
      let ways: [() -> CommandRun] = [
        {
          sandbox.run(
            ["send", "-", "-a", "org.sharerouter.copyToPasteboard"], environment: variables, input: Array(text.utf8))
        },
        { sandbox.run(["send", "--text", text, "-a", "copyToPasteboard"], environment: variables) },
      ]
      // One argument takes 128 KiB at most.
      for way in text.utf8.count < 100_000 ? ways : [ways[0]] {
        // Something else lies there before, so that nothing old is taken for the copy.
        _ = sandbox.shell("printf before | xclip -selection clipboard -in >/dev/null", environment: variables)
        #expect(pasted(sandbox, variables, until: "before") == Array("before".utf8))
        expectRun(way())
        #expect(pasted(sandbox, variables, until: text) == Array(text.utf8), "\(text.prefix(40).debugDescription)")
      }
    }
    _ = display
  }

  /// What lies on the clipboard: xclip ends before the server knows that it owns the selection, so there is some
  /// patience for the text that is due.
  private func pasted(_ sandbox: Sandbox, _ variables: [String: String], until text: String) -> [UInt8] {
    var output: [UInt8] = []
    for _ in 0..<100 {
      output = sandbox.shell("xclip -out -selection clipboard", environment: variables).output
      if output == Array(text.utf8) { break }
      usleep(50_000)
    }
    return output
  }

  @Test(
    "who reads our output does not wait for the program that serves the clipboard",
    .enabled(if: installed("Xvfb", "xclip"), "Xvfb and xclip are not installed"))
  func outputIsNotKeptOpen() throws {
    let sandbox = Sandbox()
    let display = try VirtualDisplay(sandbox)
    // The command substitution ends only when nobody has its pipe open any more; the run would be killed after a while.
    let run = sandbox.shell(
      #"out=$("$sharerouter" send kept -a copyToPasteboard 2>&1); echo "[$out]"; xclip -out -selection clipboard"#,
      environment: ["DISPLAY": display.name])
    expectRun(run, output: "[]\nkept")
    #expect(sandbox.remainingProcesses.count >= 2, "the server and the program that serves the clipboard go on")
  }

  @Test(
    "the clipboard's programs end with the display",
    .enabled(if: installed("Xvfb", "xclip"), "Xvfb and xclip are not installed"))
  func nothingIsLeft() throws {
    let sandbox = Sandbox()
    do {
      let display = try VirtualDisplay(sandbox)
      expectRun(sandbox.run(["send", "x", "-a", "copyToPasteboard"], environment: ["DISPLAY": display.name]))
    }
    #expect(waitUntil(limit: 20) { sandbox.remainingProcesses.isEmpty })
    #expect(sandbox.remainingFiles == [])
  }

  @Test(
    "the program that fits the session is called with its arguments and the text's bytes",
    arguments: [
      (["WAYLAND_DISPLAY": "wayland-0"], "wl-copy", ["--type", "text/plain;charset=utf-8"]),
      (["WAYLAND_DISPLAY": "wayland-0", "DISPLAY": ":9"], "wl-copy", ["--type", "text/plain;charset=utf-8"]),
      (["DISPLAY": ":9"], "xclip", ["-selection", "clipboard", "-in"]),
    ])
  func variant(variables: [String: String], program: String, arguments: [String]) {
    let sandbox = Sandbox()
    for name in ["wl-copy", "xclip", "xsel", "pbcopy"] { sandbox.recorder(name) }
    let text = "it's \"x\" 🎉\n\n"
    expectRun(sandbox.run(["send", text, "second", "-a", "copyToPasteboard"], environment: variables))
    #expect(sandbox.arguments(of: program) == arguments.map { Array($0.utf8) })
    #expect(sandbox.input(of: program) == Array((text + "\nsecond").utf8), "several texts are joined by a line break")
    for other in ["wl-copy", "xclip", "xsel", "pbcopy"] where other != program {
      #expect(sandbox.arguments(of: other) == nil)
    }
  }

  @Test("xsel is taken where there is no xclip, and what is missing is named where there is nothing")
  func fallBack() {
    let sandbox = Sandbox()
    let utilities = ["sh", "cat"].compactMap { name in programPath(name).map { (name, $0) } }
    for (name, path) in utilities { symlink(path, sandbox.path + "/bin/" + name) }
    let variables = ["DISPLAY": ":9", "PATH": sandbox.path + "/bin"]
    let without = sandbox.run(["send", "x", "-a", "copyToPasteboard"], environment: variables)
    #expect(without.status == 4)
    #expect(without.output == [])
    for program in ["xclip", "xsel", "pbcopy"] {
      #expect(without.errorText.contains("'\(program)' is not installed"), "\(without.errorText)")
    }
    sandbox.recorder("xsel")
    expectRun(sandbox.run(["send", "x", "-a", "copyToPasteboard"], environment: variables))
    #expect(sandbox.arguments(of: "xsel") == ["--clipboard", "--input"].map { Array($0.utf8) })
    #expect(sandbox.input(of: "xsel") == [0x78])
  }
}
