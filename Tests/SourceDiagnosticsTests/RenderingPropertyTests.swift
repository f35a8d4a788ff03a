import SourceDiagnostics
import TestSupport
import Testing

/// SplitMix64: the same numbers for the same seed everywhere.
private struct SeededGenerator: RandomNumberGenerator {
  var state: UInt64

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var value = state
    value = (value ^ (value >> 30)) &* 0xBF58_476D_1CE4_E5B9
    value = (value ^ (value >> 27)) &* 0x94D0_49BB_1331_11EB
    return value ^ (value >> 31)
  }
}

@Suite("Any rendering")
struct RenderingPropertyTests {
  private static let fragments: [[UInt8]] =
    [
      "a: b", "\n", "\r\n", "\r", "\t", " ", "é", "e\u{301}", "日本", "👨‍👩‍👧‍👦", "🇩🇪", "\u{202E}", "\u{200D}", "\u{FE0F}",
      "\u{FEFF}", "\u{1B}[2J", "\0", "\u{2028}", "\u{E0101}", "क्षि", "\u{1112}\u{1161}",
    ].map { Array($0.utf8) } + [[0xFF], [0xC3], [0xF0, 0x9F], [0x80], Array(repeating: 0x78, count: 300)]

  private static func bytes(using generator: inout SeededGenerator) -> [UInt8] {
    var bytes: [UInt8] = []
    for _ in 0..<Int.random(in: 0...30, using: &generator) {
      bytes += fragments.randomElement(using: &generator)!
      if Int.random(in: 0..<4, using: &generator) == 0 { bytes.append(UInt8.random(in: 0...255, using: &generator)) }
    }
    return bytes
  }

  private static func label(in file: SourceFile, using generator: inout SeededGenerator) -> Diagnostic.Label {
    let (one, two) = (
      Int.random(in: 0...(file.bytes.count + 3), using: &generator),
      Int.random(in: 0...(file.bytes.count + 3), using: &generator)
    )
    let text = Bool.random(using: &generator) ? "" : String(decoding: bytes(using: &generator), as: UTF8.self)
    return Diagnostic.Label(SourceLocation(file: file, range: min(one, two)..<max(one, two)), text)
  }

  @Test("of random bytes and ranges has carets and no control character but LF", arguments: 0..<40)
  func safe(seed: UInt64) {
    var generator = SeededGenerator(state: seed)
    for _ in 0..<50 {
      let files = (0..<2).map { _ in
        SourceFile(
          pathBytes: RenderingPropertyTests.bytes(using: &generator),
          bytes: RenderingPropertyTests.bytes(using: &generator))
      }
      let related = (0..<Int.random(in: 0...4, using: &generator)).map { _ in
        RenderingPropertyTests.label(in: files.randomElement(using: &generator)!, using: &generator)
      }
      let message = String(decoding: RenderingPropertyTests.bytes(using: &generator), as: UTF8.self)
      let diagnostic = Diagnostic(
        .error, "code", message, at: RenderingPropertyTests.label(in: files[0], using: &generator), related: related,
        helps: [.init(message)])
      let text = TextRenderer(maximumColumns: Int.random(in: 10...200, using: &generator)).render(diagnostic)
      let unsafe = text.unicodeScalars.filter { scalar in
        (scalar.value < 0x20 && scalar != "\n") || (0x7F..<0xA0).contains(scalar.value)
          || (0x202A...0x202E).contains(scalar.value)
      }
      #expect(unsafe.isEmpty, "seed \(seed): \(text.debugDescription)")
      #expect(text.hasPrefix("error[code]: ") && text.hasSuffix("\n"))
      #expect(files[0].bytes.isEmpty || text.contains("^"), "seed \(seed): \(text.debugDescription)")
    }
  }

  @Test("escapes random bytes once and for all, and keeps their width", arguments: 0..<40)
  func escaping(seed: UInt64) {
    var generator = SeededGenerator(state: seed)
    for _ in 0..<50 {
      let bytes = RenderingPropertyTests.bytes(using: &generator)
      let escaped = TerminalText.escaped(bytes)
      expectText(TerminalText.escaped(escaped), escaped, "seed \(seed)")
      let text = String(decoding: bytes, as: UTF8.self)
      #expect(TerminalText.width(of: text) == TerminalText.width(of: TerminalText.escaped(text)))
    }
  }

  @Test("of many findings in a long file takes work in proportion", .timeLimit(.minutes(1)))
  func many() {
    let file = SourceFile(path: "a.yaml", text: String(repeating: "key: value of a line\n", count: 100_000))
    let findings = (0..<1000).map { index in
      Diagnostic(
        .error, "code", "message",
        at: .init(SourceLocation(file: file, range: (index * 2100)..<(index * 2100 + 3)), "here"),
        related: [.init(SourceLocation(file: file, range: 0..<3), "first")])
    }
    let text = TextRenderer().render(findings)
    #expect(text.split(separator: "\n").count { $0.hasSuffix("^^^ here") } == 1000)
  }
}
