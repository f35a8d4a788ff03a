import Glibc
import ShareModel
import Synchronization

/// Performs the jobs of a store, several at once, for as long as its mode says. What a job does is not its business: it
/// is given a function for that.
public struct JobWorker: Sendable {
  public enum Mode: Sendable {
    /// Until every job has ended, also those that wait.
    case untilDone
    /// Until nothing is due.
    case once
    /// Until it is told to stop.
    case watch
  }

  /// Begins to perform a job on a thread of its own, which calls `finish` at the end; false when there is no thread.
  public var start: @Sendable (JobRun) -> Bool
  /// Told of every job that somebody has to look after: failed, timed out, interrupted.
  public var needsAttention: @Sendable (StoredJob) -> Void
  /// How many jobs are performed at once.
  public var parallelism = 4

  /// How often the worker looks round although nobody rings, in seconds: the clock may have been set.
  private static let round = 30.0

  public init(start: @escaping @Sendable (JobRun) -> Bool, needsAttention: @escaping @Sendable (StoredJob) -> Void) {
    self.start = start
    self.needsAttention = needsAttention
  }

  /// Works; blocks the calling thread.
  ///
  /// - Parameter stop: A descriptor that becomes readable when the worker has to stop. What runs then is ended: put back
  ///   where it may be repeated, else interrupted.
  public func work(_ store: JobStore, _ lock: WorkerLock, _ mode: Mode, stop: Int32) throws(JobStoreError) {
    let running = RunningJobs()
    let worker = ProcessIdentity.current
    defer { endAll(running, lock) }
    var isPrepared = false
    while true {
      lock.silence()
      guard !JobWorker.isReadable(stop), lock.isCurrent else { return }
      var pause = JobWorker.round
      do throws(JobStoreError) {
        if !isPrepared {
          for job in try store.recover() where job.state.needsAttention {
            if let stored = try store.storedJob(job.id) { needsAttention(stored) }
          }
          try store.tidy()
          isPrepared = true
        }
        for id in try store.cancelRequests() { running[id]?.cancel() }
        while running.count < parallelism, let stored = try store.claim(worker) {
          begin(stored, store, lock, running)
        }
        let due = try store.nextDue()
        if running.count == 0, mode != .watch {
          guard let due, mode == .untilDone || due <= store.now else {
            store.emptyLog()
            return
          }
        }
        if let due, running.count < parallelism { pause = min(pause, Double(due - store.now) / 1000) }
      } catch {
        guard error.isPassing, mode != .once else { throw error }
        pause = 1
      }
      JobWorker.wait(lock.bell, stop, seconds: pause)
    }
  }

  private func begin(_ stored: StoredJob, _ store: JobStore, _ lock: WorkerLock, _ running: RunningJobs) {
    let needsAttention = needsAttention
    let run = JobRun(stored, store) { run, state in
      if state.needsAttention, let stored = try? store.storedJob(run.job.id) { needsAttention(stored) }
      running[run.job.id] = nil
      lock.ring()
    }
    running[run.job.id] = run
    if !start(run) { run.finish(.again(after: nil, .failed, .notStarted(), outcome: nil)) }
  }

  /// Stops what runs and waits for it, but not for ever for what does not end.
  private func endAll(_ running: RunningJobs, _ lock: WorkerLock) {
    for run in running.all { run.stop() }
    for _ in 0..<200 where running.count > 0 { Pause.milliseconds(50) }
  }

  private static func isReadable(_ descriptor: Int32) -> Bool {
    var entry = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    return unsafe poll(&entry, 1, 0) > 0
  }

  private static func wait(_ bell: Int32, _ stop: Int32, seconds: Double) {
    var entries = [
      pollfd(fd: bell, events: Int16(POLLIN), revents: 0), pollfd(fd: stop, events: Int16(POLLIN), revents: 0),
    ]
    _ = unsafe poll(&entries, 2, Int32(max(0, min(seconds, round) * 1000).rounded(.up)))
  }
}

/// What a worker performs at the moment.
private final class RunningJobs: Sendable {
  private let runs = Mutex<[Int: JobRun]>([:])

  var count: Int { runs.withLock(\.count) }
  var all: [JobRun] { runs.withLock { Array($0.values) } }

  subscript(id: Int) -> JobRun? {
    get { runs.withLock { $0[id] } }
    set { runs.withLock { $0[id] = newValue } }
  }
}

extension JobState {
  /// Whether somebody has to look after the job: a problem is told, a job that is simply done is not.
  public var needsAttention: Bool {
    switch self {
    case .failed, .timedOut, .interrupted: true
    case .queued, .waiting, .running, .completed, .cancelled: false
    }
  }
}
