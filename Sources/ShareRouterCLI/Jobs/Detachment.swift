internal import ShareActions
internal import ShareJobs
internal import ShareModel
internal import ShareSessions

/// `send --detach`: has activities done in the background.
struct Detachment {
  let call: Invocation

  /// Accepts the activities as jobs, all or none. When this returns, they are on the disk; what is in the way was told.
  func accept(
    _ chains: [ActivityChain], _ sharing: Sharing, _ session: ShareSession
  ) throws(LookupFailure) -> [ActivityChain.Performance] {
    guard !chains.isEmpty else { return [] }
    let requests = try requests(chains, sharing, session)
    try check(chains, JobSubmission(session))
    let ids: [Int]
    do throws(JobStoreError) {
      ids = try JobStore(folder: call.jobFolder).enqueue(requests)
    } catch {
      call.console.error("nothing was accepted: \(error.message)", help: error.help, code: "not-accepted")
      throw LookupFailure(status: .failed)
    }
    if let failure = JobWorkerProcess.rouse(call.jobFolder, call.process) {
      call.console.warning(
        "no worker can be started: \(failure.message)", help: "'sharerouter jobs work' starts one later")
    }
    return zip(chains, ids).map { $0.queued(as: $1) }
  }

  private func requests(
    _ chains: [ActivityChain], _ sharing: Sharing, _ session: ShareSession
  ) throws(LookupFailure) -> [JobRequest] {
    var requests: [JobRequest] = []
    for chain in chains {
      do throws(JobSubmission.Refusal) {
        requests.append(try JobSubmission(session).request(chain, sharing))
      } catch {
        call.console.error(error.message, help: error.help, code: "not-for-jobs")
      }
    }
    guard requests.count == chains.count else { throw LookupFailure(status: .usage) }
    return requests
  }

  /// What is known to fail is told now, and not after it was accepted.
  private func check(_ chains: [ActivityChain], _ submission: JobSubmission) throws(LookupFailure) {
    var isPossible = true
    for chain in chains {
      do throws(Outcome.Failure) {
        try submission.check(chain)
      } catch {
        call.console.error("'\(chain.first.request.activity.type)' would fail: \(error.message)", code: error.code)
        isPossible = false
      }
    }
    guard isPossible else { throw LookupFailure(status: .failed) }
  }
}
