import SourceDiagnostics
import TestSupport
import Testing

@testable import YAMLSyntax

/// Every node of a file, one per line: the bytes it was written in, with its kind.
private func places(_ text: String) -> String {
  let file = SourceFile(path: "a.yaml", text: text)
  let (document, findings) = parse(file)
  guard let root = document?.root, findings.isEmpty else { return "\(findings.map(\.message))" }
  var lines: [String] = []
  forEachNode(root) { node in
    let kind =
      switch node.content {
      case .scalar: "="
      case .sequence: "-"
      case .mapping: ":"
      }
    let bytes = String(decoding: file.bytes[node.range], as: UTF8.self)
    lines.append(kind + (node.range.isEmpty ? "@\(node.range.lowerBound)" : bytes.visible))
  }
  return lines.joined(separator: "\n")
}

@Suite("Reading YAML")
struct YAMLParserTests {
  @Test(
    "ranges hug what was written",
    arguments: [
      ("a: b\n\n# c\n", [":a: b", "=a", "=b"]),
      (
        "a:\n  - b   # c\n  - d e\n\nf: g\n",
        [
          ":a:¶  - b   # c¶  - d e¶¶f: g", "=a", "-- b   # c¶  - d e", "=b", "=d e", "=f", "=g",
        ]
      ),
      (
        "é: 日本\nb: {c: [d, 'e']}  \n",
        [
          ":é: 日本¶b: {c: [d, 'e']}", "=é", "=日本", "=b", ":{c: [d, 'e']}", "=c", "-[d, 'e']", "=d",
          "='e'",
        ]
      ),
      (
        "a: |\n  b\n   c  \n\n\nd: >-\n  e\n",
        [
          ":a: |¶  b¶   c  ¶¶¶d: >-¶  e", "=a", "=|¶  b¶   c  ", "=d", "=>-¶  e",
        ]
      ),
      ("a: |\r\n  b\r\n\r\nc: d\r\n", [":a: |␍¶  b␍¶␍¶c: d", "=a", "=|␍¶  b", "=c", "=d"]),
      ("a: | # c\n\nb: c\n", [":a: | # c¶¶b: c", "=a", "=|", "=b", "=c"]),
      ("a: b\n  c\n\n  d # e\nf: g", [":a: b¶  c¶¶  d # e¶f: g", "=a", "=b¶  c¶¶  d", "=f", "=g"]),
      ("a: \"b\\\"\n  c\" \n", [":a: \"b\\\"¶  c\"", "=a", "=\"b\\\"¶  c\""]),
      ("a:   # x: -\n\nb:\n- \n-\n", [":a:   # x: -¶¶b:¶- ¶-", "=a", "=@2", "=b", "-- ¶-", "=@17", "=@20"]),
      ("{a, b: , ? c }\n", [":{a, b: , ? c }", "=a", "=@2", "=b", "=@6", "=c", "=@12"]),
      ("? a\n? b\n", [":? a¶? b", "=a", "=@3", "=b", "=@7"]),
      ("[a: b, {c: d}: e ]", ["-[a: b, {c: d}: e ]", ":a: b", "=a", "=b", ":{c: d}: e", ":{c: d}", "=c", "=d", "=e"]),
      (
        "a: !!str &x  b\nc: &y !z\n  d: e\nf: !!null\n",
        [
          ":a: !!str &x  b¶c: &y !z¶  d: e¶f: !!null", "=a", "=b", "=c", ":d: e", "=d", "=e", "=f", "=@40",
        ]
      ),
      ("--- # c\n- - a\n  - b\n...\n", ["-- - a¶  - b", "-- a¶  - b", "=a", "=b"]),
      ("\u{FEFF}é: b\n", [":é: b", "=é", "=b"]),
      ("\u{FEFF}a: b\n", [":a: b", "=a", "=b"]),
      ("a: b\u{2028}c: d\u{85}e: f\n", [":a: b\u{2028}c: d\u{85}e: f", "=a", "=b", "=c", "=d", "=e", "=f"]),
    ] as [(String, [String])])
  func ranges(text: String, expected: [String]) {
    expectText(places(text), expected.joined(separator: "\n"))
  }

  @Test("text, style and tag are kept, nothing is resolved")
  func scalars() throws {
    let file = SourceFile(
      path: "a.yaml", text: "- 1.10\n- 'no'\n- \"\\x41\\u00e9\"\n- |\n  a\n- >\n  b\n- !!str 010\n- !x y\n")
    let document = try #require(parse(file).document)
    var found: [String] = []
    forEachScalar(try #require(document.root)) { scalar, node in
      found.append("\(scalar.style) \(scalar.text.debugDescription) \(node.tag ?? "")")
    }
    #expect(
      found == [
        "plain \"1.10\" ", "singleQuoted \"no\" ", "doubleQuoted \"Aé\" ", "literal \"a\\n\" ", "folded \"b\\n\" ",
        "plain \"010\" tag:yaml.org,2002:str", "plain \"y\" !x",
      ])
  }

  @Test(
    "a file without content has no root and no finding",
    arguments: ["", "\n\n", "# a\n  # b", "\u{FEFF}", "---\n", "--- # a\n...\n"])
  func empty(text: String) throws {
    let (document, findings) = parse(SourceFile(path: "a.yaml", text: text))
    #expect(findings.isEmpty)
    #expect(try #require(document).root == nil)
  }

  @Test("an alias brings its anchor's node in again, with both places")
  func alias() throws {
    let marked = Marked("x: &a «[b, c]»\ny: «*a»\nz: {w: *a}\n")
    let (document, findings) = parse(marked.file)
    #expect(findings.isEmpty)
    guard case .mapping(let entries) = document?.root?.content else { return #expect(Bool(false), "no mapping") }
    #expect(entries[0].value.alias == nil)
    #expect(entries[1].value.range == marked.ranges[0])
    #expect(entries[1].value.alias == marked.ranges[1])
    guard case .sequence(let nodes) = entries[1].value.content else { return #expect(Bool(false), "no sequence") }
    #expect(nodes.map { marked.text($0.range) } == ["b", "c"])
    #expect(entries[2].value.range.upperBound == marked.file.bytes.count - 1)
  }

  @Test(
    "mistakes that leave a tree have one finding each",
    arguments: [
      ("duplicate-key", "«a»: 1\nb: 2\n«a»: 3\n"), ("duplicate-key", "x: {«a»: 1, «'a'»: 3}\n"),
      ("several-documents", "a: b\n«---»\nc: d\n"), ("several-documents", "a: b\n---«»\n...\n"),
      ("unknown-alias", "a: «*b»\n"), ("unknown-alias", "a: &name x\nb: «*nmae»\n"),
      ("recursive-alias", "a: &x «[»b, «*x»]\n"), ("recursive-alias", "a: &x\n  «b»: «*x»\n"),
    ])
  func findings(code: String, text: String) throws {
    let marked = Marked(text.replacing("---«»", with: "«---»"))
    let (document, findings) = parse(marked.file)
    try #require(findings.count == 1, "\(findings.map(\.message))")
    #expect(findings[0].code.rawValue == code)
    let actual = findings[0].related.map(\.location.range) + [findings[0].primary.location.range]
    #expect(actual == marked.ranges)
    expectValidRanges(document, findings, text)
    #expect((document != nil) == (code != "recursive-alias" && !text.contains("*b")))
  }

  @Test("the third of a key is a second finding; large mappings are treated alike; bytes decide, not look")
  func duplicates() {
    let three = parse(SourceFile(path: "a.yaml", text: "a: 1\na: 2\na: 3\n")).findings
    #expect(three.map(\.primary.location.range.lowerBound) == [5, 10])
    #expect(three.allSatisfy { $0.related[0].location.range == 0..<1 })
    let many = (0..<60).map { "k\($0): 1\n" }.joined()
    #expect(parse(SourceFile(path: "a.yaml", text: many)).findings.isEmpty)
    let doubled = parse(SourceFile(path: "a.yaml", text: many + "k7: 1\nk7: 2\n")).findings
    #expect(doubled.map(\.code) == ["duplicate-key", "duplicate-key"])
    #expect(parse(SourceFile(path: "a.yaml", text: "\u{E9}: 1\ne\u{301}: 2\n")).findings.isEmpty)
    #expect(parse(SourceFile(path: "a.yaml", text: "x: &a {b: 1}\ny:\n  <<: *a\n  <<: *a\n")).findings.isEmpty)
  }

  @Test("the nearest anchor is suggested and stands in; without one the text can be quoted")
  func suggestion() throws {
    let near = parse(SourceFile(path: "a.yaml", text: "a: &name x\nb: *nmae\n"))
    let edit = try #require(near.findings.first?.helps.first?.edits.first)
    #expect(edit.replacement == "*name")
    guard case .mapping(let entries) = near.document?.root?.content, case .scalar(let scalar) = entries[1].value.content
    else { return #expect(Bool(false), "no scalar") }
    #expect(scalar.text == "x")
    let far = parse(SourceFile(path: "a.yaml", text: "a: *all\n"))
    #expect(far.findings.first?.helps.first?.edits.first?.replacement == "'*all'")
    #expect(far.document == nil)
  }
}

extension String {
  /// With signs for the line breaks.
  fileprivate var visible: String {
    var result = ""
    for scalar in unicodeScalars {
      switch scalar {
      case "\n": result += "¶"
      case "\r": result += "␍"
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result
  }
}
