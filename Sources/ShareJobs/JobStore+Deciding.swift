import Glibc
import JSONSyntax
import ShareModel

// What a person decides about jobs.
extension JobStore {
  /// What came of asking for a job to be cancelled.
  public enum Cancellation: Sendable, Equatable {
    case cancelled
    /// Its worker has been told, and ends it.
    case requested
    /// It has ended before.
    case tooLate(JobState)
    case missing
  }

  /// Gives a job up. One that runs is ended by its worker, which has to be woken.
  public func cancel(_ id: Int) throws(JobStoreError) -> Cancellation {
    let now = now
    return try change { connection throws(SQLiteFailure) -> Cancellation in
      let found = try connection.rows("SELECT state FROM job WHERE id=?", [.number(id)]) {
        JobState(rawValue: $0.text(0))
      }
      guard let state = found.first ?? nil else { return .missing }
      switch state {
      case .completed, .failed, .cancelled, .timedOut: return .tooLate(state)
      case .running:
        try connection.run("UPDATE job SET cancel=1 WHERE id=?", [.number(id)])
        return .requested
      case .queued, .waiting, .interrupted:
        let failure = state == .queued ? Outcome.Failure.cancelledBeforeRun() : .givenUp()
        try connection.run(
          "UPDATE job SET state='cancelled', changed=?, cancel=0, error_code=?, error=? WHERE id=?",
          [.number(now), .text(failure.code), .text(failure.message), .number(id)])
        return .cancelled
      }
    }
  }

  /// What came of asking for a job to be tried again.
  public enum Retrial: Sendable, Equatable {
    case queued
    /// It is done, or being done.
    case refused(JobState)
    case missing
  }

  /// Has a job done again, except for what is done of it: now, with all of its time, and with the files as they are now.
  public func retry(_ id: Int) throws(JobStoreError) -> Retrial {
    guard let stored = try storedJob(id) else { return .missing }
    let now = now
    var request = stored.request
    for index in request?.items.indices ?? 0..<0 {
      guard let path = request?.items[index].item.path else { continue }
      if let stamp = FileStamp(of: path) { request?.items[index].stamp = stamp }
    }
    let json = request?.json.serialized()
    return try change { connection throws(SQLiteFailure) -> Retrial in
      let found = try connection.rows("SELECT state FROM job WHERE id=?", [.number(id)]) {
        JobState(rawValue: $0.text(0))
      }
      guard let state = found.first ?? nil else { return .missing }
      guard state != .completed, state != .running else { return .refused(state) }
      // What is known to be done is not done again.
      try connection.run("DELETE FROM run WHERE job=? AND done=0", [.number(id)])
      try connection.run(
        """
        UPDATE job SET state='queued', changed=?, due=?, deadline=?, crashes=0, cancel=0, error_code=NULL, error=NULL,
          request=coalesce(?, request) WHERE id=?
        """,
        [
          .number(now), .number(now), .number(now + Int(self.settings.policy.budget * 1000)), .optional(json),
          .number(id),
        ])
      return .queued
    }
  }

  /// Removes jobs that have ended, with their files; their numbers.
  ///
  /// - Parameter age: Only those that ended so many seconds ago.
  public func prune(_ states: [JobState], ids: [Int]? = nil, age: Double = 0) throws(JobStoreError) -> [Int] {
    let latest = now - Int(age * 1000)
    let ended = try jobs(ids).filter { $0.state.isFinal && states.contains($0.state) && $0.changed <= latest }
    guard !ended.isEmpty else { return [] }
    let removed = try change { connection throws(SQLiteFailure) -> [Int] in
      var removed: [Int] = []
      for job in ended {
        let count = try connection.run(
          "DELETE FROM job WHERE id=? AND state=?", [.number(job.id), .text(job.state.rawValue)])
        if count == 1 { removed.append(job.id) }
      }
      return removed
    }
    for job in ended where removed.contains(job.id) { files(of: job).remove() }
    return removed
  }

  /// How long jobs stay that are done or were cancelled, in seconds: 30 days.
  static let keepingTime = 30.0 * 24 * 60 * 60

  /// Removes what nobody will ask for: old jobs that are done, and folders that were left by processes that died before
  /// their job was accepted.
  func tidy() throws(JobStoreError) {
    _ = try prune([.completed, .cancelled], age: JobStore.keepingTime)
    let parent = JobFiles.all(folder)
    guard let stream = unsafe opendir(parent.terminated) else { return }
    defer { unsafe closedir(stream) }
    var names: [[UInt8]] = []
    while let entry = unsafe readdir(stream) {
      let name = unsafe withUnsafeBytes(of: &entry.pointee.d_name) { unsafe Array($0.prefix { $0 != 0 }) }
      if name.count == 36 { names.append(name) }
    }
    for name in names {
      let path = parent.appending(name)
      // Held until it is gone: whoever made it has not died then, but accepted its job.
      guard let lock = FolderLock(free: path) else { continue }
      let count = try use { connection throws(SQLiteFailure) in
        try connection.rows("SELECT 1 FROM job WHERE key=?", [.text(String(decoding: name, as: UTF8.self))]) { _ in 1 }
      }.count
      if count == 0, isOld(path) { FileRemoval.remove(path) }
      _ = lock
    }
  }

  /// Whether a folder was made more than an hour ago: between its making and its locking it is not held.
  private func isOld(_ path: FilePath) -> Bool {
    var status = stat()
    return unsafe lstat(path.terminated, &status) == 0 && status.st_mtim.tv_sec < time(nil) - 3600
  }
}
