import Glibc
import TestSupport
import Testing

/// The tests have no controlling terminal, or take it away by a session of their own.
@Suite("Results for a person without a terminal")
struct DeliveryTests {
  private let sandbox = Sandbox()

  init() {
    sandbox.recorder("xclip")
    sandbox.define(
      "com.example.upload",
      """
      category: share
      accepts: text
      icon: document-send
      shell: [printf, '%s', "{{ item.text }}"]
      returns:
        - text: "{{ stdout }}"
        - {text: "extra", name: deletion}
      """)
    sandbox.define(
      "com.example.break",
      "category: share\naccepts: text\nshell: [sh, -c, 'exit 1', _, \"{{ item.text }}\"]\n")
  }

  /// A run in a session of its own, which has no terminal.
  private func run(_ arguments: [String], _ changes: [String: String]) -> CommandRun {
    CommandRun.run(
      (["setsid", "--wait", CommandRun.program] + arguments).map { Array($0.utf8) },
      environment: sandbox.environment.merging(changes) { $1 }, in: sandbox.work)
  }

  private static let isAvailable = NotificationRecorder.isAvailable && installed("setsid")

  @Test(
    "texts and URLs are copied and shown in one notification",
    .enabled(if: isAvailable, "dbus-daemon, Python's jeepney or setsid is not installed"))
  func delivered() throws {
    let recorder = try #require(NotificationRecorder())
    let variables = ["DBUS_SESSION_BUS_ADDRESS": recorder.address, "DISPLAY": ":9"]
    expectRun(
      run(["send", "R&D <b>", "two", "-a", "com.example.upload"], variables), output: "R&D <b>\ntwo\n",
      errors: "deletion: extra\ndeletion: extra\n")
    #expect(sandbox.input(of: "xclip") == Array("R&D <b>\ntwo".utf8))
    #expect(
      recorder.notifications == [
        .init(
          program: "sharerouter", icon: "document-send", summary: "com.example.upload: copied",
          body: "R&amp;D &lt;b&gt;\ntwo", urgency: 1)
      ])
  }

  @Test(
    "what is sent on is not delivered as well, nor what returns nothing",
    .enabled(if: isAvailable, "dbus-daemon, Python's jeepney or setsid is not installed"))
  func sentOn() throws {
    let recorder = try #require(NotificationRecorder())
    let variables = ["DBUS_SESSION_BUS_ADDRESS": recorder.address, "DISPLAY": ":9"]
    sandbox.define("com.example.quiet", "category: share\naccepts: text\nshell: [cat, --, \"{{ item.file }}\"]\n")
    #expect(run(["send", "x", "-a", "quiet"], variables).status == 0)
    #expect(run(["send", "x", "-a", "com.example.upload", "--then", "quiet"], variables).status == 0)
    #expect(run(["send", "x", "-a", "com.example.upload", "--dry-run"], variables).status == 0)
    #expect(recorder.notifications == [] && sandbox.arguments(of: "xclip") == nil)
  }

  @Test(
    "'notify: never' of the definition or the configuration keeps notifications away, and copies all the same",
    .enabled(if: isAvailable, "dbus-daemon, Python's jeepney or setsid is not installed"), arguments: [true, false])
  func never(inDefinition: Bool) throws {
    let recorder = try #require(NotificationRecorder())
    let variables = ["DBUS_SESSION_BUS_ADDRESS": recorder.address, "DISPLAY": ":9"]
    if inDefinition {
      sandbox.define(
        "com.example.upload", "category: share\naccepts: text\nnotify: never\nreturns: {text: \"{{ item.text }}\"}\n")
    } else {
      sandbox.configure("notify: never\n")
    }
    #expect(run(["send", "x", "-a", "com.example.upload", "--json"], variables).status == 0)
    #expect(run(["send", "x", "-a", "break"], variables).status == 1)
    #expect(sandbox.input(of: "xclip") == Array("x".utf8))
    #expect(recorder.notifications.filter { $0.summary.contains("upload") } == [])
    if !inDefinition { #expect(recorder.notifications == []) }
  }

  @Test(
    "inside of an action nothing is delivered, as the action has its results",
    .enabled(if: isAvailable, "dbus-daemon, Python's jeepney or setsid is not installed"))
  func insideAnAction() throws {
    let recorder = try #require(NotificationRecorder())
    let variables = [
      "DBUS_SESSION_BUS_ADDRESS": recorder.address, "DISPLAY": ":9", "SHAREROUTER_DEPTH": "1",
    ]
    #expect(run(["send", "x", "-a", "com.example.upload"], variables).status == 0)
    #expect(run(["send", "x", "-a", "com.example.break"], variables).status == 1)
    #expect(recorder.notifications == [] && sandbox.arguments(of: "xclip") == nil)
  }

  @Test(
    "a failure is shown, as nobody would see it elsewhere",
    .enabled(if: isAvailable, "dbus-daemon, Python's jeepney or setsid is not installed"))
  func failure() throws {
    let recorder = try #require(NotificationRecorder())
    #expect(run(["send", "x", "-a", "break"], ["DBUS_SESSION_BUS_ADDRESS": recorder.address]).status == 1)
    #expect(
      recorder.notifications == [
        .init(
          program: "sharerouter", icon: "dialog-error", summary: "com.example.break: failed",
          body: "'sh' failed with exit status 1", urgency: 1)
      ])
  }

  @Test("without a desktop nothing is delivered, and nothing is said", .enabled(if: installed("setsid"), "no setsid"))
  func withoutDesktop() {
    expectRun(run(["send", "x", "-a", "com.example.upload"], [:]), output: "x\n", errors: "deletion: extra\n")
    #expect(sandbox.arguments(of: "xclip") == nil)
  }

  @Test("on a desktop, what cannot be delivered is said", .enabled(if: installed("setsid"), "setsid is not installed"))
  func undelivered() {
    sandbox.stub("xclip", "echo 'no display' >&2; exit 1")
    let run = run(["send", "x", "-a", "com.example.upload"], ["DISPLAY": ":9"])
    #expect(run.status == 0 && run.text == "x\n")
    #expect(run.errorText.contains("warning: what 'com.example.upload' returned was not copied: "), "\(run.errorText)")
    #expect(run.errorText.contains("warning: no notification was shown: "), "\(run.errorText)")
  }
}
