import SourceDiagnostics
import TestSupport
import Testing

@testable import YAMLSyntax

@Suite("Limits of a YAML file")
struct YAMLLimitsTests {
  @Test("a hundred levels are read, one more is refused where it begins")
  func depth() {
    let opening = String(repeating: "[", count: 100)
    let closing = String(repeating: "]", count: 100)
    #expect(parse(SourceFile(path: "a.yaml", text: opening + closing)).findings.isEmpty)
    for text in [
      "[" + opening + closing + "]", String(repeating: "[", count: 100_000), String(repeating: "- ", count: 20_000),
      String(repeating: "{a: ", count: 20_000), String(repeating: "[\n", count: 50_000),
      String(repeating: "? ", count: 20_000),
    ] {
      let start = ContinuousClock.now
      let (document, findings) = parse(SourceFile(path: "a.yaml", text: text))
      // A hang guard: without a limit libyaml takes 15 seconds.
      #expect(ContinuousClock.now - start < .seconds(2))
      #expect(document == nil)
      #expect(findings.map(\.code) == ["too-deep"])
    }
    let refused = parse(SourceFile(path: "a.yaml", text: "[" + opening + closing + "]")).findings
    #expect(refused.first?.primary.location.range == 100..<101)
  }

  @Test("levels that come in by an alias count")
  func aliasedDepth() {
    let deep = String(repeating: "[", count: 60) + String(repeating: "]", count: 60)
    let marked = Marked(
      "a: &x \(deep)\nb: \(String(repeating: "[", count: 45))«*x»\(String(repeating: "]", count: 45))\n")
    let findings = parse(marked.file).findings
    #expect(findings.map(\.code) == ["too-deep"])
    #expect(findings.map(\.primary.location.range) == marked.ranges)
  }

  @Test("a ladder of aliases is refused at the alias that goes too far")
  func aliasLadder() {
    var text = "a0: &a0 [ha,ha,ha,ha,ha,ha,ha,ha,ha]\n"
    for level in 1...9 {
      text += "a\(level): &a\(level) [" + [String](repeating: "*a\(level - 1)", count: 9).joined(separator: ",") + "]\n"
    }
    let (document, findings) = parse(SourceFile(path: "a.yaml", text: text))
    #expect(document == nil)
    #expect(findings.map(\.code) == ["alias-expansion"])
    #expect(findings.first?.primary.location.line == 5)
  }

  @Test("long texts may not be repeated without bound either")
  func aliasedText() {
    let text = "a: &a " + String(repeating: "x", count: 300_000) + "\nb: [*a, *a, *a, *a]\n"
    let (document, findings) = parse(SourceFile(path: "a.yaml", text: text))
    #expect(document == nil)
    #expect(findings.map(\.code) == ["alias-expansion"])
    #expect(findings.first?.primary.location.range.upperBound == text.utf8.count - 2)
  }

  @Test("a file of more than one MiB is refused")
  func size() {
    let line = "a: " + String(repeating: "x", count: (1 << 20) - 3)
    #expect(parse(SourceFile(path: "a.yaml", text: line)).findings.isEmpty)
    #expect(parse(SourceFile(path: "a.yaml", text: line + "x")).findings.map(\.code) == ["file-too-large"])
  }

  @Test("thousands of tag directives are refused before libyaml compares each with each")
  func directives() {
    let text = (0..<30_000).map { "%TAG !\($0)! !\n" }.joined() + "---\na: b\n"
    #expect(parse(SourceFile(path: "a.yaml", text: text)).findings.map(\.code) == ["yaml-syntax"])
  }

  /// Long files that would hang what is not linear in their length.
  static let hostile: [(name: String, unit: String, head: String, tail: String)] = [
    ("braces after a quote", "{", "a: 'x' ", ""), ("open placeholders", "{{a, ", "a: [", " @"),
    ("placeholders and a failure", "{{ x }}, ", "a: [", "@"), ("tabs", "\t\n", "a:\n", "\tb"),
    ("lines above a failure", "a\n", "x: |\n", "@"), ("blank lines", "\n", "a: |\n  b\n", "@"),
    ("unclosed quotes", "'a ", "a: [", ""), ("one key", "a: 1\n", "", ""), ("specials", "@a, ", "a: [", "]"),
    ("anchors", "- &a b\n", "", ""), ("unknown aliases", "- *bcd\n", "- &a b\n", ""), ("comments", "#\n", "", "@"),
    ("empty elements", "-\n", "", ""), ("accents", "é: \"\\x41\"\n", "", "@"), ("colons", ": ", "a", ""),
    ("escapes", "\\n", "a: \"", "\\d\""), ("one line", "x ", "a: [b] ", ""), ("quotes", "''", "a: '", ""),
  ]

  @Test("large hostile files end soon", arguments: hostile)
  func hostileFiles(hostile: (name: String, unit: String, head: String, tail: String)) {
    let count = ((1 << 18) - hostile.head.utf8.count - hostile.tail.utf8.count) / hostile.unit.utf8.count
    let text = hostile.head + String(repeating: hostile.unit, count: count) + hostile.tail
    let file = SourceFile(path: "a.yaml", text: text)
    let start = ContinuousClock.now
    let (document, findings) = parse(file)
    // A hang guard: what takes quadratic time takes minutes here.
    #expect(ContinuousClock.now - start < .seconds(30), "\(hostile.name)")
    #expect(document != nil || !findings.isEmpty, "\(hostile.name)")
  }
}
