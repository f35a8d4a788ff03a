internal import DesktopTypes
internal import ShareActions
internal import ShareDefinitions
public import ShareJobs
internal import ShareModel
internal import ShareTemplates

extension JobPerformer {
  /// Tells the person on their desktop of a job that failed or waits for a decision, unless they want to hear of none.
  /// Blocks the calling thread for a few seconds at most; without a desktop nothing happens.
  public func notify(of stored: StoredJob) {
    guard let request = stored.request, let session = try? open(request),
      session.configuration.notify != .never
    else { return }
    let definition = try? JobPerformer.definition(request.definition)
    guard definition?.action.notify != .never else { return }
    let job = stored.job
    let title = definition?.activity.title.resolved(for: session.process.languages) ?? job.activityType.rawValue
    let notification = DesktopNotification(
      summary: "\(title): \(JobPerformer.phrase(job.state))",
      body: "\(job.failure?.message ?? "")\n\(job.summary)\nsharerouter jobs show \(job.id)",
      icon: definition?.activity.icon ?? "dialog-error", urgency: .normal)
    // Nobody is there to be told that nobody could be told; the job's state says it all.
    try? notification.show(environment: { session.process[$0] })
  }

  private static func phrase(_ state: JobState) -> String {
    switch state {
    case .timedOut: "timed out"
    case .interrupted: "was interrupted, and waits for your decision"
    default: "failed"
    }
  }
}
