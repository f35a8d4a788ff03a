import Glibc
import ShareModel
import TestSupport
import Testing

@testable import ShareActions

@Suite("requests without an answer")
struct HTTPErrorTests {
  private func host(_ server: HTTPTestServer) -> String { "127.0.0.1:\(server.port)" }

  @Test("a refused connection and an unknown host: nothing was sent, and it says so")
  func unreachable() throws {
    let server = HTTPTestServer { _, _ in .status(200) }
    server.stop()
    guard case .notConnected(let refused, _)? = try failure(of: get(server.url)) else {
      Issue.record("not refused")
      return
    }
    #expect(refused == host(server))
    let unknown = try failure(of: get("http://no-such-host.invalid/"))
    #expect(unknown == .hostNotFound("no-such-host.invalid"))
    for error in [HTTPError.notConnected(host: "h", reason: "r"), .hostNotFound("h")] {
      #expect(error.isBeforeRequest)
      #expect(Outcome.Failure(error).message.hasSuffix("nothing was sent"))
    }
  }

  @Test("a reset, an early close and a nonsensical answer are told apart from each other")
  func brokenAnswers() throws {
    let answers: [HTTPTestServer.Answer] = [
      .init([.reset]), .init([]), .raw("SSH-2.0-OpenSSH\r\n"),
      .raw("HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nshort"),
      .raw("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nff\r\nabc"),
      .raw("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\nabc\r\n"),
      .raw("HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: 4\r\n\r\nabcd"),
      .raw("HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\n"), .raw("HTTP/1.1 200 OK\r\nContent-Ty"),
    ]
    let server = HTTPTestServer { _, number in answers[number] }
    var errors: [HTTPError?] = []
    for _ in answers { errors.append(try failure(of: get(server.url))) }
    for (index, error) in errors.enumerated() {
      switch (index, error) {
      case (0, .broken), (0, .noAnswer), (1, .noAnswer), (3..., .broken): break
      case (2, .other), (2, .broken): break
      default: Issue.record("answer \(index): \(String(describing: error))")
      }
      #expect(error?.isBeforeRequest == false)
    }
    #expect(server.requests.count == answers.count, "nothing is sent twice")
  }

  @Test("the time of a request ends a slow answer, header or body", arguments: [true, false])
  func timeout(inBody: Bool) throws {
    let server = HTTPTestServer { _, _ in
      .init((inBody ? [.send(bytes("HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nab"))] : []) + [.pause(seconds: 30)])
    }
    #expect(try failure(of: get(server.url), seconds: 0.3) == .timedOut(seconds: 0.3))
  }

  @Test("a server that moves no byte is given up; one that moves some is not")
  func silence() throws {
    let silent = HTTPTestServer { _, _ in .init([.pause(seconds: 30)]) }
    #expect(
      try failure(of: get(silent.url), httpRunner(idle: 0.5)) == .silent(host: host(silent), seconds: 0.5))
    let slow = HTTPTestServer { _, _ in
      let head = HTTPTestServer.Step.send(bytes("HTTP/1.1 200 OK\r\nContent-Length: 8\r\n\r\n"))
      return .init([head] + (0..<8).flatMap { _ in [.pause(seconds: 0.25), .send([0x61])] })
    }
    #expect(try text(send(get(slow.url), httpRunner(idle: 1)).body) == "aaaaaaaa")
  }

  @Test("an interruption ends a request at once")
  func interruption() throws {
    let interruption = try #require(Interruption())
    let server = HTTPTestServer { _, _ in
      interruption.interrupt()
      return .init([.pause(seconds: 30)])
    }
    #expect(throws: HTTPError.cancelled) { try send(get(server.url), interruption: interruption) }
  }

  @Test("a server that stops reading a large body does not end this process")
  func brokenPipe() throws {
    let directory = TemporaryDirectory()
    directory.write(bytes("big"), twentyMiB)
    let server = HTTPTestServer(reading: .headOnly) { _, _ in .init([.reset]) }
    let error = try failure(
      of: HTTPRequest(method: "PUT", url: bytes(server.url), body: .file(FilePath(directory.path + "/big"))))
    switch error {
    case .broken, .noAnswer: break
    default: Issue.record("\(String(describing: error))")
    }
  }

  @Test("a server may refuse a large body before it has all of it")
  func earlyAnswer() throws {
    let directory = TemporaryDirectory()
    directory.write(bytes("big"), twentyMiB)
    let server = HTTPTestServer(reading: .headOnly) { _, _ in .status(413, "too large", type: "text/plain") }
    let response = try send(
      HTTPRequest(method: "PUT", url: bytes(server.url), body: .file(FilePath(directory.path + "/big"))))
    #expect(response.status == 413)
  }
}
