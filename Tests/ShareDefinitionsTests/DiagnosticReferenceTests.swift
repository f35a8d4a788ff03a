import Foundation
import ShareDefinitions
import ShareModel
import SourceDiagnostics
import TestSupport
import Testing

/// The reference of the findings, made from the table of their meanings and from the fixtures.
@Suite("the reference of the findings")
struct DiagnosticReferenceTests {
  @Test("every code that the sources give is explained, and no other")
  func explained() throws {
    let codes = try DiagnosticReferenceTests.sourceCodes()
    let entries = DiagnosticCatalogue.entries.map(\.code.rawValue)
    #expect(entries == entries.sorted())
    #expect(codes.subtracting(entries).sorted() == [], "not explained")
    #expect(Set(entries).subtracting(codes).sorted() == [], "explained, but never given")
    #expect(DiagnosticCatalogue.entries.allSatisfy { $0.meaning.hasSuffix(".") })
  }

  @Test("every code occurs in a fixture")
  func covered() throws {
    let covered = Set(MistakeFixture.all.map(\.code) + DiagnosticReferenceTests.built.keys)
    #expect(try DiagnosticReferenceTests.sourceCodes().subtracting(covered).sorted() == [])
  }

  @Test("what no fixture file can hold is found", arguments: built.keys.sorted())
  func outside(code: String) throws {
    let make = try #require(DiagnosticReferenceTests.built[code])
    let findings = make()
    #expect(findings.map(\.code.rawValue) == [code])
    // An example that does not hold says both sides; which of them is wrong only a person can say.
    #expect(findings.allSatisfy { !$0.helps.isEmpty || $0.code == "unmet-expectation" })
  }

  @Test("the committed reference is that of the table and the fixtures")
  func reference() throws {
    try CommittedFile.expect("Documentation/diagnostics.md", holds: DiagnosticReferenceTests.reference())
  }

  /// The codes in the files that hold the wording of findings.
  private static func sourceCodes() throws -> Set<String> {
    let sources = Project.root + "/Sources"
    let names = try #require(FileManager.default.enumerator(atPath: sources)).compactMap { $0 as? String }
    let pattern = #/(?:\.error,|\.warning,|\berror\(|Code = )\s*"([a-z0-9-]+)"/#
    var codes: Set<String> = []
    for name in names where name.hasSuffix("Diagnostics.swift") {
      let text = try String(contentsOfFile: sources + "/" + name, encoding: .utf8)
      for match in text.matches(of: pattern) { codes.insert(String(match.1)) }
    }
    try #require(codes.count > 50, "the codes are found by how they are written")
    return codes
  }

  /// Findings about folders, permissions and huge files.
  static let built: [String: @Sendable () -> [Diagnostic]] = [
    "duplicate-title": {
      compared([
        "com.example.copy": "title: Copy\ncategory: action\naccepts: text\nshell: [cat, --, '{{ item.file }}']\n",
        "com.example.link": "title: Copy\ncategory: action\naccepts: url\nshell: [cat, --, '{{ item.file }}']\n",
      ])
    },
    "unknown-activity": {
      compared([
        "com.example.copy": "title: Copy\ncategory: action\naccepts: text\nshell: [cat, --, '{{ item.file }}']\n",
        "com.example.link":
          "title: Shorten\ncategory: action\naccepts: url\nshell: [cat, --, '{{ item.file }}']\n"
          + "returns: {url: '{{ stdout }}'}\nthen: com.example.cpoy\n",
      ])
    },
    "file-too-large": {
      Definitions.load(String(repeating: "#", count: 1 << 20 | 1)).1
    },
    "invalid-example": {
      let file = SourceFile(path: "com.example.note.yaml", text: "examples:\n  - send: {file: a.txt}\n")
      let place = SourceLocation(file: file, range: 14..<35)
      return [.invalidExample("no private folder can be made in '/tmp'", at: place, help: "make room there")]
    },
    "missing-directory": {
      DefinitionDirectory(path: FilePath("/nonexistent/activities.d"), origin: .commandLine).list(for: 0).findings
    },
    "too-many-findings": {
      let keys = (0..<150).map { "key-\($0): a\n" }.joined()
      return Array(Definitions.load(Definitions.shell(keys)).1.suffix(1))
    },
    "unmet-expectation": {
      let file = SourceFile(
        path: "com.example.note.yaml", text: "examples:\n  - {send: {text: a}, expect: {argv: [cat, b]}}\n")
      let place = SourceLocation(file: file, range: 54..<55)
      return [
        .unmetExpectation(
          "the arguments differ from the second on", at: place, "got “a”",
          notes: ["expected [“cat”, “b”]\n     got [“cat”, “a”]"])
      ]
    },
    "unreadable-file": {
      DefinitionLoader.load(path: FilePath("/dev/null"), user: 0).1
    },
    "unsafe-permissions": {
      let folder = TemporaryDirectory()
      folder.write("com.example.note.yaml", Definitions.shell(), mode: 0o666)
      return DefinitionLoader.load(
        path: FilePath(folder.path + "/com.example.note.yaml"), origin: .user, user: getuid()
      ).1.map { finding in
        // The folder has another name in every run.
        var finding = finding
        let file = SourceFile(path: "activities.d/com.example.note.yaml", bytes: [])
        finding.primary.location = SourceLocation(file: file, range: 0..<0)
        for index in finding.helps.indices {
          finding.helps[index].message = finding.helps[index].message
            .replacing(folder.path, with: "activities.d")
        }
        return finding
      }
    },
  ]

  /// What is found between definitions that lie in one folder, each given without its first line.
  static func compared(_ definitions: [String: String]) -> [Diagnostic] {
    let folder = TemporaryDirectory()
    for (type, text) in definitions { folder.write("activities.d/\(type).yaml", "type: \(type)\n" + text) }
    let directory = DefinitionDirectory(path: FilePath(folder.path + "/activities.d"), origin: .commandLine)
    let path = SearchPath(directories: [directory], user: getuid())
    let loaded = path.checkAll()
    let catalogue = ActivityCatalogue(loaded, types: { path.allTypes() }, matches: { $0 == $1 })
    return (loaded.findings + catalogue.findings()).map { finding in
      // The folder has another name in every run.
      func moved(_ label: Diagnostic.Label) -> Diagnostic.Label {
        let file = SourceFile(
          path: label.location.file.path.replacing(folder.path + "/", with: ""), bytes: label.location.file.bytes)
        return Diagnostic.Label(SourceLocation(file: file, range: label.location.range), label.text)
      }
      var finding = finding
      finding.primary = moved(finding.primary)
      finding.related = finding.related.map(moved)
      return finding
    }
  }

  private static func reference() -> String {
    var text = """
      # Every finding

      Made from the program's own table of findings and from its tests: each output below is what `sharerouter validate` \
      writes. An error keeps a definition from being used; a warning does not, but for `validate --strict`.


      """
    for entry in DiagnosticCatalogue.entries {
      let code = entry.code.rawValue
      let fixtures = MistakeFixture.all.filter { $0.code == code }
      // The shortest says it best.
      let example = fixtures.min { ($0.bytes.count, $0.name) < ($1.bytes.count, $1.name) }
      let findings = example.map { $0.load($0.bytes) } ?? built[code]?() ?? []
      let severities = Set(fixtures.map(\.severity) + findings.map(\.severity.rawValue)).sorted()
      text += "## \(code)\n\n\(severities.joined(separator: " or ").capitalizedFirst). \(entry.meaning)\n\n"
      if let example { text += fenced(example.withoutMark, "yaml") + "\n" }
      let shifted = example.map { $0.load(Array($0.withoutMark.utf8)) } ?? findings
      text += fenced(TextRenderer(isColored: false).render(shifted), "text") + "\n"
    }
    return text.trimmingSuffix("\n") + "\n"
  }

  private static func fenced(_ text: String, _ language: String) -> String {
    "```\(language)\n" + text.trimmingSuffix("\n").escapingControls + "\n```\n"
  }
}

extension MistakeFixture {
  /// The text as a person would write it, without the first line; where the place is in that line, with it.
  fileprivate var withoutMark: String {
    let lines = text.split(separator: "\n", maxSplits: 1, omittingEmptySubsequences: false)
    return lines.count > 1 ? String(lines[1]) : text
  }
}

extension String {
  fileprivate var capitalizedFirst: String { prefix(1).uppercased() + dropFirst() }

  fileprivate func trimmingSuffix(_ end: String) -> String {
    var text = self
    while text.hasSuffix(end) { text.removeLast(end.count) }
    return text
  }

  /// Characters that no document should hold, as a terminal would be shown them.
  fileprivate var escapingControls: String {
    String(
      String.UnicodeScalarView(
        unicodeScalars.flatMap { scalar -> [Unicode.Scalar] in
          guard scalar.value < 0x20, scalar != "\n", scalar != "\t" else { return [scalar] }
          return Array("\\x\(scalar.value < 0x10 ? "0" : "")\(String(scalar.value, radix: 16))".unicodeScalars)
        }))
  }
}
