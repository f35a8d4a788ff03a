import CSQLite
import ShareModel

/// What SQLite said when it could not do something.
struct SQLiteFailure: Error, Equatable {
  /// The lowest byte of its result code.
  var code: Int
  var message: String
  /// Of the system call that failed; 0 when none did.
  var errno: Int32
}

/// A value of a parameter.
enum SQLiteValue {
  case null
  case number(Int)
  case text(String)
  case bytes([UInt8])

  static func optional(_ text: String?) -> SQLiteValue { text.map { .text($0) } ?? .null }
}

/// One connection to a database in a file; used by one thread at a time.
@safe final class SQLiteConnection {
  private let database: OpaquePointer
  /// Those that were used before: parsing costs more than most of them do.
  private var statements: [Statement] = []

  @safe private final class Statement {
    let sql: String
    let handle: OpaquePointer

    init(_ sql: String, _ handle: OpaquePointer) {
      self.sql = sql
      unsafe self.handle = unsafe handle
    }

    deinit { unsafe sr_sqlite_finalize(handle) }
  }

  /// Opens a file that exists; a lock that somebody else holds is waited for up to so many seconds.
  init(_ path: FilePath, busySeconds: Double) throws(SQLiteFailure) {
    let name = path.bytes.map(CChar.init(bitPattern:)) + [0]
    var opened: OpaquePointer?
    let code = unsafe sr_sqlite_open(name, &opened)
    guard let handle = unsafe opened else { throw SQLiteFailure(code: Int(code), message: "out of memory", errno: 0) }
    unsafe database = unsafe handle
    guard code == 0 else { throw failure(code) }
    unsafe sr_sqlite_busy_timeout(database, Int32((busySeconds * 1000).rounded(.up)))
  }

  deinit {
    statements = []
    unsafe sr_sqlite_close(database)
  }

  private func failure(_ code: Int32) -> SQLiteFailure {
    unsafe SQLiteFailure(
      code: Int(code & 0xFF), message: String(cString: sr_sqlite_message(database)), errno: sr_sqlite_errno(database))
  }

  /// Statements without parameters and rows.
  func execute(_ sql: String) throws(SQLiteFailure) {
    let code = unsafe sr_sqlite_execute(database, sql)
    guard code == 0 else { throw failure(code) }
  }

  /// A statement without rows; the number of rows that it changed.
  @discardableResult
  func run(_ sql: String, _ values: [SQLiteValue] = []) throws(SQLiteFailure) -> Int {
    _ = try rows(sql, values) { _ in }
    return Int(unsafe sr_sqlite_changes(database))
  }

  /// The rows of a statement, each made into a value.
  func rows<Value>(
    _ sql: String, _ values: [SQLiteValue] = [], _ make: (SQLiteRow) -> Value
  ) throws(SQLiteFailure) -> [Value] {
    let statement = try unsafe prepared(sql)
    defer { unsafe sr_sqlite_reset(statement) }
    for (index, value) in values.enumerated() {
      let code = unsafe bind(value, Int32(index + 1), statement)
      guard code == 0 else { throw failure(code) }
    }
    var result: [Value] = []
    while true {
      let code = unsafe sr_sqlite_step(statement)
      if code == sr_sqlite_done { return result }
      guard code == sr_sqlite_row else { throw failure(code) }
      result.append(make(unsafe SQLiteRow(statement)))
    }
  }

  /// Does everything or nothing. The lock is taken at the beginning: a transaction that began by reading would be
  /// refused it at once while somebody else writes, however long it were ready to wait.
  func transaction<Value>(_ body: () throws(SQLiteFailure) -> Value) throws(SQLiteFailure) -> Value {
    try run("BEGIN IMMEDIATE")
    do throws(SQLiteFailure) {
      let value = try body()
      try run("COMMIT")
      return value
    } catch {
      // A full disk has ended it already.
      if unsafe sr_sqlite_in_transaction(database) { _ = unsafe sr_sqlite_execute(database, "ROLLBACK") }
      throw error
    }
  }

  var lastRow: Int { Int(unsafe sr_sqlite_last_row(database)) }

  private func prepared(_ sql: String) throws(SQLiteFailure) -> OpaquePointer {
    if let known = statements.first(where: { $0.sql == sql }) { return unsafe known.handle }
    var statement: OpaquePointer?
    let code = unsafe sr_sqlite_prepare(database, sql, &statement)
    guard code == 0, let handle = unsafe statement else { throw failure(code) }
    statements.append(unsafe Statement(sql, handle))
    return unsafe handle
  }

  private func bind(_ value: SQLiteValue, _ index: Int32, _ statement: OpaquePointer) -> Int32 {
    switch value {
    case .null: unsafe sr_sqlite_bind_null(statement, index)
    case .number(let number): unsafe sr_sqlite_bind_number(statement, index, Int64(number))
    case .text(let text):
      unsafe Array(text.utf8).withUnsafeBufferPointer {
        unsafe sr_sqlite_bind_text(statement, index, $0.baseAddress, $0.count)
      }
    case .bytes(let bytes):
      unsafe bytes.withUnsafeBufferPointer { unsafe sr_sqlite_bind_blob(statement, index, $0.baseAddress, $0.count) }
    }
  }
}

/// The row that a statement stands at; columns count from 0.
@safe struct SQLiteRow {
  private let statement: OpaquePointer

  init(_ statement: OpaquePointer) { unsafe self.statement = unsafe statement }

  func isNull(_ column: Int) -> Bool { unsafe sr_sqlite_column_is_null(statement, Int32(column)) }

  func number(_ column: Int) -> Int { Int(unsafe sr_sqlite_column_number(statement, Int32(column))) }

  func bytes(_ column: Int) -> [UInt8] {
    var length = 0
    let start = unsafe sr_sqlite_column_bytes(statement, Int32(column), &length)
    return unsafe Array(UnsafeBufferPointer(start: start, count: start == nil ? 0 : length))
  }

  func text(_ column: Int) -> String { String(decoding: bytes(column), as: UTF8.self) }

  func optionalText(_ column: Int) -> String? { isNull(column) ? nil : text(column) }
}
