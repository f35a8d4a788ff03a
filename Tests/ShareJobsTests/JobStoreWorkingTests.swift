import Glibc
import ShareModel
import TestSupport
import Testing

@testable import ShareJobs

@Suite("what workers and people do to jobs")
struct JobStoreWorkingTests {
  private static let failure = Outcome.Failure(code: "x", message: "it broke")

  @Test("jobs are taken in the order in which they became due, each once")
  func claiming() throws {
    let test = try TestStore()
    let ids = try (0..<3).map { _ in try test.enqueue() }
    #expect(try test.store.claim(.current)?.job.id == ids[0])
    #expect(try test.another().claim(.current)?.job.id == ids[1])
    #expect(try test.store.claim(.current)?.job.id == ids[2])
    #expect(try test.store.claim(.current) == nil)
    #expect(try test.job(ids[0]).tries == 1)
  }

  @Test("a job that is to be tried again waits longer each time, and fails when its time is over")
  func retries() throws {
    let test = try TestStore()
    let id = try test.enqueue()
    var pauses: [Double] = []
    while let stored = try test.store.claim(.current) {
      let ending = JobEnding.again(after: nil, .failed, JobStoreWorkingTests.failure, outcome: nil)
      let state = try test.store.finish(stored.job, ending, chance: 0.5)
      guard state == .waiting else { break }
      let job = try test.job(id)
      #expect(job.failure == JobStoreWorkingTests.failure)
      pauses.append(Double(job.due - test.clock.now) / 1000)
      #expect(try test.store.claim(.current) == nil)
      test.clock.advance(pauses.last! - 0.001)
      #expect(try test.store.claim(.current) == nil)
      test.clock.advance(0.001)
    }
    #expect(pauses.prefix(8).elementsEqual([5, 10, 20, 40, 80, 160, 300, 300]))
    #expect(pauses.reduce(0, +) <= 86400 && pauses.reduce(0, +) > 86400 - 301)
    let job = try test.job(id)
    #expect(job.state == .failed && job.failure == JobStoreWorkingTests.failure)
  }

  @Test(
    "a job whose worker died is done again where nothing was begun or all of it may be repeated, else interrupted",
    arguments: [
      ([], JobState.queued), ([(false, true)], .queued), ([(true, false)], .queued), ([(false, false)], .interrupted),
      ([(false, true), (false, false)], .interrupted), ([(true, false), (false, true)], .queued),
    ] as [([(isRepeatable: Bool, hasEnded: Bool)], JobState)])
  func recovery(runs: [(isRepeatable: Bool, hasEnded: Bool)], expected: JobState) throws {
    let test = try TestStore()
    let id = try test.enqueue()
    _ = try test.store.claim(.dead)
    for (number, run) in runs.enumerated() {
      try test.store.begin(id, items: "\(number)", mayBeRepeated: run.isRepeatable)
      if run.hasEnded { try test.store.end(id, items: "\(number)", isDone: true, outcome: "{}") }
    }
    #expect(try test.another().recover().map(\.state) == [expected])
    #expect(try test.job(id).state == expected)
    #expect(try test.job(id).worker == nil)
    // What has ended is known for the next try, what was only begun is not, unless somebody has to decide.
    let kept = try test.store.storedJob(id)?.runs.count
    #expect(kept == (expected == .queued ? runs.count { $0.hasEnded } : runs.count))
    #expect(try test.store.recover() == [])
  }

  @Test("a worker that lives is left alone; one of another boot or with a later start is dead")
  func identity() throws {
    let test = try TestStore()
    let id = try test.enqueue()
    _ = try test.store.claim(.current)
    #expect(try test.store.recover() == [])
    #expect(try test.job(id).state == .running)
    var earlier = ProcessIdentity.current
    earlier.boot = "00000000-0000-0000-0000-000000000000"
    #expect(!earlier.isAlive && !ProcessIdentity.dead.isAlive && ProcessIdentity.current.isAlive)
    #expect(ProcessIdentity(earlier.text) == earlier)
    try test.sql("UPDATE job SET worker='\(earlier.text)'")
    #expect(try test.store.recover().map(\.id) == [id])
  }

  @Test("a job that kills its worker again and again fails")
  func poison() throws {
    let test = try TestStore()
    let id = try test.enqueue()
    for count in 1...5 {
      _ = try test.store.claim(.dead)
      try test.store.begin(id, items: "0", mayBeRepeated: true)
      _ = try test.store.recover()
      #expect(try test.job(id).state == (count < 5 ? .queued : .failed))
    }
    #expect(try test.job(id).failure?.code == "crashed")
  }

  @Test("a worker that is stopped puts back what may be repeated and interrupts the rest", arguments: [true, false])
  func stopping(isRepeatable: Bool) throws {
    let test = try TestStore()
    let id = try test.enqueue()
    let stored = try #require(try test.store.claim(.current))
    try test.store.begin(id, items: "0", mayBeRepeated: isRepeatable)
    #expect(try test.store.finish(stored.job, .stopped, chance: 0) == (isRepeatable ? .queued : .interrupted))
  }

  // MARK: Deciding

  @Test("cancelling", arguments: JobState.allCases)
  func cancelling(state: JobState) throws {
    let test = try TestStore()
    let id = try test.enqueue()
    try test.sql("UPDATE job SET state='\(state.rawValue)', worker='\(ProcessIdentity.current.text)'")
    let expected: JobStore.Cancellation =
      switch state {
      case .queued, .waiting, .interrupted: .cancelled
      case .running: .requested
      case .completed, .failed, .cancelled, .timedOut: .tooLate(state)
      }
    #expect(try test.store.cancel(id) == expected)
    #expect(try test.job(id).state == (expected == .cancelled ? .cancelled : state))
    #expect(try test.store.cancelRequests() == (state == .running ? [id] : []))
    #expect(try test.store.cancel(99) == .missing)
  }

  @Test("what was cancelled while it ran does not come back, however it ended", arguments: [false, true])
  func cancelledWhileRunning(workerDied: Bool) throws {
    let test = try TestStore()
    let id = try test.enqueue()
    let stored = try #require(try test.store.claim(workerDied ? .dead : .current))
    try test.store.begin(id, items: "0", mayBeRepeated: true)
    #expect(try test.store.cancel(id) == .requested)
    if workerDied {
      _ = try test.store.recover()
    } else {
      _ = try test.store.finish(
        stored.job, .again(after: 1, .failed, JobStoreWorkingTests.failure, outcome: nil), chance: 0)
    }
    #expect(try test.job(id).state == .cancelled)
  }

  @Test("a job that is done although it was cancelled is done")
  func doneBeforeCancel() throws {
    let test = try TestStore()
    let id = try test.enqueue()
    let stored = try #require(try test.store.claim(.current))
    _ = try test.store.cancel(id)
    #expect(try test.store.finish(stored.job, .ended(.completed, nil, outcome: "{}"), chance: 0) == .completed)
    #expect(try test.job(id).failure == nil)
  }

  @Test("trying again keeps what is done, takes files as they are, and gives all of the time again")
  func retrying() throws {
    let test = try TestStore()
    let path = test.directory.write("item.txt", "one")
    var wanted = request()
    let item = Item(kind: .file, content: .file(FilePath(path)), contentType: .plainText, size: 3)
    wanted.items = [.init(item, stamp: FileStamp(of: FilePath(path)))]
    let id = try test.store.enqueue([wanted])[0]
    let stored = try #require(try test.store.claim(.current))
    for (items, isDone) in [("0", true), ("1", false)] {
      try test.store.begin(id, items: items, mayBeRepeated: false)
      try test.store.end(id, items: items, isDone: isDone, outcome: "{}")
    }
    try test.store.begin(id, items: "2", mayBeRepeated: false)
    _ = try test.store.finish(stored.job, .ended(.failed, JobStoreWorkingTests.failure, outcome: nil), chance: 0)
    test.directory.write("item.txt", "changed")
    test.clock.advance(100_000)
    #expect(try test.store.retry(id) == .queued)
    let again = try #require(try test.store.claim(.current))
    #expect(again.runs.map(\.items) == ["0"])
    #expect(again.request?.items[0].stamp == FileStamp(of: FilePath(path)))
    #expect(again.job.tries == 2 && again.job.deadline == test.clock.now + 86_400_000)
  }

  @Test("what is done or being done is not tried again")
  func noRetry() throws {
    let test = try TestStore()
    let id = try test.enqueue()
    let stored = try #require(try test.store.claim(.current))
    #expect(try test.store.retry(id) == .refused(.running))
    _ = try test.store.finish(stored.job, .ended(.completed, nil, outcome: nil), chance: 0)
    #expect(try test.store.retry(id) == .refused(.completed))
    #expect(try test.store.retry(99) == .missing)
  }

  @Test("only what has ended is removed, and only what was asked for")
  func pruning() throws {
    let test = try TestStore()
    let ids = try JobState.allCases.map { state in
      let id = try test.enqueue()
      try test.sql("UPDATE job SET state='\(state.rawValue)' WHERE id=\(id)")
      return (id, state)
    }
    func id(_ state: JobState) -> Int { ids.first { $0.1 == state }!.0 }
    #expect(try test.store.prune([.completed, .cancelled], age: 1) == [])
    test.clock.advance(2)
    #expect(try test.store.prune([.completed, .cancelled], age: 1) == [id(.completed), id(.cancelled)])
    #expect(try test.store.prune(JobState.allCases, ids: [id(.running), id(.failed)]) == [id(.failed)])
    #expect(try test.store.prune(JobState.allCases) == [id(.timedOut), id(.interrupted)])
    #expect(try test.store.jobs().map(\.state) == [.queued, .waiting, .running])
  }
}

@Suite("when a job is tried again")
struct RetryPolicyTests {
  private let policy = RetryPolicy()

  @Test("pauses double up to the longest, and are off by a fifth at most")
  func growth() {
    func pause(_ tries: Int, _ chance: Double) -> Double? {
      policy.pause(afterTry: tries, wish: nil, left: 1e6, chance: chance)
    }
    #expect([1, 2, 3, 6, 7, 60].map { pause($0, 0.5) } == [5, 10, 20, 160, 300, 300])
    #expect(pause(1, 0) == 4 && pause(1, 1) == 6)
    #expect(pause(0, 0.5) == 5)
  }

  @Test("what a server asks for is kept to, within the time there is")
  func wishes() {
    #expect(policy.pause(afterTry: 9, wish: 1, left: 60, chance: 0) == 1)
    #expect(policy.pause(afterTry: 1, wish: 61, left: 60, chance: 0) == nil)
    #expect(policy.pause(afterTry: 1, wish: nil, left: 3, chance: 0) == nil)
  }
}
