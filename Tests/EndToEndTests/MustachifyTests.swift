import Foundation
import TestSupport
import Testing

/// The activity of the classic tutorial from end to end: a server that really draws, and servers that do not.
@Suite("Mustachify")
struct MustachifyTests {
  private static let hasPillow =
    CommandRun.run(["python3", "-c", "import PIL.ImageDraw"].map { Array($0.utf8) }).status == 0

  private func python(_ script: String, _ arguments: [String]) -> CommandRun {
    CommandRun.run((["python3", "-W", "ignore", "-c", script] + arguments).map { Array($0.utf8) })
  }

  private func send(_ sandbox: Sandbox, _ url: String, _ arguments: [String] = []) -> CommandRun {
    sandbox.run(
      ["send", "my face.png", "--activity", "com.example.mustachify"] + arguments,
      environment: ["MUSTACHIFY_URL": url])
  }

  @Test(
    "the printed path is a valid picture of the same size with a moustache on it",
    .enabled(if: hasPillow, "Pillow is not installed"))
  func drawn() throws {
    let sandbox = Sandbox()
    let original = sandbox.work + "/my face.png"
    let made = python(
      "import sys; from PIL import Image; Image.new('RGB', (64, 48), (240, 200, 160)).save(sys.argv[1])", [original])
    try #require(made.status == 0, "\(made.errorText)")
    let script = """
      import http.server, io
      from PIL import Image, ImageDraw
      class Handler(http.server.BaseHTTPRequestHandler):
        def do_POST(self):
          body = self.rfile.read(int(self.headers["Content-Length"]))
          image = Image.open(io.BytesIO(body))
          if self.headers["Content-Type"] != "image/png" or image.format != "PNG":
            return self.send_error(415)
          width, height = image.size
          draw = ImageDraw.Draw(image)
          draw.ellipse((width // 4, height // 2, width // 2, height * 5 // 8), fill=(40, 20, 10))
          draw.ellipse((width // 2, height // 2, width * 3 // 4, height * 5 // 8), fill=(40, 20, 10))
          output = io.BytesIO()
          image.save(output, "PNG")
          self.send_response(200)
          self.send_header("Content-Type", "image/png")
          self.send_header("Content-Length", str(len(output.getvalue())))
          self.end_headers()
          self.wfile.write(output.getvalue())
        def log_message(self, *arguments): pass
      server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
      print(server.server_port, flush=True)
      server.serve_forever()
      """
    let server = try RunningCommand.start(["python3", "-W", "ignore", "-c", script].map { Array($0.utf8) }).get()
    defer { _ = server.stop() }
    #expect(waitUntil(limit: 30) { server.output.last == 0x0A })
    let port = String(decoding: server.output.filter { (0x30...0x39).contains($0) }, as: UTF8.self)
    let before = readFile(original)
    let run = send(sandbox, "http://127.0.0.1:\(port)/")
    let result = sandbox.path + "/home/Downloads/my face-moustache.png"
    expectRun(run, output: result + "\n")
    let compared = python(
      """
      import sys
      from PIL import Image, ImageChops
      before, after = Image.open(sys.argv[1]), Image.open(sys.argv[2])
      after.verify()
      after = Image.open(sys.argv[2])
      changed = ImageChops.difference(before, after.convert(before.mode)).getbbox()
      print(after.format, after.size == before.size, changed, after.getpixel((24, 27)))
      """, [original, result])
    #expect(compared.text == "PNG True (16, 24, 49, 31) (40, 20, 10)\n", "\(compared.errorText)")
    #expect(readFile(original) == before, "the picture that was sent is as it was")
    #expect(sandbox.remainingFiles == [])
  }

  @Test(
    "a server that gives no picture is a failure that says what came, and saves nothing",
    arguments: [
      (HTTPTestServer.Answer.status(200, "<h1>Out of wax</h1>", type: "text/html"), 1, ["text/html", "an HTML page"]),
      (.status(503, "come back later", type: "text/plain"), 1, ["answered 503", "come back later"]),
      (.bytes(200, [], type: "image/png"), 1, ["is empty"]),
      (.status(204), 1, []),
      (.status(200, "not a picture at all", type: "image/png"), 1, ["its content is text/plain"]),
      (.init([]), 1, ["127.0.0.1"]),
      (.raw("HTTP/1.1 200 OK\r\nContent-Type: image/png\r\nContent-Length: 500\r\n\r\nshort"), 1, ["127.0.0.1"]),
    ] as [(HTTPTestServer.Answer, Int32, [String])])
  func refused(answer: HTTPTestServer.Answer, status: Int32, words: [String]) throws {
    let sandbox = Sandbox()
    sandbox.directory.write(Array("work/my face.png".utf8), SampleFiles.png)
    let server = HTTPTestServer { _, _ in answer }
    let run = send(sandbox, server.url)
    #expect(run.status == status && run.output == [])
    #expect(run.errorText.hasPrefix("sharerouter: 'com.example.mustachify' failed: "))
    for word in words { #expect(run.errorText.contains(word), "\(run.errorText)") }
    #expect(!sandbox.directory.exists("home/Downloads"))
    #expect(sandbox.remainingFiles == [])
    let document = try JSONSerialization.jsonObject(with: Data(send(sandbox, server.url, ["--json"]).output))
    let outcome = try #require(document as? [String: Any])
    #expect(outcome["status"] as? String == "failed" && outcome["completed"] as? Bool == false)
    #expect(outcome["evidence"] is NSNull)
  }

  @Test("a server that answers too late is timed out with status 5")
  func late() {
    let sandbox = Sandbox()
    sandbox.directory.write(Array("work/my face.png".utf8), SampleFiles.png)
    let definition = String(
      decoding: readFile(Project.root + "/activities.d/com.example.mustachify.yaml") ?? [], as: UTF8.self)
    // The same definition, less patient.
    sandbox.directory.write(
      "config/sharerouter/activities.d/com.example.mustachify.yaml",
      definition.replacing("timeout: 2m", with: "timeout: 500ms"))
    let server = HTTPTestServer { _, _ in .init([.pause(seconds: 30)]) }
    let run = send(sandbox, server.url)
    #expect(run.status == 5 && run.output == [])
    #expect(run.errorText.contains("not answered within 0.5 s"))
    #expect(!sandbox.directory.exists("home/Downloads"))
  }
}
