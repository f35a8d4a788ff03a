public import ShareModel

/// What a plan would do, for people: every value as it would be handed over, secrets as `***`.
public struct PlanDescription: Sendable, Equatable {
  public struct Variable: Sendable, Equatable {
    public var name: String
    public var value: String
  }

  public enum Command: Sendable, Equatable {
    /// What is returned is all that happens.
    case nothing
    case arguments([String])
    /// A script as it is given to its interpreter, with the variables that carry its values.
    case script(interpreter: [String], text: String, variables: [Variable])
    case open(url: String)
    case request(Request)
    case steps([Step])
  }

  /// A request as it would be sent.
  public struct Request: Sendable, Equatable {
    public enum Body: Sendable, Equatable {
      case none
      case text(String)
      case file(String)
      case parts([Part])
    }

    public struct Part: Sendable, Equatable {
      public var name: String
      public var text: String?
      public var file: String?
      public var filename: String?
      public var type: String?
    }

    public var method: String
    public var url: String
    /// What is connected to in place of the URL's host.
    public var unixSocket: String?
    /// That of the body and of the authentication included.
    public var headers: [Variable]
    public var body: Body
    public var retries: Int
  }

  /// One of several actions in order.
  public struct Step: Sendable, Equatable {
    public enum State: Sendable, Equatable {
      /// What would be done, several times with `each`.
      case ready([Run])
      case skipped
      /// It reads what earlier steps give; its templates as they were written.
      case later(templates: [String])
    }

    public var id: String
    public var state: State
  }

  public enum Input: Sendable, Equatable {
    case empty
    case text(String)
    case file(String)
    case terminal
  }

  public struct Run: Sendable, Equatable {
    public var itemIndexes: [Int]
    public var command: Command
    public var standardInput: Input
    /// What is added to the caller's environment.
    public var environment: [Variable]
    /// Nil for the caller's folder.
    public var workingDirectory: String?
    /// In seconds.
    public var timeout: Double?
    public var launches: Bool
    public var usesTerminal: Bool
    /// Values that are not UTF-8 are shown with U+FFFD.
    public var isExact: Bool
  }

  public var activityType: ActivityType
  public var runs: [Run]
  public var skippedItems: [Outcome.SkippedItem]
}

extension PlanDescription {
  /// Describes a plan. Secrets are masked when the plan was made for a description.
  public init(_ plan: ActionPlan) {
    self.init(
      activityType: plan.activityType, runs: plan.runs.map { PlanDescription.run($0, plan.mask) },
      skippedItems: plan.skippedItems)
  }

  private static func run(_ run: ActionPlan.Run, _ mask: SecretMask) -> Run {
    var describer = PlanDescriber(mask: mask)
    return describer.run(run.action, run.itemIndexes)
  }
}
