import SourceDiagnostics
import TestSupport
import Testing

@Suite("Text on a terminal")
struct TerminalTextTests {
  static let escapes: [(String, String)] = [
    ("plain text", "plain text"),
    ("", ""),
    ("a\nb\tc\r", "a\\nb\\tc\\r"),
    ("\u{1B}[2J", "\\u{1B}[2J"),
    ("\0\u{7F}\u{9B}", "\\u{0}\\u{7F}\\u{9B}"),
    ("a\u{202E}b\u{2066}c\u{2069}", "a\\u{202E}b\\u{2066}c\\u{2069}"),
    ("a\u{200B}b\u{2060}\u{FEFF}\u{AD}", "a\\u{200B}b\\u{2060}\\u{FEFF}\\u{AD}"),
    ("x\u{200D}y\u{200C}z", "x\\u{200D}y\\u{200C}z"),
    ("a\u{2028}b\u{2029}\u{85}", "a\\u{2028}b\\u{2029}\\u{85}"),
    ("é e\u{301} 日本 ß", "é e\u{301} 日本 ß"),
    ("👨‍👩‍👧‍👦 ❤️ 🏴󠁧󠁢󠁳󠁣󠁴󠁿 1️⃣", "👨‍👩‍👧‍👦 ❤️ 🏴󠁧󠁢󠁳󠁣󠁴󠁿 1️⃣"),
    ("می‌خواهم", "می‌خواهم"),
    ("a\u{FE0F}\u{E0101}", "a\\u{FE0F}\\u{E0101}"),
    ("日\u{E0101}\u{E0102}", "日\u{E0101}\\u{E0102}"),
    ("\u{E0041}\u{E0042}", "\\u{E0041}\\u{E0042}"),
    ("👩\u{200D}", "👩\\u{200D}"),
    ("\u{1B}\u{FE0F}", "\\u{1B}\\u{FE0F}"),
  ]

  @Test("shows what would act, hide or deceive, and leaves writing alone", arguments: escapes)
  func escaping(text: String, expected: String) {
    expectText(TerminalText.escaped(text), expected)
    expectText(TerminalText.escaped(Array(text.utf8)), expected)
    expectText(TerminalText.escaped(expected), expected, "escaped twice")
    #expect(TerminalText.width(of: text) == TerminalText.width(of: expected))
  }

  static let bytes: [([UInt8], String)] = [
    ([0x61, 0xFF, 0x62], "a\\xFFb"),
    ([0xC3], "\\xC3"),
    ([0xC0, 0xAF], "\\xC0\\xAF"),
    ([0xED, 0xA0, 0x80], "\\xED\\xA0\\x80"),
    ([0xF4, 0x90, 0x80, 0x80], "\\xF4\\x90\\x80\\x80"),
    ([0xE2, 0x82, 0x61], "\\xE2\\x82a"),
    ([0xE2, 0x82, 0xAC, 0x0A], "€\\n"),
    ([], ""),
  ]

  @Test("shows bytes that are not UTF-8 by their numbers", arguments: bytes)
  func invalidBytes(bytes: [UInt8], expected: String) {
    expectText(TerminalText.escaped(bytes), expected)
  }

  static let widths: [(String, Int)] = [
    ("", 0),
    ("abc", 3),
    ("é", 1),
    ("e\u{301}", 1),
    ("a\u{301}\u{302}\u{303}b", 2),
    ("日本語", 6),
    ("ﾊﾝｶｸ", 4),
    ("한국", 4),
    ("\u{1112}\u{1161}\u{11AB}", 2),
    ("😀", 2),
    ("👍🏽", 2),
    ("👨‍👩‍👧‍👦", 2),
    ("🏳️‍🌈", 2),
    ("🇩🇪", 2),
    ("🇩🇪🇫🇷", 4),
    ("🇩", 1),
    ("❤", 1),
    ("❤️", 2),
    ("1️⃣", 2),
    ("🏴󠁧󠁢󠁳󠁣󠁴󠁿", 2),
    ("Ω±…", 3),
    ("\u{1B}", 6),
    ("\t", 2),
  ]

  @Test("is as wide as the widest scalar of each grapheme", arguments: widths)
  func measuring(text: String, width: Int) {
    #expect(TerminalText.width(of: text) == width, "\(text.debugDescription)")
  }

  @Test("is measured alike on many threads at once")
  func threads() async {
    let widths = await withTaskGroup(of: Int.self) { group in
      for _ in 0..<64 { group.addTask { TerminalText.width(of: "日本 é 😀") } }
      return await group.reduce(into: Set<Int>()) { $0.insert($1) }
    }
    #expect(widths == [9])
  }
}
