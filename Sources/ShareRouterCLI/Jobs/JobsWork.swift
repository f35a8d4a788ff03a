internal import Glibc
internal import ShareActions
internal import ShareJobs
internal import ShareModel
internal import ShareSessions
internal import SourceDiagnostics

extension CommandSpecification {
  static let jobsWork = CommandSpecification(
    name: "jobs work", operands: "", summary: "Do the jobs; started by itself where one is needed",
    details: """
      Without an option it goes on until every job has ended, also those that wait. There is one worker at a time: where
      another one is at work this one ends at once, or with --watch takes its place later. A worker that is told to stop
      ends what runs: what may be repeated is queued again, the rest is interrupted. 'sharerouter integrate systemd' makes
      a service of it, by which jobs go on after a restart.
      """,
    options: [
      OptionSpecification("once", "go on only until nothing is due"),
      OptionSpecification("watch", "never end by itself"),
    ], run: JobsWork.run)
}

/// `sharerouter jobs work`: the worker.
enum JobsWork {
  static func run(_ call: Invocation) -> ExitStatus {
    guard call.arguments.operands.isEmpty else {
      call.console.error("'jobs work' takes no operand")
      return .usage
    }
    let mode: JobWorker.Mode = call.arguments.has("watch") ? .watch : call.arguments.has("once") ? .once : .untilDone
    guard let interruption = Interruption() else {
      call.console.error("this process has no file descriptor left")
      return .failed
    }
    return SignalForwarding.during(interruption) {
      do throws(JobStoreError) {
        guard let lock = try takeLock(call, mode, interruption) else { return .done }
        let store = try JobStore(folder: call.jobFolder)
        try work(store, lock, mode, interruption, call)
        return .done
      } catch {
        call.console.error(error.message, help: error.help)
        return .failed
      }
    }
  }

  private static func work(
    _ store: JobStore, _ lock: WorkerLock, _ mode: JobWorker.Mode, _ interruption: Interruption,
    _ call: Invocation
  ) throws(JobStoreError) {
    let performer = JobPerformer(process: call.process)
    let worker = JobWorker(start: performer.start, needsAttention: performer.notify(of:))
    var next: WorkerLock? = lock
    while let lock = next {
      try worker.work(store, lock, mode, stop: interruption.descriptor)
      lock.release()
      // Who accepted a job just now may still have taken this process for its worker.
      guard mode == .untilDone, !interruption.isInterrupted, try store.unfinishedCount() > 0 else { return }
      next = try WorkerLock(call.jobFolder)
    }
  }

  /// Becomes the worker; nil when there is one, or this one has to stop.
  private static func takeLock(
    _ call: Invocation, _ mode: JobWorker.Mode, _ interruption: Interruption
  ) throws(JobStoreError) -> WorkerLock? {
    var isTold = false
    while !interruption.isInterrupted {
      if let lock = try WorkerLock(call.jobFolder) { return lock }
      // One that hears is at work; one that does not begins or ends just now, or has been killed.
      let isAtWork = WorkerBell.isHeard(call.jobFolder, within: 0.2)
      if isAtWork, mode != .watch {
        call.console.message("another worker is at work")
        return nil
      }
      if isAtWork, !isTold { call.console.message("another worker is at work; this one waits for its end") }
      isTold = isTold || isAtWork
      usleep(isAtWork ? 1_000_000 : 20_000)
    }
    return nil
  }
}
