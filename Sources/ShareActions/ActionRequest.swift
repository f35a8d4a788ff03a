public import ShareModel
public import ShareTemplates

/// One activity that is to be performed with some items: what was chosen, asked and decided before.
public final class ActionRequest: Sendable {
  public let activity: Activity
  public let action: ActivityAction
  public let facts: ActionFacts
  /// Says which of the items take part, what their `matches` captured, and which variant is used.
  public let decision: RoutingDecision
  public let items: [Item]
  public let metadata: Metadata
  /// The answers, each with the type of its input; an optional input without an answer is absent.
  public let inputs: NamedValues

  public init(
    activity: Activity, action: ActivityAction, facts: ActionFacts, decision: RoutingDecision, items: [Item],
    metadata: Metadata = Metadata(), inputs: NamedValues = [:]
  ) {
    self.activity = activity
    self.action = action
    self.facts = facts
    self.decision = decision
    self.items = items
    self.metadata = metadata
    self.inputs = inputs
  }

  /// The same with answers.
  public func answered(with inputs: NamedValues) -> ActionRequest {
    ActionRequest(
      activity: activity, action: action, facts: facts, decision: decision, items: items, metadata: metadata,
      inputs: inputs)
  }
}

extension ActionRequest {
  /// The action itself: of variants the one that was chosen; nil when none was.
  var body: ActionBody? {
    guard case .variants = action.body else { return action.body }
    return variant?.body
  }

  var returns: [ReturnTemplate]? { variant?.returns ?? action.returns }

  /// Whether the action hands over to a program that goes on by itself.
  var launches: Bool { action.launches || variant?.launches == true }

  var needsTerminal: Bool { action.terminal || variant?.terminal == true }

  /// The inputs that are read: with variants those of the one that was chosen.
  public var inputDefinitions: [InputDefinition] {
    action.inputs.filter { facts.reads(input: $0.name, variant: decision.variant) }
  }

  private var variant: ActionVariant? {
    guard case .variants(let variants) = action.body, let index = decision.variant, variants.indices.contains(index)
    else { return nil }
    return variants[index]
  }

  var isPerItem: Bool {
    guard let variant = decision.variant, facts.variantIsPerItem.indices.contains(variant) else {
      return facts.isPerItem
    }
    return facts.variantIsPerItem[variant]
  }

  /// The positions of the items that take part.
  var itemIndexes: [Int] {
    guard decision.entries.count == items.count else { return Array(items.indices) }
    return items.indices.filter { decision.entries[$0] != nil }
  }

  /// The items that take part.
  public var takenItems: [Item] { itemIndexes.map { items[$0] } }

  /// The items of each run.
  var runs: [[Int]] { isPerItem ? itemIndexes.map { [$0] } : [itemIndexes] }

  /// The items that take no part, each with the reason.
  public var skippedItems: [Outcome.SkippedItem] {
    decision.skipped.map { Outcome.SkippedItem(index: $0.index, message: $0.reason.message) }
  }

  func runItem(_ index: Int) -> TemplateValues.RunItem {
    let entry = decision.entries.indices.contains(index) ? decision.entries[index] : nil
    return TemplateValues.RunItem(
      item: items[index], captures: decision.captures.indices.contains(index) ? decision.captures[index] : nil,
      hasText: entry.map { activity.accepts[$0].givesText } ?? true)
  }
}
