public import ShareModel

extension Outcome {
  /// What an activity and those that got its returned items came to together, under the name of the first: the status
  /// and the numbers are those of the last that was tried, the evidence is the weakest.
  ///
  /// - Parameters:
  ///   - links: The outcome of each, at least one; nobody was tried after one that was not completed.
  ///   - returnedItems: What the person gets in the end.
  public static func chained(_ links: [Outcome], returnedItems: [ReturnedItem]?) -> Outcome {
    guard let last = links.last, links.count > 1 else {
      var outcome = links[0]
      outcome.returnedItems = returnedItems
      return outcome
    }
    var outcome = links[0]
    outcome.status = last.status
    outcome.evidence =
      last.status == .completed ? links.compactMap(\.evidence).min { $0.strength < $1.strength } : nil
    outcome.returnedItems = returnedItems
    let done = links.dropLast().map(\.activityType)
    outcome.error = last.error.map { .follower(last.activityType, $0, done: done) }
    outcome.exitStatus = last.exitStatus
    outcome.httpStatus = last.httpStatus
    outcome.standardOutput = links.reversed().lazy.compactMap(\.standardOutput).first
    outcome.durationMilliseconds = links.reduce(0) { $0 + $1.durationMilliseconds }
    for link in links.dropFirst() {
      // One that could not even be planned has no run of its own.
      let runs =
        link.runs.isEmpty ? [Run(itemIndexes: [], status: link.status, error: link.error)] : link.runs
      outcome.runs += runs.map { run in
        var run = run
        run.follower = link.activityType
        return run
      }
    }
    return outcome
  }
}
