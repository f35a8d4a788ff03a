import ShareDefinitions
import SourceDiagnostics
import TestSupport
import Testing

/// One mistake in a script, written in every way that YAML has for a text.
@Suite("places inside scalars of every style")
struct ScalarStyleTests {
  static let mistake = "item.txet"

  /// A way to write a text as the value of `script`; nil for texts that it cannot hold.
  struct Style: Sendable, CustomTestStringConvertible {
    var name: String
    var write: @Sendable (_ lines: [String], _ generator: inout SeededGenerator) -> String
    var testDescription: String { name }
  }

  static let styles: [Style] = [
    Style(name: "|") { lines, _ in "|\n" + block(lines, "    ") },
    Style(name: "|-") { lines, _ in "|-  # kept\n" + block(lines, "       ") },
    Style(name: "|2-") { lines, _ in
      "|2-\n" + block(lines.enumerated().map { $0.offset == 0 ? $0.element : "  " + $0.element }, "    ")
    },
    Style(name: "|+") { lines, _ in "|+\n" + block(lines, "   ") + "\n\n" },
    Style(name: ">") { lines, _ in ">\n" + block(lines.flatMap { [$0, ""] }, "    ") },
    Style(name: ">-") { lines, generator in
      ">-\n" + block(lines.flatMap { [broken($0, "\n    ", &generator), ""] }, "    ")
    },
    Style(name: "'…'") { lines, _ in
      "'" + lines.map { $0.replacing("'", with: "''") }.joined(separator: "\n\n    ") + "'"
    },
    Style(name: "\"…\"") { lines, generator in
      "\""
        + lines.map { escaped($0, &generator) }.joined(separator: Bool.random(using: &generator) ? "\\n" : "\n\n     ")
        + "\""
    },
    Style(name: "\"…\" over lines") { lines, generator in
      "\"" + lines.map { broken(escaped($0, &generator), "\\\n     \\ ", &generator) }.joined(separator: "\\n\\\n  ")
        + "\""
    },
    Style(name: "plain") { lines, generator in
      lines.map { broken($0.filter { !"#:".contains($0) }, "\n    ", &generator) }.joined(separator: "\n\n    ")
    },
    Style(name: "an alias") { lines, _ in "*script" },
  ]

  private static func block(_ lines: [String], _ margin: String) -> String {
    lines.map { $0.isEmpty ? "\n" : margin + $0 + "\n" }.joined()
  }

  /// Some blanks between words as another text; those of the placeholder stay.
  private static func broken(_ line: String, _ text: String, _ generator: inout SeededGenerator) -> String {
    let words = line.split(separator: " ", omittingEmptySubsequences: false)
    guard words.allSatisfy({ !$0.isEmpty }) else { return line }
    var result = ""
    for (index, word) in words.enumerated() {
      let isInside = word.contains("item") || word == "}}"
      if index > 0 { result += !isInside && Int.random(in: 0..<3, using: &generator) == 0 ? text : " " }
      result += word
    }
    return result
  }

  private static func escaped(_ line: String, _ generator: inout SeededGenerator) -> String {
    var result = ""
    for scalar in line.unicodeScalars {
      switch scalar {
      case "\"": result += "\\\""
      case "\\": result += "\\\\"
      case "é" where Bool.random(using: &generator): result += "\\u00e9"
      case "🎉" where Bool.random(using: &generator): result += "\\U0001F389"
      case "a" where Int.random(in: 0..<4, using: &generator) == 0: result += "\\x61"
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result
  }

  private static let words = [
    "printf", "'%s'", "é", "it's", "🎉", "日本", "a", "\"b\"", "\\\\", "e\u{301}", "%F", "-n", "👩‍💻", "x=1", "\u{A0}",
  ]

  @Test("a misspelt value is told at its own bytes, wherever it stands", arguments: styles)
  func place(style: Style) {
    var generator = SeededGenerator(seed: style.name.utf8.reduce(3) { $0 &* 31 &+ UInt64($1) })
    for round in 0..<120 {
      var lines = (0..<Int.random(in: 1...4, using: &generator)).map { _ in
        "cat "
          + (0..<Int.random(in: 0...4, using: &generator)).map { _ in
            ScalarStyleTests.words.randomElement(using: &generator)!
          }
          .filter { !$0.contains("'") && !$0.contains("\"") }.joined(separator: " ")
      }.map { $0.hasSuffix(" ") ? String($0.dropLast()) : $0 }
      let chosen = Int.random(in: 0..<lines.count, using: &generator)
      lines[chosen] += " {{ \(ScalarStyleTests.mistake) }}"
      if Bool.random(using: &generator) { lines[chosen] += " é" }
      let head = "type: com.example.note\ntitle: Note\ncategory: share\naccepts: text\n"
      let anchor = style.name == "an alias" ? "x-script: &script |\n" + ScalarStyleTests.block(lines, "  ") : ""
      var text = anchor + head + "shell:\n  script: " + style.write(lines, &generator) + "\n"
      switch round % 4 {
      case 1: text = text.replacing("\n", with: "\r\n")
      case 2: text = "\u{FEFF}" + text
      case 3: text = text.replacing("shell:\n  script:", with: "shell:\n  cwd:\t/tmp\t# a tab\n  script:")
      default: break
      }
      let (_, findings) = DefinitionLoader.load(
        SourceFile(path: "activities.d/com.example.note.yaml", text: text))
      let places = findings.map { finding in
        "\(finding.code.rawValue) "
          + String(decoding: finding.primary.location.file.bytes[finding.primary.location.range], as: UTF8.self)
      }
      guard places == ["unknown-value \(ScalarStyleTests.mistake)"] else {
        Issue.record("round \(round) of \(style.name): \(findings.map(summary))\n\(text)")
        return
      }
    }
  }
}
