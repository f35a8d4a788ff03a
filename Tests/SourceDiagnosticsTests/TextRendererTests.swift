import SourceDiagnostics
import TestSupport
import Testing

/// A file and the places marked in its text: `⟦` … `⟧`, in the order in which they begin.
struct MarkedSource {
  let file: SourceFile
  private(set) var ranges: [Range<Int>] = []

  init(_ marked: String, path: String = "activities.d/com.example.notes.yaml") {
    var text = ""
    var open: [Int] = []
    for scalar in marked.unicodeScalars {
      switch scalar {
      case "⟦":
        open.append(ranges.count)
        ranges.append(text.utf8.count..<text.utf8.count)
      case "⟧":
        let index = open.removeLast()
        ranges[index] = ranges[index].lowerBound..<text.utf8.count
      default: text.unicodeScalars.append(scalar)
      }
    }
    file = SourceFile(path: path, text: text)
  }

  func label(_ index: Int, _ text: String) -> Diagnostic.Label {
    Diagnostic.Label(SourceLocation(file: file, range: ranges[index]), text)
  }
}

@Suite("A finding as text")
struct TextRendererTests {
  /// The rendering of an error at the first marked place.
  private func snippet(_ marked: String, _ labels: String...) -> String {
    let source = MarkedSource(marked, path: "a.yaml")
    let related = source.ranges.indices.dropFirst().map { source.label($0, $0 < labels.count ? labels[$0] : "") }
    return TextRenderer().render(
      Diagnostic(.error, "code", "message", at: source.label(0, labels.first ?? ""), related: related))
  }

  @Test("names the code, the place, the line and the way out")
  func whole() {
    let source = MarkedSource("type: a.b\ntitle: A\n\n⟦categry⟧: share\n")
    let diagnostic = Diagnostic(
      .error, "unknown-key", "an activity has no key 'categry'", at: source.label(0, "unknown key"),
      helps: [.init("did you mean 'category'?", edits: [.init(source.label(0, "").location, replacement: "category")])])
    expectText(
      TextRenderer().render([diagnostic]),
      """
      error[unknown-key]: an activity has no key 'categry'
        --> activities.d/com.example.notes.yaml:4:1
         |
       4 | categry: share
         | ^^^^^^^ unknown key
         |
         = help: did you mean 'category'?

      """)
  }

  @Test("is followed by a blank line and the next one")
  func several() {
    let source = MarkedSource("⟦a⟧: ⟦b⟧\n", path: "a.yaml")
    let findings = [
      Diagnostic(.error, "one", "first", at: source.label(0, "here")),
      Diagnostic(.warning, "two", "second", at: source.label(1, "")),
    ]
    expectText(
      TextRenderer().render(findings),
      """
      error[one]: first
        --> a.yaml:1:1
         |
       1 | a: b
         | ^ here

      warning[two]: second
        --> a.yaml:1:4
         |
       1 | a: b
         |    ^

      """)
    #expect(TextRenderer().render([]) == "")
  }

  @Test("shows lines of the same file together, and the last of them with its number's width")
  func relatedLines() {
    expectText(
      snippet("title: A\n\nicon: x\n\n\n\n\n\n\n⟦title⟧: B\n", "again"),
      """
      error[code]: message
         --> a.yaml:10:1
          |
       10 | title: B
          | ^^^^^ again

      """)
    let source = MarkedSource("⟦title⟧: A\nx: 1\n⟦y⟧: 2\n\n\n\n\n\n\n⟦title⟧: B\n", path: "a.yaml")
    let diagnostic = Diagnostic(
      .error, "duplicate-key", "the key 'title' stands twice", at: source.label(2, "again"),
      related: [source.label(0, "first here"), source.label(1, "")])
    expectText(
      TextRenderer().render(diagnostic),
      """
      error[duplicate-key]: the key 'title' stands twice
         --> a.yaml:10:1
          |
        1 | title: A
          | ----- first here
        2 | x: 1
        3 | y: 2
          | -
      ...
       10 | title: B
          | ^^^^^ again

      """)
  }

  @Test("gives far lines and other files a heading of their own")
  func otherPlaces() {
    let source = MarkedSource(
      "⟦a⟧: 1\n" + String(repeating: "x\n", count: 40) + "⟦a⟧: 2\n", path: "a.yaml")
    let other = MarkedSource("exclude:\n  - ⟦com.example.*⟧\n", path: "config.yaml")
    let diagnostic = Diagnostic(
      .warning, "code", "message", at: source.label(1, "again"),
      related: [other.label(0, "by this rule"), source.label(0, "first here")], helps: [.init("one"), .init("two")])
    expectText(
      TextRenderer().render(diagnostic),
      """
      warning[code]: message
         --> a.yaml:42:1
          |
       42 | a: 2
          | ^ again
          |
         ::: config.yaml:2:5
          |
        2 |   - com.example.*
          |     ------------- by this rule
          |
         ::: a.yaml:1:1
          |
        1 | a: 1
          | - first here
          |
          = help: one
          = help: two

      """)
  }

  @Test("hangs the labels of one line below one another")
  func oneLine() {
    expectText(
      snippet("a: {⟦b⟧: 1, ⟦c⟧: 2, ⟦b⟧: 2}", "left", "middle", "right"),
      """
      error[code]: message
        --> a.yaml:1:5
         |
       1 | a: {b: 1, c: 2, b: 2}
         |     ^     -     - right
         |     |     |
         |     |     middle
         |     left

      """)
    expectText(
      snippet("a: ⟦b ⟦c⟧ d⟧ ⟦⟧e", "outer", "inner"),
      """
      error[code]: message
        --> a.yaml:1:4
         |
       1 | a: b c d e
         |    ^^^^^ -
         |    | |
         |    | inner
         |    outer

      """)
    expectText(
      snippet("a: ⟦⟦b⟧⟧", "primary", "related"),
      """
      error[code]: message
        --> a.yaml:1:4
         |
       1 | a: b
         |    ^ primary
         |    |
         |    related

      """)
  }

  @Test("shows the first and the last line of a range of several lines")
  func multipleLines() {
    expectText(
      snippet("a:\n  b: ⟦[1,\n    2,\n    3,\n    4]⟧\nc: d\n", "a list"),
      """
      error[code]: message
        --> a.yaml:2:6
         |
       2 |   b: [1,
         |      ^^^… a list
      ...
       5 |     4]
         |    …^^

      """)
    expectText(
      snippet("b: ⟦{\n}⟧\n", "a map"),
      """
      error[code]: message
        --> a.yaml:1:4
         |
       1 | b: {
         |    ^… a map
       2 | }
         | ^

      """)
    // A block ends where the next key begins.
    expectText(
      snippet("b:\n  ⟦c: d\n\n⟧e: f\n", "a map"),
      """
      error[code]: message
        --> a.yaml:2:3
         |
       2 |   c: d
         |   ^^^^ a map

      """)
  }

  static let carets: [(String, String)] = [
    ("a: ⟦⟧b", " 1 | a: b\n   |    ^ x\n"),
    ("a: b⟦⟧", " 1 | a: b\n   |     ^ x\n"),
    ("a: b\n⟦⟧", " 2 |\n   | ^ x\n"),
    ("a: b⟦\n⟧", " 1 | a: b\n   |     ^ x\n"),
    ("a: ⟦b⟧\r\nc", " 1 | a: b\n   |    ^ x\n"),
    ("a: ⟦b⟧\rc", " 1 | a: b\n   |    ^ x\n"),
    ("\u{FEFF}⟦a⟧: b", " 1 | a: b\n   | ^ x\n"),
    ("⟦\u{FEFF}⟧a: b", " 1 | a: b\n   | ^ x\n"),
    ("é: ⟦ü⟧ x", " 1 | é: ü x\n   |    ^ x\n"),
    ("e\u{301}: ⟦b⟧", " 1 | e\u{301}: b\n   |    ^ x\n"),
    ("日本: ⟦語⟧", " 1 | 日本: 語\n   |       ^^ x\n"),
    ("👨‍👩‍👧‍👦: ⟦🇩🇪❤️⟧", " 1 | 👨‍👩‍👧‍👦: 🇩🇪❤️\n   |     ^^^^ x\n"),
    ("👨⟦‍👩⟧: b", " 1 | 👨‍👩: b\n   | ^^ x\n"),
    ("\ta:\t⟦b⟧", " 1 |     a:  b\n   |         ^ x\n"),
    ("日\t⟦b⟧", " 1 | 日  b\n   |     ^ x\n"),
    ("a⟦\t⟧b", " 1 | a   b\n   |  ^^^ x\n"),
    ("\u{1B}[0m⟦\u{202E}⟧b", " 1 | \\u{1B}[0m\\u{202E}b\n   |          ^^^^^^^^ x\n"),
  ]

  @Test("puts its carets under the columns that a terminal uses", arguments: carets)
  func columns(marked: String, expected: String) {
    let lines = snippet(marked, "x").split(separator: "\n", omittingEmptySubsequences: false)
    expectText(lines.dropFirst(3).joined(separator: "\n"), expected)
  }

  @Test("cuts a long line around its carets")
  func longLines() {
    let words = String(repeating: "word ", count: 100)
    for (marked, column) in [(words + "⟦here⟧ " + words, 501), ("⟦here⟧ " + words, 1), (words + "⟦here⟧", 501)] {
      let lines = snippet(marked, "x").split(separator: "\n").map(String.init)
      #expect(lines[1] == "  --> a.yaml:1:\(column)")
      let (source, carets) = (lines[3].dropFirst(5), lines[4].dropFirst(5))
      #expect(TerminalText.width(of: String(source)) <= 160)
      #expect(TerminalText.width(of: String(source)) > 150)
      #expect(source.hasPrefix("…") == marked.hasPrefix("word"))
      #expect(source.hasSuffix("…") == marked.hasSuffix(" "))
      let place = carets.prefix { $0 == " " }.count
      #expect(source.dropFirst(place).hasPrefix("here"))
      #expect(carets.dropFirst(place) == "^^^^ x")
    }
  }

  @Test("shows a line that has room enough once, however far apart its places are")
  func distantMarksInAShortLine() {
    let words = String(repeating: "word ", count: 25)
    let lines = snippet("⟦one⟧ " + words + "⟦two⟧", "a", "b").split(separator: "\n")
    #expect(lines[3] == " 1 | one \(words)two")
    #expect(lines[4] == "   | ^^^ \(String(repeating: " ", count: words.count))--- b")
    #expect(lines[5...] == ["   | |", "   | a"])
  }

  @Test("shows a long line once for each group of its places")
  func distantMarks() {
    let words = String(repeating: "word ", count: 4000)
    let lines = snippet("⟦one⟧ " + words + "⟦two⟧ " + words + "⟦three⟧", "a", "b", "c").split(separator: "\n")
    let marks = [4, 6, 8].map { lines[$0].drop { "| ".contains($0) } }
    #expect(marks == ["^^^ a", "--- b", "----- c"])
    let shown = [3, 5, 7].map { (index: Int) -> Substring in
      let row: Substring = lines[index + 1]
      let marks: Substring = row.drop { $0 == "|" || $0 == " " }
      return lines[index].dropFirst(row.count - marks.count)
    }
    #expect(shown[0].hasPrefix("one word"))
    #expect(shown[1].hasPrefix("two word"))
    #expect(shown[2] == "three")
  }

  @Test("of a file without bytes has the path alone")
  func noBytes() {
    let file = SourceFile(pathBytes: Array("a\u{1B}[2J".utf8) + [0xFF], bytes: [])
    let place = Diagnostic.Label(SourceLocation(file: file, range: 0..<0), "")
    expectText(
      TextRenderer().render(Diagnostic(.error, "unreadable-file", "the file cannot be read", at: place)),
      """
      error[unreadable-file]: the file cannot be read
        --> a\\u{1B}[2J\\xFF

      """)
    let source = MarkedSource("⟦then⟧: x", path: "b.yaml")
    let label = Diagnostic.Label(place.location, "looked for here")
    expectText(
      TextRenderer().render(
        Diagnostic(.error, "code", "message", at: source.label(0, ""), related: [label], helps: [.init("help")])),
      """
      error[code]: message
        --> b.yaml:1:1
         |
       1 | then: x
         | ^^^^
        ::: a\\u{1B}[2J\\xFF
         = note: looked for here
         |
         = help: help

      """)
  }

  @Test("escapes what its texts quote, and indents the lines of a help")
  func texts() {
    let source = MarkedSource("⟦a⟧: b", path: "a.yaml")
    let diagnostic = Diagnostic(
      .error, "code", "an activity has no key 'a\u{1B}\nb'", at: source.label(0, "\u{202E}x\n"),
      helps: [.init("write\n  - a\u{7}\n  - b")])
    expectText(
      TextRenderer().render(diagnostic),
      """
      error[code]: an activity has no key 'a\\u{1B}\\nb'
        --> a.yaml:1:1
         |
       1 | a: b
         | ^ \\u{202E}x\\n
         |
         = help: write
                   - a\\u{7}
                   - b

      """)
  }

  @Test("shows bytes that are not UTF-8 by their numbers")
  func invalidUTF8() {
    let file = SourceFile(path: "a.yaml", bytes: Array("é: ".utf8) + [0xFF, 0xC3] + Array(" x".utf8))
    let place = Diagnostic.Label(SourceLocation(file: file, range: 4..<5), "here")
    expectText(
      TextRenderer().render(Diagnostic(.error, "code", "message", at: place)),
      """
      error[code]: message
        --> a.yaml:1:4
         |
       1 | é: \\xFF\\xC3 x
         |    ^^^^ here

      """)
  }

  @Test("has colours only when they are asked for, and they change nothing else")
  func colors() {
    let source = MarkedSource("⟦a⟧: ⟦b⟧", path: "a.yaml")
    let diagnostic = Diagnostic(
      .warning, "code", "message", at: source.label(0, "one"), related: [source.label(1, "two")],
      helps: [.init("help")])
    let colored = TextRenderer(isColored: true).render(diagnostic)
    #expect(colored.hasPrefix("\u{1B}[1;33mwarning[code]\u{1B}[0m\u{1B}[1m: message\u{1B}[0m\n"))
    #expect(colored.contains("\u{1B}[1;33m^\u{1B}[0m  \u{1B}[1;34m-\u{1B}[0m \u{1B}[1;34mtwo\u{1B}[0m\n"))
    let plain = colored.replacing(/\u{1B}\[[0-9;]*m/, with: "")
    expectText(TextRenderer().render(diagnostic), plain)
  }
}
