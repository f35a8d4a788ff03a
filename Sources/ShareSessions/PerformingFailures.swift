package import ShareModel
package import SourceDiagnostics

/// What keeps a chosen activity from being performed.
extension Outcome.Failure {
  package init(_ refusal: PreparedActivity.Refusal) {
    switch refusal {
    case .notOffered(let reason): self = .notOffered(reason)
    case .inputs(let problems):
      self.init(code: "missing-input", message: problems.map(\.message).joined(separator: "; "))
    case .unconfirmed(let question):
      self.init(code: "unconfirmed", message: "it asks for confirmation: \(question)")
    }
  }

  /// Why the activities that were to follow one cannot.
  package init(_ refusal: ActivityChain.Refusal) {
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

  package static func notOffered(_ reason: RoutingDecision.Reason) -> Self {
    let place = reason.file.map { " (\($0)" + (reason.line.map { ":\($0)" } ?? "") + ")" } ?? ""
    return Self(code: "not-offered", message: "it is not offered: \(reason.message)\(place)")
  }

  package static func unknownActivity(_ type: ActivityType) -> Self {
    Self(code: "unknown-activity", message: "there is no activity '\(type)'")
  }

  package static func invalidDefinition(_ findings: [Diagnostic]) -> Self {
    Self(
      code: "invalid-definition",
      message: "its definition is invalid:\n" + TextRenderer(isColored: false).render(findings))
  }

  /// The configuration or the policy cannot be read; rules are never skipped.
  package static func invalidRules(_ findings: [Diagnostic]) -> Self {
    Self(code: "invalid-rules", message: TextRenderer(isColored: false).render(findings))
  }

  package static func noFileDescriptor() -> Self { Self(code: "system", message: "no file descriptor is left") }
}
