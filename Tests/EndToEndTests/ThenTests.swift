import Foundation
import Glibc
import TestSupport
import Testing

@Suite("Activities that get what others return")
struct ThenTests {
  /// A shortener, a recorder of texts, and more that can stand in a chain.
  private func sandbox() -> Sandbox {
    let sandbox = Sandbox()
    sandbox.define(
      "com.example.shorten",
      """
      category: share
      accepts: text
      shell: [printf, 'https://s.example/%s', "{{ item.text }}"]
      returns:
        - url: "{{ stdout }}"
        - {text: "delete {{ item.text }}", name: deletion}
      """)
    sandbox.define(
      "com.example.keep",
      "category: action\naccepts: text\nshell: {script: \"cat >>kept\", stdin: \"{{ item.text }};\"}\n")
    sandbox.define(
      "com.example.wrap",
      "category: action\naccepts: text\nshell: [printf, '<%s>', \"{{ item.text }}\"]\nreturns: {text: \"{{ stdout }}\"}\n"
    )
    sandbox.define(
      "com.example.file",
      #"""
      category: action
      accepts: text
      shell: {script: "cat >{{ work }}/made.txt", stdin: "{{ item.text }}"}
      returns: {file: "{{ work }}/made.txt", filename: "final.txt"}
      """#)
    sandbox.define(
      "com.example.count",
      "category: action\naccepts: file\nshell: {script: \"cat <{{ item.path }}; printf ' %s %s' {{ item.name }} {{ item.size }}\"}\nreturns: {text: \"{{ stdout }}\"}\n"
    )
    sandbox.define(
      "com.example.break",
      "category: action\naccepts: text\nshell: [sh, -c, 'echo broken >&2; exit 7', _, \"{{ item.text }}\"]\n")
    return sandbox
  }

  private func kept(_ sandbox: Sandbox) -> String? {
    sandbox.directory.read("work/kept").map { String(decoding: $0, as: UTF8.self) }
  }

  @Test("what is returned is sent on, and an activity that returns nothing passes on what it was given")
  func passedOn() {
    let sandbox = sandbox()
    expectRun(
      sandbox.run(["send", "a", "b", "-a", "com.example.shorten", "--then", "keep", "--then", "wrap"]),
      output: "<https://s.example/a>\n<https://s.example/b>\n",
      errors: "deletion: delete a\ndeletion: delete b\n")
    #expect(kept(sandbox) == "https://s.example/a;https://s.example/b;", "an extra item is not sent on")
    // The last one returns nothing, so that what it was given is the result.
    expectRun(sandbox.run(["send", "c", "-a", "wrap", "--then", "keep"]), output: "<c>\n")
    // Nobody returns anything.
    expectRun(sandbox.run(["send", "d", "-a", "keep", "--then", "keep"]))
    #expect(kept(sandbox)?.hasSuffix(";<c>;d;d;") == true)
  }

  @Test("the command line's chain comes before the configuration's, and that before the definition's")
  func precedence() {
    let sandbox = sandbox()
    sandbox.define(
      "com.example.own",
      "category: share\naccepts: text\nreturns: {text: \"{{ item.text }}\"}\nthen: com.example.wrap\n")
    expectRun(sandbox.run(["send", "x", "-a", "own"]), output: "<x>\n")
    sandbox.configure("then: {com.example.own: [com.example.wrap, com.example.wrap-more]}\n")
    sandbox.define(
      "com.example.wrap-more",
      "category: action\naccepts: text\nshell: [printf, '[%s]', \"{{ item.text }}\"]\nreturns: {text: \"{{ stdout }}\"}\n"
    )
    expectRun(sandbox.run(["send", "x", "-a", "own"]), output: "[<x>]\n")
    expectRun(sandbox.run(["send", "x", "-a", "own", "--then", "keep"]), output: "x\n")
    sandbox.configure("then: {com.example.own: []}\n")
    expectRun(sandbox.run(["send", "x", "-a", "own"]), output: "x\n")
  }

  @Test("the last of a chain goes on with its own 'then', and a circle is found before anything runs")
  func circle() {
    let sandbox = sandbox()
    let forms = [("one", "two"), ("two", "three"), ("three", "one")]
    for (name, next) in forms {
      sandbox.define(
        "com.example.\(name)",
        "category: share\naccepts: text\nshell: [printf, '%s', \"{{ item.text }}\"]\nreturns: {text: \"\(name) {{ stdout }}\"}\nthen: com.example.\(next)\n"
      )
    }
    let run = sandbox.run(["send", "x", "-a", "one"])
    #expect(run.status == 3 && run.output == [])
    #expect(
      run.errorText.contains(
        "in a circle: 'com.example.one', 'com.example.two', 'com.example.three', 'com.example.one'"),
      "\(run.errorText)")
    #expect(sandbox.run(["results"]).output == [])
    // What the command line says is the whole chain.
    expectRun(sandbox.run(["send", "x", "-a", "one", "--then", "two"]), output: "two one x\n")
    sandbox.define(
      "com.example.three",
      "category: share\naccepts: text\nshell: [printf, '%s', \"{{ item.text }}\"]\nreturns: {text: \"three {{ stdout }}\"}\n"
    )
    expectRun(sandbox.run(["send", "x", "-a", "one"]), output: "three two one x\n")
  }

  @Test("every activity of a chain is checked before the first runs")
  func checked() {
    let sandbox = sandbox()
    sandbox.define("com.example.broken", "category: action\naccepts: text\nshel: [cat]\n")
    sandbox.define(
      "com.example.asks",
      "category: action\naccepts: text\ninputs: {name: {prompt: Name}}\nshell: [printf, '%s', \"{{ input.name }}{{ item.text }}\"]\n"
    )
    sandbox.define(
      "com.example.sure", "category: action\naccepts: text\nconfirm: true\nshell: [cat, --, \"{{ item.file }}\"]\n")
    sandbox.define(
      "com.example.absent", "category: action\naccepts: text\nshell: [no-such-program, \"{{ item.text }}\"]\n")
    sandbox.define(
      "com.example.retired", "category: action\naccepts: text\nretired: it is over\n")
    sandbox.define("com.example.pictures", "category: action\naccepts: image\nshell: [cat, --, \"{{ item.path }}\"]\n")
    let cases: [(String, Int32, String)] = [
      ("nowhere", 4, "there is no activity 'nowhere'"), ("broken", 3, "the definition of 'broken' is invalid"),
      ("asks", 2, "'com.example.asks': the input 'name' (Name) has no value"),
      ("sure", 2, "'com.example.sure' asks for confirmation"),
      ("absent", 4, "'com.example.absent' is not offered: the program 'no-such-program' is not installed"),
      ("retired", 4, "'com.example.retired' is not offered: it is over"),
      ("pictures", 4, "'com.example.pictures' is not offered: a text is none of the accepted kinds 'image'"),
    ]
    for (name, status, message) in cases {
      let run = sandbox.run(["send", "x", "-a", "keep", "--then", name])
      #expect(run.status == status && run.output == [], "\(name): \(run.errorText)")
      #expect(run.errorText.contains(message), "\(name): \(run.errorText)")
    }
    let excluded = sandbox.run(["send", "x", "-a", "keep", "--then", "wrap", "--exclude", "com.example.wrap"])
    #expect(excluded.status == 4, "\(excluded.errorText)")
    #expect(kept(sandbox) == nil, "nothing ran")
    expectRun(sandbox.run(["send", "x", "-a", "keep", "--then", "asks", "--input", "name=me"]), output: "mex")
    expectRun(sandbox.run(["send", "x", "-a", "keep", "--then", "sure", "--yes"]), output: "x")
  }

  @Test("only the last one's files are saved, and those in between can be read by the next")
  func files() {
    let sandbox = sandbox()
    expectRun(sandbox.run(["send", "12345", "-a", "file", "--then", "count"]), output: "12345 final.txt 5\n")
    #expect(!sandbox.directory.exists("home/Downloads"))
    #expect(sandbox.remainingFiles == [])
  }

  @Test("a file that is the result of a chain is saved, whoever returned it")
  func savedFile() {
    let sandbox = sandbox()
    sandbox.define("com.example.look", "category: action\naccepts: file\nshell: [cat, --, \"{{ item.path }}\"]\n")
    expectRun(
      sandbox.run(["send", "12345", "-a", "wrap", "--then", "file", "--then", "look", "--output", "out"]),
      output: "<12345>SANDBOX/work/out/final.txt\n", in: sandbox)
    #expect(sandbox.directory.read("work/out/final.txt") == Array("<12345>".utf8))
    #expect(sandbox.remainingFiles == [])
  }

  @Test("a failure in the middle names what is done, and nothing that was returned is lost")
  func failure() throws {
    let sandbox = sandbox()
    let run = sandbox.run(["send", "a", "-a", "com.example.shorten", "--then", "break", "--then", "keep"])
    expectRun(
      run, status: 1, output: "https://s.example/a\n",
      errors: """
        broken
        deletion: delete a
        sharerouter: 'com.example.shorten' failed: then 'com.example.break': 'sh' failed with exit status 7; \
        already done: 'com.example.shorten'

        """)
    #expect(kept(sandbox) == nil)
    #expect(sandbox.run(["results"]).text.contains("https://s.example/a"))
    // A file that was on its way is saved.
    sandbox.define("com.example.refuse", "category: action\naccepts: file\nshell: [\"false\", \"{{ item.path }}\"]\n")
    let file = sandbox.run(["send", "12345", "-a", "file", "--then", "refuse", "--output", "out"])
    #expect(file.status == 1)
    #expect(file.text == sandbox.work + "/out/final.txt\n")
    #expect(sandbox.directory.read("work/out/final.txt") == Array("12345".utf8))

    let json = sandbox.run(["send", "a", "-a", "com.example.shorten", "--then", "break", "--json"])
    #expect(json.status == 1)
    let document = try #require(try JSONSerialization.jsonObject(with: Data(json.output)) as? [String: Any])
    #expect(document["activityType"] as? String == "com.example.shorten")
    #expect(document["status"] as? String == "failed")
    #expect(document["exitStatus"] as? Int == 7)
    #expect((document["returnedItems"] as? [[String: Any]])?.map { $0["name"] as? String } == [nil, "deletion"])
    let runs = try #require(document["runs"] as? [[String: Any]])
    #expect(runs.map { $0["activityType"] as? String } == ["com.example.shorten", "com.example.break"])
    #expect(runs.map { $0["completed"] as? Bool } == [true, false])
  }

  @Test("what a follower does not take when it is there is said after the fact")
  func refusedLate() {
    let sandbox = sandbox()
    sandbox.define(
      "com.example.strict",
      "category: action\naccepts: {kind: text, matches: '^[0-9]+$'}\nshell: [cat, --, \"{{ item.file }}\"]\n")
    let run = sandbox.run(["send", "a", "-a", "wrap", "--then", "strict"])
    #expect(run.status == 1 && run.text == "<a>\n")
    #expect(run.errorText.contains("then 'com.example.strict': it is not offered: "), "\(run.errorText)")
    #expect(run.errorText.contains("already done: 'com.example.wrap'"), "\(run.errorText)")
    sandbox.define(
      "com.example.maybe",
      "category: action\naccepts: text\nshell: [cat, --, \"{{ item.file }}\"]\nreturns: {text: \"{{ subject? }}\"}\n")
    let nothing = sandbox.run(["send", "a", "-a", "maybe", "--then", "keep"])
    #expect(nothing.status == 1)
    #expect(
      nothing.errorText.contains("'com.example.maybe' returned nothing that it could get"), "\(nothing.errorText)")
  }

  @Test("a plan shows the chain, and runs nothing")
  func plan() throws {
    let sandbox = sandbox()
    let arguments = ["send", "a", "-a", "com.example.shorten", "--then", "keep", "--then", "wrap", "--dry-run"]
    let run = sandbox.run(arguments)
    #expect(run.status == 0)
    #expect(
      run.text.hasSuffix(
        "then: com.example.keep, with what is passed on to it\nthen: com.example.wrap, with what is passed on to it\n"),
      "\(run.text)")
    let json = sandbox.run(arguments + ["--json"])
    let document = try #require(try JSONSerialization.jsonObject(with: Data(json.output)) as? [String: Any])
    let plans = try #require(document["activities"] as? [[String: Any]])
    #expect(plans.map { $0["then"] as? [String] } == [["com.example.keep", "com.example.wrap"]])
    #expect(kept(sandbox) == nil && sandbox.run(["results"]).output == [])
  }

  @Test("a chain is cut short by a signal, and says so")
  func interrupted() throws {
    let sandbox = sandbox()
    sandbox.define(
      "com.example.wait",
      "category: action\naccepts: text\nshell: {script: \"printf %s {{ item.text }} >waiting; sleep 60\"}\n")
    let command = try sandbox.start(["send", "a", "-a", "wrap", "--then", "wait", "--then", "keep"])
    #expect(waitUntil { sandbox.directory.exists("work/waiting") })
    command.send(SIGTERM)
    let run = command.wait()
    #expect(run.status == 130 && run.text == "<a>\n", "\(run.errorText)")
    #expect(run.errorText.contains("'com.example.wrap' was cancelled: then 'com.example.wait': "), "\(run.errorText)")
    #expect(kept(sandbox) == nil)
  }
}
