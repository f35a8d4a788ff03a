import TestSupport
import Testing

/// A virtual X server of one test.
final class VirtualDisplay {
  let name: String
  private let server: RunningCommand

  init(_ sandbox: Sandbox) throws {
    let arguments = ["Xvfb", "-displayfd", "1", "-screen", "0", "320x200x8", "-nolisten", "tcp"]
    server = try RunningCommand.start(arguments.map { Array($0.utf8) }, environment: sandbox.environment).get()
    let server = server
    waitUntil(limit: 60) { server.output.last == 0x0A || !server.isRunning }
    let number = String(decoding: server.output.dropLast(), as: UTF8.self)
    try #require(Int(number) != nil, "\(String(decoding: server.errors, as: UTF8.self))")
    name = ":" + number
  }

  /// Ends the server and with it those that serve its clipboard.
  deinit { server.stop() }
}

/// A Wayland compositor without a screen, of one test, that programs may give a clipboard to without a window.
final class VirtualCompositor {
  let name: String
  private let server: RunningCommand

  init(_ sandbox: Sandbox) throws {
    // It refuses to run as root, and in a user namespace nobody is.
    sandbox.directory.write("sway.conf", "")
    let words = ["unshare", "--user", "--map-user=1000", "sway", "--config", sandbox.path + "/sway.conf"]
    let variables = ["WLR_BACKENDS": "headless", "WLR_LIBINPUT_NO_DEVICES": "1", "WLR_RENDERER": "pixman"]
    server = try RunningCommand.start(
      words.map { Array($0.utf8) }, environment: sandbox.environment.merging(variables) { $1 }
    ).get()
    name = "wayland-1"
    let server = server
    waitUntil(limit: 60) { sandbox.directory.exists("run/wayland-1") || !server.isRunning }
    try #require(server.isRunning, "\(String(decoding: server.errors, as: UTF8.self))")
  }

  /// Whether a namespace of one's own may be made here.
  static let isPossible =
    installed("sway", "wl-copy", "wl-paste", "unshare")
    && CommandRun.run(["unshare", "--user", "--map-user=1000", "true"].map { Array($0.utf8) }).status == 0

  deinit { server.stop() }
}
