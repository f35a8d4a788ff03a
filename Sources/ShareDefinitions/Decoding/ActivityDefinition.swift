public import ShareModel
public import ShareTemplates
public import SourceDiagnostics

/// A definition without mistakes: what routing needs to know of it, and what it does. Nothing of it changes, and all that
/// deals with the activity holds the same one.
public final class ActivityDefinition: Sendable {
  /// Its requirements hold what the templates need as well.
  public let activity: Activity
  public let action: ActivityAction
  public let facts: ActionFacts
  public let examples: [ActivityExample]
  public let file: SourceFile

  public init(
    activity: Activity, action: ActivityAction, facts: ActionFacts, examples: [ActivityExample], file: SourceFile
  ) {
    self.activity = activity
    self.action = action
    self.facts = facts
    self.examples = examples
    self.file = file
  }
}
