import JSONSyntax
import ShareModel

extension JobStore {
  private static let columns = """
    id, key, state, activity, summary, accepted, changed, due, deadline, tries, cancel, worker, error_code, error
    """

  private static func job(_ row: SQLiteRow) -> Job {
    Job(
      id: row.number(0), key: row.text(1), state: JobState(rawValue: row.text(2)) ?? .failed,
      activityType: ActivityType(rawValue: row.text(3)), summary: row.text(4), accepted: row.number(5),
      changed: row.number(6), due: row.number(7), deadline: row.number(8), tries: row.number(9),
      isCancelRequested: row.number(10) != 0, worker: row.optionalText(11).flatMap { ProcessIdentity($0) },
      failure: row.optionalText(12).map { Outcome.Failure(code: $0, message: row.text(13)) })
  }

  /// All jobs, or those with the numbers, in the order in which they were accepted.
  public func jobs(_ ids: [Int]? = nil) throws(JobStoreError) -> [Job] {
    let jobs = try use { connection throws(SQLiteFailure) in
      try connection.rows("SELECT \(JobStore.columns) FROM job ORDER BY id", [], JobStore.job)
    }
    guard let ids else { return jobs }
    return jobs.filter { ids.contains($0.id) }
  }

  public func job(_ id: Int) throws(JobStoreError) -> Job? {
    try use { connection throws(SQLiteFailure) in
      try connection.rows("SELECT \(JobStore.columns) FROM job WHERE id=?", [.number(id)], JobStore.job).first
    }
  }

  /// A job with all that is stored of it.
  public func storedJob(_ id: Int) throws(JobStoreError) -> StoredJob? {
    guard let job = try job(id) else { return nil }
    let found = try use { connection throws(SQLiteFailure) in
      let row = try connection.rows("SELECT request, definition, outcome FROM job WHERE id=?", [.number(id)]) { row in
        (request: row.bytes(0), definition: row.bytes(1), outcome: row.optionalText(2))
      }.first
      let runs = try connection.rows("SELECT items, repeatable, outcome FROM run WHERE job=?", [.number(id)]) { row in
        JobRunRecord(items: row.text(0), mayBeRepeated: row.number(1) != 0, outcome: row.optionalText(2))
      }
      return (row: row, runs: runs)
    }
    guard let row = found.row else { return nil }
    let request = (try? JSONValue.parse(row.request)).flatMap {
      JobRequest($0, activityType: job.activityType, definition: row.definition)
    }
    return StoredJob(job: job, request: request, runs: found.runs, outcome: row.outcome)
  }

  /// How many jobs there are that something still has to happen to.
  public func unfinishedCount() throws(JobStoreError) -> Int {
    try use { connection throws(SQLiteFailure) in
      try connection.rows(
        "SELECT count(*) FROM job WHERE state IN ('queued', 'waiting', 'running')", [], { $0.number(0) }
      ).first ?? 0
    }
  }
}
