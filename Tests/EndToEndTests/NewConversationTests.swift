import Glibc
import TestSupport
import Testing

@Suite("new as a conversation")
struct NewConversationTests {
  private static let hasPython =
    installed("python3") || CommandRun.run([Array("python3".utf8), Array("-V".utf8)]).status == 0

  /// Runs the program on a terminal of its own, with these lines typed as it asks; its output, and its exit status last.
  private func talk(_ answers: [String], _ arguments: [String] = [], in sandbox: Sandbox) -> String {
    let script = """
      import os, pty, sys
      answers = sys.argv[2].split("\\x1f") if sys.argv[2] else []
      pid, terminal = pty.fork()
      if pid == 0:
          os.execv(sys.argv[1], [sys.argv[1], "new"] + sys.argv[3:])
      seen = b""
      asked = 0
      while True:
          try:
              part = os.read(terminal, 4096)
          except OSError:
              break
          if not part:
              break
          seen += part
          if seen.endswith(b": ") and asked <= len(answers):
              os.write(terminal, (answers[asked] + "\\n").encode() if asked < len(answers) else b"\\x04")
              asked += 1
      print(seen.decode().replace("\\r\\n", "\\n"))
      print("status", os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]))
      """
    return CommandRun.run(
      (["python3", "-c", script, CommandRun.program, answers.joined(separator: "\u{1F}")] + arguments).map {
        Array($0.utf8)
      },
      environment: sandbox.environment.merging(["PATH": pathOfTests]) { $1 }, in: sandbox.work
    ).text
  }

  private var pathOfTests: String { getenv("PATH").map { String(cString: $0) } ?? "/usr/bin:/bin" }

  private func written(_ type: String, _ sandbox: Sandbox) -> String {
    String(decoding: sandbox.directory.read("config/sharerouter/activities.d/\(type).yaml") ?? [], as: UTF8.self)
  }

  @Test("every question has its answer, wrong ones are asked again", .enabled(if: hasPython, "python3 is not there"))
  func answers() {
    let sandbox = Sandbox()
    let output = talk(
      [
        "notes", "com.example.notes", "Append: a note", "walk", "shell", "text movie", "text url", "",
        "cat >> ~/notes < {{ item.file }}",
      ],
      in: sandbox)
    #expect(output.hasSuffix("status 0\n"), "\(output)")
    #expect(output.contains("a type has two or more parts") && output.contains("answer shell, http or open"))
    #expect(output.contains("answer with some of text, url, image, file"))
    expectText(
      written("com.example.notes", sandbox),
      """
      type: com.example.notes
      title: "Append: a note"
      category: action
      accepts: [text, url]
      shell: |
        cat >> ~/notes < {{ item.file }}

      """)
  }

  @Test("empty answers make a definition that is right", .enabled(if: hasPython, "python3 is not there"))
  func defaults() {
    let sandbox = Sandbox()
    for (form, answers) in [("shell", 5), ("http", 5), ("open", 5)] {
      let type = "com.example.my-\(form)"
      let output = talk([type, "", form] + [String](repeating: "", count: answers - 2), in: sandbox)
      #expect(output.hasSuffix("status 0\n") && !output.contains("error["), "\(output)")
    }
    let check = sandbox.run(["validate", "--strict"])
    #expect(check.status == 0, "\(check.text)")
  }

  @Test("a curl command line is an answer, too", .enabled(if: hasPython, "python3 is not there"))
  func curl() {
    let sandbox = Sandbox()
    let output = talk(["com.example.post", "", "http", "curl -d text=a https://example.com/"], in: sandbox)
    #expect(output.hasSuffix("status 0\n"), "\(output)")
    #expect(written("com.example.post", sandbox).contains("form:\n    text: \"{{ item.text }}\"\n"))
  }

  @Test("the end of the input writes nothing", .enabled(if: hasPython, "python3 is not there"))
  func end() {
    let sandbox = Sandbox()
    let output = talk(["com.example.notes"], in: sandbox)
    #expect(output.contains("nothing was written") && output.hasSuffix("status 130\n"), "\(output)")
    #expect(written("com.example.notes", sandbox) == "")
  }

  @Test("without a terminal, and by options")
  func options() {
    let sandbox = Sandbox()
    let alone = sandbox.run(["new"])
    #expect(alone.status == 2 && alone.errorText.contains("takes one activity type"))
    let run = sandbox.run([
      "new", "com.example.pics", "--http", "--title", "Send: pictures", "--accepts", "image", "--accepts", "file",
      "--category", "share",
    ])
    #expect(run.status == 0, "\(run.errorText)")
    expectText(
      written("com.example.pics", sandbox),
      """
      type: com.example.pics
      title: "Send: pictures"
      category: share
      accepts: [image, file]
      http:
        method: POST
        url: https://example.com/api/notes
        upload: "{{ item.file }}"

      """)
    #expect(sandbox.run(["new", "com.example.b", "--accepts", "movie"]).status == 2)
    #expect(sandbox.run(["new", "com.example.b", "--category", "other"]).status == 2)
    #expect(sandbox.run(["new", "com.example.b", "--title", " "]).status == 2)
    #expect(sandbox.run(["new", "com.example.b", "--title", "A", "--from-curl", "curl http://a/"]).status == 2)
  }
}
