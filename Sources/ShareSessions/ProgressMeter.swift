internal import Glibc
public import ShareActions
internal import Synchronization

/// Turns the counts of a transfer into what people want to see, some times each second: how much of the longer one of
/// request and response has been moved.
public final class ProgressMeter: Sendable {
  public struct Reading: Sendable, Equatable {
    public var isSending: Bool
    /// In bytes.
    public var done: Int
    /// Nil when nobody knows.
    public var total: Int?
    /// Seconds since the transfer began.
    public var seconds: Double
  }

  /// In seconds.
  private static let interval = 0.2

  private struct State {
    var beginning: Double?
    var last = 0.0
    var moved = 0
  }

  private let state = Mutex(State())

  public init() {}

  /// The reading; nil when it is too early for another one.
  public func take(_ progress: TransferProgress) -> Reading? {
    var time = timespec()
    unsafe clock_gettime(CLOCK_MONOTONIC, &time)
    let now = Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
    let isSending = progress.received == 0 && (progress.sent > 0 || progress.sentTotal != nil)
    let done = isSending ? progress.sent : progress.received
    let seconds: Double? = state.withLock { state in
      // Fewer bytes than before are those of another exchange.
      if state.beginning == nil || done < state.moved { state.beginning = now }
      state.moved = done
      guard now - state.last >= ProgressMeter.interval else { return nil }
      state.last = now
      return now - (state.beginning ?? now)
    }
    guard let seconds else { return nil }
    return Reading(
      isSending: isSending, done: done, total: isSending ? progress.sentTotal : progress.receivedTotal,
      seconds: seconds)
  }
}
