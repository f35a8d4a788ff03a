import Foundation
import ShareJobs
import ShareModel
import ShareRouter
import Synchronization
import TestSupport
import Testing

extension Machine {
  /// Lets a worker of this process do the jobs of a store.
  func work(_ store: JobStore, _ mode: JobWorker.Mode = .untilDone) throws {
    let lock = try #require(try WorkerLock(store.folder))
    try work(store, lock, mode)
    lock.release()
  }

  /// The same with a lock that was taken before.
  func work(_ store: JobStore, _ lock: WorkerLock, _ mode: JobWorker.Mode = .untilDone) throws {
    let performer = JobPerformer(process: process())
    let worker = JobWorker(start: performer.start, needsAttention: performer.notify(of:))
    let result = Mutex<Result<Void, JobStoreError>?>(nil)
    Thread.detachNewThread {
      do throws(JobStoreError) {
        try worker.work(store, lock, mode, stop: -1)
        result.withLock { $0 = .success(()) }
      } catch { result.withLock { $0 = .failure(error) } }
    }
    waitUntil { result.withLock { $0 != nil } }
    try result.withLock { $0 }?.get()
  }
}
