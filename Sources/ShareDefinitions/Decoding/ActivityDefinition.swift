public import ShareModel
public import ShareTemplates
public import SourceDiagnostics

/// A definition without mistakes: what routing needs to know of it, and what it does.
public struct ActivityDefinition: Sendable {
  /// Its requirements hold what the templates need as well.
  public var activity: Activity
  public var action: ActivityAction
  public var facts: ActionFacts
  public var examples: [ActivityExample]
  public var file: SourceFile

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
