import DesktopTypes
import Testing

@Suite("bounded regular expressions")
struct BoundedRegexTests {
  @Test(
    "a search is unanchored and knows Unicode",
    arguments: [
      ("b+", "abbbc", "bbb"), ("^abc$", "abc", "abc"), ("", "abc", ""), ("x*", "", ""), ("(?i)ÄÖ", "xäöx", "äö"),
      (#"\w+"#, "→ naïve ←", "naïve"), (".", "😀x", "😀"), (#"\d+$"#, "no 42\n", "42"), ("^b$", "a\nb\nc", nil),
      ("(?m)^b$", "a\r\nb\r\nc", "b"), ("a.c", "a\nc", nil), ("(?s)a.c", "a\nc", "a\nc"), ("=,:#", "a=,:#b", "=,:#"),
      (#"https?://\S+"#, "see https://e.test/a?b=c#d now", "https://e.test/a?b=c#d"), ("(?<=a)b", "ab", "b"),
    ] as [(String, String, String?)])
  func search(pattern: String, text: String, expected: String?) throws {
    let match = try BoundedRegex(pattern).firstMatch(in: text)
    #expect(match?.text == expected)
  }

  @Test("groups are told by number and by name")
  func groups() throws {
    let regex = try BoundedRegex(#"(?<key>\w+)=((?<number>\d+)|(?<word>\p{L}+))(;)?"#)
    #expect(regex.groupCount == 5)
    #expect(regex.groupNames.map(\.name) == ["key", "number", "word"])
    let match = try #require(try regex.firstMatch(in: "§ größe=über"))
    #expect(match.text == "größe=über")
    #expect(
      match.ranges.map { $0.map { [$0.lowerBound, $0.upperBound] } } == [
        [3, 16], [3, 10], [11, 16], nil, [11, 16], nil,
      ])
    #expect(match.group(1) == "größe")
    #expect(match.group(5) == nil)
    #expect(match.group(6) == nil)
    #expect(match.group(-1) == nil)
    #expect(match.group(named: "word") == "über")
    #expect(match.group(named: "number") == nil)
    #expect(match.group(named: "nobody") == nil)
    #expect(match.namedGroups == ["key": "größe", "word": "über"])
  }

  @Test(
    "a wrong pattern is refused at the byte where it is wrong",
    arguments: [
      ("a(b", 3), ("ä[b", 4), ("*a", 0), ("a{2,1}", 5), (#"a\"#, 2), ("(?<n>a)(?<n>b)", 12), (#"\C"#, 2), (#"(\2)"#, 2),
    ])
  func invalid(pattern: String, offset: Int) {
    do throws(RegexError) {
      _ = try BoundedRegex(pattern)
      Issue.record("'\(pattern)' was compiled")
    } catch {
      guard case .invalidPattern(let message, let found) = error else {
        Issue.record("\(error)")
        return
      }
      #expect(found == offset, "\(message)")
      #expect(!message.isEmpty)
    }
  }

  /// A repeated unit and an end, so that the test's name stays short.
  struct Hostile: Sendable, CustomTestStringConvertible {
    var pattern: String
    var unit: String
    var count: Int
    var end = ""
    /// A short text that matches.
    var harmless: String
    var testDescription: String { "\(pattern) against \(count) times '\(unit)'" }
  }

  @Test(
    "a search that would take for ever ends with an error",
    .timeLimit(.minutes(1)),
    arguments: [
      Hostile(pattern: "^(a+)+$", unit: "a", count: 40, end: "!", harmless: "a"),
      Hostile(pattern: "^(a*)*b", unit: "a", count: 5000, end: " b", harmless: "ab"),
      Hostile(pattern: "^(x+x+)+y", unit: "x", count: 100, end: " y", harmless: "xxy"),
      // Quadratic: each start position is cheap, and a limit that begins anew at each one notices nothing.
      Hostile(pattern: #"\S+$"#, unit: "x", count: 1_000_000, end: " .\n ", harmless: "x"),
      Hostile(pattern: "x*y", unit: "x", count: 1_000_000, end: " y.", harmless: "y"),
      // Each repetition of a group is remembered: this one would take memory without end.
      Hostile(pattern: "^(?:x|y)*$", unit: "x", count: 5_000_000, end: " ", harmless: "xyx"),
      Hostile(pattern: ".*.*.*=x", unit: "ab", count: 50_000, end: "=\nx", harmless: "=x"),
    ])
  func hostile(_ value: Hostile) throws {
    let regex = try BoundedRegex(value.pattern)
    let outcome: RegexError?
    do throws(RegexError) {
      _ = try regex.firstMatch(in: String(repeating: value.unit, count: value.count) + value.end)
      outcome = nil
    } catch { outcome = error }
    #expect(outcome == .limitReached)
    // The limit belongs to one search, not to the expression.
    #expect(try regex.matches(value.harmless))
  }

  @Test("an ordinary search in ten million bytes is within the limit")
  func large() throws {
    let text = String(repeating: "some words, a number 1234 and a line break\n", count: 250_000) + "https://e.test/x"
    #expect(try BoundedRegex(#"https?://[\w.]+/\S*"#).firstMatch(in: text)?.text == "https://e.test/x")
    #expect(try BoundedRegex(#"(?i)\bnothing\b"#).matches(text) == false)
    #expect(try BoundedRegex(#"(?m)^words$"#).matches(text) == false)
  }

  @Test("bytes that are not UTF-8 are refused with their place")
  func invalidText() throws {
    let regex = try BoundedRegex("a")
    #expect(throws: RegexError.invalidText(offset: 2)) { try regex.firstMatch(in: [0x61, 0x62, 0xFF]) }
  }

  @Test("one expression can be used by many tasks at once")
  func shared() async throws {
    let regex = try BoundedRegex("(?<n>[0-9]+)")
    try await withThrowingTaskGroup(of: Bool.self) { group in
      for index in 0..<64 {
        group.addTask { try regex.firstMatch(in: "text \(index) text")?.group(named: "n") == String(index) }
      }
      for try await isRight in group { #expect(isRight) }
    }
  }
}
