import Foundation
import TestSupport
import Testing

@Suite("HTTP actions")
struct HTTPTests {
  @Test("the example that ships sends a PNG and saves the picture that comes back")
  func mustachify() throws {
    let sandbox = Sandbox()
    sandbox.directory.write(Array("work/me.png".utf8), SampleFiles.png)
    let moustache = SampleFiles.png + Array("moustache".utf8)
    let server = HTTPTestServer { request, _ in
      let isRight =
        request.method == "POST" && request.header("Content-Type") == "image/png" && request.body == SampleFiles.png
      return isRight ? .bytes(200, moustache, type: "image/png") : .status(400, "no picture", type: "text/plain")
    }
    let folder = Project.root + "/activities.d"
    let arguments = ["send", "me.png", "--activity", "com.example.mustachify", "--activities", folder]
    let run = sandbox.run(arguments, environment: ["MUSTACHIFY_URL": server.url + "/mustachify"])
    #expect(run.status == 0, "\(run.errorText)")
    #expect(run.text == sandbox.path + "/home/Downloads/me-moustache.png\n")
    #expect(sandbox.directory.read("home/Downloads/me-moustache.png") == moustache)
    #expect(sandbox.remainingFiles == [])
    let missing = sandbox.run(arguments)
    #expect(missing.status == 4)
    #expect(missing.errorText.contains("MUSTACHIFY_URL"))
  }

  @Test("the exit status tells a failure, a timeout and a success apart; results alone go to stdout")
  func statuses() {
    let sandbox = Sandbox()
    let server = HTTPTestServer { request, _ in
      switch request.targetText {
      case "/slow": .init([.pause(seconds: 30)])
      case "/bad": .status(403, "not you", type: "text/plain")
      default: .status(200, "fine\n", type: "text/plain")
      }
    }
    func send(_ text: String) -> CommandRun {
      sandbox.run(["send", "--text", text, "--activity", "post"], environment: ["BASE": server.url])
    }
    sandbox.define(
      "com.example.post",
      "category: share\naccepts: text\nhttp: {method: POST, url: \"{{ env.BASE }}/{{ item.text }}\", timeout: 500ms}\nreturns: {text: \"{{ response.text }}\"}\n"
    )
    expectRun(send("good"), output: "fine\n")
    let bad = send("bad")
    #expect(bad.status == 1)
    #expect(bad.output == [])
    #expect(bad.errorText.contains("127.0.0.1:\(server.port) answered 403 Refused (text/plain): not you"))
    let slow = send("slow")
    #expect(slow.status == 5)
    #expect(slow.errorText.contains("not answered within 0.5 s"))
  }

  @Test("several items are one request each, and a failure does not stop the rest")
  func perItem() throws {
    let sandbox = Sandbox()
    sandbox.define(
      "com.example.post",
      "category: share\naccepts: text\nhttp: {method: POST, url: \"{{ env.BASE }}\", text: \"{{ item.text }}\"}\nreturns: {text: \"{{ response.text }}\"}\n"
    )
    let server = HTTPTestServer { request, number in
      number == 1
        ? .status(500, "no", type: "text/plain") : .status(200, "<" + request.bodyText + ">", type: "text/plain")
    }
    let run = sandbox.run(
      ["send", "--text", "a", "--text", "b", "--text", "c", "--activity", "post", "--json"],
      environment: ["BASE": server.url])
    #expect(run.status == 1)
    #expect(server.requests.map(\.bodyText) == ["a", "b", "c"])
    let outcome = try #require(try JSONSerialization.jsonObject(with: Data(run.output)) as? [String: Any])
    #expect(outcome["httpStatus"] as? Int == 500)
    let runs = try #require(outcome["runs"] as? [[String: Any]])
    #expect(runs.map { $0["status"] as? String } == ["completed", "failed", "completed"])
    #expect(runs.map { $0["httpStatus"] as? Int } == [200, 500, 200])
    #expect(runs.map { $0["evidence"] as? String } == ["responded", nil, "responded"])
    #expect((outcome["returnedItems"] as? [[String: Any]])?.map { $0["text"] as? String } == ["<a>", "<c>"])
  }

  @Test("a plan shows the request with its secrets masked, and nothing is sent")
  func plan() throws {
    let sandbox = Sandbox()
    sandbox.define(
      "com.example.post",
      """
      category: share
      accepts: text
      http:
        method: POST
        url: "https://api.example/{{ item.text }}"
        auth: {bearer: "{{ secret.TOKEN }}"}
        json: {text: "{{ item.text }}"}
        retry: 1
      """)
    let environment = ["SHAREROUTER_SECRET_TOKEN": "my-secret-token"]
    let arguments = ["send", "--text", "a b", "--activity", "post", "--dry-run"]
    let run = sandbox.run(arguments, environment: environment)
    #expect(run.status == 0)
    #expect(run.text.contains("  request: POST https://api.example/a%20b\n"))
    #expect(run.text.contains("Authorization: “Bearer ***”"))
    #expect(run.text.contains("  body: “{\"text\":\"a b\"}”\n"))
    #expect(!run.text.contains("my-secret-token"))
    let json = sandbox.run(arguments + ["--json"], environment: environment)
    #expect(json.text.contains(#""url": "https://api.example/a%20b""#))
    #expect(!json.text.contains("my-secret-token"))
  }

  @Test("the configuration's proxy is used, and a host that needs none is reached without it")
  func proxy() {
    let sandbox = Sandbox()
    let proxy = HTTPTestServer { request, _ in .status(200, "by proxy: " + request.targetText, type: "text/plain") }
    sandbox.configure("http: {proxy: \"\(proxy.url)\"}\n")
    sandbox.define(
      "com.example.get",
      "category: share\naccepts: text\nhttp: {method: GET, url: \"http://host.invalid/{{ item.text }}\"}\nreturns: {text: \"{{ response.text }}\"}\n"
    )
    let arguments = ["send", "--text", "x", "--activity", "get"]
    expectRun(sandbox.run(arguments), output: "by proxy: http://host.invalid/x\n")
    let direct = sandbox.run(arguments, environment: ["no_proxy": "host.invalid"])
    #expect(direct.status == 1)
    #expect(direct.errorText.contains("the host 'host.invalid' was not found; nothing was sent"))
    #expect(proxy.requests.count == 1)
  }

  @Test("an upload of a large sparse file arrives whole and takes little memory")
  func memory() throws {
    let sandbox = Sandbox()
    sandbox.define(
      "com.example.put",
      "category: share\naccepts: file\nhttp: {method: PUT, url: \"{{ env.BASE }}\", upload: \"{{ item.path }}\"}\n")
    let path = sandbox.file("large.bin", "")
    #expect(truncate(path, 256 << 20) == 0)
    // The head alone is kept; the body is read and dropped.
    let server = HTTPTestServer(reading: .headOnly) { _, _ in .status(200) }
    let script = #"ulimit -v 1000000; exec "$sharerouter" send large.bin --activity put"#
    let run = sandbox.shell(script, environment: ["BASE": server.url])
    #expect(run.status == 0, "\(run.errorText)")
    #expect(server.requests.first?.header("Content-Length") == "\(256 << 20)")
  }
}
