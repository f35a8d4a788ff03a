import ShareModel
import ShareTemplates
import SourceDiagnostics
import Testing

@Suite("checking requests")
struct TemplateCheckerHTTPTests {
  private func request(_ url: String, _ change: (inout HTTPAction) throws -> Void = { _ in }) throws -> [Diagnostic] {
    var action = HTTPAction(method: "POST", url: try template(url))
    try change(&action)
    return check(ActivityAction(body: .http(action)), of: activity([.url])).filter { $0.code != "item-unused" }
  }

  private func field(_ name: String, _ value: String) throws -> HTTPAction.Field {
    .init(name: name, values: [try template(value)])
  }

  @Test("secrets may stand in path, query, headers, auth and bodies")
  func secrets() throws {
    let findings = try request("https://x.example/{{ secret.A }}?k={{ secret.B }}") { action in
      action.headers = [try field("X-Key", "{{ secret.C }}")]
      action.authentication = .bearer(try template("{{ secret.D }}"))
      action.body = .json(.object([("a", .text(try template("{{ secret.E }}")))]))
    }
    #expect(findings.map(\.message) == [])
    #expect(try request("{{ secret.HOOK }}").map(\.message) == [])
    expectFinding(try request("https://{{ secret.A }}/x"), "unsafe-place", 8..<22)
    expectFinding(
      try request("https://x.example/") { $0.error = try template("no: {{ secret.A }}") }, "secret-exposed", 4..<18)
    expectFinding(
      try request("https://x.example/") { $0.body = .upload(try template("{{ secret.A }}")) }, "secret-exposed", 0..<14)
  }

  @Test("a request with a secret never goes where shared things say")
  func secretOrigin() throws {
    expectFinding(
      try request("{{ item.url }}") { $0.authentication = .bearer(try template("{{ secret.T }}")) },
      "secret-to-shared-host", 0..<14)
    expectFinding(
      try request("{{ item.url }}/x") { $0.headers = [try field("X-Key", "{{ secret.T }}")] },
      "secret-to-shared-host", 0..<16)
    expectFinding(
      try request("{{ item.url }}") { $0.body = .text(try template("{{ secret.T }}")) }, "secret-to-shared-host", 0..<14
    )
    #expect(try request("{{ item.url }}").map(\.message) == [])
    #expect(
      try request("{{ env.BASE }}/x") { $0.authentication = .bearer(try template("{{ secret.T }}")) }.map(\.message)
        == [])
  }

  @Test("only http and https", arguments: ["⟦ftp⟧://x.example/", "⟦mailto⟧:x"])
  func schemes(text: String) throws {
    let marked = Marked(text)
    expectFinding(try request(marked.text), "invalid-url", marked.range)
  }

  @Test("lists repeat fields and elements; in longer text of a member they are an error")
  func lists() throws {
    #expect(
      try request("https://x.example/") { action in
        action.query = [try field("q", "{{ items.url }}")]
        action.body = .json(
          .object([
            ("alone", .text(try template("{{ items.url }}"))),
            ("each", .array([.object([("u", .text(try template("x {{ items.url }}")))])])),
          ]))
      }.map(\.message) == [])
    expectFinding(
      try request("https://x.example/") {
        $0.body = .json(.object([("a", .text(try template("x {{ items.url }}")))]))
      }, "list-in-text", 2..<17)
  }

  @Test("the message of a failure reads the response, the request does not")
  func error() throws {
    #expect(
      try request("https://x.example/") { $0.error = try template("{{ response.json.message? }}") }.map(\.message) == []
    )
    expectFinding(try request("https://x.example/{{ response.status }}"), "no-result", 21..<36)
  }

  @Test("parts of a multipart body: paths, texts, names")
  func multipart() throws {
    #expect(
      try request("https://x.example/") {
        $0.body = .multipart([
          MultipartField(
            name: "f", content: .path(try template("{{ item.file }}")), filename: try template("{{ item.url.host }}")),
          MultipartField(name: "t", content: .text(try template("{{ item.url }}"))),
        ])
      }.map(\.message) == [])
    expectFinding(
      try request("https://x.example/") {
        $0.body = .multipart([MultipartField(name: "f", content: .path(try template("{{ item.url }}")))])
      }, "invalid-path", 0..<14)
  }
}
