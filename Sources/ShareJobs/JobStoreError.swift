import CSQLite
public import ShareModel

/// Why the store cannot be used.
public enum JobStoreError: Error, Sendable, Equatable {
  /// libsqlite3 is not installed.
  case libraryMissing
  /// A folder or file of the store cannot be made or opened.
  case cannotOpen(FilePath, errno: Int32)
  /// Somebody else holds the lock, and held it for as long as it is waited for.
  case locked(FilePath, seconds: Double)
  /// There is no space left.
  case full(FilePath)
  case readOnly(FilePath)
  /// The file is no database, or a broken one.
  case damaged(FilePath, reason: String)
  /// The file is a database of another program.
  case foreign(FilePath)
  /// A newer version of the program has changed the tables.
  case newer(FilePath, version: Int, known: Int)
  /// An item's data cannot be kept for the job.
  case notCopied(FilePath, errno: Int32)
  /// Any other reason of SQLite.
  case other(FilePath, reason: String)

  init(_ failure: SQLiteFailure, _ file: FilePath, busySeconds: Double) {
    switch failure.code {
    case sr_sqlite_busy: self = .locked(file, seconds: busySeconds)
    case sr_sqlite_full: self = .full(file)
    case sr_sqlite_readonly: self = .readOnly(file)
    case sr_sqlite_cantopen: self = .cannotOpen(file, errno: failure.errno)
    case sr_sqlite_corrupt, sr_sqlite_notadb: self = .damaged(file, reason: failure.message)
    case sr_sqlite_ioerr where SystemError.isFull(failure.errno): self = .full(file)
    default: self = .other(file, reason: failure.message)
    }
  }

  /// Whether it can be over by itself in a while.
  var isPassing: Bool {
    switch self {
    case .locked, .full, .readOnly, .other, .cannotOpen, .notCopied: true
    case .libraryMissing, .damaged, .foreign, .newer: false
    }
  }
}
