internal import ShareJobs
internal import ShareModel
internal import SourceDiagnostics

extension CompleteCommand {
  /// How long a lock that somebody holds is waited for, in seconds: a person waits for the answer.
  private static let patience = 0.2

  /// The numbers of the jobs that a command can do something with, but for those that are named.
  func jobs(_ command: CommandSpecification, _ words: [[UInt8]], _ current: String) -> [Candidate] {
    var settings = JobStore.Settings()
    settings.busySeconds = CompleteCommand.patience
    guard JobStore.exists(in: call.jobFolder), let store = try? JobStore(folder: call.jobFolder, settings: settings)
    else { return [] }
    // What cannot be brought up to date is offered as it is.
    _ = try? store.recover()
    let now = settings.now()
    let fitting = ((try? store.jobs()) ?? []).filter { isMeant($0, by: command, now) }
    let named = words.map { String(decoding: $0, as: UTF8.self) }
    guard command.operands.contains("…") || !fitting.contains(where: { named.contains(String($0.id)) }) else {
      return []
    }
    let candidates = fitting.map { job in
      Candidate(word: String(job.id), meaning: "\(job.state.rawValue), \(job.activityType): \(job.summary)")
    }
    return among(candidates.filter { !named.contains($0.word) }, current)
  }

  private func isMeant(_ job: Job, by command: CommandSpecification, _ now: Int) -> Bool {
    switch command.name {
    case "jobs retry": job.state == .waiting || (job.state.isFinal && job.state != .completed)
    case "jobs cancel": !job.state.isFinal || job.state == .interrupted
    case "jobs prune": job.state.isFinal
    default: JobsListing.isListed(job, now)
    }
  }
}
