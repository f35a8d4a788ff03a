import Foundation
import Glibc
import ShareModel
import ShareTemplates
import TestSupport
import Testing

@testable import ShareActions

/// The public list of texts that break programs.
private let strings: [String] = {
  guard let path = Project.sharedData("naughty-strings.json"), let content = readFile(path) else { return [] }
  return (try? JSONSerialization.jsonObject(with: Data(content))) as? [String] ?? []
}()

private let hasWerkzeug = CommandRun.run(["python3", "-c", "import werkzeug"].map(bytes)).status == 0

@Suite("troublesome strings in requests", .enabled(if: !strings.isEmpty, "the list is not there"))
struct HTTPNaughtyStringsTests {
  private let bench = Bench()

  /// A request with the text in its path, query and form.
  private func addressed(_ url: String) throws -> HTTPAction {
    try httpAction("POST", url + "/p/{{ item.text }}/end?old=1") { action in
      action.query = [try field("q", "{{ item.text }}"), try field("joined", "<{{ item.text }}>")]
      action.body = .form([try field("f", "{{ item.text }}"), try field("last", "x")])
    }
  }

  private func multipart(_ url: String) throws -> HTTPAction {
    bench.directory.write("file", "content")
    return try httpAction("POST", url + "/") { action in
      action.body = .multipart([
        MultipartField(name: "value", content: .value(try template("{{ item.text }}"))),
        MultipartField(
          name: "file", content: .path(try template(bench.directory.path + "/file")),
          filename: try template("n{{ item.text }}")),
      ])
    }
  }

  /// Whether a text may be refused where it is a part of a URL's path.
  private func isRefusedInPath(_ text: String) -> Bool { ["", ".", ".."].contains(text) }

  private func isRefusedInHeader(_ text: String) -> Bool {
    text.utf8.contains { $0 < 0x20 || $0 == 0x7F } || text.utf8.first == 0x20 || text.utf8.last == 0x20
  }

  @Test("a strict reader gets the same bytes in each place, or the text is refused as documented")
  func strictReader() throws {
    let server = HTTPTestServer { _, _ in .status(204) }
    let addressed = try addressed(server.url)
    let multipart = try multipart(server.url)
    let header = try httpAction("POST", server.url + "/") { $0.headers = [try field("X-Text", "{{ item.text }}")] }
    let json = try httpAction("POST", server.url + "/") {
      $0.body = .json(
        .object([("t", .text(try template("{{ item.text }}"))), ("j", .text(try template("<{{ item.text }}>")))]))
    }
    var seen = 0
    func send(_ action: HTTPAction, _ string: String) throws -> (Outcome, HTTPTestServer.Request?) {
      let outcome = try bench.perform(action, [textItem(string)])
      let requests = server.requests
      defer { seen = requests.count }
      return (outcome, requests.count > seen ? requests.last : nil)
    }
    for string in strings {
      let name = Comment(rawValue: string.debugDescription)
      let (outcome, request) = try send(addressed, string)
      if isRefusedInPath(string) {
        #expect(["empty-value", "invalid-url"].contains(outcome.error?.code), name)
        #expect(request == nil, name)
      } else {
        let request = try #require(request, name)
        #expect(request.faults == [], name)
        let parts = request.target.split(separator: UInt8(ascii: "?"), maxSplits: 1)
        #expect(text(ResponseName.percentDecoded(Array(parts[0]))) == "/p/" + string + "/end", name)
        #expect(parts[0].filter { $0 == UInt8(ascii: "/") }.count == 3, name)
        let fields = FormFields.decode(Array(parts[1]))
        #expect(fields.map { text($0.value) } == ["1", string, "<" + string + ">"], name)
        #expect(FormFields.decode(request.body).map { text($0.value) } == [string, "x"], name)
      }
      let (headerOutcome, headerRequest) = try send(header, string)
      if isRefusedInHeader(string) {
        #expect(headerOutcome.error?.code == "invalid-header", name)
        #expect(headerRequest == nil, name)
      } else {
        #expect(headerRequest?.header("X-Text") == string, name)
      }
      let body = try #require(try send(json, string).1, name).body
      let object = try JSONSerialization.jsonObject(with: Data(body)) as? [String: String]
      // Compared as bytes: Swift takes é in its two forms for the same.
      #expect(object?["t"].map { Array($0.utf8) } == bytes(string), name)
      #expect(object?["j"].map { Array($0.utf8) } == bytes("<" + string + ">"), name)
      let form = try #require(try send(multipart, string).1, name)
      let parsed = try #require(MultipartForm(form.body, contentType: form.header("Content-Type") ?? ""), name)
      #expect(parsed.parts.map { text($0.name) } == ["value", "file"], name)
      #expect(parsed.parts[0].content == bytes(string), name)
      #expect(parsed.parts[0].filename == nil, name)
      #expect(parsed.parts[1].text == "content", name)
      // `%22` itself cannot be told from a quote: the HTML standard escapes no per cent sign.
      let escaped = ["%22": "\"", "%0D": "\r", "%0A": "\n"].reduce("n" + string) { text, pair in
        text.replacingOccurrences(of: pair.key, with: pair.value, options: .literal)
      }
      #expect(parsed.parts[1].filename == bytes(escaped), name)
    }
    #expect(strings.count > 500)
  }

  @Test("a server that others wrote reads the same texts", .enabled(if: hasWerkzeug, "werkzeug is not installed"))
  func werkzeug() throws {
    let script = """
      import json, sys, werkzeug.serving, werkzeug.wrappers
      @werkzeug.wrappers.Request.application
      def application(request):
        seen = {"header": request.headers.get("X-Text"), "path": request.path, "args": request.args, "form": request.form,
                "json": request.get_json() if request.is_json else None,
                "files": {n: [f.filename, f.read().decode()] for n, f in request.files.items()}}
        return werkzeug.wrappers.Response(json.dumps(seen), mimetype="application/json")
      class Quiet(werkzeug.serving.WSGIRequestHandler):
        def log(self, *arguments): pass
      server = werkzeug.serving.make_server("127.0.0.1", 0, application, request_handler=Quiet)
      print(server.port, flush=True)
      server.serve_forever()
      """
    let server = try RunningCommand.start(["python3", "-c", script].map(bytes)).get()
    defer { _ = server.stop() }
    #expect(waitUntil(limit: 30) { server.output.last == 0x0A })
    let url = "http://127.0.0.1:" + text(server.output).filter(\.isNumber)
    let addressed = try addressed(url)
    let multipart = try multipart(url)
    let value = try httpAction("POST", url + "/") { action in
      action.body = .multipart([MultipartField(name: "value", content: .value(try template("{{ item.text }}")))])
    }
    let header = try httpAction("GET", url + "/") { $0.headers = [try field("X-Text", "{{ item.text }}")] }
    let json = try httpAction("POST", url + "/") { $0.body = .json(.array([.text(try template("{{ item.text }}"))])) }
    func seen(_ action: HTTPAction, _ string: String) throws -> [String: Any] {
      let outcome = try bench.perform(action, [textItem(string)]) {
        $0.action.returns = [try returning(.text, "{{ response.text }}")]
      }
      let content = try #require(outcome.returnedItems?.first?.item.textBytes, "\(String(describing: outcome.error))")
      return try #require(try JSONSerialization.jsonObject(with: Data(content)) as? [String: Any])
    }
    for string in strings {
      let name = Comment(rawValue: string.debugDescription)
      if !isRefusedInPath(string) {
        let answer = try seen(addressed, string)
        #expect(answer["path"] as? String == "/p/" + string + "/end", name)
        #expect(answer["args"] as? [String: String] == ["old": "1", "q": string, "joined": "<" + string + ">"], name)
        #expect(answer["form"] as? [String: String] == ["f": string, "last": "x"], name)
      }
      #expect(try seen(json, string)["json"] as? [String] == [string], name)
      if !isRefusedInHeader(string) {
        // WSGI has header fields as if they were Latin-1 (PEP 3333).
        let latin = try #require(try seen(header, string)["header"] as? String, name)
        #expect(Data(latin.unicodeScalars.map { UInt8(truncatingIfNeeded: $0.value) }) == Data(string.utf8), name)
      }
      // Compared as bytes: Swift takes é in its two forms for the same.
      let form = try seen(value, string)["form"] as? [String: String]
      #expect(form?.mapValues { Array($0.utf8) } == ["value": bytes(string)], name)
      // In file names it takes `\` for an escape, which browsers do not write; at the end it would hide the quote.
      if string.hasSuffix("\\") { continue }
      let answer = try seen(multipart, string)
      let file = (answer["files"] as? [String: [String]])?["file"]
      #expect(file?.last == "content", name)
      // Nor does it undo the escapes of line breaks. `%22` itself cannot be told from a quote.
      let expected = [("%22", "\""), ("\r", "%0D"), ("\n", "%0A"), ("\\\\", "\\")].reduce("n" + string) { text, pair in
        text.replacingOccurrences(of: pair.0, with: pair.1, options: .literal)
      }
      #expect(file?.first.map { Array($0.utf8) } == bytes(expected), name)
    }
  }
}
