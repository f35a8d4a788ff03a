internal import ShareDefinitions
internal import ShareModel
internal import ShareSessions
internal import SourceDiagnostics

/// Something that could not be had; what is wrong has been told. Thrown, as the types that `Result` makes of two others
/// are put together at every start.
struct LookupFailure: Error {
  var status: ExitStatus
}

extension Invocation {
  /// The definition that a name on the command line means. `beforeTelling` is called before anything is told.
  func find(
    _ name: String, _ session: ShareSession, beforeTelling: () -> Void = {}
  ) throws(LookupFailure) -> ActivityDefinition {
    let lookup = session.activity(named: name)
    if case .found(_, let warnings) = lookup, warnings.isEmpty {} else { beforeTelling() }
    switch lookup {
    case .found(let definition, let warnings):
      show(warnings)
      return definition
    case .broken(let findings):
      show(findings)
      console.error("the definition of '\(name)' is invalid, so it is not used", code: "invalid-definition")
      throw LookupFailure(status: .invalid)
    case .ambiguous(let types):
      let list = types.map { "'\($0)'" }.joined(separator: ", ")
      console.error(
        "'\(name)' stands for several activities: \(list)", help: "give the full type", code: "ambiguous-activity")
      throw LookupFailure(status: .usage)
    case .missing(let suggestion):
      console.error(
        "there is no activity '\(name)'",
        help: suggestion.map { "did you mean '\($0)'?" } ?? "'sharerouter list' shows all activities",
        code: "unknown-activity")
      throw LookupFailure(status: .notOffered)
    }
  }
}
