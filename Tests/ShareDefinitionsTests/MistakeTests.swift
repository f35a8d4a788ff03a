import Glibc
import ShareDefinitions
import ShareModel
import SourceDiagnostics
import TestSupport
import Testing

/// Files with one mistake each, and what the loader says of them.
@Suite("definitions with one mistake")
struct MistakeTests {
  @Test("there are fixtures of every kind of file")
  func fixtures() {
    #expect(MistakeFixture.all.count >= 90)
    #expect(Set(MistakeFixture.all.map(\.kind)) == [.activity, .config, .policy, .request])
  }

  @Test("it is found once, at its exact place, with a way out", arguments: MistakeFixture.all)
  func mistake(_ fixture: MistakeFixture) throws {
    let findings = fixture.load(fixture.bytes)
    let actual = findings.map { "\($0.severity.rawValue)[\($0.code.rawValue)] \($0.primary.location.range)" }
    let expected = "\(fixture.severity)[\(fixture.code)] \(fixture.range)"
    guard actual == [expected] else {
      Issue.record("expected \(expected), found:\n\(findings.map(summary).joined(separator: "\n"))")
      return
    }
    let finding = findings[0]
    #expect(!finding.helps.isEmpty)
    #expect(finding.helps.allSatisfy { !$0.message.isEmpty })
    for help in finding.helps where help.isCertain && !help.edits.isEmpty {
      let left = fixture.load(apply(help.edits, to: fixture.bytes))
      #expect(left.map(summary) == [], "after: \(help.message)")
    }
  }

  /// Files that are no text, or are recognised by their names.
  static let rawFiles: [RawFile] = [
    RawFile("an empty file", [], "empty-file", 0..<0),
    RawFile("white space alone", Array(" \n\n".utf8), "empty-file", 0..<0),
    RawFile("a byte that is not UTF-8", Array("title: gr".utf8) + [0xFC] + Array("n\n".utf8), "yaml-encoding", 9..<10),
    RawFile("a NUL", Array("title: a".utf8) + [0] + Array("b\n".utf8), "yaml-encoding", 8..<9),
    RawFile(
      "UTF-16 with a mark", [0xFF, 0xFE] + Array("title: a\n".utf8).flatMap { [$0, 0] }, "yaml-encoding", 0..<2),
    RawFile("UTF-16 without one", Array("title: a\n".utf8).flatMap { [0, $0] }, "yaml-encoding", 0..<2),
    RawFile("a file of more than 1 MiB", [UInt8](repeating: 0x23, count: 1 << 20 | 1), "file-too-large", 0..<0),
  ]

  @Test("a file that is no text is one finding", arguments: rawFiles)
  func raw(_ file: RawFile) {
    let source = SourceFile(path: "activities.d/com.example.note.yaml", bytes: file.bytes)
    let (definition, findings) = DefinitionLoader.load(source)
    #expect(definition == nil)
    #expect(findings.map(\.code.rawValue) == [file.code])
    #expect(findings.map(\.primary.location.range) == [file.range])
    #expect(findings.allSatisfy { !$0.helps.isEmpty })
  }

  @Test("a file with another suffix is told with the command that renames it")
  func suffix() throws {
    let folder = TemporaryDirectory()
    folder.write("com.example.note.yml", Definitions.shell())
    let listing = DefinitionDirectory(path: FilePath(folder.path), origin: .commandLine).list(for: getuid())
    #expect(listing.findings.map(\.code) == ["file-name"])
    let help = try #require(listing.findings.first?.helps.first?.message)
    #expect(help.contains("com.example.note.yml \(folder.path)/com.example.note.yaml"))
  }

  @Test("more mistakes than anyone makes end in one finding that says so")
  func tooMany() {
    let keys = (0..<150).map { "key-\($0): a\n" }.joined()
    let (_, findings) = Definitions.load(Definitions.shell(keys))
    #expect(findings.count == 101)
    #expect(findings.last?.code == "too-many-findings")
  }

  @Test(
    "many mistakes in one file are as many findings in one run",
    arguments: [("twelve-mistakes", "twelve", 12), ("broken-neighbours", "neighbours", 8)])
  func many(name: String, type: String, count: Int) throws {
    let path = "Tests/ShareDefinitionsTests/Goldens/" + name
    let bytes = try #require(readFile(Project.root + "/" + path + ".yaml"))
    let file = SourceFile(path: "activities.d/com.example.\(type).yaml", bytes: bytes)
    let (_, findings) = DefinitionLoader.load(file)
    #expect(findings.count == count)
    // Comments in the file say what is wrong with their line, apart from the recorded text.
    let lines = String(decoding: bytes, as: UTF8.self).split(separator: "\n", omittingEmptySubsequences: false)
    let expected = lines.enumerated().flatMap { index, line -> [String] in
      guard let mark = line.firstRange(of: "#~ ") else { return [] }
      return line[mark.upperBound...].split(separator: " ").map { "\($0) \(index + 1)" }
    }
    #expect(
      findings.map { "\($0.severity.rawValue)[\($0.code.rawValue)] \($0.primary.location.line)" } == expected)
    try CommittedFile.expect(path + ".txt", holds: TextRenderer(isColored: false).render(findings))
  }
}

/// A file as bytes, and the one finding that is due.
struct RawFile: Sendable, CustomTestStringConvertible {
  var name: String
  var bytes: [UInt8]
  var code: String
  var range: Range<Int>

  init(_ name: String, _ bytes: [UInt8], _ code: String, _ range: Range<Int>) {
    (self.name, self.bytes, self.code, self.range) = (name, bytes, code, range)
  }

  var testDescription: String { name }
}

extension MistakeFixture {
  /// What is found in these bytes, read as the fixture is.
  func load(_ bytes: [UInt8]) -> [Diagnostic] {
    let folder = kind == .activity ? "activities.d/" : ""
    let file = SourceFile(path: folder + fileName, bytes: bytes)
    return switch kind {
    case .activity: DefinitionLoader.load(file, isThorough: true).1
    case .config: ConfigLoader.loadConfiguration(file).1
    case .policy: ConfigLoader.loadPolicy(file).1
    case .request: RequestLoader.load(file).1
    }
  }
}

/// The bytes with a help's edits made, the last one first.
func apply(_ edits: [Diagnostic.Edit], to bytes: [UInt8]) -> [UInt8] {
  var bytes = bytes
  for edit in edits.sorted(by: { $0.location.range.lowerBound > $1.location.range.lowerBound }) {
    bytes.replaceSubrange(edit.location.range, with: Array(edit.replacement.utf8))
  }
  return bytes
}
