import Foundation
import Glibc
import TestSupport
import Testing

@Suite("jobs when something goes wrong")
struct JobFaultTests {
  private static let longScript =
    #"""
    category: action
    accepts: text
    shell: {script: "printf 'begun %s\\n' {{ item.text }} >>home.log; sleep 300; echo late >>home.log"}

    """#

  /// The process of a sandbox that is its worker.
  private func worker(_ sandbox: Sandbox) -> pid_t? {
    sandbox.remainingProcesses.first { process in
      (readFile("/proc/\(process)/cmdline") ?? []).split(separator: 0).suffix(2).elementsEqual(
        [Array("jobs".utf8)[...], Array("work".utf8)[...]])
    }
  }

  @Test(
    "a job whose worker is killed is interrupted, not running for ever; somebody decides, and it is done again once")
  func killedWorker() throws {
    let sandbox = Sandbox()
    defer { sandbox.endRemainingProcesses() }
    sandbox.define("com.example.long", JobFaultTests.longScript)
    expectRun(sandbox.run(["send", "x", "-a", "long", "-d"]), output: "1\n")
    #expect(waitUntil { sandbox.directory.exists("home/home.log") })
    kill(try #require(worker(sandbox)), SIGKILL)
    #expect(waitUntil { worker(sandbox) == nil })
    #expect(sandbox.run(["jobs"]).text.contains(" 1  interrupted  com.example.long"))
    let shown = sandbox.run(["jobs", "show", "1"]).text
    #expect(shown.contains("its worker died while it was performed") && shown.contains("still running: process "))
    // Its program still runs, so doing it again would do it twice.
    let refused = sandbox.run(["jobs", "retry", "1"])
    #expect(refused.status == 1 && refused.errorText.contains("a program of job 1 still runs"))
    #expect(sandbox.run(["jobs", "wait", "1"]).status == 1)
    expectRun(sandbox.run(["jobs", "cancel", "1"]))
    #expect(waitUntil(limit: 20) { sandbox.remainingProcesses.isEmpty })
    sandbox.define("com.example.long", JobFaultTests.longScript)
    expectRun(sandbox.run(["jobs", "retry", "1"]))
    #expect(waitUntil { sandbox.directory.read("home/home.log") == Array("begun x\nbegun x\n".utf8) })
    expectRun(sandbox.run(["jobs", "cancel", "1"]))
  }

  @Test("who waits for a job sees to it that somebody does it, and who reads its log learns that nobody does any more")
  func nobodyWorks() throws {
    let sandbox = Sandbox()
    defer { sandbox.endRemainingProcesses() }
    sandbox.define(
      "com.example.ok", "category: action\naccepts: text\nshell: {argv: [\"true\", \"{{ item.file }}\"]}\n")
    let hold = try WorkerHold(sandbox)
    #expect(sandbox.run(["send", "x", "-a", "ok", "-d"]).status == 0)
    let waiting = try sandbox.start(["jobs", "wait", "1", "--timeout", "100"])
    // Whoever holds the lock seems to be a worker, and does nothing.
    usleep(300_000)
    #expect(waiting.isRunning)
    hold.release()
    #expect(waiting.wait().status == 0)
    sandbox.define("com.example.long", JobFaultTests.longScript)
    #expect(sandbox.run(["send", "x", "-a", "long", "-d"]).status == 0)
    #expect(waitUntil { sandbox.directory.exists("home/home.log") })
    let following = try sandbox.start(["jobs", "log", "2", "--follow"])
    kill(try #require(worker(sandbox)), SIGKILL)
    #expect(following.wait().status == 0)
    #expect(sandbox.run(["jobs", "show", "2"]).text.contains("interrupted"))
  }

  @Test("a worker that is asked to stop ends what runs and says so")
  func stoppedWorker() throws {
    let sandbox = Sandbox()
    defer { sandbox.endRemainingProcesses() }
    sandbox.define("com.example.long", JobFaultTests.longScript)
    _ = sandbox.run(["send", "x", "-a", "long", "-d"])
    #expect(waitUntil { sandbox.directory.exists("home/home.log") })
    kill(try #require(worker(sandbox)), SIGTERM)
    #expect(waitUntil(limit: 20) { sandbox.remainingProcesses.isEmpty })
    #expect(sandbox.run(["jobs"]).text.contains(" 1  interrupted  com.example.long  x "))
  }

  @Test("an item that was removed, and one that was changed, end in a failure that names it; nothing else is sent")
  func items() throws {
    let sandbox = Sandbox()
    let hold = try WorkerHold(sandbox)
    sandbox.define("com.example.send", "category: share\naccepts: file\nshell: {argv: [cat, \"{{ item.path }}\"]}\n")
    let gone = sandbox.file("gone.txt", "a")
    let changed = sandbox.file("changed.txt", "a")
    for name in ["gone.txt", "changed.txt"] { _ = sandbox.run(["send", name, "-a", "send", "-d"]) }
    unlink(gone)
    sandbox.file("changed.txt", "b and more")
    hold.release()
    expectRun(
      sandbox.run(["jobs", "wait", "1", "2"]), status: 1,
      errors: """
        sharerouter: job 1 ('com.example.send') failed: '\(gone)', which was shared, cannot be read: No such file or directory
        sharerouter: job 2 ('com.example.send') failed: '\(changed)' was changed after it was shared, so it is not sent; 'retry' sends it as it is now

        """)
    #expect(sandbox.run(["jobs", "log", "2"]).text == "")
    expectRun(sandbox.run(["jobs", "retry", "2"]))
    expectRun(sandbox.run(["jobs", "wait", "2"]))
    #expect(sandbox.run(["jobs", "log", "2"]).text == "b and more")
  }

  @Test("a program that is missing when its turn comes is a failure that names it and where it was looked for")
  func missingProgram() throws {
    let sandbox = Sandbox()
    let hold = try WorkerHold(sandbox)
    sandbox.stub("helper", "exit 0\n")
    sandbox.define(
      "com.example.help", "category: action\naccepts: text\nshell: {argv: [helper, \"{{ item.text }}\"]}\n")
    _ = sandbox.run(["send", "x", "-a", "help", "-d"])
    unlink(sandbox.path + "/bin/helper")
    hold.release()
    let run = sandbox.run(["jobs", "wait", "1"])
    #expect(run.status == 1)
    #expect(run.errorText.contains("job 1 ('com.example.help') failed: "), "\(run.errorText)")
    #expect(run.errorText.contains("'helper'"), "\(run.errorText)")
  }

  @Test("a store of a newer version is refused, and left as it is")
  func newerStore() {
    let sandbox = Sandbox()
    sandbox.define(
      "com.example.ok", "category: action\naccepts: text\nshell: {argv: [\"true\", \"{{ item.file }}\"]}\n")
    _ = sandbox.run(["send", "x", "-a", "ok", "-d"])
    #expect(sandbox.run(["jobs", "wait", "1"]).status == 0)
    #expect(waitUntil(limit: 20) { sandbox.remainingProcesses.isEmpty })
    python(sandbox, "db.execute('PRAGMA user_version=99')")
    for arguments in [["send", "x", "-a", "ok", "-d"], ["jobs"], ["jobs", "work"]] {
      let run = sandbox.run(arguments)
      #expect(run.status == 1)
      #expect(
        sandbox.masked(run.errorText).hasSuffix(
          """
          the job store 'SANDBOX/state/sharerouter/jobs.sqlite' has version 99, and this program knows versions up to 1
            help: use the newer sharerouter

          """), "\(run.errorText)")
    }
  }

  @Test("a lock that another program holds for two seconds delays, and nothing is lost")
  func locked() throws {
    let sandbox = Sandbox()
    sandbox.define(
      "com.example.ok", "category: action\naccepts: text\nshell: {argv: [\"true\", \"{{ item.file }}\"]}\n")
    _ = sandbox.run(["send", "x", "-a", "ok", "-d"])
    #expect(sandbox.run(["jobs", "wait", "1"]).status == 0)
    let script = """
      import sqlite3, time
      db = sqlite3.connect('state/sharerouter/jobs.sqlite', isolation_level=None)
      db.execute('BEGIN IMMEDIATE')
      open('locked', 'w').close()
      time.sleep(2)
      db.execute('COMMIT')
      """
    let holder = try RunningCommand.start(
      ["python3", "-c", script].map { Array($0.utf8) }, environment: sandbox.environment, in: sandbox.path
    ).get()
    #expect(waitUntil { sandbox.directory.exists("locked") })
    expectRun(sandbox.run(["send", "x", "-a", "ok", "-d"]), output: "2\n")
    #expect(!holder.isRunning || holder.wait().status == 0)
    #expect(sandbox.run(["jobs", "wait", "2"]).status == 0)
  }

  /// Whether this machine lets a test mount something for itself alone.
  private static let canMount =
    CommandRun.run(
      ["unshare", "--map-root-user", "--mount", "mount", "-t", "tmpfs", "tmpfs", "/mnt"].map { Array($0.utf8) }
    ).status == 0

  /// Runs a script in which `state` is a small file system of its own.
  private func onSmallDisk(_ sandbox: Sandbox, _ script: String) -> CommandRun {
    let mounted = "mount -t tmpfs -o size=400k tmpfs state && \(script)"
    var variables = sandbox.environment
    variables["sharerouter"] = CommandRun.program
    return CommandRun.run(
      ["unshare", "--map-root-user", "--mount", "sh", "-c", mounted].map { Array($0.utf8) }, environment: variables,
      in: sandbox.path)
  }

  @Test(
    "a full disk: nothing is accepted, that is said, and what was accepted before is still there",
    .enabled(if: canMount, "this machine does not let tests mount file systems"))
  func fullDisk() {
    let sandbox = Sandbox()
    defer { sandbox.endRemainingProcesses() }
    sandbox.define(
      "com.example.ok", "category: action\naccepts: [text, file]\nshell: {argv: [\"true\", \"{{ item.file }}\"]}\n")
    sandbox.file("large", String(repeating: "\0", count: 500_000))
    let run = onSmallDisk(
      sandbox,
      """
      "$sharerouter" send x -a ok -d; "$sharerouter" jobs wait 1; echo "done $?"
      "$sharerouter" send - -a ok -d <work/large; echo "spool $?"
      ls state/sharerouter/jobs 2>/dev/null
      cat /dev/zero >state/filler 2>/dev/null
      "$sharerouter" send x -a ok -d; echo "full $?"
      rm state/filler
      "$sharerouter" send x -a ok -d; "$sharerouter" jobs wait 2; echo "again $?"
      """)
    #expect(run.text == "1\ndone 0\nspool 1\nfull 1\n2\nagain 0\n", "\(run.errorText)")
    let errors = sandbox.masked(run.errorText).split(separator: "\n").filter { $0.hasPrefix("sharerouter") }
    #expect(errors.count == 2)
    for error in errors {
      #expect(
        error.hasPrefix(
          "sharerouter: nothing was accepted: no space is left for the job store 'SANDBOX/state/sharerouter"))
    }
  }

  @Test(
    "a folder that cannot be written to is an error that names it",
    .enabled(if: canMount, "this machine does not let tests mount file systems"))
  func readOnly() {
    let sandbox = Sandbox()
    sandbox.define(
      "com.example.ok", "category: action\naccepts: text\nshell: {argv: [\"true\", \"{{ item.file }}\"]}\n")
    let run = onSmallDisk(
      sandbox,
      """
      mount -o remount,ro state; "$sharerouter" send x -a ok -d; echo $?
      mount -o remount,rw state; "$sharerouter" send x -a ok -d; "$sharerouter" jobs wait 1
      while [ -n "$(ps -o pid= -C sharerouter --no-headers | head -c0)" ]; do sleep 0.1; done
      mount -o remount,ro state 2>/dev/null && { "$sharerouter" send x -a ok -d; echo $?; } || echo busy
      """)
    #expect(run.text.hasPrefix("1\n1\n"), "\(run.text) \(run.errorText)")
    #expect(
      sandbox.masked(run.errorText).contains(
        "nothing was accepted: the job store 'SANDBOX/state/sharerouter' cannot be opened: Read-only file system"),
      "\(run.errorText)")
  }

  @Test("twenty senders of fifty jobs each at once: a thousand jobs, a thousand runs, and no lock is in the way")
  func crowd() throws {
    let sandbox = Sandbox()
    defer { sandbox.endRemainingProcesses() }
    sandbox.define(
      "com.example.count",
      #"""
      category: action
      accepts: text
      shell: {script: "printf '%s\\n' {{ item.text }} >>\"$HOME/count\""}
      """#)
    let senders = try (0..<20).map { number in
      try RunningCommand.start(
        [
          "sh", "-c",
          "for i in $(seq 50); do \"$0\" send --text \(number)-$i -a com.example.count --detach || exit 1; done",
          CommandRun.program,
        ].map { Array($0.utf8) }, environment: sandbox.environment, in: sandbox.work
      ).get()
    }
    let runs = senders.map { $0.wait(limit: 300) }
    #expect(
      runs.allSatisfy { $0.status == 0 && $0.errors.isEmpty }, "\(Set(runs.map { "\($0.status) \($0.errorText)" }))")
    let numbers = runs.flatMap { $0.text.split(separator: "\n").compactMap { Int($0) } }
    #expect(Set(numbers) == Set(1...1000) && numbers.count == 1000)
    #expect(waitUntil(limit: 300) { worker(sandbox) == nil })
    let lines = String(decoding: sandbox.directory.read("home/count") ?? [], as: UTF8.self).split(separator: "\n")
    #expect(lines.count == 1000 && Set(lines).count == 1000)
    let jobs = try object(sandbox.run(["jobs", "--json"]))["jobs"] as? [[String: Any]]
    #expect(jobs?.count { $0["state"] as? String == "completed" } == 1000)
  }

  @Test("nothing is lost or done twice when workers and senders are killed at fifty moments")
  func kills() {
    let run = CommandRun.run(
      [
        Project.root + "/Scripts/kill-test", "--kills", "50", "--seed", "3", "--senders", "0", "--program",
        CommandRun.program,
      ]
      .map { Array($0.utf8) }, limit: 300)
    #expect(run.status == 0, "\(run.text)\(run.errorText)")
    #expect(run.text.contains("| anything wrong | 0 |"))
  }

  private func python(_ sandbox: Sandbox, _ statement: String) {
    let script = "import sqlite3; db = sqlite3.connect('state/sharerouter/jobs.sqlite'); \(statement); db.commit()"
    let run = CommandRun.run(["python3", "-c", script].map { Array($0.utf8) }, in: sandbox.path)
    #expect(run.status == 0, "\(run.errorText)")
  }
}
