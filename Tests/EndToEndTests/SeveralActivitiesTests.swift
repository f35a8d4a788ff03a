import Glibc
import TestSupport
import Testing

@Suite("several activities")
struct SeveralActivitiesTests {
  private func sandbox() -> Sandbox {
    let sandbox = Sandbox()
    for name in ["a", "b"] {
      sandbox.define(
        "com.example.\(name)", "category: action\naccepts: text\nshell: [printf, '\(name)%s;', \"{{ items.text }}\"]\n")
    }
    sandbox.define(
      "com.example.fails",
      "category: action\naccepts: text\nshell: {script: 'exit 3', env: {X: \"{{ items.text | join }}\"}}\n")
    sandbox.define(
      "com.example.image", "category: action\naccepts: image\nshell: [cat, --, \"{{ items.path }}\"]\n")
    return sandbox
  }

  @Test("all are performed; where all are done nothing is said")
  func done() {
    expectRun(sandbox().run(["send", "x", "-a", "com.example.a", "-a", "com.example.b"]), output: "ax;bx;")
  }

  @Test("one alone is not summed up")
  func one() {
    expectRun(sandbox().run(["send", "x", "-a", "com.example.a"]), output: "ax;")
  }

  @Test("a failure does not stop the others, is named, and reaches the status")
  func partial() {
    let run = sandbox().run(["send", "x", "-a", "com.example.a", "-a", "com.example.fails", "-a", "com.example.b"])
    #expect(run.status == 1)
    #expect(run.text == "ax;bx;")
    #expect(run.errorText.hasSuffix("2 of 3 done: 'com.example.fails' failed\n"), "\(run.errorText)")
  }

  static let refusals: [(arguments: [String], status: Int32)] = [
    (["-a", "com.example.image"], 4), (["-a", "com.example.none"], 4), (["-a", "com.example.b", "--input", "x=1"], 2),
  ]

  @Test("all are checked before the first one runs", arguments: refusals)
  func checked(arguments: [String], status: Int32) {
    let run = sandbox().run(["send", "x", "-a", "com.example.a"] + arguments)
    #expect(run.status == status)
    #expect(run.output.isEmpty, "\(run.text)")
  }

  @Test("an action that sends to itself is stopped after eight rounds")
  func recursion() {
    let sandbox = Sandbox()
    symlink(CommandRun.program, sandbox.path + "/bin/sharerouter")
    sandbox.define(
      "com.example.loop",
      """
      category: action
      accepts: text
      shell:
        script: |
          echo round >>rounds
          sharerouter send --text "{{ item.text }}" --activity com.example.loop

      """)
    let run = sandbox.run(["send", "--text", "x", "--activity", "com.example.loop"])
    #expect(run.status == 1)
    #expect(run.errorText.contains("8 deep"), "\(run.errorText)")
    let rounds = String(decoding: sandbox.directory.read("work/rounds") ?? [], as: UTF8.self)
    #expect(rounds.split(separator: "\n").count == 8)
  }
}
