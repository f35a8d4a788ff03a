import TestSupport
import Testing

@Suite("Messages to phones")
struct MessageTests {
  private static let text = "C# & C++ 50% 日本 🎉"

  private static func sandbox() -> Sandbox {
    let sandbox = Sandbox()
    sandbox.directory.write(Array("work/a\"b;c é.png".utf8), PrintTests.picture)
    sandbox.file("-n", "x")
    return sandbox
  }

  @Test("signal-cli gets the text on its input, every number and every attachment in one call")
  func signal() {
    let sandbox = MessageTests.sandbox()
    for program in ["signal-cli", "kdeconnect-cli"] { sandbox.recorder(program) }
    let words = [
      "--file=-n", "a\"b;c é.png", "-a", "message", "--to", "+491701", "--to", "0171", "--message", "For you",
    ]
    expectRun(
      sandbox.run(["send", MessageTests.text] + words, environment: ["SIGNAL_ACCOUNT": "+490"]))
    let files = ["a\"b;c é.png", "-n"].map { sandbox.work + "/" + $0 }
    #expect(
      sandbox.arguments(of: "signal-cli")
        == (["-a", "+490", "send", "+491701", "0171", "--message-from-stdin", "--attachment"] + files)
        .map { Array($0.utf8) })
    #expect(sandbox.input(of: "signal-cli") == Array(("For you\n\n" + MessageTests.text).utf8))
    #expect(sandbox.arguments(of: "kdeconnect-cli") == nil)
  }

  @Test("without it KDE Connect sends the text and the files from the phone that is chosen")
  func phone() {
    let sandbox = MessageTests.sandbox()
    sandbox.recorder("kdeconnect-cli")
    expectRun(
      sandbox.run(
        [
          "send", MessageTests.text, "a\"b;c é.png", "-a", "message", "-i", "to=+491701 0171", "-i",
          "device=Ada's phone",
        ]))
    #expect(
      sandbox.arguments(of: "kdeconnect-cli")
        == [
          "--name", "Ada's phone", "--destination", "+491701 0171", "--attachment",
          sandbox.work + "/a\"b;c é.png", "--send-sms=" + MessageTests.text,
        ].map { Array($0.utf8) })
  }

  @Test(
    "who is to get it must be said, in numbers alone", arguments: ["ada", "+49 -a /etc/passwd", "1;touch marker", ""])
  func numbers(to: String) {
    let sandbox = MessageTests.sandbox()
    sandbox.recorder("signal-cli")
    let run = sandbox.run(["send", "x", "-a", "message", "-i", "to=\(to)"])
    #expect(run.status == 2)
    #expect(run.errorText.contains("the value of 'to' does not match its pattern"), "\(run.errorText)")
    let none = sandbox.run(["send", "x", "-a", "message"])
    #expect(none.status == 2)
    #expect(none.errorText.contains("the input 'to' (Phone numbers) has no value"), "\(none.errorText)")
    #expect(sandbox.arguments(of: "signal-cli") == nil)
  }
}
