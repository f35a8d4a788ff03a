/// What came of performing an activity: exactly one per performance (UIKit: `completionWithItemsHandler`).
public struct Outcome: Sendable, Equatable {
  public enum Status: String, Sendable {
    case completed
    case failed
    case cancelled
    case timedOut = "timed-out"
  }

  /// What is known when success is reported.
  public enum Evidence: String, Sendable {
    /// Handed to another program that was not waited for.
    case launched
    /// The program ended with a status that means success.
    case exited
    /// The server answered with a status that means success.
    case responded
    /// A `success` rule of the definition held.
    case confirmed
    /// Stored for later.
    case queued
  }

  public struct Failure: Sendable, Equatable, Error {
    /// A stable word such as `not-found`, `exit-status`, `signal`, `timed-out`.
    public var code: String
    /// One sentence: what went wrong, and what to do.
    public var message: String

    public init(code: String, message: String) {
      self.code = code
      self.message = message
    }
  }

  public var activityType: ActivityType
  public var status: Status
  public var evidence: Evidence?
  /// Nil when the activity returns nothing, which differs from returning none.
  public var returnedItems: [ReturnedItem]?
  public var skippedItems: [SkippedItem]
  public var error: Failure?
  /// The exit status of the last program; 128 + the signal's number for one that was killed.
  public var exitStatus: Int?
  public var httpStatus: Int?
  /// What the action wrote when it was captured.
  public var standardOutput: [UInt8]?
  public var durationMilliseconds: Int
  public var runs: [Run]

  /// One run of the action: for one item, or for all of them at once.
  public struct Run: Sendable, Equatable {
    /// What was performed, where that is not the outcome's own activity but one that got its returned items.
    public var follower: ActivityType?
    /// The items that it acted on; those of a follower are counted among what was passed on to it.
    public var itemIndexes: [Int]
    public var status: Status
    public var evidence: Evidence?
    public var returnedItems: [ReturnedItem]?
    public var error: Failure?
    public var exitStatus: Int?
    public var httpStatus: Int?
    public var standardOutput: [UInt8]?
    public var durationMilliseconds: Int

    public init(
      itemIndexes: [Int], status: Status, evidence: Evidence? = nil, returnedItems: [ReturnedItem]? = nil,
      error: Failure? = nil, exitStatus: Int? = nil, httpStatus: Int? = nil, standardOutput: [UInt8]? = nil,
      durationMilliseconds: Int = 0
    ) {
      self.itemIndexes = itemIndexes
      self.status = status
      self.evidence = evidence
      self.returnedItems = returnedItems
      self.error = error
      self.exitStatus = exitStatus
      self.httpStatus = httpStatus
      self.standardOutput = standardOutput
      self.durationMilliseconds = durationMilliseconds
    }
  }

  public struct SkippedItem: Sendable, Equatable {
    public var index: Int
    public var message: String

    public init(index: Int, message: String) {
      self.index = index
      self.message = message
    }
  }

  public init(
    activityType: ActivityType, status: Status, evidence: Evidence? = nil, returnedItems: [ReturnedItem]? = nil,
    skippedItems: [SkippedItem] = [], error: Failure? = nil, exitStatus: Int? = nil, httpStatus: Int? = nil,
    standardOutput: [UInt8]? = nil, durationMilliseconds: Int = 0, runs: [Run] = []
  ) {
    self.activityType = activityType
    self.status = status
    self.evidence = evidence
    self.returnedItems = returnedItems
    self.skippedItems = skippedItems
    self.error = error
    self.exitStatus = exitStatus
    self.httpStatus = httpStatus
    self.standardOutput = standardOutput
    self.durationMilliseconds = durationMilliseconds
    self.runs = runs
  }
}

/// An item that an activity gives back (UIKit: `returnedItems`).
public struct ReturnedItem: Sendable, Equatable {
  public var item: Item
  /// Named items are extra, such as a deletion link; unnamed ones are the result.
  public var name: String?

  public init(item: Item, name: String? = nil) {
    self.item = item
    self.name = name
  }
}
