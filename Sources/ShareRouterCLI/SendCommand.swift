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
    details: CommonOptions.itemHelp + """
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
      OptionSpecification("dry-run", short: "n", "print the exact plan and run nothing"),
      OptionSpecification("yes", short: "y", "do not ask for confirmation"),
      CommonOptions.json,
      OptionSpecification("null", short: "0", "end each returned item with NUL instead of a line break"),
    ], run: { SendCommand(call: $0).run() })
}

/// `sharerouter send`.
struct SendCommand {
  let call: Invocation

  /// One activity, chosen and ready to be planned.
  private struct Prepared {
    var definition: ActivityDefinition
    var request: ActionRequest
  }

  func run() -> ExitStatus {
    let names = call.arguments.texts("activity")
    guard !names.isEmpty else {
      call.console.error(
        "there is no --activity TYPE", help: "'sharerouter list ITEM…' shows the activities offered for the items")
      return .usage
    }
    guard let answers = answers() else { return .usage }
    guard let session = call.session() else { return .invalid }
    let streams = WorkFolder(environment: call.process.environment)
    defer { streams.remove() }
    guard let items = call.items(keepingStreamsIn: streams), let metadata = metadata() else { return .usage }
    let surroundings = session.actionSurroundings(capturesOutput: call.arguments.has("json"))
    var prepared: [Prepared] = []
    switch prepare(names, session, items, metadata, answers, surroundings) {
    case .failure(let failure): return failure.status
    case .success(let all): prepared = all
    }
    return call.arguments.has("dry-run") ? describe(prepared, surroundings) : perform(prepared, surroundings)
  }

  // MARK: Preparing

  private func prepare(
    _ names: [String], _ session: ShareSession, _ items: [Item], _ metadata: Metadata,
    _ answers: [(name: String, value: [UInt8])], _ surroundings: Surroundings
  ) -> Result<[Prepared], LookupFailure> {
    let router = session.router(
      excluding: call.arguments.texts("exclude"), only: call.arguments.texts("only"),
      hasTerminal: surroundings.hasTerminal)
    call.warnOfUnmatchedPatterns(router, session)
    var prepared: [Prepared] = []
    var worst: LookupFailure?
    for name in names {
      switch prepare(name, session, router, items, metadata, answers, surroundings) {
      case .success(let one): prepared.append(one)
      case .failure(let failure): worst = worst ?? failure
      }
    }
    if let worst { return .failure(worst) }
    let known = Set(prepared.flatMap { $0.definition.action.inputs.map(\.name) })
    for answer in answers where !known.contains(answer.name) {
      let near = Suggestion.nearest(to: answer.name, in: known.sorted())
      let list =
        known.isEmpty ? "there are none" : "there is " + known.sorted().map { "'\($0)'" }.joined(separator: ", ")
      call.console.error("there is no input '\(answer.name)'", help: near.map { "did you mean '\($0)'?" } ?? list)
      return .failure(LookupFailure(status: .usage))
    }
    return .success(prepared)
  }

  private func prepare(
    _ name: String, _ session: ShareSession, _ router: Router, _ items: [Item], _ metadata: Metadata,
    _ answers: [(name: String, value: [UInt8])], _ surroundings: Surroundings
  ) -> Result<Prepared, LookupFailure> {
    let definition: ActivityDefinition
    switch call.find(name, session) {
    case .success(let found): definition = found
    case .failure(let failure): return .failure(failure)
    }
    let activity = definition.activity
    let decision = router.decision(for: activity, items: items)
    if let reason = decision.reason {
      let place = reason.place.map { " (\($0))" } ?? ""
      call.console.error(
        "'\(activity.type)' is not offered: \(reason.message)\(place)",
        help: reason.remedy ?? "'sharerouter list ITEM…' shows the activities that are")
      return .failure(LookupFailure(status: .notOffered))
    }
    for skipped in decision.skipped {
      call.console.warning("item \(skipped.index + 1) is skipped by '\(activity.type)': \(skipped.reason.message)")
    }
    var request = ActionRequest(
      activity: activity, action: definition.action, facts: definition.facts, decision: decision, items: items,
      metadata: metadata)
    let resolver = InputResolver(session, request, surroundings: surroundings)
    let own = answers.filter { answer in definition.action.inputs.contains { $0.name == answer.name } }
    let (inputs, problems) = resolver.resolve(own)
    request.inputs = inputs
    guard problems.isEmpty else {
      for problem in problems { call.console.error("'\(activity.type)': \(problem.message)", help: problem.help) }
      return .failure(LookupFailure(status: .usage))
    }
    guard confirmed(definition) else { return .failure(LookupFailure(status: .usage)) }
    return .success(Prepared(definition: definition, request: request))
  }

  /// Whether the activity may be performed without a question; nobody can be asked here yet.
  private func confirmed(_ definition: ActivityDefinition) -> Bool {
    guard let confirmation = definition.action.confirm, !call.arguments.has("yes"), !call.arguments.has("dry-run")
    else {
      return true
    }
    let languages = call.process.languages
    let question =
      switch confirmation {
      case .standard: "perform '\(definition.activity.title.resolved(for: languages))'?"
      case .question(let text): text.resolved(for: languages)
      }
    call.console.error(
      "'\(definition.activity.type)' asks for confirmation: \(question)", help: "add --yes to confirm it")
    return false
  }

  /// `NAME=VALUE` pairs; nil after an error was told.
  private func answers() -> [(name: String, value: [UInt8])]? {
    var answers: [(name: String, value: [UInt8])] = []
    for argument in call.arguments.values("input") {
      guard let equals = argument.firstIndex(of: UInt8(ascii: "=")), equals > 0 else {
        call.console.error(
          "'--input \(String(decoding: argument, as: UTF8.self))' has no '='", help: "write --input NAME=VALUE")
        return nil
      }
      answers.append((String(decoding: argument[..<equals], as: UTF8.self), Array(argument[(equals + 1)...])))
    }
    return answers
  }

  private func metadata() -> Metadata? {
    let (metadata, errors) = Metadata.checked(
      subject: call.arguments.values("subject").last, message: call.arguments.values("message").last,
      recipients: call.arguments.values("to"))
    for error in errors { call.console.error(error.message, help: error.help) }
    return errors.isEmpty ? metadata : nil
  }

  // MARK: Performing

  private func describe(_ prepared: [Prepared], _ surroundings: Surroundings) -> ExitStatus {
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

  private func perform(_ prepared: [Prepared], _ surroundings: Surroundings) -> ExitStatus {
    // Everything is planned before anything runs.
    var plans: [ActionPlan] = []
    var status = ExitStatus.done
    for one in prepared {
      do throws(Outcome.Failure) { plans.append(try ActionPlanner(surroundings).plan(one.request)) } catch {
        let outcome = Outcome(
          activityType: one.request.activity.type, status: .failed, skippedItems: one.request.skippedItems, error: error
        )
        status = report([outcome])
      }
    }
    guard status == .done else { return status }
    guard let interruption = Interruption() else {
      call.console.error("this process has no file descriptor left")
      return .failed
    }
    let outcomes = SignalForwarding.during(interruption) {
      plans.map { ActionPerformer().perform($0, interruption: interruption).outcome }
    }
    return report(outcomes)
  }

  private func report(_ outcomes: [Outcome]) -> ExitStatus {
    if call.arguments.has("json") {
      guard call.console.write(Outcome.json(outcomes).serialized(pretty: true) + "\n") else { return .failed }
    } else {
      for outcome in outcomes { guard show(outcome) else { return .failed } }
    }
    return outcomes.lazy.map(\.exitStatusOfProgram).first { $0 != .done } ?? .done
  }

  /// Prints what came of an activity; false when its results could not be written.
  private func show(_ outcome: Outcome) -> Bool {
    let end: UInt8 = call.arguments.has("null") ? 0 : 0x0A
    for returned in outcome.returnedItems ?? [] {
      let bytes = returned.item.textBytes ?? returned.item.path?.bytes ?? []
      if let name = returned.name {
        call.console.message(TerminalText.escaped("\(name): " + String(decoding: bytes, as: UTF8.self)))
      } else if !call.console.write(bytes + [end]) {
        return false
      }
    }
    guard outcome.status != .completed else { return true }
    let failures = outcome.runs.count > 1 ? outcome.runs.compactMap(\.error) : [outcome.error].compactMap { $0 }
    for failure in failures.isEmpty ? [outcome.error].compactMap({ $0 }) : failures {
      call.console.error("'\(outcome.activityType)' \(outcome.status.phrase): \(failure.message)")
    }
    return true
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

  /// One document for the outcomes of one send: that of a single activity as it is, several under one roof.
  fileprivate static func json(_ outcomes: [Outcome]) -> JSONValue {
    guard outcomes.count != 1 else { return outcomes[0].json }
    let documents = outcomes.map(\.json)
    func all(_ name: String) -> [JSONValue] {
      documents.flatMap { document -> [JSONValue] in
        if case .array(let values) = document[name] { values } else { [] }
      }
    }
    let worst = outcomes.first { $0.status != .completed }
    let returnsNothing = outcomes.allSatisfy { $0.returnedItems == nil }
    return .object([
      JSONMember("activityType", .null), JSONMember("completed", .boolean(worst == nil)),
      JSONMember("status", .string((worst?.status ?? .completed).rawValue)), JSONMember("evidence", .null),
      JSONMember("returnedItems", returnsNothing ? .null : .array(all("returnedItems"))),
      JSONMember("skippedItems", .array(all("skippedItems"))),
      JSONMember("error", worst?.json["error"] ?? .null), JSONMember("exitStatus", .null),
      JSONMember("httpStatus", .null), JSONMember("stdout", .null),
      JSONMember("durationMs", .number(outcomes.reduce(0) { $0 + $1.durationMilliseconds })),
      JSONMember("runs", .array(all("runs"))),
    ])
  }
}
