internal import JSONSyntax
internal import ShareActions
internal import ShareDefinitions
internal import ShareItems
internal import ShareModel
internal import ShareRouting
internal import ShareSessions
internal import ShareTemplates
internal import SourceDiagnostics

extension CommandSpecification {
  static let send = CommandSpecification(
    name: "send", operands: "ITEM…", summary: "Send items to an activity",
    details: CommonOptions.itemHelp + CommonOptions.requestHelp + """
      Results go to stdout, everything else to stderr. All activities are checked before the first one runs.

      With --then, or 'then' in the definition or the configuration, what an activity returns is sent on; several --then
      are a chain. Whatever is returned is kept for 'sharerouter results'. Without a terminal, texts and URLs are copied
      and shown in a notification, unless they are sent on.

      At a terminal, or with --picker, the sheet is shown when there is no --activity, an input without a value is asked
      for, and so is a confirmation.
      """,
    options: SendCommand.options, emptyDocument: SendCommand.emptyDocument, run: { SendCommand(call: $0).run() })
}

extension SendCommand {
  /// What `share` understands as well.
  static let options =
    [
      OptionSpecification(
        "activity", short: "a", value: "TYPE", "the activity: its type or the end of it (repeatable)"),
      OptionSpecification(
        "input", short: "i", value: "NAME=VALUE", "the answer to one of the activity's inputs (repeatable)"),
      OptionSpecification("subject", value: "TEXT", "a subject, one line"),
      OptionSpecification("message", value: "TEXT", "a message beside the items"),
      OptionSpecification("to", value: "RECIPIENT", "a recipient, one line (repeatable)"),
      OptionSpecification(
        "then", value: "TYPE", "the activity that gets what is returned, in place of the definition's (repeatable)"),
      OptionSpecification("output", value: "DIR", "the folder for returned files"),
    ] + CommonOptions.rules + CommonOptions.items + [
      CommonOptions.request,
      OptionSpecification("dry-run", short: "n", "print the exact plan and run nothing"),
      OptionSpecification("yes", short: "y", "do not ask for confirmation"),
      OptionSpecification("detach", short: "d", "do it in the background, and print the number of the job"),
      CommonOptions.json, CommonOptions.null, CommonOptions.picker, CommonOptions.autoSingle,
    ]
}

/// `sharerouter send`.
struct SendCommand {
  let call: Invocation
  /// Whether the activity is always chosen by eye (`share`).
  var isSheet = false

  /// The document of a call that was refused: an outcome of nothing, or a plan of nothing.
  static func emptyDocument(_ arguments: ParsedArguments) -> [JSONMember] {
    if arguments.has("dry-run") { return [JSONMember("activities", .array([]))] }
    let names = arguments.texts("activity")
    let outcome = Outcome(activityType: ActivityType(rawValue: names.first ?? ""), status: .failed)
    var members = outcome.json.members
    if names.count != 1 { members[0].value = .null }
    return members
  }

  func run() -> ExitStatus {
    var names = call.arguments.texts("activity")
    guard !names.isEmpty || isSheet || call.isAtTerminal || call.arguments.text("picker") != nil else {
      call.console.error(
        "there is no --activity TYPE, and no terminal to choose in",
        help: "'sharerouter list ITEM…' shows the activities offered for the items")
      return .usage
    }
    let session: ShareSession
    do throws(LookupFailure) { session = try call.session() } catch { return error.status }
    let streams = WorkFolder(environment: call.process.environment)
    defer { streams.remove() }
    guard let sharing = call.sharing(keepingStreamsIn: streams) else { return .usage }
    var surroundings = session.actionSurroundings(capturesOutput: call.arguments.has("json"))
    do throws(Outcome.Failure) { surroundings.outputFolder = try outputFolder() } catch {
      call.console.error("'--output' names no folder for files: \(error.message)", code: error.code)
      return .usage
    }
    let dialogue = Dialogue(call, session)
    defer { dialogue.close() }
    if names.isEmpty {
      switch dialogue.choose(sharing, session.router(for: sharing, hasTerminal: surroundings.hasTerminal)) {
      case .chosen(let type): names = [type.rawValue]
      case .dismissed: return dismissed(nil)
      case .failed(let status): return status
      }
    }
    let chains: [ActivityChain]
    do throws(LookupFailure) { chains = try prepare(names, session, sharing, surroundings, dialogue) } catch {
      return error.status
    }
    dialogue.close()
    return call.arguments.has("dry-run") ? describe(chains) : perform(chains, sharing, session, surroundings)
  }

  /// The folder that `--output` names, made later if it is not there.
  private func outputFolder() throws(Outcome.Failure) -> FilePath? {
    guard let name = call.arguments.values("output").last else { return nil }
    guard !name.isEmpty else { throw Outcome.Failure(code: "wrong-usage", message: "the name is empty") }
    let folder = call.process.absolute(name)
    do throws(ReturnedFileSaver.Failure) { try ReturnedFileSaver(folder: folder).check() } catch {
      throw Outcome.Failure(error)
    }
    return folder
  }

  // MARK: Preparing

  private func prepare(
    _ names: [String], _ session: ShareSession, _ sharing: Sharing, _ surroundings: Surroundings,
    _ dialogue: Dialogue
  ) throws(LookupFailure) -> [ActivityChain] {
    let router = session.router(for: sharing, hasTerminal: surroundings.hasTerminal)
    if !dialogue.hasChosen { call.warnOfUnmatchedPatterns(router, session) }
    var worst: LookupFailure?
    func find(_ names: [String]) -> [ActivityDefinition] {
      var found: [ActivityDefinition] = []
      for name in names {
        do throws(LookupFailure) {
          found.append(try call.find(name, session, beforeTelling: dialogue.close))
        } catch {
          worst = worst ?? error
        }
      }
      return found
    }
    let definitions = find(names)
    let chosen = find(call.arguments.texts("then"))
    var followers: [[ActivityDefinition]] = []
    for definition in definitions {
      do throws(ActivityChain.Refusal) {
        followers.append(try session.followers(of: definition, chosen: chosen))
      } catch {
        followers.append([])
        dialogue.close()
        let failure = call.tell(error, after: definition.activity)
        worst = worst ?? failure
      }
    }
    // Without all definitions nobody can say which inputs there are.
    if worst == nil, !areKnown(sharing.answers, definitions + followers.joined()) {
      worst = LookupFailure(status: .usage)
    }
    var chains: [ActivityChain] = []
    let isConfirmed = call.arguments.has("yes") || call.arguments.has("dry-run")
    for (definition, followers) in zip(definitions, followers) {
      // Nobody is asked for what comes to nothing.
      let asked =
        worst == nil && dialogue.isPossible
        ? dialogue.complete(definition, then: followers, sharing, router, surroundings, isConfirmed: isConfirmed)
        : .answered(Dialogue.Answers(first: sharing, followers: sharing, isConfirmed: isConfirmed))
      // What is told from here on must not stand on the sheet.
      dialogue.close()
      let answers: Dialogue.Answers
      switch asked {
      case .answered(let all): answers = all
      case .dismissed: throw LookupFailure(status: dismissed(definition.activity))
      case .failed(let status): throw LookupFailure(status: status)
      }
      switch session.prepare(
        definition, answers.first, router, surroundings, isConfirmed: answers.isConfirmed)
      {
      case .success(let first):
        let (chain, refusals) = session.chain(
          first, then: followers, answers.followers, router, surroundings, isConfirmed: answers.isConfirmed)
        chains.append(chain)
        for skipped in first.skippedItems {
          call.console.warning(
            "item \(skipped.index + 1) is skipped by '\(definition.activity.type)': \(skipped.message)")
        }
        for refusal in refusals {
          let failure = call.tell(refusal, after: definition.activity)
          worst = worst ?? failure
        }
      case .failure(let refusal):
        // Told even where something else is wrong already.
        let failure = call.tell(refusal, definition.activity.type)
        worst = worst ?? failure
      }
    }
    if let worst { throw worst }
    return chains
  }

  /// The end of a sheet that was dismissed, before anything was chosen or after.
  private func dismissed(_ activity: Activity?) -> ExitStatus {
    guard call.arguments.has("json") else { return .cancelled }
    return call.console.write(Outcome.dismissed(activity?.type).serialized(pretty: true) + "\n") ? .cancelled : .failed
  }

  /// Whether every answer belongs to an input of some activity; what does not is told.
  private func areKnown(_ answers: [InputAnswer], _ definitions: [ActivityDefinition]) -> Bool {
    let known = Set(definitions.flatMap { $0.action.inputs.map(\.name) })
    let strangers = answers.filter { !known.contains($0.name) }
    for answer in strangers {
      let near = Suggestion.nearest(to: answer.name, in: known.sorted())
      let list =
        known.isEmpty
        ? "the activity has no inputs" : "inputs are " + known.sorted().map { "'\($0)'" }.joined(separator: ", ")
      call.console.error(
        "there is no input '\(answer.name)'", help: near.map { "did you mean '\($0)'?" } ?? list,
        code: "unknown-input")
    }
    return strangers.isEmpty
  }

  // MARK: Describing

  private func describe(_ chains: [ActivityChain]) -> ExitStatus {
    var status = ExitStatus.done
    var documents: [JSONValue] = []
    var texts: [String] = []
    for chain in chains {
      let type = chain.first.definition.activity.type
      let followers = chain.followers.map(\.activity.type)
      do throws(Outcome.Failure) {
        let plan = PlanDescription(try ActionPlanner(chain.surroundings).plan(chain.first.request, for: .description))
        documents.append(plan.json(followers: followers))
        texts.append(PlanText.describe(plan, followers: followers))
      } catch {
        call.console.error("'\(type)' would fail: \(error.message)", code: error.code)
        documents.append(PlanDescription.json(of: type, error))
        status = .failed
      }
    }
    let text =
      call.arguments.has("json")
      ? JSONValue.object([JSONMember("activities", .array(documents)), JSONMember("error", .null)])
        .serialized(pretty: true) + "\n"
      : texts.joined(separator: "\n")
    return call.console.write(text) ? status : .failed
  }
}
