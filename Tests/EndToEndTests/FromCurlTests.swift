import Foundation
import TestSupport
import Testing

@Suite("new --from-curl")
struct FromCurlTests {
  /// Header fields that each program sets by itself.
  private static let own = [
    "user-agent", "accept", "accept-encoding", "content-length", "expect", "connection", "host", "content-type",
  ]

  private static func answered() -> HTTPTestServer {
    HTTPTestServer { _, _ in .status(200, "fine", type: "text/plain") }
  }

  private static func sandbox() -> Sandbox {
    let sandbox = Sandbox()
    sandbox.file("note.txt", "One line")
    sandbox.file("note.json", "{\"a\": 1}")
    sandbox.directory.write(Array("work/picture.png".utf8), SampleFiles.png)
    sandbox.directory.write(Array("work/small.png".utf8), SampleFiles.png + [0])
    return sandbox
  }

  /// A request in the parts that must be equal.
  private static func parts(_ request: HTTPTestServer.Request, against other: HTTPTestServer.Request) -> String {
    var text = "\(request.method) "
    let target = request.targetText.split(separator: "?", maxSplits: 1).map(String.init)
    text += target[0] + " " + (target.count > 1 ? fields(target[1]).joined(separator: "&") : "") + "\n"
    let asked = ["user-agent", "accept"].filter { name in
      // What only one of them was told to send is a difference.
      let values = [request, other].map { $0.header(name) ?? "" }
      return !values.contains { $0.hasPrefix("curl/") || $0.hasPrefix("sharerouter") || $0 == "*/*" || $0.isEmpty }
    }
    for header in request.headers.sorted(by: { $0.name.lowercased() < $1.name.lowercased() })
    where !own.contains(header.name.lowercased()) || asked.contains(header.name.lowercased()) {
      text += "\(header.name.lowercased()): \(String(decoding: header.value, as: UTF8.self))\n"
    }
    let type = request.header("Content-Type") ?? ""
    // A file that is uploaded has a type, of which curl says nothing.
    if !type.isEmpty, other.header("Content-Type") != nil {
      text += "type: " + (type.hasPrefix("multipart/") ? "multipart" : type.lowercased()) + "\n"
    }
    return text + body(request, type)
  }

  private static func body(_ request: HTTPTestServer.Request, _ type: String) -> String {
    if type.hasPrefix("multipart/") {
      let parts = MultipartForm(request.body, contentType: type)?.parts ?? []
      return parts.map {
        "\(String(decoding: $0.name, as: UTF8.self)) \($0.filename.map { String(decoding: $0, as: UTF8.self) } ?? "-") \($0.type ?? "-") \($0.content)"
      }.joined(separator: "\n")
    }
    if let json = try? JSONSerialization.jsonObject(with: Data(request.body), options: .fragmentsAllowed),
      let data = try? JSONSerialization.data(withJSONObject: json, options: [.sortedKeys, .fragmentsAllowed])
    {
      return String(decoding: data, as: UTF8.self)
    }
    if type.hasPrefix("application/x-www-form-urlencoded") { return fields(request.bodyText).joined(separator: "&") }
    return request.bodyText
  }

  /// Decoded names and values, `a=b` and `a=` alike with and without the sign.
  private static func fields(_ text: String) -> [String] {
    text.split(separator: "&").map { field in
      let decoded = field.replacingOccurrences(of: "+", with: " ").removingPercentEncoding ?? String(field)
      return decoded.contains("=") ? decoded : decoded + "="
    }
  }

  private static let hasCurl = installed("curl")

  @Test("there are more than sixty command lines")
  func number() { #expect(CurlCommandLine.all.count >= 60) }

  @Test(
    "the activity sends what curl sends", .enabled(if: hasCurl, "curl is not there"), arguments: CurlCommandLine.all)
  func equal(line: CurlCommandLine) throws {
    let server = FromCurlTests.answered()
    let sandbox = FromCurlTests.sandbox()
    let command = line.command.replacingOccurrences(of: "HOST", with: "127.0.0.1:\(server.port)")
    var script = command.hasPrefix("$ ") ? String(command.dropFirst(2)) : command
    // The last one says itself where the item goes.
    script = script.replacingOccurrences(of: "{{ item.text }}", with: line.item)
    let curl = CommandRun.run(
      ["bash", "-c", script].map { Array($0.utf8) },
      environment: sandbox.environment.merging(line.variables) { $1 }, in: sandbox.work)
    try #require(server.requests.count == 1, "curl: \(curl.errorText)")

    let new = sandbox.run(["new", "com.example.postNote", "--from-curl", command])
    #expect(new.status == 0, "\(new.errorText)")
    let definition = String(
      decoding: sandbox.directory.read("config/sharerouter/activities.d/com.example.postNote.yaml") ?? [], as: UTF8.self
    )
    #expect(!new.errorText.contains("warning[") && !new.errorText.contains("error["), "\(new.errorText)\n\(definition)")
    var environment = line.variables
    for match in new.errorText.matches(of: #/secret: '([A-Z0-9_]+)'/#) {
      let name = String(match.1)
      environment["SHAREROUTER_SECRET_" + name] = line.secrets.first { name.hasSuffix($0.key) }?.value
    }
    for value in line.secrets.values { #expect(!definition.contains(value), "\(definition)") }
    #expect(new.errorText.components(separatedBy: "secret: '").count - 1 == line.secrets.count, "\(definition)")

    let inputs = line.inputs.flatMap { ["--input", "\($0.key)=\($0.value)"] }
    let send = sandbox.run(
      ["send"] + (line.isFile ? [] : ["--text"]) + [line.item, "--activity", "postNote", "--yes"] + inputs,
      environment: environment)
    let urlSend =
      send.status == 4 && !line.isFile
      ? sandbox.run(["send", "--url", line.item, "--activity", "postNote"], environment: environment) : send
    try #require(server.requests.count == 2, "\(urlSend.errorText)\n\(definition)")
    let requests = server.requests
    expectText(
      FromCurlTests.parts(requests[1], against: requests[0]), FromCurlTests.parts(requests[0], against: requests[1]),
      definition)
    #expect(requests[1].faults == [], "\(definition)")
  }

  @Test("the command line may come by standard input, where no history keeps its tokens")
  func input() {
    let sandbox = Sandbox()
    let run = sandbox.run(
      ["new", "com.example.a", "--from-curl", "-"], input: Array("curl -d text=a https://example.com/\n".utf8))
    #expect(run.status == 0)
    let text = String(
      decoding: sandbox.directory.read("config/sharerouter/activities.d/com.example.a.yaml") ?? [], as: UTF8.self)
    expectText(
      text,
      """
      type: com.example.a
      title: A
      category: share
      accepts: text
      http:
        method: POST
        url: https://example.com/
        form:
          text: "{{ item.text }}"
      returns: {text: "{{ response.text }}"}

      """)
  }

  @Test(
    "what cannot be converted is wrong usage, with a way out",
    arguments: [
      ("wget http://example.com/", "does not begin with 'curl'"), ("curl", "has no URL"), ("", "is empty"),
      ("curl 'http://example.com", "a quote is not closed"), ("curl --bogus http://a/", "'--bogus'"),
      ("curl \"http://a/$(date)\"", "output of another command"), ("curl http://a/ http://b/", "2 URLs"),
      ("curl http://a/{b,c}", "several requests"), ("curl --digest -u a:b http://a/", "'--digest'"),
      ("curl ftp://a/", "'ftp'"), ("curl -d @a -d b http://a/", "among other data"), ("curl -X", "needs a value"),
      ("curl -b jar.txt http://a/", "reads cookies from a file"), ("curl http://a/[1-3]", "several requests"),
    ])
  func mistakes(command: String, message: String) {
    let sandbox = Sandbox()
    let run = sandbox.run(["new", "com.example.a", "--from-curl", command])
    #expect(run.status == 2 && run.errorText.contains(message) && run.errorText.contains("help: "), "\(run.errorText)")
    #expect(!sandbox.directory.exists("config/sharerouter/activities.d/com.example.a.yaml"))
  }

  @Test("an address that lets everyone post is a secret as a whole, and what is left out is told")
  func webhook() {
    let sandbox = Sandbox()
    let run = sandbox.run([
      "new", "com.example.a", "--from-curl",
      "curl -k --proxy http://p:1 -X POST https://hooks.slack.example/services/T0/B0/xyz --json '{\"text\":\"a\"}' | jq .",
    ])
    let text = String(
      decoding: sandbox.directory.read("config/sharerouter/activities.d/com.example.a.yaml") ?? [], as: UTF8.self)
    #expect(text.contains("url: \"{{ secret.SLACK_URL }}\"") && !text.contains("xyz"))
    for note in ["'-k'", "'--proxy'", "'| jq .'"] {
      #expect(run.errorText.contains("note: left out is") && run.errorText.contains(note))
    }
    #expect(!run.errorText.contains("xyz"))
  }
}
