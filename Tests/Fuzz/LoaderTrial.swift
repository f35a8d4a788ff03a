import ShareDefinitions
import SourceDiagnostics
import TestSupport

/// Damaged files through the loader: every range lies in its file, every finding has a way out and can be shown, a
/// definition comes exactly without errors, and mending ends.
struct LoaderTrial {
  let seed: UInt64

  /// The input of this number, as the file that it is loaded from.
  func input(_ index: Int) -> SourceFile {
    var generator = SeededGenerator(seed: seed, index: index)
    return SourceFile(path: "com.example.note.yaml", bytes: damaged(Corpus.definitions, using: &generator))
  }

  func run(_ indices: Range<Int>, _ progress: Progress) {
    var findings = 0
    var clean = 0
    for index in indices {
      progress.note(index)
      let found = check(index)
      findings += found
      if found == 0 { clean += 1 }
    }
    say("done \(indices.count) inputs, \(findings) findings, \(clean) inputs without any")
  }

  private func check(_ index: Int) -> Int {
    let file = input(index)
    // Every eighth as a file of another form.
    let findings: [Diagnostic]
    switch index % 32 {
    case 8: findings = ConfigLoader.loadConfiguration(file).1
    case 16: findings = ConfigLoader.loadPolicy(file).1
    case 24: findings = RequestLoader.load(file).1
    default:
      let (definition, found) = DefinitionLoader.load(file, expectsTypeAsName: false, isThorough: true)
      if (definition == nil) != found.contains(where: { $0.severity == .error }) {
        complain(index, "a definition and errors, or neither")
      }
      findings = found
    }
    for finding in findings { check(finding, in: file, index) }
    if index % 16 == 0, !findings.isEmpty {
      if TextRenderer().render(findings).isEmpty { complain(index, "nothing is shown") }
      _ = GitHubAnnotations.render(findings) { $0.path }
    }
    if index % 16 == 1, findings.contains(where: { $0.helps.contains(where: \.isCertain) }) {
      let mended = CertainFixes.mend(file) { DefinitionLoader.load($0, expectsTypeAsName: false, isThorough: true).1 }
      if mended.left.contains(where: { $0.helps.contains { $0.isCertain && !$0.edits.isEmpty } }) {
        complain(index, "mending does not end")
      }
    }
    return findings.count
  }

  private func check(_ finding: Diagnostic, in file: SourceFile, _ index: Int) {
    let places = [finding.primary.location] + finding.related.map(\.location)
    for place in places + finding.helps.flatMap(\.edits).map(\.location)
    where place.file != file || place.range.lowerBound < 0 || place.range.upperBound > file.bytes.count {
      complain(index, "\(finding.code.rawValue) reaches beyond the file")
    }
    if finding.helps.isEmpty { complain(index, "\(finding.code.rawValue) has no way out") }
  }
}
