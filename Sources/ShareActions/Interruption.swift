import CSystem
import Glibc

/// Stops running actions from outside: a cancelled task, a closed window, a signal. Every action that was given it ends
/// with the outcome `cancelled`; interrupting again is harmless.
public final class Interruption: Sendable {
  /// An event descriptor that stays readable from the first interruption on; poll it, never read it.
  public let descriptor: Int32

  /// Fails when this process has no descriptor left.
  public init?() {
    descriptor = sr_event()
    if descriptor < 0 { return nil }
  }

  deinit { close(descriptor) }

  public func interrupt() {
    var one: UInt64 = 1
    _ = unsafe write(descriptor, &one, MemoryLayout<UInt64>.size)
  }

  public var isInterrupted: Bool {
    var entry = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    return unsafe poll(&entry, 1, 0) > 0
  }
}

/// Signals of this process as interruptions. For programs only: a library must not take its host's signals.
public enum SignalForwarding {
  /// Turns SIGINT, SIGTERM and SIGHUP into an interruption while `body` runs. One at a time; ignored signals stay
  /// ignored.
  public static func during<Result>(_ interruption: Interruption, _ body: () -> Result) -> Result {
    _ = sr_forward_signals(interruption.descriptor)
    defer { _ = sr_forward_signals(-1) }
    return body()
  }

  /// The signal that came last.
  public static var signal: Signal? {
    let number = sr_forwarded_signal()
    return number == 0 ? nil : Signal(number)
  }
}
