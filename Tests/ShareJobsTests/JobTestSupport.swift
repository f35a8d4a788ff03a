import Foundation
import Glibc
import ShareModel
import Synchronization
import TestSupport
import Testing

@testable import ShareJobs

/// A store in a folder of its own, with a clock that a test sets.
final class TestStore: Sendable {
  let directory = TemporaryDirectory()
  let clock = Clock()
  let store: JobStore

  final class Clock: Sendable {
    private let milliseconds = Mutex(1_000_000)
    var now: Int { milliseconds.withLock { $0 } }
    func advance(_ seconds: Double) { milliseconds.withLock { $0 += Int(seconds * 1000) } }
  }

  var folder: FilePath { FilePath(directory.path + "/state/sharerouter") }

  init(busySeconds: Double = 15) throws {
    let clock = clock
    var settings = JobStore.Settings()
    settings.busySeconds = busySeconds
    settings.now = { clock.now }
    store = try JobStore(folder: FilePath(directory.path + "/state/sharerouter"), settings: settings)
  }

  /// The store as another process would open it.
  func another(_ change: (inout JobStore.Settings) -> Void = { _ in }) throws -> JobStore {
    var settings = store.settings
    change(&settings)
    return try JobStore(folder: folder, settings: settings)
  }

  func enqueue(_ text: String = "hello") throws -> Int { try store.enqueue([request(text)])[0] }

  func job(_ id: Int) throws -> Job { try #require(try store.job(id)) }

  /// Runs SQL in the store's file.
  func sql(_ statements: String) throws { try store.use { db throws(SQLiteFailure) in try db.execute(statements) } }
}

func request(_ text: String = "hello") -> JobRequest {
  JobRequest(
    activityType: "com.example.note",
    definition: .init(path: "/d/com.example.note.yaml", content: Array("type: x".utf8)),
    items: [.init(.text(Array(text.utf8)))])
}

extension ProcessIdentity {
  /// A process that has ended.
  static var dead: ProcessIdentity {
    var identity = ProcessIdentity.current
    identity.start += 1
    return identity
  }
}

/// What a function gives in so many threads at once.
func inThreads<Value: Sendable>(_ count: Int, _ body: @escaping @Sendable (Int) -> Value) -> [Value] {
  let results = Mutex<[Int: Value]>([:])
  let threads = (0..<count).map { number in
    let thread = Foundation.Thread {
      let value = body(number)
      results.withLock { $0[number] = value }
    }
    thread.start()
    return thread
  }
  _ = threads
  waitUntil { results.withLock { $0.count } == count }
  return results.withLock { all in (0..<count).compactMap { all[$0] } }
}

/// Somebody else who holds the lock of a store.
final class LockHolder: Sendable {
  private let connection: Mutex<SQLiteConnection>

  init(_ store: JobStore) throws { connection = Mutex(try SQLiteConnection(store.file, busySeconds: 1)) }

  func lock() throws { try connection.withLock { try $0.execute("BEGIN IMMEDIATE") } }
  func unlock() { connection.withLock { try? $0.execute("COMMIT") } }
}
