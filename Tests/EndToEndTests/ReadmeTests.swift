import TestSupport
import Testing

@Suite("the README")
struct ReadmeTests {
  private static let text = String(decoding: readFile(Project.root + "/README.md") ?? [], as: UTF8.self)

  /// A command that the README shows, with the output below it.
  struct Shown: Sendable, CustomStringConvertible {
    var command: String
    var output: String
    var description: String { command }
  }

  private static let shown: [Shown] = {
    var shown: [Shown] = []
    for block in text.split(separator: "```console\n").dropFirst() {
      guard let end = block.firstRange(of: "\n```") else { continue }
      for line in block[..<end.lowerBound].split(separator: "\n", omittingEmptySubsequences: false) {
        if line.hasPrefix("$ ") {
          shown.append(Shown(command: String(line.dropFirst(2)), output: ""))
        } else if !shown.isEmpty {
          shown[shown.count - 1].output += line + "\n"
        }
      }
    }
    return shown
  }()

  /// A home with the README's definition, and a file with the mistake that it shows.
  private static func home() -> TemporaryDirectory {
    let home = TemporaryDirectory()
    for example in DocumentedExample.all(in: "README.md") {
      home.write(".config/sharerouter/activities.d/" + example.name, example.text)
    }
    home.write(
      "com.example.notes.yaml",
      "type: com.example.notes\ntitle: Notes\ncategry: share\naccepts: text\nshell: [cat, --, \"{{ item.file }}\"]\n")
    home.write(Array("report.pdf".utf8), SampleFiles.pdf)
    // A picker that the person dismisses.
    home.write("bin/zenity", "#!/bin/sh\nexit 1\n", mode: 0o755)
    return home
  }

  private static func run(_ command: String, in home: TemporaryDirectory) -> CommandRun {
    let folder = CommandRun.program.split(separator: "/").dropLast().joined(separator: "/")
    return CommandRun.run(
      ["sh", "-c", "exec 2>&1; " + command].map { Array($0.utf8) },
      environment: [
        "PATH": "/\(folder):\(home.path)/bin:/usr/local/bin:/usr/bin:/bin", "HOME": home.path,
        "XDG_RUNTIME_DIR": home.path, "LC_ALL": "C.UTF-8", "DISPLAY": ":none", "XDG_CURRENT_DESKTOP": "GNOME",
      ], in: home.path)
  }

  @Test("a command prints what is shown below it", arguments: shown.filter { !$0.output.isEmpty })
  func output(shown: Shown) {
    let home = ReadmeTests.home()
    expectText(ReadmeTests.run(shown.command, in: home).text, shown.output, shown.command)
  }

  @Test("a command without output is understood", arguments: shown.filter { $0.command.hasPrefix("sharerouter ") })
  func understood(shown: Shown) {
    let home = ReadmeTests.home()
    let run = ReadmeTests.run(shown.command, in: home)
    #expect(run.status != 2 && run.status != 3, "\(run.text)")
  }

  @Test(
    "a script that it names is there and explains itself", arguments: shown.filter { $0.command.hasPrefix("Scripts/") })
  func scripts(shown: Shown) {
    let run = CommandRun.run(["sh", "-c", shown.command + " --help"].map { Array($0.utf8) }, in: Project.root)
    #expect(run.status == 0 && run.text.hasPrefix("Usage: " + shown.command))
  }

  @Test("a link leads to a file")
  func links() {
    let targets = ReadmeTests.text.matches(of: #/\]\(([^)]+)\)/#).map { String($0.1) }
    #expect(targets.count > 5)
    for target in targets { #expect(readFile(Project.root + "/" + target) != nil, "\(target)") }
  }

  @Test("commands were found")
  func number() {
    #expect(ReadmeTests.shown.count { !$0.output.isEmpty } >= 2)
    #expect(ReadmeTests.shown.count { $0.command.hasPrefix("sharerouter ") } >= 8)
  }
}
