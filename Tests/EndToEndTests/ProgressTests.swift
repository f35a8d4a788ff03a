import Foundation
import TestSupport
import Testing

@Suite("progress of transfers")
struct ProgressTests {
  /// Runs a command with a terminal for its messages, and prints what that showed.
  private static let script = """
    import os, pty, sys
    screen, terminal = pty.openpty()
    child = os.fork()
    if child == 0:
        os.dup2(terminal, 2)
        os.close(screen)
        os.execv(sys.argv[1], sys.argv[1:])
    os.close(terminal)
    shown = b""
    while True:
        try:
            piece = os.read(screen, 65536)
        except OSError:
            break
        if not piece:
            break
        shown += piece
    sys.stdout.buffer.write(shown)
    sys.exit(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]))
    """

  private func sandbox(_ server: HTTPTestServer) -> Sandbox {
    let sandbox = Sandbox()
    sandbox.define(
      "com.example.get",
      "category: share\naccepts: text\nhttp: {method: GET, url: \"\(server.url)/{{ item.text }}\"}\nreturns: {text: \"{{ response.text }}\"}\n"
    )
    return sandbox
  }

  /// A server that sends the second half of its answer after a while.
  private func slowServer(pause: Double = 2) -> HTTPTestServer {
    HTTPTestServer { _, _ in
      let half = [UInt8](repeating: 0x61, count: 500_000)
      let head = "HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\nContent-Length: 1000000\r\n\r\n"
      return .init([.send(Array(head.utf8) + half), .pause(seconds: pause), .send(half)])
    }
  }

  @Test("a terminal sees one line that is redrawn and taken away again")
  func terminal() {
    let server = slowServer()
    let sandbox = sandbox(server)
    let command = ["python3", "-c", ProgressTests.script, CommandRun.program, "send", "x", "-a", "com.example.get"]
    let run = CommandRun.run(
      (command + ["--output", sandbox.work]).map { Array($0.utf8) },
      environment: sandbox.environment.merging(["TERM": "xterm"]) { $1 }, in: sandbox.work)
    #expect(run.status == 0, "\(run.errorText)")
    // The result comes first: it goes to the same stdout, and the screen is printed at the end.
    let shown = String(decoding: run.output.drop { $0 == 0x61 }.dropFirst(), as: UTF8.self)
    #expect(
      shown.hasPrefix("\rreceiving  [############------------]  50 % of 1.0 MB, "),
      "\(shown.prefix(200).debugDescription)")
    #expect(shown.hasSuffix("\r\u{1B}[K") && !shown.contains("\n"), "\(shown.suffix(200).debugDescription)")
  }

  @Test("who waits for a job at a terminal sees how far it is")
  func waiting() {
    let server = slowServer(pause: 4)
    let sandbox = sandbox(server)
    defer { sandbox.endRemainingProcesses() }
    #expect(sandbox.run(["send", "x", "-a", "com.example.get", "-d"]).status == 0)
    let command = ["python3", "-c", ProgressTests.script, CommandRun.program, "jobs", "wait", "1"]
    let run = CommandRun.run(
      command.map { Array($0.utf8) }, environment: sandbox.environment.merging(["TERM": "xterm"]) { $1 },
      in: sandbox.work)
    #expect(run.status == 0, "\(run.errorText)")
    let shown = String(decoding: run.output.drop { $0 == 0x61 }.dropFirst(), as: UTF8.self)
    // Before anything has come there is only how much that is.
    #expect(shown.hasPrefix("\rjob 1  "), "\(shown.prefix(200).debugDescription)")
    #expect(
      shown.contains("\rjob 1  [############------------]  50 % of 1.0 MB, "), "\(shown.prefix(200).debugDescription)")
    #expect(shown.hasSuffix("\r\u{1B}[K") && !shown.contains("\n"), "\(shown.suffix(200).debugDescription)")
  }

  @Test("who is no terminal sees none", arguments: [[], ["--json"]] as [[String]])
  func noTerminal(options: [String]) {
    let server = slowServer()
    let run = sandbox(server).run(["send", "x", "-a", "com.example.get"] + options)
    #expect(run.status == 0 && run.errors.isEmpty)
  }

  @Test("'jobs' shows how far a running one is, and its JSON in bytes")
  func job() throws {
    let server = slowServer(pause: 8)
    let sandbox = sandbox(server)
    defer { sandbox.endRemainingProcesses() }
    #expect(sandbox.run(["send", "x", "-a", "com.example.get", "-d"]).status == 0)
    #expect(waitUntil { sandbox.run(["jobs"]).text.contains("50 % of 1.0 MB") })
    let json = try object(sandbox.run(["jobs", "--json"]))["jobs"] as? [[String: Any]]
    let progress = json?.first?["progress"] as? [String: Int]
    #expect(progress == nil || progress == ["done": 500_000, "total": 1_000_000])
    #expect(sandbox.run(["jobs", "wait", "1"]).status == 0)
  }
}
