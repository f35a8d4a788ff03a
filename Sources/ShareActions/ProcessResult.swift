import CSystem

/// How a program that was started ended. A status other than 0 is a result, not an error.
public struct ProcessResult: Sendable, Equatable {
  public enum Termination: Sendable, Equatable {
    case exited(Int)
    /// Killed by a signal that this process did not send.
    case signalled(Signal)
    /// Stopped by us because its time was over.
    case timedOut
    /// Stopped by us, or by the person at the terminal.
    case cancelled
    /// Launched, and still there after its time to fail.
    case stillRunning
    /// Something else in this process collected the status.
    case unknown
  }

  /// What a program wrote.
  public struct Output: Sendable, Equatable {
    public var bytes: [UInt8]
    /// Whether something is missing: at the end of a head, in front of a tail.
    public var wasCut: Bool

    public init(bytes: [UInt8] = [], wasCut: Bool = false) {
      self.bytes = bytes
      self.wasCut = wasCut
    }
  }

  public var termination: Termination
  /// Empty unless it was captured.
  public var standardOutput: Output
  public var standardError: Output
  public var durationMilliseconds: Int
}

/// A signal by its number.
public struct Signal: Sendable, Equatable {
  public var number: Int32

  public init(_ number: Int32) { self.number = number }

  /// Such as `SIGKILL`; `signal 34` for one without a name.
  public var name: String {
    guard let abbreviation = unsafe sr_signal_abbreviation(number) else { return "signal \(number)" }
    return "SIG" + (unsafe String(cString: abbreviation))
  }
}
