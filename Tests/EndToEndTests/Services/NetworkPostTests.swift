import Synchronization
import TestSupport
import Testing

/// The opener of a sandbox, which keeps what it is called with.
extension Sandbox {
  fileprivate func expectOpened(_ url: String, sourceLocation: Testing.SourceLocation = #_sourceLocation) {
    waitUntil(limit: 30) { arguments(of: "xdg-open") != nil }
    #expect(arguments(of: "xdg-open") == [Array(url.utf8)], sourceLocation: sourceLocation)
  }
}

@Suite("X, Facebook, Weibo and what became of Tencent Weibo")
struct NetworkPostTests {
  private static let keys = [
    "X_API_KEY": "key of & app", "X_API_SECRET": "secret+of/app", "X_ACCESS_TOKEN": "12-token",
    "X_ACCESS_SECRET": "s%41=",
  ]

  /// X: "Upload media" (POST /2/media/upload: media, media_category; `data.id`) and "Create Post" (POST /2/tweets: text,
  /// media.media_ids), docs.x.com, both signed as "OAuth 1.0a" there says. An error has `title` and `detail`.
  private static func twitter(failsAtPost: Bool = false, post: String) -> StrictService {
    let own = ServerPort()
    let service = StrictService(errors: #"{"title":"Invalid Request","detail":"REASON"}"#) { request in
      try request.requireOAuth(
        server: own.value, consumer: ("key of & app", "secret+of/app"), token: ("12-token", "s%41="))
      switch request.line {
      case "POST /2/media/upload":
        try request.requireParts([.picture("media"), .field("media_category", "tweet_image")])
        return .json("{\"data\":{\"id\":\"90\(request.number)\",\"media_key\":\"3_90\",\"expires_after_secs\":86400}}")
      case "POST /2/tweets":
        try request.requireJSON(post)
        if failsAtPost {
          return .json(#"{"title":"Forbidden","detail":"You are not allowed to post twice","status":403}"#, status: 403)
        }
        return .json(#"{"data":{"id":"17","text":"…"}}"#, status: 201)
      default: throw request.unknown
      }
    }
    own.value = service.port
    return service
  }

  @Test("X: pictures are uploaded, then posted with the text; the signature is right for both")
  func post() {
    let sandbox = Sandbox()
    let server = NetworkPostTests.twitter(
      post: "{\"text\":\"\(ServiceItems.text)\",\"media\":{\"media_ids\":[\"900\",\"901\"]}}")
    let run = sandbox.sendToService(
      "postToTwitter", Sandbox.sentText + Sandbox.sentPicture + Sandbox.sentPicture, secrets: NetworkPostTests.keys,
      ["X_URL": server.url])
    expectRun(run, output: "https://x.com/i/web/status/17\n")
    server.expect(["POST /2/media/upload", "POST /2/media/upload", "POST /2/tweets"])
  }

  @Test("X: a post that is refused says why, and that its picture is there already")
  func refusedPost() {
    let sandbox = Sandbox()
    let server = NetworkPostTests.twitter(
      failsAtPost: true, post: "{\"text\":\"\(ServiceItems.text)\",\"media\":{\"media_ids\":[\"900\"]}}")
    let run = sandbox.sendToService(
      "postToTwitter", Sandbox.sentText + Sandbox.sentPicture, secrets: NetworkPostTests.keys, ["X_URL": server.url])
    #expect(run.status == 1)
    #expect(run.errorText.contains("step 'post': You are not allowed to post twice"), "\(run.errorText)")
    #expect(run.errorText.contains("already done: 'upload'"), "\(run.errorText)")
    for secret in NetworkPostTests.keys.values { #expect(!run.errorText.contains(secret)) }
    server.expect(["POST /2/media/upload", "POST /2/tweets"])
  }

  /// Meta: "Page Feed" and "Page Photos" of the Graph API (POST /{page}/photos with published=false, POST /{page}/feed
  /// with attached_media), developers.facebook.com. An error is `{"error": {"message": …}}`.
  private static func facebook(
    _ feed: @escaping @Sendable (StrictRequest) throws -> Void
  ) -> StrictService {
    StrictService(errors: #"{"error":{"message":"REASON","code":100}}"#) { request in
      switch request.line {
      case "POST /v23.0/42/photos":
        try request.requireParts([
          .picture("source"), .field("published", "false"), .field("access_token", "page-token"),
        ])
        return .json("{\"id\":\"7\(request.number)\"}")
      case "POST /v23.0/42/feed":
        try feed(request)
        return .json(#"{"id":"42_1"}"#)
      default: throw request.unknown
      }
    }
  }

  private static func sendToFacebook(_ sandbox: Sandbox, _ server: StrictService, _ items: [String]) -> CommandRun {
    sandbox.sendToService(
      "postToFacebook", items, secrets: ["FACEBOOK_TOKEN": "page-token"],
      ["FACEBOOK_URL": server.url, "FACEBOOK_PAGE": "42"])
  }

  @Test("Facebook: text and a link are one post")
  func facebookText() {
    let server = NetworkPostTests.facebook { request in
      try request.requireForm([
        "message": ServiceItems.text, "link": ServiceItems.link, "access_token": "page-token",
      ])
    }
    let run = NetworkPostTests.sendToFacebook(Sandbox(), server, Sandbox.sentText + Sandbox.sentLink)
    expectRun(run, output: "https://www.facebook.com/42_1\n")
    server.expect(["POST /v23.0/42/feed"])
  }

  @Test("Facebook: pictures are uploaded unpublished, then attached to one post with text and link")
  func facebookPictures() {
    let server = NetworkPostTests.facebook { request in
      try request.requireJSON(
        "{\"message\":\"\(ServiceItems.text)\\n\(ServiceItems.link)\",\"access_token\":\"page-token\","
          + "\"attached_media\":[{\"media_fbid\":\"70\"},{\"media_fbid\":\"71\"}]}")
    }
    let run = NetworkPostTests.sendToFacebook(
      Sandbox(), server, Sandbox.sentText + Sandbox.sentPicture + Sandbox.sentLink + Sandbox.sentPicture)
    expectRun(run, output: "https://www.facebook.com/42_1\n")
    server.expect(["POST /v23.0/42/photos", "POST /v23.0/42/photos", "POST /v23.0/42/feed"])
  }

  @Test("Facebook: when the post fails, the pictures that are there are told of")
  func facebookFailing() {
    let server = NetworkPostTests.facebook { _ in throw Objection("Invalid parameter") }
    let run = NetworkPostTests.sendToFacebook(Sandbox(), server, Sandbox.sentText + Sandbox.sentPicture)
    #expect(run.status == 1)
    #expect(run.errorText.contains("step 'post': Invalid parameter"), "\(run.errorText)")
    #expect(run.errorText.contains("already done: 'upload'") && !run.errorText.contains("page-token"))
  }

  /// Weibo: "2/statuses/share" (access_token, status; pic as multipart/form-data), open.weibo.com. An error has `error`.
  @Test("Weibo: a text is a form, with a picture a multipart body", arguments: [false, true])
  func weibo(withPicture: Bool) {
    let sandbox = Sandbox()
    let server = StrictService(errors: #"{"error":"REASON","error_code":10017}"#) { request in
      guard request.line == "POST /2/statuses/share.json" else { throw request.unknown }
      if withPicture {
        try request.requireParts([
          .field("access_token", "weibo-token"), .field("status", ServiceItems.text), .picture("pic"),
        ])
      } else {
        try request.requireForm(["access_token": "weibo-token", "status": ServiceItems.text])
      }
      return .json(#"{"id":5,"idstr":"5"}"#)
    }
    let run = sandbox.sendToService(
      "postToWeibo", Sandbox.sentText + (withPicture ? Sandbox.sentPicture : []),
      secrets: ["WEIBO_TOKEN": "weibo-token"], ["WEIBO_URL": server.url])
    expectRun(run, output: "https://m.weibo.cn/detail/5\n")
    server.expect(["POST /2/statuses/share.json"])
  }

  private static let encodedText = "C%23%20%26%20C%2B%2B%2050%25%20%E6%97%A5%E6%9C%AC%20%F0%9F%8E%89"
  private static let encodedLink = "https%3A%2F%2Fexample.com%2F%3Fa%3D1%26b%3D2"

  @Test(
    "without an account the network's own page is opened, and nobody waits for the browser",
    arguments: [
      ("postToTwitter", "--text", "https://x.com/intent/post?text=", encodedText),
      ("postToTwitter", "--url", "https://x.com/intent/post?text=", encodedLink),
      ("postToFacebook", "--url", "https://www.facebook.com/sharer/sharer.php?u=", encodedLink),
      ("postToWeibo", "--text", "https://service.weibo.com/share/share.php?title=", encodedText),
    ])
  func intent(activity: String, option: String, page: String, value: String) {
    let sandbox = Sandbox()
    sandbox.stub(
      "xdg-open", "printf '%s\\0' \"$@\" >'\(sandbox.path)/bin/xdg-open.arguments'\nexec sleep 60\n")
    let run = sandbox.sendToService(activity, [option, option == "--url" ? ServiceItems.link : ServiceItems.text])
    #expect(run.status == 0, "\(run.errorText)")
    sandbox.expectOpened(page + value)
    #expect(!sandbox.remainingProcesses.isEmpty, "the browser is not waited for")
    sandbox.endRemainingProcesses()
  }

  @Test("a picture without a token, and Facebook with a text alone, say what is missing")
  func missing() {
    let sandbox = Sandbox()
    let picture = sandbox.sendToService("postToTwitter", Sandbox.sentPicture)
    #expect(picture.status == 4 && picture.errorText.contains("X_API_KEY"), "\(picture.errorText)")
    let text = sandbox.sendToService("postToFacebook", Sandbox.sentText)
    #expect(text.status == 4 && text.errorText.contains("FACEBOOK_PAGE"), "\(text.errorText)")
  }

  @Test("Tencent Weibo says that it is gone and what is there instead")
  func tencent() {
    let run = Sandbox().sendToService("postToTencentWeibo", Sandbox.sentText)
    #expect(run.status == 4)
    #expect(run.errorText.contains("closed on 28 September 2020") && run.errorText.contains("postToWeibo"))
  }
}

/// A port that is known only once the server stands.
final class ServerPort: Sendable {
  private let port = Mutex(0)

  var value: Int {
    get { port.withLock { $0 } }
    set { port.withLock { $0 = newValue } }
  }
}
