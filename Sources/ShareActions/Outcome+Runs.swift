public import ShareModel

extension Outcome {
  /// An outcome together with what came of other runs of the same activity before; a run that was done again counts with
  /// what came of it last.
  public func merging(earlier: [Run]) -> Outcome {
    let kept = earlier.filter { run in !runs.contains { $0.itemIndexes == run.itemIndexes } }
    guard !kept.isEmpty else { return self }
    let all = (kept + runs).sorted { ($0.itemIndexes.first ?? 0) < ($1.itemIndexes.first ?? 0) }
    return Outcome(
      activityType, runs: all, returns: returnedItems != nil || kept.contains { $0.returnedItems != nil },
      skippedItems: skippedItems, durationMilliseconds: durationMilliseconds)
  }

  /// What several runs make together: it failed if one of them did, and says how many; the evidence is the weakest.
  public init(
    _ activityType: ActivityType, runs: [Run], returns: Bool, skippedItems: [SkippedItem], durationMilliseconds: Int
  ) {
    let unsuccessful = runs.filter { $0.status != .completed }
    let status: Status =
      if unsuccessful.isEmpty {
        .completed
      } else if unsuccessful.contains(where: { $0.status == .cancelled }) {
        .cancelled
      } else if unsuccessful.allSatisfy({ $0.status == .timedOut }) {
        .timedOut
      } else {
        .failed
      }
    let leading = unsuccessful.first { $0.status == status } ?? runs.last
    var error = leading?.error
    if runs.count > 1, let first = error {
      error = .several(unsuccessful.count, of: runs.count, first: first)
    }
    let outputs = runs.compactMap(\.standardOutput)
    self.init(
      activityType: activityType, status: status,
      evidence: status == .completed ? Outcome.weakestEvidence(runs) : nil,
      returnedItems: returns ? runs.flatMap { $0.returnedItems ?? [] } : nil, skippedItems: skippedItems,
      error: error, exitStatus: leading?.exitStatus, httpStatus: leading?.httpStatus,
      standardOutput: outputs.isEmpty ? nil : outputs.flatMap { $0 }, durationMilliseconds: durationMilliseconds,
      runs: runs)
  }

  private static func weakestEvidence(_ runs: [Run]) -> Evidence? {
    var weakest: Evidence?
    for case let evidence? in runs.lazy.map(\.evidence) where evidence.strength < weakest?.strength ?? .max {
      weakest = evidence
    }
    return weakest
  }

  /// A failure before anything ran.
  static func refused(
    _ activityType: ActivityType, _ failure: Failure, skippedItems: [SkippedItem] = []
  ) -> Outcome {
    Outcome(
      activityType: activityType, status: failure.code == "cancelled" ? .cancelled : .failed,
      skippedItems: skippedItems, error: failure)
  }
}

extension Outcome.Evidence {
  /// How much is known; the weakest of several runs counts for all.
  var strength: Int {
    switch self {
    case .queued: 0
    case .launched: 1
    case .exited: 2
    case .responded: 3
    case .confirmed: 4
    }
  }
}
