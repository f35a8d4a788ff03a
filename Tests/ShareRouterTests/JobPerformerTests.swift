import Foundation
import Glibc
import ShareActions
import ShareJobs
import ShareModel
import ShareRouter
import ShareRouting
import Synchronization
import TestSupport
import Testing

@Suite("jobs against a server")
struct JobPerformerTests {
  private let machine = Machine()

  /// Accepts one job for texts, lets a worker do what there is, and tells what became of it. Pauses take a few
  /// milliseconds, and the job's time is so many seconds.
  private func perform(
    _ texts: [String], budget: Double = 60, mode: JobWorker.Mode = .untilDone, environment: [String: String] = [:]
  ) throws -> StoredJob {
    let process = machine.process(environment)
    let store = try store(budget)
    let id = try store.enqueue([try request(texts, process)])[0]
    try machine.work(store, mode)
    return try #require(try store.storedJob(id))
  }

  private func store(_ budget: Double = 60) throws -> JobStore {
    var settings = JobStore.Settings()
    settings.policy.firstPause = 0.01
    settings.policy.longestPause = 0.05
    settings.policy.budget = budget
    return try JobStore(folder: FilePath(machine.path + "/state"), settings: settings)
  }

  private func request(_ texts: [String], _ process: ProcessContext) throws -> JobRequest {
    guard case .open(let session, _) = ShareSession.open(process, directories: []),
      case .found(let definition, _) = session.activity(named: "com.example.job")
    else { throw Unusable() }
    let sharing = Sharing(items: texts.map { SharedItem(.text(Array($0.utf8))) })
    let surroundings = session.actionSurroundings(capturesOutput: true)
    let router = session.router(for: sharing, hasTerminal: false)
    let prepared = try session.prepare(definition, sharing, router, surroundings, isConfirmed: true).get()
    let (chain, refusals) = session.chain(
      prepared, then: try session.followers(of: definition, chosen: []), sharing, router, surroundings,
      isConfirmed: true)
    guard refusals.isEmpty else { throw Unusable() }
    return try JobSubmission(session).request(chain, sharing)
  }

  private struct Unusable: Error {}

  private func define(_ method: String, _ server: String, _ more: String = "") {
    machine.define(
      "com.example.job",
      "accepts: text\nhttp: {method: \(method), url: \"\(server)/{{ item.text }}\", text: \"{{ item.text }}\"\(more)}\n"
        + "returns: {text: \"{{ response.text }}\"}\n")
  }

  @Test("a server that fails twice and then works: three requests where it may be repeated, with one key")
  func failsTwice() throws {
    for (method, status, count, key) in [
      ("POST", 503, 3, ""), ("PUT", 500, 3, ""), ("POST", 500, 1, ""), ("POST", 500, 3, "own"),
    ] {
      let server = HTTPTestServer { _, number in number < 2 ? .status(status) : .status(200, "done", type: "text/plain")
      }
      define(method, server.url, key.isEmpty ? "" : ", headers: {Idempotency-Key: \(key)}")
      let stored = try perform(["x"])
      #expect(stored.job.state == (count == 3 ? .completed : .failed), "\(method) \(status)")
      #expect(stored.job.tries == count)
      #expect(server.requests.count == count)
      let keys = Set(server.requests.map { $0.header("Idempotency-Key") })
      #expect(keys == [key == "own" ? "own" : method == "PUT" ? nil : "\(stored.job.key)-1"])
    }
  }

  @Test("a server that is down for the first tries gets the request once when it is up")
  func down() throws {
    let first = HTTPTestServer { _, _ in .status(200) }
    let port = first.port
    first.stop()
    define("POST", "http://127.0.0.1:\(port)")
    let store = try store()
    let id = try store.enqueue([try request(["x"], machine.process())])[0]
    waitUntil { HTTPTestServer.isRefused(port: port) }
    try machine.work(store, .once)
    let waiting = try #require(try store.job(id))
    #expect(waiting.state == .waiting)
    #expect(waiting.failure?.code == "no-connection")
    let server = try #require(HTTPTestServer(port: port) { _, _ in .status(200, "up", type: "text/plain") })
    try machine.work(store)
    #expect(try store.job(id)?.state == .completed)
    #expect(server.requests.count == 1)
  }

  @Test("'Retry-After' within the job's time is waited for, beyond it the job fails at once")
  func tooManyRequests() throws {
    let within = HTTPTestServer { _, number in
      number == 0 ? .status(429, headers: [("Retry-After", "1")]) : .status(200, "ok", type: "text/plain")
    }
    define("POST", within.url)
    let done = try perform(["x"])
    #expect(done.job.state == .completed && done.job.changed - done.job.accepted >= 1000)
    #expect(within.requests.count == 2)
    let beyond = HTTPTestServer { _, _ in .status(429, headers: [("Retry-After", "100")]) }
    define("POST", beyond.url)
    let failed = try perform(["x"])
    #expect(failed.job.state == .failed && failed.job.failure?.code == "http-status")
    #expect(beyond.requests.count == 1)
  }

  @Test("a server that reads all of a POST and closes gets it once; a PUT until the job's time is over")
  func closes() throws {
    let post = HTTPTestServer { _, _ in .init([]) }
    define("POST", post.url)
    #expect(try perform(["x"]).job.state == .failed)
    #expect(post.requests.count == 1)
    let put = HTTPTestServer { _, _ in .init([]) }
    define("PUT", put.url)
    let stored = try perform(["x"], budget: 0.3)
    #expect(stored.job.state == .failed)
    #expect(put.requests.count == stored.job.tries && stored.job.tries > 2)
  }

  @Test("'retry' of the definition counts within each try")
  func definitionRetries() throws {
    let server = HTTPTestServer { _, number in
      number < 3 ? .status(503, headers: [("Retry-After", "0")]) : .status(200, "ok", type: "text/plain")
    }
    define("POST", server.url, ", retry: 1")
    let stored = try perform(["x"])
    #expect(stored.job.state == .completed && stored.job.tries == 2)
    #expect(server.requests.count == 4)
  }

  @Test("of several items only those that were not done are sent again, and what came back is told once, in order")
  func perItem() throws {
    let server = HTTPTestServer { request, number in
      switch (request.targetText, number) {
      case ("/b", 1): .status(503)
      case ("/c", _): .status(403, "no", type: "text/plain")
      default: .status(200, request.targetText, type: "text/plain")
      }
    }
    define("POST", server.url)
    let stored = try perform(["a", "b", "c"])
    #expect(server.requests.map(\.targetText) == ["/a", "/b", "/c", "/b"])
    #expect(stored.job.state == .failed)
    #expect(stored.job.failure?.message.hasPrefix("1 of 3 runs did not succeed") == true)
    let outcome = try #require(stored.outcome)
    #expect(outcome.contains(#""returnedItems":[{"kind":"text","name":null,"text":"/a""#))
    #expect(outcome.contains(#""text":"/b""#))
    // What failed for good is tried again when somebody says so, and what is done still is not.
    let store = try store()
    #expect(try store.retry(stored.job.id) == .queued)
    try machine.work(store)
    #expect(server.requests.map(\.targetText).dropFirst(4) == ["/c"])
  }

  @Test(
    "the sender's variables that the definition names, and those of the session, are there; others are the worker's")
  func environment() throws {
    machine.define(
      "com.example.job",
      #"accepts: text\#nshell: {script: "printf '%s|%s|%s|%s' {{ env.WORD }} \"${DISPLAY-}\" \"${STRAY-none}\" \"${SHAREROUTER_SECRET_X-none}\""}\#nreturns: {text: "{{ stdout }}"}\#n"#
    )
    let stored = try perform(
      ["x"], environment: ["WORD": "named", "DISPLAY": ":7", "STRAY": "lost", "SHAREROUTER_SECRET_X": "s3cret!"])
    #expect(stored.job.state == .completed, "\(String(describing: stored.job.failure))")
    #expect(stored.outcome?.contains("named|:7|none|none") == true, "\(stored.outcome ?? "")")
    let bytes = machine.directory.read("state/jobs.sqlite-wal") ?? []
    #expect(!String(decoding: bytes, as: UTF8.self).contains("s3cret!"))
  }

  @Test("the definition is the one that was checked when the job was accepted")
  func snapshot() throws {
    machine.define("com.example.job", "accepts: text\nreturns: {text: \"old {{ item.text }}\"}\n")
    let store = try store()
    let id = try store.enqueue([try request(["x"], machine.process())])[0]
    machine.define("com.example.job", "accepts: text\nreturns: {text: \"new\"}\n")
    try machine.work(store)
    #expect(try store.storedJob(id)?.outcome?.contains(#""text":"old x""#) == true)
  }

  @Test("a rule of the person's that came later holds as well")
  func laterRule() throws {
    machine.define("com.example.job", "accepts: text\nreturns: {text: \"{{ item.text }}\"}\n")
    let store = try store()
    let id = try store.enqueue([try request(["x"], machine.process())])[0]
    machine.configure("exclude: [{activity: com.example.job, reason: not today}]\n")
    try machine.work(store)
    let job = try #require(try store.job(id))
    #expect(job.state == .failed && job.failure?.message.contains("not today") == true)
  }

  // MARK: Activities that follow

  private var results: String {
    String(decoding: machine.directory.read(".local/state/sharerouter/results.jsonl") ?? [], as: UTF8.self)
  }

  @Test("an activity that follows is tried again by itself: what was done before is not, and is listed once")
  func follower() throws {
    let server = HTTPTestServer { request, number in
      request.targetText == "/next" && number < 3 ? .status(503) : .status(200, "got \(number)", type: "text/plain")
    }
    machine.define(
      "com.example.next",
      "accepts: text\nhttp: {method: POST, url: \"\(server.url)/next\", text: \"{{ item.text }}\"}\nreturns: {text: \"{{ response.text }}\"}\n"
    )
    machine.define(
      "com.example.job",
      "accepts: text\nthen: com.example.next\nhttp: {method: POST, url: \"\(server.url)/first\", text: \"{{ item.text }}\"}\nreturns: [{text: \"{{ response.text }}\"}, {text: later, name: note}]\n"
    )
    let stored = try perform(["x"])
    #expect(stored.job.state == .completed, "\(String(describing: stored.job.failure))")
    #expect(server.requests.map(\.targetText) == ["/first", "/next", "/next", "/next"])
    #expect(server.requests.dropFirst().allSatisfy { $0.bodyText == "got 0" })
    let keys = server.requests.map { $0.header("Idempotency-Key") ?? "" }
    #expect(keys == ["\(stored.job.key)-1"] + Array(repeating: "\(stored.job.key)-then1-1", count: 3))
    let outcome = try #require(stored.outcome)
    #expect(outcome.hasPrefix(#"{"activityType":"com.example.job","completed":true"#))
    #expect(
      outcome.contains(
        #""returnedItems":[{"kind":"text","name":null,"text":"got 3","mime":"text/plain"},{"kind":"text","name":"note","text":"later""#
      ))
    #expect(results.split(separator: "\n").count == 3, "\(results)")
  }

  @Test(
    "where a file was to be passed on, all is begun anew if it may be, else somebody decides",
    arguments: ["GET", "POST"])
  func passedOnFile(method: String) throws {
    let server = HTTPTestServer { request, number in
      request.targetText == "/next" && number < 2 ? .status(503) : .bytes(200, [0, 1, 2], type: "application/x-data")
    }
    machine.define(
      "com.example.next",
      "accepts: file\nhttp: {method: PUT, url: \"\(server.url)/next\", upload: \"{{ item.path }}\"}\n")
    machine.define(
      "com.example.job",
      "accepts: text\nthen: com.example.next\nhttp: {method: \(method), url: \"\(server.url)/{{ item.text }}\"}\nreturns: {file: \"{{ response.file }}\", filename: a.bin}\n"
    )
    let stored = try perform(["first"])
    if method == "GET" {
      #expect(stored.job.state == .completed, "\(String(describing: stored.job.failure))")
      #expect(server.requests.map(\.targetText) == ["/first", "/next", "/first", "/next"])
    } else {
      #expect(stored.job.failure?.code == "not-resumable")
      #expect(server.requests.map(\.targetText) == ["/first", "/next"])
      let store = try store()
      #expect(try store.retry(stored.job.id) == .queued)
      try machine.work(store)
      #expect(try store.job(stored.job.id)?.state == .completed)
      #expect(server.requests.map(\.targetText).suffix(2) == ["/first", "/next"])
    }
  }

  @Test("secrets go by name, and are hidden in the log")
  func secrets() throws {
    machine.directory.write("config/sharerouter/secrets.d/WORD", "very-secret-word\n", mode: 0o600)
    machine.define(
      "com.example.job",
      #"accepts: text\#nshell: {argv: [sh, -c, 'cat; echo done'], stdin: "{{ secret.WORD }} {{ item.text }}"}\#n"#)
    let stored = try perform(["x"])
    #expect(stored.job.state == .completed)
    let log = machine.directory.read("state/jobs/\(stored.job.key)/log") ?? []
    #expect(String(decoding: log, as: UTF8.self) == "*** xdone\n")
    for file in ["state/jobs.sqlite", "state/jobs.sqlite-wal"] {
      #expect(!String(decoding: machine.directory.read(file) ?? [], as: UTF8.self).contains("very-secret"))
    }
  }

  @Test("a secret that is only in the sender's environment, and an answer that is one, are refused")
  func fleetingSecrets() throws {
    machine.define("com.example.job", "accepts: text\nshell: {argv: [cat], stdin: \"{{ secret.WORD }}\"}\n")
    let process = machine.process(["SHAREROUTER_SECRET_WORD": "x"])
    #expect(throws: JobSubmission.Refusal.self) { try request(["x"], process) }
    machine.define("com.example.job", "accepts: text\nterminal: true\nshell: {argv: [cat]}\n")
    #expect(throws: (any Error).self) { try request(["x"], machine.process()) }
  }

  @Test("a log is kept to its limit, and says so")
  func longLog() throws {
    machine.define(
      "com.example.job", "accepts: text\nshell: {script: 'head -c 3000000 /dev/zero | tr \"\\0\" x'}\n")
    let stored = try perform(["x"])
    #expect(stored.job.state == .completed)
    let log = machine.directory.read("state/jobs/\(stored.job.key)/log") ?? []
    #expect(log.count < (1 << 20) + 100)
    #expect(
      String(decoding: log.suffix(60), as: UTF8.self).hasSuffix("\n(the log is full, and what follows is not kept)\n"))
  }

  @Test(
    "a failure is told on the sender's desktop, with the job's number; what is done, tried again or given up is not",
    .enabled(if: NotificationRecorder.isAvailable, "dbus-daemon or Python's jeepney is not installed"))
  func notification() throws {
    let recorder = try #require(NotificationRecorder())
    let server = HTTPTestServer { request, number in
      request.targetText == "/bad" ? .status(403, "a <b> & c", type: "text/plain") : .status(number == 0 ? 503 : 200)
    }
    define("POST", server.url)
    let desktop = ["DBUS_SESSION_BUS_ADDRESS": recorder.address]
    #expect(try perform(["good"], environment: desktop).job.state == .completed)
    #expect(recorder.notifications == [])
    let failed = try perform(["bad"], environment: desktop).job
    #expect(failed.state == .failed)
    #expect(waitUntil { recorder.notifications.count == 1 })
    let shown = try #require(recorder.notifications.first)
    #expect(shown.summary == "com.example.job: failed")
    #expect(shown.body.contains("answered 403") && shown.body.contains("a &lt;b&gt; &amp; c"))
    #expect(shown.body.hasSuffix("\nbad\nsharerouter jobs show \(failed.id)"))
    machine.configure("notify: never\n")
    #expect(try perform(["bad"], environment: desktop).job.state == .failed)
    machine.configure("")
    define("POST", server.url, "}\nnotify: never\nx-ignored: {a: b")
    #expect(try perform(["bad"], environment: desktop).job.state == .failed)
    #expect(recorder.notifications.count == 1)
  }
  @Test(
    "a program that failed is told with what it wrote last, its secrets hidden and nothing of it read as markup",
    .enabled(if: NotificationRecorder.isAvailable, "dbus-daemon or Python's jeepney is not installed"))
  func programFailure() throws {
    let recorder = try #require(NotificationRecorder())
    machine.directory.write("config/sharerouter/secrets.d/WORD", "very-secret-word\n", mode: 0o600)
    machine.define(
      "com.example.job",
      #"accepts: text\#nshell: {argv: [sh, -c, 'echo begin >&2; printf "no <b>entry</b> & %s\\n" "$(cat)" >&2; exit 4'], stdin: "{{ secret.WORD }} {{ item.text }}"}\#n"#
    )
    let job = try perform(["x"], environment: ["DBUS_SESSION_BUS_ADDRESS": recorder.address]).job
    #expect(job.failure?.message == "'sh' failed with exit status 4: no <b>entry</b> & *** x")
    #expect(waitUntil { recorder.notifications.count == 1 })
    #expect(
      recorder.notifications.first?.body
        == "'sh' failed with exit status 4: no &lt;b&gt;entry&lt;/b&gt; &amp; *** x\nx\nsharerouter jobs show 1"
    )
  }
}
