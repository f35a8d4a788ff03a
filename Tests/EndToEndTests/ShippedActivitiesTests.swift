import TestSupport
import Testing

@Suite("The activities that ship with the program")
struct ShippedActivitiesTests {
  @Test("none has a finding")
  func shipped() {
    let sandbox = Sandbox()
    let validation = sandbox.run(["validate", "--strict", Project.root + "/activities.d"])
    #expect(validation.status == 0 && validation.output == [], "\(validation.text)")
  }

  @Test("the examples of each hold")
  func examples() {
    let run = Sandbox().run(["test", Project.root + "/activities.d"])
    #expect(run.status == 0, "\(run.text)\(run.errorText)")
  }

  @Test("a checksum is read back by the program that checks it, whatever the file is called")
  func checksum() {
    let sandbox = Sandbox()
    sandbox.file("a b.txt", "content\n")
    sandbox.file("-c", "")
    let run = sandbox.run(["send", "a b.txt", "--file=-c", "-a", "checksum"])
    #expect(run.status == 0, "\(run.errorText)")
    let check = sandbox.shell(#""$sharerouter" send "a b.txt" --file=-c -a checksum | sha256sum --check"#)
    #expect(
      check.status == 0 && check.text.contains("a b.txt: OK") && check.text.contains("-c: OK"), "\(check.errorText)")
  }
}
