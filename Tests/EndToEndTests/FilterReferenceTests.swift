import Foundation
import TestSupport
import Testing

/// Every filter with examples whose results are those of the program, written down in `Documentation/filters.md`.
@Suite("the examples of every filter", .serialized)
struct FilterReferenceTests {
  struct Example: Sendable {
    var template: String
    /// What is shared: texts, or the name of a file.
    var items: [String]
    var isFile = false

    init(_ template: String, _ items: String..., file: Bool = false) {
      (self.template, self.items, isFile) = (template, items, file)
    }
  }

  /// In the order of the reference.
  static let examples: [(filter: String, examples: [Example])] = [
    ("trim", [.init("[{{ item.text | trim }}]", "  a b\t\n")]),
    (
      "join",
      [.init("{{ items.text | join: ', ' }}", "a", "b", "c"), .init("{{ items.text | join }}", "a", "b")]
    ),
    (
      "default",
      [
        .init("{{ subject | default: 'no subject' }}: {{ item.text }}", "a"),
        .init("{{ item.text | default: b }}", ""),
      ]
    ),
    ("prepend", [.init("{{ item.text | prepend: '#' }}{{ subject? | prepend: ' — ' }}", "tag")]),
    ("append", [.init("{{ item.text | append: '!' }}", "hello")]),
    ("upper", [.init("{{ item.text | upper }}", "straße ǆ")]),
    ("lower", [.init("{{ item.text | lower }}", "ÄÖÜ İ")]),
    (
      "replace",
      [.init("{{ item.text | replace: '/', '-' }}", "a/b/c"), .init("{{ item.text | replace: '\\n', ' · ' }}", "a\nb")]
    ),
    (
      "truncate",
      [
        .init("{{ item.text | truncate: 5 }}", "👩‍💻 says hello"),
        .init("{{ item.text | truncate: 8, '…' }}", "a longer text"),
        .init("{{ item.text | truncate: 8, '…' }}", "short"),
      ]
    ),
    (
      "match",
      [
        .init("{{ item.text | match: '[0-9]+' }}", "issue #42 of 7"),
        .init("{{ item.text | match: '#(?<number>[0-9]+)', number }}", "issue #42"),
        .init("{{ item.text | match: '[0-9]+' | default: none }}", "no digits"),
      ]
    ),
    ("base64", [.init("{{ item.text | base64 }}", "C# & C++")]),
    ("sha256", [.init("{{ item.text | sha256 }}", "abc")]),
    (
      "json",
      [.init("{\"text\": {{ item.text | json }}}", "say \"hi\"\n"), .init("{{ items.text | json }}", "a", "b \\ c")]
    ),
    ("html", [.init("<p>{{ item.text | html }}</p>", "a < b & \"c\" 'd'")]),
    ("encode", [.init("q={{ item.text | encode }}", "C# & C++/ü")]),
    ("path", [.init("dav/{{ item.text | path }}", "a b/ü?.txt")]),
    (
      "date",
      [
        .init("{{ item.size | date }}", "12345"), .init("{{ item.size | date: '%d.%m.%Y %H:%M' }}", "12345"),
        .init("{{ item.size | date: local, '%H:%M' }}", "12345"),
      ]
    ),
    ("basename", [.init("{{ item.path | basename }}", "note.txt", file: true)]),
    ("contents", [.init("{{ item.path | contents | base64 }}", "note.txt", file: true)]),
    ("url", [.init("{{ item.path | url }}", "a b#c.txt", file: true)]),
    ("text", [.init("{{ item.size | text | prepend: 'bytes: ' }}", "12345")]),
  ]

  /// What comes of an example, by the program that prints the one argument that it is given.
  private static func result(of example: Example, in sandbox: Sandbox) throws -> String {
    let quoted =
      "\"" + example.template.replacingOccurrences(of: "\\", with: "\\\\").replacingOccurrences(of: "\"", with: "\\\"")
      + "\""
    sandbox.define(
      "com.example.filter",
      "category: action\naccepts: \(example.isFile ? "file" : "text")\nshell: {argv: [cat], stdin: \(quoted)}\n")
    let kind = example.isFile ? "--file" : "--text"
    let run = sandbox.run(
      ["send", "--activity", "com.example.filter"] + example.items.flatMap { [kind, $0] }, environment: ["TZ": "UTC0"])
    try #require(run.status == 0, "\(example.template): \(run.errorText)")
    return run.text.replacingOccurrences(of: sandbox.work, with: "/tmp")
  }

  @Test("every filter of the reference has examples, in the same order")
  func complete() {
    let text = String(decoding: readFile(Project.root + "/Documentation/templates.md") ?? [], as: UTF8.self)
    let section = text.components(separatedBy: "\n## Filters\n").last ?? ""
    let names = section.matches(of: #/\n\| `([a-z0-9]+)/#).map { String($0.1) }
    #expect(names == FilterReferenceTests.examples.map(\.filter))
    for (filter, examples) in FilterReferenceTests.examples {
      #expect(examples.allSatisfy { $0.template.contains("| \(filter)") })
    }
  }

  @Test("the committed page shows what the program gives")
  func page() throws {
    let sandbox = Sandbox()
    for name in ["note.txt", "a b#c.txt"] { sandbox.file(name, "hello\n") }
    var text = """
      # Filters by example

      Every result below is what the program gave when this page was made, and a test compares it. What each filter takes is
      told in [templates.md](templates.md#filters). Several items are written with `, ` between them, line breaks as `\\n`.

      | filter | template | shared | result |
      | --- | --- | --- | --- |

      """
    for (filter, examples) in FilterReferenceTests.examples {
      for (index, example) in examples.enumerated() {
        let items = example.items.map(FilterReferenceTests.code).joined(separator: ", ")
        let result = FilterReferenceTests.code(try FilterReferenceTests.result(of: example, in: sandbox))
        text +=
          "| \(index == 0 ? "`\(filter)`" : "") "
          + "| \(FilterReferenceTests.code(example.template)) "
          + "| \(example.isFile ? "file " : "")\(items) | \(result) |\n"
      }
    }
    try CommittedFile.expect("Documentation/filters.md", holds: text)
  }

  /// A text as code in a cell of a table; two backquotes, as a text may hold one.
  private static func code(_ text: String) -> String {
    guard !text.isEmpty else { return "*nothing*" }
    let shown = text.replacingOccurrences(of: "\n", with: "\\n").replacingOccurrences(of: "\t", with: "\\t")
      .replacingOccurrences(of: "|", with: "\\|")
    return "`` \(shown) ``"
  }
}
