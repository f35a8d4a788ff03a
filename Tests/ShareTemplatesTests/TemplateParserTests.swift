import ShareTemplates
import SourceDiagnostics
import Testing

@Suite("parsing templates")
struct TemplateParserTests {
  /// Parts as text: placeholders in «…» with path, filters and `?`.
  private func outline(_ text: String) throws -> String {
    try template(text).parts.map { part in
      switch part {
      case .literal(let literal): literal
      case .placeholder(let placeholder):
        "«"
          + placeholder.path.map { step in
            switch step {
            case .name(let name): "/" + name
            case .index(let index): "#\(index)"
            }
          }.joined() + (placeholder.isOptional ? "?" : "")
          + placeholder.filters.map { call in
            "|" + call.name
              + call.arguments.map { argument in
                switch argument.value {
                case .word(let text): " word " + text
                case .number(let text): " number " + text
                case .string(let text): " text " + text
                }
              }.joined(separator: ",")
          }.joined() + "»"
      }
    }.joined()
  }

  @Test(
    "a template's parts",
    arguments: [
      ("", ""),
      ("plain ${HOME} $1 %F {} {x} }} }", "plain ${HOME} $1 %F {} {x} }} }"),
      ("{{ item.text }}", "«/item/text»"),
      ("{{item.text}}", "«/item/text»"),
      ("a{{ x }}b{{ y? }}c", "a«/x»b«/y?»c"),
      ("{{{ x }}}", "{«/x»}"),
      ("{{{{ x }}", "{{«/x»"),
      ("{{ x | upper | join: ', ' }}", "«/x|upper|join text , »"),
      ("{{ x? | default: word }}", "«/x?|default word word»"),
      ("{{ x | replace: 'a', \"b\" }}", "«/x|replace text a, text b»"),
      ("{{ x | truncate: 280 }}", "«/x|truncate number 280»"),
      ("{{ x | default: -1.5 }}", "«/x|default number -1.5»"),
      ("{{ x | join: '\\n\\t\\\\\\'\\\"' }}", "«/x|join text \n\t\\'\"»"),
      ("{{ x | default: '}}' }}!", "«/x|default text }}»!"),
      ("{{ \"{{\" }}.Names}}", "{{.Names}}"),
      ("a {{ '{{' }} b", "a {{ b"),
      ("{{ \"\" }}", ""),
      ("{{ response.json.data[0][\"a b\"]['c'][-1].d }}", "«/response/json/data#0/a b/c#-1/d»"),
      ("{{ response.headers.Content-Type }}", "«/response/headers/Content-Type»"),
      ("{{\n  x\n  | upper\n}}", "«/x|upper»"),
      ("é{{ x }}日本", "é«/x»日本"),
    ])
  func parts(text: String, expected: String) throws {
    #expect(try outline(text) == expected)
  }

  @Test("ranges of a placeholder and its pieces are offsets into the text")
  func ranges() throws {
    let text = "é {{ item.text | truncate: 5 }}"
    let placeholder = try #require(try template(text).placeholders.first)
    let bytes = Array(text.utf8)
    #expect(bytes[placeholder.range].elementsEqual("{{ item.text | truncate: 5 }}".utf8))
    #expect(bytes[placeholder.pathRange].elementsEqual("item.text".utf8))
    #expect(bytes[placeholder.filters[0].nameRange].elementsEqual("truncate".utf8))
    #expect(bytes[placeholder.filters[0].arguments[0].range].elementsEqual("5".utf8))
  }

  static let mistakes = [
    "a ⟦{{⟧ x", "⟦{{⟧", "⟦{{⟧ x | upper", "⟦{{⟧ x | upper: 'a'", "⟦{{ }}⟧", "⟦{{}}⟧ b",
    "docker ps --format '⟦{{.Names}}⟧'", "⟦{{ .Names }}⟧", "⟦{{- x -}}⟧", "⟦{{ $x }}⟧", "⟦{{#if x}}⟧",
    "⟦{{ x}⟧ and more", "⟦{{ x}⟧ and {{ y }}", "⟦{{⟧ x {{ y }}",
    "{{ x ⟦|⟧ }}", "{{ x⟦.⟧ }}", "{{ x⟦.⟧.y }}", "{{ x | default⟦:⟧ }}", "{{ x | replace: 'a'⟦,⟧ }}",
    "{{ x ⟦y⟧ }}", "{{ x ⟦'y'⟧ }}", "{{ x | upper ⟦lower⟧ }}", "{{ x⟦&⟧y }}", "{{ x⟦é⟧ }}", "{{ x ⟦:⟧ 5 }}",
    "{{ x | default: ⟦'abc ⟧}}", "{{ x | default: ⟦\"abc⟧\n}}", "{{ x | join: '⟦\\q⟧' }}", "{{ x⟦[⟧}}", "{{ x⟦[⟧a] }}",
    "{{ x⟦[0⟧ }}", "{{ \"a\" ⟦|⟧ upper }}", "{{ x?⟦?⟧ }}",
  ]

  @Test("a mistake is found once, at its place", arguments: mistakes)
  func mistake(marked: String) {
    let marked = Marked(marked)
    var findings: [Diagnostic] = []
    #expect(Template.parse(source(marked.text), into: &findings) == nil)
    expectFinding(findings, "template-syntax", marked.range)
  }

  @Test("two broken placeholders give two findings, the good one between them none")
  func several() {
    var findings: [Diagnostic] = []
    let text = "{{ x | }} {{ y }} {{ z & }}"
    #expect(Template.parse(source(text), into: &findings) == nil)
    #expect(findings.map { $0.primary.location.range } == [5..<6, 23..<24])
  }

  @Test("braces of another program get the help to keep them, with the edit")
  func foreignBraces() throws {
    var findings: [Diagnostic] = []
    _ = Template.parse(source("docker ps --format {{.Names}}"), into: &findings)
    let help = try #require(findings.first?.helps.first)
    #expect(help.message.contains("{{ \"{{\" }}.Names}}"))
    let edit = try #require(help.edits.first)
    #expect(edit.replacement == "{{ \"{{\" }}")
    #expect(edit.location.range == 19..<21)
  }

  @Test("any bytes parse or give findings inside the text, and do not crash")
  func randomTexts() {
    let pieces = ["{{", "}}", "{", "}", " ", "x", ".", "|", ":", ",", "'", "\"", "\\", "[", "]", "0", "?", "é", "\n"]
    var state: UInt64 = 42
    for _ in 0..<20_000 {
      var text = ""
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      for _ in 0..<(state >> 33) % 16 {
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        text += pieces[Int(state >> 33) % pieces.count]
      }
      var findings: [Diagnostic] = []
      let template = Template.parse(source(text), into: &findings)
      #expect((template == nil) == !findings.isEmpty, "\(text)")
      for finding in findings { #expect(finding.primary.location.range.upperBound <= text.utf8.count) }
    }
  }
}
