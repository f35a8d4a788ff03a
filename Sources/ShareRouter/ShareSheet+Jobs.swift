internal import ShareActions
internal import ShareDefinitions
internal import ShareJobs
internal import ShareSessions

extension ShareSheet {
  /// Stores an activity that goes on in the background as a job, which another process performs. Blocks the calling
  /// thread until it is on the disk.
  func accept(
    _ chain: ActivityChain, _ sharing: Sharing, _ session: ShareSession, _ cancellation: Cancellation
  ) -> Ending {
    let submission = JobSubmission(session)
    let folder = JobSubmission.folder(process)
    let type = chain.first.definition.activity.type
    let program = JobWorkerProcess.program(for: process)
    do throws(Outcome.Failure) {
      guard program != nil || WorkerLock.isHeld(folder) else { throw .noWorker(path: process.bytes("PATH")) }
      let request: JobRequest
      do throws(JobSubmission.Refusal) { request = try submission.request(chain, sharing) } catch {
        throw Outcome.Failure(error)
      }
      try submission.check(chain)
      guard !cancellation.isCancelled else { return Ending(type, .cancelled(), .cancelled) }
      let ids: [Int]
      do throws(JobStoreError) { ids = try JobStore(folder: folder).enqueue([request]) } catch {
        throw Outcome.Failure(error)
      }
      // A job that nobody can be started for now is stored all the same, and the next worker performs it.
      _ = JobWorkerProcess.rouse(folder, process, program: program)
      return Ending(chain.queued(as: ids[0]).outcome)
    } catch {
      return Ending(chain.refused(error).outcome)
    }
  }
}
