import Foundation
import TestSupport
import Testing

@Suite("What the README shows")
struct ReadmeTests {
  /// A fenced block: the word after the fence, and the lines.
  struct Block {
    var language: String
    var lines: [String]

    var text: String { lines.joined(separator: "\n") + "\n" }
  }

  static let blocks: [Block] = {
    let text = String(decoding: readFile(Project.root + "/README.md") ?? [], as: UTF8.self)
    var blocks: [Block] = []
    var current: Block?
    for line in text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init) {
      if line.hasPrefix("```") {
        if let block = current {
          blocks.append(block)
          current = nil
        } else {
          current = Block(language: String(line.dropFirst(3)), lines: [])
        }
      } else {
        current?.lines.append(line)
      }
    }
    return blocks
  }()

  @Test("the first activity does what the console shows")
  func firstExample() throws {
    let index = try #require(ReadmeTests.blocks.firstIndex { $0.language == "yaml" })
    let definition = ReadmeTests.blocks[index]
    let place = try #require(definition.lines.first?.components(separatedBy: "~/.config/").last)
    let sandbox = Sandbox()
    sandbox.directory.write("config/" + place, definition.text)
    expectRun(sandbox.run(["validate", sandbox.path + "/config/" + place]), errors: "1 file: no problems\n")

    let console = try #require(ReadmeTests.blocks[(index + 1)...].first { $0.language == "console" })
    let command = try #require(console.lines.first)
    try #require(command.hasPrefix("$ sharerouter "))
    let run = sandbox.shell("\"$sharerouter\"" + command.dropFirst("$ sharerouter".count))
    expectRun(run, output: console.lines.dropFirst().joined(separator: "\n") + "\n")
  }

  @Test("the finding looks as shown")
  func finding() throws {
    let block = try #require(ReadmeTests.blocks.first { $0.lines.first?.hasPrefix("error[") == true })
    let sandbox = Sandbox()
    sandbox.file(
      "com.example.notes.yaml",
      "type: com.example.notes\ntitle: Notes\ncategry: share\naccepts: text\nshell: [notes, \"{{ item.text }}\"]\n")
    let run = sandbox.run(["validate", "com.example.notes.yaml"])
    expectRun(run, status: 1, output: block.text, errors: "1 file: 1 error, 0 warnings\n")
  }

  @Test("every command of the consoles is one, with options that exist")
  func commands() {
    let commands = ReadmeTests.blocks.filter { $0.language == "console" }.flatMap(\.lines)
      .compactMap { line in line.range(of: "sharerouter ").map { line[$0.upperBound...] } }
      .map { $0.prefix { $0 != "#" } }
    #expect(commands.count >= 8)
    let sandbox = Sandbox()
    for command in commands {
      // With '--help' at the end the options before it are read, and nothing is done.
      let run = sandbox.shell("\"$sharerouter\" \(command) --help")
      #expect(run.status == 0 && run.text.contains("Usage: sharerouter "), "\(command): \(run.errorText)")
    }
  }

  @Test("the documented new definition can be written, validated and sent to")
  func newActivity() {
    let sandbox = Sandbox()
    let path = "SANDBOX/config/sharerouter/activities.d/com.example.wordCount.yaml"
    expectRun(
      sandbox.run(["new", "com.example.wordCount", "--shell"]),
      errors: """
        wrote \(path)
        next: edit it, then 'sharerouter validate' and 'sharerouter send hello --activity com.example.wordCount'

        """, in: sandbox)
    expectRun(
      sandbox.run(["new", "com.example.wordCount"]), status: 1,
      errors: "sharerouter: cannot write '\(path)': it exists already\n", in: sandbox)
    let validation = sandbox.run(["validate", "--strict"])
    #expect(validation.status == 0 && validation.output == [], "\(validation.text)")
    let run = sandbox.run(["send", "hello", "--activity", "com.example.wordCount"])
    #expect(run.status == 0 && run.errors == [] && run.text.contains("hello"), "\(run.errorText)")
  }

  @Test("the activities that ship with the program have no finding, and the checksum is the right one")
  func shipped() {
    let sandbox = Sandbox()
    let validation = sandbox.run(["validate", "--strict", Project.root + "/activities.d"])
    #expect(validation.status == 0 && validation.output == [], "\(validation.text)")
    sandbox.file("a b.txt", "content\n")
    sandbox.file("-c", "")
    let run = sandbox.run(["send", "a b.txt", "--file=-c", "-a", "checksum"])
    #expect(run.status == 0, "\(run.errorText)")
    let check = sandbox.shell(#""$sharerouter" send "a b.txt" --file=-c -a checksum | sha256sum --check"#)
    #expect(
      check.status == 0 && check.text.contains("a b.txt: OK") && check.text.contains("-c: OK"), "\(check.errorText)")
  }
}
