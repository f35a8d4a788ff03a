import Glibc
import ShareModel
import ShareTemplates
import Synchronization
import TestSupport
import Testing

@testable import ShareActions

@Suite("what may be done again")
struct RepetitionTests {
  private let bench = Bench()

  private func repetition(
    _ method: String, _ server: HTTPTestServer, key: String? = nil, timeout: Double? = nil
  ) throws -> Outcome.Repetition? {
    let action = try httpAction(method, server.url + "/") { action in
      action.timeout = timeout
      if let key { action.headers = [try field("Idempotency-Key", key)] }
    }
    let outcome = try bench.perform(action, [textItem("x")])
    #expect(server.requests.count == 1)
    return outcome.runs[0].repetition
  }

  @Test(
    "an answer that says 'not yet' allows it, with the time that the server asks for; others only where twice is once",
    arguments: [429, 503, 408, 500, 502, 504, 400, 404, 501], ["POST", "PUT", "GET"])
  func statuses(status: Int, method: String) throws {
    let server = HTTPTestServer { _, _ in .status(status, headers: [("Retry-After", "7")]) }
    let isAllowed = [429, 503].contains(status) || ([408, 500, 502, 504].contains(status) && method != "POST")
    #expect(try repetition(method, server) == (isAllowed ? .init(after: 7) : nil))
  }

  @Test("a request that was read and not answered may be repeated only where twice is once")
  func cut() throws {
    let server = { HTTPTestServer { _, _ in .init([]) } }
    #expect(try repetition("POST", server()) == nil)
    #expect(try repetition("POST", server(), key: "k") == .init())
    #expect(try repetition("PUT", server()) == .init())
  }

  @Test("where nothing was sent anything may be sent again")
  func notConnected() throws {
    let server = HTTPTestServer { _, _ in .status(200) }
    let url = server.url
    server.stop()
    waitUntil { HTTPTestServer.isRefused(port: server.port) }
    let outcome = try bench.perform(try httpAction("POST", url), [textItem("x")])
    #expect(outcome.error?.code == "no-connection")
    #expect(outcome.runs[0].repetition == .init())
  }

  @Test("a success, and a time of the definition's own that is over, are final")
  func final() throws {
    #expect(try repetition("PUT", HTTPTestServer { _, _ in .status(200) }) == nil)
    #expect(try repetition("PUT", HTTPTestServer { _, _ in .init([.pause(seconds: 30)]) }, timeout: 0.2) == nil)
  }

  @Test("of steps only where all that was done before may be repeated too", arguments: ["PUT", "POST"])
  func steps(method: String) throws {
    let server = HTTPTestServer { request, _ in .status(request.targetText == "/first" ? 200 : 503) }
    let steps = [
      ActionStep(id: "first", each: nil, condition: nil, body: .http(try httpAction(method, server.url + "/first"))),
      ActionStep(id: "second", each: nil, condition: nil, body: .http(try httpAction("POST", server.url + "/second"))),
    ]
    let outcome = try bench.perform(try bench.request(.steps(steps), [textItem("x")]))
    #expect(outcome.status == .failed)
    #expect(outcome.runs[0].repetition == (method == "PUT" ? .init() : nil))
  }

  @Test("what a definition says about it")
  func bodies() throws {
    func http(_ method: String, key: String? = nil) throws -> ActionBody {
      .http(
        try httpAction(method, "https://x.example/") { action in
          if let key { action.headers = [try field("idempotency-key", key)] }
        })
    }
    #expect(try ["GET", "PUT", "DELETE", "HEAD"].allSatisfy { try http($0).mayBeRepeated })
    #expect(try !http("POST").mayBeRepeated && !http("PATCH").mayBeRepeated)
    #expect(try http("POST", key: "{{ item.text | sha256 }}").mayBeRepeated)
    #expect(try !http("POST", key: "{{ subject? }}").mayBeRepeated)
    let shell = ActionBody.shell(ShellAction(command: .arguments([.single(try template("true"))])))
    #expect(!shell.mayBeRepeated && ActionBody.none.mayBeRepeated)
    #expect(!ActionBody.open(try template("https://x.example/")).mayBeRepeated)
    func step(_ body: ActionBody) -> ActionStep { ActionStep(id: "s", each: nil, condition: nil, body: body) }
    #expect(try ActionBody.steps([step(http("GET")), step(http("PUT"))]).mayBeRepeated)
    #expect(try !ActionBody.steps([step(http("GET")), step(shell)]).mayBeRepeated)
  }

  @Test("the requests of one job differ in their keys, and have the same ones each time")
  func keys() throws {
    let server = HTTPTestServer { _, _ in .status(200) }
    var surroundings = bench.surroundings
    surroundings.idempotencyKey = "job"
    func post(_ path: String) throws -> ActionBody { .http(try httpAction("POST", server.url + path)) }
    let steps = [
      ActionStep(id: "upload", each: .items, condition: nil, body: try post("/a")),
      ActionStep(id: "post", each: nil, condition: nil, body: try post("/b")),
    ]
    let request = try bench.request(.steps(steps), [textItem("x"), textItem("y")])
    for _ in 0..<2 {
      let outcome = ActionPerformer().perform(request, in: surroundings).outcome
      #expect(outcome.status == .completed)
    }
    let keys = server.requests.map { $0.header("Idempotency-Key") ?? "none" }
    #expect(keys == Array(repeating: ["job-1.upload.1", "job-1.upload.2", "job-1.post"], count: 2).flatMap { $0 })
  }

  @Test("who follows a performance hears of runs, output and transfers, and can keep a run from beginning")
  func observer() throws {
    let notes = Notes()
    var performer = ActionPerformer()
    performer.observer.begin = { run in
      notes.add("begin \(run.link) \(run.itemIndexes) \(run.mayBeRepeated)")
      return run.itemIndexes == [1] ? Outcome.Failure(code: "no", message: "no") : nil
    }
    performer.observer.end = { run, ended, _ in notes.add("end \(run.itemIndexes) \(ended.status.rawValue)") }
    performer.observer.output = { stream, bytes, _ in
      notes.add("\(stream) \(String(decoding: bytes, as: UTF8.self))")
    }
    var surroundings = bench.surroundings
    surroundings.capturesOutput = true
    let shell = ShellAction(
      command: .arguments(try ["printf", "%s", "{{ item.text }}"].map { .single(try template($0)) }))
    let request = try bench.request(.shell(shell), [textItem("x"), textItem("y")])
    let outcome = performer.perform(request, in: surroundings).outcome
    #expect(outcome.runs.map(\.status) == [.completed, .failed])
    #expect(
      notes.all == ["begin 0 [0] false", "standardOutput x", "end [0] completed", "begin 0 [1] false"],
      "what did not begin does not end")
  }

  @Test("a transfer is followed to its end, with its size")
  func progress() throws {
    let size = 3 << 20
    let server = HTTPTestServer { _, _ in .bytes(200, [UInt8](repeating: 0x61, count: 100_000)) }
    let readings = Notes()
    var runner = httpRunner()
    runner.progress = { readings.add("\($0.sent) \($0.sentTotal ?? -1) \($0.received) \($0.receivedTotal ?? -1)") }
    let body = String(repeating: "b", count: size)
    _ = try send(post(server.url, body), runner)
    #expect(readings.all.contains { $0.hasPrefix("\(size) \(size) ") })
    let received = readings.all.compactMap { Int($0.split(separator: " ")[2]) }
    #expect(received == received.sorted())
  }
}

/// Lines that several threads write.
private final class Notes: Sendable {
  private let lines = Mutex<[String]>([])

  var all: [String] { lines.withLock { $0 } }
  func add(_ line: String) { lines.withLock { $0.append(line) } }
}
