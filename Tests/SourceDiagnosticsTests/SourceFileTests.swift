import SourceDiagnostics
import Testing

@Suite("A source file")
struct SourceFileTests {
  static let lineBreaks: [(String, [Int])] = [
    ("", [0]),
    ("a", [0]),
    ("a\n", [0, 2]),
    ("a\nb", [0, 2]),
    ("a\r\nb", [0, 3]),
    ("a\rb", [0, 2]),
    ("\r\r\n\n", [0, 1, 3, 4]),
    ("a\u{2028}b\u{85}c", [0]),
  ]

  @Test("begins a line after LF, CRLF and a lone CR, and after nothing else", arguments: lineBreaks)
  func lineStarts(text: String, starts: [Int]) {
    #expect(SourceFile(path: "f", text: text).lineStarts == starts)
  }

  static let positions: [(String, Int, Int, Int)] = [
    ("abc", 0, 1, 1),
    ("abc", 3, 1, 4),
    ("abc", 99, 1, 4),
    ("abc", -1, 1, 1),
    ("a\nbc", 1, 1, 2),
    ("a\nbc", 2, 2, 1),
    ("a\nbc\n", 5, 3, 1),
    ("é: x", 2, 1, 2),
    ("日本: x", 8, 1, 5),
    ("😀: x", 4, 1, 2),
    ("e\u{301}x", 3, 1, 3),
    ("\u{FEFF}ab", 0, 1, 1),
    ("\u{FEFF}ab", 1, 1, 1),
    ("\u{FEFF}ab", 3, 1, 1),
    ("\u{FEFF}ab", 4, 1, 2),
    ("\u{FEFF}a\n\u{FEFF}b", 8, 2, 2),
    ("", 0, 1, 1),
  ]

  @Test("counts lines and scalars from 1, a byte-order mark at its start not at all", arguments: positions)
  func counting(text: String, offset: Int, line: Int, column: Int) {
    let position = SourceFile(path: "f", text: text).position(at: offset)
    #expect(position.line == line)
    #expect(position.column == column)
    #expect(position.offset == min(max(offset, 0), text.utf8.count))
  }

  @Test("gives the bytes of a line without its line break")
  func lineRanges() {
    let file = SourceFile(path: "f", text: "ab\r\nc\rd\n\r\r\n")
    #expect((1...6).map { file.lineRange($0) } == [0..<2, 4..<5, 6..<7, 8..<8, 9..<9, 11..<11])
  }

  @Test("keeps a path of any bytes")
  func paths() {
    let name: [UInt8] = [0x61, 0xFF, 0x62]
    let file = SourceFile(pathBytes: name, bytes: [])
    #expect(file.pathBytes == name)
    #expect(file.path == "a\u{FFFD}b")
    #expect(SourceFile(pathBytes: Array("é".utf8), bytes: []).pathBytes == Array("é".utf8))
    #expect(SourceFile(path: "é", bytes: []).pathBytes == Array("é".utf8))
  }

  @Test("holds locations inside itself")
  func locations() {
    let file = SourceFile(path: "f", text: "ab\ncd")
    #expect(SourceLocation(file: file, range: 3..<99).range == 3..<5)
    #expect(SourceLocation(file: file, range: 50..<99).range == 5..<5)
    #expect(SourceLocation(file: file, range: 3..<4).line == 2)
    #expect(file != SourceFile(path: "f", text: "ab\ncd"))
  }
}
