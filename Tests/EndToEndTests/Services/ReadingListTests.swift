import Glibc
import TestSupport
import Testing

@Suite("Reading lists")
struct ReadingListTests {
  /// wallabag: "API documentation", OAuth 2 with the password grant, then POST /api/entries.json (url, title, tags),
  /// doc.wallabag.org and the server's own /api/doc. An error of the login has `error_description`.
  private static func wallabag(entry: String, isLoginRefused: Bool = false, failsAtEntry: Bool = false) -> StrictService
  {
    StrictService { request in
      switch request.line {
      case "POST /oauth/v2/token":
        try request.requireForm([
          "grant_type": "password", "client_id": "1_client", "client_secret": "client&secret", "username": "me",
          "password": "pass+wörd",
        ])
        if isLoginRefused {
          return .json(
            #"{"error":"invalid_grant","error_description":"Invalid username and password combination"}"#, status: 400)
        }
        return .json(#"{"access_token":"wallabag-access","expires_in":3600,"token_type":"bearer"}"#)
      case "POST /api/entries.json":
        try request.requireBearer("wallabag-access")
        if failsAtEntry { return .status(500, "database is locked", type: "text/plain") }
        try request.requireJSON(entry)
        return .json(#"{"id":42,"url":"x"}"#)
      default: throw request.unknown
      }
    }
  }

  private static let wallabagSecrets = [
    "WALLABAG_CLIENT_ID": "1_client", "WALLABAG_CLIENT_SECRET": "client&secret", "WALLABAG_PASSWORD": "pass+wörd",
  ]

  @Test("wallabag: log in, then add the link", arguments: ["addToReadingList", "saveToWallabag"])
  func wallabag(activity: String) {
    let server = ReadingListTests.wallabag(
      entry: "{\"url\":\"\(ServiceItems.link)\",\"title\":\"\(ServiceItems.text)\"}")
    let run = Sandbox().sendToService(
      activity, Sandbox.sentLink, secrets: ReadingListTests.wallabagSecrets,
      ["WALLABAG_URL": server.url, "WALLABAG_USER": "me"], more: ["--subject", ServiceItems.text])
    expectRun(run, output: activity == "saveToWallabag" ? server.url + "/view/42\n" : "")
    server.expect(["POST /oauth/v2/token", "POST /api/entries.json"])
  }

  @Test("wallabag: tags go along, and a refused login is told in its own words")
  func wallabagTags() {
    let server = ReadingListTests.wallabag(entry: "{\"url\":\"\(ServiceItems.link)\",\"tags\":\"a,b\"}")
    let environment = ["WALLABAG_URL": server.url, "WALLABAG_USER": "me"]
    let run = Sandbox().sendToService(
      "saveToWallabag", Sandbox.sentLink, secrets: ReadingListTests.wallabagSecrets, environment,
      more: ["--input", "tags=a,b"])
    expectRun(run, output: server.url + "/view/42\n")
    for isLogin in [true, false] {
      let refusing = ReadingListTests.wallabag(entry: "", isLoginRefused: isLogin, failsAtEntry: true)
      let refused = Sandbox().sendToService(
        "saveToWallabag", Sandbox.sentLink, secrets: ReadingListTests.wallabagSecrets,
        ["WALLABAG_URL": refusing.url, "WALLABAG_USER": "me"])
      #expect(refused.status == 1)
      let wording =
        isLogin ? "step 'login': Invalid username and password combination" : "step 'save': 127.0.0.1"
      #expect(refused.errorText.contains(wording), "\(refused.errorText)")
      #expect(!refused.errorText.contains("pass+") && !refused.errorText.contains("wallabag-access"))
    }
  }

  /// linkding: "REST API", POST /api/bookmarks/ (url, title, notes, unread) with `Authorization: Token`,
  /// linkding.link/api.
  @Test("linkding: a bookmark", arguments: ["addToReadingList", "saveToLinkding"])
  func linkding(activity: String) {
    let isList = activity == "addToReadingList"
    let server = StrictService { request in
      guard request.line == "POST /api/bookmarks/" else { throw request.unknown }
      try request.require("Authorization", "Token linkding-token")
      try request.requireJSON(
        "{\"url\":\"\(ServiceItems.link)\",\"title\":\"\(ServiceItems.text)\",\"unread\":\(isList)"
          + (isList ? "}" : ",\"notes\":\"n\"}"))
      return .json(#"{"id":1}"#, status: 201)
    }
    let run = Sandbox().sendToService(
      activity, Sandbox.sentLink, secrets: ["LINKDING_TOKEN": "linkding-token"], ["LINKDING_URL": server.url],
      more: ["--subject", ServiceItems.text, "--message", "n"])
    expectRun(run)
    server.expect(["POST /api/bookmarks/"])
  }

  /// Readeck: the server's own "API documentation", POST /api/bookmarks (url, title) with a bearer token; 202.
  @Test("Readeck: a bookmark that is fetched later")
  func readeck() {
    let server = StrictService { request in
      guard request.line == "POST /api/bookmarks" else { throw request.unknown }
      try request.requireBearer("readeck-token")
      try request.requireJSON("{\"url\":\"\(ServiceItems.link)\"}")
      return .json(#"{"status":202,"message":"Link submited"}"#, status: 202)
    }
    let run = Sandbox().sendToService(
      "addToReadingList", Sandbox.sentLink, secrets: ["READECK_TOKEN": "readeck-token"], ["READECK_URL": server.url])
    expectRun(run)
    server.expect(["POST /api/bookmarks"])
  }

  // MARK: The file

  private static func entry(_ link: String, _ title: String) -> Substring {
    "    <DT><A HREF=\"\(link)\" ADD_DATE=\"N\">\(title)</A>"
  }

  /// The lines of a list, with the times as `N`.
  private static func lines(_ sandbox: Sandbox, _ path: String) -> [Substring] {
    String(decoding: sandbox.directory.read(path) ?? [], as: UTF8.self)
      .replacing(/ADD_DATE="[0-9]{10}"/, with: "ADD_DATE=\"N\"").split(separator: "\n")
  }

  private static let head: [Substring] = [
    "<!DOCTYPE NETSCAPE-Bookmark-file-1>", "<META HTTP-EQUIV=\"Content-Type\" CONTENT=\"text/html; charset=UTF-8\">",
    "<TITLE>Bookmarks</TITLE>", "<H1>Bookmarks</H1>", "<DL><p>",
  ]

  @Test("without a service the link goes into a file of bookmarks; it stands there once")
  func file() {
    let sandbox = Sandbox()
    for subject in ["\(ServiceItems.text) <b>\"$(id)\"", "again"] {
      expectRun(sandbox.sendToService("addToReadingList", Sandbox.sentLink, more: ["--subject", subject]))
    }
    expectRun(sandbox.sendToService("addToReadingList", ["--url", "https://example.com/'`id`%s"]))
    let list = "data/sharerouter/reading-list.html"
    #expect(
      ReadingListTests.lines(sandbox, list) == ReadingListTests.head + [
        ReadingListTests.entry(
          "https://example.com/?a=1&amp;b=2", "C# &amp; C++ 50% 日本 🎉 &lt;b&gt;&quot;$(id)&quot;"),
        ReadingListTests.entry("https://example.com/&#39;`id`%s", "https://example.com/&#39;`id`%s"),
        "</DL><p>",
      ])
    #expect(sandbox.directory.read(list + ".new") == nil)
  }

  @Test("a browser's own export is continued where it ends, through a link to it")
  func export() {
    let sandbox = Sandbox()
    let old = """
      <!DOCTYPE NETSCAPE-Bookmark-file-1>
      <DL><p>
          <DT><H3>Folder</H3>
          <DL><p>
              <DT><A HREF="https://old.example/">Old</A>
          </DL><p>
      </DL><p>

      """
    let path = sandbox.directory.write("work/lists/my list.html", old)
    symlink(path, sandbox.work + "/-link.html")
    let run = sandbox.sendToService(
      "addToReadingList", Sandbox.sentLink, ["READING_LIST": sandbox.work + "/-link.html"])
    expectRun(run)
    let lines = ReadingListTests.lines(sandbox, "work/lists/my list.html")
    #expect(
      lines == old.split(separator: "\n").dropLast() + [
        ReadingListTests.entry("https://example.com/?a=1&amp;b=2", "https://example.com/?a=1&amp;b=2"), "</DL><p>",
      ])
  }

  @Test("of several links at once, from several programs at once, none is lost")
  func together() throws {
    let sandbox = Sandbox()
    let runs = try (0..<4).map { program in
      let links = (0..<3).flatMap { ["--url", "https://example.com/\(program)/\($0)"] }
      return try sandbox.start(
        ["send", "--activities", Project.root + "/activities.d", "-a", "org.sharerouter.addToReadingList"] + links)
    }
    for run in runs { #expect(run.wait(limit: 60).status == 0) }
    let lines = ReadingListTests.lines(sandbox, "data/sharerouter/reading-list.html")
    #expect(lines.filter { $0.contains("<DT>") }.count == 12)
    #expect(Array(lines.prefix(5)) == ReadingListTests.head && lines.last == "</DL><p>")
  }

  @Test(
    "a list that cannot be written is a failure, and stays as it was",
    .enabled(if: getuid() != 0, "root writes anywhere"))
  func unwritable() {
    let sandbox = Sandbox()
    let path = sandbox.directory.write("work/lists/list.html", "<DL><p>\n</DL><p>\n")
    chmod(sandbox.work + "/lists", 0o500)
    defer { chmod(sandbox.work + "/lists", 0o700) }
    let run = sandbox.sendToService("addToReadingList", Sandbox.sentLink, ["READING_LIST": path])
    #expect(run.status == 1)
    #expect(sandbox.directory.read("work/lists/list.html") == Array("<DL><p>\n</DL><p>\n".utf8))
  }
}
