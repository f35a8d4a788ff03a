internal import ShareModel
internal import ShareSessions

extension Invocation {
  /// Says why an activity is not performed.
  func tell(_ refusal: PreparedActivity.Refusal, _ type: ActivityType) -> LookupFailure {
    switch refusal {
    case .notOffered(let reason):
      let place = reason.place.map { " (\($0))" } ?? ""
      console.error(
        "'\(type)' is not offered: \(reason.message)\(place)",
        help: reason.remedy ?? "'sharerouter list ITEM…' shows the activities that are", code: "not-offered")
      return LookupFailure(status: .notOffered)
    case .inputs(let problems):
      for problem in problems {
        console.error("'\(type)': \(problem.message)", help: problem.help, code: "missing-input")
      }
      return LookupFailure(status: .usage)
    case .unconfirmed(let question):
      console.error(
        "'\(type)' asks for confirmation: \(question)", help: "add --yes to confirm it", code: "unconfirmed")
      return LookupFailure(status: .usage)
    }
  }

  /// Says which of the activities that were to follow one is in the way.
  func tell(_ refusal: ActivityChain.Refusal, after first: Activity) -> LookupFailure {
    let then = "'then' of '\(first.type)': "
    switch refusal.reason {
    case .refused(let own): return tell(own, refusal.type)
    case .missing(let suggestion):
      console.error(
        then + "there is no activity '\(refusal.type)'",
        help: suggestion.map { "did you mean '\($0)'?" } ?? "'sharerouter list' shows all activities",
        code: "unknown-activity")
      return LookupFailure(status: .notOffered)
    case .broken(let findings):
      show(findings)
      console.error(
        then + "the definition of '\(refusal.type)' is invalid, so it is not used", code: "invalid-definition")
      return LookupFailure(status: .invalid)
    case .cycle(let types):
      let list = types.map { "'\($0)'" }.joined(separator: ", ")
      console.error(
        then + "the activities follow one another in a circle: \(list)",
        help: "take one 'then' out, or say with --then what is to follow", code: "then-cycle")
      return LookupFailure(status: .invalid)
    case .tooLong(let limit):
      console.error(
        then + "more than \(limit) activities would follow one another", help: "take some of them out",
        code: "then-too-long")
      return LookupFailure(status: .invalid)
    }
  }
}
