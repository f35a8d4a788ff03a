import Glibc
import ShareModel
import ShareTemplates
import TestSupport
import Testing

@testable import ShareActions

@Suite("steps")
struct StepsTests {
  let bench = Bench()

  private func step(
    _ id: String, _ body: ActionBody, each: ActionStep.Collection? = nil, when condition: ActionStep.Condition? = nil
  ) -> ActionStep {
    ActionStep(id: id, each: each, condition: condition, body: body)
  }

  private func perform(
    _ steps: [ActionStep], _ items: [Item], _ change: (inout RequestDraft) throws -> Void = { _ in }
  ) throws -> Outcome {
    try bench.perform(try bench.request(.steps(steps), items, change))
  }

  private func images(_ count: Int) -> [Item] {
    (0..<count).map { number in
      bench.directory.write(bytes("\(number).png"), pngBytes + [UInt8(number)])
      return fileItem(bench.directory.path + "/\(number).png", "image/png", kind: .image)
    }
  }

  @Test("each picture is uploaded in order, and the last request has all their ids", arguments: [0, 1, 4])
  func uploads(count: Int) throws {
    let server = HTTPTestServer { request, number in
      request.targetText == "/media" ? .json("{\"id\":\"m\(number)\"}") : .json(#"{"url":"https://x.example/p"}"#)
    }
    let outcome = try perform(
      [
        step(
          "upload",
          .http(
            try httpAction("POST", server.url + "/media") {
              $0.body = .multipart([MultipartField(name: "file", content: .value(try template("{{ item.path }}")))])
            }), each: .images),
        step(
          "post",
          .http(
            try httpAction("POST", server.url + "/post") {
              $0.body = .json(
                .object([
                  ("status", .text(try template("{{ texts.text | join }}"))),
                  ("ids", .array([.text(try template("{{ steps.upload.response.json.id }}"))])),
                ]))
            })),
      ], [textItem("hello")] + images(count)
    ) { $0.action.returns = [try returning(.url, "{{ response.json.url }}")] }
    #expect(outcome.error == nil)
    #expect(outcome.returnedItems?.first?.item.textBytes == bytes("https://x.example/p"))
    #expect(server.requests.map(\.targetText) == Array(repeating: "/media", count: count) + ["/post"])
    let ids = (0..<count).map { "\"m\($0)\"" }.joined(separator: ",")
    #expect(
      server.requests.last?.bodyText
        == (count == 0 ? #"{"status":"hello"}"# : "{\"status\":\"hello\",\"ids\":[\(ids)]}"))
    for (number, request) in server.requests.dropLast().enumerated() {
      let form = try #require(MultipartForm(request.body, contentType: request.header("Content-Type") ?? ""))
      #expect(form.parts[0].content == pngBytes + [UInt8(number)])
    }
  }

  @Test("a failing step stops the rest, and what is done already is said")
  func failing() throws {
    let server = HTTPTestServer { request, number in
      number == 2 ? .status(500, "full", type: "text/plain") : .json(#"{"id":1}"#)
    }
    let outcome = try perform(
      [
        step("session", .http(try httpAction("POST", server.url + "/session"))),
        step(
          "upload",
          .http(try httpAction("POST", server.url + "/upload") { $0.body = .upload(try template("{{ item.path }}")) }),
          each: .images),
        step("post", .http(try httpAction("POST", server.url + "/{{ steps.session.response.json.id }}"))),
      ], images(4))
    #expect(outcome.status == .failed)
    #expect(outcome.httpStatus == 500)
    #expect(outcome.evidence == nil)
    #expect(server.requests.count == 3)
    #expect(
      outcome.error?.message
        == "step 'upload': 127.0.0.1:\(server.port) answered 500 Refused (text/plain): full; "
        + "already done: 'session', 'upload' for 1 of 4")
  }

  @Test("programs and requests follow each other, each reading what the last one gave")
  func mixed() throws {
    let server = HTTPTestServer { request, _ in .status(200, request.bodyText + "!", type: "text/plain") }
    let outcome = try perform(
      [
        step("make", .shell(try script("printf %s {{ items.text }} | tr a-z A-Z > {{ work }}/made; echo ready"))),
        step("send", .http(try httpAction("POST", server.url) { $0.body = .upload(try template("{{ work }}/made")) })),
        step("show", .shell(try argv("printf", "%s-%s", "{{ steps.make.stdout }}", "{{ steps.send.response.text }}"))),
      ], [textItem("abc")]
    ) { $0.action.returns = [try returning(.text, "{{ stdout }}")] }
    #expect(outcome.error == nil)
    #expect(outcome.returnedItems?.first?.item.textBytes == bytes("ready-ABC!"))
    #expect(outcome.evidence == .exited, "the weakest of all")
    #expect(bench.workFolders == 0)
  }

  @Test("a file that an earlier step was to make and did not is told, and nothing else is sent")
  func missingResult() throws {
    let server = HTTPTestServer { _, _ in .status(200) }
    let outcome = try perform(
      [
        step("make", .shell(try script(": {{ items.text }} {{ work }}"))),
        step("send", .http(try httpAction("POST", server.url) { $0.body = .upload(try template("{{ work }}/made")) })),
      ], [textItem("abc")])
    #expect(outcome.error?.code == "no-input")
    #expect(outcome.error?.message.hasSuffix("already done: 'make'") == true)
    #expect(server.requests.isEmpty)
  }

  @Test("what cannot be filled in is refused before the first step, where it is known")
  func refusedEarly() throws {
    let server = HTTPTestServer { _, _ in .status(200) }
    let outcome = try perform(
      [
        step("first", .http(try httpAction("POST", server.url))),
        step("second", .http(try httpAction("POST", server.url + "/{{ texts.text | join }}/x"))),
      ], [textItem("")])
    #expect(outcome.error?.code == "empty-value")
    #expect(server.requests.isEmpty)
  }

  @Test("a condition decides by a value, also by one of an earlier step; a step left out has no values")
  func conditions() throws {
    let server = HTTPTestServer { request, _ in .json(request.targetText == "/a" ? #"{"more":"","id":7}"# : "{}") }
    var bench = bench
    bench.surroundings.rulesHold = { rules, _, items in items.allSatisfy { rules[0].kinds.contains($0.kind) } }
    var rule = Rule(origin: RuleOrigin(layer: .definition))
    rule.kinds = [.text]
    let steps = [
      step("a", .http(try httpAction("GET", server.url + "/a")), when: .rules([rule])),
      step("b", .http(try httpAction("GET", server.url + "/b")), when: .present([try template("{{ subject? }}")])),
      step(
        "c", .http(try httpAction("GET", server.url + "/c")),
        when: .present([try template("{{ steps.a.response.json.more? }}")])),
      step(
        "d",
        .http(try httpAction("GET", server.url + "/{{ steps.a.response.json.id? }}-{{ steps.b.response.json.id? }}"))),
    ]
    let outcome = try bench.perform(try bench.request(.steps(steps), [textItem("x")]))
    #expect(outcome.error == nil)
    #expect(server.requests.map(\.targetText) == ["/a", "/7-"])
    let others = try bench.perform(try bench.request(.steps(Array(steps.dropLast())), [.url(bytes("https://e.test"))]))
    #expect(others.status == .completed)
    #expect(server.requests.count == 2, "the rule does not hold for a URL here")
  }

  @Test("a step for each of the same items reads what an earlier one gave for its own item, past those left out")
  func ownItem() throws {
    let server = HTTPTestServer { request, _ in
      .json("{\"link\":\"\(request.targetText.dropFirst().uppercased())\"}")
    }
    var bench = bench
    bench.surroundings.rulesHold = { _, _, items in items.allSatisfy { $0.path?.name != bytes("1.png") } }
    let steps = [
      step(
        "ticket", .http(try httpAction("GET", server.url + "/{{ item.stem }}a")), each: .images,
        when: .rules([Rule(origin: RuleOrigin(layer: .definition))])),
      step(
        "upload",
        .http(try httpAction("GET", server.url + "/up-{{ steps.ticket.response.json.link }}-{{ item.stem }}")),
        each: .images, when: .present([try template("{{ steps.ticket.response.json.link? }}")])),
      step(
        "done",
        .http(try httpAction("GET", server.url + "/{{ steps.upload.response.json.link | join: ',' }}"))),
    ]
    let outcome = try bench.perform(try bench.request(.steps(steps), images(3)))
    #expect(outcome.error == nil)
    #expect(server.requests.map(\.targetText) == ["/0a", "/2a", "/up-0A-0", "/up-2A-2", "/UP-0A-0%2CUP-2A-2"])
  }

  @Test("a step is done when one of several values is there")
  func oneOfSeveral() throws {
    let server = HTTPTestServer { _, _ in .json("{}") }
    func request(_ subject: String?, _ message: String?) throws -> ActionRequest {
      let present = try ["{{ subject? }}", "{{ message? }}"].map { try template($0) }
      let done = step("a", .http(try httpAction("GET", server.url + "/a")), when: .present(present))
      return try bench.request(.steps([done]), [textItem("x")]) {
        $0.metadata = Metadata(subject: subject, message: message)
      }
    }
    for (subject, message) in [("s", nil), (nil, "m"), ("", ""), (nil, nil)] as [(String?, String?)] {
      #expect(try bench.perform(try request(subject, message)).status == .completed)
    }
    #expect(server.requests.count == 2)
  }

  @Test("a token that a step fetched is used by the next and hidden in every message from then on")
  func fetchedToken() throws {
    let server = HTTPTestServer { request, number in
      number == 0
        ? .json(#"{"token":"fetched-token-1"}"#)
        : .status(403, request.header("Authorization") ?? "", type: "text/plain")
    }
    let outcome = try perform(
      [
        step("session", .http(try httpAction("POST", server.url))),
        step(
          "post",
          .http(
            try httpAction("POST", server.url) {
              $0.authentication = .bearer(try template("{{ steps.session.response.json.token }}"))
              $0.body = .text(try template("{{ texts.text | join }}"))
            })),
      ], [textItem("x")])
    #expect(server.requests.last?.header("Authorization") == "Bearer fetched-token-1")
    #expect(outcome.error?.message.contains("Bearer ***") == true)
    #expect(outcome.error?.message.contains("fetched-token-1") == false)
  }

  @Test("the activity's time is one for all steps")
  func timeout() throws {
    let server = HTTPTestServer { _, number in number == 0 ? .status(200) : .init([.pause(seconds: 30)]) }
    let outcome = try perform(
      [
        step("a", .http(try httpAction("POST", server.url + "/{{ texts.text | join }}"))),
        step("b", .http(try httpAction("POST", server.url))), step("c", .http(try httpAction("POST", server.url))),
      ], [textItem("x")]
    ) { $0.action.timeout = 0.5 }
    #expect(outcome.status == .timedOut)
    #expect(
      outcome.error?.message
        == "step 'b': the request was not answered within 0.5 s; it may have been processed; already done: 'a'")
    #expect(server.requests.count == 2)
  }

  @Test("a description shows what is known, and the templates of what is not")
  func description() throws {
    let request = try bench.request(
      .steps([
        step("a", .http(try httpAction("POST", "https://e.test/{{ texts.text | join }}"))),
        step("b", .http(try httpAction("GET", "https://e.test/{{ steps.a.response.json.id }}"))),
        step("c", .http(try httpAction("GET", "https://e.test/c")), when: .present([try template("{{ subject? }}")])),
        step("d", .http(try httpAction("GET", "https://e.test/d")), each: .images),
      ]), [textItem("x")])
    let plan = try ActionPlanner(bench.surroundings).plan(request, for: .description)
    guard case .steps(let steps)? = PlanDescription(plan).runs.first?.command else {
      Issue.record("no steps")
      return
    }
    #expect(steps.map(\.id) == ["a", "b", "c", "d"])
    guard case .ready(let runs) = steps[0].state, case .request(let shown)? = runs.first?.command else {
      Issue.record("the first step is known")
      return
    }
    #expect(shown.url == "https://e.test/x")
    #expect(steps[1].state == .later(templates: ["https://e.test/{{ steps.a.response.json.id }}"]))
    #expect(steps[2].state == .skipped)
    #expect(steps[3].state == .ready([]))
  }
}
