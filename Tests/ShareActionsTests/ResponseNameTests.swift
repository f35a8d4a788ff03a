import ShareModel
import Testing

@testable import ShareActions

@Suite("names of responses")
struct ResponseNameTests {
  @Test(
    "Content-Disposition gives a name in each of its forms",
    arguments: [
      ("attachment; filename=plain.png", "plain.png"),
      ("attachment; filename=\"with ; and \\\"q\\\".png\"", "with ; and \"q\".png"),
      ("attachment; filename=\"x.png\"; filename*=UTF-8''na%C3%AFve%20%F0%9F%8E%89.png", "naïve 🎉.png"),
      ("inline; filename*=UTF-8'en'a%2Fb.png", "b.png"),
      ("attachment; filename=\"/etc/passwd\"", "passwd"),
      ("attachment; filename=\"C:\\Users\\me\\x.png\"", "x.png"),
      ("ATTACHMENT; FileName = spaced.png ; size=3", "spaced.png"),
      ("attachment; filename*=ISO-8859-1''x.png; filename=y.png", "y.png"),
    ])
  func dispositions(header: String, name: String) {
    #expect(ResponseName.fileName(bytes(header)).map(text) == name)
  }

  @Test(
    "a header without a name gives none", arguments: ["attachment", "inline; size=3", "attachment; filename=\"\"", ""])
  func nameless(header: String) { #expect(ResponseName.fileName(bytes(header)) == nil) }

  @Test(
    "without one, the last part of the URL names it, with an extension for a known type",
    arguments: [
      ("/a/b%20c.png", "image/png", "b c.png"), ("/a/b", "image/jpeg", "b.jpg"), ("/", "image/png", "response.png"),
      ("/a/b/", "text/html; charset=utf-8", "b.html"), ("/x", "application/x-unknown", "x"),
    ])
  func paths(path: String, type: String, name: String) {
    #expect(text(ResponseName.name(headers: [.init("content-type", bytes(type))], path: bytes(path))) == name)
  }

  @Test("a date of HTTP is read, anything else is not")
  func dates() {
    #expect(RetryDelay.date("Sun, 06 Nov 1994 08:49:37 GMT") == 784_111_777)
    for text in ["", "soon", "Sun, 06 Nov 1994 08:49:37 CET", "Sun, 99 Nov 1994 08:49:37 GMT", "06 Nov 1994"] {
      #expect(RetryDelay.date(text) == nil)
    }
  }

  @Test("proxies come from the environment, then from the configuration")
  func proxies() {
    let environment = ProcessEnvironment([
      "http_proxy": "http://p:1", "HTTP_PROXY": "http://wrong:1", "HTTPS_PROXY": "http://s:1", "no_proxy": "a,b",
    ])
    let both = HTTPSettings(environment: environment, proxy: "http://own:1")
    #expect(both.proxy(for: "http") == "http://p:1")
    #expect(both.proxy(for: "https") == "http://s:1")
    #expect(both.withoutProxy == "a,b")
    let none = HTTPSettings(environment: ProcessEnvironment(["HTTP_PROXY": "http://wrong:1"]), proxy: "http://own:1")
    #expect(none.proxy(for: "http") == "http://own:1")
    #expect(
      HTTPSettings(environment: ProcessEnvironment(["all_proxy": "socks5h://x"])).proxy(for: "https") == "socks5h://x")
    #expect(HTTPSettings(environment: ProcessEnvironment()).proxy(for: "http") == "")
  }
}
