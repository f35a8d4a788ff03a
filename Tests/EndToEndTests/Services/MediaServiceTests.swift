import Glibc
import Synchronization
import TestSupport
import Testing

@Suite("Flickr and Vimeo")
struct MediaServiceTests {
  private static let keys = [
    "FLICKR_KEY": "flickr-key", "FLICKR_SECRET": "flickr&secret", "FLICKR_TOKEN": "7215-token",
    "FLICKR_TOKEN_SECRET": "token=secret",
  ]

  /// Flickr: "Uploading Photos" (photo as multipart/form-data, every other field in the signature; XML in answer, also
  /// for errors, with status 200) and "flickr.photos.setMeta" (REST, signed, JSON), www.flickr.com/services/api. It also
  /// serves the picture that a link leads to.
  private static func flickr(
    upload: String = "<photoid>1234</photoid>", describe: String = #"{"stat":"ok"}"#, fields: [String: String] = [:]
  ) -> StrictService {
    let own = ServerPort()
    let service = StrictService { request in
      if request.line == "GET /pictures/a.png" {
        // More than is ever kept in memory of an answer.
        return .bytes(200, SampleFiles.png + [UInt8](repeating: 7, count: 11 << 20), type: "image/png")
      }
      if request.line == "GET /page" { return .status(200, "<html>", type: "text/html") }
      try request.requireOAuth(
        server: own.value, consumer: ("flickr-key", "flickr&secret"), token: ("7215-token", "token=secret"))
      switch request.line {
      case "POST /services/upload/":
        var part = MultipartForm.Part.picture("photo")
        if request.number > 0 {
          part.filename = Array("a.png".utf8)
          part.content += [UInt8](repeating: 7, count: 11 << 20)
        }
        try request.requireParts([part])
        let stat = upload.contains("err") ? "fail" : "ok"
        return .status(
          200, "<?xml version=\"1.0\" encoding=\"utf-8\" ?>\n<rsp stat=\"\(stat)\">\n\(upload)\n</rsp>\n",
          type: "text/xml; charset=utf-8")
      case "POST /services/rest/":
        var expected = [
          "method": "flickr.photos.setMeta", "photo_id": "1234", "format": "json", "nojsoncallback": "1",
        ]
        expected.merge(fields) { $1 }
        try request.requireForm(expected)
        return .json(describe)
      default: throw request.unknown
      }
    }
    own.value = service.port
    return service
  }

  private static func send(_ server: StrictService, _ items: [String], more: [String] = []) -> CommandRun {
    Sandbox().sendToService(
      "postToFlickr", items, secrets: keys, ["FLICKR_URL": server.url, "FLICKR_UPLOAD_URL": server.url], more: more)
  }

  @Test("Flickr: a picture is uploaded and described, both signed")
  func picture() {
    let server = MediaServiceTests.flickr(fields: ["title": ServiceItems.text, "description": "a <b> & \"c\""])
    let run = MediaServiceTests.send(
      server, Sandbox.sentPicture, more: ["--subject", ServiceItems.text, "--message", "a <b> & \"c\""])
    expectRun(run, output: "https://www.flickr.com/photo.gne?id=1234\n")
    server.expect(["POST /services/upload/", "POST /services/rest/"])
  }

  @Test("Flickr: without subject and message there is nothing to describe")
  func pictureAlone() {
    let server = MediaServiceTests.flickr()
    let run = MediaServiceTests.send(server, Sandbox.sentPicture)
    expectRun(run, output: "https://www.flickr.com/photo.gne?id=1234\n")
    server.expect(["POST /services/upload/"])
  }

  @Test("Flickr: a link is downloaded first, and uploaded whole")
  func link() {
    let server = MediaServiceTests.flickr(fields: ["title": "a"])
    let run = MediaServiceTests.send(server, ["--url", server.url + "/pictures/a.png"], more: ["--subject", "a"])
    expectRun(run, output: "https://www.flickr.com/photo.gne?id=1234\n")
    server.expect(["GET /pictures/a.png", "POST /services/upload/", "POST /services/rest/"])
  }

  @Test("Flickr: a link to a page is a failure that says what came")
  func page() {
    let server = MediaServiceTests.flickr()
    let run = MediaServiceTests.send(server, ["--url", server.url + "/page"])
    #expect(run.status == 1)
    #expect(run.errorText.contains("text/html where image/* is due"), "\(run.errorText)")
    server.expect(["GET /page"])
  }

  @Test("Flickr: an error with status 200 is a failure in its own words; a picture that is up already is told of")
  func failing() {
    let refused = MediaServiceTests.flickr(upload: #"<err code="6" msg="User exceeded upload limit" />"#)
    let upload = MediaServiceTests.send(refused, Sandbox.sentPicture)
    #expect(upload.status == 1)
    #expect(upload.errorText.contains("step 'upload': User exceeded upload limit"), "\(upload.errorText)")
    let server = MediaServiceTests.flickr(
      describe: #"{"stat":"fail","code":1,"message":"Photo not found"}"#, fields: ["title": "t"])
    let describe = MediaServiceTests.send(server, Sandbox.sentPicture, more: ["--subject", "t"])
    #expect(describe.status == 1)
    #expect(describe.errorText.contains("step 'describe': Photo not found"), "\(describe.errorText)")
    #expect(describe.errorText.contains("already done: 'upload'"), "\(describe.errorText)")
    for secret in MediaServiceTests.keys.values { #expect(!describe.errorText.contains(secret)) }
  }

  // MARK: Vimeo

  private static let video = Array("\u{0}\u{0}\u{0}\u{18}ftypmp42".utf8) + [UInt8](repeating: 0x5A, count: 70_000)

  /// Vimeo: "Upload a video" with the resumable (tus 1.0.0) and the pull approach (POST /me/videos, then PATCH of
  /// upload.upload_link), developer.vimeo.com. An error has `error` and `developer_message`.
  private static func vimeo(
    _ upload: String, content: [UInt8] = [],
    answer: HTTPTestServer.Answer = .bytes(204, [], headers: [("Tus-Resumable", "1.0.0")])
  ) -> StrictService {
    let own = ServerPort()
    let service = StrictService(errors: #"{"error":"no","developer_message":"REASON"}"#) { request in
      switch request.line {
      case "POST /me/videos":
        try request.requireBearer("vimeo-token")
        try request.require("Accept", "application/vnd.vimeo.*+json;version=3.4")
        try request.requireJSON("{\"upload\":\(upload),\"name\":\"\(ServiceItems.text)\",\"description\":\"d\"}")
        return .json(
          "{\"uri\":\"/videos/9\",\"link\":\"https://vimeo.com/9\",\"upload\":{\"status\":\"in_progress\","
            + "\"upload_link\":\"http://127.0.0.1:\(own.value)/tus/9?sig=a%2Fb\"}}", status: 201)
      case "PATCH /tus/9":
        // The ticket is in the link; the token is for the API alone.
        try request.require("Authorization", nil)
        try request.requireQuery(["sig": "a/b"])
        try request.require("Tus-Resumable", "1.0.0")
        try request.require("Upload-Offset", "0")
        try request.require("Content-Type", "application/offset+octet-stream")
        if !content.isEmpty, request.request.body != content { throw Objection("other bytes") }
        return answer
      default: throw request.unknown
      }
    }
    own.value = service.port
    return service
  }

  private static func sendToVimeo(_ sandbox: Sandbox, _ server: StrictService, _ items: [String]) -> CommandRun {
    sandbox.directory.write(Array("work/clip.mp4".utf8), video)
    return sandbox.sendToService(
      "postToVimeo", items, secrets: ["VIMEO_TOKEN": "vimeo-token"], ["VIMEO_URL": server.url],
      more: ["--subject", ServiceItems.text, "--message", "d"])
  }

  @Test("Vimeo: a video is created, then uploaded byte for byte without the token")
  func video() {
    let server = MediaServiceTests.vimeo(
      "{\"approach\":\"tus\",\"size\":\(MediaServiceTests.video.count)}", content: MediaServiceTests.video)
    let run = MediaServiceTests.sendToVimeo(Sandbox(), server, ["clip.mp4"])
    expectRun(run, output: "https://vimeo.com/9\n")
    server.expect(["POST /me/videos", "PATCH /tus/9"])
  }

  @Test("Vimeo: a link is fetched by Vimeo itself")
  func pull() {
    let server = MediaServiceTests.vimeo("{\"approach\":\"pull\",\"link\":\"\(ServiceItems.link)\"}")
    let run = MediaServiceTests.sendToVimeo(Sandbox(), server, Sandbox.sentLink)
    expectRun(run, output: "https://vimeo.com/9\n")
    server.expect(["POST /me/videos"])
  }

  @Test("Vimeo: when the upload breaks off, the empty video that is left is named")
  func brokenUpload() {
    let server = MediaServiceTests.vimeo(
      "{\"approach\":\"tus\",\"size\":\(MediaServiceTests.video.count)}",
      answer: .status(460, "checksum mismatch", type: "text/plain"))
    let run = MediaServiceTests.sendToVimeo(Sandbox(), server, ["clip.mp4"])
    #expect(run.status == 1 && run.output == [])
    #expect(
      run.errorText.contains("step 'upload': checksum mismatch; an empty video is left at https://vimeo.com/9"),
      "\(run.errorText)")
    #expect(run.errorText.contains("already done: 'create'") && !run.errorText.contains("vimeo-token"))
  }

  @Test("Vimeo: a picture becomes a video", .enabled(if: installed("ffmpeg"), "ffmpeg is not installed"))
  func converted() throws {
    let sandbox = Sandbox()
    // A name in which ffmpeg would see a pattern.
    let made = CommandRun.run(
      ["ffmpeg", "-v", "error", "-f", "lavfi", "-i", "color=red:size=33x17", "-frames:v", "1", "-update", "1", "x.png"]
        .map { Array($0.utf8) }, in: sandbox.work)
    try #require(made.status == 0, "\(made.errorText)")
    rename(sandbox.work + "/x.png", sandbox.work + "/a%02d.png")
    let announced = Mutex("")
    let service = StrictService { request in
      guard request.number > 0 else {
        announced.withLock { $0 = request.request.bodyText }
        let host = request.request.header("Host") ?? ""
        return .json("{\"link\":\"https://vimeo.com/9\",\"upload\":{\"upload_link\":\"http://\(host)/tus\"}}")
      }
      let body = request.request.body
      guard body.dropFirst(4).starts(with: "ftyp".utf8) else { throw Objection("no MP4") }
      let size = "\"size\":\(body.count)}"
      guard announced.withLock({ $0.contains(size) }) else { throw Objection("announced \(announced.withLock { $0 })") }
      return .bytes(204, [])
    }
    let run = MediaServiceTests.sendToVimeo(sandbox, service, ["a%02d.png"])
    expectRun(run, output: "https://vimeo.com/9\n")
    service.expect(["POST /me/videos", "PATCH /tus"])
  }

  @Test("Vimeo: without ffmpeg a picture is refused with the name of what is missing")
  func withoutConverter() {
    let sandbox = Sandbox()
    let run = sandbox.sendToService(
      "postToVimeo", Sandbox.sentPicture, secrets: ["VIMEO_TOKEN": "vimeo-token"], ["PATH": sandbox.path + "/bin"])
    #expect(run.status == 4 && run.errorText.contains("ffmpeg"), "\(run.errorText)")
  }
}
