import Foundation
import Glibc
import TestSupport
import Testing

@Suite("background jobs")
struct JobsTests {
  @Test("a job is accepted at once, done by somebody else, and gives back what 'send' would")
  func detach() {
    let sandbox = Sandbox()
    sandbox.define(
      "com.example.note",
      #"""
      category: action
      accepts: [text, file]
      shell: {script: "pwd; cat {{ item.file }}"}
      returns: [{text: "{{ stdout }}"}, {text: "{{ item.kind }}", name: kind}]
      """#)
    expectRun(sandbox.run(["send", "hello", "-a", "note", "--detach"]), output: "1\n")
    expectRun(
      sandbox.run(["jobs", "wait", "1"]), output: "\(sandbox.path)/home\nhello\n", errors: "kind: text\n")
    #expect(sandbox.masked(sandbox.run(["jobs", "log", "1"]).text) == "SANDBOX/home\nhello")
    // Data from a pipe is kept for the job.
    let data = [0] + [UInt8](repeating: 0xFF, count: 100_000)
    sandbox.define(
      "com.example.keep", "category: action\naccepts: file\nshell: {argv: [cp, \"{{ item.path }}\", kept]}\n")
    expectRun(sandbox.run(["send", "-", "-a", "keep", "-d"], input: data), output: "2\n")
    expectRun(sandbox.run(["jobs", "wait", "2", "--timeout", "60"]))
    #expect(sandbox.directory.read("home/kept") == data)
    #expect(waitUntil(limit: 20) { sandbox.remainingProcesses.isEmpty }, "the worker ends when nothing is left to do")
    #expect(sandbox.remainingFiles == [])
  }

  @Test("an activity that goes on in the background does so by itself; the JSON says that nothing is known yet")
  func background() throws {
    let sandbox = Sandbox()
    sandbox.define(
      "com.example.long",
      "category: share\naccepts: text\nbackground: true\nshell: {argv: [touch, \"{{ item.text }}\"]}\n")
    sandbox.define("com.example.now", "category: share\naccepts: text\nreturns: {text: \"{{ item.text }}\"}\n")
    expectRun(sandbox.run(["send", "one", "-a", "long", "-a", "now"]), output: "1\none\n")
    let json = try object(sandbox.run(["send", "two", "-a", "long", "--json"]))
    #expect(json["evidence"] as? String == "queued" && json["job"] as? Int == 2)
    let both = try object(sandbox.run(["send", "three", "-a", "long", "-a", "now", "--json", "--detach"]))
    #expect(both["jobs"] as? [Int] == [3, 4])
    #expect(sandbox.run(["jobs", "wait", "1", "2", "3", "4"]).status == 0)
    for name in ["one", "two", "three"] { #expect(sandbox.directory.exists("home/" + name)) }
  }

  @Test("what is wrong is told before anything is accepted")
  func refusals() {
    let sandbox = Sandbox()
    expectRun(sandbox.run(["jobs"]), errors: "there are no jobs\n")
    expectRun(sandbox.run(["jobs", "--json"]), output: "{\n  \"jobs\": [],\n  \"error\": null\n}\n")
    sandbox.define(
      "com.example.ask",
      "category: share\naccepts: text\ninputs: {pin: {prompt: PIN, type: secret}}\nshell: {argv: [cat, \"{{ item.file }}\"], stdin: \"{{ input.pin }}\"}\n"
    )
    expectRun(
      sandbox.run(["send", "x", "-a", "ask", "-i", "pin=1234", "-d"]), status: 2,
      errors: """
        sharerouter: the input 'pin' of 'com.example.ask' is secret, and a job stores no secrets
          help: use a secret by its name, '{{ secret.NAME }}', or send without --detach

        """)
    sandbox.define(
      "com.example.folder",
      "category: share\naccepts: text\nshell: {argv: [ls, \"{{ item.file }}\"], cwd: /nonexistent}\n")
    expectRun(
      sandbox.run(["send", "x", "-a", "folder", "-d"]), status: 1,
      errors: "sharerouter: 'com.example.folder' would fail: the working folder '/nonexistent' does not exist\n")
    expectRun(
      sandbox.run(["jobs", "show", "1"]), status: 2,
      errors: "sharerouter: there are no jobs\n  help: 'sharerouter send --detach' makes one\n")
    expectRun(
      sandbox.run(["jobs", "shwo"]), status: 2,
      errors: "sharerouter: there is no command 'jobs shwo'\n  help: did you mean 'jobs show'?\n")
  }

  @Test("jobs are shown as they are, decided about, and removed")
  func commands() throws {
    let sandbox = Sandbox()
    defer { sandbox.endRemainingProcesses() }
    let hold = try WorkerHold(sandbox)
    sandbox.define(
      "com.example.fail",
      "category: action\naccepts: text\nshell: {script: 'echo broken {{ item.text }} >&2; exit 3'}\n")
    sandbox.define(
      "com.example.ok", "category: action\naccepts: text\nshell: {argv: [\"true\", \"{{ item.text }}\"]}\n")
    for (text, type) in [("a", "fail"), ("b\u{1B}[31m", "ok"), ("c", "ok")] {
      #expect(sandbox.run(["send", "--text", text, "-a", type, "-d"]).status == 0)
    }
    expectRun(
      withoutAges(sandbox.run(["jobs"])),
      output: """
        id  state   activity          items        age  progress
         1  queued  com.example.fail  a            N s
         2  queued  com.example.ok    b\\u{1B}[31m  N s
         3  queued  com.example.ok    c            N s

        """)
    expectRun(sandbox.run(["jobs", "cancel", "3"]))
    hold.release()
    expectRun(sandbox.run(["jobs", "work", "--once"]))
    let failed = sandbox.run(["jobs", "wait", "1", "2"])
    expectRun(
      failed, status: 1,
      errors: "sharerouter: job 1 ('com.example.fail') failed: the script failed with exit status 3: broken a\n")
    expectRun(
      sandbox.run(["jobs", "wait", "3"]), status: 130,
      errors: "sharerouter: job 3 ('com.example.ok') was cancelled: it was cancelled before it was begun\n")
    let states = try object(sandbox.run(["jobs", "--json"]))["jobs"] as? [[String: Any]]
    #expect(states?.map { $0["state"] as? String } == ["failed", "completed", "cancelled"])
    let shown = try object(sandbox.run(["jobs", "show", "1", "--json"]))["jobs"] as? [[String: Any]]
    let outcome = shown?.first?["outcome"] as? [String: Any]
    #expect(outcome?["exitStatus"] as? Int == 3)
    expectRun(
      sandbox.run(["jobs", "retry", "2"]), status: 1,
      errors: "sharerouter: job 2 is done\n  help: send the items again\n")
    expectRun(sandbox.run(["jobs", "retry", "1"]))
    #expect(sandbox.run(["jobs", "wait", "1"]).status == 1)
    let log = "broken a\n--- try 2 ---\nbroken a\n"
    #expect(sandbox.run(["jobs", "log", "1"]).text == log)
    let logged = try object(sandbox.run(["jobs", "log", "1", "--json"]))["jobs"] as? [[String: Any]]
    #expect(logged?.first?["log"] as? String == log && logged?.first?["state"] as? String == "failed")
    expectRun(
      sandbox.run(["jobs", "cancel", "1", "9"]), status: 2,
      errors: """
        sharerouter: job 1 failed already
          help: 'sharerouter jobs prune' removes it
        sharerouter: there is no job 9
          help: 'sharerouter jobs --all' shows those that there are

        """)
    expectRun(sandbox.run(["jobs", "prune"]), errors: "2 jobs removed\n")
    expectRun(
      sandbox.run(["jobs", "prune", "--all", "--json"]),
      output: "{\n  \"pruned\": [\n    1\n  ],\n  \"error\": null\n}\n")
    #expect(sandbox.run(["ls", "-A"]).status == 2)
    expectRun(sandbox.run(["jobs"]), errors: "there are no jobs\n")
  }

  @Test("cancelling ends the whole group, also what left it, and nobody is told of a failure")
  func cancel() {
    let sandbox = Sandbox()
    defer { sandbox.endRemainingProcesses() }
    sandbox.define(
      "com.example.wait",
      "category: action\naccepts: text\nshell: {script: \"printf %s {{ item.text }} >begun; setsid sleep 300 & sleep 300 & trap '' TERM; sleep 300\"}\n"
    )
    expectRun(sandbox.run(["send", "x", "-a", "wait", "-d"]), output: "1\n")
    #expect(waitUntil { sandbox.directory.exists("home/begun") })
    expectRun(sandbox.run(["jobs", "cancel", "1"]))
    #expect(sandbox.run(["jobs"]).text.contains(" 1  cancelled  com.example.wait"))
    #expect(waitUntil(limit: 20) { sandbox.remainingProcesses.isEmpty })
    // Once more does no harm.
    expectRun(sandbox.run(["jobs", "cancel", "1"]))
  }

  @Test("a program gets the three standard descriptors alone, no terminal, and the person's home")
  func surroundings() {
    let sandbox = Sandbox()
    sandbox.define(
      "com.example.look",
      "category: action\naccepts: text\nshell: {script: 'ls /proc/self/fd; : {{ item.text }}; cat; (: </dev/tty) 2>/dev/null || echo no terminal'}\n"
    )
    _ = sandbox.run(["send", "x", "-a", "look", "-d"])
    #expect(sandbox.run(["jobs", "wait", "1"]).status == 0)
    // ls has its own descriptor of the folder.
    #expect(sandbox.run(["jobs", "log", "1"]).text == "0\n1\n2\n3\nno terminal\n")
  }
}

/// A run in which the ages of jobs are written as `N s`.
func withoutAges(_ run: CommandRun) -> CommandRun {
  var run = run
  run.output = Array(run.text.replacing(#/  \d+ s\b/#, with: "  N s").utf8)
  return run
}

func object(_ run: CommandRun) throws -> [String: Any] {
  try #require(try JSONSerialization.jsonObject(with: Data(run.output)) as? [String: Any], "\(run.errorText)")
}

/// Keeps a sandbox's jobs from being done, as a worker that never gets to them would.
final class WorkerHold {
  private var descriptors: [Int32] = []

  init(_ sandbox: Sandbox) throws {
    let folder = sandbox.path + "/state/sharerouter"
    mkdir(folder, 0o700)
    let lock = open(folder + "/jobs.lock", O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
    flock(lock, LOCK_EX)
    mkfifo(folder + "/jobs.wake", 0o600)
    descriptors = [open(folder + "/jobs.wake", O_RDWR | O_NONBLOCK | O_CLOEXEC), lock]
    try #require(descriptors.allSatisfy { $0 >= 0 })
  }

  deinit { release() }

  func release() {
    for descriptor in descriptors { close(descriptor) }
    descriptors = []
  }
}
