import Foundation
import TestSupport
import Testing

/// The shipped definitions that talk to servers, each against one of its interface on the loopback.
@Suite("The activities for the web that ship with the program")
struct ShippedWebActivitiesTests {
  private func send(_ sandbox: Sandbox, _ arguments: [String], _ environment: [String: String]) -> CommandRun {
    sandbox.run(["send"] + arguments, environment: environment)
  }

  @Test("a paste gets every byte of the text, and its link comes back without the line break")
  func paste() {
    let sandbox = Sandbox()
    sandbox.file("notes.txt", "ü\n")
    let server = HTTPTestServer { request, _ in
      request.method == "POST" && request.targetText == "/api/v2/" && request.faults.isEmpty
        ? .status(201, "https://dpaste.example/A\n", type: "text/plain")
        : .status(400, "content: This field is required.\n")
    }
    let environment = ["DPASTE_URL": server.url]
    expectRun(
      send(sandbox, ["--text", "a & b = 100%\n+", "--subject", "T", "-a", "paste", "-i", "days=2"], environment),
      output: "https://dpaste.example/A\n")
    expectRun(
      send(sandbox, ["notes.txt", "-a", "com.dpaste.paste"], environment), output: "https://dpaste.example/A\n")
    #expect(
      server.requests.map(\.bodyText) == [
        "content=a%20%26%20b%20%3D%20100%25%0A%2B&title=T&expiry_days=2", "content=%C3%BC%0A&expiry_days=7",
      ])
    #expect(send(sandbox, ["--text", "a", "-a", "paste", "-i", "days=0"], environment).status == 2)
  }

  @Test("an image host: the picture goes up, its link is the result, the deletion link is told beside it")
  func imageHost() throws {
    let sandbox = Sandbox()
    sandbox.directory.write(Array("work/my cat.png".utf8), SampleFiles.png)
    let server = HTTPTestServer { request, number in
      guard request.header("Authorization") == "Client-ID my-client-id", request.targetText == "/3/image",
        let form = MultipartForm(request.body, contentType: request.header("Content-Type") ?? ""),
        form.parts.map(\.content) == [SampleFiles.png, Array("file".utf8)],
        form.parts.first?.filename == Array("my cat.png".utf8), form.parts.first?.type == "image/png"
      else { return .json(#"{"data":{"error":"bad request"},"success":false,"status":400}"#, status: 400) }
      return number == 0
        ? .json(#"{"data":{"link":"https://i.example/c.png","deletehash":"X/y 1"},"success":true,"status":200}"#)
        : .json(#"{"data":{"error":"Imgur is over capacity"},"success":false,"status":200}"#)
    }
    let environment = ["IMGUR_URL": server.url, "SHAREROUTER_SECRET_IMGUR_CLIENT_ID": "my-client-id"]
    let arguments = ["my cat.png", "-a", "com.imgur.upload"]
    expectRun(
      send(sandbox, arguments, environment), output: "https://i.example/c.png\n",
      errors: "deletion: https://imgur.com/delete/X%2Fy%201\n")
    let failed = send(sandbox, arguments, environment)
    #expect(failed.status == 1 && failed.output == [] && failed.errorText.contains("Imgur is over capacity"))
    let missing = send(sandbox, arguments, [:])
    #expect(missing.status == 4 && missing.errorText.contains("IMGUR_CLIENT_ID"))
  }

  @Test("a short link comes back; what the server says against a URL is the failure")
  func shorten() {
    let sandbox = Sandbox()
    sandbox.recorder("xclip")
    let server = HTTPTestServer { request, _ in
      request.targetText == "/create.php?format=simple&url=https%3A%2F%2Fexample.com%2Fa%3Fb%3Dc%26d%2520%23e"
        ? .status(200, "https://is.gd/A\n", type: "text/plain")
        : .status(500, "Error: Please enter a valid URL to shorten", type: "text/plain")
    }
    let environment = ["ISGD_URL": server.url, "DISPLAY": ":9"]
    let run = send(sandbox, ["https://example.com/a?b=c&d%20#e", "-a", "gd.is.shorten"], environment)
    #expect(run.status == 0 && run.text == "https://is.gd/A\n", "\(run.errorText)")
    let failed = send(sandbox, ["https://localhost/", "-a", "gd.is.shorten"], environment)
    #expect(failed.status == 1 && failed.errorText.contains("Error: Please enter a valid URL to shorten"))
  }

  @Test("pictures and videos are saved beside what is there; a URL that is neither is a failure that says what came")
  func saveToCameraRoll() throws {
    let sandbox = Sandbox()
    sandbox.directory.write(Array("work/cat.png".utf8), SampleFiles.png)
    sandbox.directory.write("home/Pictures/cat.png", "another")
    let server = HTTPTestServer { request, _ in
      switch request.targetText {
      case "/dog": .bytes(200, SampleFiles.png, type: "image/png")
      case "/film": .bytes(200, [0, 0, 0, 24] + Array("ftypmp42".utf8), type: "video/mp4")
      case "/gone": .status(404, "nothing here", type: "text/plain")
      default: .status(200, "<html></html>", type: "text/html; charset=utf-8")
      }
    }
    let pictures = sandbox.path + "/home/Pictures"
    expectRun(
      send(sandbox, ["cat.png", server.url + "/dog", server.url + "/film", "-a", "saveToCameraRoll"], [:]),
      output: "\(pictures)/cat-2.png\n\(pictures)/dog.png\n\(pictures)/film.mp4\n")
    #expect(sandbox.directory.read("home/Pictures/cat.png") == Array("another".utf8))
    #expect(sandbox.directory.read("home/Pictures/cat-2.png") == SampleFiles.png)
    #expect(sandbox.directory.read("work/cat.png") == SampleFiles.png)
    let page = send(sandbox, [server.url + "/page", "-a", "saveToCameraRoll"], [:])
    #expect(page.status == 1 && page.output == [] && page.errorText.contains("text/html"))
    let gone = send(sandbox, [server.url + "/gone", "-a", "saveToCameraRoll"], [:])
    #expect(gone.status == 1 && gone.errorText.contains("answered 404") && gone.errorText.contains("nothing here"))
    let saved = try FileManager.default.contentsOfDirectory(atPath: pictures)
    #expect(saved.sorted() == ["cat-2.png", "cat.png", "dog.png", "film.mp4"])
    #expect(sandbox.remainingFiles == [])
  }

  @Test("a search is opened with the words encoded, where the person wants it")
  func search() {
    let sandbox = Sandbox()
    sandbox.recorder("xdg-open")
    expectRun(send(sandbox, ["--text", "C++ & é", "-a", "search"], ["SEARCH_URL": "https://search.example/find"]))
    #expect(sandbox.arguments(of: "xdg-open") == [Array("https://search.example/find?q=C%2B%2B%20%26%20%C3%A9".utf8)])
  }
}
