import CSQLite
import Glibc
import JSONSyntax
public import ShareModel
import Synchronization

/// The durable list of jobs: an SQLite database in a folder of the person's state, with the files of jobs beside it. Any
/// number of processes use it at once; every change is one transaction.
public final class JobStore: Sendable {
  /// How a store is used; the defaults are what the program uses.
  public struct Settings: Sendable {
    /// How long a lock that somebody else holds is waited for, in seconds.
    public var busySeconds = 15.0
    public var policy = RetryPolicy()
    /// Milliseconds since 1970.
    public var now: @Sendable () -> Int = JobStore.systemTime
    /// The tables of this version, and those of all before.
    var migrations = JobSchema.migrations

    public init() {}
  }

  public let folder: FilePath
  public let settings: Settings
  private let connection: Mutex<SQLiteConnection>

  /// The database.
  public var file: FilePath { JobStore.file(in: folder) }

  /// How long SQLite's log may be when a store is left, in bytes: some 32 jobs. Processes that use a store one after the
  /// other, each for a moment, would make it longer for ever, and each has to read all of it.
  static let longestLog = 512 << 10

  private var logSize: Int {
    var status = stat()
    return unsafe stat((file.bytes + Array("-wal".utf8)).map(CChar.init(bitPattern:)) + [0], &status) == 0
      ? Int(status.st_size) : 0
  }

  static func file(in folder: FilePath) -> FilePath { folder.appending("jobs.sqlite") }

  /// Whether there is a store at all.
  public static func exists(in folder: FilePath) -> Bool { unsafe access(file(in: folder).terminated, F_OK) == 0 }

  /// Opens the store of a folder, and makes both when they are not there.
  public init(folder: FilePath, settings: Settings = Settings()) throws(JobStoreError) {
    self.folder = folder
    self.settings = settings
    guard sr_sqlite_load() else { throw .libraryMissing }
    let file = JobStore.file(in: folder)
    try JobStore.makeFile(file)
    let connection: SQLiteConnection
    do throws(SQLiteFailure) {
      connection = try SQLiteConnection(file, busySeconds: settings.busySeconds)
    } catch { throw JobStoreError(error, file, busySeconds: settings.busySeconds) }
    do throws(JobSchema.Failure) {
      try JobSchema.prepare(connection, settings.migrations)
    } catch {
      switch error {
      case .sqlite(let failure): throw JobStoreError(failure, file, busySeconds: settings.busySeconds)
      case .newer(let version): throw .newer(file, version: version, known: settings.migrations.count)
      case .foreign: throw .foreign(file)
      }
    }
    self.connection = Mutex(connection)
  }

  deinit { if logSize > JobStore.longestLog { emptyLog() } }

  /// The file, readable by the user alone; SQLite would make it as the umask says, and its log as the file is.
  private static func makeFile(_ file: FilePath) throws(JobStoreError) {
    if unsafe access(file.terminated, F_OK) == 0 { return }
    do throws(FileFailure) {
      try JobFiles.makeFolders(file.directory)
      let descriptor = unsafe open(file.terminated, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
      close(try FileFailure.check(descriptor, file))
      // A job that was accepted must be found again, so the file's name must be on the disk too.
      try JobFiles.sync(file.directory)
    } catch {
      throw SystemError.isFull(error.errno) ? .full(file) : .cannotOpen(error.file, errno: error.errno)
    }
  }

  public static let systemTime: @Sendable () -> Int = {
    var time = timespec()
    unsafe clock_gettime(CLOCK_REALTIME, &time)
    return time.tv_sec * 1000 + time.tv_nsec / 1_000_000
  }

  var now: Int { settings.now() }

  /// Uses the connection; nobody else in this process does meanwhile.
  func use<Value: Sendable>(
    _ body: (SQLiteConnection) throws(SQLiteFailure) -> Value
  ) throws(JobStoreError) -> Value {
    let result = connection.withLock { connection -> Result<Value, SQLiteFailure> in
      do throws(SQLiteFailure) { return .success(try body(connection)) } catch { return .failure(error) }
    }
    switch result {
    case .success(let value): return value
    case .failure(let failure): throw JobStoreError(failure, file, busySeconds: settings.busySeconds)
    }
  }

  /// Everything or nothing, in one transaction. Without `isDurable` a machine that fails at once may lose it, a process that dies does not.
  @discardableResult
  func change<Value: Sendable>(
    isDurable: Bool = true, _ body: (SQLiteConnection) throws(SQLiteFailure) -> Value
  ) throws(JobStoreError) -> Value {
    try use { connection throws(SQLiteFailure) in
      if !isDurable { try connection.run("PRAGMA synchronous=NORMAL") }
      defer { if !isDurable { _ = try? connection.run("PRAGMA synchronous=FULL") } }
      return try connection.transaction { () throws(SQLiteFailure) in try body(connection) }
    }
  }

  public func files(of job: Job) -> JobFiles { JobFiles(store: folder, key: job.key) }

  // MARK: Accepting

  /// Accepts jobs, all or none; their numbers. When this returns they are on the disk, with copies of the files that
  /// would be gone.
  public func enqueue(_ requests: [JobRequest]) throws(JobStoreError) -> [Int] {
    var kept: [(key: String, request: JobRequest, lock: FolderLock?)] = []
    do throws(JobStoreError) {
      for request in requests { kept.append(try keepFiles(of: request)) }
      let entries = kept.map { entry in
        (key: entry.key, request: entry.request, json: entry.request.json.serialized())
      }
      return try change { connection throws(SQLiteFailure) in
        let now = self.now
        var numbers: [Int] = []
        for (key, request, json) in entries {
          try connection.run(
            """
            INSERT INTO job(key, state, activity, summary, accepted, changed, due, deadline, request, definition)
            VALUES(?, 'queued', ?, ?, ?, ?, ?, ?, ?, ?)
            """,
            [
              .text(key), .text(request.activityType.rawValue), .text(request.summary), .number(now), .number(now),
              .number(now), .number(now + Int(self.settings.policy.budget * 1000)), .text(json),
              .bytes(request.definition.content),
            ])
          numbers.append(connection.lastRow)
        }
        return numbers
      }
    } catch {
      for entry in kept where entry.lock != nil { JobFiles(store: folder, key: entry.key).remove() }
      throw error
    }
  }

  /// The request with its temporary files copied into the job's folder, which is locked for as long as no row says whose
  /// it is.
  private func keepFiles(
    of request: JobRequest
  ) throws(JobStoreError) -> (key: String, request: JobRequest, lock: FolderLock?) {
    let key = JobStore.newKey()
    var request = request
    var lock: FolderLock?
    for index in request.items.indices {
      guard request.items[index].item.isTemporary, let path = request.items[index].item.path else { continue }
      let files = JobFiles(store: folder, key: key)
      if lock == nil { lock = try FolderLock(making: files.folder) }
      do throws(JobStoreError) {
        let copy = try files.keep(path, number: index + 1)
        request.items[index].item.content = .file(copy)
        request.items[index].stamp = FileStamp(of: copy)
      } catch {
        files.remove()
        throw error
      }
    }
    return (key, request, lock)
  }

  /// A random UUID (RFC 9562, version 4).
  static func newKey() -> String {
    var generator = SystemRandomNumberGenerator()
    let high = generator.next() & ~0xF000 | 0x4000
    let low = generator.next() & ~(3 << 62) | 2 << 62
    let digits = Array("0123456789abcdef".utf8)
    var text: [UInt8] = []
    for index in 0..<32 {
      if index == 8 || index == 12 || index == 16 || index == 20 { text.append(UInt8(ascii: "-")) }
      let half = index < 16 ? high : low
      text.append(digits[Int(half >> UInt64(60 - index % 16 * 4) & 15)])
    }
    return String(decoding: text, as: UTF8.self)
  }
}

extension FileStamp {
  /// Of a regular file; nil for anything else, and for what is not there.
  public init?(of path: FilePath) {
    var status = stat()
    guard unsafe stat(path.terminated, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
    self.init(
      size: Int(status.st_size), modified: status.st_mtim.tv_sec * 1_000_000_000 + status.st_mtim.tv_nsec)
  }
}

extension JobRequest {
  /// The items in a few words: a name, the beginning of a text, and how many more there are.
  var summary: String {
    guard let first = items.first?.item else { return "" }
    let label: String
    switch first.content {
    case .file(let path): label = String(decoding: first.name ?? path.name, as: UTF8.self)
    case .text(let bytes):
      let text = String(decoding: bytes.prefix(400), as: UTF8.self)
      let line = text.split(whereSeparator: \.isNewline).first.map(String.init) ?? ""
      label = line.count > 60 || text.utf8.count < bytes.count ? String(line.prefix(60)) + "…" : line
    }
    return items.count == 1 ? label : "\(label) and \(items.count - 1) more"
  }
}
