public import ShareModel

/// A job as lists show it.
public struct Job: Sendable, Equatable {
  /// What people call it: 1, 2, 3 …; no number is given twice.
  public var id: Int
  /// A random UUID: the name of its folder, the `Idempotency-Key` of its requests, and the mark of its processes.
  public var key: String
  public var state: JobState
  public var activityType: ActivityType
  /// The items in a few words.
  public var summary: String
  /// Milliseconds since 1970, as all times here.
  public var accepted: Int
  /// When it came into its state.
  public var changed: Int
  /// When it is to be tried, while it waits.
  public var due: Int
  /// After this it is not tried again by itself.
  public var deadline: Int
  /// How often it was begun.
  public var tries: Int
  /// Whether somebody asked for it to be ended while it runs.
  public var isCancelRequested: Bool
  /// Who runs it.
  public var worker: ProcessIdentity?
  /// Why it failed, or what it waits for.
  public var failure: Outcome.Failure?
}

/// One part of a job that was begun: for one item, or for all of them.
public struct JobRunRecord: Sendable, Equatable {
  /// What its performer calls it, such as `0:0,2` for two items.
  public var items: String
  /// Whether it may be begun again without asking.
  public var mayBeRepeated: Bool
  /// What came of it, as JSON; nil while that is not known.
  public var outcome: String?
}

/// A job with all that is stored of it.
public struct StoredJob: Sendable {
  public var job: Job
  /// Nil when what is stored cannot be read.
  public var request: JobRequest?
  public var runs: [JobRunRecord]
  /// The last outcome as JSON.
  public var outcome: String?
}

/// What came of one try.
public enum JobEnding: Sendable {
  /// It is over.
  case ended(JobState, Outcome.Failure?, outcome: String?)
  /// It has to be tried again: nothing was done, or twice is the same as once. `after` is what a server asked for, in
  /// seconds.
  case again(after: Double?, JobState, Outcome.Failure, outcome: String?)
  /// The worker was stopped in the midst of it.
  case stopped
}
