import Foundation
import TestSupport
import Testing

/// Pictures that differ in their last byte.
private func picture(_ number: Int) -> [UInt8] { SampleFiles.png + [UInt8(number)] }

extension Sandbox {
  /// Runs the program with the definitions of the fixtures.
  fileprivate func send(_ activity: String, text: String, pictures: Int, _ environment: [String: String]) -> CommandRun
  {
    for number in 0..<pictures { directory.write(Array("work/p\(number).png".utf8), picture(number)) }
    let files = (0..<pictures).map { "p\($0).png" }
    let arguments = ["send", "--activities", Project.root + "/Tests/Fixtures/activities.d", "--text", text]
    return run(arguments + files + ["--activity", activity], environment: environment)
  }
}

/// What a strict server of the interface would refuse is a 400 with its reason.
private func object(_ body: [UInt8]) -> [String: Any]? {
  (try? JSONSerialization.jsonObject(with: Data(body))) as? [String: Any]
}

@Suite("Posts with pictures")
struct HTTPSocialTests {
  private static func refuse(_ why: String) -> HTTPTestServer.Answer { .json("{\"error\":\"\(why)\"}", status: 422) }

  /// A server of Mastodon's shape: exact fields, known ids, and every status needs its key.
  private static func mastodon() -> HTTPTestServer {
    HTTPTestServer { request, number in
      guard request.faults.isEmpty, request.method == "POST" else { return refuse("grammar") }
      guard request.header("Authorization") == "Bearer a-token-of-Mastodon" else { return refuse("token") }
      switch request.targetText {
      case "/api/v2/media":
        guard let form = MultipartForm(request.body, contentType: request.header("Content-Type") ?? ""),
          form.parts.map({ String(decoding: $0.name, as: UTF8.self) }) == ["file", "description"],
          form.parts[0].type == "image/png", form.parts[0].filename == Array("p\(number).png".utf8),
          form.parts[0].content == picture(number), form.parts[1].text == "p\(number)"
        else { return refuse("media") }
        return .json("{\"id\":\"10\(number)\",\"type\":\"image\",\"url\":null}", status: number % 2 == 0 ? 200 : 202)
      case "/api/v1/statuses":
        guard let status = object(request.body), request.header("Content-Type") == "application/json",
          request.header("Idempotency-Key")?.count == 36, status["status"] as? String == "Grüße & <b> 🎉"
        else { return refuse("status") }
        let ids = (0..<number).map { "10\($0)" }
        guard status["media_ids"] as? [String] == (number == 0 ? nil : ids), status.count == (number == 0 ? 1 : 2)
        else {
          return refuse("media ids")
        }
        return .json(#"{"id":"1","url":"https://social.example/@me/1"}"#)
      default: return refuse("path")
      }
    }
  }

  @Test("Mastodon: each picture is uploaded, then one status names them", arguments: [0, 1, 4])
  func mastodon(pictures: Int) {
    let sandbox = Sandbox()
    let server = HTTPSocialTests.mastodon()
    let run = sandbox.send(
      "com.example.mastodon", text: "Grüße & <b> 🎉", pictures: pictures,
      ["MASTODON_URL": server.url, "SHAREROUTER_SECRET_MASTODON_TOKEN": "a-token-of-Mastodon"])
    expectRun(run, output: "https://social.example/@me/1\n")
    #expect(server.requests.count == pictures + 1)
    #expect(sandbox.remainingFiles == [])
  }

  /// A server of Bluesky's shape.
  private static func bluesky() -> HTTPTestServer {
    HTTPTestServer { request, number in
      func refuse(_ why: String) -> HTTPTestServer.Answer {
        .json("{\"error\":\"InvalidRequest\",\"message\":\"\(why)\"}", status: 400)
      }
      guard request.faults.isEmpty, request.method == "POST" else { return refuse("grammar") }
      let isSession = request.targetText == "/xrpc/com.atproto.server.createSession"
      guard isSession || request.header("Authorization") == "Bearer the.access.jwt" else { return refuse("token") }
      switch request.targetText {
      case "/xrpc/com.atproto.server.createSession":
        guard let body = object(request.body) as? [String: String],
          body == ["identifier": "me.example", "password": "p\"ä\\ss word"]
        else { return refuse("session") }
        return .json(#"{"did":"did:plc:1","accessJwt":"the.access.jwt","refreshJwt":"r"}"#)
      case "/xrpc/com.atproto.repo.uploadBlob":
        guard request.body == picture(number - 1), request.header("Content-Type") == "image/png" else {
          return refuse("blob")
        }
        return .json(
          "{\"blob\":{\"$type\":\"blob\",\"ref\":{\"$link\":\"b\(number)\"},\"size\":\(request.body.count)}}")
      case "/xrpc/com.atproto.repo.createRecord":
        guard let body = object(request.body), body["repo"] as? String == "did:plc:1",
          body["collection"] as? String == "app.bsky.feed.post", let record = body["record"] as? [String: Any],
          record["$type"] as? String == "app.bsky.feed.post", record["text"] as? String == "words",
          let time = record["createdAt"] as? String, ISO8601DateFormatter().date(from: time) != nil
        else { return refuse("record") }
        let embed = record["embed"] as? [String: Any]
        let images = embed?["images"] as? [[String: Any]] ?? []
        let links = images.compactMap {
          (($0["image"] as? [String: Any])?["ref"] as? [String: Any])?["$link"] as? String
        }
        let isWhole = images.allSatisfy {
          ($0["image"] as? [String: Any])?["size"] is Int && $0["alt"] as? String == ""
        }
        guard links == (1..<number).map({ "b\($0)" }), isWhole, (embed == nil) == (number == 1) else {
          return refuse("embed")
        }
        return .json(#"{"uri":"at://did:plc:1/app.bsky.feed.post/1","cid":"c"}"#)
      default: return refuse("path")
      }
    }
  }

  @Test("Bluesky: a session, a blob for each picture, a record that embeds them", arguments: [0, 1, 4])
  func bluesky(pictures: Int) {
    let server = HTTPSocialTests.bluesky()
    let run = Sandbox().send(
      "com.example.bluesky", text: "words", pictures: pictures,
      [
        "BLUESKY_URL": server.url, "BLUESKY_HANDLE": "me.example",
        "SHAREROUTER_SECRET_BLUESKY_PASSWORD": "p\"ä\\ss word",
      ])
    expectRun(run, output: "at://did:plc:1/app.bsky.feed.post/1\n")
    #expect(server.requests.count == pictures + 2)
  }

  @Test("a wrong password is the server's own words, and neither it nor the token is shown")
  func wrongPassword() {
    let server = HTTPSocialTests.bluesky()
    let run = Sandbox().send(
      "com.example.bluesky", text: "words", pictures: 1,
      [
        "BLUESKY_URL": server.url, "BLUESKY_HANDLE": "me.example",
        "SHAREROUTER_SECRET_BLUESKY_PASSWORD": "wrong-password",
      ])
    #expect(run.status == 1)
    #expect(run.output == [])
    #expect(run.errorText.contains("step 'session': session (127.0.0.1:\(server.port) answered 400"))
    #expect(!run.errorText.contains("wrong-password"))
    #expect(server.requests.count == 1)
  }
}
