import ShareModel
import ShareTemplates
import TestSupport
import Testing

@testable import ShareActions

@Suite("tries of a request")
struct HTTPRetryTests {
  private let bench = Bench()
  private typealias Answer = HTTPTestServer.Answer

  private func perform(
    _ method: String, _ server: HTTPTestServer, retries: Int = 3, timeout: Double? = nil, key: String? = nil
  ) throws -> Outcome {
    let action = try httpAction(method, server.url + "/{{ item.text }}") { action in
      action.retries = retries
      action.timeout = timeout
      if method != "GET" { action.body = .text(try template("{{ item.text }}")) }
      if let key { action.headers = [try field("Idempotency-Key", key)] }
    }
    return try bench.perform(action, [textItem("x")])
  }

  @Test("a POST that was read whole and then cut is sent once, whatever 'retry' says")
  func cutPost() throws {
    let server = HTTPTestServer { _, _ in .init([]) }
    let outcome = try perform("POST", server)
    #expect(outcome.error?.code == "no-answer")
    #expect(outcome.error?.message.contains("may have processed") == true)
    #expect(server.requests.count == 1)
  }

  @Test("one without an answer in time is sent once")
  func slowPost() throws {
    let server = HTTPTestServer { _, _ in .init([.pause(seconds: 30)]) }
    let outcome = try perform("POST", server, timeout: 0.3)
    #expect(outcome.status == .timedOut)
    #expect(server.requests.count == 1)
  }

  @Test("what may be repeated is: by its method, or by a key of the definition's own")
  func repeatable() throws {
    for (method, key) in [("GET", nil), ("PUT", nil), ("DELETE", nil), ("POST", "{{ item.text | sha256 }}")] {
      let server = HTTPTestServer { _, number in number < 2 ? .init([]) : .status(200) }
      #expect(try perform(method, server, key: key).status == .completed)
      #expect(server.requests.count == 3)
      let keys = Set(server.requests.map { $0.header("Idempotency-Key") })
      #expect(keys.count == 1)
      #expect(server.requests.map(\.bodyText) == Array(repeating: method == "GET" ? "" : "x", count: 3))
    }
  }

  @Test("a server that could not do it yet is asked again, a POST too, with one key for all tries")
  func notYet() throws {
    let server = HTTPTestServer { _, number in
      number < 2 ? .status(number == 0 ? 429 : 503, headers: [("Retry-After", "0")]) : .status(200)
    }
    #expect(try perform("POST", server).status == .completed)
    let keys = server.requests.compactMap { $0.header("Idempotency-Key") }
    #expect(keys.count == 3)
    #expect(Set(keys).count == 1)
    #expect(keys.first?.utf8.count == 36)
  }

  @Test("without 'retry' nothing is repeated and no key is sent")
  func noRetry() throws {
    let server = HTTPTestServer { _, _ in .status(503, headers: [("Retry-After", "0")]) }
    #expect(try perform("POST", server, retries: 0).status == .failed)
    #expect(server.requests.count == 1)
    #expect(server.requests.first?.header("Idempotency-Key") == nil)
  }

  @Test("500 with a body is tried again, and the last body is in the message")
  func internalErrors() throws {
    let recovering = HTTPTestServer { _, number in
      number < 2 ? .status(500, "broken \(number)", type: "text/plain") : .status(200)
    }
    #expect(try perform("PUT", recovering).status == .completed)
    #expect(recovering.requests.count == 3)
    let broken = HTTPTestServer { _, number in .status(500, "broken \(number)", type: "text/plain") }
    let outcome = try perform("PUT", broken, retries: 1)
    #expect(outcome.error?.message.hasSuffix("(text/plain): broken 1") == true)
    let post = HTTPTestServer { _, number in .status(500, "broken \(number)", type: "text/plain") }
    #expect(try perform("POST", post).status == .failed)
    #expect(post.requests.count == 1, "it may have been processed")
  }

  @Test("what a server said before it was gone is not lost")
  func lastWords() throws {
    let server = HTTPTestServer { _, number in number == 0 ? .status(500, "the reason", type: "text/plain") : .init([])
    }
    let message = try perform("GET", server, retries: 1).error?.message
    #expect(message?.contains("without an answer") == true)
    #expect(message?.hasSuffix("(text/plain): the reason") == true)
  }

  @Test("a wish of the server is followed, or refused at once where it is longer than the time there is")
  func retryAfter() throws {
    let short = HTTPTestServer { _, number in number == 0 ? .status(429, headers: [("Retry-After", "1")]) : .status(200)
    }
    let outcome = try perform("GET", short, timeout: 20)
    #expect(outcome.status == .completed)
    #expect(outcome.durationMilliseconds >= 1000)
    for wish in ["3600", "Wed, 15 Nov 2023 22:13:20 GMT"] {
      let long = HTTPTestServer { _, _ in
        .status(429, "slow down", type: "text/plain", headers: [("Retry-After", wish)])
      }
      let refused = try perform("GET", long, timeout: 5)
      #expect(refused.status == .failed)
      let seconds = wish == "3600" ? "3600" : "86400"
      #expect(refused.error?.message.contains("asked to wait \(seconds) s, more than the 4 s") == true)
      #expect(long.requests.count == 1)
      let withoutTimeout = try perform("GET", long)
      #expect(withoutTimeout.error?.message.contains("more than the 60 s") == true)
    }
  }

  @Test("a connection that is refused is tried again for every method, as nothing was sent")
  func refused() throws {
    let server = HTTPTestServer { _, _ in .status(200) }
    server.stop()
    let outcome = try perform("POST", server, retries: 1)
    #expect(outcome.error?.code == "no-connection")
    #expect(outcome.durationMilliseconds >= 500)
  }

  @Test("an answer that will not change is not asked for again", arguments: [400, 401, 404, 422])
  func final(status: Int) throws {
    let server = HTTPTestServer { _, _ in .status(status) }
    #expect(try perform("GET", server).status == .failed)
    #expect(server.requests.count == 1)
  }

  @Test("being cancelled ends the waiting between two tries")
  func cancelled() throws {
    let interruption = try #require(Interruption())
    let server = HTTPTestServer { _, _ in
      interruption.interrupt()
      return .status(503, headers: [("Retry-After", "30")])
    }
    let action = try httpAction("GET", server.url + "/{{ item.text }}") { $0.retries = 3 }
    let outcome = try bench.perform(action, [textItem("x")], interruption: interruption)
    #expect(outcome.status == .cancelled || outcome.error?.code == "cancelled")
  }
}
