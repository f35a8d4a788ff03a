import Foundation
import Glibc
import TestSupport
import Testing

@Suite("The list of results, and where returned files go")
struct ResultsTests {
  private func sandbox() -> Sandbox {
    let sandbox = Sandbox()
    sandbox.define(
      "com.example.upload",
      """
      category: share
      accepts: text
      shell: [printf, '%s', "{{ item.text }}"]
      returns:
        - url: "https://u.example/{{ stdout }}"
        - {url: "https://u.example/delete/{{ stdout }}", name: deletion}
      """)
    sandbox.define(
      "com.example.file",
      #"""
      category: action
      accepts: text
      shell: {script: "cat >{{ work }}/made.txt", stdin: "{{ item.text }}"}
      returns: {file: "{{ work }}/made.txt"}
      into: "{{ env.INTO }}"
      """#)
    return sandbox
  }

  @Test("results are kept with time, activity and name, and only the person can read them")
  func kept() throws {
    let sandbox = sandbox()
    expectRun(
      sandbox.run(["send", "one", "-a", "com.example.upload"]), output: "https://u.example/one\n",
      errors: "deletion: https://u.example/delete/one\n")
    let file = sandbox.path + "/state/sharerouter/results.jsonl"
    var status = stat()
    #expect(stat(file, &status) == 0 && status.st_mode & 0o777 == 0o600)
    let lines = try #require(sandbox.directory.read("state/sharerouter/results.jsonl")).split(separator: 0x0A)
    let entries = try lines.map { try #require(try JSONSerialization.jsonObject(with: Data($0)) as? [String: Any]) }
    #expect(entries.map { $0["activityType"] as? String } == ["com.example.upload", "com.example.upload"])
    #expect(entries.map { $0["name"] as? String } == [nil, "deletion"])
    #expect(entries.map { $0["url"] as? String } == ["https://u.example/one", "https://u.example/delete/one"])
    for entry in entries {
      let moment = try #require(ISO8601DateFormatter().date(from: entry["time"] as? String ?? ""))
      #expect(abs(moment.timeIntervalSinceNow) < 600)
    }
    chmod(file, 0o644)
    #expect(sandbox.run(["send", "two", "-a", "com.example.upload"]).status == 0)
    #expect(stat(file, &status) == 0 && status.st_mode & 0o777 == 0o600, "what others could read, they no longer can")
  }

  @Test("the command shows them in a table, in JSON, the last ones, those of one activity")
  func command() throws {
    let sandbox = sandbox()
    expectRun(sandbox.run(["results"]))
    for text in ["one", "two"] { _ = sandbox.run(["send", text, "-a", "com.example.upload"]) }
    _ = sandbox.run(["send", "--text", "x\u{1B}[1m\ny", "-a", "file", "--output", "o"], environment: ["INTO": "/x"])
    let table = sandbox.run(["results"], environment: ["TZ": "UTC"])
    let lines = table.text.split(separator: "\n")
    try #require(lines.count == 5)
    let columns = lines.map { $0.dropFirst("2024-01-01 10:10".count) }
    #expect(columns[0] == "  com.example.upload            https://u.example/one")
    #expect(columns[1] == "  com.example.upload  deletion  https://u.example/delete/one")
    #expect(columns[4] == "  com.example.file              \(sandbox.work)/o/made.txt")
    let last = sandbox.run(["results", "-n", "1", "--activity", "com.example.upload"])
    #expect(last.text.split(separator: "\n").map { $0.hasSuffix("https://u.example/delete/two") } == [true])
    let json = sandbox.run(["results", "-a", "com.example.f*", "--json"])
    let document = try #require(try JSONSerialization.jsonObject(with: Data(json.output)) as? [String: Any])
    #expect((document["results"] as? [[String: Any]])?.map { $0["kind"] as? String } == ["file"])
    #expect(sandbox.run(["results", "-n", "many"]).status == 2)
    #expect(sandbox.run(["results", "surplus"]).status == 2)
    // What a crash cut short is neither shown nor glued to what comes next.
    let file = try #require(fopen(sandbox.path + "/state/sharerouter/results.jsonl", "a"))
    fputs("{\"time\": \"20", file)
    fclose(file)
    _ = sandbox.run(["send", "three", "-a", "com.example.upload"])
    let after = sandbox.run(["results", "-n", "2"])
    #expect(after.text.contains("https://u.example/three") && after.text.contains("/delete/three"))
    #expect(after.errorText == "sharerouter: warning: one line of the results cannot be read\n")
  }

  @Test("many at once do not mix")
  func concurrent() throws {
    let sandbox = sandbox()
    let long = String(repeating: "0123456789", count: 2000)
    let running = try (0..<12).map { try sandbox.start(["send", "\($0)-" + long, "-a", "com.example.upload"]) }
    for command in running { #expect(command.wait().status == 0) }
    let json = sandbox.run(["results", "--json"])
    #expect(json.errors == [])
    let document = try #require(try JSONSerialization.jsonObject(with: Data(json.output)) as? [String: Any])
    let urls = (document["results"] as? [[String: Any]] ?? []).compactMap { $0["url"] as? String }
    let expected = (0..<12).flatMap { ["https://u.example/\($0)-" + long, "https://u.example/delete/\($0)-" + long] }
    #expect(urls.sorted() == expected.sorted())
  }

  @Test("a list that cannot be written is said, and the result stands")
  func unwritable() {
    let sandbox = sandbox()
    sandbox.directory.write("state/sharerouter", "a file where a folder is due")
    let run = sandbox.run(["send", "one", "-a", "com.example.upload"])
    #expect(run.status == 0 && run.text == "https://u.example/one\n")
    #expect(
      run.errorText.contains("warning: what 'com.example.upload' returned is not in the list of results: "),
      "\(run.errorText)")
    #expect(sandbox.run(["results"]).status == 1)
  }

  @Test("files go where --output says, else the definition, else to the downloads")
  func folders() {
    let sandbox = sandbox()
    let into = ["INTO": sandbox.path + "/into"]
    expectRun(
      sandbox.run(["send", "x", "-a", "file"], environment: into), output: "SANDBOX/into/made.txt\n", in: sandbox)
    expectRun(
      sandbox.run(["send", "x", "-a", "file", "--output", "a/b"], environment: into),
      output: "SANDBOX/work/a/b/made.txt\n", in: sandbox)
    expectRun(
      sandbox.run(["send", "x", "-a", "file", "--output", "a/b"], environment: into),
      output: "SANDBOX/work/a/b/made-2.txt\n", in: sandbox)
    sandbox.define(
      "com.example.plain",
      "category: action\naccepts: text\nshell: {script: \"cat >{{ work }}/p\", stdin: \"{{ item.text }}\"}\nreturns: {file: \"{{ work }}/p\"}\n"
    )
    sandbox.directory.write("config/user-dirs.dirs", "XDG_DOWNLOAD_DIR=\"$HOME/Got\"\n")
    expectRun(sandbox.run(["send", "x", "-a", "plain"]), output: "SANDBOX/home/Got/p\n", in: sandbox)
  }

  @Test("a folder that cannot take files is found before anything runs")
  func unusableFolders() {
    let sandbox = sandbox()
    sandbox.file("plain", "a file")
    sandbox.define(
      "com.example.run",
      "category: action\naccepts: text\nshell: {script: \"cat >{{ work }}/p; touch ran\", stdin: \"{{ item.text }}\"}\nreturns: {file: \"{{ work }}/p\"}\ninto: \"{{ env.INTO }}\"\n"
    )
    for (folder, reason) in [("plain", "Not a directory"), ("plain/below", "Not a directory"), ("", "empty")] {
      let run = sandbox.run(["send", "x", "-a", "run", "--output", folder], environment: ["INTO": sandbox.path])
      #expect(run.status == 2 && run.output == [])
      #expect(run.errorText.contains("'--output' names no folder for files") && run.errorText.contains(reason))
    }
    let into = sandbox.run(["send", "x", "-a", "run"], environment: ["INTO": sandbox.work + "/plain"])
    #expect(into.status == 1 && into.errorText.contains("Not a directory"), "\(into.errorText)")
    if geteuid() != 0 {
      mkdir(sandbox.work + "/closed", 0o500)
      let closed = sandbox.run(["send", "x", "-a", "run", "--output", "closed"], environment: ["INTO": sandbox.path])
      #expect(closed.status == 2 && closed.errorText.contains("Permission denied"))
    }
    #expect(!sandbox.directory.exists("work/ran"))
  }

  @Test(
    "a file that cannot be saved although all seemed well is not lost",
    .enabled(if: geteuid() == 0, "only root may seem to be able to write where nobody can"))
  func leftBehind() throws {
    let sandbox = sandbox()
    let run = sandbox.run(["send", "12345", "-a", "file", "--output", "/proc/nowhere"], environment: ["INTO": "/x"])
    #expect(run.status == 1 && run.output == [])
    let place = try #require(run.errorText.split(separator: "'").last { $0.hasSuffix("/made.txt") })
    #expect(run.errorText.contains("for a day it can be fetched from '\(place)'"), "\(run.errorText)")
    #expect(readFile(String(place)) == Array("12345".utf8))
  }
}
