import Glibc
import TestSupport
import Testing

/// A virtual X server of one test.
final class VirtualDisplay {
  let name: String
  private let server: RunningCommand

  init(_ sandbox: Sandbox, size: String = "320x200x8") throws {
    let arguments = ["Xvfb", "-displayfd", "1", "-screen", "0", size, "-nolisten", "tcp"]
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
