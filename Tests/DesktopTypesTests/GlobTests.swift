import DesktopTypes
import Testing

@Suite("globs")
struct GlobTests {
  @Test(
    "a pattern matches the whole text",
    arguments: [
      ("*.png", "a.png", true), ("*.png", "a.PNG", false), ("*.png", ".png", true), ("*.png", "a.png.txt", false),
      ("com.example.*", "com.example.notes", true), ("com.example.*", "com.example", false), ("", "", true),
      ("", "a", false), ("*", "", true), ("*", "a/b\n", true), ("/home/*/Downloads/*", "/home/a/Downloads/b/c", true),
      ("a?c", "abc", true), ("a?c", "aöc", true), ("a?c", "a😀c", true), ("a?c", "ac", false), ("?", "", false),
      ("[a-c]x", "bx", true), ("[a-c]x", "dx", false), ("[!a-c]x", "dx", true), ("[^a]x", "ax", false),
      ("[]a]", "]", true), ("[!]a]", "]", false), ("[a-]", "-", true), ("[ä-ü]", "ö", true), ("[c-a]", "b", false),
      ("a[b", "a[b", true), ("a[b", "ab", false), (#"\*"#, "*", true), (#"\*"#, "a", false), (#"a\\b"#, #"a\b"#, true),
      (#"[\]]"#, "]", true), (#"a\"#, #"a\"#, true), ("a.b", "axb", false), ("**a**", "bab", true),
      ("*ab*ab", "abab", true),
      ("*ab*ab", "ab", false), ("ä", "a\u{308}", false), ("$(x)", "$(x)", true),
    ])
  func matches(pattern: String, text: String, expected: Bool) {
    #expect(Glob(pattern).matches(text) == expected)
  }

  @Test("a byte that is not UTF-8 is one character")
  func bytes() {
    #expect(Glob("pr?f.txt").matches(Array("pr".utf8) + [0xFC] + Array("f.txt".utf8)))
    #expect(Glob("*.txt").matches([0xFF, 0xFE] + Array(".txt".utf8)))
    #expect(!Glob("?").matches([0xFF, 0xFE]))
    #expect(!Glob("\u{FFFD}").matches([0xFF]))
    #expect(!Glob("?ü").matches([0x61, 0xFC]))
  }

  @Test("many stars against a long text end soon", .timeLimit(.minutes(1)))
  func hostile() {
    let text = String(repeating: "a", count: 20_000)
    #expect(!Glob(String(repeating: "*a", count: 50) + "b").matches(text))
    #expect(Glob(String(repeating: "*a", count: 50)).matches(text))
  }

  @Test(
    "a glob is told by its special characters",
    arguments: [("com.example.a", false), ("com.*", true), ("a?", true), ("[a]", true), ("a]", false)])
  func isGlob(text: String, expected: Bool) { #expect(Glob.isGlob(text) == expected) }
}
