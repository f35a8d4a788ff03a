import Foundation
import TestSupport
import Testing

/// The definitions of the fixtures: what everybody wants to write, validated, planned, tried and run.
@Suite("Definitions that everybody writes")
struct FixtureActivitiesTests {
  private static let folder = Project.root + "/Tests/Fixtures/activities.d"
  private static let shipped = Project.root + "/activities.d"
  private static let types = FixtureFolder.names(folder).map { String($0.dropLast(5)) }

  /// Everything that the definitions ask for, so that all of them are offered.
  private static let environment: [String: String] = {
    var all = ["DISPLAY": ":9", "S3_BUCKET": "notes", "WALLABAG_CLIENT": "1_abc", "WALLABAG_USER": "me"]
    all["BLUESKY_HANDLE"] = "me.example"
    for name in ["MASTODON_URL", "BLUESKY_URL", "S3_URL", "WALLABAG", "NOTES_URL"] {
      all[name] = "https://host.example"
    }
    for name in [
      "MASTODON_TOKEN", "BLUESKY_PASSWORD", "S3_ACCESS_KEY", "S3_SECRET_KEY", "WALLABAG_SECRET", "WALLABAG_PASSWORD",
    ] { all["SHAREROUTER_SECRET_" + name] = "a-secret-of-" + name }
    return all
  }()

  private func send(
    _ sandbox: Sandbox, _ arguments: [String], _ environment: [String: String] = [:]
  ) -> CommandRun {
    sandbox.run(
      ["send", "--activities", FixtureActivitiesTests.folder] + arguments,
      environment: FixtureActivitiesTests.environment.merging(environment) { $1 })
  }

  // MARK: All of them

  @Test("nothing is said about them, and their examples hold; so do those that ship")
  func tried() throws {
    for folder in [FixtureActivitiesTests.folder, FixtureActivitiesTests.shipped] {
      let validation = CommandRun.sharerouter(["validate", "--strict", folder])
      #expect(validation.status == 0 && validation.output == [], "\(validation.text)")
      let run = CommandRun.sharerouter(["test", "--json", folder])
      let document = try #require(try JSONSerialization.jsonObject(with: Data(run.output)) as? [String: Any])
      #expect(run.status == 0, "\(CommandRun.sharerouter(["test", folder]).text)")
      let tried = Set((document["examples"] as? [[String: Any]] ?? []).compactMap { $0["activityType"] as? String })
      #expect(
        FixtureFolder.names(folder).filter { !tried.contains(String($0.dropLast(5))) } == [], "without an example")
    }
  }

  @Test("each can be planned without running anything, and no secret is shown", arguments: types)
  func planned(type: String) {
    let sandbox = Sandbox()
    for program in ["xclip", "xdg-email", "lp", "lpstat", "qrencode", "pandoc", "xdg-open"] {
      sandbox.recorder(program)
    }
    sandbox.file("notes.md", "# Notes\n")
    sandbox.file("notes.txt", "Notes\n")
    let items: [String: [String]] = [
      "com.example.pandoc": ["notes.md"], "com.example.print": ["notes.txt", "--input", "printer=office"],
      "com.example.bucket": ["notes.txt"], "com.example.wallabag": ["https://example.com/"],
    ]
    let run = send(sandbox, (items[type] ?? ["--text", "words"]) + ["--activity", type, "--dry-run"])
    #expect(run.status == 0 && run.text.hasPrefix("activity: \(type)\n"), "\(run.errorText)")
    #expect(!run.text.contains("a-secret-of-"))
    #expect(sandbox.remainingFiles == [])
    #expect(
      !["xclip", "xdg-email", "lp", "lpstat", "qrencode", "pandoc", "xdg-open"].contains {
        sandbox.arguments(of: $0) != nil
      })
  }

  @Test("the examples in the documentation hold")
  func documented() throws {
    let folder = TemporaryDirectory()
    var names: [String] = []
    let pages = try FileManager.default.contentsOfDirectory(atPath: Project.root + "/Documentation").sorted()
    // The reference of the findings shows what is wrong, examples too.
    for path in ["README.md"] + pages.map({ "Documentation/" + $0 })
    where path.hasSuffix(".md") && !path.hasSuffix("/diagnostics.md") {
      for example in DocumentedExample.all(in: path)
      where example.findings.isEmpty && example.text.contains("\nexamples:") {
        folder.write("\(names.count)/" + example.name, example.text)
        names.append("\(names.count)/" + example.name)
      }
    }
    #expect(!names.isEmpty)
    for name in names {
      let run = CommandRun.sharerouter(["test", folder.path + "/" + name])
      #expect(run.status == 0, "\(run.text)")
    }
  }

  // MARK: Programs

  @Test("clipboard: texts, a picture and files reach the program of each display")
  func clipboard() {
    for (program, environment) in [
      ("wl-copy", ["WAYLAND_DISPLAY": "wayland-9"]), ("xclip", ["DISPLAY": ":9", "WAYLAND_DISPLAY": ""]),
    ] {
      let sandbox = Sandbox()
      sandbox.recorder(program)
      sandbox.directory.write(Array("work/a b.png".utf8), SampleFiles.png)
      sandbox.file("ü.txt", "")
      let type = program == "wl-copy" ? ["--type"] : ["-selection", "clipboard", "-t"]
      func copy(_ items: [String], _ arguments: [String], input: [UInt8]) {
        let run = sandbox.run(
          ["send", "--activities", FixtureActivitiesTests.folder] + items + ["-a", "com.example.clipboard"],
          environment: environment)
        expectRun(run)
        #expect(sandbox.arguments(of: program) == arguments.map { Array($0.utf8) }, "\(program)")
        #expect(sandbox.input(of: program) == input, "\(program)")
        unlink(sandbox.path + "/bin/\(program).arguments")
        unlink(sandbox.path + "/bin/\(program).input")
      }
      copy(
        ["--text", "it's \"x\"\n", "https://example.com/"],
        program == "wl-copy" ? ["--type", "text/plain"] : ["-selection", "clipboard"],
        input: Array("it's \"x\"\n\nhttps://example.com/".utf8))
      copy(
        ["a b.png"], type + ["image/png"] + (program == "wl-copy" ? [] : ["-i", sandbox.work + "/a b.png"]),
        input: program == "wl-copy" ? SampleFiles.png : [])
      copy(
        ["a b.png", "ü.txt"], type + ["text/uri-list"],
        input: Array("file://\(sandbox.work)/a%20b.png\nfile://\(sandbox.work)/%C3%BC.txt".utf8))
    }
  }

  @Test("mail: subject, recipients and each attachment are arguments of their own")
  func mail() {
    let sandbox = Sandbox()
    sandbox.recorder("xdg-email")
    sandbox.directory.write(Array("work/a b.png".utf8), SampleFiles.png)
    sandbox.file("-c.txt", "")
    let run = send(
      sandbox,
      ["--file=-c.txt", "a b.png", "--text", "Hello\nyou", "--subject", "It's; $(me)", "--to", "a@example.com"]
        + ["--to", "b@example.com", "-a", "com.example.mail"])
    expectRun(run)
    let expected = [
      "--subject", "It's; $(me)", "--body", "Hello\nyou", "--attach", sandbox.work + "/-c.txt", "--attach",
      sandbox.work + "/a b.png", "a@example.com", "b@example.com",
    ]
    #expect(sandbox.arguments(of: "xdg-email") == expected.map { Array($0.utf8) })
  }

  @Test("print: the answers are arguments, and one that is out of bounds is wrong usage")
  func printing() {
    let sandbox = Sandbox()
    sandbox.recorder("lp")
    sandbox.file("a b.txt", "text\n")
    sandbox.directory.write(Array("work/c.png".utf8), SampleFiles.png)
    let arguments = ["a b.txt", "c.png", "-a", "com.example.print", "--input", "printer=office 2"]
    expectRun(send(sandbox, arguments + ["--input", "copies=3"]))
    #expect(
      sandbox.arguments(of: "lp")
        == ["-d", "office 2", "-n", "3", "--", sandbox.work + "/a b.txt", sandbox.work + "/c.png"].map {
          Array($0.utf8)
        })
    #expect(send(sandbox, arguments + ["--input", "copies=100"]).status == 2)
    #expect(send(sandbox, ["a b.txt", "-a", "com.example.print"]).status == 2)
  }

  @Test("a QR code comes back as a picture; none that is a picture is a failure")
  func qrCode() {
    let sandbox = Sandbox()
    sandbox.directory.write(Array("data/code".utf8), SampleFiles.png)
    sandbox.stub("qrencode", "cat >'\(sandbox.path)/bin/input'; cp '\(sandbox.path)/data/code' \"$2\"\n")
    expectRun(
      send(sandbox, ["https://example.com/?a=1&b=2", "-a", "com.example.qr-code"]),
      output: sandbox.path + "/home/Downloads/qr-code.png\n")
    #expect(sandbox.directory.read("home/Downloads/qr-code.png") == SampleFiles.png)
    #expect(sandbox.directory.read("bin/input") == Array("https://example.com/?a=1&b=2".utf8))
    sandbox.directory.write("data/code", "no picture")
    let failed = send(sandbox, ["https://example.com/", "-a", "com.example.qr-code"])
    #expect(failed.status == 1 && failed.output == [])
    #expect(failed.errorText.contains("its content is text/plain"))
    #expect(sandbox.remainingFiles == [])
  }

  @Test("a document comes back as a PDF beside what is there already")
  func pandoc() {
    let sandbox = Sandbox()
    sandbox.directory.write(Array("data/document".utf8), SampleFiles.pdf)
    sandbox.stub("pandoc", "cp '\(sandbox.path)/data/document' \"$2\"\n")
    sandbox.file("my notes.md", "# Notes\n")
    expectRun(
      send(sandbox, ["my notes.md", "-a", "com.example.pandoc"]),
      output: sandbox.path + "/home/Downloads/my notes.pdf\n")
    expectRun(
      send(sandbox, ["my notes.md", "-a", "com.example.pandoc"]),
      output: sandbox.path + "/home/Downloads/my notes-2.pdf\n")
    #expect(sandbox.directory.read("home/Downloads/my notes-2.pdf") == SampleFiles.pdf)
    sandbox.stub("pandoc", "echo 'no LaTeX' >&2; exit 47\n")
    let failed = send(sandbox, ["my notes.md", "-a", "com.example.pandoc"])
    #expect(failed.status == 1 && failed.output == [])
    #expect(failed.errorText.hasPrefix("no LaTeX\n"), "what the program says is passed through")
    #expect(failed.errorText.contains("'pandoc' failed with exit status 47"))
  }

  @Test(
    "the real programs make a QR code and a document",
    .enabled(if: installed("qrencode", "pandoc"), "qrencode or pandoc is not installed"))
  func realPrograms() {
    let sandbox = Sandbox()
    sandbox.file("page.html", "<p>Grüße</p>")
    expectRun(
      send(sandbox, ["--text", "it's; $(x)", "-a", "com.example.qr-code"]),
      output: sandbox.path + "/home/Downloads/qr-code.png\n")
    #expect(
      sandbox.directory.read("home/Downloads/qr-code.png")?.prefix(8).elementsEqual(SampleFiles.png.prefix(8)) == true)
    // Without LaTeX there is no PDF; what pandoc says about it reaches the person.
    let run = send(sandbox, ["page.html", "-a", "com.example.pandoc"])
    if run.status == 0 {
      #expect(sandbox.directory.read("home/Downloads/page.pdf")?.starts(with: "%PDF-".utf8) == true)
    } else {
      #expect(run.status == 1 && run.errorText.contains("'pandoc' failed with exit status"))
    }
  }

  @Test("a web intent is opened with the text encoded")
  func webIntent() {
    let sandbox = Sandbox()
    sandbox.recorder("xdg-open")
    expectRun(send(sandbox, ["--text", "100% C# & C++\n日本", "-a", "com.example.web-intent"]))
    #expect(
      sandbox.arguments(of: "xdg-open")
        == [Array("https://x.com/intent/post?text=100%25%20C%23%20%26%20C%2B%2B%0A%E6%97%A5%E6%9C%AC".utf8)])
  }

  // MARK: Servers

  @Test("what was changed before posting is what is posted, byte for byte")
  func editFirst() {
    let sandbox = Sandbox()
    let server = HTTPTestServer { _, _ in .status(201) }
    let arguments = ["--text", "as it is", "-a", "com.example.edit-first"]
    expectRun(send(sandbox, arguments, ["NOTES_URL": server.url]))
    expectRun(send(sandbox, arguments + ["--input", "post=changed \"x\"\n"], ["NOTES_URL": server.url]))
    #expect(server.requests.map(\.bodyText) == [#"{"text":"as it is"}"#, #"{"text":"changed \"x\"\n"}"#])
  }

  @Test("wallabag: a token first, then the URL with it; neither is shown when it fails")
  func wallabag() {
    let server = HTTPTestServer { request, _ in
      switch (request.method, request.targetText) {
      case ("POST", "/oauth/v2/token"):
        let body =
          "grant_type=password&client_id=1_abc&client_secret=s%C3%A9cret%20%26%20more&username=me"
          + "&password=a-secret-of-WALLABAG_PASSWORD"
        return request.bodyText == body
          ? .json(#"{"access_token":"t0ken-of-bag","expires_in":3600}"#)
          : .json(#"{"error":"invalid_grant","error_description":"wrong: \#(request.bodyText)"}"#, status: 400)
      case ("POST", "/api/entries.json"):
        let isRight =
          request.header("Authorization") == "Bearer t0ken-of-bag"
          && request.bodyText == #"{"url":"https://example.com/a?b=c&d#e","title":"An \"article\""}"#
        return isRight ? .json(#"{"id":7}"#) : .status(401, "no", type: "text/plain")
      default: return .status(404)
      }
    }
    let sandbox = Sandbox()
    let environment = ["WALLABAG": server.url, "SHAREROUTER_SECRET_WALLABAG_SECRET": "sécret & more"]
    let arguments = ["https://example.com/a?b=c&d#e", "--subject", "An \"article\"", "-a", "com.example.wallabag"]
    expectRun(send(sandbox, arguments, environment))
    #expect(server.requests.count == 2)
    var wrong = environment
    wrong["SHAREROUTER_SECRET_WALLABAG_PASSWORD"] = "another-password"
    let refused = send(sandbox, arguments, wrong)
    #expect(refused.status == 1)
    #expect(refused.errorText.contains("step 'token'") && refused.errorText.contains("wrong: grant_type=password"))
    #expect(!refused.errorText.contains("another-password") && !refused.errorText.contains("s%C3%A9cret"))
    #expect(server.requests.count == 3)
  }

  @Test("S3: each file is streamed to its name, and its address comes back")
  func bucket() {
    let sandbox = Sandbox()
    sandbox.file("a b+c.txt", "text\n")
    sandbox.directory.write(Array("work/日本.png".utf8), SampleFiles.png)
    let server = HTTPTestServer { request, _ in
      let isRight =
        request.method == "PUT" && request.faults.isEmpty
        && request.header("X-Amz-Content-Sha256") == "UNSIGNED-PAYLOAD"
        && request.header("Authorization")?.hasPrefix("AWS4-HMAC-SHA256 Credential=a-secret-of-S3_ACCESS_KEY/") == true
      return isRight ? .status(200) : .status(403, "<Error/>", type: "application/xml")
    }
    let run = send(
      sandbox, ["a b+c.txt", "日本.png", "-a", "com.example.bucket"], ["S3_URL": server.url, "DISPLAY": ""])
    expectRun(
      run, output: "\(server.url)/notes/a%20b%2Bc.txt\n\(server.url)/notes/%E6%97%A5%E6%9C%AC.png\n")
    #expect(server.requests.map(\.body) == [Array("text\n".utf8), SampleFiles.png])
    #expect(server.requests.map { $0.header("Content-Type") } == ["text/plain", "image/png"])
  }
}
