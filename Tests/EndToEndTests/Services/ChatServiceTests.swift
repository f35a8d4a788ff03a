import TestSupport
import Testing

@Suite("Telegram, Matrix, Slack and Discord")
struct ChatServiceTests {
  /// A small text file as a part of a multipart body.
  private static func notes(_ name: String) -> MultipartForm.Part {
    .init(
      name: Array(name.utf8), filename: Array("notes.txt".utf8), type: "text/plain",
      content: Array(ServiceItems.text.utf8))
  }

  // MARK: Telegram

  /// Telegram: "Telegram Bot API", sendMessage (chat_id, text), sendPhoto (chat_id, photo, caption), sendDocument
  /// (chat_id, document, caption), core.telegram.org. An error is `{"ok": false, "description": …}`.
  private static func telegram(caption: String? = nil, failsAt failing: Int? = nil) -> StrictService {
    StrictService(errors: #"{"ok":false,"error_code":400,"description":"Bad Request: REASON"}"#) { request in
      if request.number == failing { throw Objection("chat not found") }
      let chat = MultipartForm.Part.field("chat_id", "-100")
      let captions = caption.map { [MultipartForm.Part.field("caption", $0)] } ?? []
      // The server decodes the path, as URLs are encoded.
      switch request.line.removingPercentEncoding {
      case "POST /bot12:AbC-d/sendMessage":
        let text = request.request.bodyText.contains("http") ? ServiceItems.link : ServiceItems.text
        try request.requireJSON("{\"chat_id\":\"-100\",\"text\":\"\(text)\"}")
      case "POST /bot12:AbC-d/sendPhoto": try request.requireParts([chat] + captions + [.picture("photo")])
      case "POST /bot12:AbC-d/sendDocument":
        try request.requireParts([chat] + captions + [ChatServiceTests.notes("document")])
      default: throw request.unknown
      }
      return .json(#"{"ok":true,"result":{"message_id":1}}"#)
    }
  }

  private static func sendToTelegram(_ server: StrictService, _ items: [String], more: [String] = []) -> CommandRun {
    Sandbox().sendToService(
      "sendToTelegram", items, secrets: ["TELEGRAM_TOKEN": "12:AbC-d"],
      ["TELEGRAM_URL": server.url, "TELEGRAM_CHAT": "-100"], more: more)
  }

  private static func telegramPath(_ method: String) -> String { "POST /bot12%3AAbC-d/" + method }

  @Test("Telegram: text, link, picture and file arrive in their order")
  func telegram() {
    let server = ChatServiceTests.telegram()
    let run = ChatServiceTests.sendToTelegram(
      server, Sandbox.sentText + Sandbox.sentLink + Sandbox.sentPicture + ["notes.txt"])
    expectRun(run)
    server.expect(["sendMessage", "sendMessage", "sendPhoto", "sendDocument"].map(ChatServiceTests.telegramPath))
  }

  @Test("Telegram: the message is the caption")
  func caption() {
    let server = ChatServiceTests.telegram(caption: ServiceItems.text)
    let run = ChatServiceTests.sendToTelegram(server, Sandbox.sentPicture, more: ["--message", ServiceItems.text])
    expectRun(run)
    server.expect([ChatServiceTests.telegramPath("sendPhoto")])
  }

  @Test("Telegram: of three files one that fails does not keep the others back, and is told of without the token")
  func partialFailure() {
    let server = ChatServiceTests.telegram(failsAt: 1)
    let run = ChatServiceTests.sendToTelegram(server, Sandbox.sentPicture + Sandbox.sentPicture + ["notes.txt"])
    #expect(run.status == 1)
    #expect(run.errorText.contains("failed for item 2 (a\"b;c é.png): step 'photo'"), "\(run.errorText)")
    #expect(run.errorText.contains("Bad Request: chat not found"), "\(run.errorText)")
    #expect(!run.errorText.contains("AbC-d"))
    #expect(server.requests.count == 3)
  }

  // MARK: Matrix

  /// Matrix: "Client-Server API", PUT /_matrix/client/v3/rooms/{roomId}/send/{eventType}/{txnId}, POST
  /// /_matrix/media/v3/upload, m.text, m.image and m.file, spec.matrix.org. An error is `{"errcode", "error"}`.
  private static func matrix(failsAtEvent: Bool = false) -> StrictService {
    StrictService(errors: #"{"errcode":"M_UNKNOWN","error":"REASON"}"#) { request in
      try request.requireBearer("syt_matrix_token")
      if request.line == "POST /_matrix/media/v3/upload" {
        try request.requireQuery(["filename": ServiceItems.pictureName])
        try request.requireBody(SampleFiles.png, type: "image/png")
        return .json(#"{"content_uri":"mxc://e.test/abc"}"#)
      }
      let path = request.line.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
      guard path.count == 9, path[0] == "PUT ",
        path[1...5].elementsEqual(["_matrix", "client", "v3", "rooms", "%21abc%3Ae.test"]),
        path[6...7].elementsEqual(["send", "m.room.message"]), path[8].count >= 16
      else { throw request.unknown }
      if failsAtEvent { throw Objection("You are not in the room") }
      if request.number == 0 {
        try request.requireJSON("{\"msgtype\":\"m.text\",\"body\":\"\(ServiceItems.text)\"}")
      } else {
        try request.requireJSON(
          "{\"msgtype\":\"m.image\",\"body\":\"a\\\"b;c é.png\",\"url\":\"mxc://e.test/abc\","
            + "\"info\":{\"mimetype\":\"image/png\",\"size\":\(SampleFiles.png.count)}}")
      }
      return .json(#"{"event_id":"$1"}"#)
    }
  }

  private static func sendToMatrix(_ server: StrictService, _ items: [String]) -> CommandRun {
    Sandbox().sendToService(
      "sendToMatrix", items, secrets: ["MATRIX_TOKEN": "syt_matrix_token"],
      ["MATRIX_URL": server.url, "MATRIX_ROOM": "!abc:e.test"])
  }

  @Test("Matrix: a text is an event, a picture is uploaded and then one, each under a name of its own")
  func matrix() {
    let server = ChatServiceTests.matrix()
    expectRun(ChatServiceTests.sendToMatrix(server, Sandbox.sentText + Sandbox.sentPicture))
    let requests = server.requests
    server.expect(requests)
    #expect(requests.count == 3 && requests[1] == "POST /_matrix/media/v3/upload")
    #expect(requests.first != requests.last, "a server drops an event whose name it knows")
  }

  @Test("Matrix: when the event fails, the upload is told of")
  func matrixFailing() {
    let run = ChatServiceTests.sendToMatrix(ChatServiceTests.matrix(failsAtEvent: true), Sandbox.sentPicture)
    #expect(run.status == 1)
    #expect(run.errorText.contains("step 'picture': You are not in the room"), "\(run.errorText)")
    #expect(run.errorText.contains("already done: 'upload'") && !run.errorText.contains("syt_matrix_token"))
  }

  // MARK: Slack

  /// Slack: "files.getUploadURLExternal", "files.completeUploadExternal", "chat.postMessage" and "Formatting message
  /// text" (&, < and > as entities), docs.slack.dev. Every answer has status 200; an error is `{"ok": false, "error"}`.
  private static func slack(failsAtShare: Bool = false) -> StrictService {
    let own = ServerPort()
    let service = StrictService(errors: #"{"ok":false,"error":"REASON"}"#, status: 200) { request in
      if request.line == "POST /upload/v1/F0" || request.line == "POST /upload/v1/F1" {
        try request.require("Authorization", nil)
        let content = request.line.hasSuffix("0") ? SampleFiles.png : Array(ServiceItems.text.utf8)
        try request.requireBody(content, type: "application/octet-stream")
        return .status(200, "OK - \(content.count)", type: "text/plain")
      }
      try request.requireBearer("xoxb-slack-token")
      let text = "C# &amp; C++ 50% 日本 🎉\\nhttps://example.com/?a=1&amp;b=2"
      switch request.line {
      case "POST /api/files.getUploadURLExternal":
        let isPicture = request.number == 0
        try request.requireForm([
          "filename": isPicture ? ServiceItems.pictureName : "notes.txt",
          "length": "\(isPicture ? SampleFiles.png.count : ServiceItems.text.utf8.count)",
        ])
        let id = "F\(request.number)"
        return .json(
          "{\"ok\":true,\"upload_url\":\"http://127.0.0.1:\(own.value)/upload/v1/\(id)\",\"file_id\":\"\(id)\"}")
      case "POST /api/files.completeUploadExternal":
        try request.requireJSON(
          "{\"files\":[{\"id\":\"F0\"},{\"id\":\"F1\"}],\"channel_id\":\"C0\",\"initial_comment\":\"\(text)\"}")
        if failsAtShare { throw Objection("not_in_channel") }
        return .json(#"{"ok":true,"files":[]}"#)
      case "POST /api/chat.postMessage":
        try request.requireJSON("{\"channel\":\"C0\",\"text\":\"\(text)\"}")
        return .json(#"{"ok":true,"ts":"1"}"#)
      default: throw request.unknown
      }
    }
    own.value = service.port
    return service
  }

  private static func sendToSlack(_ server: StrictService, _ items: [String]) -> CommandRun {
    Sandbox().sendToService(
      "postToSlack", items, secrets: ["SLACK_TOKEN": "xoxb-slack-token"],
      ["SLACK_URL": server.url, "SLACK_CHANNEL": "C0"])
  }

  private static let slackUploads = [
    "POST /api/files.getUploadURLExternal", "POST /api/files.getUploadURLExternal", "POST /upload/v1/F0",
    "POST /upload/v1/F1", "POST /api/files.completeUploadExternal",
  ]

  @Test("Slack: text and link are one message, with Slack's own marks escaped")
  func slackText() {
    let server = ChatServiceTests.slack()
    expectRun(ChatServiceTests.sendToSlack(server, Sandbox.sentText + Sandbox.sentLink))
    server.expect(["POST /api/chat.postMessage"])
  }

  @Test("Slack: each file goes to its own address, then one message has them all and the text")
  func slackFiles() {
    let server = ChatServiceTests.slack()
    expectRun(
      ChatServiceTests.sendToSlack(
        server, Sandbox.sentText + Sandbox.sentPicture + Sandbox.sentLink + ["notes.txt"]))
    server.expect(ChatServiceTests.slackUploads)
  }

  @Test("Slack: an error with status 200 is a failure, and what was done before is said")
  func slackFailing() {
    let server = ChatServiceTests.slack(failsAtShare: true)
    let run = ChatServiceTests.sendToSlack(
      server, Sandbox.sentText + Sandbox.sentPicture + Sandbox.sentLink + ["notes.txt"])
    #expect(run.status == 1)
    #expect(run.errorText.contains("step 'share': Slack says not_in_channel"), "\(run.errorText)")
    #expect(run.errorText.contains("already done: 'ticket', 'upload'"), "\(run.errorText)")
    #expect(!run.errorText.contains("xoxb-slack-token"))
    #expect(server.requests == ChatServiceTests.slackUploads)
  }

  // MARK: Discord

  /// Discord: "Execute Webhook" (wait; content) and "Uploading Files" (files[n] as multipart/form-data),
  /// discord.com/developers/docs. An error is `{"message", "code"}`.
  private static func discord(content: String? = nil) -> StrictService {
    StrictService(errors: #"{"message":"REASON","code":50006}"#) { request in
      guard request.line == "POST /api/webhooks/1/a-long-token" else { throw request.unknown }
      try request.requireQuery(["wait": "true"])
      if request.request.header("Content-Type") == "application/json" {
        let text = request.request.bodyText.contains("http") ? ServiceItems.link : ServiceItems.text
        try request.requireJSON("{\"content\":\"\(text)\"}")
      } else {
        let fields = content.map { [MultipartForm.Part.field("content", $0)] } ?? []
        try request.requireParts(fields + [.picture("files[0]")])
      }
      return .json(#"{"id":"1"}"#)
    }
  }

  @Test("Discord: text, link and picture are messages of the webhook, whose address is a secret")
  func discord() {
    let server = ChatServiceTests.discord(content: "a & b")
    let run = Sandbox().sendToService(
      "postToDiscord", Sandbox.sentText + Sandbox.sentLink + Sandbox.sentPicture,
      secrets: ["DISCORD_WEBHOOK": server.url + "/api/webhooks/1/a-long-token"], more: ["--message", "a & b"])
    expectRun(run)
    server.expect(Array(repeating: "POST /api/webhooks/1/a-long-token", count: 3))
  }

  @Test("Discord: a failure does not show the webhook's address")
  func discordFailing() {
    let server = ChatServiceTests.discord()
    let run = Sandbox().sendToService(
      "postToDiscord", Sandbox.sentText, secrets: ["DISCORD_WEBHOOK": server.url + "/api/webhooks/2/a-long-token"])
    #expect(run.status == 1)
    #expect(run.errorText.contains("nothing is documented there"), "\(run.errorText)")
    #expect(!run.errorText.contains("a-long-token"))
  }
}
