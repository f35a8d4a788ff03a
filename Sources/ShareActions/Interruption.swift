import CSystem
import Glibc

/// Stops running actions from outside: a cancelled task, a closed window, a signal. Every action that was given it ends
/// with the outcome `cancelled`; interrupting again is harmless.
public final class Interruption: Sendable {
  /// An event descriptor that stays readable from the first interruption on; poll it, never read it.
  let descriptor: Int32

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

/// Turns SIGINT, SIGTERM and SIGHUP of this process into an interruption. For programs only: a library must not take
/// its host's signals. At most one at a time; ignored signals stay ignored.
public struct SignalForwarding: ~Copyable {
  /// Kept, because the signal handler writes to its descriptor.
  private let interruption: Interruption

  public init(to interruption: Interruption) {
    self.interruption = interruption
    _ = sr_forward_signals(interruption.descriptor)
  }

  deinit { _ = sr_forward_signals(-1) }

  /// The signal that came last.
  public var signal: Signal? {
    let number = sr_forwarded_signal()
    return number == 0 ? nil : Signal(number)
  }
}
