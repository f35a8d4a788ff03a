import Testing

@testable import ShareDefinitions

@Suite("what scalars say")
struct ScalarTextTests {
  @Test(
    "sizes are numbers with a unit of bytes",
    arguments: [
      ("0 B", 0), ("1B", 1), ("1 kB", 1000), ("1KiB", 1024), ("1.5 MiB", 1_572_864), ("2 MB", 2_000_000),
      ("1GB", 1_000_000_000), ("1 GiB", 1_073_741_824), ("0.001 kB", 1),
    ])
  func size(text: String, bytes: Int) {
    #expect(ScalarText.size(text) == bytes)
  }

  @Test(
    "anything else is no size",
    arguments: [
      "", "1", "B", "1 b", "1  B", "1 Kib", "-1 B", "1. B", ".5 B", "1.2.3 B", "1 MiB ", "9999999999999999 GiB",
    ])
  func noSize(text: String) {
    #expect(ScalarText.size(text) == nil)
  }

  @Test(
    "durations are numbers with a unit of time",
    arguments: [("500ms", 0.5), ("30s", 30), ("5m", 300), ("2h", 7200), ("1.5s", 1.5), ("0s", 0)])
  func duration(text: String, seconds: Double) {
    #expect(ScalarText.duration(text) == seconds)
  }

  @Test("anything else is no duration", arguments: ["", "30", "s", "1 d", "1S", "-1s", "1e3s", "1m30s"])
  func noDuration(text: String) {
    #expect(ScalarText.duration(text) == nil)
  }

  @Test(
    "numbers of JSON's grammar are told from others",
    arguments: [
      ("0", true), ("-0", true), ("10", true), ("1.10", true), ("1e5", true), ("1E-5", true), ("-1.5e+3", true),
      ("", false), ("-", false), ("01", false), ("0123", false), ("1.", false), (".5", false), ("1e", false),
      ("+1", false), ("0x1", false), ("1_000", false), ("1 ", false), ("NaN", false),
    ])
  func jsonNumber(text: String, expected: Bool) {
    #expect(ScalarText.isJSONNumber(text) == expected)
  }

  @Test(
    "patterns of activity types are types or have wildcards",
    arguments: [
      ("com.example.a", true), ("com.example.*", true), ("*", true), ("*.paste", true), ("com", false),
      ("com.example.a b*", false), ("", false),
    ])
  func activityPattern(text: String, expected: Bool) {
    #expect(ScalarText.isActivityPattern(text) == expected)
  }

  @Test(
    "paths in JSON are singular queries without their '$'",
    arguments: [
      ("a", true), ("a.b", true), (".a", true), ("a[0].b", true), ("[0]", true), ("[-1]", true), ("a[\"b c\"]", true),
      ("a['it\\'s']", true), ("größe", true), ("", false), (".", false), ("a..b", false), ("a.", false), ("a[", false),
      ("a[x]", false), ("a[\"b]", false), ("a b", false), ("$.a", false), ("a[*]", false),
    ])
  func query(text: String, expected: Bool) {
    #expect(PatternSyntax.isQuery(text) == expected)
  }

  @Test(
    "hosts are literal but for '*.' in front",
    arguments: [
      ("example.com", true), ("*.example.com", true), ("localhost", true), ("müller.example", true), ("[::1]", true),
      ("127.0.0.1", true), ("Example.COM", true), ("example.com.", true), ("", false), ("*", false),
      ("a.*.example", false), (".example.com", false), ("https://example.com", false), ("example.com/a", false),
      ("example.com:80", false), ("me@example.com", false), ("a b", false), ("*contoso.test*", false),
    ])
  func host(text: String, expected: Bool) {
    #expect((PatternSyntax.hostProblem(text) == nil) == expected)
  }

  @Test(
    "brackets and repetitions of regular expressions are looked at",
    arguments: [
      ("^(a|b)+$", true), ("[]a]", true), ("[^]]", true), ("a{2,3}?", true), ("\\(", true), ("(?<n>a)", true),
      ("(?:a)*+", true), ("[[:alpha:](]", true), ("\\Q(*\\E)", false), ("\\Q(*\\E", true), ("", false), ("(", false),
      (")", false), ("[a", false), ("*a", false), ("a|*", false), ("a\\", false), ("a**", false), ("a++", true),
    ])
  func regularExpression(text: String, isRight: Bool) {
    #expect((PatternSyntax.regularExpressionProblem(text) == nil) == isRight)
  }

  @Test(
    "globs are looked at",
    arguments: [
      ("*.txt", true), ("[a-z]*", true), ("[!a]", true), ("[]]", true), ("a\\*", true), ("", false), ("[a", false),
      ("a\\", false),
    ])
  func glob(text: String, isRight: Bool) {
    #expect((PatternSyntax.globProblem(text) == nil) == isRight)
  }
}
