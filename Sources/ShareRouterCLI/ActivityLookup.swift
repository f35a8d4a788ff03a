internal import ShareDefinitions
internal import ShareModel
internal import ShareRouter
internal import SourceDiagnostics

/// A definition that could not be had; what is wrong has been told.
struct LookupFailure: Error {
  var status: ExitStatus
}

extension Invocation {
  /// The definition that a name on the command line means. `beforeTelling` is called before anything is told.
  func find(
    _ name: String, _ session: ShareSession, beforeTelling: () -> Void = {}
  ) -> Result<ActivityDefinition, LookupFailure> {
    let lookup = session.activity(named: name)
    if case .found(_, let warnings) = lookup, warnings.isEmpty {} else { beforeTelling() }
    switch lookup {
    case .found(let definition, let warnings):
      show(warnings)
      return .success(definition)
    case .broken(let findings):
      show(findings)
      console.error("the definition of '\(name)' is invalid, so it is not used")
      return .failure(LookupFailure(status: .invalid))
    case .ambiguous(let types):
      let list = types.map { "'\($0)'" }.joined(separator: ", ")
      console.error("'\(name)' stands for several activities: \(list)", help: "give the full type")
      return .failure(LookupFailure(status: .usage))
    case .missing(let suggestion):
      console.error(
        "there is no activity '\(name)'",
        help: suggestion.map { "did you mean '\($0)'?" } ?? "'sharerouter list' shows all activities")
      return .failure(LookupFailure(status: .notOffered))
    }
  }
}
