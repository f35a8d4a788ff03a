import Glibc
import TestSupport
import Testing

@Suite("File names of any bytes")
struct FileNameTests {
  /// Every byte that a name may hold, alone.
  static let single = (UInt8(1)...255).filter { $0 != UInt8(ascii: "/") && $0 != UInt8(ascii: ".") }.map { [$0] }

  static let names: [[UInt8]] =
    single + [
      // All of them in one name, of the greatest length.
      (UInt8(1)...255).filter { $0 != UInt8(ascii: "/") },
      Array(repeating: 0x78, count: 255), Array(String(repeating: "日", count: 85).utf8),
      Array("a\nb\tc.txt".utf8), Array("\n".utf8) + [0xFF, 0xFE], Array("pr".utf8) + [0xFC] + Array("f.txt".utf8),
      Array("it's here.txt".utf8), Array("a`id`$(id)\"b".utf8), Array("2    2.png".utf8), Array("-rf.txt".utf8),
      Array("--help".utf8), Array(" lead and trail ".utf8), Array("a b.txt ".utf8), Array("half%2.png".utf8),
      Array("$HOME ${x} {{ item.path }}".utf8), Array("a\\nb".utf8), Array("..x".utf8), Array("...".utf8),
    ]

  /// The files, each with its own name as its content.
  static func sandbox() -> Sandbox {
    let sandbox = Sandbox()
    for name in names { sandbox.directory.write(Array("work/".utf8) + name, name) }
    sandbox.define(
      "com.example.argv", "category: action\naccepts: file\nshell: [record, \"{{ items.path }}\"]\n")
    sandbox.define(
      "com.example.script",
      """
      category: action
      accepts: file
      shell: {script: 'for file in {{ items.path }}; do record "$file" "x{{ items.count }}"; done'}
      """)
    sandbox.define(
      "com.example.input",
      "category: action\naccepts: file\nshell: {argv: [cat], stdin: {file: \"{{ item.path }}\"}}\n")
    sandbox.define(
      "com.example.name", "category: action\naccepts: file\nshell: [printf, '%s\\0', --, \"{{ items.name }}\"]\n")
    sandbox.recorder("record")
    return sandbox
  }

  private static func send(_ sandbox: Sandbox, _ activity: String) -> CommandRun {
    let operands = names.flatMap { [Array("--file".utf8), $0] }
    return sandbox.run(["send", "-a", activity].map { Array($0.utf8) } + operands)
  }

  private static func paths(_ sandbox: Sandbox) -> [[UInt8]] { names.map { Array((sandbox.work + "/").utf8) + $0 } }

  @Test("they are arguments byte for byte")
  func arguments() {
    let sandbox = FileNameTests.sandbox()
    expectRun(FileNameTests.send(sandbox, "com.example.argv"))
    #expect(sandbox.arguments(of: "record") == FileNameTests.paths(sandbox))
  }

  @Test("they are words of a script byte for byte")
  func script() {
    let sandbox = FileNameTests.sandbox()
    expectRun(FileNameTests.send(sandbox, "com.example.script"))
    let count = Array("x\(FileNameTests.names.count)".utf8)
    #expect(sandbox.arguments(of: "record") == FileNameTests.paths(sandbox).flatMap { [$0, count] })
  }

  @Test("the right file becomes the standard input")
  func standardInput() {
    let sandbox = FileNameTests.sandbox()
    let run = FileNameTests.send(sandbox, "com.example.input")
    #expect(run.status == 0 && run.errors.isEmpty, "\(run.errorText)")
    #expect(run.output == FileNameTests.names.flatMap { $0 })
  }

  @Test("they keep their names where only the name is used")
  func names() {
    let sandbox = FileNameTests.sandbox()
    let run = FileNameTests.send(sandbox, "com.example.name")
    #expect(run.status == 0 && run.errors.isEmpty, "\(run.errorText)")
    let parts = run.output.split(separator: 0, omittingEmptySubsequences: false).dropLast().map(Array.init)
    #expect(parts == [Array("--".utf8)] + FileNameTests.names)
  }

  @Test("an existing file is meant by its plain name, whatever bytes it has")
  func operands() {
    let sandbox = FileNameTests.sandbox()
    // A lone '-' is standard input.
    let names = FileNameTests.names.filter { $0 != [UInt8(ascii: "-")] }
    let run = sandbox.run(["send", "-a", "com.example.argv", "--"].map { Array($0.utf8) } + names)
    expectRun(run)
    #expect(sandbox.arguments(of: "record") == names.map { Array((sandbox.work + "/").utf8) + $0 })
  }

  @Test("files of one name in different folders are each sent")
  func sameNames() {
    let sandbox = FileNameTests.sandbox()
    for folder in ["d1", "d2", "d3"] { sandbox.directory.write("work/\(folder)/foo", folder + " ") }
    expectRun(
      sandbox.run(["send", "d1/foo", "d2/foo", "./d3/../d1/foo", "-a", "com.example.input"]), output: "d1 d2 d1 ")
  }

  @Test("a file URL stands for its decoded path")
  func fileURL() {
    let sandbox = FileNameTests.sandbox()
    sandbox.file("a b.txt", "content")
    expectRun(sandbox.run(["send", "file://\(sandbox.work)/a%20b.txt", "-a", "com.example.input"]), output: "content")
  }

  @Test(
    "what could steer a terminal is shown escaped for people",
    arguments: [
      ["list", "--all"], ["explain"], ["send", "-a", "com.example.textual"], ["send", "-a", "com.example.argv", "-n"],
      ["send", "-a", "com.example.failing"], ["explain", "--file=missing\u{1B}[1A\r\u{202E}"],
    ])
  func escaped(arguments: [String]) {
    let sandbox = FileNameTests.sandbox()
    sandbox.define("com.example.textual", "category: action\naccepts: text\nshell: [true, \"{{ item.text }}\"]\n")
    sandbox.define("com.example.failing", "category: action\naccepts: file\nshell: [false, \"{{ item.path }}\"]\n")
    let names = ["\u{1B}[1A\rharmless", "\u{1B}[31m red", "line\nbreak", "\u{202E}gnp.exe", "\u{9B}31m", "\u{7F}\u{8}"]
    for name in names { sandbox.file(name, "") }
    let run = sandbox.run(arguments.prefix(1) + names.map { "--file=" + $0 } + arguments.dropFirst())
    let shown = run.text + run.errorText
    #expect(!shown.isEmpty)
    for character in ["\u{1B}", "\r", "\u{202E}", "\u{9B}", "\u{7F}", "\u{8}"] {
      #expect(!shown.unicodeScalars.contains(Unicode.Scalar(character)!), "\(character.debugDescription)")
    }
    #expect(!shown.contains("line\nbreak"))
  }

  @Test("in JSON a name is exact: as text where it is text, and as a URI for any bytes")
  func json() {
    let sandbox = Sandbox()
    sandbox.file("\u{1B}[1A\n.txt", "")
    let latin = Array("pr".utf8) + [0xFC] + Array("f.txt".utf8)
    sandbox.directory.write(Array("work/".utf8) + latin, [])
    let words = ["explain", "--json", "--only", "com.example.none", "--file=\u{1B}[1A\n.txt", "--file"]
    let run = sandbox.run(words.map { Array($0.utf8) } + [latin])
    #expect(run.status == 0)
    let text = sandbox.masked(run.text)
    #expect(text.contains(#""path": "SANDBOX/work/\u001b[1A\n.txt""#), "\(text)")
    #expect(text.contains(#""uri": "file://SANDBOX/work/%1B%5B1A%0A.txt""#))
    #expect(text.contains(#""uri": "file://SANDBOX/work/pr%FCf.txt""#))
    #expect(!text.contains("\u{FFFD}"))
  }
}
