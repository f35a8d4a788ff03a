import JSONSyntax
import ShareModel
import Testing

@testable import ShareActions

@Suite("Outcomes as JSON")
struct OutcomeJSONTests {
  @Test("Every field is there, null where nothing is known")
  func shape() {
    let run = Outcome.Run(itemIndexes: [0, 2], status: .timedOut, durationMilliseconds: 5)
    let json = Outcome(activityType: "com.example.a", status: .failed, durationMilliseconds: 7, runs: [run]).json
    guard case .object(let members) = json, case .array(let runs)? = json["runs"], case .object(let first)? = runs.first
    else {
      Issue.record("not an object with runs")
      return
    }
    #expect(
      members.map(\.name) == [
        "activityType", "completed", "status", "evidence", "returnedItems", "skippedItems", "error", "exitStatus",
        "httpStatus", "stdout", "durationMs", "runs",
      ])
    #expect(json["completed"] == .boolean(false))
    #expect(json["returnedItems"] == .null)
    #expect(json["skippedItems"] == .array([]))
    #expect(json["durationMs"] == .number("7"))
    #expect(first.prefix(2).map(\.name) == ["activityType", "items"])
    #expect(runs[0]["items"] == .array([.number("0"), .number("2")]))
    #expect(runs[0]["status"] == .string("timed-out"))
  }

  @Test("What is known is told")
  func values() {
    var outcome = Outcome(activityType: "com.example.a", status: .completed, evidence: .exited)
    outcome.returnedItems = []
    outcome.exitStatus = 0
    outcome.standardOutput = bytes("out\n")
    outcome.error = .init(code: "c", message: "m")
    outcome.skippedItems = [.init(index: 1, message: "why")]
    let json = outcome.json
    #expect(json["completed"] == .boolean(true))
    #expect(json["evidence"] == .string("exited"))
    #expect(json["returnedItems"] == .array([]))
    #expect(json["exitStatus"] == .number("0"))
    #expect(json["stdout"] == .string("out\n"))
    #expect(json["error"]?["code"] == .string("c"))
    #expect(json["skippedItems"] == .array([.object([.init("item", .number("1")), .init("message", .string("why"))])]))
  }

  @Test("A file's URI is exact for any bytes; its path is there when it is text")
  func files() {
    func returned(_ path: [UInt8]) -> JSONValue {
      ReturnedItem(
        item: Item(kind: .image, content: .file(FilePath(bytes: path)), contentType: ContentType("image/png"), size: 1),
        name: "n"
      ).json
    }
    let plain = returned(bytes("/a b/ü#%.png"))
    #expect(plain["path"] == .string("/a b/ü#%.png"))
    #expect(plain["uri"] == .string("file:///a%20b/%C3%BC%23%25.png"))
    #expect(plain["mime"] == .string("image/png"))
    #expect(plain["kind"] == .string("image"))
    #expect(plain["name"] == .string("n"))
    let odd = returned([0x2F, 0x66, 0xFF])
    #expect(odd["path"] == nil)
    #expect(odd["uri"] == .string("file:///f%FF"))
  }

  @Test("Texts and URLs are told under their own names")
  func texts() {
    #expect(ReturnedItem(item: .url(bytes("https://a"))).json["url"] == .string("https://a"))
    #expect(ReturnedItem(item: .text(bytes("t"))).json["text"] == .string("t"))
    #expect(ReturnedItem(item: .text(bytes("t"))).json["name"] == .null)
  }

  @Test("What was written is read back")
  func roundTrip() {
    var outcome = Outcome(
      activityType: "com.example.a", status: .failed, skippedItems: [.init(index: 1, message: "why")],
      error: .init(code: "c", message: "m"), exitStatus: 3, httpStatus: 404, standardOutput: bytes("out\n"),
      durationMilliseconds: 9)
    let items = [
      ReturnedItem(item: .text(bytes("a\nb")), name: "n"), ReturnedItem(item: .url(bytes("https://x.example/"))),
      ReturnedItem(
        item: Item(
          kind: .image, content: .file(FilePath(bytes: [0x2F, 0xFF, 0x20, 0x25])),
          contentType: ContentType("image/png"), size: nil)),
    ]
    outcome.returnedItems = items
    outcome.runs = [
      Outcome.Run(itemIndexes: [0, 2], status: .completed, evidence: .confirmed, returnedItems: items),
      Outcome.Run(itemIndexes: [3], status: .timedOut, error: .init(code: "d", message: "n"), durationMilliseconds: 5),
    ]
    #expect(Outcome(json: outcome.json) == outcome)
    #expect(Outcome(json: .object([])) == nil && Outcome.Run(json: .null) == nil)
  }

  @Test("Runs of an earlier try count together with those of the last")
  func merging() {
    let failure = Outcome.Failure(code: "c", message: "m")
    let earlier = [
      Outcome.Run(itemIndexes: [0], status: .completed, evidence: .responded),
      Outcome.Run(itemIndexes: [2], status: .failed, error: failure),
    ]
    let last = Outcome(
      "com.example.a", runs: [.init(itemIndexes: [1], status: .completed, evidence: .exited)], returns: false,
      skippedItems: [], durationMilliseconds: 1)
    let all = last.merging(earlier: earlier)
    #expect(all.runs.map(\.itemIndexes) == [[0], [1], [2]] && all.status == .failed)
    let again = Outcome(
      "com.example.a", runs: [.init(itemIndexes: [2], status: .completed, evidence: .exited)], returns: false,
      skippedItems: [], durationMilliseconds: 1)
    #expect(again.merging(earlier: earlier).status == .completed)
    #expect(last.merging(earlier: []) == last)
  }
}
