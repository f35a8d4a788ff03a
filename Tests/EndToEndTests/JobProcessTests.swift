import Glibc
import TestSupport
import Testing

@Suite("programs of jobs")
struct JobProcessTests {
  @Test("programs of two jobs at once begin each in its own folder, and the worker stays in its own")
  func folders() {
    let sandbox = Sandbox()
    for name in ["a", "b"] {
      mkdir(sandbox.work + "/" + name, 0o700)
      sandbox.define(
        "com.example.\(name)",
        """
        category: action
        accepts: text
        shell:
          cwd: \(sandbox.work)/\(name)
          script: printf '%s %s %s\\n' {{ item.text }} "$(pwd -P)" "$(readlink /proc/$PPID/cwd)"
        """)
    }
    let texts = (1...200).flatMap { ["--text", String($0)] }
    for name in ["a", "b"] { #expect(sandbox.run(["send", "-a", name, "-d"] + texts).status == 0) }
    #expect(sandbox.run(["jobs", "wait", "1", "2"]).status == 0)
    for (id, name) in [("1", "a"), ("2", "b")] {
      let lines = (1...200).map { "\($0) SANDBOX/work/\(name) SANDBOX/home\n" }
      #expect(sandbox.masked(sandbox.run(["jobs", "log", id]).text) == lines.joined())
    }
  }

  @Test("one that does not read its input, and one that is killed, fail; the worker and the others go on")
  func crashes() {
    let sandbox = Sandbox()
    sandbox.define(
      "com.example.deaf",
      "category: action\naccepts: text\nshell: {argv: [sh, -c, 'exit 3'], stdin: \"{{ item.text }}\"}\n")
    sandbox.define(
      "com.example.killed", "category: action\naccepts: text\nshell: {script: ': {{ item.text }}; kill -9 $$'}\n")
    sandbox.define(
      "com.example.ok", "category: action\naccepts: text\nshell: {argv: [\"true\", \"{{ item.file }}\"]}\n")
    let large = [UInt8](repeating: 0x61, count: 1 << 20)
    #expect(sandbox.run(["send", "-", "-a", "deaf", "-d"], input: large).status == 0)
    for type in ["killed", "ok"] { #expect(sandbox.run(["send", "x", "-a", type, "-d"]).status == 0) }
    expectRun(
      sandbox.run(["jobs", "wait", "1", "2", "3"]), status: 1,
      errors: """
        sharerouter: job 1 ('com.example.deaf') failed: 'sh' failed with exit status 3
        sharerouter: job 2 ('com.example.killed') failed: the script was killed by SIGKILL

        """)
    let states = sandbox.run(["jobs"]).text.split(separator: "\n").dropFirst().map { $0.split(separator: " ")[1] }
    #expect(states == ["failed", "failed", "completed"])
  }

  /// Runs a command in a session of its own with a terminal, which hangs up when the command has ended.
  private static let hangUp = """
    import os, pty, sys
    child, screen = pty.fork()
    if child == 0:
        os.execv(sys.argv[1], sys.argv[1:])
    shown = b""
    try:
        while piece := os.read(screen, 4096):
            shown += piece
    except OSError:
        pass
    status = os.waitpid(child, 0)[1]
    os.close(screen)
    sys.stdout.buffer.write(shown)
    sys.exit(os.waitstatus_to_exitcode(status))
    """

  @Test("a job goes on when the terminal is closed that it was sent from")
  func terminal() {
    let sandbox = Sandbox()
    defer { sandbox.endRemainingProcesses() }
    sandbox.define(
      "com.example.wait",
      "category: action\naccepts: text\nshell: {script: 'printf %s {{ item.text }} >begun; until [ -e go ]; do sleep 0.05; done; echo end'}\n"
    )
    let command = ["python3", "-c", JobProcessTests.hangUp, CommandRun.program, "send", "x", "-a", "wait", "-d"]
    let run = CommandRun.run(command.map { Array($0.utf8) }, environment: sandbox.environment, in: sandbox.work)
    #expect(run.status == 0 && run.text == "1\r\n", "\(run.text) \(run.errorText)")
    #expect(waitUntil { sandbox.directory.exists("home/begun") })
    sandbox.directory.write("home/go", "")
    #expect(sandbox.run(["jobs", "wait", "1"]).status == 0)
    #expect(sandbox.run(["jobs", "log", "1"]).text == "end\n")
  }
}
