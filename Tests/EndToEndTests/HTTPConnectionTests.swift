import TestSupport
import Testing

@Suite("Where requests are sent")
struct HTTPConnectionTests {
  private static func answer(_ request: HTTPTestServer.Request, _: Int) -> HTTPTestServer.Answer {
    .status(200, "\(request.method) \(request.targetText) for \(request.header("Host") ?? "") <\(request.bodyText)>")
  }

  private func define(_ sandbox: Sandbox, _ http: String) {
    sandbox.define(
      "com.example.post",
      "category: share\naccepts: text\nhttp:\n  method: POST\n  text: \"{{ item.text }}\"\n\(http)\nreturns: {text: \"{{ response.text }}\"}\n"
    )
  }

  @Test("a request goes over a Unix socket; the URL says what is asked for, and no proxy is asked")
  func unixSocket() throws {
    let sandbox = Sandbox()
    let path = sandbox.path + "/run/api.sock"
    let server = HTTPTestServer(at: .unixSocket(path), HTTPConnectionTests.answer)
    define(sandbox, "  url: \"http://docker/v1/x?y=1\"\n  unix-socket: \"{{ env.XDG_RUNTIME_DIR }}/api.sock\"")
    let arguments = ["send", "hello", "-a", "com.example.post"]
    expectRun(
      sandbox.run(arguments, environment: ["http_proxy": "http://127.0.0.1:1"]),
      output: "POST /v1/x?y=1 for docker <hello>\n")
    #expect(server.requests.map(\.faults) == [[]])
    let plan = sandbox.run(arguments + ["--dry-run"])
    #expect(plan.text.contains("  over the socket: “\(path)”\n"), "\(plan.text)")
    #expect(sandbox.run(arguments + ["--dry-run", "--json"]).text.contains("\"unixSocket\": \"\(path)\""))
    #expect(server.requests.count == 1)
    let absent = sandbox.run(arguments, environment: ["XDG_RUNTIME_DIR": sandbox.path])
    #expect(absent.status == 1)
    #expect(
      absent.errorText.contains("no connection to the socket '\(sandbox.path)/api.sock'")
        && absent.errorText.contains("nothing was sent"), "\(absent.errorText)")
    let long = sandbox.path + "/" + String(repeating: "x", count: 120)
    let tooLong = sandbox.run(arguments, environment: ["XDG_RUNTIME_DIR": long])
    #expect(tooLong.status == 1 && tooLong.errorText.contains("no connection to the socket"), "\(tooLong.errorText)")
  }

  @Test("a redirect within the socket stays on it, and one to another origin leaves it")
  func redirect() {
    let sandbox = Sandbox()
    let other = HTTPTestServer { request, _ in
      .status(200, "other \(request.header("X-Key") ?? "without a key")", type: "text/plain")
    }
    let path = sandbox.path + "/run/api.sock"
    let target = other.url
    let server = HTTPTestServer(at: .unixSocket(path)) { request, _ in
      switch request.targetText {
      case "/here": .redirect(303, to: "/there")
      case "/away": .redirect(303, to: target + "/x")
      default: .status(200, "socket \(request.targetText)", type: "text/plain")
      }
    }
    sandbox.define(
      "com.example.get",
      """
      category: share
      accepts: text
      http:
        method: GET
        url: "http://localhost/{{ item.text }}"
        unix-socket: \(path)
        headers: {X-Key: key}
      returns: {text: "{{ response.text }}"}
      """)
    expectRun(sandbox.run(["send", "here", "-a", "com.example.get"]), output: "socket /there\n")
    expectRun(sandbox.run(["send", "away", "-a", "com.example.get"]), output: "other without a key\n")
    #expect(server.requests.count == 3)
  }

  @Test("the path of a socket never comes from what is shared", arguments: ["item.text", "input.where", "subject"])
  func sharedSocket(value: String) {
    let sandbox = Sandbox()
    sandbox.define(
      "com.example.post",
      """
      category: share
      accepts: text
      inputs: {where: {prompt: Where}}
      http: {method: POST, url: "http://localhost/", unix-socket: "/run/{{ \(value) }}", text: "{{ item.text }}"}
      """)
    let run = sandbox.run(["validate"])
    #expect(run.status == 1)
    #expect(run.text.contains("error[unsafe-place]: '\(value)' decides which socket a request goes to"), "\(run.text)")
  }

  @Test("IPv6", .enabled(if: HTTPTestServer.hasIPv6, "there is no IPv6 loopback interface"))
  func ipv6() {
    let sandbox = Sandbox()
    let server = HTTPTestServer(at: .ipv6, HTTPConnectionTests.answer)
    define(sandbox, "  url: \"http://[::1]:\(server.port)/x\"")
    expectRun(
      sandbox.run(["send", "hello", "-a", "com.example.post"]), output: "POST /x for [::1]:\(server.port) <hello>\n")
  }

  /// A server with TLS that prints its port.
  private static let encryptedServer = """
    import http.server, ssl, sys

    class Handler(http.server.BaseHTTPRequestHandler):
        def do_POST(self):
            self.rfile.read(int(self.headers["Content-Length"]))
            self.send_response(200)
            self.send_header("Content-Length", "6")
            self.end_headers()
            self.wfile.write(b"secure")

        def log_message(self, *_):
            pass

    server = http.server.HTTPServer(("127.0.0.1", 0), Handler)
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(sys.argv[1], sys.argv[2])
    server.socket = context.wrap_socket(server.socket, server_side=True, do_handshake_on_connect=False)
    print(server.server_port, flush=True)
    server.serve_forever()
    """

  @Test(
    "the certificates of the configuration or the environment are trusted, and no others",
    .enabled(if: installed("openssl", "python3"), "openssl or python3 is not installed"))
  func certificates() throws {
    let sandbox = Sandbox()
    let made = sandbox.shell(
      "openssl req -x509 -newkey rsa:2048 -nodes -keyout key.pem -out cert.pem -subj /CN=own -addext subjectAltName=IP:127.0.0.1 2>&1"
    )
    try #require(made.status == 0, "\(made.text)")
    let words = ["python3", "-c", HTTPConnectionTests.encryptedServer, "cert.pem", "key.pem"]
    let server = try RunningCommand.start(words.map { Array($0.utf8) }, in: sandbox.work).get()
    waitUntil { server.output.last == 0x0A || !server.isRunning }
    let port = String(decoding: server.output.dropLast(), as: UTF8.self)
    try #require(Int(port) != nil, "\(String(decoding: server.errors, as: UTF8.self))")
    define(sandbox, "  url: \"https://127.0.0.1:\(port)/\"")
    let arguments = ["send", "hello", "-a", "com.example.post"]
    let refused = sandbox.run(arguments)
    #expect(refused.status == 1)
    #expect(refused.errorText.contains("is not to be trusted") && refused.errorText.contains("nothing was sent"))
    expectRun(sandbox.run(arguments, environment: ["SSL_CERT_FILE": sandbox.work + "/cert.pem"]), output: "secure\n")
    sandbox.configure("http: {ca-file: \"\(sandbox.work)/cert.pem\"}\n")
    expectRun(sandbox.run(arguments), output: "secure\n")
    server.stop()
  }

  @Test("proxies of the environment come before the configuration's, each for its scheme")
  func proxies() {
    let sandbox = Sandbox()
    let first = HTTPTestServer { request, _ in .status(200, "first \(request.targetText)") }
    let second = HTTPTestServer { request, _ in .status(200, "second \(request.targetText)") }
    let refused = "http://127.0.0.1:1"
    sandbox.configure("http: {proxy: \"\(second.url)\"}\n")
    define(sandbox, "  url: \"http://host.invalid/x\"")
    let arguments = ["send", "hello", "-a", "com.example.post"]
    for (variables, answer) in [
      ([:], "second"), (["http_proxy": first.url], "first"), (["all_proxy": first.url], "first"),
      (["http_proxy": first.url, "all_proxy": refused], "first"), (["https_proxy": refused], "second"),
      (["HTTP_PROXY": refused], "second"), (["ALL_PROXY": first.url], "first"),
    ] as [([String: String], String)] {
      expectRun(sandbox.run(arguments, environment: variables), output: "\(answer) http://host.invalid/x\n")
    }
  }
}
