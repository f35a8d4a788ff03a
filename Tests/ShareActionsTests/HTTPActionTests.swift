import Glibc
import JSONSyntax
import ShareModel
import ShareTemplates
import TestSupport
import Testing

@testable import ShareActions

@Suite("HTTP actions")
struct HTTPActionTests {
  let bench = Bench()

  @Test("a request's parts are filled in, and its answer is returned")
  func wholeRequest() throws {
    let server = HTTPTestServer { _, _ in .json(#"{"data":{"link":"https://x.example/1"}}"#, status: 201) }
    let action = try httpAction("POST", server.url + "/api/{{ item.text }}?old=1") { action in
      action.query = [try field("q", "{{ item.text }}"), try field("none", "{{ subject? }}")]
      action.headers = [try field("X-Title", "{{ item.text }}")]
      action.body = .json(.object([("content", .text(try template("{{ item.text }}"))), ("n", .number("1.50"))]))
    }
    let outcome = try bench.perform(action, [textItem("a b+c/&\"ü")]) { request in
      request.action.returns = [
        try returning(.url, "{{ response.json.data.link }}"),
        try returning(.text, "{{ response.status }} {{ response.headers.content-type }}", name: "about"),
      ]
    }
    #expect(outcome.status == .completed)
    #expect(outcome.evidence == .responded)
    #expect(outcome.httpStatus == 201)
    #expect(
      outcome.returnedItems?.map { text($0.item.textBytes ?? []) } == ["https://x.example/1", "201 application/json"])
    let seen = try #require(server.requests.first)
    #expect(seen.targetText == "/api/a%20b%2Bc%2F%26%22%C3%BC?old=1&q=a%20b%2Bc%2F%26%22%C3%BC")
    #expect(seen.header("X-Title") == "a b+c/&\"ü")
    #expect(seen.header("Content-Type") == "application/json")
    #expect(seen.bodyText == #"{"content":"a b+c/&\"ü","n":1.50}"#)
    #expect(seen.faults == [])
  }

  @Test("form, text, upload and multipart bodies carry their types")
  func bodies() throws {
    let server = HTTPTestServer { _, _ in .status(204) }
    let directory = bench.directory
    directory.write(bytes("p.png"), pngBytes)
    let item = fileItem(directory.path + "/p.png", "image/png", kind: .image)
    _ = try bench.perform(
      try httpAction("POST", server.url) { $0.body = .form([try field("t", "{{ item.name }}", "a+b&c")]) }, [item])
    _ = try bench.perform(
      try httpAction("POST", server.url) { $0.body = .text(try template("<{{ item.name }}>")) }, [item])
    _ = try bench.perform(
      try httpAction("PUT", server.url) { $0.body = .upload(try template("{{ item.path }}")) }, [item])
    _ = try bench.perform(
      try httpAction("POST", server.url) {
        $0.body = .multipart([
          MultipartField(name: "file", content: .value(try template("{{ item.path }}"))),
          MultipartField(name: "note", content: .value(try template("@{{ item.name }}"))),
          MultipartField(
            name: "named", content: .path(try template("{{ item.path }}")), filename: try template("other \"x\".png"),
            type: try template("image/x-own")),
        ])
      }, [item])
    let requests = server.requests
    #expect(
      requests.map { $0.header("Content-Type")?.prefix(19) } == [
        "application/x-www-form-urlencoded".prefix(19), "text/plain; charset", "image/png", "multipart/form-data",
      ])
    #expect(requests[0].bodyText == "t=p.png&t=a%2Bb%26c")
    #expect(requests[1].bodyText == "<p.png>")
    #expect(requests[2].body == pngBytes)
    let form = try #require(MultipartForm(requests[3].body, contentType: requests[3].header("Content-Type") ?? ""))
    #expect(
      form.parts == [
        .init(name: bytes("file"), filename: bytes("p.png"), type: "image/png", content: pngBytes),
        .init(name: bytes("note"), filename: nil, type: nil, content: bytes("@p.png")),
        .init(name: bytes("named"), filename: bytes("other \"x\".png"), type: "image/x-own", content: pngBytes),
      ])
  }

  @Test("a file that is missing is refused before anything is sent")
  func missingFile() throws {
    let server = HTTPTestServer { _, _ in .status(200) }
    let action = try httpAction("PUT", server.url) { $0.body = .upload(try template("{{ item.path }}")) }
    let outcome = try bench.perform(action, [fileItem("/nonexistent/x")])
    #expect(outcome.error?.code == "no-input")
    #expect(server.requests.isEmpty)
  }

  @Test("an image is sent, and one comes back as a file")
  func returnedImage() throws {
    let server = HTTPTestServer { _, _ in
      .bytes(
        200, pngBytes, type: "image/png", headers: [("Content-Disposition", "attachment; filename*=UTF-8''m%C3%BC.png")]
      )
    }
    var bench = bench
    bench.surroundings.outputFolder = FilePath(bench.directory.path + "/out")
    let action = try httpAction("POST", server.url) { $0.body = .text(try template("{{ item.text }}")) }
    let outcome = try bench.perform(action, [textItem("x")]) {
      $0.action.returns = [try returning(.image, "{{ response.file }}")]
    }
    #expect(outcome.error == nil)
    #expect(outcome.returnedItems?.first?.item.path == FilePath(bench.directory.path + "/out/mü.png"))
    #expect(bench.directory.read("out/mü.png") == pngBytes)
    #expect(bench.workFolders == 0)
  }

  @Test("a page where an image is due is a failure, and nothing is saved")
  func pageForImage() throws {
    let server = HTTPTestServer { _, _ in .status(200, "<html><title>Log in</title>", type: "text/html") }
    var bench = bench
    bench.surroundings.outputFolder = FilePath(bench.directory.path + "/out")
    let outcome = try bench.perform(try httpAction("GET", server.url + "/{{ item.text }}"), [textItem("x")]) {
      $0.action.returns = [try returning(.image, "{{ response.file }}")]
    }
    #expect(outcome.error?.code == "not-an-image")
    #expect(!bench.directory.exists("out"))
  }

  // MARK: What an answer means

  @Test(
    "a failure tells status, type and first bytes in one line",
    arguments: [
      (404, "text/plain", "no such\r\nthing\u{1B}[31m", "answered 404 Refused (text/plain): no such thing [31m"),
      (
        502, "text/html; charset=utf-8", "<html><head><title> Bad\n Gateway </title>",
        "answered 502 Refused (an HTML page: Bad Gateway)"
      ),
      (422, "application/json", #"{"error":"x"}"#, #"answered 422 Refused (application/json): {"error":"x"}"#),
      (500, "image/png", "\u{0}\u{1}", "answered 500 Refused (image/png)"),
    ])
  func failures(status: Int, type: String, body: String, message: String) throws {
    let server = HTTPTestServer { _, _ in .status(status, body, type: type) }
    let outcome = try bench.perform(try httpAction("GET", server.url + "/{{ item.text }}"), [textItem("x")])
    #expect(outcome.status == .failed)
    #expect(outcome.evidence == nil)
    #expect(outcome.httpStatus == status)
    #expect(outcome.error == .init(code: "http-status", message: "127.0.0.1:\(server.port) \(message)"))
  }

  @Test("the definition's words for a failure come first, when their values are there")
  func statedFailure() throws {
    let server = HTTPTestServer { _, number in
      number == 0 ? .json(#"{"error":{"text":"too\nlong"}}"#, status: 400) : .status(400, "oops", type: "text/plain")
    }
    let action = try httpAction("GET", server.url + "/{{ item.text }}") {
      $0.error = try template("{{ response.json.error.text }}")
    }
    #expect(
      try bench.perform(action, [textItem("x")]).error?.message
        == "too long (127.0.0.1:\(server.port) answered 400 Refused)")
    #expect(
      try bench.perform(action, [textItem("x")]).error?.message
        == "127.0.0.1:\(server.port) answered 400 Refused (text/plain): oops")
  }

  @Test("a success rule confirms what it holds for, and nothing else is a success")
  func successRules() throws {
    let answers: [HTTPTestServer.Answer] = [
      .json(#"{"ok":true,"n":1.0}"#), .json(#"{"ok":false,"error":"x"}"#), .status(200, "ok", type: "text/plain"),
      .status(302, "", headers: [("Location", "/elsewhere")]), .json(#"{"ok":true,"n":1}"#, status: 201),
    ]
    let server = HTTPTestServer { _, number in answers[number] }
    let action = try httpAction("POST", server.url + "/{{ item.text }}") { action in
      var success = HTTPAction.Success()
      success.statuses = [.exact(200), .exact(302)]
      success.types = ["application/*"]
      success.json = [
        .init(path: "ok", value: .boolean(true)), .init(path: "n", value: .number("1")),
        .init(path: "missing[0][\"a b\"]", value: .null),
      ]
      action.success = success
    }
    let outcomes = try answers.map { _ in try bench.perform(action, [textItem("x")]) }
    #expect(outcomes.map(\.status) == [.completed, .failed, .failed, .failed, .failed])
    #expect(outcomes[0].evidence == .confirmed)
    #expect(outcomes[1].error?.code == "not-confirmed")
    #expect(outcomes[1].error?.message.contains("'ok' is false where true is due") == true)
    #expect(outcomes[2].error?.message.contains("with text/plain where application/* is due") == true)
    #expect(outcomes[3].httpStatus == 302, "a status that the rule names is not followed")
    #expect(outcomes[4].error?.code == "http-status")
  }

  @Test("delivered, though what is returned cannot be read: the message tells the two apart")
  func unreadableAnswer() throws {
    let server = HTTPTestServer { _, _ in .status(200, "ok", type: "text/plain") }
    let outcome = try bench.perform(try httpAction("POST", server.url + "/{{ item.text }}"), [textItem("x")]) {
      $0.action.returns = [try returning(.text, "{{ response.json.id }}")]
    }
    #expect(outcome.status == .failed)
    #expect(outcome.httpStatus == 200)
    #expect(outcome.error?.message.contains("the response is not JSON") == true)
    #expect(outcome.error?.message.hasSuffix("127.0.0.1:\(server.port) answered 200 (text/plain): ok") == true)
  }

  @Test("an answer without a body suffices for what does not need one")
  func emptyAnswer() throws {
    let server = HTTPTestServer { _, _ in .status(204) }
    let outcome = try bench.perform(try httpAction("PUT", server.url + "/{{ item.text }}"), [textItem("x")]) {
      $0.action.returns = [try returning(.url, "https://e.test/{{ item.text }}")]
    }
    #expect(outcome.returnedItems?.first?.item.textBytes == bytes("https://e.test/x"))
  }

  @Test("a delivered request whose endless answer nobody needs is a success; one that is needed is not")
  func largeAnswer() throws {
    let server = HTTPTestServer { _, _ in .bytes(200, twentyMiB, type: "text/plain") }
    let action = try httpAction("POST", server.url + "/{{ item.text }}")
    #expect(try bench.perform(action, [textItem("x")]).status == .completed)
    let outcome = try bench.perform(action, [textItem("x")]) {
      $0.action.returns = [try returning(.text, "{{ response.text }}")]
    }
    #expect(outcome.error?.code == "response-too-large")
  }

  @Test("a GET is repeated until its condition holds, or its time is over")
  func until() throws {
    let server = HTTPTestServer { _, number in .json("{\"state\":\"\(number < 3 ? "busy" : "ready")\"}") }
    var action = try httpAction("GET", server.url + "/{{ item.text }}") {
      $0.until = .init(json: [.init(path: "state", value: .text(try template("ready")))], interval: 0.02)
    }
    #expect(try bench.perform(action, [textItem("x")]).status == .completed)
    #expect(server.requests.count == 4)
    action.until?.json[0].value = .text(try template("never"))
    action.timeout = 0.3
    let outcome = try bench.perform(action, [textItem("x")])
    #expect(outcome.status == .timedOut)
    #expect(outcome.error?.message == "'state' was still \"ready\" after 0.3 s")
  }

  @Test("a value that only has to be there is waited for, whatever it is but null")
  func present() throws {
    let bodies = [#"{}"#, #"{"link":null}"#, #"{"link":{"url":null}}"#, #"{"link":{"url":false}}"#]
    let server = HTTPTestServer { _, number in .json(bodies[min(number, 3)]) }
    let action = try httpAction("GET", server.url + "/{{ item.text }}") {
      $0.until = .init(json: [.init(path: "link.url", value: nil)], interval: 0.02)
    }
    #expect(try bench.perform(action, [textItem("x")]).status == .completed)
    #expect(server.requests.count == 4)
    let strict = try httpAction("GET", server.url + "/{{ item.text }}") {
      $0.success = .init()
      $0.success?.json = [.init(path: "none", value: nil)]
    }
    let outcome = try bench.perform(strict, [textItem("x")])
    #expect(outcome.error?.code == "not-confirmed")
    #expect(outcome.error?.message.contains("'none' is null where any value but null is due") == true)
  }

  @Test("a GET is repeated until its status is one that means the end")
  func untilStatus() throws {
    let server = HTTPTestServer { _, number in .status(number < 2 ? 206 : 200) }
    var action = try httpAction("GET", server.url + "/{{ item.text }}") {
      $0.until = .init(statuses: [.exact(200)], json: [], interval: 0.02)
    }
    #expect(try bench.perform(action, [textItem("x")]).status == .completed)
    #expect(server.requests.count == 3)
    action.until?.statuses = [.exact(201)]
    action.timeout = 0.3
    let outcome = try bench.perform(action, [textItem("x")])
    #expect(outcome.error?.message == "'status' was still 200 after 0.3 s")
  }

  @Test("a text that says of itself that it is a failure is one, whatever the status")
  func successText() throws {
    let server = HTTPTestServer { request, _ in
      .status(200, "<rsp stat=\"\(request.targetText.dropFirst())\">no such photo</rsp>", type: "text/xml")
    }
    let action = try httpAction("GET", server.url + "/{{ item.text }}") {
      $0.success = .init()
      $0.success?.texts = ["^never$", #"stat="(ok|fine)""#]
    }
    let good = try bench.perform(action, [textItem("fine")])
    #expect(good.status == .completed && good.evidence == .confirmed)
    let bad = try bench.perform(action, [textItem("fail")])
    #expect(bad.error?.code == "not-confirmed")
    #expect(
      bad.error?.message.contains(#"with a text that does not match '^never$' or 'stat="(ok|fine)"'"#) == true,
      "\(bad.error?.message ?? "")")
    #expect(bad.error?.message.contains("no such photo") == true)
  }

  // MARK: Secrets

  private var withSecrets: Bench {
    var bench = bench
    bench.surroundings.secret = { name throws(TemplateValues.Problem) in bytes("se;cr%t&\(name)#@") }
    return bench
  }

  @Test("credentials go where they belong, byte for byte")
  func credentials() throws {
    let server = HTTPTestServer { _, _ in .status(200) }
    let secret = try template("{{ secret.T }}")
    for authentication in [
      HTTPAction.Authentication.bearer(secret), .basic(user: try template("me"), password: secret),
      .oauth1(consumerKey: try template("key"), consumerSecret: secret, token: nil, tokenSecret: nil),
      .awsSigV4(
        accessKey: try template("AK"), secretKey: secret, sessionToken: nil, region: try template("eu"),
        service: try template("s3")),
    ] {
      let action = try httpAction("GET", server.url + "/{{ item.text }}?k={{ secret.T }}") {
        $0.authentication = authentication
      }
      #expect(try withSecrets.perform(action, [textItem("x")]).status == .completed)
    }
    let sent = server.requests.map { $0.header("Authorization") ?? "" }
    #expect(sent[0] == "Bearer se;cr%t&T#@")
    #expect(sent[1] == "Basic " + text(base64(bytes("me:se;cr%t&T#@"))))
    #expect(sent[2].hasPrefix("OAuth oauth_consumer_key=\"key\""))
    #expect(sent[3].hasPrefix("AWS4-HMAC-SHA256 Credential=AK/20231114/eu/s3/aws4_request"))
    #expect(server.requests.allSatisfy { $0.targetText == "/x?k=se%3Bcr%25t%26T%23%40" })
  }

  @Test("a secret that a server echoes, as it is or encoded, is in no message")
  func echoes() throws {
    let server = HTTPTestServer { request, _ in
      .status(400, "\(request.header("Authorization") ?? "") \(request.targetText)", type: "text/plain")
    }
    let action = try httpAction("POST", server.url + "/{{ item.text }}?k={{ secret.T }}") {
      $0.authentication = .basic(user: try template("me"), password: try template("{{ secret.T }}"))
      $0.error = try template("{{ response.text }}")
    }
    let message = try withSecrets.perform(action, [textItem("x")]).error?.message
    #expect(message?.hasPrefix("Basic *** /x?k=***") == true, "\(message ?? "")")
  }

  @Test("a description shows the request as it would be sent, with secrets masked and nothing sent")
  func description() throws {
    let server = HTTPTestServer { _, _ in .status(200) }
    let action = try httpAction("POST", server.url + "/{{ item.text }}?k={{ secret.T }}") {
      $0.headers = [try field("X-Key", "{{ secret.T }}"), try field("X-Text", "{{ item.text }}")]
      $0.authentication = .bearer(try template("{{ secret.T }}"))
      $0.body = .json(
        .object([("a", .text(try template("{{ item.text }}"))), ("s", .text(try template("{{ secret.T }}")))]))
      $0.retries = 2
    }
    let request = try withSecrets.request(.http(action), [textItem("x")])
    let plan = try ActionPlanner(withSecrets.surroundings).plan(request, for: .description)
    let described = try #require(PlanDescription(plan).runs.first)
    guard case .request(let shown) = described.command else {
      Issue.record("no request")
      return
    }
    #expect(shown.method == "POST")
    #expect(shown.url == server.url + "/x?k=***")
    #expect(
      shown.headers.filter { $0.name != "Idempotency-Key" } == [
        .init(name: "Content-Type", value: "application/json"), .init(name: "X-Key", value: "***"),
        .init(name: "X-Text", value: "x"), .init(name: "Authorization", value: "Bearer ***"),
      ])
    #expect(shown.body == .text(#"{"a":"x","s":"***"}"#))
    #expect(shown.retries == 2)
    #expect(server.requests.isEmpty)
  }

  @Test("a token that no header can carry is refused before anything is sent")
  func badToken() throws {
    let server = HTTPTestServer { _, _ in .status(200) }
    for value in ["a\r\nX: y", "a b", ""] {
      var bench = bench
      bench.surroundings.secret = { _ throws(TemplateValues.Problem) in bytes(value) }
      let action = try httpAction("GET", server.url + "/{{ item.text }}") {
        $0.authentication = .bearer(try template("{{ secret.T }}"))
      }
      #expect(try bench.perform(action, [textItem("x")]).error?.code == "invalid-header")
    }
    #expect(server.requests.isEmpty)
  }
}
