import DesktopTypes
import Testing

@Suite("hosts")
struct HostNameTests {
  @Test(
    "a host alone is that host, with a star its subdomains",
    arguments: [
      ("example.com", "example.com", true), ("example.com", "EXAMPLE.com.", true),
      ("Example.COM.", "example.com", true),
      ("example.com", "foo.example.com", false), ("example.com", "example.com.evil.test", false),
      ("example.com", "notexample.com", false), ("*.example.com", "foo.example.com", true),
      ("*.example.com", "a.b.Example.com.", true), ("*.example.com", "example.com", false),
      ("*.example.com", "fooexample.com", false), ("*.example.com", ".example.com", false), ("*", "any.test", true),
      ("*", "", false), ("bücher.example", "xn--bcher-kva.example", true),
      ("xn--bcher-kva.example", "BÜCHER.example", true),
      ("*.bücher.example", "www.bücher.example", true), ("faß.example", "xn--fa-hia.example", true),
      // Cyrillic а in place of a.
      ("paypal.example", "p\u{430}ypal.example", false), ("[::1]", "[::1]", true),
      ("example.com", "ex%61mple.com", true),
      ("example.com", "example%2Ecom", true), ("example.com", "example%zz", false),
      ("example.com", "example。com", true),
    ])
  func matches(pattern: String, host: String, expected: Bool) throws {
    let isMatch = try HostPattern(pattern).matches(HostName(host))
    #expect(isMatch == expected)
  }

  @Test(
    "a pattern is a host and nothing else",
    arguments: [
      ("example.com", true), ("*.example.com", true), ("*", true), ("bücher.example", true), ("localhost", true),
      ("[::1]", true), ("127.0.0.1", true), ("", false), ("*.", false), ("a.*.b", false), ("*example.com", false),
      ("https://example.com", false), ("example.com/x", false), ("example.com:80", false), ("u@example.com", false),
      ("a b", false), (".example.com", false), ("[::1", false), ("*.*.com", false),
    ])
  func valid(pattern: String, expected: Bool) { #expect(HostPattern.isValid(pattern) == expected) }
}
