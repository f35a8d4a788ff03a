import CSQLite

/// The tables of the store, as the changes that lead from one version to the next.
enum JobSchema {
  /// The statements of each version, the first being that of an empty file. What was released is never changed, only
  /// added to.
  ///
  /// The columns that a list reads stand before the large ones, so that the rest of a row is not read for it. Times are
  /// milliseconds since 1970. `worker` is the process that runs the job. A row of `run` is written before anything of
  /// that run happens, and gets its outcome when it has ended; it is taken away when the run is to be begun again.
  static let migrations = [
    """
    CREATE TABLE job(
      id INTEGER PRIMARY KEY AUTOINCREMENT,
      key TEXT NOT NULL,
      state TEXT NOT NULL,
      activity TEXT NOT NULL,
      summary TEXT NOT NULL,
      accepted INTEGER NOT NULL,
      changed INTEGER NOT NULL,
      due INTEGER NOT NULL,
      deadline INTEGER NOT NULL,
      tries INTEGER NOT NULL DEFAULT 0,
      crashes INTEGER NOT NULL DEFAULT 0,
      cancel INTEGER NOT NULL DEFAULT 0,
      worker TEXT,
      error_code TEXT,
      error TEXT,
      request TEXT NOT NULL,
      definition BLOB NOT NULL,
      outcome TEXT
    );
    CREATE INDEX unfinished ON job(due, id) WHERE state IN ('queued', 'waiting', 'running');
    CREATE TABLE run(
      job INTEGER NOT NULL REFERENCES job(id) ON DELETE CASCADE,
      items TEXT NOT NULL,
      repeatable INTEGER NOT NULL,
      done INTEGER NOT NULL DEFAULT 0,
      outcome TEXT,
      PRIMARY KEY(job, items)
    ) WITHOUT ROWID;
    """
  ]

  /// Marks a file as one of ours (`PRAGMA application_id`): "shjb".
  static let applicationID = 0x7368_6A62

  enum Failure: Error {
    case sqlite(SQLiteFailure)
    case newer(Int)
    /// The file is a database of another program.
    case foreign
  }

  /// Brings a database to the newest version. Of several processes that do so at once one does it, the others wait.
  static func prepare(_ connection: SQLiteConnection, _ migrations: [String]) throws(Failure) {
    do throws(SQLiteFailure) {
      // A job that was accepted must be on the disk, not only in the kernel.
      try connection.execute("PRAGMA synchronous=FULL; PRAGMA foreign_keys=ON")
    } catch { throw .sqlite(error) }
    let known = try checkedVersion(connection, migrations)
    if known == migrations.count { return }
    do throws(SQLiteFailure) {
      try useLog(connection)
      try connection.execute("BEGIN IMMEDIATE")
    } catch { throw .sqlite(error) }
    do throws(Failure) {
      // Now nobody else can change it; somebody may have done it meanwhile.
      let version = try checkedVersion(connection, migrations)
      do throws(SQLiteFailure) {
        for statements in migrations.dropFirst(version) { try connection.execute(statements) }
        try connection.execute(
          "PRAGMA application_id=\(applicationID); PRAGMA user_version=\(migrations.count); COMMIT")
      } catch { throw .sqlite(error) }
    } catch {
      try? connection.execute("ROLLBACK")
      throw error
    }
  }

  private static func checkedVersion(
    _ connection: SQLiteConnection, _ migrations: [String]
  ) throws(Failure) -> Int {
    let rows: [(version: Int, mark: Int, tables: Int)]
    do throws(SQLiteFailure) {
      // In one statement, so that nobody changes the tables between two answers.
      rows = try connection.rows(
        """
        SELECT v.user_version, a.application_id, (SELECT count(*) FROM sqlite_master)
          FROM pragma_user_version v, pragma_application_id a
        """
      ) { ($0.number(0), $0.number(1), $0.number(2)) }
    } catch { throw .sqlite(error) }
    let found = rows.first ?? (0, 0, 0)
    guard found.mark == applicationID || (found.mark == 0 && found.version == 0 && found.tables == 0) else {
      throw .foreign
    }
    guard found.version <= migrations.count else { throw .newer(found.version) }
    return found.version
  }

  /// Switches to the write-ahead log. SQLite does not wait for locks then, so of two first starts one would fail.
  private static func useLog(_ connection: SQLiteConnection) throws(SQLiteFailure) {
    var tries = 0
    while true {
      do throws(SQLiteFailure) {
        _ = try connection.rows("PRAGMA journal_mode=WAL") { _ in }
        return
      } catch {
        tries += 1
        guard error.code == sr_sqlite_busy, tries < 500 else { throw error }
        Pause.milliseconds(10)
      }
    }
  }
}
