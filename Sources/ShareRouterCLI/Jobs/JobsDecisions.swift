internal import Glibc
internal import JSONSyntax
internal import ShareJobs
internal import ShareModel
internal import ShareSessions

extension CommandSpecification {
  static let jobsRetry = CommandSpecification(
    name: "jobs retry", operands: "JOB…", summary: "Do jobs again that did not succeed, or those that wait at once",
    details: """
      What is known to be done is not done again. Files are taken as they are now. An interrupted job whose program still
      runs has to be cancelled first.
      """,
    options: [CommonOptions.json], emptyDocument: noJobs,
    run: { JobsDecisions(call: $0).run(JobsDecisions.retry) })

  static let jobsCancel = CommandSpecification(
    name: "jobs cancel", operands: "JOB…", summary: "Give jobs up; what runs is ended with all of its processes",
    details: "", options: [CommonOptions.json], emptyDocument: noJobs,
    run: { JobsDecisions(call: $0).run(JobsDecisions.cancel) })

  static let jobsPrune = CommandSpecification(
    name: "jobs prune", operands: "[JOB…]", summary: "Remove jobs that have ended, with their logs",
    details: """
      Without numbers: those that are done or were cancelled; with --all also those that failed, timed out or were
      interrupted. The worker itself removes jobs that were done or cancelled 30 days ago.
      """,
    options: [
      OptionSpecification("all", short: "a", "all that have ended"),
      OptionSpecification("days", value: "N", "only those that ended at least so many days ago"), CommonOptions.json,
    ], emptyDocument: { _ in [JSONMember("pruned", .array([]))] }, run: { JobsDecisions(call: $0).prune() })
}

/// `sharerouter jobs retry`, `cancel` and `prune`.
struct JobsDecisions {
  let call: Invocation

  /// What became of one job: nil when it is as the person wants, else what is told.
  typealias Decision =
    @Sendable (JobsDecisions, Int, JobStore) throws(JobStoreError) -> (message: String, help: String)?

  func run(_ decide: Decision) -> ExitStatus {
    guard let ids = call.jobNumbers() else { return .usage }
    return call.withJobStore { store throws(JobStoreError) in
      var status = ExitStatus.done
      for id in ids {
        guard try store.job(id) != nil else {
          call.tellMissing(id)
          status = .usage
          continue
        }
        if let problem = try decide(self, id, store) {
          call.console.error(problem.message, help: problem.help)
          status = .failed
        }
      }
      return call.arguments.has("json") ? try call.writeJSON(ids, store, status) : status
    }
  }

  static let retry: Decision = { decisions, id, store throws(JobStoreError) in
    guard let job = try store.job(id) else { return nil }
    if job.state == .interrupted, !JobProcesses.running(job.key).isEmpty {
      return ("a program of job \(id) still runs", "end it with 'sharerouter jobs cancel \(id)' first")
    }
    switch try store.retry(id) {
    case .queued:
      if let failure = JobWorkerProcess.rouse(store.folder, decisions.call.process) {
        return ("no worker can be started: \(failure.message)", "job \(id) is queued until there is one")
      }
      return nil
    case .refused(let state):
      return (
        "job \(id) \(state.phrase)", state == .completed ? "send the items again" : "'sharerouter jobs' shows its state"
      )
    case .missing: return nil
    }
  }

  static let cancel: Decision = { decisions, id, store throws(JobStoreError) in
    let job = try store.job(id)
    switch try store.cancel(id) {
    case .tooLate(let state) where state == .cancelled: return nil
    case .tooLate(let state): return ("job \(id) \(state.phrase) already", "'sharerouter jobs prune' removes it")
    case .missing: return nil
    case .cancelled: break
    case .requested: if let problem = try decisions.waitForEnd(of: id, store) { return problem }
    }
    // Those of a worker that died, and those that left their group.
    guard let key = job?.key, !JobProcesses.end(key) else { return nil }
    return ("some processes of job \(id) did not end", "they were asked to, and killed; try again")
  }

  /// How long the worker may take to end a job: asking, killing, and writing it down.
  private static let patience = 20.0

  private func waitForEnd(of id: Int, _ store: JobStore) throws(JobStoreError) -> (message: String, help: String)? {
    _ = WorkerBell.ring(store.folder)
    for _ in 0..<Int(JobsDecisions.patience / 0.05) {
      guard let job = try store.job(id) else { return nil }
      switch job.state {
      case .cancelled: return nil
      case .running: break
      case let state: return ("job \(id) \(state.phrase) already", "'sharerouter jobs show \(id)' tells more")
      }
      usleep(50_000)
      // It may have died in the meantime.
      try store.recover()
    }
    return ("job \(id) has not ended yet", "its worker has been told; 'sharerouter jobs' shows its state")
  }

  func prune() -> ExitStatus {
    guard let ids = call.jobNumbers(atLeast: 0) else { return .usage }
    var days = 0.0
    if let text = call.arguments.text("days") {
      guard let number = Double(text), number >= 0, number < 1e6 else {
        call.console.error("'\(text)' is not a number of days", help: "write a number such as 7")
        return .usage
      }
      days = number
    }
    guard let found = call.jobStore() else { return .failed }
    let states: [JobState] =
      call.arguments.has("all") || !ids.isEmpty ? JobState.allCases.filter(\.isFinal) : [.completed, .cancelled]
    var removed: [Int] = []
    do throws(JobStoreError) {
      removed = try found?.prune(states, ids: ids.isEmpty ? nil : ids, age: days * 86400) ?? []
      for id in ids where !removed.contains(id) {
        guard let job = try found?.job(id) else {
          call.tellMissing(id)
          continue
        }
        call.console.error(
          "job \(id) \(job.state.phrase)",
          help: job.state.isFinal ? "it is not that old" : "'sharerouter jobs cancel \(id)' gives it up")
      }
    } catch {
      call.console.error(error.message, help: error.help)
      return .failed
    }
    let status = ids.allSatisfy(removed.contains) ? ExitStatus.done : .failed
    if call.arguments.has("json") {
      return call.writeJSON(JSONMember("pruned", .array(removed.map { .number($0) })), status)
    }
    if ids.isEmpty { call.console.message("\(removed.count) job\(removed.count == 1 ? "" : "s") removed") }
    return status
  }
}
