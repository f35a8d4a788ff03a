internal import ShareActions
internal import ShareJobs
internal import ShareModel
internal import ShareRouter

/// `send --detach`: has activities done in the background.
struct Detachment {
  let call: Invocation

  /// Accepts the activities as jobs, all or none. When this returns, they are on the disk; what is in the way was told.
  func accept(
    _ prepared: [PreparedActivity], _ sharing: Sharing, _ session: ShareSession
  ) -> Result<[Outcome], LookupFailure> {
    guard !prepared.isEmpty else { return .success([]) }
    guard let requests = requests(prepared, sharing, session) else { return .failure(LookupFailure(status: .usage)) }
    guard canBePlanned(prepared, session) else { return .failure(LookupFailure(status: .failed)) }
    let ids: [Int]
    do throws(JobStoreError) {
      ids = try JobStore(folder: call.jobFolder).enqueue(requests)
    } catch {
      call.console.error("nothing was accepted: \(error.message)", help: error.help)
      return .failure(LookupFailure(status: .failed))
    }
    if let failure = JobWorkerProcess.rouse(call.jobFolder, call.process) {
      call.console.warning(
        "no worker can be started: \(failure.message)", help: "'sharerouter jobs work' starts one later")
    }
    return .success(
      zip(prepared, ids).map { one, id in
        var outcome = Outcome(
          activityType: one.request.activity.type, status: .completed, evidence: .queued,
          skippedItems: one.skippedItems)
        outcome.job = id
        return outcome
      })
  }

  private func requests(
    _ prepared: [PreparedActivity], _ sharing: Sharing, _ session: ShareSession
  ) -> [JobRequest]? {
    var requests: [JobRequest] = []
    for one in prepared {
      do throws(JobSubmission.Refusal) {
        requests.append(try JobSubmission(session).request(one, sharing))
      } catch {
        call.console.error(error.message, help: error.help)
      }
    }
    return requests.count == prepared.count ? requests : nil
  }

  /// What is known to fail is told now, and not after it was accepted.
  private func canBePlanned(_ prepared: [PreparedActivity], _ session: ShareSession) -> Bool {
    var surroundings = session.actionSurroundings(capturesOutput: true)
    surroundings.workingDirectory = call.process.home
    surroundings.hasTerminal = false
    let planner = ActionPlanner(surroundings)
    var isPossible = true
    for one in prepared {
      do throws(Outcome.Failure) { _ = try planner.plan(one.request, for: .description) } catch {
        call.console.error("'\(one.request.activity.type)' would fail: \(error.message)")
        isPossible = false
      }
    }
    return isPossible
  }
}
