public import ShareModel
import ShareTemplates

/// An activity with everything filled in and checked: what `perform` will do. Only steps that read what earlier ones
/// give can still be refused.
public struct ActionPlan: Sendable {
  /// One round of the action: for one item, or for all of them.
  public struct Run: Sendable {
    public enum Action: Sendable {
      /// What is returned is all that happens.
      case nothing
      case run(PlannedCommand)
      /// A URL for the desktop's handler, and the program that hands it over.
      case open([UInt8], PlannedCommand)
      case request(PlannedRequest)
      case steps(PlannedSteps)
    }

    public var itemIndexes: [Int]
    public var action: Action
    /// What the templates of `returns` read.
    var values: TemplateValues
    var workFolder: WorkFolder

    public var command: PlannedCommand? { action.command }
  }

  public var activityType: ActivityType
  public var runs: [Run]
  public var skippedItems: [Outcome.SkippedItem]
  /// Whether the activity returns items, perhaps none.
  public var returnsItems: Bool { returns != nil }
  /// Whether files may be among them.
  var returnsFiles: Bool { (returns ?? []).contains { $0.kind == .file || $0.kind == .image } }
  var returns: [ReturnTemplate]?
  /// Seconds for all runs together.
  var timeout: Double?
  /// Where returned files go.
  var outputFolder: FilePath
  /// What relative paths start from.
  var currentFolder: FilePath
  var contentType: @Sendable (FilePath) -> (type: ContentType, byContent: ContentType)
  var httpSettings: HTTPSettings
  var now: @Sendable () -> Int
  let secrets: SecretRecorder
  var rehearsal: Rehearsal?

  /// Hides the secrets that went into the plan, and those that steps came to know while it was performed.
  public var mask: SecretMask { secrets.mask }
}

extension ActionPlan.Run.Action {
  var command: PlannedCommand? {
    switch self {
    case .nothing, .request, .steps: nil
    case .run(let command), .open(_, let command): command
    }
  }
}

/// Several actions in order, of which later ones may read what earlier ones gave.
public struct PlannedSteps: Sendable {
  /// One action of a step; with `each`, one of several.
  struct Round: Sendable {
    var action: ActionPlan.Run.Action
    /// With the item of this round.
    var values: TemplateValues
  }

  struct Step: Sendable {
    enum State: Sendable {
      case ready([Round])
      /// Its `when` does not hold.
      case skipped
      /// It reads what earlier steps give.
      case later
    }

    var definition: ActionStep
    var state: State
  }

  var steps: [Step]
  let context: PlanningContext
}

/// What is the same for all parts of one plan.
struct PlanningContext: Sendable {
  let planner: ActionPlanner
  let request: ActionRequest
  let purpose: ActionPlanner.Purpose
  let secrets: SecretRecorder
  let workFolder: WorkFolder
  /// Whether an earlier step may still make what is missing now.
  var isLaterStep = false
  /// The step that is planned; nil for an action without steps.
  var step: String?
}
