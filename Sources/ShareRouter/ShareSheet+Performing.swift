internal import ShareActions
internal import ShareDefinitions
internal import ShareRouting
internal import ShareSessions
internal import ShareTemplates
internal import Synchronization

/// What a sheet knows once it has looked: the rules of this machine and the items. Looked at once, since data from a pipe
/// can be read only once.
final class SheetContents: Sendable {
  struct Found: Sendable {
    var session: ShareSession
    var items: [SharedItem]
  }

  private let found = Mutex<Result<Found, ShareSheetError>?>(nil)

  /// Blocks the calling thread.
  func look(_ make: () -> Result<Found, ShareSheetError>) throws(ShareSheetError) -> Found {
    let result = found.withLock { found in
      if let found { return found }
      let made = make()
      found = made
      return made
    }
    return try result.get()
  }
}

extension ShareSheet {
  /// What the person picked, and what they answered.
  struct Choice: Sendable {
    var type: ActivityType
    var inputs: [String: String]
    var isConfirmed: Bool
  }

  struct Ending: Sendable {
    var outcome: Outcome
    /// What an activity written in Swift has thrown, else the outcome's own.
    var error: (any Error)?

    init(_ outcome: Outcome, _ error: (any Error)? = nil) {
      self.outcome = outcome
      self.error = error ?? outcome.error
    }

    init(_ type: ActivityType, _ failure: Outcome.Failure, _ status: Outcome.Status = .failed) {
      self.init(Outcome(activityType: type, status: status, error: failure))
    }
  }

  /// Everything that a decision depends on, as of now.
  private struct Look {
    var session: ShareSession
    var sharing: Sharing
    var router: Router
  }

  func onThread<Value: Sendable>(
    _ work: @escaping @Sendable () throws(ShareSheetError) -> Value
  ) async throws(ShareSheetError) -> Value {
    let result = await BlockingThread.run { () -> Result<Value, ShareSheetError> in
      do throws(ShareSheetError) { return .success(try work()) } catch { return .failure(error) }
    }
    switch result {
    case .success(let value): return try value.get()
    case .failure(let error): throw ShareSheetError(.system, error.message)
    }
  }

  // MARK: Looking

  private func look() throws(ShareSheetError) -> Look {
    let configuration = configuration
    let found = try contents.look {
      let session: ShareSession
      switch ShareSession.open(process, directories: folders) {
      case .open(let opened, _): session = opened
      case .broken(let findings): return .failure(ShareSheetError(.rules, .invalidRules(findings)))
      }
      let (items, problems) = configuration.items(process) { [streams] in try? streams.path() }
      guard problems.isEmpty else { return .failure(ShareSheetError(problems)) }
      return .success(SheetContents.Found(session: session, items: items))
    }
    let (sharing, problems) = configuration.sharing(of: found.items)
    guard let sharing else { throw ShareSheetError(problems) }
    let router = found.session.router(for: sharing, hasTerminal: process.hasTerminal)
    return Look(session: found.session, sharing: sharing, router: router)
  }

  func offered() throws(ShareSheetError) -> [OfferedActivity] {
    let look = try look()
    let own = Dictionary(applicationActivities.map { ($0.type, $0) }, uniquingKeysWith: { first, _ in first })
    let definitions = look.session.allActivities().definitions.filter { own[$0.activity.type] == nil }
    let defined = Dictionary(definitions.map { ($0.activity.type, $0) }, uniquingKeysWith: { first, _ in first })
    // Those of the application are nearer than any folder.
    let activities = own.values.map { $0.description(layer: -1) } + definitions.map(\.activity)
    return look.router.inSheetOrder(activities).compactMap { activity in
      let decision =
        own[activity.type].map { ShareSheet.decision(for: $0, look) }
        ?? look.sharing.decision(for: activity, look.router)
      guard decision.isOffered else { return nil }
      return look.session.offered(activity, defined[activity.type], decision)
    }
  }

  func decided(_ type: ActivityType) throws(ShareSheetError) -> RoutingDecision? {
    let look = try look()
    if let own = applicationActivities.first(where: { $0.type == type }) { return ShareSheet.decision(for: own, look) }
    guard case .found(let definition, _) = look.session.definition(of: type) else { return nil }
    return look.sharing.decision(for: definition.activity, look.router)
  }

  private static func decision(for activity: any ShareActivity, _ look: Look) -> RoutingDecision {
    let items = look.sharing.selection(for: activity.type).items
    if !items.isEmpty, !activity.canPerform(with: items) {
      return RoutingDecision(
        activityType: activity.type,
        reason: .init(code: .kind, message: "'\(activity.type)' itself says that it cannot act on these items"))
    }
    return look.sharing.decision(for: activity.description(layer: -1), look.router)
  }

  // MARK: Performing

  func perform(_ choice: Choice, _ cancellation: Cancellation) async -> Ending {
    if let activity = applicationActivities.first(where: { $0.type == choice.type }) {
      return await perform(activity, choice, cancellation)
    }
    do throws(ShareSheetError) {
      return try await onThread { [self] () throws(ShareSheetError) in
        performDefined(choice, try look(), cancellation)
      }
    } catch {
      return Ending(choice.type, Outcome.Failure(error))
    }
  }

  /// Blocks the calling thread until the activity has ended.
  private func performDefined(_ choice: Choice, _ look: Look, _ cancellation: Cancellation) -> Ending {
    let session = look.session
    let definition: ActivityDefinition
    switch session.definition(of: choice.type) {
    case .missing: return Ending(choice.type, .unknownActivity(choice.type))
    case .broken(let findings): return Ending(choice.type, .invalidDefinition(findings))
    case .found(let found, _): definition = found
    }
    let followers: [ActivityDefinition]
    do throws(ActivityChain.Refusal) {
      followers = try session.followers(of: definition, chosen: try chosenFollowers(session))
    } catch {
      return Ending(choice.type, Outcome.Failure(error))
    }
    let inputs = ([definition] + followers).flatMap(\.action.inputs)
    let unknown = choice.inputs.keys.filter { name in !inputs.contains { $0.name == name } }
    guard unknown.isEmpty else { return Ending(choice.type, .unknownInputs(unknown.sorted())) }
    var sharing = look.sharing
    sharing.answers += choice.inputs.map { InputAnswer(name: $0.key, value: Array($0.value.utf8)) }
    var surroundings = session.actionSurroundings(capturesOutput: settings.capturesOutput)
    surroundings.outputFolder = settings.outputFolder
    let prepared: PreparedActivity
    switch session.prepare(definition, sharing, look.router, surroundings, isConfirmed: choice.isConfirmed) {
    case .failure(let refusal): return Ending(choice.type, Outcome.Failure(refusal))
    case .success(let ready): prepared = ready
    }
    let (chain, refusals) = session.chain(
      prepared, then: followers, sharing, look.router, surroundings, isConfirmed: choice.isConfirmed)
    if let refusal = refusals.first { return Ending(choice.type, Outcome.Failure(refusal)) }
    if chain.isBackground { return accept(chain, sharing, session, cancellation) }
    guard let interruption = Interruption() else {
      return Ending(choice.type, .noFileDescriptor())
    }
    cancellation.whenCancelled { interruption.interrupt() }
    do throws(Outcome.Failure) {
      let plan = try ActionPlanner(surroundings).plan(prepared.request)
      return Ending(chain.perform(plan, interruption: interruption).outcome)
    } catch {
      return Ending(prepared.refused(error))
    }
  }

  /// The definitions of what the program said is to follow.
  private func chosenFollowers(_ session: ShareSession) throws(ActivityChain.Refusal) -> [ActivityDefinition] {
    var chosen: [ActivityDefinition] = []
    for type in settings.followers { chosen.append(try session.follower(type)) }
    return chosen
  }

  private func perform(
    _ activity: any ShareActivity, _ choice: Choice, _ cancellation: Cancellation
  ) async -> Ending {
    let items: [Item]
    do throws(ShareSheetError) {
      let (decision, selected) = try await onThread { [self] () throws(ShareSheetError) in
        let look = try look()
        return (ShareSheet.decision(for: activity, look), look.sharing.selection(for: activity.type).items)
      }
      if let reason = decision.reason { return Ending(choice.type, .notOffered(reason)) }
      items = selected
    } catch {
      return Ending(choice.type, Outcome.Failure(error))
    }
    guard choice.inputs.isEmpty else { return Ending(choice.type, .unknownInputs(choice.inputs.keys.sorted())) }
    guard !cancellation.isCancelled else { return Ending(choice.type, .cancelled(), .cancelled) }
    var chosen = activity
    chosen.prepare(with: items)
    let prepared = chosen
    let beginning = ContinuousClock.now
    let task = Task { try await prepared.perform() }
    cancellation.whenCancelled { task.cancel() }
    let result = await task.result
    var outcome = Outcome(activityType: choice.type, status: .completed)
    outcome.durationMilliseconds = Int((ContinuousClock.now - beginning) / .milliseconds(1))
    switch result {
    case .success(let returned):
      outcome.returnedItems = returned
      return Ending(outcome)
    case .failure(let error):
      let isCancelled = error is CancellationError || cancellation.isCancelled
      outcome.status = isCancelled ? .cancelled : .failed
      outcome.error = isCancelled ? .cancelled() : Outcome.Failure(code: "activity-failed", message: "\(error)")
      return Ending(outcome, error)
    }
  }
}

extension ShareSession {
  /// An activity as a sheet shows it, in the person's languages.
  fileprivate func offered(
    _ activity: Activity, _ definition: ActivityDefinition?, _ decision: RoutingDecision
  ) -> OfferedActivity {
    OfferedActivity(
      type: activity.type, title: activity.title.resolved(for: process.languages), category: activity.category,
      summary: activity.summary?.resolved(for: process.languages), icon: activity.icon,
      inputs: definition.map { definition in
        definition.action.inputs.filter { definition.facts.reads(input: $0.name, variant: decision.variant) }
          .map { offered($0, of: activity.type) }
      } ?? [],
      question: definition.flatMap(question(of:)),
      skippedItems: decision.skipped.map { .init(index: $0.index, message: $0.reason.message) })
  }

  private func offered(_ input: InputDefinition, of type: ActivityType) -> OfferedActivity.Input {
    var choices: [OfferedActivity.Input.Choice] = []
    if case .fixed(let fixed) = input.choices {
      choices = fixed.map { .init(value: $0.value, label: $0.label.resolved(for: process.languages)) }
    }
    let isConfigured = configuration.inputs.contains { entry in
      entry.type == type && entry.values.contains { $0.name == input.name }
    }
    return OfferedActivity.Input(
      name: input.name, prompt: input.prompt.resolved(for: process.languages),
      form: OfferedActivity.Input.Form(rawValue: input.type.rawValue) ?? .text, choices: choices,
      isRequired: !input.isOptional && input.defaultValue == nil && !isConfigured)
  }
}
