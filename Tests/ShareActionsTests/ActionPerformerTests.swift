import Glibc
import ShareModel
import ShareTemplates
import Synchronization
import TestSupport
import Testing

@testable import ShareActions

@Suite("Performing actions")
struct ActionPerformerTests {
  let bench = Bench()

  @Test("A value is one argument, whatever it holds", arguments: ["a b", "", "$(id) `id` ; *", "ü\n'\""])
  func argument(_ value: String) throws {
    let outcome = try bench.perform(try argv("printf", "%s|", "--", "{{ item.text }}"), [textItem(value)])
    #expect(outcome.status == .completed)
    #expect(outcome.evidence == .exited)
    #expect(outcome.exitStatus == 0)
    #expect(outcome.error == nil)
    #expect(output(outcome) == "--|\(value)|")
  }

  @Test("A value reaches a script as data", arguments: ["a b", "$(touch x)", "'; touch x; '", "\"\n*"])
  func scriptValue(_ value: String) throws {
    let outcome = try bench.perform(try script("printf '%s|' {{ item.text }}; env"), [textItem(value)])
    #expect(outcome.status == .completed)
    #expect(output(outcome).hasPrefix("\(value)|"))
    #expect(!output(outcome).contains("sr1="))
    #expect(!bench.directory.exists("x"))
  }

  @Test(
    "A script ends at the first command that fails and at an unset variable",
    arguments: ["false; touch x", "echo $no_such; touch x"])
  func scriptOptions(_ text: String) throws {
    let outcome = try bench.perform(try script(": {{ item.text }};" + text), [textItem("a")])
    #expect(outcome.status == .failed)
    #expect(outcome.error?.code == "exit-status")
    #expect(!bench.directory.exists("x"))
  }

  @Test("A pipeline of bash fails with any of its parts; sh knows the last only")
  func pipelines() throws {
    let text = "false | cat; : {{ item.text }}"
    #expect(try bench.perform(try script(text, bash: true), [textItem("a")]).status == .failed)
    #expect(try bench.perform(try script(text), [textItem("a")]).status == .completed)
  }

  @Test("An action that uses the item runs once per item, in order; one failure does not stop the rest")
  func perItem() throws {
    let action = try script("printf %s {{ item.text }}; test {{ item.text }} != b")
    let outcome = try bench.perform(action, ["a", "b", "c"].map(textItem))
    #expect(outcome.runs.map(\.itemIndexes) == [[0], [1], [2]])
    #expect(outcome.runs.map(\.status) == [.completed, .failed, .completed])
    #expect(outcome.status == .failed)
    #expect(outcome.evidence == nil)
    #expect(outcome.exitStatus == 1)
    #expect(outcome.error?.message.hasPrefix("1 of 3 runs did not succeed") == true)
    #expect(output(outcome) == "abc")
  }

  @Test("An action that uses all items runs once")
  func once() throws {
    let outcome = try bench.perform(try argv("printf", "%s|", "--", "{{ items.text }}"), ["a", "b"].map(textItem))
    #expect(outcome.runs.map(\.itemIndexes) == [[0, 1]])
    #expect(output(outcome) == "--|a|b|")
  }

  @Test("Items that do not take part are left out and reported")
  func skipped() throws {
    let outcome = try bench.perform(try argv("printf", "%s|", "--", "{{ items.text }}"), ["a", "b"].map(textItem)) {
      $0.decision.entries = [nil, 0]
      $0.decision.skipped = [.init(index: 0, reason: .init(code: .kind, message: "it is a text"))]
    }
    #expect(output(outcome) == "--|b|")
    #expect(outcome.runs.map(\.itemIndexes) == [[1]])
    #expect(outcome.skippedItems == [.init(index: 0, message: "it is a text")])
  }

  @Test("Nothing runs when any item's templates are refused")
  func refusedBefore() throws {
    let outcome = try bench.perform(try argv("touch", "{{ item.text }}"), ["a", "-rf"].map(textItem))
    #expect(outcome.status == .failed)
    #expect(outcome.error?.code == "leading-dash")
    #expect(outcome.runs == [])
    #expect(!bench.directory.exists("a"))
  }

  @Test("Standard input, environment and folder are what the action says")
  func surroundings() throws {
    bench.directory.write("sub/file", "content")
    var action = try script("cat; printf '|%s|' \"$GREETING\"; pwd; : {{ item.text }}")
    action.standardInput = .text(try template("<{{ item.text }}>"))
    action.environment = [.init(name: "GREETING", value: try template("hello {{ item.text }}"))]
    action.workingDirectory = try template(bench.directory.path + "/sub")
    let outcome = try bench.perform(action, [textItem("x")])
    #expect(output(outcome) == "<x>|hello x|\(bench.directory.path)/sub\n")

    var file = try argv("cat")
    file.standardInput = .file(try template("{{ item.path }}"))
    let path = bench.directory.path + "/sub/file"
    #expect(output(try bench.perform(file, [fileItem(path)])) == "content")
  }

  @Test("Programs see the activity's type and depth, and no secret")
  func environment() throws {
    var bench = bench
    bench.surroundings.environment["SHAREROUTER_SECRET_TOKEN"] = bytes("hidden")
    bench.surroundings.environment["SHAREROUTER_DEPTH"] = bytes("3")
    let lines = output(try bench.perform(try script("env; : {{ item.text }}"), [textItem("a")])).split(separator: "\n")
    #expect(lines.contains("SHAREROUTER_ACTIVITY_TYPE=com.example.test"))
    #expect(lines.contains("SHAREROUTER_DEPTH=4"))
    #expect(!lines.contains { $0.contains("SECRET") || $0.contains("hidden") })
  }

  @Test(
    "Actions that start actions end at a depth of eight",
    arguments: [("7", nil), ("8", "recursion"), ("9", "recursion")])
  func recursion(_ depth: String, _ code: String?) throws {
    var bench = bench
    bench.surroundings.environment["SHAREROUTER_DEPTH"] = bytes(depth)
    #expect(try bench.perform(try argv("true", "x{{ item.text }}"), [textItem("a")]).error?.code == code)
  }

  @Test("A missing program and a missing folder are each named")
  func missing() throws {
    let outcome = try bench.perform(try argv("no-such-program", "x{{ item.text }}"), [textItem("a")])
    #expect(outcome.status == .failed)
    #expect(outcome.error?.code == "not-found")
    #expect(outcome.error?.message.contains("'\(bench.directory.path)/bin:/usr/bin:/bin'") == true)
    var action = try argv("true", "x{{ item.text }}")
    action.workingDirectory = try template("/nonexistent-dir")
    #expect(
      try bench.perform(action, [textItem("a")]).error
        == .init(code: "no-folder", message: "the working folder '/nonexistent-dir' does not exist"))
  }

  @Test("A status that means that the person cancelled ends the activity without the rest")
  func cancelled() throws {
    let outcome = try bench.perform(try script("touch ran{{ item.text }}; exit 130"), ["a", "b"].map(textItem))
    #expect(outcome.status == .cancelled)
    #expect(outcome.runs.map(\.status) == [.cancelled, .cancelled])
    #expect(outcome.runs.map(\.exitStatus) == [130, nil])
    #expect(bench.directory.exists("rana") && !bench.directory.exists("ranb"))
  }

  @Test("An interruption cancels the run and those after it")
  func interrupted() throws {
    let interruption = try #require(Interruption())
    let seconds = uniqueSeconds(60)
    let request = try bench.request(.shell(try argv("sleep", seconds, "{{ item.text }}")), ["0", "0"].map(textItem))
    let surroundings = bench.surroundings
    let outcomes = try onThreads(
      1,
      { _ in ActionPerformer().perform(request, in: surroundings, interruption: interruption).outcome },
      meanwhile: {
        _ = eventually { !processes(withArgument: seconds).isEmpty }
        interruption.interrupt()
      })
    #expect(outcomes[0].status == .cancelled)
    #expect(outcomes[0].runs.map(\.status) == [.cancelled, .cancelled])
    #expect(processes(withArgument: seconds).isEmpty)
  }

  @Test("The activity's time holds for all runs together, an action's own for each")
  func timeouts() throws {
    var action = try argv("sleep", "{{ item.text }}")
    let all = try bench.perform(action, ["60", "60"].map(textItem)) { $0.action.timeout = 0.3 }
    #expect(all.status == .timedOut)
    #expect(all.runs.map(\.status) == [.timedOut, .timedOut])
    #expect(all.runs[0].error?.message == "'sleep' was ended, as the activity's time of 0.3 s was over")
    action.timeout = 2
    let each = try bench.perform(action, ["60", "0"].map(textItem))
    #expect(each.runs.map(\.status) == [.timedOut, .completed])
    #expect(each.status == .timedOut)
    #expect(each.runs[0].error?.message == "'sleep' timed out after 2 s and was ended")
  }

  @Test("A variant is performed with its own templates")
  func variants() throws {
    let body = ActionBody.variants([
      ActionVariant(body: .shell(try argv("printf", "once", "{{ items.text }}"))),
      ActionVariant(body: .shell(try argv("printf", "each%s", "x{{ item.text }}"))),
    ])
    let outcome = try bench.perform(try bench.request(body, ["a", "b"].map(textItem)) { $0.decision.variant = 1 })
    #expect(output(outcome) == "eachxaeachxb")
    #expect(outcome.runs.count == 2)
  }

  @Test("Doing nothing is not success: no variant was chosen, or there is no action")
  func nothingToDo() throws {
    let variants = ActionBody.variants([ActionVariant(body: .shell(try argv("true", "x{{ item.text }}")))])
    let outcome = try bench.perform(try bench.request(variants, [textItem("a")]))
    #expect(outcome.status == .failed)
    #expect(outcome.error?.code == "no-variant")
    #expect(try bench.perform(try bench.request(.none, [textItem("a")])).error?.code == "nothing-to-do")
  }

  @Test("A secret is in nobody's message")
  func secrets() throws {
    var bench = bench
    bench.surroundings.secret = { name throws(TemplateValues.Problem) in bytes("topsecret-" + name) }
    var action = try script("echo \"denied $TOKEN\" >&2; exit 3; : {{ item.text }}")
    action.environment = [.init(name: "TOKEN", value: try template("{{ secret.KEY }}"))]
    let outcome = try bench.perform(action, [textItem("a")])
    #expect(outcome.error?.message == "the script failed with exit status 3: denied ***")
  }
}

@Suite("Many runs and secrets")
struct ManyRunsTests {
  @Test("More items than there are descriptors each get their own folder; a secret is looked up once")
  func manyItems() throws {
    var bench = Bench()
    let lookups = Mutex(0)
    bench.surroundings.secret = { _ throws(TemplateValues.Problem) in
      lookups.withLock { $0 += 1 }
      return bytes("secret")
    }
    var limit = rlimit()
    getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
    let count = Int(min(limit.rlim_cur, 1100)) + 10
    var action = try argv("true")
    action.environment = [.init(name: "TOKEN", value: try template("{{ secret.KEY }}"))]
    // Planned whole, refused only for the last item.
    action.command = .arguments([
      .single(try template("true")), .single(try template("{{ item.file }}")), .single(try template("{{ item.text }}")),
    ])
    let items = (1..<count).map { textItem("\($0)") } + [textItem("-x")]
    let outcome = try bench.perform(action, items)
    #expect(outcome.error?.code == "leading-dash")
    #expect(lookups.withLock { $0 } == 1)
    #expect(eventually { bench.workFolders == 0 })
  }
}

@Suite("Launching and opening")
struct LaunchActionTests {
  let bench = Bench()

  @Test("A launched program is known to be launched, and its work folder is kept")
  func launches() throws {
    let seconds = uniqueSeconds(20)
    let action = try argv("sh", "-c", "cat \"$1\" > out; exec sleep \"$2\"", "_", "{{ item.file }}", seconds)
    let outcome = try bench.perform(action, [textItem("a")]) { $0.action.launches = true }
    #expect(outcome.status == .completed)
    #expect(outcome.evidence == .launched)
    #expect(eventually { bench.directory.read("out") == bytes("a") })
    #expect(bench.workFolders == 1)
    for process in processes(withArgument: seconds) { kill(process, SIGKILL) }
  }

  @Test("A URL is handed to the desktop's opener as one argument")
  func open() throws {
    bench.directory.write("bin/xdg-open", "#!/bin/sh\nprintf '%s|' $# \"$@\" > \"$HOME/opened\"\n", mode: 0o755)
    let body = ActionBody.open(try template("https://example.com/?q={{ item.text }}"))
    let outcome = try bench.perform(try bench.request(body, [textItem("a b&c")]))
    #expect(outcome.status == .completed)
    #expect(outcome.evidence == .launched)
    #expect(eventually { bench.directory.read("opened").map(text) == "1|https://example.com/?q=a%20b%26c|" })
  }

  @Test("Without an opener its names and the PATH are told; an opener that fails is a failure")
  func openFails() throws {
    var bench = bench
    let body = ActionBody.open(try template("https://example.com/?q={{ item.text }}"))
    bench.surroundings.environment["PATH"] = bytes("/nonexistent")
    let missing = try bench.perform(try bench.request(body, [textItem("a")]))
    #expect(missing.error?.code == "not-found")
    #expect(missing.error?.message.contains("'xdg-open'") == true)
    #expect(missing.error?.message.contains("'/nonexistent'") == true)
    bench.directory.write("bin/xdg-open", "#!/bin/sh\necho 'no browser' >&2; exit 3\n", mode: 0o755)
    bench.surroundings.environment["PATH"] = bytes(bench.directory.path + "/bin")
    var planner = ActionPlanner(bench.surroundings)
    planner.launchSeconds = 15
    let plan = try planner.plan(try bench.request(body, [textItem("a")]))
    let failed = try guarded { ActionPerformer().perform(plan).outcome }
    #expect(failed.status == .failed)
    #expect(failed.error?.message == "'xdg-open' failed with exit status 3: no browser")
  }
}
