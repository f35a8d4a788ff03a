import ShareModel
import TestSupport
import Testing

@testable import ShareActions

@Suite("redirects")
struct HTTPRedirectTests {
  enum Expectation: Sendable, Equatable {
    /// The method and whether there is a body at the target.
    case follows(String, hasBody: Bool)
    case refuses(HTTPRedirectRefusal.Reason)
  }

  struct Case: Sendable, CustomTestStringConvertible {
    var status: Int
    var method: String
    var isSameOrigin: Bool
    var expected: Expectation

    var testDescription: String { "\(status) after \(method) to \(isSameOrigin ? "the same" : "another") origin" }
  }

  static let cases: [Case] = [301, 302, 303, 307, 308].flatMap { status in
    [true, false].flatMap { isSameOrigin in
      [
        Case(
          status: status, method: "GET", isSameOrigin: isSameOrigin, expected: .follows("GET", hasBody: false)),
        Case(
          status: status, method: "POST", isSameOrigin: isSameOrigin,
          expected: status <= 302
            ? .refuses(.changesMethod)
            : status == 303
              ? .follows("GET", hasBody: false)
              : isSameOrigin ? .follows("POST", hasBody: true) : .refuses(.otherOrigin)),
      ]
    }
  }

  @Test("what is sent on, and what never leaves its origin", arguments: cases)
  func table(_ test: Case) throws {
    let other = HTTPTestServer { _, _ in .status(200, "there") }
    let first = HTTPTestServer { request, _ in
      request.targetText == "/start"
        ? .redirect(test.status, to: test.isSameOrigin ? "/end" : other.url + "/end") : .status(200, "here")
    }
    var request = HTTPRequest(method: test.method, url: bytes(first.url + "/start"))
    request.headers = [
      .init("X-Api-Key", bytes("literal-key")), .init("X-Secret", bytes("secret-key"), holdsSecret: true),
      .init("Accept", bytes("application/json")), .init("Cookie", bytes("a=b")),
    ]
    request.authentication = .header(bytes("Bearer token"))
    if test.method == "POST" {
      request.body = .bytes(bytes("the body"))
      request.bodyType = "text/plain"
    }
    switch test.expected {
    case .refuses(let reason):
      guard case .redirect(let refusal)? = try failure(of: request) else {
        Issue.record("it was followed")
        return
      }
      #expect(refusal.reason == reason)
      #expect(refusal.target == (test.isSameOrigin ? first.url : other.url) + "/end")
      #expect(other.requests.isEmpty)
      #expect(first.requests.count == 1)
    case .follows(let method, let hasBody):
      let response = try send(request)
      #expect(text(response.body) == (test.isSameOrigin ? "here" : "there"))
      #expect(text(response.url) == (test.isSameOrigin ? first.url : other.url) + "/end")
      let seen = try #require(test.isSameOrigin ? first.requests.last : other.requests.first)
      #expect(seen.method == method)
      #expect(text(seen.body) == (hasBody ? "the body" : ""))
      #expect((seen.header("Content-Type") != nil) == hasBody)
      #expect(seen.header("Accept") == "application/json")
      #expect(seen.header("Authorization") == (test.isSameOrigin ? "Bearer token" : nil))
      #expect(seen.header("X-Api-Key") == (test.isSameOrigin ? "literal-key" : nil))
      #expect(seen.header("X-Secret") == (test.isSameOrigin ? "secret-key" : nil))
      #expect(seen.header("Cookie") == (test.isSameOrigin ? "a=b" : nil))
    }
  }

  @Test("what was dropped on the way to another origin stays dropped on the way back")
  func thereAndBack() throws {
    let first = HTTPTestServer { request, _ in
      switch request.targetText {
      case "/start": .redirect(302, to: request.header("X-Other") ?? "")
      default: .status(200, request.header("Authorization") ?? "none")
      }
    }
    let other = HTTPTestServer { _, _ in .redirect(302, to: first.url + "/end") }
    var request = get(first.url + "/start")
    request.headers = [.init("X-Other", bytes(other.url))]
    request.authentication = .header(bytes("Bearer token"))
    #expect(try text(send(request).body) == "none")
  }

  @Test("ten redirects are followed, eleven are not")
  func limit() throws {
    let server = HTTPTestServer { request, number in
      let left = Int(request.targetText.dropFirst()) ?? 0
      return left == 0 ? .status(200, "end") : .redirect(302, to: "/\(left - 1)")
    }
    #expect(try text(send(get(server.url + "/10")).body) == "end")
    #expect(try failure(of: get(server.url + "/11")) == .tooManyRedirects(limit: 10))
  }

  @Test(
    "a Location of any form is resolved, and one that leads nowhere is refused",
    arguments: [
      ("next?a=b c#f", "/dir/next?a=b%20c"), ("../up", "/up"), ("?only=query", "/dir/start?only=query"),
      ("//127.0.0.1:PORT/net", "/net"), ("/ü", "/%C3%BC"),
    ])
  func locations(location: String, target: String) throws {
    let server = HTTPTestServer { request, number in
      guard number == 0 else { return .status(200) }
      let port = request.header("Host")?.split(separator: ":").last.map(String.init) ?? ""
      return .redirect(
        302, to: location.split(separator: "PORT", omittingEmptySubsequences: false).joined(separator: port))
    }
    #expect(try send(get(server.url + "/dir/start")).status == 200)
    #expect(server.requests.last?.targetText == target)
  }

  @Test(
    "no other scheme is followed", arguments: ["file:///etc/passwd", "ftp://127.0.0.1/x", "gopher://h/", "mailto:a@b"])
  func schemes(location: String) throws {
    let server = HTTPTestServer { _, _ in .redirect(302, to: location) }
    guard case .redirect(let refusal)? = try failure(of: get(server.url)) else {
      Issue.record("not refused")
      return
    }
    #expect(refusal.reason == .invalid)
    #expect(server.requests.count == 1)
  }

  @Test("an encrypted request does not become an unencrypted one")
  func downgrade() throws {
    let response = HTTPResponse(
      status: 302, reason: "", url: bytes("https://a.example/"),
      headers: [.init("Location", bytes("http://a.example/"))],
      body: [], bodyWasCut: false)
    let url = try HTTPURL(response.url)
    do {
      _ = try HTTPRedirects.next(after: response, get("https://a.example/"), from: url) { _ in false }
      Issue.record("it was followed")
    } catch .redirect(let refusal) {
      #expect(refusal.reason == .unencrypted)
    }
  }

  @Test(
    "references are resolved as RFC 3986 shows",
    arguments: [
      ("g", "/b/c/g"), ("./g", "/b/c/g"), ("g/", "/b/c/g/"), ("/g", "/g"), ("?y", "/b/c/d;p?y"), ("g?y", "/b/c/g?y"),
      ("g#s", "/b/c/g"), ("", "/b/c/d;p?q"), (".", "/b/c/"), ("./", "/b/c/"), ("..", "/b/"), ("../g", "/b/g"),
      ("../..", "/"), ("../../../g", "/g"), ("/./g", "/g"), ("/../g", "/g"), ("g.", "/b/c/g."), ("..g", "/b/c/..g"),
      ("./g/.", "/b/c/g/"), ("g/../h", "/b/c/h"), ("g;x=1/../y", "/b/c/y"), ("g?y/../x", "/b/c/g?y/../x"),
    ])
  func references(reference: String, target: String) throws {
    let base = try HTTPURL(bytes("http://a/b/c/d;p?q"))
    #expect(base.resolving(bytes(reference)).map { text($0.bytes) } == "http://a" + target)
  }
}
