import SourceDiagnostics
import Testing

@Suite("Edits that are sure")
struct CertainFixesTests {
  private let file = SourceFile(path: "a.yaml", text: "one two three")

  private func finding(_ edits: [(Range<Int>, String)], isCertain: Bool = true) -> Diagnostic {
    Diagnostic(
      .error, "x", "m", at: .init(SourceLocation(file: file, range: 0..<1), ""),
      helps: [
        .init("perhaps", edits: [.init(SourceLocation(file: file, range: 0..<3), replacement: "no")]),
        .init(
          "sure", edits: edits.map { .init(SourceLocation(file: file, range: $0.0), replacement: $0.1) },
          isCertain: isCertain),
      ])
  }

  private func text(_ fixes: CertainFixes?) -> String? { fixes.map { String(decoding: $0.file.bytes, as: UTF8.self) } }

  @Test("those of several findings are made together")
  func together() {
    let fixes = CertainFixes(of: [finding([(8..<13, "drei")]), finding([(0..<3, "eins"), (3..<3, ",")])], in: file)
    #expect(fixes?.count == 2)
    #expect(text(fixes) == "eins, two drei")
  }

  @Test("of two that get in each other's way the first is made, and what is not sure never is")
  func overlapping() {
    let fixes = CertainFixes(of: [finding([(0..<7, "a")]), finding([(4..<7, "b"), (8..<8, "c")])], in: file)
    #expect(fixes?.count == 1)
    #expect(text(fixes) == "a three")
    #expect(CertainFixes(of: [finding([(0..<3, "a")], isCertain: false)], in: file) == nil)
    #expect(text(CertainFixes(of: [finding([(3..<3, "a")]), finding([(3..<3, "b")])], in: file)) == "onea two three")
  }

  @Test("edits of other files and those that change nothing are left")
  func nothing() {
    let other = SourceFile(path: "a.yaml", text: "one two three")
    #expect(CertainFixes(of: [finding([(0..<3, "a")])], in: other) == nil)
    #expect(CertainFixes(of: [finding([(0..<3, "one")])], in: file) == nil)
  }

  @Test("what edits bring to light is mended too, and an edit that mends nothing ends")
  func mend() {
    let (mended, count, left) = CertainFixes.mend(file) { file in
      guard let place = file.bytes.firstIndex(of: UInt8(ascii: "e")) else { return [] }
      return [
        Diagnostic(
          .error, "x", "m", at: .init(SourceLocation(file: file, range: place..<place + 1), ""),
          helps: [
            .init(
              "sure", edits: [.init(SourceLocation(file: file, range: place..<place + 1), replacement: "E")],
              isCertain: true)
          ])
      ]
    }
    #expect(String(decoding: mended.bytes, as: UTF8.self) == "onE two thrEE")
    #expect(count == 3 && left.isEmpty)

    let (endless, rounds, _) = CertainFixes.mend(file) { file in
      [
        Diagnostic(
          .error, "x", "m", at: .init(SourceLocation(file: file, range: 0..<0), ""),
          helps: [
            .init("sure", edits: [.init(SourceLocation(file: file, range: 0..<0), replacement: "!")], isCertain: true)
          ])
      ]
    }
    #expect(rounds == CertainFixes.rounds && endless.bytes.count == file.bytes.count + rounds)
  }
}
