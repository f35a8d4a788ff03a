internal import ShareItems
internal import ShareModel
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

  init(rules findings: [Diagnostic]) { self.init(.rules, TextRenderer(isColored: false).render(findings)) }
}

// What keeps a chosen activity from being performed.
extension Outcome.Failure {
  init(_ error: ShareSheetError) { self.init(code: error.code.rawValue, message: error.message) }

  init(_ refusal: PreparedActivity.Refusal) {
    switch refusal {
    case .notOffered(let reason): self = .notOffered(reason)
    case .inputs(let problems):
      self.init(code: "missing-input", message: problems.map(\.message).joined(separator: "; "))
    case .unconfirmed(let question):
      self.init(code: "unconfirmed", message: "it asks for confirmation: \(question)")
    }
  }

  /// Why the activities that were to follow one cannot.
  init(_ refusal: ActivityChain.Refusal) {
    let failure: Self =
      switch refusal.reason {
      case .refused(let refusal): Self(refusal)
      case .missing: .unknownActivity(refusal.type)
      case .broken(let findings): .invalidDefinition(findings)
      case .cycle(let types):
        Self(
          code: "then-cycle",
          message: "the activities follow one another in a circle: "
            + types.map { "'\($0)'" }.joined(separator: ", "))
      case .tooLong(let limit):
        Self(code: "then-too-long", message: "more than \(limit) activities would follow one another")
      }
    self.init(code: failure.code, message: "then '\(refusal.type)': \(failure.message)")
  }

  static func notOffered(_ reason: RoutingDecision.Reason) -> Self {
    let place = reason.file.map { " (\($0)" + (reason.line.map { ":\($0)" } ?? "") + ")" } ?? ""
    return Self(code: "not-offered", message: "it is not offered: \(reason.message)\(place)")
  }

  static func unknownActivity(_ type: ActivityType) -> Self {
    Self(code: "unknown-activity", message: "there is no activity '\(type)'")
  }

  static func invalidDefinition(_ findings: [Diagnostic]) -> Self {
    Self(
      code: "invalid-definition",
      message: "its definition is invalid:\n" + TextRenderer(isColored: false).render(findings))
  }

  static func unknownInputs(_ names: [String]) -> Self {
    Self(code: "unknown-input", message: "it has no input " + names.map { "'\($0)'" }.joined(separator: ", "))
  }

  static func sheetIsOver() -> Self {
    Self(code: "sheet-is-over", message: "a sheet performs one activity, and this one was used or dismissed")
  }

  static func cancelled() -> Self { Self(code: "cancelled", message: "it was cancelled") }
}
