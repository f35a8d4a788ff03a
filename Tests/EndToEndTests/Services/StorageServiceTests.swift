import Foundation
import TestSupport
import Testing

@Suite("S3, Nextcloud and GitLab")
struct StorageServiceTests {
  // MARK: S3

  private static let hasBotocore =
    CommandRun.run(["python3", "-c", "import botocore"].map { Array($0.utf8) }).status == 0

  /// The Authorization that botocore computes for what the signed headers of a request say.
  private static func authorization(_ request: HTTPTestServer.Request, url: String) throws -> String {
    let names = request.header("Authorization")?.split(separator: "SignedHeaders=").last?.split(separator: ",").first
    let signed = (names ?? "").split(separator: ";").map(String.init).filter { $0 != "host" }
    let headers = signed.map { "\($0)\n\(request.header($0) ?? "")" }
    let script = """
      import sys, datetime, botocore.auth, botocore.awsrequest, botocore.credentials
      url, time, *headers = sys.argv[1:]
      class Auth(botocore.auth.S3SigV4Auth):
        def _modify_request_before_signing(self, request): pass
        def payload(self, request): return request.headers["x-amz-content-sha256"]
      request = botocore.awsrequest.AWSRequest(method="PUT", url=url, headers=dict(h.split("\\n", 1) for h in headers))
      request.context["timestamp"] = time
      auth = Auth(botocore.credentials.Credentials("AKID-of-test", "secret/key+x"), "s3", "eu-central-1")
      names = auth.headers_to_sign(request)
      to_sign = auth.string_to_sign(request, auth.canonical_request(request))
      print("AWS4-HMAC-SHA256 Credential=" + auth.scope(request) + ", SignedHeaders=" + auth.signed_headers(names)
        + ", Signature=" + auth.signature(to_sign, request), end="")
      """
    let time = request.header("x-amz-date") ?? ""
    let run = CommandRun.run((["python3", "-W", "ignore", "-c", script, url, time] + headers).map { Array($0.utf8) })
    guard run.status == 0 else { throw Objection(run.errorText) }
    return run.text
  }

  /// Amazon S3: "PutObject" (If-None-Match; errors as XML) and "Signature Calculations for the Authorization Header:
  /// Transferring Payload in a Single Chunk", docs.aws.amazon.com.
  private static func s3() -> StrictService {
    let own = ServerPort()
    let service = StrictService(
      errors: #"<?xml version="1.0"?><Error><Code>AccessDenied</Code><Message>REASON</Message></Error>"#, status: 403,
      type: "application/xml"
    ) { request in
      guard request.line == "PUT /my-bucket/" + ServiceItems.encodedPictureName || request.number > 0 else {
        throw request.unknown
      }
      try request.require("x-amz-content-sha256", "UNSIGNED-PAYLOAD")
      try request.require("If-None-Match", "*")
      try request.requireBody(SampleFiles.png, type: "image/png")
      let authorization = request.request.header("Authorization") ?? ""
      for name in ["host", "content-type", "x-amz-content-sha256", "x-amz-date"] where !authorization.contains(name) {
        throw Objection("\(name) is not signed")
      }
      let url = "http://127.0.0.1:\(own.value)\(request.request.targetText)"
      try request.require("Authorization", try StorageServiceTests.authorization(request.request, url: url))
      if request.number > 0 {
        return .status(
          412, "<?xml version=\"1.0\"?><Error><Code>PreconditionFailed</Code><Message>It is there</Message></Error>",
          type: "application/xml")
      }
      return .bytes(200, [], headers: [("ETag", "\"x\"")])
    }
    own.value = service.port
    return service
  }

  @Test(
    "S3: a file is put under its name with the signature that botocore computes, and never over another",
    .enabled(if: hasBotocore, "botocore is not installed"))
  func s3() {
    let server = StorageServiceTests.s3()
    let environment = ["S3_URL": server.url, "S3_BUCKET": "my-bucket", "S3_REGION": "eu-central-1"]
    let secrets = ["S3_ACCESS_KEY": "AKID-of-test", "S3_SECRET_KEY": "secret/key+x"]
    let run = Sandbox().sendToService("uploadToS3", Sandbox.sentPicture, secrets: secrets, environment)
    expectRun(run, output: server.url + "/my-bucket/" + ServiceItems.encodedPictureName + "\n")
    let second = Sandbox().sendToService("uploadToS3", Sandbox.sentPicture, secrets: secrets, environment)
    #expect(second.status == 1)
    #expect(second.errorText.contains("It is there") && !second.errorText.contains("secret/key"), "\(second.errorText)")
    server.expect(Array(repeating: "PUT /my-bucket/" + ServiceItems.encodedPictureName, count: 2))
  }

  // MARK: Links

  /// Nextcloud: "Basic WebDAV APIs" (MKCOL, PUT below /remote.php/dav/files/USER) and "OCS Share API" (POST shares:
  /// path, shareType 3; OCS-APIRequest), docs.nextcloud.com. An error of the latter is in `ocs.meta.message`.
  private static func nextcloud(isFolderThere: Bool, failsAtShare: Bool = false) -> StrictService {
    StrictService(errors: #"{"ocs":{"meta":{"status":"failure","message":"REASON"},"data":[]}}"#, status: 404) {
      request in
      try request.requireBasic("me@example.com", "app-pass-word")
      let folder = "/remote.php/dav/files/me%40example.com/My%20Shares/2026"
      switch request.request.method {
      case "MKCOL":
        guard request.line == "MKCOL " + folder else { throw request.unknown }
        return isFolderThere ? .status(405, "exists") : .status(201)
      case "PUT":
        let name = request.line.dropFirst("PUT \(folder)/".count)
        guard request.line.hasPrefix("PUT \(folder)/"), name.hasSuffix("-" + ServiceItems.encodedPictureName) else {
          throw request.unknown
        }
        try request.require("If-None-Match", "*")
        try request.requireBody(SampleFiles.png, type: "image/png")
        return .status(201)
      default:
        guard request.line == "POST /ocs/v2.php/apps/files_sharing/api/v1/shares" else { throw request.unknown }
        try request.require("OCS-APIRequest", "true")
        try request.require("Accept", "application/json")
        let fields = try StrictRequest.fields(request.request.bodyText)
        guard fields["shareType"] == "3", fields.count == 2, let path = fields["path"],
          path.hasPrefix("/My Shares/2026/"), path.hasSuffix("-" + ServiceItems.pictureName)
        else { throw Objection("the fields \(fields)") }
        if failsAtShare { throw Objection("Public upload disabled by the administrator") }
        return .json(#"{"ocs":{"meta":{"status":"ok"},"data":{"id":"1","url":"https://cloud.example/s/AbC"}}}"#)
      }
    }
  }

  private static func copyFromNextcloud(_ sandbox: Sandbox, _ server: StrictService) -> CommandRun {
    sandbox.copyLink(
      [
        "NEXTCLOUD_URL": server.url, "NEXTCLOUD_USER": "me@example.com", "NEXTCLOUD_FOLDER": "My Shares/2026",
      ], secrets: ["NEXTCLOUD_PASSWORD": "app-pass-word"])
  }

  @Test(
    "Nextcloud: the folder is made where it is missing, the file uploaded, the link returned", arguments: [true, false])
  func nextcloud(isFolderThere: Bool) {
    let sandbox = Sandbox()
    let server = StorageServiceTests.nextcloud(isFolderThere: isFolderThere)
    let run = StorageServiceTests.copyFromNextcloud(sandbox, server)
    #expect(run.status == 0 && run.text == "https://cloud.example/s/AbC\n", "\(run.errorText)")
    #expect(server.requests.map { $0.prefix { $0 != " " } } == ["MKCOL", "PUT", "POST"])
    server.expect(server.requests)
  }

  @Test("Nextcloud: when sharing fails, the upload that is there is told of")
  func nextcloudFailing() {
    let server = StorageServiceTests.nextcloud(isFolderThere: true, failsAtShare: true)
    let run = StorageServiceTests.copyFromNextcloud(Sandbox(), server)
    #expect(run.status == 1 && run.output == [])
    #expect(
      run.errorText.contains("step 'share': Public upload disabled by the administrator"), "\(run.errorText)")
    #expect(run.errorText.contains("already done: 'folder', 'upload'") && !run.errorText.contains("app-pass-word"))
  }

  // MARK: GitLab

  /// GitLab: "Snippets API", POST /api/v4/snippets (title, description, visibility, files of file_path and content;
  /// PRIVATE-TOKEN), docs.gitlab.com.
  @Test("GitLab: texts and a text file are one snippet, each under a name of its own")
  func snippet() {
    let server = StrictService { request in
      guard request.line == "POST /api/v4/snippets" else { throw request.unknown }
      try request.require("PRIVATE-TOKEN", "glpat-token")
      let text = ServiceItems.text
      try request.requireJSON(
        "{\"title\":\"\(text)\",\"visibility\":\"public\",\"files\":["
          + "{\"file_path\":\"text.txt\",\"content\":\"\(text)\"},"
          + "{\"file_path\":\"text-2.txt\",\"content\":\"again\"},"
          + "{\"file_path\":\"notes.txt\",\"content\":\"\(text)\"}]}")
      return .json(#"{"id":1,"web_url":"https://gitlab.com/-/snippets/1"}"#, status: 201)
    }
    let run = Sandbox().sendToService(
      "pasteToGitLab", Sandbox.sentText + ["--text", "again", "notes.txt"], secrets: ["GITLAB_TOKEN": "glpat-token"],
      ["GITLAB_URL": server.url], more: ["--subject", ServiceItems.text, "--input", "visibility=public"])
    expectRun(run, output: "https://gitlab.com/-/snippets/1\n")
    server.expect(["POST /api/v4/snippets"])
  }
}
