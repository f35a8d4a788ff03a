import Glibc
import TestSupport
import Testing

@Suite("Files that stay")
struct FolderTests {
  @Test("copies of files and texts are saved into the folder, never over another")
  func save() {
    let sandbox = Sandbox()
    sandbox.directory.write(Array("work/a\"b;c é.png".utf8), PrintTests.picture)
    mkdir(sandbox.work + "/out", 0o755)
    sandbox.directory.write("work/out/a\"b;c é.png", "older")
    let text = "C# & C++ 50% 日本 🎉\n"
    let run = sandbox.run(
      ["send", "--text", text, "a\"b;c é.png", "https://example.com", "-a", "saveToFolder", "-i", "folder=out"])
    #expect(run.status == 0, "\(run.errorText)")
    let out = sandbox.work + "/out/"
    #expect(run.text == "\(out)text.txt\n\(out)a\"b;c é-2.png\n\(out)link.txt\n")
    #expect(sandbox.directory.read("work/out/text.txt") == Array(text.utf8))
    #expect(sandbox.directory.read("work/out/a\"b;c é-2.png") == PrintTests.picture)
    #expect(sandbox.directory.read("work/out/a\"b;c é.png") == Array("older".utf8))
    #expect(sandbox.directory.read("work/out/link.txt") == Array("https://example.com".utf8))
    #expect(sandbox.directory.read("work/a\"b;c é.png") == PrintTests.picture, "the original stays")
    expectRun(
      sandbox.run(["send", "x", "-a", "saveToFolder", "-i", "folder=none"]), status: 2,
      errors: """
        sharerouter: 'org.sharerouter.saveToFolder': there is no file 'none', which 'folder' names
          help: give another one with --input folder=VALUE

        """)
  }

  @Test("a link on the desktop is a valid entry that names the page and its address")
  func desktopLink() {
    let sandbox = Sandbox()
    sandbox.directory.write("config/user-dirs.dirs", "XDG_DESKTOP_DIR=\"$HOME/Schreib tisch\"\n")
    let url = "https://example.com/a\\b?c=50%25&d=1;2#é"
    let run = sandbox.run(["send", "--url", url, "-a", "addToHomeScreen", "--subject", "C# & C++ \\ 日本"])
    let file = sandbox.path + "/home/Schreib tisch/C# & C++ \\ 日本 – example.com.desktop"
    expectRun(run, output: file + "\n")
    let content = readFile(file).map { String(decoding: $0, as: UTF8.self) } ?? ""
    expectText(
      content,
      """
      [Desktop Entry]
      Version=1.0
      Type=Link
      Name=C# & C++ \\\\ 日本 – example.com
      URL=https://example.com/a\\\\b?c=50%25&d=1;2#é
      Icon=text-html

      """)
    if let validator = programPath("desktop-file-validate") {
      let copy = sandbox.directory.write("link.desktop", content)
      let check = sandbox.shell("'\(validator)' '\(copy)'")
      #expect(check.status == 0 && check.text == "", "\(check.text)")
    }
    expectRun(
      sandbox.run(["send", "https://example.com", "-a", "addToHomeScreen", "-i", "name=../../x"]),
      output: sandbox.path + "/home/Schreib tisch/_._.._x.desktop\n")
  }

  @Test(
    "what is moved to the trash lies there, with the way back",
    .enabled(if: installed("gio"), "gio is not installed"))
  func trash() {
    let sandbox = Sandbox()
    let name = "a\"b;c 50% é.txt"
    sandbox.file(name, "x")
    sandbox.file("-f", "y")
    let unconfirmed = sandbox.run(["send", name, "-a", "moveToTrash"])
    #expect(unconfirmed.status == 2 && sandbox.directory.exists("work/" + name))
    expectRun(sandbox.run(["send", name, "--file=-f", "-a", "moveToTrash", "--yes"]))
    #expect(!sandbox.directory.exists("work/" + name) && !sandbox.directory.exists("work/-f"))
    #expect(sandbox.directory.read("data/Trash/files/" + name) == [0x78])
    let way = String(decoding: sandbox.directory.read("data/Trash/info/\(name).trashinfo") ?? [], as: UTF8.self)
    #expect(way.contains("Path=\(sandbox.work)/a%22b%3Bc%2050%25%20%C3%A9.txt\n"), "\(way)")
  }

  @Test("a notification's text is no markup, and its summary is not escaped")
  func notification() {
    let sandbox = Sandbox()
    sandbox.recorder("notify-send")
    expectRun(
      sandbox.run(["send", "--text", "R&D <b>x</b> &amp;", "-a", "notify", "--subject", "Fish & chips"]))
    #expect(
      sandbox.arguments(of: "notify-send")?.suffix(3)
        == ["--", "Fish & chips", "R&amp;D &lt;b&gt;x&lt;/b&gt; &amp;amp;"].map { Array($0.utf8) })
    #expect(sandbox.run(["send", "--text", "-x", "-a", "notify"]).status == 0)
  }

  @Test("an e-book goes to the desktop's reader by its path as it is")
  func books() {
    let sandbox = Sandbox()
    sandbox.recorder("xdg-open")
    sandbox.directory.write(
      Array("work/half%2 é.epub".utf8), SampleFiles.zip(firstMember: "mimetype") + Array("application/epub+zip".utf8))
    expectRun(sandbox.run(["send", "half%2 é.epub", "-a", "openInBooks"]))
    #expect(sandbox.arguments(of: "xdg-open") == [Array((sandbox.work + "/half%2 é.epub").utf8)])
    sandbox.file("a.txt", "x")
    #expect(sandbox.run(["send", "a.txt", "-a", "openInBooks"]).status == 4)
  }
}
