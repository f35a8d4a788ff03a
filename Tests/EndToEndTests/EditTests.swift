import Glibc
import TestSupport
import Testing

@Suite("edit")
struct EditTests {
  private let system =
    "type: com.example.a\ntitle: System\ncategory: action\naccepts: text\nshell: [printf, '%s', \"{{ item.text }}\"]\n"

  private func sandbox() -> Sandbox {
    let sandbox = Sandbox()
    sandbox.directory.write("etc/sharerouter/activities.d/com.example.a.yaml", system)
    sandbox.stub("change", "sed -i 's/title: System/title: Mine/' \"$1\"\n")
    sandbox.stub("spoil", "sed -i 's/^title/titel/' \"$1\"\n")
    sandbox.stub("with-option", "[ \"$1\" = --wait ] && change \"$2\"\n")
    return sandbox
  }

  private func own(_ sandbox: Sandbox) -> String? {
    sandbox.directory.read("config/sharerouter/activities.d/com.example.a.yaml").map {
      String(decoding: $0, as: UTF8.self)
    }
  }

  @Test("a definition of the system is copied, edited and checked; the system's own stays")
  func copies() {
    let sandbox = sandbox()
    let run = sandbox.run(["edit", "a"], environment: ["EDITOR": "change"])
    expectRun(
      run,
      errors: """
        copied SANDBOX/etc/sharerouter/activities.d/com.example.a.yaml
            to SANDBOX/config/sharerouter/activities.d/com.example.a.yaml
        1 file: no problems

        """, in: sandbox)
    #expect(own(sandbox)?.contains("title: Mine") == true)
    #expect(sandbox.directory.read("etc/sharerouter/activities.d/com.example.a.yaml") == Array(system.utf8))
    let listed = sandbox.run(["list", "--all"]).text
    #expect(listed.contains("Overridden\n  \(sandbox.path)/etc/sharerouter/activities.d/com.example.a.yaml"))
    let shown = sandbox.run(["show", "com.example.a"])
    #expect(shown.errorText.contains("# overrides \(sandbox.path)/etc/"), "\(shown.errorText)")
    #expect(shown.text.contains("title: Mine"))
  }

  @Test("VISUAL goes before EDITOR, and may have options")
  func visual() {
    let sandbox = sandbox()
    #expect(sandbox.run(["edit", "a"], environment: ["VISUAL": "with-option --wait", "EDITOR": "false"]).status == 0)
    #expect(own(sandbox)?.contains("title: Mine") == true)
  }

  @Test("one's own definition is edited where it is")
  func inPlace() {
    let sandbox = sandbox()
    sandbox.define(
      "com.example.a", "title: System\ncategory: action\naccepts: text\nshell: [printf, '%s', \"{{ item.text }}\"]\n")
    let run = sandbox.run(["edit", "com.example.a"], environment: ["EDITOR": "change"])
    expectRun(run, errors: "1 file: no problems\n")
    #expect(own(sandbox)?.contains("title: Mine") == true)
  }

  @Test("mistakes are shown, and the status is 1; the text is kept")
  func mistakes() {
    let sandbox = sandbox()
    let run = sandbox.run(["edit", "a"], environment: ["EDITOR": "spoil"])
    #expect(run.status == 1)
    #expect(run.errorText.contains("did you mean 'title'?"), "\(run.errorText)")
    #expect(own(sandbox)?.contains("titel") == true)
    // A broken definition of one's own can be edited again.
    sandbox.stub("mend", "sed -i 's/^titel/title/' \"$1\"\n")
    #expect(sandbox.run(["edit", "a"], environment: ["EDITOR": "mend"]).status == 0)
  }

  @Test("a copy that was not changed is not kept", arguments: ["true", "no-such-editor", "false"])
  func unchanged(editor: String) {
    let sandbox = sandbox()
    let run = sandbox.run(["edit", "a"], environment: ["EDITOR": editor])
    #expect(run.status == (editor == "true" ? 0 : 1), "\(run.errorText)")
    #expect(own(sandbox) == nil)
  }

  @Test("an unknown type is told with the nearest one", arguments: [("com.example.b", Int32(4)), ("", 4)])
  func unknown(type: String, status: Int32) {
    #expect(sandbox().run(["edit", type], environment: ["EDITOR": "true"]).status == status)
  }
}
