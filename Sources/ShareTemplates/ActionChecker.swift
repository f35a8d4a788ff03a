public import ShareModel
public import SourceDiagnostics

/// Checks every template of an action, each for the place where it stands, against the kinds that the activity accepts.
public enum ActionChecker {
  /// Adds what is wrong to `findings` and returns what the templates say about the action.
  public static func check(
    _ action: ActivityAction, of activity: Activity, into findings: inout [Diagnostic]
  ) -> ActionFacts {
    ActionFacts()
  }
}

/// What the templates of an action say about it.
public struct ActionFacts: Sendable, Equatable {
  /// Whether the action runs once per item (a template uses `item.`), not once for all.
  public var isPerItem = false
  /// Programs, environment variables and secrets that the templates name, beyond the activity's own `needs`.
  public var requirements = Requirements()
  /// The same for each variant.
  public var variantRequirements: [Requirements] = []

  public init() {}
}
