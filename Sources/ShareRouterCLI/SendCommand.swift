internal import JSONSyntax
internal import ShareActions
internal import ShareDefinitions
internal import ShareItems
internal import ShareModel
internal import ShareRouter
internal import ShareRouting
internal import ShareTemplates
internal import SourceDiagnostics

extension CommandSpecification {
  static let send = CommandSpecification(
    name: "send", operands: "ITEM…", summary: "Send items to an activity",
    details: CommonOptions.itemHelp + CommonOptions.requestHelp + """
      Results go to stdout, everything else to stderr. All activities are checked before the first one runs.
      """,
    options: [
      OptionSpecification(
        "activity", short: "a", value: "TYPE", "the activity: its type or the end of it (repeatable)"),
      OptionSpecification(
        "input", short: "i", value: "NAME=VALUE", "the answer to one of the activity's inputs (repeatable)"),
      OptionSpecification("subject", value: "TEXT", "a subject, one line"),
      OptionSpecification("message", value: "TEXT", "a message beside the items"),
      OptionSpecification("to", value: "RECIPIENT", "a recipient, one line (repeatable)"),
    ] + CommonOptions.rules + CommonOptions.items + [
      CommonOptions.request,
      OptionSpecification("dry-run", short: "n", "print the exact plan and run nothing"),
      OptionSpecification("yes", short: "y", "do not ask for confirmation"),
      OptionSpecification("detach", short: "d", "do it in the background, and print the number of the job"),
      CommonOptions.json, CommonOptions.null,
    ], run: { SendCommand(call: $0).run() })
}

/// `sharerouter send`.
struct SendCommand {
  let call: Invocation

  func run() -> ExitStatus {
    let names = call.arguments.texts("activity")
    guard !names.isEmpty else {
      call.console.error(
        "there is no --activity TYPE", help: "'sharerouter list ITEM…' shows the activities offered for the items")
      return .usage
    }
    let session: ShareSession
    do throws(LookupFailure) { session = try call.session() } catch { return error.status }
    let streams = WorkFolder(environment: call.process.environment)
    defer { streams.remove() }
    guard let sharing = call.sharing(keepingStreamsIn: streams) else { return .usage }
    let surroundings = session.actionSurroundings(capturesOutput: call.arguments.has("json"))
    let prepared: [PreparedActivity]
    do throws(LookupFailure) { prepared = try prepare(names, session, sharing, surroundings) } catch {
      return error.status
    }
    if call.arguments.has("dry-run") { return describe(prepared, surroundings) }
    let plans: [(PreparedActivity, ActionPlan)]
    let detached = prepared.filter { isDetached($0.definition) }
    switch plan(prepared.filter { !isDetached($0.definition) }, sharing, surroundings) {
    case .failure(let failure): return failure.status
    case .success(let made): plans = made
    }
    switch Detachment(call: call).accept(detached, sharing, session) {
    case .failure(let failure): return failure.status
    case .success(let queued): return perform(plans, after: queued, sharing)
    }
  }

  private func isDetached(_ definition: ActivityDefinition) -> Bool {
    call.arguments.has("detach") || definition.action.isBackground
  }

  // MARK: Preparing

  private func prepare(
    _ names: [String], _ session: ShareSession, _ sharing: Sharing, _ surroundings: Surroundings
  ) throws(LookupFailure) -> [PreparedActivity] {
    let router = session.router(for: sharing, hasTerminal: surroundings.hasTerminal)
    call.warnOfUnmatchedPatterns(router, session)
    var worst: LookupFailure?
    var definitions: [ActivityDefinition] = []
    for name in names {
      do throws(LookupFailure) { definitions.append(try call.find(name, session)) } catch { worst = worst ?? error }
    }
    // Without all definitions nobody can say which inputs there are.
    if worst == nil, !areKnown(sharing.answers, definitions) { worst = LookupFailure(status: .usage) }
    var prepared: [PreparedActivity] = []
    let isConfirmed = call.arguments.has("yes") || call.arguments.has("dry-run")
    for definition in definitions {
      switch session.prepare(definition, sharing, router, surroundings, isConfirmed: isConfirmed) {
      case .success(let one):
        prepared.append(one)
        for skipped in one.skippedItems {
          call.console.warning(
            "item \(skipped.index + 1) is skipped by '\(definition.activity.type)': \(skipped.message)")
        }
        warnOfUnperformedKeys(definition)
      case .failure(let refusal):
        // Told even where something else is wrong already.
        let failure = tell(refusal, definition.activity)
        worst = worst ?? failure
      }
    }
    if let worst { throw worst }
    return prepared
  }

  /// Keys that are not performed yet are said rather than left out in silence.
  private func warnOfUnperformedKeys(_ definition: ActivityDefinition) {
    if !definition.action.then.isEmpty {
      call.console.warning(
        "'then' of '\(definition.activity.type)' is not performed by this version",
        help: "what it gives back is printed, and can be sent on")
    }
  }

  /// Says why an activity is not performed.
  private func tell(_ refusal: PreparedActivity.Refusal, _ activity: Activity) -> LookupFailure {
    switch refusal {
    case .notOffered(let reason):
      let place = reason.place.map { " (\($0))" } ?? ""
      call.console.error(
        "'\(activity.type)' is not offered: \(reason.message)\(place)",
        help: reason.remedy ?? "'sharerouter list ITEM…' shows the activities that are")
      return LookupFailure(status: .notOffered)
    case .inputs(let problems):
      for problem in problems { call.console.error("'\(activity.type)': \(problem.message)", help: problem.help) }
      return LookupFailure(status: .usage)
    case .unconfirmed(let question):
      call.console.error("'\(activity.type)' asks for confirmation: \(question)", help: "add --yes to confirm it")
      return LookupFailure(status: .usage)
    }
  }

  /// Whether every answer belongs to an input of some activity; what does not is told.
  private func areKnown(_ answers: [(name: String, value: [UInt8])], _ definitions: [ActivityDefinition]) -> Bool {
    let known = Set(definitions.flatMap { $0.action.inputs.map(\.name) })
    let strangers = answers.filter { !known.contains($0.name) }
    for answer in strangers {
      let near = Suggestion.nearest(to: answer.name, in: known.sorted())
      let list =
        known.isEmpty
        ? "the activity has no inputs" : "inputs are " + known.sorted().map { "'\($0)'" }.joined(separator: ", ")
      call.console.error("there is no input '\(answer.name)'", help: near.map { "did you mean '\($0)'?" } ?? list)
    }
    return strangers.isEmpty
  }

  // MARK: Performing

  private func describe(_ prepared: [PreparedActivity], _ surroundings: Surroundings) -> ExitStatus {
    var status = ExitStatus.done
    var descriptions: [PlanDescription] = []
    for one in prepared {
      do throws(Outcome.Failure) {
        descriptions.append(PlanDescription(try ActionPlanner(surroundings).plan(one.request, for: .description)))
      } catch {
        call.console.error("'\(one.request.activity.type)' would fail: \(error.message)")
        status = .failed
      }
    }
    let text =
      call.arguments.has("json")
      ? JSONValue.array(descriptions.map(\.json)).serialized(pretty: true) + "\n"
      : descriptions.map(PlanText.describe).joined(separator: "\n")
    return call.console.write(text) ? status : .failed
  }

  /// Everything is planned before anything runs.
  private func plan(
    _ prepared: [PreparedActivity], _ sharing: Sharing, _ surroundings: Surroundings
  ) -> Result<[(PreparedActivity, ActionPlan)], LookupFailure> {
    var plans: [(PreparedActivity, ActionPlan)] = []
    var refusals: [Outcome] = []
    for one in prepared {
      do throws(Outcome.Failure) { plans.append((one, try ActionPlanner(surroundings).plan(one.request))) } catch {
        refusals.append(one.refused(error))
      }
    }
    return refusals.isEmpty ? .success(plans) : .failure(LookupFailure(status: report(refusals, sharing)))
  }

  /// - Parameter queued: What came of the activities that jobs perform.
  private func perform(
    _ plans: [(PreparedActivity, ActionPlan)], after queued: [Outcome], _ sharing: Sharing
  ) -> ExitStatus {
    guard !plans.isEmpty else { return report(queued, sharing) }
    guard let interruption = Interruption() else {
      call.console.error("this process has no file descriptor left")
      return .failed
    }
    let outcomes =
      queued
      + SignalForwarding.during(interruption) {
        plans.map { activity, plan in
          var performer = ActionPerformer()
          let bar = ProgressBar(call)
          if let bar { performer.observer.progress = { bar.take($0) } }
          defer { bar?.finish() }
          return activity.perform(plan, interruption: interruption, performer: performer)
        }
      }
    let status = report(outcomes, sharing)
    if outcomes.count > 1, status != .done { call.console.message(SendCommand.summary(outcomes)) }
    return status
  }

  /// How many of several activities are done, and which are not. Success is silent, as it is for one.
  private static func summary(_ outcomes: [Outcome]) -> String {
    let others = outcomes.filter { $0.status != .completed }
    let names = others.map { "'\($0.activityType)' \($0.status.phrase)" }.joined(separator: ", ")
    return "\(outcomes.count - others.count) of \(outcomes.count) done: \(names)"
  }

  private func report(_ outcomes: [Outcome], _ sharing: Sharing) -> ExitStatus {
    if call.arguments.has("json") {
      guard call.console.write(Outcome.json(outcomes).serialized(pretty: true) + "\n") else { return .failed }
    } else {
      let items = sharing.items.map(\.item)
      let isWritten = outcomes.map { show($0, items) }
      if isWritten.contains(false) { return .failed }
    }
    return outcomes.lazy.map(\.exitStatusOfProgram).first { $0 != .done } ?? .done
  }

  /// Prints what came of an activity; false when its results could not be written. What goes to stderr is told then, too.
  private func show(_ outcome: Outcome, _ items: [Item]) -> Bool {
    let isWritten = outcome.job.map { call.console.write("\($0)\n") } ?? call.write(outcome.returnedItems ?? [])
    guard outcome.status != .completed else { return isWritten }
    // Of several runs each that failed is told with its item.
    let failed = outcome.runs.count > 1 ? outcome.runs.filter { $0.error != nil } : []
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
