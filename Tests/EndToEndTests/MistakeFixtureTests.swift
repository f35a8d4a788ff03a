import Foundation
import TestSupport
import Testing

/// The files with one mistake each, as the program tells of them.
@Suite("validate tells of each mistake")
struct MistakeFixtureTests {
  private struct Finding: Equatable, CustomStringConvertible {
    var severity: String
    var code: String
    var line: Int
    var column: Int
    var offsets: Range<Int>

    var description: String { "\(severity)[\(code)] \(line):\(column) \(offsets)" }
  }

  @Test(
    "one run over all of them tells each once, with its line and column",
    arguments: [([MistakeFixture.Kind.activity, .config, .policy], []), ([.request], ["--as", "request"])])
  func batch(kinds: [MistakeFixture.Kind], options: [String]) throws {
    let folder = TemporaryDirectory()
    let fixtures = MistakeFixture.all.filter { kinds.contains($0.kind) }
    try #require(!fixtures.isEmpty)
    var paths: [String: MistakeFixture] = [:]
    for fixture in fixtures {
      let name = fixture.name + "/" + fixture.fileName
      folder.write(Array(name.utf8), fixture.bytes)
      paths[folder.path + "/" + name] = fixture
    }
    let run = CommandRun.sharerouter(["validate", "--format", "json"] + options + paths.keys.sorted())
    #expect(run.status == 1)
    let document = try #require(try JSONSerialization.jsonObject(with: Data(run.output)) as? [String: Any])
    var found: [String: [Finding]] = [:]
    for diagnostic in try #require(document["diagnostics"] as? [[String: Any]]) {
      let start = try #require((diagnostic["range"] as? [String: Any])?["start"] as? [String: Int])
      let end = try #require((diagnostic["range"] as? [String: Any])?["end"] as? [String: Int])
      found[try #require(diagnostic["file"] as? String), default: []].append(
        Finding(
          severity: try #require(diagnostic["severity"] as? String), code: try #require(diagnostic["code"] as? String),
          line: try #require(start["line"]), column: try #require(start["column"]),
          offsets: try #require(start["offset"])..<(try #require(end["offset"]))))
    }
    for (path, fixture) in paths {
      let (line, column) = position(fixture.range.lowerBound, in: fixture.bytes)
      let expected = Finding(
        severity: fixture.severity, code: fixture.code, line: line, column: column, offsets: fixture.range)
      let actual = found[path] ?? []
      #expect(actual == [expected], "\(fixture.name)")
    }
    let summary = try #require(document["summary"] as? [String: Int])
    #expect(summary["files"] == fixtures.count)
    #expect(summary["errors"] == fixtures.filter { $0.severity == "error" }.count)
    #expect(summary["warnings"] == fixtures.filter { $0.severity == "warning" }.count)
  }

  /// Line and column as people count them, found another way than the program does.
  private func position(_ offset: Int, in bytes: [UInt8]) -> (line: Int, column: Int) {
    let before = String(decoding: bytes[..<offset], as: UTF8.self)
    let lines = before.unicodeScalars.split(separator: "\n", omittingEmptySubsequences: false)
    return (lines.count, (lines.last?.count ?? 0) + 1)
  }

  @Test("the definitions without a mistake pass, warnings counted as errors")
  func valid() {
    let run = CommandRun.sharerouter(
      ["validate", "--strict", Project.root + "/Tests/ShareDefinitionsTests/Valid"])
    expectText(run.text, "")
    #expect(run.status == 0)
  }
}
