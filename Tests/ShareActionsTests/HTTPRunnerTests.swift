import Foundation
import Glibc
import ShareModel
import TestSupport
import Testing

@testable import ShareActions

@Suite("requests")
struct HTTPRunnerTests {
  @Test("a GET has no body, and the answer comes with status, headers and body")
  func simpleGet() throws {
    let server = HTTPTestServer { _, _ in
      .status(201, "hello", type: "text/plain", headers: [("X-Two", "a"), ("x-two", " b ")])
    }
    let response = try send(get(server.url + "/p?q=1"))
    #expect(response.status == 201)
    #expect(response.reason == "OK")
    #expect(text(response.body) == "hello")
    #expect(text(response.url) == server.url + "/p?q=1")
    #expect(response.headers.filter { $0.name.lowercased() == "x-two" }.map { text($0.value) } == ["a", "b"])
    let request = try #require(server.requests.first)
    #expect(request.method == "GET")
    #expect(request.targetText == "/p?q=1")
    #expect(request.header("Content-Length") == nil)
    #expect(request.header("Content-Type") == nil)
    #expect(request.header("Expect") == nil)
    #expect(request.header("User-Agent") == "sharerouter/0.1")
    #expect(request.faults == [])
  }

  @Test("every method goes with its body", arguments: ["POST", "PUT", "PATCH", "DELETE"])
  func methods(method: String) throws {
    let server = HTTPTestServer { _, _ in .status(200) }
    var request = HTTPRequest(method: method, url: bytes(server.url + "/"))
    request.body = .bytes([0, 1, 2, 0xFF])
    request.bodyType = "application/octet-stream"
    _ = try send(request)
    let seen = try #require(server.requests.first)
    #expect(seen.method == method)
    #expect(seen.body == [0, 1, 2, 0xFF])
    #expect(seen.header("Content-Type") == "application/octet-stream")
    #expect(seen.header("Content-Length") == "4")
  }

  @Test("a method that can have a body says that it has none", arguments: ["POST", "PUT", "PATCH"])
  func emptyBodies(method: String) throws {
    let server = HTTPTestServer { _, _ in .status(200) }
    _ = try send(HTTPRequest(method: method, url: bytes(server.url)))
    let seen = try #require(server.requests.first)
    #expect(seen.method == method)
    #expect(seen.header("Content-Length") == "0")
    #expect(seen.header("Content-Type") == nil)
  }

  @Test("HEAD and DELETE without a body are answered", arguments: ["HEAD", "DELETE", "OPTIONS"])
  func bodilessMethods(method: String) throws {
    let server = HTTPTestServer { _, _ in .raw("HTTP/1.1 204 Gone by\r\nX: y\r\n\r\n") }
    let response = try send(HTTPRequest(method: method, url: bytes(server.url)))
    #expect(response.status == 204)
    #expect(server.requests.first?.method == method)
    #expect(server.requests.first?.header("Content-Length") == nil)
  }

  @Test("header values arrive byte for byte, empty ones too")
  func headers() throws {
    let server = HTTPTestServer { _, _ in .status(200) }
    var request = get(server.url)
    request.headers = [
      .init("X-Text", bytes("Grüße 🎉; a=\"b\"")), .init("X-Empty", []), .init("X-Raw", [0x61, 0xE9, 0x62]),
      .init("X-Token", bytes("5|a{b}$c\\d")), .init("User-Agent", bytes("mine")),
    ]
    _ = try send(request)
    let seen = try #require(server.requests.first)
    #expect(seen.header("X-Text") == "Grüße 🎉; a=\"b\"")
    #expect(seen.headers.first { $0.name == "X-Empty" }?.value == [])
    #expect(seen.headers.first { $0.name == "X-Raw" }?.value == [0x61, 0xE9, 0x62])
    #expect(seen.header("X-Token") == "5|a{b}$c\\d")
    #expect(seen.header("User-Agent") == "mine")
  }

  @Test("dots and double slashes of a path stay, letters beyond ASCII are encoded, a fragment is not sent")
  func paths() throws {
    let server = HTTPTestServer { _, _ in .status(200) }
    _ = try send(get(server.url + "/a/../b/./c//d?x=..&y=ü#frag"))
    _ = try send(get(server.url + "/p@1/b%20c,é?d=e+f"))
    #expect(server.requests.map(\.targetText) == ["/a/../b/./c//d?x=..&y=%C3%BC", "/p@1/b%20c,%C3%A9?d=e+f"])
  }

  @Test("a host without ASCII letters alone goes in its ASCII form, an IPv6 literal as it is")
  func hosts() throws {
    #expect(try HTTPURL(bytes("https://Bücher.example:443/x")).authority == "xn--bcher-kva.example")
    let literal = try HTTPURL(bytes("http://[::1]:8080/x"))
    #expect(literal.authority == "[::1]:8080")
    #expect(literal.origin == .init(scheme: "http", host: "[::1]", port: 8080))
    #expect(throws: HTTPError.self) { try HTTPURL(bytes("ftp://example.com/")) }
    #expect(throws: HTTPError.self) { try HTTPURL(bytes("file:///etc/passwd")) }
  }

  @Test("user and password of a URL are sent, and are in no message")
  func userInfo() throws {
    let server = HTTPTestServer { _, _ in .status(200) }
    let response = try send(get("http://me:pa%20ss@127.0.0.1:\(server.port)/"))
    #expect(response.status == 200)
    #expect(server.requests.first?.header("Authorization") == "Basic bWU6cGEgc3M=")
    server.stop()
    let error = try failure(of: get("http://me:hidden@127.0.0.1:\(server.port)/?q=hidden"))
    #expect(error.map { Outcome.Failure($0).message.contains("hidden") } == false)
  }

  // MARK: Files

  @Test("a file is streamed with its length; one part of a form too")
  func files() throws {
    let directory = TemporaryDirectory()
    let content = (0..<300_000).map { UInt8(truncatingIfNeeded: $0 &* 31) }
    directory.write(bytes("big.bin"), content)
    let path = FilePath(directory.path + "/big.bin")
    let server = HTTPTestServer { _, _ in .status(200) }
    var request = HTTPRequest(method: "PUT", url: bytes(server.url + "/x"), body: .file(path), bodyType: "image/png")
    _ = try send(request)
    request.method = "POST"
    request.bodyType = nil
    request.body = .parts([
      .init(name: "text", content: .bytes(bytes("@/etc/hostname"))),
      .init(name: "file", content: .file(path), filename: bytes("a\"b;c\r\nX: 1 ü.png"), type: "image/png"),
      .init(name: "again", content: .file(path), filename: bytes("again")),
      .init(name: "empty", content: .bytes([])),
    ])
    _ = try send(request)
    let requests = server.requests
    #expect(requests[0].body == content)
    #expect(requests[0].method == "PUT")
    #expect(requests[0].header("Content-Type") == "image/png")
    #expect(requests[0].header("Transfer-Encoding") == nil)
    let form = try #require(MultipartForm(requests[1].body, contentType: requests[1].header("Content-Type") ?? ""))
    #expect(form.parts.map { text($0.name) } == ["text", "file", "again", "empty"])
    #expect(form.parts[0].text == "@/etc/hostname")
    #expect(form.parts[0].filename == nil)
    #expect(form.parts[1].content == content)
    #expect(form.parts[1].filename.map(text) == "a\"b;c\r\nX: 1 ü.png")
    #expect(form.parts[1].type == "image/png")
    #expect(form.parts[2].content == content)
    #expect(form.parts[3].content == [])
  }

  @Test("a file that says that it is empty, as those of /proc do, is sent with what it holds")
  func hiddenContent() throws {
    let path = FilePath("/proc/version")
    let content = try #require(readFile("/proc/version"))
    let server = HTTPTestServer { _, _ in .status(200) }
    _ = try send(HTTPRequest(method: "PUT", url: bytes(server.url), body: .file(path), bodyType: "text/plain"))
    let part = HTTPRequest.Part(name: "f", content: .file(path), filename: bytes("version"))
    _ = try send(HTTPRequest(method: "POST", url: bytes(server.url), body: .parts([part])))
    let requests = server.requests
    #expect(requests.map(\.faults) == [[], []])
    #expect(requests[0].method == "PUT" && requests[0].body == content)
    #expect(requests[0].header("Content-Type") == "text/plain")
    let form = MultipartForm(requests[1].body, contentType: requests[1].header("Content-Type") ?? "")
    #expect(form?.parts.map(\.content) == [content])
  }

  @Test("a form of more files than are kept open is sent whole")
  func manyFiles() throws {
    let directory = TemporaryDirectory()
    let names = (0..<300).map { "\($0)" }
    for name in names { directory.write(bytes(name), bytes("content of " + name)) }
    let server = HTTPTestServer { _, _ in .status(200) }
    let parts = names.map {
      HTTPRequest.Part(name: "f", content: .file(FilePath(directory.path + "/" + $0)), filename: bytes($0))
    }
    _ = try send(HTTPRequest(method: "POST", url: bytes(server.url), body: .parts(parts)))
    let seen = try #require(server.requests.first)
    let form = try #require(MultipartForm(seen.body, contentType: seen.header("Content-Type") ?? ""))
    #expect(form.parts.map(\.content) == names.map { bytes("content of " + $0) })
  }

  @Test("an empty file is an empty body")
  func emptyFile() throws {
    let directory = TemporaryDirectory()
    directory.write("empty", "")
    let server = HTTPTestServer { _, _ in .status(200) }
    _ = try send(
      HTTPRequest(method: "PUT", url: bytes(server.url), body: .file(FilePath(directory.path + "/empty"))))
    #expect(server.requests.first?.header("Content-Length") == "0")
  }

  @Test("a file that is missing, a folder or a FIFO is refused before anything is sent")
  func unsuitableFiles() throws {
    let directory = TemporaryDirectory()
    let server = HTTPTestServer { _, _ in .status(200) }
    mkfifo(directory.path + "/fifo", 0o600)
    func error(_ path: String) throws -> HTTPError? {
      try failure(of: HTTPRequest(method: "PUT", url: bytes(server.url), body: .file(FilePath(path))))
    }
    #expect(try error(directory.path + "/none") == .bodyFile(FilePath(directory.path + "/none"), errno: ENOENT))
    #expect(try error(directory.path) == .bodyNotRegular(FilePath(directory.path)))
    #expect(try error(directory.path + "/fifo") == .bodyNotRegular(FilePath(directory.path + "/fifo")))
    #expect(server.requests.isEmpty)
  }

  @Test("a file that becomes shorter while it is sent is an error that says so")
  func shrinkingFile() throws {
    let directory = TemporaryDirectory()
    let path = directory.path + "/shrinking"
    directory.write(bytes("shrinking"), twentyMiB)
    // The head is read, then the sender has to wait: by then the file is cut.
    let server = HTTPTestServer(reading: .headOnly) { _, _ in
      truncate(path, 1000)
      return .init([.pause(seconds: 0.3)])
    }
    let error = try failure(of: HTTPRequest(method: "PUT", url: bytes(server.url), body: .file(FilePath(path))))
    #expect(error == .bodyFileChanged(host: "127.0.0.1:\(server.port)"))
  }

  // MARK: Answers

  @Test("an answer in pieces, without a length, or none at all is read whole")
  func bodies() throws {
    let answers: [HTTPTestServer.Answer] = [
      .raw(
        "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n2;x=y\r\nde\r\n0\r\nX-Trailer: no\r\n\r\n"),
      .raw("HTTP/1.1 200 OK\r\n\r\nto the end"),
      .raw(
        "HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 103 Hints\r\nX: hint\r\n\r\nHTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok"
      ),
      .raw("HTTP/1.1 204 No Content\r\n\r\n"),
    ]
    let server = HTTPTestServer { _, number in answers[number] }
    #expect(try text(send(get(server.url)).body) == "abcde")
    #expect(try text(send(get(server.url)).body) == "to the end")
    let third = try send(get(server.url))
    #expect(text(third.body) == "ok")
    #expect(third.header("X") == nil)
    let last = try send(get(server.url))
    #expect(last.status == 204)
    #expect(last.body == [])
  }

  @Test("an answer beyond 10 MiB is cut and the rest is not waited for, even when it never ends")
  func endlessAnswer() throws {
    let piece = [UInt8](repeating: 0x61, count: 1 << 16)
    let server = HTTPTestServer { _, _ in
      .init([.send(bytes("HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\n\r\n")), .sendForever(piece)])
    }
    let response = try send(get(server.url))
    #expect(response.bodyWasCut)
    #expect(response.body.count == HTTPResponse.bodyLimit)
  }

  @Test("a small packed answer that unpacks to more than 10 MiB is cut there")
  func packedAnswer() throws {
    let large = try packed(twentyMiB)
    let small = try packed(bytes("small"))
    #expect(large.count < 100_000)
    let server = HTTPTestServer { _, number in
      .bytes(200, number == 0 ? large : small, headers: [("Content-Encoding", "gzip")])
    }
    let response = try send(get(server.url))
    #expect(response.bodyWasCut)
    #expect(response.body.count == HTTPResponse.bodyLimit)
    #expect(try text(send(get(server.url)).body) == "small")
    #expect(server.requests.first?.header("Accept-Encoding") == "gzip, deflate")
  }

  @Test("headers without an end are an error")
  func endlessHeaders() throws {
    let server = HTTPTestServer { _, _ in
      .init([
        .send(bytes("HTTP/1.1 200 OK\r\n")),
        .sendForever(bytes("X-Filler: " + String(repeating: "y", count: 1000) + "\r\n")),
      ])
    }
    let error = try failure(of: get(server.url))
    switch error {
    case .headersTooLarge, .broken, .other: break
    default: Issue.record("\(String(describing: error))")
    }
  }

  @Test("a body for a file is written as it comes, whatever its length, under the name the server gives")
  func responseFile() throws {
    let bench = Bench()
    let server = HTTPTestServer { _, number in
      number == 0
        ? .bytes(
          200, twentyMiB, type: "image/png",
          headers: [("Content-Disposition", "attachment; filename=\"../../a b.png\"")])
        : .bytes(200, [1, 2, 3], type: "image/png")
    }
    let folder = WorkFolder(environment: bench.surroundings.environment)
    let storage = ResponseStorage(memoryLimit: 1000, folder: folder)
    let response = try send(get(server.url + "/x"), storage: storage)
    let path = try #require(response.file)
    #expect(text(path.name) == "a b.png")
    #expect(fileSize(path) == twentyMiB.count)
    #expect(response.body.count == 1000)
    let second = try send(get(server.url + "/dir/pic%20ture"), storage: storage)
    #expect(second.file.map { text($0.name) } == "pic ture.png")
    #expect(second.file.flatMap { readSmallFile($0) } == [1, 2, 3])
    #expect(server.requests.allSatisfy { $0.header("Accept-Encoding") == nil })
  }
}

/// Bytes as gzip packs them.
func packed(_ content: [UInt8]) throws -> [UInt8] {
  let run = CommandRun.run(["gzip", "-c"].map(bytes), input: content)
  try #require(run.status == 0)
  return run.output
}
