/// When a job that could not be done is tried again.
///
/// The pauses grow from try to try, each by chance a little shorter or longer, so that many jobs that failed together do
/// not come back together.
public struct RetryPolicy: Sendable {
  /// The first pause, and the longest, in seconds.
  public var firstPause = 5.0
  public var longestPause = 300.0
  /// For how long after it was accepted a job is tried again, in seconds.
  public var budget = 24.0 * 60 * 60
  /// The part by which a pause may be off.
  public var jitter = 0.2
  /// How often a worker may die during a job before that is taken for the job's fault.
  public var crashLimit = 5

  public init() {}

  /// The pause after a try, in seconds; `wish` is what a server asked for. Nil when the job's time would be over.
  ///
  /// - Parameters:
  ///   - tries: How often it was tried, at least once.
  ///   - left: What is left of the job's time, in seconds.
  ///   - chance: Between 0 and 1.
  public func pause(afterTry tries: Int, wish: Double?, left: Double, chance: Double) -> Double? {
    let grown = min(firstPause * Double(1 << min(max(tries, 1) - 1, 20)), longestPause)
    // Never before the time that a server asked for.
    let pause = wish.map { max($0, 0) } ?? grown * (1 + jitter * (2 * chance - 1))
    return pause <= left ? pause : nil
  }
}
