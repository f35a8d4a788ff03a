internal import ShareDefinitions
public import ShareModel
public import ShareRouting
internal import ShareTemplates

/// What is shared in one go: the items with everything that goes along, looked at and ready to be routed.
///
/// Whoever sends something (the program, a sheet, a request file) fills in one of these, and everything below reads
/// nothing else: an option that is in here reaches every activity.
public struct Sharing: Sendable {
  public var items: [SharedItem]
  public var metadata = Metadata()
  /// Rules of this sharing alone; they add to those of the configuration and the policy.
  public var exclusions: [Rule] = []
  /// Lists of patterns; an activity must match one pattern of each list.
  public var only: [RoutingRules.Only] = []
  /// Answers to inputs; the last one of a name counts.
  public var answers: [InputAnswer] = []
  /// Optional inputs that the person was asked for and left empty: no default counts for them.
  public var unanswered: Set<String> = []

  public init(items: [SharedItem]) { self.items = items }

  /// Leaves out the activities that match one of the patterns: exact types, or globs of them.
  public mutating func exclude(_ patterns: [String]) {
    for pattern in patterns {
      var rule = Rule(origin: RuleOrigin(layer: .request))
      rule.activities = [pattern]
      exclusions.append(rule)
    }
  }

  /// Leaves out the activities that match none of the patterns; no pattern at all changes nothing.
  public mutating func allowOnly(_ patterns: [String]) {
    guard !patterns.isEmpty else { return }
    only.append(.init(patterns: patterns, origin: RuleOrigin(layer: .request)))
  }

  /// The answers to what one activity asks.
  func answers(for definition: ActivityDefinition) -> [InputAnswer] {
    answers.filter { answer in definition.action.inputs.contains { $0.name == answer.name } }
  }

  /// What one activity gets.
  public func selection(for type: ActivityType) -> ItemSelection {
    var selection = ItemSelection()
    for (index, shared) in items.enumerated() {
      guard let item = shared.item(for: type) else { continue }
      selection.items.append(item)
      selection.indexes.append(index)
    }
    return selection
  }

  /// Whether an activity is offered what it would get; indexes count all items.
  public func decision(for activity: Activity, _ router: Router) -> RoutingDecision {
    let selection = selection(for: activity.type)
    return selection.reindexed(decision(for: activity, selection, router), itemCount: items.count)
  }

  /// The same, with indexes that count the items of the selection.
  func decision(for activity: Activity, _ selection: ItemSelection, _ router: Router) -> RoutingDecision {
    guard selection.items.isEmpty, !items.isEmpty else { return router.decision(for: activity, items: selection.items) }
    return RoutingDecision(
      activityType: activity.type,
      reason: .init(code: .count, message: "the request leaves out every item for '\(activity.type)'"))
  }
}

/// An item, and what some activities get in its place (UIKit: `UIActivityItemSource`).
public struct SharedItem: Sendable {
  public var item: Item
  /// The last one of a type counts; without an item the activity does not get this one at all.
  public var replacements: [(type: ActivityType, item: Item?)]

  public init(_ item: Item, replacements: [(type: ActivityType, item: Item?)] = []) {
    self.item = item
    self.replacements = replacements
  }

  func item(for type: ActivityType) -> Item? {
    guard let replacement = replacements.last(where: { $0.type == type }) else { return item }
    return replacement.item
  }
}

/// The items of one activity, and which of all items each of them stands for.
public struct ItemSelection: Sendable {
  public var items: [Item] = []
  /// Ascending.
  public var indexes: [Int] = []

  /// A decision whose indexes count all items.
  func reindexed(_ decision: RoutingDecision, itemCount: Int) -> RoutingDecision {
    guard indexes.count != itemCount else { return decision }
    var decision = decision
    if let index = decision.reason?.itemIndex { decision.reason?.itemIndex = indexes[index] }
    for index in decision.skipped.indices {
      let original = indexes[decision.skipped[index].index]
      decision.skipped[index].index = original
      decision.skipped[index].reason.itemIndex = original
    }
    var entries = [Int?](repeating: nil, count: itemCount)
    var captures = [Captures?](repeating: nil, count: decision.captures.isEmpty ? 0 : itemCount)
    for (index, entry) in zip(indexes, decision.entries) { entries[index] = entry }
    for (index, captured) in zip(indexes, decision.captures) { captures[index] = captured }
    if decision.isOffered { (decision.entries, decision.captures) = (entries, captures) }
    return decision
  }

  /// An outcome whose indexes count all items.
  func reindexed(_ outcome: Outcome) -> Outcome {
    var outcome = outcome
    for index in outcome.skippedItems.indices {
      outcome.skippedItems[index].index = indexes[outcome.skippedItems[index].index]
    }
    for index in outcome.runs.indices {
      outcome.runs[index].itemIndexes = outcome.runs[index].itemIndexes.map { indexes[$0] }
    }
    return outcome
  }
}

/// What somebody gave for an input.
public struct InputAnswer: Sendable {
  public let name: String
  public let value: [UInt8]

  public init(name: String, value: [UInt8]) {
    self.name = name
    self.value = value
  }
}
