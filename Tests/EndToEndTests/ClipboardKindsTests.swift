import Foundation
import Glibc
import TestSupport
import Testing

@Suite("Pictures, files and texts on clipboards of every kind")
struct ClipboardKindsTests {
  private static let missing = "Xvfb and xclip are not installed"

  /// What lies on the X clipboard as this type, with some patience for the program that is to serve it.
  private static func pasted(
    _ type: String, _ sandbox: Sandbox, _ display: VirtualDisplay, until wanted: [UInt8]? = nil
  )
    -> [UInt8]
  {
    var output: [UInt8] = []
    for _ in 0..<100 {
      let run = sandbox.shell(
        "xclip -out -selection clipboard -target '\(type)'", environment: ["DISPLAY": display.name])
      output = run.output
      if run.status == 0, wanted == nil || output == wanted { break }
      usleep(50_000)
    }
    return output
  }

  @Test("a real xclip gets a PNG as it is", .enabled(if: installed("Xvfb", "xclip"), "\(missing)"))
  func picture() throws {
    let sandbox = Sandbox()
    let display = try VirtualDisplay(sandbox)
    sandbox.directory.write(Array("work/a\"b;c é.png".utf8), PrintTests.picture)
    expectRun(sandbox.run(["send", "a\"b;c é.png", "-a", "copyToPasteboard"], environment: ["DISPLAY": display.name]))
    #expect(ClipboardKindsTests.pasted("image/png", sandbox, display) == PrintTests.picture)
    let targets = String(decoding: ClipboardKindsTests.pasted("TARGETS", sandbox, display), as: UTF8.self)
    #expect(targets.split(separator: "\n") == ["TARGETS", "image/png"], "nothing is offered as text")
  }

  @Test(
    "a picture of another type comes as PNG, and where nothing converts it, as a file",
    .enabled(if: installed("Xvfb", "xclip", "convert", "compare"), "Xvfb, xclip and ImageMagick are not installed"))
  func otherPicture() throws {
    let sandbox = Sandbox()
    let display = try VirtualDisplay(sandbox)
    sandbox.directory.write(Array("work/a.png".utf8), PrintTests.picture)
    #expect(sandbox.shell("convert a.png 'b c.gif'").status == 0)
    let variables = ["DISPLAY": display.name]
    expectRun(sandbox.run(["send", "b c.gif", "-a", "copyToPasteboard"], environment: variables))
    let pasted = ClipboardKindsTests.pasted("image/png", sandbox, display)
    #expect(pasted.starts(with: PrintTests.picture.prefix(8)), "it is a PNG")
    sandbox.directory.write(Array("work/pasted.png".utf8), pasted)
    let compared = sandbox.shell("convert a.png rgb:a; convert pasted.png rgb:b; cmp a b")
    #expect(compared.status == 0, "\(compared.text)\(compared.errorText)")
    let utilities = ["sh", "cat", "xclip"].compactMap { name in programPath(name).map { (name, $0) } }
    for (name, path) in utilities { symlink(path, sandbox.path + "/bin/" + name) }
    expectRun(
      sandbox.run(
        ["send", "b c.gif", "-a", "copyToPasteboard"],
        environment: variables.merging(["PATH": sandbox.path + "/bin"]) { $1 }))
    let list = Array("file://\(sandbox.work)/b%20c.gif\r\n".utf8)
    #expect(ClipboardKindsTests.pasted("text/uri-list", sandbox, display, until: list) == list)
  }

  /// The URL form of names, each with its line break.
  private static let names: [(name: [UInt8], url: String)] = [
    (Array("foo bar.txt".utf8), "foo%20bar.txt"), (Array("half%2.png".utf8), "half%252.png"),
    (Array("pr".utf8) + [0xFC] + Array("f".utf8), "pr%FCf"), (Array("a\nb #é".utf8), "a%0Ab%20%23%C3%A9"),
    (Array("folder".utf8), "folder"),
  ]

  @Test("a real xclip gets files as a list of URLs", .enabled(if: installed("Xvfb", "xclip"), "\(missing)"))
  func files() throws {
    let sandbox = Sandbox()
    let display = try VirtualDisplay(sandbox)
    mkdir(sandbox.work + "/folder", 0o755)
    for (name, _) in ClipboardKindsTests.names.dropLast() {
      sandbox.directory.write(Array("work/".utf8) + name, name.contains(0x25) ? PrintTests.picture : [0x61])
    }
    let files = ClipboardKindsTests.names.flatMap { [Array("--file".utf8), $0.name] }
    expectRun(
      sandbox.run(
        [Array("send".utf8)] + files + [Array("-a".utf8), Array("copyToPasteboard".utf8)],
        environment: ["DISPLAY": display.name]))
    let list = ClipboardKindsTests.names.map { "file://\(sandbox.work)/\($0.url)\r\n" }.joined()
    let pasted = ClipboardKindsTests.pasted("text/uri-list", sandbox, display)
    #expect(String(decoding: pasted, as: UTF8.self) == list)
  }

  @Test(
    "a real wl-copy gets texts, a picture and files, byte for byte and by their types",
    .enabled(if: VirtualCompositor.isPossible, "sway and wl-clipboard are not installed, or need another kernel"))
  func wayland() throws {
    let sandbox = Sandbox()
    let compositor = try VirtualCompositor(sandbox)
    let variables = ["WAYLAND_DISPLAY": compositor.name, "DISPLAY": ":9"]
    func pasted(_ type: String) -> [UInt8] {
      sandbox.shell("wl-paste --no-newline --type '\(type)'", environment: variables).output
    }
    sandbox.directory.write(Array("work/a.png".utf8), PrintTests.picture)
    for text in ["C# & C++ 50% 日本 🎉", "MM", "a\n", "[Desktop Entry]x", "\\ \n\n", "<svg"] {
      expectRun(sandbox.run(["send", "--text", text, "-a", "copyToPasteboard"], environment: variables))
      #expect(pasted("text/plain;charset=utf-8") == Array(text.utf8))
    }
    expectRun(sandbox.run(["send", "a.png", "-a", "copyToPasteboard"], environment: variables))
    #expect(pasted("image/png") == PrintTests.picture)
    sandbox.file("50% b.txt", "")
    expectRun(sandbox.run(["send", "a.png", "50% b.txt", "-a", "copyToPasteboard"], environment: variables))
    let list = "file://\(sandbox.work)/a.png\r\nfile://\(sandbox.work)/50%25%20b.txt\r\n"
    #expect(String(decoding: pasted("text/uri-list"), as: UTF8.self) == list)
  }

  @Test("in a bare terminal the text goes to the terminal by OSC 52, wherever the output goes")
  func terminal() {
    let sandbox = Sandbox()
    let utilities = ["sh", "cat", "base64", "script", "setsid"].compactMap { name in
      programPath(name).map { (name, $0) }
    }
    for (name, path) in utilities { symlink(path, sandbox.path + "/bin/" + name) }
    let variables = ["PATH": sandbox.path + "/bin", "TERM": "xterm"]
    let text = "C# & C++ 50% 日本 🎉\n"
    let encoded = Data(text.utf8).base64EncodedString()
    sandbox.directory.write(Array("work/text".utf8), Array(text.utf8))
    let run = sandbox.onTerminal(
      "\"$sharerouter\" send - -a copyToPasteboard <text >out", environment: variables)
    #expect(run.text == "\u{1B}]52;c;\(encoded)\u{7}", "\(run.text.debugDescription)")
    #expect(sandbox.directory.read("work/out") == [])
    let none = sandbox.run(["send", "x", "-a", "copyToPasteboard"], environment: variables)
    #expect(none.status == 4)
    #expect(none.errorText.contains("it needs a terminal, and there is none"), "\(none.errorText)")
    let console = sandbox.onTerminal(
      "\"$sharerouter\" send x -a copyToPasteboard", environment: variables.merging(["TERM": "linux"]) { $1 })
    #expect(console.status == 4, "the kernel's own terminal has no clipboard")
  }
}
