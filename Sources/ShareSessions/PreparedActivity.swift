public import ShareActions
public import ShareDefinitions
public import ShareModel
public import ShareRouting
internal import ShareTemplates

/// An activity that was chosen and that nothing stands in the way of: offered, its inputs answered, confirmed.
public struct PreparedActivity: Sendable {
  /// Why an activity is not performed although it was chosen.
  public enum Refusal: Error, Sendable {
    case notOffered(RoutingDecision.Reason)
    /// Inputs without a usable value.
    case inputs([InputResolver.Problem])
    /// It asks for a confirmation that was not given.
    case unconfirmed(question: String)
  }

  public var definition: ActivityDefinition
  public var request: ActionRequest
  public var selection: ItemSelection

  /// The items that it will not get, with the reasons.
  public var skippedItems: [Outcome.SkippedItem] {
    request.skippedItems.map { Outcome.SkippedItem(index: selection.indexes[$0.index], message: $0.message) }
  }

  /// Performs a plan of this activity, once; the outcome's indexes count all items that were shared. Blocks the calling
  /// thread. An interruption that came before keeps it from being begun.
  func performance(
    of plan: ActionPlan, interruption: Interruption? = nil, performer: ActionPerformer = ActionPerformer()
  ) -> ActionPerformer.Performance {
    guard interruption?.isInterrupted != true else {
      let failure = Outcome.Failure(code: "cancelled", message: "it was cancelled before it was begun")
      return ActionPerformer.Performance(outcome: outcome(.cancelled, failure))
    }
    var performance = performer.perform(plan, interruption: interruption)
    performance.outcome = selection.reindexed(performance.outcome)
    return performance
  }

  /// The outcome of an activity that could not be planned.
  public func refused(_ failure: Outcome.Failure) -> Outcome { outcome(.failed, failure) }

  private func outcome(_ status: Outcome.Status, _ failure: Outcome.Failure) -> Outcome {
    selection.reindexed(
      Outcome(
        activityType: definition.activity.type, status: status, skippedItems: request.skippedItems, error: failure))
  }
}

extension ShareSession {
  /// The router with the rules of the configuration, the policy and this sharing; they only add up.
  public func router(for sharing: Sharing, hasTerminal: Bool) -> Router {
    var router = router(hasTerminal: hasTerminal)
    router.rules.exclusions += sharing.exclusions
    router.rules.only = sharing.only + router.rules.only
    return router
  }

  /// Checks everything that has to hold before an activity is planned. Nothing is run, nobody is asked.
  public func prepare(
    _ definition: ActivityDefinition, _ sharing: Sharing, _ router: Router, _ surroundings: Surroundings,
    isConfirmed: Bool
  ) -> Result<PreparedActivity, PreparedActivity.Refusal> {
    let selection = sharing.selection(for: definition.activity.type)
    let request: ActionRequest
    switch self.request(definition, sharing, selection, router) {
    case .failure(let refusal): return .failure(refusal)
    case .success(let offered): request = offered
    }
    let (inputs, problems) = InputResolver(self, request, surroundings: surroundings)
      .resolve(sharing.answers(for: definition), unanswered: sharing.unanswered)
    guard problems.isEmpty else { return .failure(.inputs(problems)) }
    if !isConfirmed, let question = question(of: definition) { return .failure(.unconfirmed(question: question)) }
    return .success(
      PreparedActivity(definition: definition, request: request.answered(with: inputs), selection: selection))
  }

  /// What an activity is asked to do, its inputs still without values.
  func request(
    _ definition: ActivityDefinition, _ sharing: Sharing, _ selection: ItemSelection, _ router: Router
  ) -> Result<ActionRequest, PreparedActivity.Refusal> {
    let decision = sharing.decision(for: definition.activity, selection, router)
    if let reason = decision.reason { return .failure(.notOffered(reason)) }
    return .success(
      ActionRequest(
        activity: definition.activity, action: definition.action, facts: definition.facts, decision: decision,
        items: selection.items, metadata: sharing.metadata))
  }

  /// What has to be confirmed before the activity is performed; nil when nothing has.
  public func question(of definition: ActivityDefinition) -> String? {
    switch definition.action.confirm {
    case .none: nil
    case .some(.standard): "perform '\(definition.activity.title.resolved(for: process.languages))'?"
    case .some(.question(let text)): text.resolved(for: process.languages)
    }
  }
}
