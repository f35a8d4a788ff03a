import TestSupport
import Testing

@Suite("QR codes")
struct QRCodeTests {
  @Test(
    "a text is drawn by a real qrencode and read by a real zbarimg, byte for byte",
    .enabled(if: installed("qrencode", "zbarimg"), "qrencode and zbar-tools are not installed"),
    arguments: [
      "C# & C++ 50% 日本 🎉", "https://example.com/?a=1&b=c%20d", "-o /dev/null", "hällo é", "two\nlines\n", "a",
      String(repeating: "x", count: 2953),
    ])
  func roundTrip(text: String) {
    let sandbox = Sandbox()
    let made = sandbox.run(["send", "--text", text, "-a", "makeQRCode"])
    expectRun(made, output: sandbox.path + "/home/Downloads/qr-code.png\n")
    let read = sandbox.shell("zbarimg --quiet --nodbus --raw -Sbinary ../home/Downloads/qr-code.png")
    #expect(read.output == Array(text.utf8), "\(read.errorText)")
    var shown = text
    while shown.hasSuffix("\n") { shown.removeLast() }
    expectRun(sandbox.run(["send", "../home/Downloads/qr-code.png", "-a", "readQRCode"]), output: shown + "\n")
  }

  @Test("what no code can hold is not offered, and a picture without a code is a failure")
  func limits() {
    let sandbox = Sandbox()
    for program in ["qrencode", "zbarimg"] where !installed(program) { sandbox.stub(program, "exit 4\n") }
    for text in ["", String(repeating: "x", count: 2954)] {
      #expect(sandbox.run(["send", "--text", text, "-a", "makeQRCode"]).status == 4)
    }
    sandbox.directory.write(Array("work/a.png".utf8), PrintTests.picture)
    let none = sandbox.run(["send", "a.png", "-a", "readQRCode"])
    #expect(none.status == 1 && none.output == [])
  }
}
