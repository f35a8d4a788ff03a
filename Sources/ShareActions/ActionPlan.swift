public import ShareModel
import ShareTemplates

/// An activity with everything filled in and checked: what `perform` will do, and nothing that can still be refused.
public struct ActionPlan: Sendable {
  /// One round of the action: for one item, or for all of them.
  public struct Run: Sendable {
    public enum Action: Sendable {
      /// What is returned is all that happens.
      case nothing
      case run(PlannedCommand)
      /// A URL for the desktop's handler, and the program that hands it over.
      case open([UInt8], PlannedCommand)
    }

    public var itemIndexes: [Int]
    public var action: Action
    /// What the templates of `returns` read.
    var values: TemplateValues
    var workFolder: WorkFolder

    public var command: PlannedCommand? {
      switch action {
      case .nothing: nil
      case .run(let command), .open(_, let command): command
      }
    }
  }

  public var activityType: ActivityType
  public var runs: [Run]
  public var skippedItems: [Outcome.SkippedItem]
  /// Whether the activity returns items, perhaps none.
  public var returnsItems: Bool { returns != nil }
  var returns: [ReturnTemplate]?
  /// Seconds for all runs together.
  var timeout: Double?
  /// Where returned files go.
  var outputFolder: FilePath
  /// What relative paths start from.
  var currentFolder: FilePath
  var contentType: @Sendable (FilePath) -> (type: ContentType, byContent: ContentType)
  /// Hides the secrets that went into the plan.
  public var mask: SecretMask
}
