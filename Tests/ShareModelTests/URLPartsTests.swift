import ShareModel
import Testing

@Suite("the parts of a URL")
struct URLPartsTests {
  struct Case: Sendable, CustomTestStringConvertible {
    var text: String
    var scheme: String
    var userInfo: String?
    var host: String?
    var port: String?
    var path = ""
    var query: String?
    var fragment: String?
    var testDescription: String { text }
  }

  @Test(
    "each part is what stands between its marks, undecoded",
    arguments: [
      Case(text: "https://e.test", scheme: "https", host: "e.test"),
      Case(
        text: "HTTP://user:pa@ss@E.Test:8080/p@1/b%20c?d=e+f&g=?#h#i", scheme: "HTTP", userInfo: "user:pa@ss",
        host: "E.Test", port: "8080", path: "/p@1/b%20c", query: "d=e+f&g=?", fragment: "h#i"),
      Case(text: "https://[::1]:443/x", scheme: "https", host: "[::1]", port: "443", path: "/x"),
      Case(text: "https://e.test:/x", scheme: "https", host: "e.test", port: "", path: "/x"),
      Case(text: "https://e.test?a/b", scheme: "https", host: "e.test", query: "a/b"),
      Case(text: "https://e.test#", scheme: "https", host: "e.test", fragment: ""),
      Case(text: "https://e.test/a/../b//c", scheme: "https", host: "e.test", path: "/a/../b//c"),
      Case(text: "file:///a%20b", scheme: "file", host: "", path: "/a%20b"),
      Case(text: "mailto:a@e.test?subject=x", scheme: "mailto", path: "a@e.test", query: "subject=x"),
      Case(text: "https://пример.test/ä", scheme: "https", host: "пример.test", path: "/ä"),
      // Hosts that are made to look like another one.
      Case(text: "https://good.test@evil.test/", scheme: "https", userInfo: "good.test", host: "evil.test", path: "/"),
      Case(text: "https://evil.test/good.test", scheme: "https", host: "evil.test", path: "/good.test"),
      Case(text: "https://good.test.evil.test", scheme: "https", host: "good.test.evil.test"),
      Case(text: "https://evil.test?@good.test", scheme: "https", host: "evil.test", query: "@good.test"),
      Case(text: "https://evil.test#@good.test/", scheme: "https", host: "evil.test", fragment: "@good.test/"),
      Case(text: "https:good.test", scheme: "https", path: "good.test"),
    ])
  func parts(_ value: Case) throws {
    let parts = try #require(URLParts(value.text))
    #expect(parts.scheme == value.scheme)
    #expect(parts.userInfo == value.userInfo)
    #expect(parts.host == value.host)
    #expect(parts.port == value.port)
    #expect(parts.path == value.path)
    #expect(parts.query == value.query)
    #expect(parts.fragment == value.fragment)
    #expect(Array(parts.text.utf8) == Array(value.text.utf8))
  }

  @Test(
    "what has no scheme, has blanks or means different hosts to different programs is no URL",
    arguments: [
      "", "e.test", "//e.test/", "1http://e.test", ":x", "https//e.test", "https://e.test/a b", "https://e.test/\n",
      "https://e.test/\u{7F}", "https://e.test/a\u{3000}b", "https://good.test\\@evil.test/", "https://e.test:80a/",
      "https://e.test:123456/", "https://[::1", "https://[::1]x/", "https://a<b/", "http s://x",
    ])
  func refused(text: String) { #expect(URLParts(text) == nil) }

  @Test(
    "an absolute URL has a host or a scheme that needs none",
    arguments: [
      ("https://e.test/", true), ("x-own://h", true), ("mailto:a@e.test", true), ("MAILTO:?to=a@e.test", true),
      ("tel:+49123", true), ("geo:1,2", true), ("magnet:?xt=urn:btih:1", true), ("data:,x", true), ("urn:isbn:1", true),
      ("sms:?body=x", true), ("https:///x", false), ("https://user@/x", false), ("https:x", false), ("tel:", false),
      ("tel:me", false), ("data:x", false), ("magnet:x", false), ("mailto:", false), ("file:///x", false),
      ("FILE://h/x", false), ("javascript:alert(1)", false), ("note:this", false), ("C:\\x", false), ("C:/x", false),
      ("see https://e.test", false), ("https://e.test\n", false), ("12:30", false), ("std::string", false),
    ])
  func absolute(text: String, expected: Bool) { #expect(URLParts.isAbsoluteURL(Array(text.utf8)) == expected) }

  @Test("bytes that are not UTF-8 are no URL")
  func bytes() { #expect(URLParts(Array("https://e.test/".utf8) + [0xFF]) == nil) }
}
