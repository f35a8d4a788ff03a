import SourceDiagnostics
import TestSupport
import Testing

@testable import YAMLSyntax

@Suite("The way from a scalar's text to its bytes")
struct ScalarSourceMapperTests {
  /// The scalar that is the value of the file's key `k`, at the file's place.
  private func value(_ text: String) throws -> (SourceText, SourceFile) {
    let file = SourceFile(path: "a.yaml", text: text)
    let root = try #require(parse(file).document?.root)
    guard case .mapping(let entries) = root.content, let node = entries.last?.value else {
      throw CaseError.noMapping
    }
    return (try #require(node.sourceText(in: file)), file)
  }

  private enum CaseError: Error { case noMapping }

  /// A part of the text that occurs once, and the bytes it was written in, which occur once in the file.
  static let cases: [(file: String, text: String, part: String, bytes: String)] = [
    ("k: plain é text\n", "plain é text", "é t", "é t"),
    ("k: one\n  two\n\n  three\n", "one two\nthree", "two", "two"),
    ("k: one\n  two\n\n  three\n", "one two\nthree", "e t", "e\n  t"),
    ("k: one\n  two\n\n  three\n", "one two\nthree", "\n", "\n"),
    ("k: 'it''s  {{ x }}'\n", "it's  {{ x }}", "'", "''"),
    ("k: 'it''s  {{ x }}'\n", "it's  {{ x }}", "{{ x }}", "{{ x }}"),
    ("k: 'a \n\n   b'\n", "a\nb", "b", "b"),
    ("k: \"a\\tb\\x41\\u00e9\\U0001F600c\"\n", "a\tbAé😀c", "é", "\\u00e9"),
    ("k: \"a\\tb\\x41\\u00e9\\U0001F600c\"\n", "a\tbAé😀c", "A", "\\x41"),
    ("k: \"a\\tb\\x41\\u00e9\\U0001F600c\"\n", "a\tbAé😀c", "😀c", "\\U0001F600c"),
    ("k: \"a\\tb\\x41\\u00e9\\U0001F600c\"\n", "a\tbAé😀c", "a\tb", "a\\tb"),
    ("k: \"one\\\n   two \\\n  \\ three\"\n", "onetwo  three", "two", "two"),
    (
      "k: \"\\0\\a\\b\\t\\n\\v\\f\\r\\e\\ \\\"\\/\\\\\\N\\_\\L\\Pz\"\n",
      "\0\u{7}\u{8}\t\n\u{B}\u{C}\r\u{1B} \"/\\\u{85}\u{A0}\u{2028}\u{2029}z", "z", "z"
    ),
    ("k: |\n  echo é\n    {{ x }}\n\n  z\n", "echo é\n  {{ x }}\n\nz\n", "{{ x }}", "{{ x }}"),
    ("k: |\n  echo é\n    {{ x }}\n\n  z\n", "echo é\n  {{ x }}\n\nz\n", "  {{", "  {{"),
    ("k: |\n  echo é\n    {{ x }}\n\n  z\n", "echo é\n  {{ x }}\n\nz\n", "z\n", "z\n"),
    ("k: |\r\n  a\r\n  b\r\n", "a\nb\n", "b\n", "b\r\n"),
    ("k: |\r\n  a\r\n  b\r\n", "a\nb\n", "a\nb", "a\r\n  b"),
    ("o: 1\nk: |2-\n    a\n   b\n\n", "  a\n b", "b", "b"),
    ("k: |+ # c\n\n\n  a\tb \n\n\n", "\n\na\tb \n\n\n", "a\tb ", "a\tb "),
    ("k: >\n  one\n  two\n\n   more\n  three\n\n\n", "one two\n\n more\nthree\n", "two", "two"),
    ("k: >\n  one\n  two\n\n   more\n  three\n\n\n", "one two\n\n more\nthree\n", " more", " more"),
    ("k: >\n  one\n  two\n\n   more\n  three\n\n\n", "one two\n\n more\nthree\n", "three", "three"),
    ("k: >-\n  a\n\n\n  b", "a\n\nb", "b", "b"),
    ("k: &x !!str |\n  a\n", "a\n", "a", "a"),
    ("\u{FEFF}é: 1\nk: \"日\\n本\"\n", "日\n本", "本", "本"),
  ]

  @Test("each part leads to the bytes it was written in", arguments: cases)
  func parts(testCase: (file: String, text: String, part: String, bytes: String)) throws {
    let (source, file) = try value(testCase.file)
    #expect(source.text == testCase.text)
    let text = Array(source.text.utf8)
    let part = Array(testCase.part.utf8)
    let place = try #require((0...text.count - part.count).first { text[$0..<$0 + part.count].elementsEqual(part) })
    let range = source.location(of: place..<place + part.count).range
    if testCase.part == "\n" {
      // Two breaks that are folded to one: its bytes are the second.
      #expect(file.bytes[range] == [0x0A])
    } else {
      #expect(String(decoding: file.bytes[range], as: UTF8.self) == testCase.bytes)
    }
  }

  @Test(
    "a text that stands in the file as it is has the short map", arguments: ["k: a b\n", "k: 'a b'\n", "k: \"a b\"\n"])
  func verbatim(text: String) throws {
    guard case .verbatim = try value(text).0.map else { return #expect(Bool(false), "has pieces") }
  }

  @Test(
    "an empty text lies where it would stand",
    arguments: [
      ("k:\n", 2), ("k: ''\n", 4), ("k: \"\"\n", 4), ("k: |\n", 4), ("k: >-\n\n", 5), ("k: !!str\n", 8),
      ("k: \"\\\n  \"\n", 8),
    ])
  func empty(text: String, offset: Int) throws {
    let (source, _) = try value(text)
    #expect(source.text.isEmpty)
    #expect(source.location.range == offset..<offset)
  }

  @Test("bytes that do not make the text lead to the scalar as a whole")
  func fallback() {
    let file = SourceFile(path: "a.yaml", text: "k: 'other'\n")
    let node = parse(SourceFile(path: "b.yaml", text: "k: 'texts'\n")).document?.root
    #expect(node?.entries?.value(of: "k")?.sourceText(in: file)?.location(of: 1..<2).range == 3..<10)
    #expect(node?.sourceText(in: file) == nil)
  }
}
