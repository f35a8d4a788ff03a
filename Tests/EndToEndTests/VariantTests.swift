import Glibc
import TestSupport
import Testing

@Suite("Variants")
struct VariantTests {
  /// `player` hands over, `tool` asks for a choice that only its own program knows, `pager` needs the terminal.
  private static func sandbox() -> Sandbox {
    let sandbox = Sandbox()
    sandbox.define(
      "com.example.show",
      """
      category: action
      accepts: text
      inputs:
        device: {prompt: Device, choices: {run: [tool, --list]}}
        name: {prompt: Name, default: "{{ subject? }}"}
      variants:
        - launches: true
          shell: [player, --, "{{ item.text }}"]
        - shell: [tool, --device, "{{ input.device }}", --title, "{{ input.name }}", --, "{{ item.text }}"]
        - terminal: true
          shell: [pager, --, "{{ item.text }}"]
      """)
    return sandbox
  }

  @Test("one that launches is not waited for, and another of the same activity is")
  func launches() {
    let sandbox = VariantTests.sandbox()
    defer { sandbox.endRemainingProcesses() }
    sandbox.stub("player", "sleep 60; echo >'\(sandbox.path)/ended'\n")
    let launched = sandbox.run(["send", "x", "-a", "com.example.show", "--json"])
    #expect(launched.text.contains("\"evidence\": \"launched\""), "\(launched.text)\(launched.errorText)")
    #expect(!sandbox.directory.exists("ended"))
    unlink(sandbox.path + "/bin/player")
    sandbox.stub("tool", "sleep 1.5; exit 3\n")
    let waited = sandbox.run(["send", "x", "-a", "com.example.show", "-i", "device=a", "-i", "name=b"])
    #expect(waited.status == 1, "a failure after the time that a launch has is told")
  }

  @Test("only the inputs that the chosen one reads are asked for, and only they need their programs")
  func inputs() {
    let sandbox = VariantTests.sandbox()
    let nothing = sandbox.run(["explain", "x", "-a", "com.example.show"])
    #expect(nothing.text.contains("the program 'player' is not installed"), "\(nothing.text)")
    sandbox.recorder("player")
    expectRun(sandbox.run(["send", "x", "-a", "com.example.show"]))
    #expect(sandbox.arguments(of: "player") == ["--", "x"].map { Array($0.utf8) })
    unlink(sandbox.path + "/bin/player")
    sandbox.recorder("tool")
    let asked = sandbox.run(["send", "x", "-a", "com.example.show"])
    #expect(asked.status == 2)
    #expect(asked.errorText.contains("the input 'device' (Device) has no value"), "\(asked.errorText)")
    #expect(
      asked.errorText.contains("the input 'name' (Name) has no value"), "a default without a value is none")
    expectRun(sandbox.run(["send", "x", "--subject", "s", "-a", "com.example.show", "-i", "device=d"]))
    #expect(
      sandbox.arguments(of: "tool") == ["--device", "d", "--title", "s", "--", "x"].map { Array($0.utf8) })
  }

  @Test("one that needs the terminal is left out where there is none, and has it where there is one")
  func terminal() {
    let sandbox = VariantTests.sandbox()
    sandbox.stub("pager", "test -t 0 && test -t 1 && printf 'seen: %s\\n' \"$2\"\n")
    let without = sandbox.run(["send", "x", "-a", "com.example.show"])
    #expect(without.status == 4)
    #expect(without.errorText.contains("it needs a terminal, and there is none"), "\(without.errorText)")
    let with = sandbox.onTerminal("\"$sharerouter\" send x -a com.example.show")
    #expect(with.text.contains("seen: x"), "\(with.text)\(with.errorText)")
  }
}
