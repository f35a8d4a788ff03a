import Glibc
import JSONSyntax
import ShareModel
import TestSupport
import Testing

@testable import ShareJobs

@Suite("the store of jobs")
struct JobStoreTests {
  @Test("what was accepted is found again by another process, with bytes of any kind")
  func roundTrip() throws {
    let test = try TestStore()
    var wanted = request("a\u{0}b \"c\" \u{2028} 👩‍👩‍👧 \r\n")
    var odd = Item(
      kind: .image, content: .file(FilePath(bytes: Array("/tmp/\u{FF}".utf8) + [0xFF, 0x0A])),
      contentType: ContentType("image/png"), size: 7, name: [0xC3, 0x28], subject: "s",
      contentTypeByContent: ContentType("image/jpeg"))
    odd.isTemporary = false
    wanted.items.append(.init(odd, stamp: FileStamp(size: 7, modified: 1_234_567_890_123_456_789)))
    wanted.metadata = Metadata(subject: "é", message: "a\nb", recipients: ["x@example.org", "y"])
    var rule = Rule(origin: RuleOrigin(layer: .request, file: "r.yaml", line: 3))
    rule.hosts = ["*.example.com"]
    rule.kinds = [.url, .image]
    rule.categories = [.share]
    rule.maximumSize = 12
    rule.environment = [.init(name: "A", glob: nil), .init(name: "B", glob: "x*")]
    var inner = Rule(origin: RuleOrigin(layer: .request))
    inner.texts = ["^x"]
    rule.not = [inner]
    rule.reason = LocalizedText(entries: [.init(language: "de", text: "nein"), .init(language: nil, text: "no")])
    wanted.exclusions = [rule]
    wanted.only = [.init(patterns: ["com.example.*"], origin: RuleOrigin(layer: .request))]
    wanted.answers = [.init(Array("pages".utf8), Array("2".utf8)), .init(Array("raw".utf8), [0xFE])]
    wanted.environment = [.init(Array("DISPLAY".utf8), Array(":0".utf8))]
    wanted.followers = [.init(path: "/d/é.yaml", content: [0x61, 0xFF, 0x0A])]
    wanted.answersOfFollowers = [.init(Array("a".utf8), Array("b".utf8))]
    wanted.outputFolder = FilePath(bytes: [0x2F, 0xFE])
    wanted.folders = [FilePath(bytes: [0x2F, 0xFF])]
    let id = try test.store.enqueue([wanted])[0]
    let stored = try #require(try test.another().storedJob(id))
    #expect(stored.request == wanted)
    #expect(stored.job.state == .queued && stored.job.tries == 0 && stored.runs.isEmpty && stored.outcome == nil)
  }

  @Test("a rule of which a part cannot be read is not taken for another one")
  func unreadableRule() throws {
    let json = try JSONValue.parse(Array(#"{"origin": {"layer": "request"}, "hosts": ["a"], "moon": ["full"]}"#.utf8))
    #expect(Rule(json: json) == nil)
    let kind = try JSONValue.parse(Array(#"{"origin": {"layer": "request"}, "kinds": ["song"]}"#.utf8))
    #expect(Rule(json: kind) == nil)
  }

  @Test("numbers are not given twice, also not after the newest job was removed")
  func numbers() throws {
    let test = try TestStore()
    #expect(try test.store.enqueue([request(), request()]) == [1, 2])
    _ = try test.store.cancel(2)
    #expect(try test.store.prune([.cancelled]) == [2])
    #expect(try test.enqueue() == 3)
  }

  @Test("nobody else may read the store, whatever the umask is")
  func privacy() throws {
    let old = umask(0)
    defer { umask(old) }
    let test = try TestStore()
    _ = try test.enqueue()
    for name in ["jobs.sqlite", "jobs.sqlite-wal", "jobs.sqlite-shm", ""] {
      var status = stat()
      #expect(stat(test.folder.displayText + "/" + name, &status) == 0, "\(name)")
      #expect(status.st_mode & 0o077 == 0, "\(name)")
    }
  }

  @Test("the folders of a state are made, but not a home that is not there")
  func missingHome() throws {
    let directory = TemporaryDirectory()
    let home = directory.path + "/home"
    let folder = FilePath(home + "/.local/state/sharerouter")
    #expect(throws: JobStoreError.cannotOpen(FilePath(home + "/.local"), errno: ENOENT)) {
      try JobStore(folder: folder)
    }
    mkdir(home, 0o700)
    _ = try JobStore(folder: folder)
  }

  @Test("a temporary file is copied into the job's folder and stays when the original goes")
  func spooled() throws {
    let test = try TestStore()
    let path = test.directory.write("spool/input.bin", "data")
    var wanted = request()
    var item = Item(kind: .file, content: .file(FilePath(path)), contentType: .unknown, size: 4)
    item.isTemporary = true
    wanted.items = [.init(.text(Array("a".utf8))), .init(item)]
    let id = try test.store.enqueue([wanted])[0]
    unlink(path)
    let stored = try #require(try test.store.storedJob(id))
    let copy = try #require(stored.request?.items[1].item.path)
    #expect(copy.name == Array("input.bin".utf8))
    #expect(readFile(copy.displayText) == Array("data".utf8))
    #expect(stored.request?.items[1].stamp == FileStamp(of: copy))
    // What has ended well needs its copies no more; what was removed needs nothing.
    _ = try test.store.claim(.current)
    _ = try test.store.finish(test.job(id), .ended(.completed, nil, outcome: nil), chance: 0.5)
    #expect(readFile(copy.displayText) == nil)
    #expect(try test.store.prune([.completed]) == [id])
    #expect(access(test.store.files(of: stored.job).folder.displayText, F_OK) != 0)
  }

  @Test("of jobs that are accepted together all are or none, and nothing is left of none")
  func allOrNone() throws {
    let test = try TestStore()
    let path = test.directory.write("spool/input", "data")
    func with(_ path: String) -> JobRequest {
      var wanted = request()
      wanted.items[0].item.content = .file(FilePath(path))
      wanted.items[0].item.isTemporary = true
      return wanted
    }
    #expect(throws: JobStoreError.notCopied(FilePath("/nonexistent/x"), errno: ENOENT)) {
      try test.store.enqueue([with(path), with("/nonexistent/x")])
    }
    #expect(try test.store.jobs().isEmpty)
    #expect(folderNames(test.folder.displayText + "/jobs") == [])
  }

  // MARK: Versions

  @Test("a newer store is refused and left as it is")
  func newer() throws {
    let test = try TestStore()
    _ = try test.enqueue()
    try test.sql("PRAGMA user_version=7")
    #expect(throws: JobStoreError.newer(test.store.file, version: 7, known: 1)) { try test.another() }
    let error = JobStoreError.newer(test.store.file, version: 7, known: 1)
    #expect(error.message.hasSuffix("has version 7, and this program knows versions up to 1"))
    #expect(try test.store.jobs().count == 1)
  }

  @Test("a database of another program is refused, and a file that is none")
  func foreign() throws {
    let directory = TemporaryDirectory()
    let folder = FilePath(directory.path)
    directory.write("jobs.sqlite", "")
    let file = try SQLiteConnection(folder.appending("jobs.sqlite"), busySeconds: 1)
    try file.execute("CREATE TABLE bookmarks(url)")
    #expect(throws: JobStoreError.foreign(folder.appending("jobs.sqlite"))) { try JobStore(folder: folder) }
    let other = TemporaryDirectory()
    other.write("jobs.sqlite", String(repeating: "no database ", count: 100))
    let path = FilePath(other.path).appending("jobs.sqlite")
    #expect(throws: JobStoreError.damaged(path, reason: "file is not a database")) {
      try JobStore(folder: FilePath(other.path))
    }
  }

  @Test("old and new programs that start at once on one file: one changes it, the others wait, and the old one says so")
  func migration() throws {
    for round in 0..<5 {
      let directory = TemporaryDirectory()
      let folder = FilePath(directory.path)
      let newer = JobSchema.migrations + ["ALTER TABLE job ADD COLUMN note TEXT"]
      let results = inThreads(8) { number -> String in
        var settings = JobStore.Settings()
        if (number + round) % 2 == 0 { settings.migrations = newer }
        do throws(JobStoreError) {
          let store = try JobStore(folder: folder, settings: settings)
          return try store.enqueue([request()]).isEmpty ? "nothing" : "accepted"
        } catch {
          if case .newer = error { return "newer" }
          return "\(error)"
        }
      }
      #expect(Set(results).isSubset(of: ["accepted", "newer"]), "\(results)")
      var settings = JobStore.Settings()
      settings.migrations = newer
      let store = try JobStore(folder: folder, settings: settings)
      #expect(try store.jobs().count == results.count { $0 == "accepted" })
      let columns = try store.use { db throws(SQLiteFailure) in
        try db.rows("SELECT count(*) FROM pragma_table_info('job') WHERE name='note'") { $0.number(0) }
      }
      #expect(columns == [1])
    }
  }

  // MARK: Locks

  @Test("a lock that somebody holds is waited for")
  func lockDelays() throws {
    let test = try TestStore()
    let other = try LockHolder(test.store)
    try other.lock()
    let results = inThreads(2) { number -> Int in
      if number == 0 {
        usleep(300_000)
        other.unlock()
        return 0
      }
      return (try? test.enqueue()) ?? -1
    }
    #expect(results == [0, 1])
  }

  @Test("a lock that is held for too long is an error that names the file, and nothing is accepted")
  func lockFails() throws {
    let test = try TestStore(busySeconds: 0.2)
    let other = try LockHolder(test.store)
    try other.lock()
    let error = JobStoreError.locked(test.store.file, seconds: 0.2)
    #expect(throws: error) { try test.enqueue() }
    #expect(error.message.contains(test.store.file.displayText) && error.message.contains("locked by another process"))
    other.unlock()
    #expect(try test.store.jobs().isEmpty)
  }

  @Test("twenty connections accept fifty jobs each at once")
  func crowd() throws {
    let test = try TestStore()
    let results = inThreads(20) { number -> [Int] in
      guard let store = try? test.another() else { return [] }
      return (0..<50).compactMap { try? store.enqueue([request("\(number)-\($0)")])[0] }
    }
    #expect(Set(results.flatMap { $0 }).count == 1000)
    #expect(try test.store.jobs().count == 1000)
  }

  // MARK: Tidying

  @Test("the log does not grow with senders that come and go, and is empty when a worker has ended")
  func log() throws {
    let test = try TestStore()
    let log = test.folder.displayText + "/jobs.sqlite-wal"
    func size() -> Int {
      var status = stat()
      return stat(log, &status) == 0 ? Int(status.st_size) : -1
    }
    let text = String(repeating: "a", count: 3000)
    for _ in 0..<150 { _ = try test.another().enqueue([request(text)]) }
    #expect((1...JobStore.longestLog + 100_000).contains(size()), "\(size())")
    #expect(try test.store.jobs().count == 150)
    test.store.emptyLog()
    #expect(size() == 0)
    // Somebody who reads is not disturbed, nor waited for.
    _ = try test.enqueue()
    let reader = try SQLiteConnection(test.store.file, busySeconds: 0)
    try reader.execute("BEGIN; SELECT count(*) FROM job")
    test.store.emptyLog()
    #expect(size() > 0)
    try reader.execute("COMMIT")
    #expect(try test.store.jobs().count == 151)
  }

  @Test("keys are random UUIDs of version 4")
  func keys() {
    let keys = (0..<100).map { _ in JobStore.newKey() }
    #expect(Set(keys).count == 100)
    for key in keys {
      #expect(
        key.wholeMatch(of: #/[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}/#) != nil, "\(key)")
    }
  }

  @Test("folders that were left without a job go once they are old and nobody holds them; old jobs that are done go")
  func tidy() throws {
    let test = try TestStore()
    let id = try test.enqueue()
    let key = try test.job(id).key
    let jobs = test.folder.displayText + "/jobs"
    func folder(_ name: String, age: Int) {
      test.directory.write("state/sharerouter/jobs/\(name)/items/1/x", "x")
      let then = time(nil) - age
      var times = [timeval(tv_sec: then, tv_usec: 0), timeval(tv_sec: then, tv_usec: 0)]
      utimes(jobs + "/" + name, &times)
    }
    let (stale, fresh) = ("00000000-0000-4000-8000-000000000000", "00000000-0000-4000-8000-000000000001")
    let held = "00000000-0000-4000-8000-000000000002"
    folder(stale, age: 7200)
    folder(fresh, age: 10)
    folder(held, age: 7200)
    folder(key, age: 7200)
    let lock = try FolderLock(making: FilePath(jobs + "/" + held))
    try test.store.tidy()
    #expect(folderNames(jobs) == [key, fresh, held].sorted())
    _ = lock
    _ = try test.store.cancel(id)
    test.clock.advance(29 * 86400)
    try test.store.tidy()
    #expect(try test.store.jobs().count == 1)
    test.clock.advance(2 * 86400)
    try test.store.tidy()
    #expect(try test.store.jobs().isEmpty)
  }

  private func folderNames(_ path: String) -> [String] {
    guard let stream = opendir(path) else { return [] }
    defer { closedir(stream) }
    var names: [String] = []
    while let entry = readdir(stream) {
      let name = withUnsafeBytes(of: entry.pointee.d_name) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
      if !name.hasPrefix(".") { names.append(name) }
    }
    return names.sorted()
  }
}
