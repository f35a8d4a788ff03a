internal import Glibc
internal import ShareActions
internal import ShareJobs
internal import ShareModel
internal import ShareSessions
internal import SourceDiagnostics

extension CommandSpecification {
  static let jobsWait = CommandSpecification(
    name: "jobs wait", operands: "JOB…", summary: "Wait until jobs have ended, and print what they give back",
    details: """
      Results go to stdout as those of 'send' do. The status is that of the first job that was not done: 1 failed or
      interrupted, 5 timed out, 130 cancelled; 5 also when the time of --timeout is over.
      """,
    options: [
      OptionSpecification("timeout", value: "SECONDS", "wait no longer than this"), CommonOptions.json,
      CommonOptions.null,
    ], emptyDocument: noJobs, run: JobsWait.run)
}

/// `sharerouter jobs wait`.
enum JobsWait {
  static func run(_ call: Invocation) -> ExitStatus {
    guard let ids = call.jobNumbers() else { return .usage }
    var left: Double?
    if let text = call.arguments.text("timeout") {
      guard let seconds = Double(text), seconds >= 0 else {
        call.console.error("'\(text)' is not a number of seconds", help: "write a number such as 30")
        return .usage
      }
      left = seconds
    }
    return call.withJobStore { store throws(JobStoreError) in
      if try store.jobs(ids).contains(where: { !$0.state.isFinal }) { rouseWorker(store, call) }
      var pause = 0.02
      var unwatched = 0.0
      var status = ExitStatus.done
      for id in ids {
        let bar = ProgressBar(call)
        defer { bar?.finish() }
        while true {
          guard let job = try store.job(id) else {
            call.tellMissing(id)
            return .usage
          }
          if job.state == .running {
            if let bar, let progress = store.files(of: job).readProgress() { bar.take(progress, of: id) }
          } else {
            bar?.finish()
          }
          if job.state.isFinal { break }
          if let seconds = left {
            guard seconds > 0 else {
              bar?.finish()
              call.console.error(
                "job \(id) has not ended yet", help: "'sharerouter jobs show \(id)' tells how far it is")
              return .timedOut
            }
            left = seconds - pause
          }
          usleep(UInt32(pause * 1_000_000))
          unwatched += pause
          pause = min(pause * 1.5, 0.25)
          // The worker may have died in the meantime.
          try store.recover()
          if unwatched >= 1 {
            unwatched = 0
            if !WorkerLock.isHeld(store.folder) { rouseWorker(store, call) }
          }
        }
        guard let stored = try store.storedJob(id) else { continue }
        if !call.arguments.has("json"), !show(stored, call) { return .failed }
        if status == .done { status = stored.job.state.exitStatus }
      }
      return call.arguments.has("json") ? try call.writeJSON(ids, store, status) : status
    }
  }

  private static func rouseWorker(_ store: JobStore, _ call: Invocation) {
    guard let failure = JobWorkerProcess.rouse(store.folder, call.process) else { return }
    call.console.warning("no worker can be started: \(failure.message)")
  }

  /// Prints what came of a job; false when it cannot be written, which was told.
  private static func show(_ stored: StoredJob, _ call: Invocation) -> Bool {
    let job = stored.job
    if job.state != .completed {
      let reason = job.failure.map { ": \($0.message)" } ?? ""
      call.console.error("job \(job.id) ('\(job.activityType)') \(job.state.phrase)\(reason)")
    }
    return call.write(stored.parsedOutcome?.returnedItems ?? [])
  }
}
