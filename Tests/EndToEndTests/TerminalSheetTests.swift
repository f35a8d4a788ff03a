import Glibc
import TestSupport
import Testing

/// The sheet as a person sees it: in a terminal emulator, with keys.
@Suite("The sheet in the terminal", .enabled(if: TerminalRun.isAvailable, TerminalRun.requirement))
struct TerminalSheetTests {
  /// Four activities whose titles are written in different ways.
  private func sandbox() -> Sandbox {
    let sandbox = Sandbox()
    let action = "accepts: [text, file]\nshell: [printf, '%s%.0s', \"{{ activity.type }}\", \"{{ item.kind }}\"]\n"
    sandbox.define("com.example.a", "title: Plain\ncategory: share\ndescription: First line\n" + action)
    sandbox.define("com.example.b", "title: 日本語の活動\ncategory: share\ndescription: 二番目\n" + action)
    sandbox.define("com.example.c", "title: 🎉 Party 👨‍👩‍👧\ncategory: action\ndescription: Third line\n" + action)
    sandbox.define("com.example.d", "title: שלום עולם\ncategory: action\ndescription: תיאור\n" + action)
    sandbox.define(
      "com.example.hidden", "title: Never\ncategory: share\naccepts: image\nshell: [true, \"{{ item.path }}\"]\n")
    // Nothing that ships with the program.
    sandbox.configure("only: [com.example.*]\n")
    return sandbox
  }

  @Test("share stands above action, titles and descriptions in columns of their own", arguments: [30, 80, 200])
  func columns(width: Int) throws {
    let sandbox = sandbox()
    let run = try TerminalRun.run(
      sandbox, columns: width, ["share", "hello"], .wait("Plain"), .screen("sheet"), .keys("q"))
    let screen = try #require(run.screens["sheet"])
    let rows = ["Plain", "日", "ש", "🎉"].map { screen.line(with: $0) }
    #expect(rows == [5, 6, 8, 9], "\(screen.lines)")
    #expect(screen.lines[0].contains("“hello”  text · 5 B"))
    #expect(screen.lines[4] == " Share" && screen.lines[7] == " Actions")
    #expect(screen.alternate && screen.marked == [5])
    for (title, row) in zip(["Plain", "日", "ש", "🎉"], [5, 6, 8, 9]) {
      #expect(screen.column(of: title, in: row) == 4, "\(screen.lines[row])")
    }
    // Of two right-to-left texts in one line a terminal could swap: the second is the type instead.
    let details = ["First line", "二番目", "com.example.d", "Third line"]
    let places = zip(details, [5, 6, 8, 9]).map { screen.column(of: $0, in: $1) }
    #expect(width < 56 ? places.allSatisfy { $0 == nil } : Set(places).count == 1 && places[0] != nil, "\(places)")
    // Nothing reaches the last column, where terminals begin to wrap and scroll.
    #expect(screen.cells.allSatisfy { $0[width - 1] == " " || $0[width - 1].isEmpty }, "\(screen.lines)")
    #expect(run.status == 130 && run.stdout.isEmpty)
    run.expectLeft()
  }

  static let endings: [(String, [TerminalRun.Step], Int)] = [
    ("q", [.keys("q")], 130), ("Esc", [.keys("\u{1B}")], 130), ("Ctrl-C", [.keys("\u{3}")], 130),
    ("SIGINT", [.signal("INT")], 130), ("SIGTERM", [.signal("TERM")], 130), ("SIGHUP", [.signal("HUP")], 130),
    ("a choice", [.keys("\r")], 0), ("a number", [.keys("1")], 0),
  ]

  @Test("however it is left, the terminal is as it was", arguments: endings)
  func leaving(name: String, steps: [TerminalRun.Step], status: Int) throws {
    let sandbox = sandbox()
    let run = try TerminalRun.run(sandbox, ["share", "hello", "--json"], .wait("Plain"), steps[0])
    #expect(run.status == status, "\(name)")
    #expect(run.wasAlternate)
    let type = status == 0 ? #""activityType": "com.example.a""# : #""activityType": null"#
    #expect(run.stdout.contains(type) && run.stdout.contains(#""completed": \#(status == 0)"#), "\(run.stdout)")
    run.expectLeft()
  }

  @Test("Ctrl-Z where no shell could bring it back changes nothing")
  func orphaned() throws {
    let sandbox = sandbox()
    let run = try TerminalRun.run(
      sandbox, ["share", "hello"], .wait("Plain"), .keys("\u{1A}pla"), .wait("› pla"), .screen("again"), .keys("\r"))
    #expect(run.screens["again"]?.alternate == true)
    #expect(run.status == 0 && run.stdout == "com.example.a")
    run.expectLeft()
  }

  @Test("typing filters, the best match is selected, and Enter performs it")
  func filtering() throws {
    let sandbox = sandbox()
    let run = try TerminalRun.run(
      sandbox, ["share", "hello"], .wait("Plain"), .keys("PART"), .wait("› PART"), .screen("filtered"), .keys("\r"))
    let screen = try #require(run.screens["filtered"])
    #expect(screen.line(with: "Plain") == nil && screen.line(with: "🎉") == 5)
    #expect(screen.cursor == [2, 7])
    #expect(run.status == 0 && run.stdout == "com.example.c")
  }

  @Test("'/' makes letters of all keys, and backspace brings everything back")
  func slash() throws {
    let sandbox = sandbox()
    let run = try TerminalRun.run(
      sandbox, ["share", "hello"], .wait("Plain"), .keys("/q?1"), .wait("no activity matches"),
      .keys("\u{7F}\u{7F}\u{7F}"), .wait("Plain"), .keys("\u{1B}[B\u{1B}OB\r"))
    #expect(run.status == 0 && run.stdout == "com.example.d")
  }

  @Test("'?' tells why the others are not offered")
  func reasons() throws {
    let sandbox = sandbox()
    let run = try TerminalRun.run(
      sandbox, ["share", "hello"], .wait("? hidden ("), .keys("?"), .wait("Not offered"), .screen("reasons"),
      .keys("?"), .wait("Plain"), .keys("q"))
    let lines = try #require(run.screens["reasons"]).lines
    #expect(lines.contains { $0.contains("Never  com.example.hidden") })
    #expect(lines.contains { $0.contains("kind: a text is none of the accepted kinds 'image'") }, "\(lines)")
    #expect(run.status == 130)
  }

  @Test("a resize lays the sheet out anew", arguments: [(10, 40), (24, 20), (3, 12), (2, 30), (60, 132)])
  func resizing(rows: Int, columns: Int) throws {
    let sandbox = sandbox()
    let run = try TerminalRun.run(
      sandbox, ["share", "hello"], .wait("Plain"), .size(rows, columns), .screen("resized"), .keys("\r"))
    let screen = try #require(run.screens["resized"])
    #expect(screen.line(with: "Plain") != nil, "\(screen.lines)")
    #expect(run.status == 0 && run.stdout == "com.example.a")
    run.expectLeft()
  }

  @Test("standard input may be a pipe: keys come from the terminal, the text from the pipe")
  func pipe() throws {
    let sandbox = sandbox()
    let run = try TerminalRun.run(
      sandbox, ["share", "-"], input: "from a pipe", .wait("“from a pipe”"), .keys("\r"))
    #expect(run.status == 0 && run.stdout == "com.example.a")
    run.expectLeft()
  }

  @Test("without UTF-8 nothing but ASCII is written, and titles that cannot be shown are types")
  func ascii() throws {
    let sandbox = sandbox()
    let run = try TerminalRun.run(
      sandbox, ["share", "hello"], environment: ["LC_ALL": "C"], .wait("Plain"), .screen("ascii"), .keys("\u{1B}"))
    let lines = try #require(run.screens["ascii"]).lines
    #expect(lines.contains { $0.contains("2 com.example.b") }, "\(lines)")
    #expect(run.raw.utf8.allSatisfy { $0 < 0x80 })
  }

  @Test("colours are used unless NO_COLOR says otherwise", arguments: ["", "1"])
  func color(value: String) throws {
    let sandbox = sandbox()
    let run = try TerminalRun.run(
      sandbox, ["share", "hello"], environment: ["NO_COLOR": value], .wait("Plain"), .screen("sheet"), .keys("q"))
    #expect(run.screens["sheet"]?.colors == (value.isEmpty ? ["blue", "default"] : ["default"]))
    #expect(run.screens["sheet"]?.marked == [5])
  }

  @Test("a terminal that cannot place its cursor gets numbered lines", arguments: ["dumb", "", "no-such-terminal"])
  func plain(name: String) throws {
    let sandbox = sandbox()
    let run = try TerminalRun.run(
      sandbox, rows: 60, ["share", "hello"], environment: ["TERM": name], .wait("nothing to close: "), .keys("part\n"),
      .wait("nothing to close: part"), .keys("?\n"), .wait("Never (com.example.hidden): kind"), .keys("1\n"))
    #expect(run.status == 0 && run.stdout == "com.example.c")
    #expect(!run.wasAlternate && !run.raw.contains("\u{1B}"))
    run.expectLeft()
  }

  @Test("an empty line, the end of the input and a signal close the plain list", arguments: ["\n", "\u{4}", "\u{3}"])
  func plainDismissed(keys: String) throws {
    let sandbox = sandbox()
    let run = try TerminalRun.run(
      sandbox, ["share", "hello"], environment: ["TERM": "dumb"], .wait("nothing to close: "), .keys(keys))
    #expect(run.status == 130 && run.stdout.isEmpty)
    run.expectLeft()
  }

  @Test("an image is shown with its size, and by chafa where that is", .enabled(if: installed("chafa")))
  func picture() throws {
    let sandbox = sandbox()
    sandbox.directory.write(Array("work/pixel.png".utf8), SampleFiles.png)
    let run = try TerminalRun.run(
      sandbox, rows: 40, ["share", "pixel.png"], .wait("Plain"), .wait("x 1"), .screen("sheet"), .keys("q"))
    let lines = try #require(run.screens["sheet"]).lines
    #expect(lines[0].contains("pixel.png  image/png · ") && lines[0].hasSuffix("1 x 1"), "\(lines[0])")
    run.expectLeft()
  }

  // MARK: Faults of other pickers

  @Test("a blank label is refused by the check, and labels of blanks end no list")
  func blankLabels() throws {
    let sandbox = sandbox()
    sandbox.define(
      "com.example.blank", "title: ' '\ncategory: share\naccepts: text\nshell: [printf, x, \"{{ item.text }}\"]\n")
    let run = try TerminalRun.run(sandbox, ["share", "hello"], .wait("Plain"), .screen("sheet"), .keys("q"))
    let lines = try #require(run.screens["sheet"]).lines
    #expect(lines.contains { $0.contains("שלום") } && lines.contains { $0.contains("Plain") }, "\(lines)")
    #expect(!lines.contains { $0.hasSuffix(" 1") }, "\(lines)")
  }

  @Test("line breaks in a title are one row, and what is chosen is that one")
  func lineBreaks() throws {
    let sandbox = sandbox()
    sandbox.define(
      "com.example.lines",
      "title: \"1\\n2\\n3\"\ncategory: share\naccepts: text\nshell: [printf, '%s', \"{{ item.text }}\"]\n")
    let run = try TerminalRun.run(sandbox, ["share", "hello"], .wait("1 2 3"), .keys("1"))
    #expect(run.status == 0 && run.stdout == "hello")
  }

  @Test("terminal codes in a file's name are shown, never obeyed")
  func terminalCodes() throws {
    let sandbox = sandbox()
    sandbox.file("\u{1B}[1A\rharmless", "x")
    let run = try TerminalRun.run(
      sandbox, ["share", "--file", "\u{1B}[1A\rharmless"], .wait("Plain"), .screen("sheet"), .keys("q"))
    #expect(run.screens["sheet"]?.lines[0].contains("\\u{1B}[1A\\rharmless") == true)
  }
}
