import Foundation
import Glibc
import ShareModel
import Synchronization
import TestSupport
import Testing

@testable import ShareJobs

@Suite("the worker")
struct JobWorkerTests {
  /// A worker whose jobs do what a test says.
  private final class Harness: Sendable {
    let test: TestStore
    let begun = Mutex<[Int]>([])
    let attention = Mutex<[Int]>([])
    /// A pipe: readable once something was written.
    private let stop: [Int32]
    private let result = Mutex<Result<Void, JobStoreError>?>(nil)

    init() throws {
      test = try TestStore()
      var ends: [Int32] = [0, 0]
      pipe(&ends)
      for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
      stop = ends
    }

    deinit { for end in stop { close(end) } }

    func start(
      _ mode: JobWorker.Mode, parallelism: Int = 4, _ body: @escaping @Sendable (JobRun) -> JobEnding
    ) throws {
      let lock = try #require(try WorkerLock(test.folder))
      var worker = JobWorker(
        start: { [self] run in
          begun.withLock { $0.append(run.job.id) }
          Thread.detachNewThread { run.finish(body(run)) }
          return true
        }, needsAttention: { [self] stored in attention.withLock { $0.append(stored.job.id) } })
      worker.parallelism = parallelism
      Thread.detachNewThread { [self, worker] in
        do throws(JobStoreError) {
          try worker.work(test.store, lock, mode, stop: stop[0])
          lock.release()
          result.withLock { $0 = .success(()) }
        } catch {
          lock.release()
          result.withLock { $0 = .failure(error) }
        }
      }
    }

    var hasEnded: Bool { result.withLock { $0 != nil } }

    func end() {
      var one: UInt8 = 1
      _ = write(stop[1], &one, 1)
    }

    func state(_ id: Int) -> JobState? { (try? test.store.job(id))?.state }
  }

  private static let done = JobEnding.ended(.completed, nil, outcome: "{}")

  @Test("until all is done: jobs that come meanwhile are done too, then it ends")
  func untilDone() throws {
    let harness = try Harness()
    let first = try harness.test.enqueue("first")
    try harness.start(.untilDone) { run in
      if run.job.id == first { _ = try? harness.test.enqueue("second") }
      return JobWorkerTests.done
    }
    #expect(waitUntil { harness.hasEnded })
    #expect(harness.begun.withLock { $0 } == [1, 2])
    #expect(harness.state(1) == .completed && harness.state(2) == .completed)
    #expect(!WorkerBell.ring(harness.test.folder))
  }

  @Test("once: what waits for a later time is left")
  func once() throws {
    let harness = try Harness()
    _ = try harness.test.enqueue()
    try harness.start(.once) { _ in
      .again(after: 60, .failed, Outcome.Failure(code: "no-connection", message: "no"), outcome: nil)
    }
    #expect(waitUntil { harness.hasEnded })
    #expect(harness.state(1) == .waiting)
    #expect(harness.attention.withLock { $0 } == [])
  }

  @Test("watching: it hears of new jobs at once, and ends when it is told to")
  func watch() throws {
    let harness = try Harness()
    try harness.start(.watch) { _ in JobWorkerTests.done }
    let id = try harness.test.enqueue()
    #expect(WorkerBell.isHeard(harness.test.folder, within: 60))
    #expect(waitUntil { harness.state(id) == .completed })
    #expect(!harness.hasEnded)
    harness.end()
    #expect(waitUntil { harness.hasEnded })
  }

  @Test("there is one worker, and the lock of one that is gone is free")
  func oneWorker() throws {
    let test = try TestStore()
    #expect(!WorkerLock.isHeld(test.folder))
    let lock = try #require(try WorkerLock(test.folder))
    #expect(try WorkerLock(test.folder) == nil)
    #expect(WorkerLock.isHeld(test.folder) && WorkerBell.ring(test.folder))
    // Whoever holds it and reads nothing does not work.
    #expect(!WorkerBell.isHeard(test.folder, within: 0.05))
    lock.release()
    #expect(!WorkerBell.ring(test.folder) && !WorkerBell.isHeard(test.folder, within: 60))
    #expect(try WorkerLock(test.folder) != nil)
  }

  @Test("so many jobs are performed at once, and no more")
  func parallel() throws {
    let harness = try Harness()
    for _ in 0..<6 { _ = try harness.test.enqueue() }
    let gate = Mutex(false)
    try harness.start(.untilDone, parallelism: 3) { _ in
      waitUntil { gate.withLock { $0 } }
      return JobWorkerTests.done
    }
    #expect(waitUntil { harness.begun.withLock { $0.count } == 3 })
    usleep(50_000)
    #expect(harness.begun.withLock { $0 } == [1, 2, 3])
    gate.withLock { $0 = true }
    #expect(waitUntil { harness.hasEnded })
    #expect(harness.begun.withLock { $0.count } == 6)
  }

  @Test("a job that was cancelled is told, and one that is not is not")
  func cancelling() throws {
    let harness = try Harness()
    for _ in 0..<2 { _ = try harness.test.enqueue() }
    try harness.start(.untilDone) { run in
      let isCancelled = Mutex(false)
      run.whenEnded { isCancelled.withLock { $0 = true } }
      waitUntil { isCancelled.withLock { $0 } || harness.state(1) == .cancelled }
      return isCancelled.withLock { $0 }
        ? .ended(.cancelled, Outcome.Failure(code: "cancelled", message: "c"), outcome: nil) : JobWorkerTests.done
    }
    #expect(waitUntil { harness.begun.withLock { $0.count } == 2 })
    #expect(try harness.test.store.cancel(1) == .requested)
    _ = WorkerBell.ring(harness.test.folder)
    #expect(waitUntil { harness.hasEnded })
    #expect(harness.state(1) == .cancelled && harness.state(2) == .completed)
    #expect(harness.attention.withLock { $0 } == [])
  }

  @Test("a worker that is told to stop ends its jobs; nobody cancelled them", arguments: [true, false])
  func stopping(isRepeatable: Bool) throws {
    let harness = try Harness()
    _ = try harness.test.enqueue()
    try harness.start(.watch) { run in
      try? run.begin(items: "0", mayBeRepeated: isRepeatable)
      let isEnded = Mutex(false)
      run.whenEnded { isEnded.withLock { $0 = true } }
      waitUntil { isEnded.withLock { $0 } }
      return .ended(.cancelled, Outcome.Failure(code: "cancelled", message: "c"), outcome: nil)
    }
    #expect(waitUntil { (try? harness.test.store.storedJob(1))?.runs.count == 1 })
    harness.end()
    #expect(waitUntil { harness.hasEnded })
    #expect(harness.state(1) == (isRepeatable ? .queued : .interrupted))
    #expect(harness.attention.withLock { $0 } == (isRepeatable ? [] : [1]))
  }

  @Test("jobs of a worker that died are looked after before anything else")
  func recovers() throws {
    let harness = try Harness()
    for _ in 0..<2 { _ = try harness.test.enqueue() }
    for id in 1...2 {
      _ = try harness.test.store.claim(.dead)
      try harness.test.store.begin(id, items: "0", mayBeRepeated: id == 1)
    }
    try harness.start(.untilDone) { _ in JobWorkerTests.done }
    #expect(waitUntil { harness.hasEnded })
    #expect(harness.state(1) == .completed && harness.state(2) == .interrupted)
    #expect(harness.attention.withLock { $0 } == [2])
  }

  @Test("a lock on the store delays what a worker notes, and loses nothing")
  func lockedWhileNoting() throws {
    let harness = try Harness()
    let id = try harness.test.enqueue()
    let other = try LockHolder(harness.test.store)
    try harness.start(.untilDone) { run in
      try? run.begin(items: "0", mayBeRepeated: false)
      try? other.lock()
      run.report(JobProgress(done: 5, total: 10))
      return JobWorkerTests.done
    }
    #expect(waitUntil { harness.test.store.files(of: (try? harness.test.job(id))!).readProgress() != nil })
    usleep(100_000)
    #expect(harness.state(id) == .running)
    other.unlock()
    #expect(waitUntil { harness.hasEnded })
    #expect(harness.state(id) == .completed)
  }

  @Test("a worker whose folder was removed ends, instead of working for nobody")
  func removedFolder() throws {
    let harness = try Harness()
    try harness.start(.watch) { _ in JobWorkerTests.done }
    unlink(harness.test.folder.displayText + "/jobs.lock")
    _ = WorkerBell.ring(harness.test.folder)
    #expect(waitUntil { harness.hasEnded })
  }
}

@Suite("progress")
struct JobProgressTests {
  @Test("is read as it was written, also when it becomes less", arguments: [(5, 10), (123_456_789_012, nil), (3, 4)])
  func roundTrip(done: Int, total: Int?) throws {
    let directory = TemporaryDirectory()
    let files = JobFiles(store: FilePath(directory.path), key: "k")
    #expect(files.readProgress() == nil)
    files.write(JobProgress(done: 999_999_999_999, total: 1_000_000_000_000))
    files.write(JobProgress(done: done, total: total))
    #expect(files.readProgress() == JobProgress(done: done, total: total))
    files.removeProgress()
    #expect(files.readProgress() == nil)
  }
}
