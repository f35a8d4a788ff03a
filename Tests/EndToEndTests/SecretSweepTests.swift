import Foundation
import Glibc
import Synchronization
import TestSupport
import Testing

/// One secret in every place that takes one; then whatever is written, shown or visible to others is searched for it.
@Suite("A secret stays where it belongs")
struct SecretSweepTests {
  static let secret = #"Tr0ub4d/or&3 "<ü>" \x%2B+=;'"#
  /// A bearer token has no blanks.
  static let token = #"t0k/en&"<Ü>"\%41+=;'"#

  /// A secret as other places write it.
  static func forms(of secret: String) -> [String: String] {
    let bytes = Data(secret.utf8)
    let base64 = bytes.base64EncodedString()
    let percent = bytes.map { byte -> String in
      let isPlain = (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte)
      return isPlain ? String(UnicodeScalar(byte)) : String(format: "%%%02X", byte)
    }.joined()
    let escaped = secret.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"")
    return [
      "as it is": secret, "in capitals": secret.uppercased(), "in small letters": secret.lowercased(),
      "percent-encoded": percent,
      "percent-encoded in small letters": bytes.map { byte in
        UInt8(ascii: "0") <= byte && byte < 0x80 && Character(UnicodeScalar(byte)).isLetter
          || (0x30...0x39).contains(byte) ? String(UnicodeScalar(byte)) : String(format: "%%%02x", byte)
      }.joined(),
      "form-encoded": percent.replacing("%20", with: "+"), "base64": base64,
      "base64 for URLs": base64.replacing("+", with: "-").replacing("/", with: "_").replacing("=", with: ""),
      "JSON": escaped, "JSON with escaped slashes": escaped.replacing("/", with: "\\/"),
      "ASCII JSON": escaped.replacing("/", with: "\\/").replacing("ü", with: "\\u00fc").replacing("Ü", with: "\\u00dc"),
      "HTML": secret.replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing(">", with: "&gt;")
        .replacing("\"", with: "&quot;").replacing("'", with: "&#39;"),
      "hexadecimal": bytes.map { String(format: "%02x", $0) }.joined(),
      "hexadecimal in capitals": bytes.map { String(format: "%02X", $0) }.joined(),
    ]
  }

  /// The forms of both secrets that are found in bytes.
  static func leaks(in bytes: [UInt8]) -> [String] {
    let data = Data(bytes)
    return [secret, token].flatMap { value in
      forms(of: value).filter { data.range(of: Data($0.value.utf8)) != nil }.map { "\(value): \($0.key)" }
    }
  }

  /// The places of a request, each as what follows `http:`.
  static let places: [(name: String, http: String)] = [
    ("query", #"{method: GET, url: "{{ env.BASE }}/q", query: {k: "{{ secret.KEY }}"}}"#),
    ("url", #"{method: GET, url: "{{ env.BASE }}/{{ secret.KEY }}?x={{ secret.KEY }}"}"#),
    ("header", #"{method: GET, url: "{{ env.BASE }}/h", headers: {X-Key: "{{ secret.KEY }}"}}"#),
    ("capitals", #"{method: GET, url: "{{ env.BASE }}/h", headers: {X-Key: "{{ secret.KEY | upper }}"}}"#),
    ("bearer", #"{method: GET, url: "{{ env.BASE }}/b", auth: {bearer: "{{ secret.TOKEN }}"}}"#),
    ("basic", #"{method: GET, url: "{{ env.BASE }}/b", auth: {basic: {user: me, password: "{{ secret.KEY }}"}}}"#),
    (
      "oauth",
      #"{method: POST, url: "{{ env.BASE }}/o", auth: {oauth1: {consumer-key: k, consumer-secret: "{{ secret.KEY }}", token: "{{ secret.TOKEN }}", token-secret: "{{ secret.KEY }}"}}}"#
    ),
    (
      "aws",
      #"{method: PUT, url: "{{ env.BASE }}/s", auth: {aws-sigv4: {access-key: AKID, secret-key: "{{ secret.KEY }}", session-token: "{{ secret.TOKEN }}", region: r, service: s3}}, text: x}"#
    ),
    ("form", #"{method: POST, url: "{{ env.BASE }}/f", form: {k: "{{ secret.KEY }}"}}"#),
    ("json", #"{method: POST, url: "{{ env.BASE }}/j", json: {k: "{{ secret.KEY }}", l: ["{{ secret.TOKEN }}"]}}"#),
    ("multipart", #"{method: POST, url: "{{ env.BASE }}/m", multipart: {k: "{{ secret.KEY }}"}}"#),
    ("text", #"{method: POST, url: "{{ env.BASE }}/t", text: "<{{ secret.KEY }}>"}"#),
    ("base64", #"{method: POST, url: "{{ env.BASE }}/t", text: "{{ secret.KEY | base64 }}"}"#),
  ]

  private let sandbox = Sandbox()

  init() {
    for (name, value) in [("KEY", SecretSweepTests.secret), ("TOKEN", SecretSweepTests.token)] {
      _ = sandbox.run(["secret", "set", name], input: Array((value + "\n").utf8))
    }
    for (name, http) in SecretSweepTests.places {
      sandbox.define(
        "com.example.\(name)",
        """
        category: share
        accepts: text
        http: \(http)
        returns:
          - text: "{{ response.text }}{{ item.kind }}"
          - {text: "{{ response.url }}", name: address}
        """)
    }
    sandbox.define(
      "com.example.env",
      #"""
      category: action
      accepts: text
      shell:
        script: 'printf "%s\n" "$KEY" {{ item.text }}; printf "%s\n" "$KEY" >&2; if [ {{ item.text }} != wait ]; then exit 3; fi; : >started; exec sleep 60'
        env: {KEY: "{{ secret.KEY }}"}
      """#)
    sandbox.define(
      "com.example.stdin",
      #"""
      category: action
      accepts: text
      shell:
        script: 'IFS= read -r key || :; printf "%s\n" "$key" {{ item.text }} >&2; printf "%s\n" "$key" >&2; if [ {{ item.text }} != wait ]; then exit 3; fi; : >started; exec sleep 60'
        stdin: "{{ secret.KEY }}"
      """#)
  }

  /// Whatever the program has written into folders of the person, but for the secrets' own.
  private func writtenFiles() -> [UInt8] {
    sandbox.shell(
      "find .. -type f ! -path '*/secrets.d/*' ! -path '*/activities.d/*' -exec cat -- {} +; find .. -print"
    ).output
  }

  /// An answer that repeats the secrets that a definition uses in all their forms, and the request.
  private static func echo(
    _ http: String, _ request: HTTPTestServer.Request, _ status: Int
  ) -> HTTPTestServer.Answer {
    let used = [("secret.KEY", secret), ("secret.TOKEN", token)].filter { http.contains($0.0) }.map { $0.1 }
    let all = used.flatMap { value in forms(of: value).sorted { $0.key < $1.key }.map { $0.value } }
    let lines = all + [request.targetText, request.header("Authorization") ?? "", request.bodyText]
    return .status(status, lines.joined(separator: " "), type: "text/plain")
  }

  @Test("requests: every output, plan, error and file", arguments: places)
  func requests(place: String, http: String) throws {
    let bad = HTTPTestServer { request, _ in SecretSweepTests.echo(http, request, 500) }
    let good = HTTPTestServer { request, _ in SecretSweepTests.echo(http, request, 200) }
    let arguments = ["send", "x", "-a", "com.example.\(place)"]
    func expectNoLeak(_ what: String, _ bytes: [UInt8]) {
      let leaks = SecretSweepTests.leaks(in: bytes)
      #expect(leaks == [], "\(place), \(what): \(String(decoding: bytes, as: UTF8.self))")
    }
    for options in [["--dry-run"], ["--dry-run", "--json"]] {
      let plan = sandbox.run(arguments + options, environment: ["BASE": bad.url])
      #expect(plan.status == 0, "\(plan.errorText)")
      #expect(plan.text.contains("***"))
      expectNoLeak("plan", plan.output + plan.errors)
    }
    #expect(bad.requests.isEmpty)
    for options in [[], ["--json"]] {
      let failed = sandbox.run(arguments + options, environment: ["BASE": bad.url])
      #expect(failed.status == 1)
      #expect((failed.text + failed.errorText).contains("answered 500"))
      expectNoLeak("failure", failed.output + failed.errors)
      let unreachable = sandbox.run(arguments + options, environment: ["BASE": "http://127.0.0.1:1"])
      #expect(unreachable.status == 1)
      expectNoLeak("no connection", unreachable.output + unreachable.errors)
    }
    let json = sandbox.run(arguments + ["--json"], environment: ["BASE": good.url])
    #expect(json.status == 0, "\(json.errorText)")
    expectNoLeak("JSON", json.output + json.errors)
    // The secret did go where it belongs.
    let seen = try #require(good.requests.first)
    #expect(seen.faults == [])
    if !["oauth", "aws", "capitals", "basic", "base64"].contains(place) {
      #expect(SecretSweepTests.leaks(in: seen.head + seen.body) != [], "\(place) does not send it")
    }
    let results = sandbox.run(["results"])
    #expect(results.text.contains("com.example.\(place)"))
    expectNoLeak("results", results.output + sandbox.run(["results", "--json"]).output)
    expectNoLeak("files", writtenFiles())
    for command in [["list", "x", "--all"], ["explain", "x"], ["validate"]] {
      let run = sandbox.run(command, environment: ["BASE": good.url])
      expectNoLeak(command[0], run.output + run.errors)
    }
  }

  @Test("programs: every output, plan, error and file", arguments: ["env", "stdin"])
  func programs(place: String) {
    let arguments = ["send", "x", "-a", "com.example.\(place)"]
    for options in [["--dry-run"], ["--dry-run", "--json"], ["--json"]] {
      let run = sandbox.run(arguments + options)
      #expect(run.status == (options.contains("--dry-run") ? 0 : 1), "\(run.errorText)")
      #expect(run.text.contains("***"))
      #expect(SecretSweepTests.leaks(in: run.output + run.errors) == [], "\(run.text)")
    }
    // What the program itself writes to our stderr is passed on as it is; what we say of it is not.
    let plain = sandbox.run(arguments)
    let own = plain.errorText.split(separator: "\n").filter { $0.hasPrefix("sharerouter: ") }
    #expect(own.count == 1)
    #expect(SecretSweepTests.leaks(in: Array(own.joined().utf8)) == [])
    #expect(SecretSweepTests.leaks(in: writtenFiles()) == [])
  }

  /// The arguments of all processes as anybody can read them.
  private static func commandLines() -> [UInt8] {
    guard let folder = opendir("/proc") else { return [] }
    defer { closedir(folder) }
    var all: [UInt8] = []
    while let entry = readdir(folder) {
      let name = withUnsafeBytes(of: entry.pointee.d_name) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
      guard Int(name) != nil else { continue }
      all += (readFile("/proc/\(name)/cmdline") ?? []) + [0x0A]
    }
    return all
  }

  @Test("no process has it in its arguments while it is used", arguments: ["env", "stdin", "header", "url"])
  func commandLines(place: String) throws {
    let isAsked = Mutex(false)
    let server = HTTPTestServer { request, _ in
      isAsked.withLock { $0 = true }
      return .init([.pause(seconds: 60)])
    }
    let command = try sandbox.start(
      ["send", "wait", "-a", "com.example.\(place)"], environment: ["BASE": server.url])
    // Watched from its start until it is where it stays.
    var lines: [UInt8] = []
    #expect(
      waitUntil {
        lines += SecretSweepTests.commandLines()
        return sandbox.directory.exists("work/started") || isAsked.withLock { $0 }
      })
    lines += SecretSweepTests.commandLines()
    #expect(String(decoding: lines, as: UTF8.self).contains("com.example.\(place)"), "the process was seen")
    #expect(SecretSweepTests.leaks(in: lines) == [])
    command.stop()
  }
}
