/// What the program's exit status says; the same in every command.
public enum ExitStatus: Int32, Sendable {
  case done = 0
  /// The action failed; `validate` found problems.
  case failed = 1
  /// A bad option, no items, a missing or ambiguous item, a missing input.
  case usage = 2
  /// The definition or configuration that is needed is invalid.
  case invalid = 3
  /// No such activity, not accepted, unavailable, or excluded.
  case notOffered = 4
  case timedOut = 5
  /// Cancelled by the person.
  case cancelled = 130
}
