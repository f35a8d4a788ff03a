internal import ShareItems
internal import ShareModel
internal import ShareSessions
internal import SourceDiagnostics

/// Why a sheet has nothing to show: not a single activity can be told to be offered or not.
public struct ShareSheetError: Error, Sendable, Equatable {
  public enum Code: String, Sendable {
    /// Something that was handed over cannot be shared, or is not there.
    case items = "invalid-items"
    /// The configuration or the policy cannot be read; rules are never skipped.
    case rules = "invalid-rules"
    /// The system has no thread or no file descriptor left.
    case system = "system"
  }

  public var code: Code
  /// Everything that is wrong, in sentences.
  public var message: String

  init(_ code: Code, _ message: String) {
    self.code = code
    self.message = message
  }

  init(_ problems: [ActivityItemResolver.Problem]) {
    let sentences = problems.map { $0.error.message + ($0.error.help.map { " (\($0))" } ?? "") }
    self.init(.items, sentences.joined(separator: "; "))
  }

  init(_ code: Code, _ failure: Outcome.Failure) { self.init(code, failure.message) }
}

// What keeps a chosen activity from being performed.
extension Outcome.Failure {
  init(_ error: ShareSheetError) { self.init(code: error.code.rawValue, message: error.message) }

  static func unknownInputs(_ names: [String]) -> Self {
    Self(code: "unknown-input", message: "it has no input " + names.map { "'\($0)'" }.joined(separator: ", "))
  }

  static func sheetIsOver() -> Self {
    Self(code: "sheet-is-over", message: "a sheet performs one activity, and this one was used or dismissed")
  }

  static func cancelled() -> Self { Self(code: "cancelled", message: "it was cancelled") }
}
