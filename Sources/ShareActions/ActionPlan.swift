public import ShareModel
import ShareTemplates

/// An activity with everything filled in and checked: what `perform` will do. Only steps that read what earlier ones
/// give can still be refused.
public final class ActionPlan: Sendable {
  /// One round of the action: for one item, or for all of them.
  public final class Run: Sendable {
    public enum Action: Sendable {
      /// What is returned is all that happens.
      case nothing
      case run(PlannedCommand)
      /// A URL for the desktop's handler, and the program that hands it over.
      case open([UInt8], PlannedCommand)
      case request(PlannedRequest)
      case steps(PlannedSteps)
    }

    public let itemIndexes: [Int]
    public let action: Action
    /// What the templates of `returns` read.
    let values: TemplateValues
    let workFolder: WorkFolder

    init(itemIndexes: [Int], action: Action, values: TemplateValues, workFolder: WorkFolder) {
      self.itemIndexes = itemIndexes
      self.action = action
      self.values = values
      self.workFolder = workFolder
    }

    public var command: PlannedCommand? { action.command }
  }

  public let runs: [Run]
  let request: ActionRequest
  /// Where returned files go.
  let outputFolder: FilePath
  /// What relative paths start from.
  let currentFolder: FilePath
  let surroundings: Surroundings
  let secrets: SecretRecorder

  init(
    _ request: ActionRequest, runs: [Run], outputFolder: FilePath, currentFolder: FilePath, surroundings: Surroundings,
    secrets: SecretRecorder
  ) {
    self.request = request
    self.runs = runs
    self.outputFolder = outputFolder
    self.currentFolder = currentFolder
    self.surroundings = surroundings
    self.secrets = secrets
  }

  public var activityType: ActivityType { request.activity.type }
  public var skippedItems: [Outcome.SkippedItem] { request.skippedItems }
  /// Whether the activity returns items, perhaps none.
  public var returnsItems: Bool { returns != nil }
  /// Whether files may be among them.
  var returnsFiles: Bool { (returns ?? []).contains { $0.kind == .file || $0.kind == .image } }
  var returns: [ReturnTemplate]? { request.returns }
  /// Whether anything may read what an action gave.
  var readsResults: Bool {
    if case .steps = request.body { true } else { returnsItems }
  }
  /// Whether a run may be done again without asking when nobody knows what became of it.
  var mayBeRepeated: Bool { request.body?.mayBeRepeated ?? false }
  /// Seconds for all runs together. In a rehearsal nothing is waited for, and a busy machine changes no result.
  var timeout: Double? { surroundings.rehearsal == nil ? request.action.timeout : nil }

  /// What is left when the runs of these items have been done before.
  public func withoutRuns(_ itemIndexes: [[Int]]) -> ActionPlan {
    ActionPlan(
      request, runs: runs.filter { !itemIndexes.contains($0.itemIndexes) }, outputFolder: outputFolder,
      currentFolder: currentFolder, surroundings: surroundings, secrets: secrets)
  }

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
  /// The run, step and round, for what has to differ between the requests of one plan.
  var place: String
  /// The step that is planned; nil for an action without steps.
  var step: String?
}
