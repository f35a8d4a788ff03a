import Foundation
import TestSupport
import Testing

@Suite("Sending to a device")
struct DeviceTests {
  @Test("KDE Connect gets each item in the way that its kind is sent, values joined to their options")
  func kinds() {
    let sandbox = Sandbox()
    sandbox.recorder("kdeconnect-cli")
    sandbox.file("foo bar%2.txt", "x")
    expectRun(
      sandbox.run([
        "send", "--text", "-n C# 日本 🎉", "https://example.com/?a=1&b", "foo bar%2.txt", "-a", "airDrop",
        "-i", "device=Ada's phone",
      ]))
    let device = "--name=Ada's phone"
    #expect(
      sandbox.arguments(of: "kdeconnect-cli")
        == [
          device, "--share-text=-n C# 日本 🎉", device, "--share=https://example.com/?a=1&b", device,
          "--share=\(sandbox.work)/foo bar%2.txt",
        ].map { Array($0.utf8) })
  }

  @Test("all of several files are sent, and one that fails is named and makes the whole a failure")
  func severalFiles() {
    let sandbox = Sandbox()
    sandbox.stub(
      "kdeconnect-cli",
      "echo \"$2\" >>'\(sandbox.path)/calls'; case $2 in *two*) echo 'device is gone' >&2; exit 1 ;; esac\n")
    for name in ["one", "two", "three"] { sandbox.file(name, "x") }
    let run = sandbox.run(
      ["send", "--file", "one", "--file", "two", "--file", "three", "-a", "airDrop", "-i", "device=d"])
    #expect(run.status == 1)
    #expect(run.errorText.contains("device is gone") && run.errorText.contains("two"), "\(run.errorText)")
    let calls = String(decoding: sandbox.directory.read("calls") ?? [], as: UTF8.self)
    #expect(calls == ["one", "two", "three"].map { "--share=\(sandbox.work)/\($0)\n" }.joined())
  }

  @Test("without KDE Connect croc or wormhole is asked, at a terminal alone, and no code is in an argument")
  func codes() {
    let sandbox = Sandbox()
    sandbox.file("a.txt", "x")
    for program in ["croc", "wormhole"] {
      sandbox.stub(
        program,
        "test -t 1 || exit 9; printf '%s|' \"$0\" \"$@\" >>'\(sandbox.path)/calls'; test -t 0 || cat >>'\(sandbox.path)/calls'\n"
      )
    }
    let utilities = ["sh", "cat", "script", "setsid"].compactMap { name in programPath(name).map { (name, $0) } }
    for (name, path) in utilities { symlink(path, sandbox.path + "/bin/" + name) }
    let variables = ["PATH": sandbox.path + "/bin"]
    func calls() -> String {
      defer { unlink(sandbox.path + "/calls") }
      return replacing(String(decoding: sandbox.directory.read("calls") ?? [], as: UTF8.self), sandbox.path, "")
    }
    let without = sandbox.run(["send", "--file", "a.txt", "-a", "airDrop"], environment: variables)
    #expect(without.status == 4)
    #expect(without.errorText.contains("it needs a terminal, and there is none"), "\(without.errorText)")
    _ = sandbox.onTerminal("\"$sharerouter\" send --file a.txt -a airDrop", environment: variables)
    #expect(calls() == "/bin/croc|send|/work/a.txt|")
    unlink(sandbox.path + "/bin/croc")
    _ = sandbox.onTerminal("\"$sharerouter\" send --file a.txt -a airDrop", environment: variables)
    #expect(calls() == "/bin/wormhole|send|--|/work/a.txt|")
    _ = sandbox.onTerminal("\"$sharerouter\" send 'C# 日本' -a airDrop", environment: variables)
    #expect(calls() == "/bin/wormhole|send|--text=-|C# 日本")
  }

  @Test(
    "a real KDE Connect, on a bus and in a network of its own, says that the device is not there",
    .enabled(
      if: installed("kdeconnect-cli", "dbus-run-session", "unshare") && DeviceTests.mayLeaveNetwork,
      "kdeconnect and dbus-run-session are not installed, or the kernel allows no namespace"))
  func realDaemon() {
    let sandbox = Sandbox()
    defer { sandbox.endRemainingProcesses() }
    sandbox.file("a.txt", "x")
    // The first call starts the daemon by the bus.
    let run = sandbox.shell(
      "unshare --map-root-user --net dbus-run-session -- \"$sharerouter\" send --file a.txt -a airDrop -i 'device=No one'",
      environment: ["QT_QPA_PLATFORM": "offscreen"])
    #expect(run.status == 1, "\(run.errorText)")
    #expect(run.errorText.contains("Couldn't find device: No one"), "\(run.errorText)")
    #expect(
      run.errorText.contains("'org.sharerouter.airDrop' failed: the script failed with exit status 1"),
      "\(run.errorText)")
  }

  private static let mayLeaveNetwork =
    CommandRun.run(["unshare", "--map-root-user", "--net", "true"].map { Array($0.utf8) }).status == 0

  @Test(
    "a real wormhole carries a text to the other side, byte for byte, by the code that only the terminal shows",
    .enabled(
      if: installed("wormhole", "twist3") && DeviceTests.hasMailbox,
      "magic-wormhole and python3-magic-wormhole-mailbox-server are not installed"))
  func realWormhole() throws {
    let sandbox = Sandbox()
    let words = ["twist3", "wormhole-mailbox", "--port", "tcp:0:interface=127.0.0.1", "--channel-db=:memory:"]
    let mailbox = try RunningCommand.start(
      words.map { Array($0.utf8) }, environment: sandbox.environment, in: sandbox.work
    )
    .get()
    defer { mailbox.stop() }
    func first(_ pattern: String, in bytes: [UInt8]) -> String? {
      let text = String(decoding: bytes, as: UTF8.self)
      return text.range(of: pattern, options: .regularExpression).map { String(text[$0]) }
    }
    waitUntil { first("Site starting on [0-9]+", in: mailbox.output) != nil || !mailbox.isRunning }
    let port = try #require(
      first("Site starting on [0-9]+", in: mailbox.output)?.split(separator: " ").last,
      "\(String(decoding: mailbox.errors, as: UTF8.self))")
    let variables = ["WORMHOLE_RELAY_URL": "ws://127.0.0.1:\(port)/v1", "LC_ALL": "C.UTF-8"]
    let text = "C# & C++ 50% 日本 🎉\nline two"
    sandbox.file("text", text)
    for name in ["sh", "cat", "script", "setsid", "wormhole", "python3", "env"] {
      if let path = programPath(name) { symlink(path, sandbox.path + "/bin/" + name) }
    }
    var all = sandbox.environment.merging(variables) { $1 }
    all["PATH"] = sandbox.path + "/bin"
    all["SHELL"] = "/bin/sh"
    let line = "'\(CommandRun.program)' send - -a airDrop <text"
    let sender = try RunningCommand.start(
      ["setsid", "--wait", "script", "--quiet", "--return", "--command", line, "/dev/null"].map { Array($0.utf8) },
      environment: all, in: sandbox.work
    ).get()
    defer { sender.stop() }
    let pattern = "wormhole receive [0-9]+(-[a-z]+)+"
    waitUntil { first(pattern, in: sender.output) != nil || !sender.isRunning }
    let code = try #require(
      first(pattern, in: sender.output)?.split(separator: " ").last, "\(String(decoding: sender.output, as: UTF8.self))"
    )
    for folder in (try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? [] where Int(folder) != nil {
      let arguments = readFile("/proc/\(folder)/cmdline") ?? []
      #expect(!String(decoding: arguments, as: UTF8.self).contains(code))
    }
    let received = sandbox.shell("wormhole receive \(code)", environment: variables)
    #expect(received.text == text + "\n", "\(received.errorText)")
    #expect(sender.wait().status == 0)
  }

  private static let hasMailbox = access("/usr/lib/python3/dist-packages/wormhole_mailbox_server", F_OK) == 0
}
