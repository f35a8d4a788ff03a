import SourceDiagnostics
import Testing

@Suite("A text from a file")
struct SourceTextTests {
  @Test("that stands there as it is leads back by its offset")
  func verbatim() {
    let file = SourceFile(path: "f", text: "title: {{ item.url }}\n")
    let text = SourceText(verbatim: "{{ item.url }}", file: file, offset: 7)
    #expect(text.location.range == 7..<21)
    #expect(text.location(of: 3..<11).range == 10..<18)
    #expect(text.location(of: 14..<14).range == 21..<21)
  }

  /// `"a\tb` + a folded line break + `c"`, from offset 10 on: the text is `a`, tab, `b`, blank, `c`.
  static let pieces = SourceMap.pieces([
    .init(text: 0..<1, file: 11..<12),
    .init(text: 1..<2, file: 12..<14),
    .init(text: 2..<3, file: 14..<15),
    .init(text: 3..<4, file: 15..<18),
    .init(text: 4..<6, file: 18..<20),
  ])

  static let ranges: [(Range<Int>, Range<Int>)] = [
    (0..<1, 11..<12),
    (1..<2, 12..<14),
    (0..<3, 11..<15),
    (2..<4, 14..<18),
    (3..<5, 15..<19),
    (4..<5, 18..<19),
    (5..<6, 19..<20),
    (0..<6, 11..<20),
    (0..<0, 11..<11),
    (1..<1, 12..<12),
    (4..<4, 18..<18),
    (5..<5, 19..<19),
    (6..<6, 20..<20),
    (6..<9, 20..<20),
  ]

  @Test("made of pieces leads back to all the bytes that made a range", arguments: ranges)
  func leading(range: Range<Int>, expected: Range<Int>) {
    #expect(SourceTextTests.pieces.fileRange(of: range) == expected)
  }

  @Test("without any bytes of its own has an empty place")
  func noPieces() {
    #expect(SourceMap.pieces([]).fileRange(of: 0..<0) == 0..<0)
  }

  @Test("never leads to a place before its first piece")
  func beforeFirst() {
    let map = SourceMap.pieces([.init(text: 4..<8, file: 2..<6)])
    #expect(map.fileRange(of: 0..<0) == 2..<2)
    #expect(map.fileRange(of: 0..<2) == 2..<3)
    #expect(map.fileRange(of: 0..<6) == 2..<4)
  }
}
