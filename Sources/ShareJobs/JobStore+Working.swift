import ShareModel

// What a worker does to jobs.
extension JobStore {
  /// Takes the job that is due and was so for longest; nil when none is. Losing this at a failure of the machine does
  /// no harm: nothing of the job has happened yet.
  func claim(_ worker: ProcessIdentity) throws(JobStoreError) -> StoredJob? {
    let id = try change(isDurable: false) { connection throws(SQLiteFailure) -> Int? in
      let due = try connection.rows(
        """
        SELECT id FROM job WHERE state IN ('queued', 'waiting') AND due <= ? ORDER BY due, id LIMIT 1
        """, [.number(self.now)], { $0.number(0) })
      guard let id = due.first else { return nil }
      try connection.run(
        "UPDATE job SET state='running', worker=?, tries=tries+1, changed=?, error_code=NULL, error=NULL WHERE id=?",
        [.text(worker.text), .number(self.now), .number(id)])
      return id
    }
    return try id.flatMap { id throws(JobStoreError) in try storedJob(id) }
  }

  /// Copies SQLite's log into the database, so that whoever opens the store next need not read it; not where somebody else
  /// uses the store.
  func emptyLog() {
    let milliseconds = Int(settings.busySeconds * 1000)
    try? use { connection throws(SQLiteFailure) in
      defer { try? connection.execute("PRAGMA busy_timeout=\(milliseconds)") }
      try connection.execute("PRAGMA busy_timeout=0; PRAGMA wal_checkpoint(TRUNCATE)")
    }
  }

  /// When the next job is due, in milliseconds since 1970; nil when none waits.
  func nextDue() throws(JobStoreError) -> Int? {
    try use { connection throws(SQLiteFailure) in
      try connection.rows("SELECT min(due) FROM job WHERE state IN ('queued', 'waiting')") { row in
        row.isNull(0) ? nil : row.number(0)
      }.first ?? nil
    }
  }

  /// The running jobs that somebody asked to end.
  func cancelRequests() throws(JobStoreError) -> [Int] {
    try use { connection throws(SQLiteFailure) in
      try connection.rows("SELECT id FROM job WHERE state='running' AND cancel=1") { $0.number(0) }
    }
  }

  /// Notes that a run is about to begin. It is on the disk when this returns, so whatever happens then, nobody takes the
  /// run for one that was never begun.
  func begin(_ id: Int, items: String, mayBeRepeated: Bool) throws(JobStoreError) {
    try change { connection throws(SQLiteFailure) in
      try connection.run(
        "INSERT OR REPLACE INTO run(job, items, repeatable, done, outcome) VALUES(?, ?, ?, 0, NULL)",
        [.number(id), .text(items), .number(mayBeRepeated ? 1 : 0)])
    }
  }

  /// Notes what came of a run. It gets onto the disk with the next change at the latest.
  func end(_ id: Int, items: String, isDone: Bool, outcome: String) throws(JobStoreError) {
    try change(isDurable: false) { connection throws(SQLiteFailure) in
      try connection.run(
        "UPDATE run SET outcome=?, done=? WHERE job=? AND items=?",
        [.text(outcome), .number(isDone ? 1 : 0), .number(id), .text(items)])
    }
  }

  /// Notes that a run that was begun has done nothing, or nothing that must not be done twice.
  func undo(_ id: Int, items: String) throws(JobStoreError) {
    try change(isDurable: false) { connection throws(SQLiteFailure) in
      try connection.run("DELETE FROM run WHERE job=? AND items=?", [.number(id), .text(items)])
    }
  }

  /// Forgets all runs of a job.
  func forget(_ id: Int) throws(JobStoreError) {
    try change { connection throws(SQLiteFailure) in
      try connection.run("DELETE FROM run WHERE job=?", [.number(id)])
    }
  }

  /// Notes what came of a try; the job's state then.
  func finish(_ job: Job, _ ending: JobEnding, chance: Double) throws(JobStoreError) -> JobState {
    let now = now
    var failure: Outcome.Failure?
    var outcome: String?
    var due = job.due
    let state = try change { connection throws(SQLiteFailure) -> JobState in
      var state: JobState
      switch ending {
      case .ended(let final, let reason, let json): (state, failure, outcome) = (final, reason, json)
      case .again(let after, let final, let reason, let json):
        (state, failure, outcome) = (final, reason, json)
        let pause = self.settings.policy.pause(
          afterTry: job.tries, wish: after, left: Double(job.deadline - now) / 1000, chance: chance)
        if let pause {
          state = .waiting
          due = now + Int((pause * 1000).rounded(.up))
        }
      case .stopped:
        let open = try connection.rows(
          "SELECT repeatable FROM run WHERE job=? AND outcome IS NULL", [.number(job.id)]
        ) { $0.number(0) }
        state = open.contains(0) ? .interrupted : .queued
        failure = state == .interrupted ? .stopped() : nil
        due = now
      }
      // What was cancelled while it ran and is not over all the same is not tried again.
      let isCancelled = try connection.rows("SELECT cancel FROM job WHERE id=?", [.number(job.id)]) { $0.number(0) }
      if isCancelled.first == 1, !state.isFinal || state == .interrupted {
        state = .cancelled
        failure = .givenUp()
      }
      if !state.isFinal { try connection.run("DELETE FROM run WHERE job=? AND outcome IS NULL", [.number(job.id)]) }
      try connection.run(
        """
        UPDATE job SET state=?, changed=?, due=?, worker=NULL, cancel=0, error_code=?, error=?,
          outcome=coalesce(?, outcome) WHERE id=?
        """,
        [
          .text(state.rawValue), .number(now), .number(due), .optional(failure?.code), .optional(failure?.message),
          .optional(outcome), .number(job.id),
        ])
      return state
    }
    let files = files(of: job)
    files.removeProgress()
    if state == .completed { files.removeItems() }
    return state
  }

  /// Finds the jobs whose worker is gone and brings them into a state that is true: to be done again where nothing was
  /// begun or everything begun may be repeated, else interrupted. Those that changed.
  @discardableResult
  public func recover() throws(JobStoreError) -> [Job] {
    let running = try jobs().filter { $0.state == .running && $0.worker?.isAlive != true }
    guard !running.isEmpty else { return [] }
    let now = now
    let limit = settings.policy.crashLimit
    let changed = try change { connection throws(SQLiteFailure) -> [Int] in
      var changed: [Int] = []
      for job in running {
        let open = try connection.rows(
          "SELECT repeatable FROM run WHERE job=? AND outcome IS NULL", [.number(job.id)]
        ) { $0.number(0) }
        let crashes = try connection.rows("SELECT crashes + 1 FROM job WHERE id=?", [.number(job.id)]) { $0.number(0) }
        var state = JobState.queued
        var failure: Outcome.Failure?
        if open.contains(0) {
          (state, failure) = job.isCancelRequested ? (.cancelled, .givenUp()) : (.interrupted, .interrupted())
        } else if job.isCancelRequested {
          (state, failure) = (.cancelled, .cancelledBeforeRun())
        } else if let count = crashes.first, count >= limit {
          (state, failure) = (.failed, .crashed(count))
        }
        // Somebody else may have found it meanwhile.
        let count = try connection.run(
          """
          UPDATE job SET state=?, changed=?, due=?, worker=NULL, cancel=0, crashes=crashes+1, error_code=?, error=?
            WHERE id=? AND state='running' AND worker IS ?
          """,
          [
            .text(state.rawValue), .number(now), .number(now), .optional(failure?.code), .optional(failure?.message),
            .number(job.id), .optional(job.worker?.text),
          ])
        guard count == 1 else { continue }
        changed.append(job.id)
        if state == .queued { try connection.run("DELETE FROM run WHERE job=? AND outcome IS NULL", [.number(job.id)]) }
      }
      return changed
    }
    return changed.isEmpty ? [] : try jobs(changed)
  }
}
