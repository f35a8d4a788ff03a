import Glibc
import TestSupport
import Testing

@Suite("Stopping an action")
struct InterruptionTests {
  /// An activity that says that it runs, then waits with a child of its own; and what it is left by.
  private static func sandbox(trap: String = "") -> Sandbox {
    let sandbox = Sandbox()
    sandbox.define(
      "com.example.wait",
      #"""
      category: action
      accepts: text
      shell:
        script: |
          TRAP
          cp {{ item.file }} started
          sleep 300 &
          sleep 300
          touch late
      """#)
    sandbox.define(
      "com.example.slow",
      #"""
      category: action
      accepts: text
      shell:
        script: |
          TRAP
          printf %s {{ item.text }} >started
          sleep 300 & sleep 300
          touch late
        timeout: 500ms
      """#)
    for type in ["com.example.wait", "com.example.slow"] {
      let name = "config/sharerouter/activities.d/\(type).yaml"
      let text = String(decoding: sandbox.directory.read(name) ?? [], as: UTF8.self)
      sandbox.directory.write(name, replacing(text, "TRAP", trap.isEmpty ? ":" : trap))
    }
    return sandbox
  }

  @Test(
    "a signal to the program ends the whole group, and nothing is left",
    arguments: [SIGINT, SIGTERM, SIGHUP], ["", "trap '' TERM"])
  func signal(number: Int32, trap: String) throws {
    let sandbox = InterruptionTests.sandbox(trap: trap)
    let command = try sandbox.start(["send", "one", "two", "-a", "wait"])
    #expect(waitUntil { sandbox.directory.exists("work/started") && sandbox.remainingProcesses.count >= 3 })
    command.send(number)
    let run = command.wait()
    #expect(run.status == 130, "\(run.errorText)")
    #expect(run.output == [])
    #expect(run.errorText.contains("'com.example.wait' was cancelled"), "\(run.errorText)")
    #expect(waitUntil(limit: 20) { sandbox.remainingProcesses.isEmpty })
    #expect(!sandbox.directory.exists("work/late"))
    #expect(sandbox.remainingFiles == [])
  }

  @Test("an action whose time is over is ended with all of its group", arguments: ["", "trap '' TERM"])
  func timeout(trap: String) {
    let sandbox = InterruptionTests.sandbox(trap: trap)
    let run = sandbox.run(["send", "one", "-a", "slow"])
    expectRun(
      run, status: 5,
      errors: "sharerouter: 'com.example.slow' timed out: the script timed out after 0.5 s and was ended\n")
    #expect(sandbox.directory.read("work/started") == Array("one".utf8))
    #expect(waitUntil(limit: 20) { sandbox.remainingProcesses.isEmpty })
    #expect(!sandbox.directory.exists("work/late"))
    #expect(sandbox.remainingFiles == [])
  }

  @Test("a program that was killed is a failure that names the signal")
  func killed() {
    let sandbox = Sandbox()
    sandbox.define(
      "com.example.kill", "category: action\naccepts: text\nshell: {script: 'echo {{ items.count }}; kill -9 $$'}\n")
    expectRun(
      sandbox.run(["send", "x", "-a", "com.example.kill"]), status: 1, output: "1\n",
      errors: "sharerouter: 'com.example.kill' failed: the script was killed by SIGKILL\n")
  }

  @Test("output of more than a pipe holds arrives from both descriptors at once")
  func muchOutput() {
    let sandbox = Sandbox()
    sandbox.define(
      "com.example.much",
      #"""
      category: action
      accepts: text
      shell:
        script: |
          head -c 300000 /dev/zero | tr '\0' e >&2
          head -c 300000 /dev/zero | tr '\0' o
          head -c 300000 /dev/zero | tr '\0' e >&2
          printf %s {{ item.text }}
      returns: {text: "{{ stdout }}"}
      """#)
    let run = sandbox.run(["send", "end", "-a", "much"])
    #expect(run.status == 0)
    #expect(run.output == [UInt8](repeating: 0x6F, count: 300_000) + Array("end\n".utf8))
    #expect(run.errors == [UInt8](repeating: 0x65, count: 600_000))
    let json = sandbox.run(["send", "end", "-a", "much", "--json"])
    #expect(json.status == 0 && json.text.contains("oooend"))
  }

  @Test("a child that goes on in the background does not hold the result back")
  func background() {
    let sandbox = Sandbox()
    defer { sandbox.endRemainingProcesses() }
    sandbox.define(
      "com.example.daemon",
      #"""
      category: action
      accepts: text
      shell: {script: "sleep 300 & printf %s {{ item.text }}"}
      returns: {text: "{{ stdout }}"}
      """#)
    expectRun(sandbox.run(["send", "done", "-a", "daemon"]), output: "done\n")
    #expect(!sandbox.remainingProcesses.isEmpty, "what a successful action leaves running is left alone")
  }

  @Test("a program that does not read its input does not hurt")
  func unreadInput() {
    let sandbox = Sandbox()
    sandbox.define(
      "com.example.unread",
      "category: action\naccepts: text\nshell: {argv: [sh, -c, exit 3], stdin: \"{{ item.text }}\"}\n")
    let run = sandbox.run(["send", "-", "-a", "unread"], input: [UInt8](repeating: 0x61, count: 1 << 20))
    expectRun(run, status: 1, errors: "sharerouter: 'com.example.unread' failed: 'sh' failed with exit status 3\n")
  }
}
