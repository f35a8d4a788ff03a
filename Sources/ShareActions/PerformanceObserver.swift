public import ShareModel

/// Follows a performance from outside: what a journal, a log and a progress bar need to know of it. Called on the thread
/// that performs.
public struct PerformanceObserver: Sendable {
  /// Right before anything of a run happens; a failure keeps it from beginning.
  public var begin: @Sendable (ObservedRun) -> Outcome.Failure? = { _ in nil }
  /// When a run has ended, its error masked; what it gave back is not, so what has to be hidden of that comes along.
  public var end: @Sendable (ObservedRun, Outcome.Run, SecretMask) -> Void = { _, _, _ in }
  /// Which one of activities that follow one another is performed, from 0.
  public var link = 0
  /// What programs write where it is captured, as it comes, with what has to be hidden of it.
  public var output: (@Sendable (OutputStream, ArraySlice<UInt8>, SecretMask) -> Void)?
  /// How far a request and its response have come; several times each second.
  public var progress: (@Sendable (TransferProgress) -> Void)?

  public init() {}
}

/// A run as its observer knows it.
public struct ObservedRun: Sendable {
  /// Which one of activities that follow one another it is of, from 0.
  public var link: Int
  public var activityType: ActivityType
  public var itemIndexes: [Int]
  /// Whether it may be done again without asking when nobody knows what became of it.
  public var mayBeRepeated: Bool
}

/// One of the two streams that a program writes.
public enum OutputStream: Sendable {
  case standardOutput, standardError
}

/// The bytes of one request and its response.
public struct TransferProgress: Sendable, Equatable {
  /// Of the bodies alone.
  public var sent: Int
  public var received: Int
  /// Nil when they are not known.
  public var sentTotal: Int?
  public var receivedTotal: Int?

  public init(sent: Int, received: Int, sentTotal: Int?, receivedTotal: Int?) {
    self.sent = sent
    self.received = received
    self.sentTotal = sentTotal
    self.receivedTotal = receivedTotal
  }
}
