internal import JSONSyntax
internal import ShareJobs
internal import ShareModel
internal import ShareSessions
internal import SourceDiagnostics

extension CommandSpecification {
  static let jobs = CommandSpecification(
    name: "jobs", operands: "", summary: "Show the background jobs and how far they are, and decide about them",
    details: """
      A job is what 'send --detach' accepted, or 'send' to an activity that goes on in the background. It is done by a
      worker of its own and survives the terminal, a crash, a restart and a missing network. States: queued, waiting (to
      be tried again), running, completed, failed, cancelled, timed-out, interrupted (its worker died, and it may not be
      repeated without asking). Jobs that were done more than a day ago are left out.
      """,
    options: [OptionSpecification("all", short: "a", "all jobs, however old"), CommonOptions.json],
    emptyDocument: noJobs, run: JobsListing.run,
    subcommands: [.jobsShow, .jobsLog, .jobsWait, .jobsRetry, .jobsCancel, .jobsPrune, .jobsWork])
}

extension CommandSpecification {
  /// What stands beside the error of a call that came to nothing.
  static let noJobs: @Sendable (ParsedArguments) -> [JSONMember] = { _ in [JSONMember("jobs", .array([]))] }
}

extension Invocation {
  var jobFolder: FilePath { JobSubmission.folder(process) }

  /// The store, with jobs whose worker died in a state that is true; `.some(nil)` when there is none, nil after an error
  /// was told.
  func jobStore() -> JobStore?? {
    guard JobStore.exists(in: jobFolder) else { return .some(nil) }
    do throws(JobStoreError) {
      let store = try JobStore(folder: jobFolder)
      try store.recover()
      return store
    } catch {
      console.error(error.message, help: error.help)
      return nil
    }
  }

  /// Does something with the store, and tells what keeps it from being done.
  func withJobStore(_ body: (JobStore) throws(JobStoreError) -> ExitStatus) -> ExitStatus {
    guard let found = jobStore() else { return .failed }
    guard let store = found else {
      console.error("there are no jobs", help: "'sharerouter send --detach' makes one")
      return .usage
    }
    do throws(JobStoreError) { return try body(store) } catch {
      console.error(error.message, help: error.help)
      return .failed
    }
  }

  /// The numbers of jobs among the operands; nil after an error was told.
  func jobNumbers(atLeast minimum: Int = 1, atMost maximum: Int = .max) -> [Int]? {
    var numbers: [Int] = []
    for operand in arguments.operands {
      let text = String(decoding: operand, as: UTF8.self)
      guard let number = Int(text), number > 0 else {
        console.error("'\(text)' is not a job's number", help: "'sharerouter jobs' shows them")
        return nil
      }
      numbers.append(number)
    }
    guard (minimum...maximum).contains(numbers.count) else {
      console.error(
        maximum == 1 ? "one job's number is needed" : "a job's number is needed",
        help: "'sharerouter jobs' shows them")
      return nil
    }
    return numbers
  }

  func tellMissing(_ id: Int) {
    console.error("there is no job \(id)", help: "'sharerouter jobs --all' shows those that there are")
  }

  /// Jobs as they are now, as a JSON document; the call's status then.
  func writeJSON(_ ids: [Int], _ store: JobStore, _ status: ExitStatus) throws(JobStoreError) -> ExitStatus {
    var documents: [JSONValue] = []
    for id in ids { if let stored = try store.storedJob(id) { documents.append(stored.json(store)) } }
    return writeJSON(JSONMember("jobs", .array(documents)), status)
  }

  /// A document with what went wrong beside it.
  func writeJSON(_ member: JSONMember, _ status: ExitStatus) -> ExitStatus {
    let error = JSONMember("error", console.record.isEmpty ? .null : console.record.json(status))
    return console.write(JSONValue.object([member, error]).serialized(pretty: true) + "\n") ? status : .failed
  }
}

extension JobState {
  /// The exit status of who waited for it.
  var exitStatus: ExitStatus {
    switch self {
    case .completed: .done
    case .failed, .interrupted, .queued, .waiting, .running: .failed
    case .timedOut: .timedOut
    case .cancelled: .cancelled
    }
  }

  /// The state as the end of a sentence.
  var phrase: String {
    switch self {
    case .queued: "is queued"
    case .waiting: "waits to be tried again"
    case .running: "is running"
    case .completed: "is done"
    case .failed: "failed"
    case .cancelled: "was cancelled"
    case .timedOut: "timed out"
    case .interrupted: "was interrupted"
    }
  }
}
