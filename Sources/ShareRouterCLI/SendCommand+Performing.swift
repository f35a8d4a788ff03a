internal import JSONSyntax
internal import ShareActions
internal import ShareModel
internal import ShareSessions
internal import SourceDiagnostics

extension SendCommand {
  func perform(
    _ chains: [ActivityChain], _ sharing: Sharing, _ session: ShareSession, _ surroundings: Surroundings
  ) -> ExitStatus {
    // Everything is planned before anything runs.
    let detached = chains.filter(isDetached)
    let chains = chains.filter { !isDetached($0) }
    var plans: [ActionPlan] = []
    var refusals: [ActivityChain.Performance] = []
    for chain in chains {
      do throws(Outcome.Failure) {
        plans.append(try ActionPlanner(surroundings).plan(chain.first.request))
      } catch {
        refusals.append(chain.refused(error))
      }
    }
    guard refusals.isEmpty else {
      for (chain, refusal) in zip(chains, refusals) { deliver(refusal.outcome, chain, session, surroundings) }
      return report(refusals, sharing)
    }
    let queued: [ActivityChain.Performance]
    do throws(LookupFailure) {
      queued = try Detachment(call: call).accept(detached, sharing, session)
    } catch { return error.status }
    guard !plans.isEmpty else { return report(queued, sharing) }
    guard let interruption = Interruption() else {
      call.console.error("this process has no file descriptor left")
      return .failed
    }
    var own: [ActivityChain.Performance] = []
    SignalForwarding.during(interruption) {
      for (chain, plan) in zip(chains, plans) {
        var performer = ActionPerformer()
        let bar = ProgressBar(call)
        if let bar { performer.observer.progress = { bar.take($0) } }
        defer { bar?.finish() }
        own.append(chain.perform(plan, interruption: interruption, performer: performer))
      }
    }
    let performances = queued + own
    for warning in performances.flatMap(\.warnings) { call.console.warning(warning) }
    let status = report(performances, sharing)
    if performances.count > 1, status != .done {
      call.console.message(SendCommand.summary(performances.map(\.outcome)))
    }
    for (chain, performance) in zip(chains, own) {
      deliver(performance.outcome, chain, session, surroundings)
    }
    return status
  }

  /// Whether it is done by a job.
  private func isDetached(_ chain: ActivityChain) -> Bool {
    call.arguments.has("detach") || chain.isBackground
  }

  /// Hands results to a person without a terminal, unless other activities got them.
  private func deliver(
    _ outcome: Outcome, _ chain: ActivityChain, _ session: ShareSession, _ surroundings: Surroundings
  ) {
    guard chain.followers.isEmpty || outcome.status != .completed else { return }
    let problems = ResultDelivery(session, surroundings).deliver(outcome, of: chain.first.definition)
    for problem in problems { call.console.warning(problem) }
  }

  /// How many of several activities are done, and which are not. Success is silent, as it is for one.
  private static func summary(_ outcomes: [Outcome]) -> String {
    let others = outcomes.filter { $0.status != .completed }
    let names = others.map { "'\($0.activityType)' \($0.status.phrase)" }.joined(separator: ", ")
    return "\(outcomes.count - others.count) of \(outcomes.count) done: \(names)"
  }

  private func report(_ performances: [ActivityChain.Performance], _ sharing: Sharing) -> ExitStatus {
    let outcomes = performances.map(\.outcome)
    if call.arguments.has("json") {
      let document = Outcome.json(performances.map { $0.outcome.masked($0.mask) })
      guard call.console.write(document.serialized(pretty: true) + "\n") else { return .failed }
    } else {
      let items = sharing.items.map(\.item)
      var isWritten = true
      for outcome in outcomes { isWritten = show(outcome, items) && isWritten }
      guard isWritten else { return .failed }
    }
    return outcomes.lazy.map(\.exitStatusOfProgram).first { $0 != .done } ?? .done
  }

  /// Prints what came of an activity; false when its results could not be written. What goes to stderr is told then, too.
  private func show(_ outcome: Outcome, _ items: [Item]) -> Bool {
    let isWritten = outcome.job.map { call.console.write("\($0)\n") } ?? call.write(outcome.returnedItems ?? [])
    guard outcome.status != .completed else { return isWritten }
    // Of several runs each that failed is told with its item; those that got something passed on have no item of these.
    let isChain = outcome.runs.contains { $0.follower != nil }
    let failed = outcome.runs.count > 1 && !isChain ? outcome.runs.filter { $0.error != nil } : []
    for run in failed {
      let whom =
        run.itemIndexes.count == 1 ? " for item \(run.itemIndexes[0] + 1) (\(items[run.itemIndexes[0]].label))" : ""
      call.console.error("'\(outcome.activityType)' \(run.status.phrase)\(whom): \(run.error?.message ?? "")")
    }
    if failed.isEmpty, let error = outcome.error {
      call.console.error("'\(outcome.activityType)' \(outcome.status.phrase): \(error.message)")
    }
    return isWritten
  }
}

extension Outcome.Status {
  /// The status as the end of a sentence.
  fileprivate var phrase: String {
    switch self {
    case .completed: "is done"
    case .failed: "failed"
    case .cancelled: "was cancelled"
    case .timedOut: "timed out"
    }
  }
}

extension Outcome {
  fileprivate var exitStatusOfProgram: ExitStatus {
    switch status {
    case .completed: .done
    case .failed: .failed
    case .cancelled: .cancelled
    case .timedOut: .timedOut
    }
  }
}
