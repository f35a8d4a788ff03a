public import ShareActions
public import ShareDefinitions
public import ShareModel
public import ShareRouting
internal import ShareTemplates
public import SourceDiagnostics

/// An activity that is ready to be performed, and those that get its returned items after it, in order (`then`).
///
/// Every one of them was checked as far as that is possible before there is anything to pass on.
public final class ActivityChain: Sendable {
  /// Why a chain cannot be performed, and which of its activities stands in the way.
  public struct Refusal: Error, Sendable {
    public enum Reason: Sendable {
      case refused(PreparedActivity.Refusal)
      case missing(suggestion: String?)
      case broken([Diagnostic])
      /// It leads back to an activity that is in it already.
      case cycle([ActivityType])
      case tooLong(limit: Int)
    }

    public var type: ActivityType
    public var reason: Reason
  }

  /// How many activities may follow one another.
  public static let limit = 8

  public let first: PreparedActivity
  public let followers: [ActivityDefinition]
  let session: ShareSession
  let sharing: Sharing
  let router: Router
  public let surroundings: Surroundings

  init(
    first: PreparedActivity, followers: [ActivityDefinition], session: ShareSession, sharing: Sharing, router: Router,
    surroundings: Surroundings
  ) {
    self.first = first
    self.followers = followers
    self.session = session
    self.sharing = sharing
    self.router = router
    self.surroundings = surroundings
  }

  /// Whether its first activity is one that goes on in the background by itself.
  public var isBackground: Bool { first.definition.action.isBackground }

  /// All activities, in order.
  public var types: [ActivityType] { [first.definition.activity.type] + followers.map(\.activity.type) }
}

extension ShareSession {
  /// The activities that get what one returns.
  ///
  /// - Parameters:
  ///   - definition: The first activity of the chain.
  ///   - chosen: What the person said; it is the whole chain. Without it the configuration's `then` counts, else
  ///     the definition's, and the last activity of that goes on with its own.
  public func followers(
    of definition: ActivityDefinition, chosen: [ActivityDefinition]
  ) throws(ActivityChain.Refusal) -> [ActivityDefinition] {
    if !chosen.isEmpty {
      guard chosen.count <= ActivityChain.limit else {
        throw .init(type: definition.activity.type, reason: .tooLong(limit: ActivityChain.limit))
      }
      return chosen
    }
    var chain = [definition]
    while true {
      let last = chain[chain.count - 1]
      let next = next(after: last)
      if next.isEmpty { return Array(chain.dropFirst()) }
      for type in next {
        let types = chain.map(\.activity.type)
        guard !types.contains(type) else { throw .init(type: type, reason: .cycle(types + [type])) }
        guard chain.count <= ActivityChain.limit else {
          throw .init(type: type, reason: .tooLong(limit: ActivityChain.limit))
        }
        chain.append(try follower(type))
      }
    }
  }

  private func next(after definition: ActivityDefinition) -> [ActivityType] {
    configuration.then.last { $0.type == definition.activity.type }?.next ?? definition.action.then
  }

  package func follower(_ type: ActivityType) throws(ActivityChain.Refusal) -> ActivityDefinition {
    switch activity(named: type.rawValue) {
    case .found(let definition, _) where definition.activity.type == type: return definition
    case .found(let other, _): throw .init(type: type, reason: .missing(suggestion: other.activity.type.rawValue))
    case .broken(let findings): throw .init(type: type, reason: .broken(findings))
    case .ambiguous(let types): throw .init(type: type, reason: .missing(suggestion: types.first?.rawValue))
    case .missing(let suggestion): throw .init(type: type, reason: .missing(suggestion: suggestion))
    }
  }

  /// Checks the activities that are to follow one: whether each is there to be used, takes the kinds of items that it
  /// will get, has what it asks for, and is confirmed. All that is wrong is told.
  public func chain(
    _ first: PreparedActivity, then followers: [ActivityDefinition], _ sharing: Sharing, _ router: Router,
    _ surroundings: Surroundings, isConfirmed: Bool
  ) -> (ActivityChain, [ActivityChain.Refusal]) {
    var refusals: [ActivityChain.Refusal] = []
    var kinds: [ItemKind]? = ShareSession.distinct(first.request.items.map(\.kind))
    var previous = first.definition
    for follower in followers {
      kinds = ShareSession.kindsPassedOn(by: previous, given: kinds)
      if let refusal = refusal(of: follower, kinds, sharing, router, surroundings, isConfirmed: isConfirmed) {
        refusals.append(.init(type: follower.activity.type, reason: .refused(refusal)))
      }
      previous = follower
    }
    let chain = ActivityChain(
      first: first, followers: followers, session: self, sharing: sharing, router: router, surroundings: surroundings)
    return (chain, refusals)
  }

  private func refusal(
    of follower: ActivityDefinition, _ kinds: [ItemKind]?, _ sharing: Sharing, _ router: Router,
    _ surroundings: Surroundings, isConfirmed: Bool
  ) -> PreparedActivity.Refusal? {
    let activity = follower.activity
    if let reason = router.obstacle(of: activity, kinds: kinds) { return .notOffered(reason) }
    let request = ActionRequest(
      activity: activity, action: follower.action, facts: follower.facts,
      decision: RoutingDecision(activityType: activity.type), items: [], metadata: sharing.metadata)
    let answers = sharing.answers(for: follower)
    let problems = InputResolver(self, request, surroundings: surroundings).problemsBeforeItems(answers)
    guard problems.isEmpty else { return .inputs(problems) }
    if !isConfirmed, let question = question(of: follower) { return .unconfirmed(question: question) }
    return nil
  }

  /// The kinds of what an activity passes on, where the definition tells; nil where it does not.
  private static func kindsPassedOn(by definition: ActivityDefinition, given kinds: [ItemKind]?) -> [ItemKind]? {
    if case .variants(let variants) = definition.action.body, variants.contains(where: { $0.returns != nil }) {
      return nil
    }
    guard let returns = definition.action.returns else { return kinds }
    return distinct(returns.filter { $0.name == nil }.map(\.kind))
  }

  private static func distinct(_ kinds: [ItemKind]) -> [ItemKind] {
    kinds.reduce(into: []) { if !$0.contains($1) { $0.append($1) } }
  }
}
