import DesktopTypes
import Glibc
import TestSupport
import Testing

@Suite("notifications of the desktop, on a real session bus")
struct DesktopNotificationTests {
  private func show(_ notification: DesktopNotification, _ recorder: NotificationRecorder) throws {
    try notification.show { ["DBUS_SESSION_BUS_ADDRESS": recorder.address][$0] }
  }

  @Test(
    "a server that reads markup gets the body escaped and the summary as it is; nothing else changes",
    .enabled(if: NotificationRecorder.isAvailable, "dbus-daemon or Python's jeepney is not installed"))
  func markup() throws {
    let recorder = try #require(NotificationRecorder())
    let texts: [(String, String)] = [
      ("R&D <b>x</b> &amp;", "R&amp;D &lt;b&gt;x&lt;/b&gt; &amp;amp;"), ("--help", "--help"), ("", ""),
      ("two\nlines\tand a tab", "two\nlines\tand a tab"), ("%s 'it\\'s' \"q\" {}", "%s 'it\\'s' \"q\" {}"),
      ("e\u{301} 日本 \u{1F468}\u{200D}\u{1F469}", "e\u{301} 日本 \u{1F468}\u{200D}\u{1F469}"),
      ("a\0b\u{1B}[1m", "a b [1m"),
    ]
    for (text, _) in texts { try show(DesktopNotification(summary: text, body: text), recorder) }
    try show(DesktopNotification(summary: "two\nlines", icon: "dialog-error", urgency: .critical), recorder)
    let shown = recorder.notifications
    #expect(shown.map(\.body) == texts.map(\.1) + [""])
    #expect(shown.first?.summary == "R&D <b>x</b> &amp;")
    #expect(shown.allSatisfy { $0.program == "sharerouter" })
    #expect(shown.last?.summary == "two lines")
    #expect(shown.last?.icon == "dialog-error")
    #expect(shown.map(\.urgency) == texts.map { _ in 1 } + [2])
  }

  @Test(
    "a server that reads no markup gets the text as it is",
    .enabled(if: NotificationRecorder.isAvailable, "dbus-daemon or Python's jeepney is not installed"))
  func plain() throws {
    let recorder = try #require(NotificationRecorder(capabilities: ["body"]))
    try show(DesktopNotification(summary: "s", body: "R&D <b>x</b>"), recorder)
    #expect(recorder.notifications.map(\.body) == ["R&D <b>x</b>"])
  }

  @Test(
    "a long text is cut between characters, and says so",
    .enabled(if: NotificationRecorder.isAvailable, "dbus-daemon or Python's jeepney is not installed"))
  func length() throws {
    let recorder = try #require(NotificationRecorder())
    let family = "\u{1F468}\u{200D}\u{1F469}"
    let limit = DesktopNotification.longestBody
    try show(DesktopNotification(summary: "s", body: String(repeating: family, count: limit)), recorder)
    try show(DesktopNotification(summary: "s", body: String(repeating: family, count: limit + 1)), recorder)
    let whole = String(repeating: family, count: limit)
    #expect(recorder.notifications.map(\.body) == [whole, whole + "…"])
  }

  @Test(
    "a bus without a server, a server that refuses, and a bus that is not there are told apart",
    .enabled(if: NotificationRecorder.isAvailable, "dbus-daemon or Python's jeepney is not installed"))
  func failures() throws {
    let notification = DesktopNotification(summary: "s")
    func failure(_ environment: [String: String]) -> DesktopNotification.Failure? {
      do throws(DesktopNotification.Failure) {
        try notification.show { environment[$0] }
        return nil
      } catch { return error }
    }
    let empty = try #require(NotificationRecorder(capabilities: nil))
    let without = failure(["DBUS_SESSION_BUS_ADDRESS": empty.address])
    #expect(without?.message.contains("org.freedesktop.Notifications") == true, "\(String(describing: without))")
    let refusing = try #require(NotificationRecorder(refusal: "not now"))
    let refused = failure(["DBUS_SESSION_BUS_ADDRESS": refusing.address])
    #expect(refused?.message.contains("not now") == true, "\(String(describing: refused))")
    #expect(failure([:]) == .noBus)
    let folder = TemporaryDirectory()
    #expect(failure(["XDG_RUNTIME_DIR": folder.path]) == .noBus)
    folder.write("bus", "no socket")
    let dead = failure(["XDG_RUNTIME_DIR": folder.path])
    #expect(dead?.message.contains("\(folder.path)/bus") == true, "\(String(describing: dead))")
  }

  @Test("the bus is the environment's, else that of the runtime folder, and never one that would be started")
  func address() {
    func address(_ environment: [String: String]) -> String? {
      DesktopNotification.busAddress { environment[$0] }
    }
    #expect(address(["DBUS_SESSION_BUS_ADDRESS": "unix:path=/x", "XDG_RUNTIME_DIR": "/run"]) == "unix:path=/x")
    let folder = TemporaryDirectory()
    let strange = ["DBUS_SESSION_BUS_ADDRESS": "", "XDG_RUNTIME_DIR": folder.path + "/a;b c"]
    #expect(address(strange) == nil)
    folder.write("a;b c/bus", "")
    #expect(address(strange)?.lowercased() == "unix:path=\(folder.path.lowercased())/a%3bb%20c/bus")
    #expect(address(["DBUS_SESSION_BUS_ADDRESS": "autolaunch:"]) == nil)
    #expect(address(["XDG_RUNTIME_DIR": "relative"]) == nil)
    #expect(address([:]) == nil)
  }
}
