import SourceDiagnostics
import TestSupport
import Testing

@testable import YAMLSyntax

/// A file with the one finding that is due: `«…»` marks its primary place, then its related ones.
struct SyntaxErrorCase: Sendable, CustomTestStringConvertible {
  var code: String
  var text: String
  /// The file after the certain remedy; nil where there is none.
  var mended: String?

  init(_ code: String, _ text: String, mended: String? = nil) {
    self.code = code
    self.text = text
    self.mended = mended
  }

  var testDescription: String { code + ": " + text.debugDescription }
}

@Suite("Syntax errors")
struct SyntaxErrorAnalysisTests {
  static let templates: [SyntaxErrorCase] = [
    .init("unquoted-template", "title: «{{ item.text }} more»\n", mended: "title: '{{ item.text }} more'\n"),
    .init("unquoted-template", "- «{{ x }} y» # z\n- b\n", mended: "- '{{ x }} y' # z\n- b\n"),
    .init("unquoted-template", "a: «{{ x | d: 'é' }}/y»\n", mended: "a: \"{{ x | d: 'é' }}/y\"\n"),
    .init("unquoted-template", "a: «{{ x | d: 'b' }} \"y\"»\n", mended: "a: '{{ x | d: ''b'' }} \"y\"'\n"),
    .init("unquoted-template", "a: «{{ x }}{{ y }}»\nb: c\n", mended: "a: '{{ x }}{{ y }}'\nb: c\n"),
    .init(
      "unquoted-template", "a: «{{ x | replace: '#', '' }}-» # c\n", mended: "a: \"{{ x | replace: '#', '' }}-\" # c\n"),
    .init("unquoted-template", "a: [b, «{{ x }} y», c]\n", mended: "a: [b, '{{ x }} y', c]\n"),
    .init("unquoted-template", "a: {b: «{{ x }} y», c: d}\n", mended: "a: {b: '{{ x }} y', c: d}\n"),
    .init("unquoted-template", "a: «{{ x»\nb: c\n", mended: "a: '{{ x'\nb: c\n"),
    .init("unquoted-template", "a: «{{ x }}: y»\n", mended: "a: '{{ x }}: y'\n"),
    .init("unquoted-template", "a: «{{ x | default: \"y }} z»\n", mended: "a: '{{ x | default: \"y }} z'\n"),
    .init(
      "unquoted-template", "a: «{{ env.HOME }}/{{ item.name }}»\r\nb: c\r\n",
      mended: "a: '{{ env.HOME }}/{{ item.name }}'\r\nb: c\r\n"),
  ]

  static let values: [SyntaxErrorCase] = [
    .init("unquoted-special", "a: «*.png»\n", mended: "a: '*.png'\n"),
    .init("unquoted-special", "a: [b, «*.corp.example», c]\n", mended: "a: [b, '*.corp.example', c]\n"),
    .init("unquoted-special", "- «*»\n", mended: "- '*'\n"),
    .init("unquoted-special", "a: «@x y» # z\n", mended: "a: '@x y' # z\n"),
    .init("unquoted-special", "«@x»", mended: "'@x'"),
    .init("unquoted-special", "a: «`date`»\n", mended: "a: '`date`'\n"),
    .init("unquoted-special", "a: «%F é»\n", mended: "a: '%F é'\n"),
    .init("unquoted-special", "a: «& co»\n", mended: "a: '& co'\n"),
    .init("unquoted-special", "a: «!x!y z»\n", mended: "a: '!x!y z'\n"),
    .init("unquoted-special", "a: «> 5 things»\n", mended: "a: '> 5 things'\n"),
    .init("unquoted-special", "title: «Note: buy»\n", mended: "title: 'Note: buy'\n"),
    .init("unquoted-special", "title: «it's: x»\n", mended: "title: \"it's: x\"\n"),
    .init("yaml-syntax", "title: \"Hello\" «world»\nb: c\n", mended: "title: '\"Hello\" world'\nb: c\n"),
    .init("yaml-syntax", "title: 'it'«s fine'»\nb: c\n", mended: "title: \"it's fine\"\nb: c\n"),
    .init("yaml-syntax", "a: «-» b\n"),
  ]

  static let structure: [SyntaxErrorCase] = [
    .init("tab-indentation", "a:\n«\t»b: 1\n", mended: "a:\n  b: 1\n"),
    .init("tab-indentation", "a:\n«\t»b: 1\n\tc:\n\t\td: 2\n", mended: "a:\n  b: 1\n  c:\n    d: 2\n"),
    .init("tab-indentation", "é:\n  b:\n  «\t»c: 1\n", mended: "é:\n  b:\n    c: 1\n"),
    .init("missing-colon", "a:\n  x: b\n«c»\n\n\n\n"),
    .init("missing-colon", "a: 1\n«name of it» # x\nb: 2\n"),
    .init("missing-colon", "a: 1\nb«:»c\nd: 2\n", mended: "a: 1\nb: c\nd: 2\n"),
    .init("missing-colon", "a: 1\n«http://x.example»\nd: 2\n"),
    .init("unterminated-quote", "a: 1\nb: «\"»text\nc: 2\n"),
    .init("unterminated-quote", "é: «'»日本\nc: 2\n"),
    .init("unterminated-quote", "a: «\"»text\nb: \"c\"\nd: 1\n"),
    .init("unterminated-quote", "a: [«\"»x, b]\nc: d\n"),
    .init("invalid-escape", "a: \"b«\\d»+\"\n", mended: "a: \"b\\\\d+\"\n"),
    .init("invalid-escape", "a: \"«\\é»\"\n", mended: "a: \"\\\\é\"\n"),
    .init("invalid-escape", "a: \"C:«\\U»sers\"\n"),
    .init("invalid-escape", "a: \"«\\x4»g\"\n"),
    .init("invalid-escape", "a: \"«\\ud83d»\\ude00\"\n"),
    .init("bad-indentation", "a:\n  «b»: 1\n «c»: 2\n"),
    .init("bad-indentation", "a:\n  - «b»: 1\n   «c»: 2\n"),
    .init("bad-indentation", "a:\n  «-» b\n «- c»\n"),
    .init("bad-indentation", "a: «|»\n  b\n «c d»\n"),
    .init("bad-indentation", "a: «|»\n  b\n\n«c d» # e\nf: g\n"),
    .init("unquoted-special", "title: «[Draft] it» # x\nb: c\n", mended: "title: '[Draft] it' # x\nb: c\n"),
    .init("yaml-syntax", "«:» a\n"),
    .init("bad-indentation", "«a»: 1\n  «c»: 2\n"),
    .init("bad-indentation", "«a»: \"1\"\n  «c»: 2\n"),
    .init("yaml-syntax", "«a»: 1\n«- b»\n"),
    .init("yaml-syntax", "«-» a\n«b»: c\n"),
    .init("unclosed-bracket", "a: «[»b, c\nd: e\n"),
    .init("unclosed-bracket", "a: «{»b: c\n"),
    .init("yaml-syntax", "a: [b, \"c\" «d»]\n"),
    .init("yaml-syntax", "a: «]»\n"),
    .init("yaml-syntax", "«%FOO»\n---\na: b\n"),
  ]

  @Test(
    "one mistake gives one finding at its place, and a certain remedy makes it disappear",
    arguments: templates + values + structure)
  func findings(testCase: SyntaxErrorCase) throws {
    let marked = Marked(testCase.text)
    let (document, findings) = parse(marked.file)
    try #require(findings.count == 1, "\(findings.map(\.message))")
    let finding = findings[0]
    #expect(finding.code.rawValue == testCase.code, "\(finding.message)")
    let expected = marked.ranges.sorted { $0.lowerBound < $1.lowerBound }.map(marked.text)
    let actual = ([finding.primary] + finding.related).map(\.location.range).sorted { $0.lowerBound < $1.lowerBound }
    #expect(actual.map(marked.text) == expected, "\(finding.message)")
    if !marked.ranges.isEmpty { #expect(actual == marked.ranges, "\(finding.message)") }
    expectValidRanges(document, findings, testCase.text)
    let certain = finding.helps.filter(\.isCertain)
    guard let mended = testCase.mended else {
      #expect(certain.isEmpty, "\(finding.message)")
      return
    }
    try #require(certain.count == 1, "\(finding.message)")
    let fixed = marked.file.applying(certain[0].edits)
    expectText(String(decoding: fixed.bytes, as: UTF8.self), mended)
    #expect(parse(fixed).findings.isEmpty)
    // What was mended in memory is the same document.
    #expect(document?.root.map(outline) == parse(fixed).document?.root.map(outline))
  }

  @Test("mistakes after one that can be mended are found in the same run, at their places in the file")
  func severalMistakes() {
    let marked = Marked(
      "é: «{{ x }} y»\nb: «*.png»\nc: «\"\\d»\"\nk: 1\n«k»: «{{ y }}/z»\n".replacing("«\"\\d»", with: "\"«\\d»"))
    let (document, findings) = parse(marked.file)
    #expect(
      findings.map { marked.text($0.primary.location.range) }
        == ["{{ x }} y", "*.png", "\\d", "{{ y }}/z", "k"])
    #expect(Set(findings.map(\.primary.location.range)) == Set(marked.ranges))
    #expect(findings.allSatisfy { $0.primary.location.file == marked.file })
    guard let root = document?.root, case .mapping(let entries) = root.content else {
      Issue.record("no document")
      return
    }
    #expect(entries.map { outline($0.value) } == ["{{ x }} y", "*.png", "\\d", "1", "{{ y }}/z"])
    let template = entries[4].value
    #expect(marked.text(template.range) == "{{ y }}/z")
    let source = template.sourceText(in: marked.file)
    #expect(source.map { marked.text($0.location(of: 3..<4).range) } == "y")
  }

  @Test("several values on one line that lack their quotes are found together")
  func severalOnOneLine() {
    let marked = Marked("mime: [«*.png», «*.jpg», {a: «{{ x }} y», b: «{{ z }} w»}]\n")
    let (document, findings) = parse(marked.file)
    #expect(findings.map(\.code) == ["unquoted-special", "unquoted-special", "unquoted-template", "unquoted-template"])
    #expect(Set(findings.map(\.primary.location.range)) == Set(marked.ranges))
    #expect(document?.root.map(outline) == "{mime: [*.png, *.jpg, {a: {{ x }} y, b: {{ z }} w}]}")
  }

  @Test("bytes that YAML cannot hold are located by their byte")
  func encoding() throws {
    let cases: [([UInt8], Range<Int>, String)] = [
      (Array("é: 1\nb: \u{1B}[0m\n".utf8), 9..<10, "U+001B"),
      (Array("é: \u{FFFE}x".utf8), 4..<7, "U+FFFE"),
      (Array("a: \u{7F}".utf8), 3..<4, "U+007F"),
      (Array("a: b\nc: ".utf8) + [0xFF, 0x0A], 8..<9, "UTF-8"),
      (Array("é: ".utf8) + [0xC3], 4..<5, "UTF-8"),
      ([0xFF, 0xFE, 0x61, 0, 0x3A, 0], 0..<2, "UTF-16"),
      ([0xFE, 0xFF, 0, 0x61, 0, 0x3A], 0..<2, "UTF-16"),
      ([0x61, 0, 0x3A, 0, 0x20, 0], 0..<2, "UTF-16"),
    ]
    for (bytes, range, word) in cases {
      let (document, findings) = parse(SourceFile(path: "a.yaml", bytes: bytes))
      #expect(document == nil)
      try #require(findings.count == 1)
      #expect(findings[0].code == "yaml-encoding")
      #expect(findings[0].primary.location.range == range)
      #expect(findings[0].message.contains(word), "\(findings[0].message)")
    }
  }
}

/// A node as one line of text, without places.
private func outline(_ node: YAMLNode) -> String {
  switch node.content {
  case .scalar(let scalar): scalar.text
  case .sequence(let nodes): "[" + nodes.map(outline).joined(separator: ", ") + "]"
  case .mapping(let entries):
    "{" + entries.map { outline($0.key) + ": " + outline($0.value) }.joined(separator: ", ") + "}"
  }
}
