import TestSupport
import Testing

@Suite("ntfy and Gotify")
struct PushServiceTests {
  /// ntfy: "Sending messages": "Publish as JSON" (topic, title, message, click) and "Attach local file" (PUT with the
  /// headers' names as parameters), docs.ntfy.sh. An error is `{"code", "http", "error"}`.
  private static func ntfy(token: String?) -> StrictService {
    StrictService(errors: #"{"code":40000,"http":400,"error":"REASON"}"#) { request in
      try request.require("Authorization", token.map { "Bearer " + $0 })
      switch request.line {
      case "POST /":
        let isLink = request.request.bodyText.contains("http")
        try request.requireJSON(
          "{\"topic\":\"my-topic\",\"title\":\"Grüße\",\"message\":\"\(isLink ? ServiceItems.link : ServiceItems.text)\""
            + (isLink ? ",\"click\":\"\(ServiceItems.link)\"}" : "}"))
      case "PUT /my-topic":
        try request.requireQuery(["filename": ServiceItems.pictureName, "title": "Grüße", "message": "a & b"])
        try request.requireBody(SampleFiles.png, type: "image/png")
      default: throw request.unknown
      }
      return .json(#"{"id":"1","event":"message","topic":"my-topic"}"#)
    }
  }

  @Test("ntfy: text, link and picture, with and without a token", arguments: [nil, "tk_ntfytoken"])
  func ntfy(token: String?) {
    let server = PushServiceTests.ntfy(token: token)
    let run = Sandbox().sendToService(
      "pushToNtfy", Sandbox.sentText + Sandbox.sentLink + Sandbox.sentPicture,
      secrets: token.map { ["NTFY_TOKEN": $0] } ?? [:], ["NTFY_URL": server.url, "NTFY_TOPIC": "my-topic"],
      more: ["--subject", "Grüße", "--message", "a & b"])
    expectRun(run)
    #expect(server.requests.count == 3)
    server.expect(server.requests)
  }

  /// Gotify: "Push messages" and the REST API's POST /message (title, message, priority, extras), gotify.net/docs. An
  /// error has `errorDescription`.
  @Test("Gotify: a link opens when it is tapped")
  func gotify() {
    let server = StrictService(errors: #"{"error":"Bad Request","errorCode":400,"errorDescription":"REASON"}"#) {
      request in
      guard request.line == "POST /message" else { throw request.unknown }
      try request.require("X-Gotify-Key", "gotify-token")
      switch request.number {
      case 0:
        try request.requireJSON("{\"title\":\"t\",\"message\":\"\(ServiceItems.text)\",\"priority\":8}")
      default:
        try request.requireJSON(
          "{\"title\":\"t\",\"message\":\"\(ServiceItems.link)\",\"priority\":8,"
            + "\"extras\":{\"client::notification\":{\"click\":{\"url\":\"\(ServiceItems.link)\"}}}}")
      }
      return .json(#"{"id":1}"#)
    }
    let run = Sandbox().sendToService(
      "pushToGotify", Sandbox.sentText + Sandbox.sentLink, secrets: ["GOTIFY_TOKEN": "gotify-token"],
      ["GOTIFY_URL": server.url], more: ["--subject", "t", "--input", "priority=8"])
    expectRun(run)
    server.expect(["POST /message", "POST /message"])
  }
}
