import ShareModel
import ShareTemplates

/// What came of one program or request.
struct ActionEnding: Sendable {
  var status: Outcome.Status
  var evidence: Outcome.Evidence?
  var error: Outcome.Failure?
  var exitStatus: Int?
  var httpStatus: Int?
  /// What a program wrote when it was captured.
  var standardOutput: [UInt8]?
  /// How messages call the program whose output is longer than what is kept of it.
  var cutOutput: String?
  /// Whether the same may be done again by itself; nil where it may not, and where it succeeded.
  var repetition: Outcome.Repetition?
  /// What templates read of it; nil for what could not be started or has no answer.
  var result: ActionResult?
}
