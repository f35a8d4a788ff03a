import ShareDefinitions
import SourceDiagnostics
import TestSupport
import Testing

@Suite("definitions that were damaged")
struct MutationTests {
  /// About 2,000 files in all.
  private static let perFile = 2000 / max(ValidFixture.all.count, 1) + 1

  @Test("every place lies in the file, and a certain edit mends what it was made for", arguments: ValidFixture.all)
  func mutations(_ fixture: ValidFixture) {
    // A seed of its own for each file, the same in every run.
    var generator = SeededGenerator(seed: fixture.name.utf8.reduce(7) { $0 &* 31 &+ UInt64($1) })
    for round in 0..<MutationTests.perFile {
      let bytes = InputMutator.mutated(fixture.bytes, using: &generator)
      let file = SourceFile(path: "activities.d/" + fixture.name, bytes: bytes)
      let (definition, findings) = DefinitionLoader.load(file, isThorough: true)
      #expect((definition == nil) == findings.contains { $0.severity == .error })
      for finding in findings {
        check(finding, in: bytes, "round \(round) of \(fixture.name)", name: fixture.name)
      }
    }
  }

  private func check(_ finding: Diagnostic, in bytes: [UInt8], _ what: String, name: String) {
    let whole = 0...bytes.count
    let places = [finding.primary] + finding.related
    let edits = finding.helps.flatMap(\.edits)
    for range in places.map(\.location.range) + edits.map(\.location.range)
    where !whole.contains(range.lowerBound) || !whole.contains(range.upperBound) {
      Issue.record("\(what): \(summary(finding)) reaches beyond the file")
    }
    #expect(!finding.helps.isEmpty, "\(what): \(summary(finding)) has no way out")
    for help in finding.helps where help.isCertain && !help.edits.isEmpty {
      let mended = apply(help.edits, to: bytes)
      let (_, left) = DefinitionLoader.load(SourceFile(path: "activities.d/" + name, bytes: mended), isThorough: true)
      let edited = help.edits.map(\.location.range)
      let start = edited.map(\.lowerBound).min() ?? 0
      let same = left.filter { other in
        other.code == finding.code && other.message == finding.message
          && other.primary.location.range.lowerBound >= min(start, finding.primary.location.range.lowerBound)
          && other.primary.location.range.lowerBound <= finding.primary.location.range.upperBound
      }
      if !same.isEmpty {
        Issue.record(
          "\(what): '\(help.message)' leaves \(summary(finding))\n\(String(decoding: bytes, as: UTF8.self))")
      }
    }
  }
}
