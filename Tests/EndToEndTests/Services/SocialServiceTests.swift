import Foundation
import TestSupport
import Testing

/// Pictures that differ in their last byte, the first under the hostile name.
private func picture(_ number: Int) -> (name: String, bytes: [UInt8]) {
  (number == 0 ? ServiceItems.pictureName : "p\(number).png", SampleFiles.png + (number == 0 ? [] : [UInt8(number)]))
}

extension Sandbox {
  fileprivate func pictures(_ count: Int) -> [String] {
    (0..<count).flatMap { number in
      directory.write(Array("work/\(picture(number).name)".utf8), picture(number).bytes)
      return [picture(number).name]
    }
  }
}

@Suite("Posts to social networks")
struct SocialServiceTests {
  // MARK: Mastodon

  /// Mastodon: "Media API methods" (POST /api/v2/media: file, description; GET /api/v1/media/:id: 206 while it is
  /// processed) and "Statuses API methods" (POST /api/v1/statuses: status, media_ids, spoiler_text, visibility,
  /// Idempotency-Key), docs.joinmastodon.org. An error is `{"error": …}`.
  private static func mastodon(status: String) -> StrictService {
    StrictService(errors: #"{"error":"REASON"}"#, status: 422) { request in
      try request.requireBearer("a-token-of-Mastodon")
      let number = request.number
      switch request.line {
      case "POST /api/v2/media":
        let file = picture(number)
        try request.requireParts([
          .init(name: Array("file".utf8), filename: Array(file.name.utf8), type: "image/png", content: file.bytes),
          .field("description", String(file.name.dropLast(4))),
        ])
        return .json("{\"id\":\"10\(number)\",\"type\":\"image\",\"url\":null}", status: number % 2 == 0 ? 200 : 202)
      case "POST /api/v1/statuses":
        guard request.request.header("Idempotency-Key")?.count == 36 else { throw Objection("no key") }
        try request.requireJSON(status)
        return .json(#"{"id":"1","url":"https://social.example/@me/1"}"#)
      default: throw request.unknown
      }
    }
  }

  private static let mastodonToken = ["MASTODON_TOKEN": "a-token-of-Mastodon"]

  @Test("Mastodon: each picture is uploaded, then one status names them", arguments: [0, 1, 4])
  func mastodon(pictures: Int) {
    let sandbox = Sandbox()
    let ids = (0..<pictures).map { "\"10\($0)\"" }.joined(separator: ",")
    let media = pictures == 0 ? "" : ",\"media_ids\":[\(ids)]"
    let server = SocialServiceTests.mastodon(
      status: "{\"status\":\"\(ServiceItems.text)\\n\(ServiceItems.link)\"\(media)}")
    let run = sandbox.sendToService(
      "postToMastodon", Sandbox.sentText + sandbox.pictures(pictures) + Sandbox.sentLink,
      secrets: SocialServiceTests.mastodonToken, ["MASTODON_URL": server.url])
    expectRun(run, output: "https://social.example/@me/1\n")
    server.expect(Array(repeating: "POST /api/v2/media", count: pictures) + ["POST /api/v1/statuses"])
    #expect(sandbox.remainingFiles == [])
  }

  @Test("Mastodon: pictures alone need no text, and a subject and the visibility are told")
  func mastodonPicturesAlone() {
    let sandbox = Sandbox()
    let server = SocialServiceTests.mastodon(
      status: #"{"spoiler_text":"two words","visibility":"private","media_ids":["100"]}"#)
    let run = sandbox.sendToService(
      "postToMastodon", sandbox.pictures(1), secrets: SocialServiceTests.mastodonToken, ["MASTODON_URL": server.url],
      more: ["--subject", "two words", "--input", "visibility=private"])
    expectRun(run, output: "https://social.example/@me/1\n")
    server.expect(["POST /api/v2/media", "POST /api/v1/statuses"])
  }

  @Test("Mastodon: the post waits for an animation that is still converted, not for a picture beside it")
  func mastodonAnimation() {
    let sandbox = Sandbox()
    sandbox.directory.write(Array("work/a.gif".utf8), SampleFiles.gif)
    let server = StrictService { request in
      switch (request.line, request.number) {
      case ("POST /api/v2/media", let number): return .json("{\"id\":\"m\(number)\"}", status: 202)
      case ("GET /api/v1/media/m1", 2): return .json("{\"id\":\"m1\",\"url\":null}", status: 206)
      case ("GET /api/v1/media/m1", _): return .json("{\"id\":\"m1\",\"url\":\"https://f.example/1.mp4\"}")
      case ("POST /api/v1/statuses", _):
        try request.requireJSON(#"{"media_ids":["m0","m1"]}"#)
        return .json(#"{"url":"https://social.example/@me/2"}"#)
      default: throw request.unknown
      }
    }
    let run = sandbox.sendToService(
      "postToMastodon", sandbox.pictures(1) + ["a.gif"], secrets: SocialServiceTests.mastodonToken,
      ["MASTODON_URL": server.url])
    expectRun(run, output: "https://social.example/@me/2\n")
    server.expect(
      Array(repeating: "POST /api/v2/media", count: 2) + Array(repeating: "GET /api/v1/media/m1", count: 2) + [
        "POST /api/v1/statuses"
      ])
  }

  @Test("Mastodon: when the post fails, what was uploaded is said")
  func mastodonFailing() {
    let sandbox = Sandbox()
    let server = StrictService { request in
      request.line == "POST /api/v2/media"
        ? .json(#"{"id":"1"}"#) : .json(#"{"error":"Text character limit of 500 exceeded"}"#, status: 422)
    }
    let run = sandbox.sendToService(
      "postToMastodon", Sandbox.sentText + sandbox.pictures(2), secrets: SocialServiceTests.mastodonToken,
      ["MASTODON_URL": server.url])
    #expect(run.status == 1 && run.output == [])
    #expect(run.errorText.contains("step 'post': Text character limit of 500 exceeded"), "\(run.errorText)")
    #expect(run.errorText.contains("already done: 'upload'"), "\(run.errorText)")
    #expect(!run.errorText.contains("a-token-of-Mastodon"))
  }

  // MARK: Bluesky

  /// Bluesky: "Posts" and the lexicons com.atproto.server.createSession, com.atproto.repo.uploadBlob and createRecord,
  /// docs.bsky.app. An error is `{"error": NAME, "message": …}`.
  private static func bluesky(text: String, pictures: Int) -> StrictService {
    StrictService(errors: #"{"error":"InvalidRequest","message":"REASON"}"#) { request in
      let number = request.number
      if request.line == "POST /xrpc/com.atproto.server.createSession" {
        try request.requireJSON(#"{"identifier":"me.example","password":"p\"ä\\ss word"}"#)
        return .json(#"{"did":"did:plc:1","accessJwt":"the.access.jwt","refreshJwt":"r"}"#)
      }
      try request.requireBearer("the.access.jwt")
      switch request.line {
      case "POST /xrpc/com.atproto.repo.uploadBlob":
        let file = picture(number - 1)
        try request.requireBody(file.bytes, type: "image/png")
        return .json(
          "{\"blob\":{\"$type\":\"blob\",\"ref\":{\"$link\":\"b\(number)\"},\"size\":\(file.bytes.count)}}")
      case "POST /xrpc/com.atproto.repo.createRecord":
        // The time is the only part that nobody knows before.
        let body = (try? JSONSerialization.jsonObject(with: Data(request.request.body))) as? [String: Any]
        let record = body?["record"] as? [String: Any]
        guard let time = record?["createdAt"] as? String, ISO8601DateFormatter().date(from: time) != nil else {
          throw Objection("no time")
        }
        let images = (0..<pictures).map { index in
          let alt = String(picture(index).name.dropLast(4)).replacing("\"", with: "\\\"")
          return "{\"alt\":\"\(alt)\",\"image\":{\"$type\":\"blob\",\"ref\":{\"$link\":\"b\(index + 1)\"},"
            + "\"size\":\(picture(index).bytes.count)}}"
        }.joined(separator: ",")
        let embed = pictures == 0 ? "" : ",\"embed\":{\"$type\":\"app.bsky.embed.images\",\"images\":[\(images)]}"
        try request.requireJSON(
          "{\"repo\":\"did:plc:1\",\"collection\":\"app.bsky.feed.post\",\"record\":{\"$type\":\"app.bsky.feed.post\","
            + "\"text\":\"\(text)\",\"createdAt\":\"\(time)\"\(embed)}}")
        return .json(#"{"uri":"at://did:plc:1/app.bsky.feed.post/3kab","cid":"c"}"#)
      default: throw request.unknown
      }
    }
  }

  @Test("Bluesky: a session, a blob for each picture, a record that embeds them", arguments: [0, 1, 4])
  func bluesky(pictures: Int) {
    let sandbox = Sandbox()
    let server = SocialServiceTests.bluesky(text: ServiceItems.text, pictures: pictures)
    let run = sandbox.sendToService(
      "postToBluesky", Sandbox.sentText + sandbox.pictures(pictures), secrets: ["BLUESKY_PASSWORD": "p\"ä\\ss word"],
      ["BLUESKY_URL": server.url, "BLUESKY_HANDLE": "me.example"])
    expectRun(run, output: "https://bsky.app/profile/me.example/post/3kab\n")
    server.expect(
      ["POST /xrpc/com.atproto.server.createSession"]
        + Array(repeating: "POST /xrpc/com.atproto.repo.uploadBlob", count: pictures)
        + ["POST /xrpc/com.atproto.repo.createRecord"])
  }

  @Test("Bluesky: a record has a text, be it empty")
  func blueskyPicturesAlone() {
    let sandbox = Sandbox()
    let server = SocialServiceTests.bluesky(text: "", pictures: 1)
    let run = sandbox.sendToService(
      "postToBluesky", sandbox.pictures(1), secrets: ["BLUESKY_PASSWORD": "p\"ä\\ss word"],
      ["BLUESKY_URL": server.url, "BLUESKY_HANDLE": "me.example"])
    expectRun(run, output: "https://bsky.app/profile/me.example/post/3kab\n")
  }

  @Test("a wrong password is the server's own words, and neither it nor the token is shown")
  func wrongPassword() {
    let sandbox = Sandbox()
    let server = StrictService { _ in
      .json(#"{"error":"AuthenticationRequired","message":"Invalid identifier or password"}"#, status: 401)
    }
    let run = sandbox.sendToService(
      "postToBluesky", Sandbox.sentText, secrets: ["BLUESKY_PASSWORD": "wrong-password"],
      ["BLUESKY_URL": server.url, "BLUESKY_HANDLE": "me.example"])
    #expect(run.status == 1 && run.output == [])
    #expect(
      run.errorText.contains(
        "step 'session': Invalid identifier or password (127.0.0.1:\(server.port) answered 401"), "\(run.errorText)")
    #expect(!run.errorText.contains("wrong-password"))
    #expect(server.requests.count == 1)
  }
}
