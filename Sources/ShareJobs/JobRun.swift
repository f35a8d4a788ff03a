public import ShareModel
import Synchronization

/// A job that is being performed: what its performer tells, and asks, its worker. May be used by any thread.
public final class JobRun: Sendable {
  private enum Wish {
    case goOn
    /// Somebody gave the job up.
    case cancel
    /// The worker has to stop.
    case stop
  }

  private struct State {
    var wish = Wish.goOn
    var action: (@Sendable () -> Void)?
  }

  public let stored: StoredJob
  private let store: JobStore
  private let state = Mutex(State())
  private let didFinish: @Sendable (JobRun, JobState) -> Void

  init(_ stored: StoredJob, _ store: JobStore, didFinish: @escaping @Sendable (JobRun, JobState) -> Void) {
    self.stored = stored
    self.store = store
    self.didFinish = didFinish
  }

  public var job: Job { stored.job }
  public var files: JobFiles { store.files(of: job) }

  // MARK: The performer's side

  /// Notes that a run is about to begin; throws when it must not, as nobody would know of it.
  public func begin(items: String, mayBeRepeated: Bool) throws(JobStoreError) {
    try patiently { () throws(JobStoreError) in try store.begin(job.id, items: items, mayBeRepeated: mayBeRepeated) }
  }

  /// Notes what came of a run, as JSON.
  public func end(items: String, _ status: Outcome.Status, outcome: String) {
    // Nobody cancelled what is ended because the worker stops; how far it came is not known.
    if status == .cancelled, state.withLock({ $0.wish == .stop }) { return }
    // What cannot be noted is not known later, which is the truth.
    try? patiently { () throws(JobStoreError) in
      try store.end(job.id, items: items, isDone: status == .completed, outcome: outcome)
    }
  }

  /// Notes that a run is to be begun again: nothing happened, or twice is the same as once.
  public func undo(items: String) {
    try? patiently { () throws(JobStoreError) in try store.undo(job.id, items: items) }
  }

  /// Forgets what was noted of all runs, so that the next try begins from the start.
  public func forget() {
    try? patiently { () throws(JobStoreError) in try store.forget(job.id) }
  }

  public func report(_ progress: JobProgress) { files.write(progress) }

  /// Does something when the job has to be ended, at once when it has to already.
  public func whenEnded(_ action: @escaping @Sendable () -> Void) {
    let isOver = state.withLock { state in
      state.action = action
      return state.wish != .goOn
    }
    if isOver { action() }
  }

  /// The last word of the performer.
  public func finish(_ ending: JobEnding) {
    var ending = ending
    if state.withLock({ $0.wish == .stop }), case .ended(.cancelled, _, _) = ending { ending = .stopped }
    let final = ending
    let end = try? patiently { () throws(JobStoreError) in
      try store.finish(job, final, chance: Double.random(in: 0...1))
    }
    didFinish(self, end ?? .running)
  }

  /// Tries again while the disk is full or somebody holds the lock, but not when the worker has to stop.
  private func patiently<Value>(_ body: () throws(JobStoreError) -> Value) throws(JobStoreError) -> Value {
    while true {
      do throws(JobStoreError) { return try body() } catch {
        guard error.isPassing, state.withLock({ $0.wish != .stop }) else { throw error }
      }
      Pause.milliseconds(500)
    }
  }

  // MARK: The worker's side

  func cancel() { end(with: .cancel) }

  func stop() { end(with: .stop) }

  private func end(with wish: Wish) {
    let action = state.withLock { state -> (@Sendable () -> Void)? in
      guard state.wish != wish else { return nil }
      state.wish = wish
      return state.action
    }
    action?()
  }
}
