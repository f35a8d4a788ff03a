public import ShareModel

/// The rules that come from outside the definitions: configuration, request and policy. They only add up; nothing
/// un-excludes.
public struct RoutingRules: Sendable {
  /// A list of patterns one of which an activity's type must match.
  public struct Only: Sendable, Equatable {
    public var patterns: [String]
    public var origin: RuleOrigin

    public init(patterns: [String], origin: RuleOrigin) {
      self.patterns = patterns
      self.origin = origin
    }
  }

  public var exclusions: [Rule]
  public var only: [Only]
  /// Activities pinned to the top of the sheet, in order.
  public var order: [ActivityType]

  public init(exclusions: [Rule] = [], only: [Only] = [], order: [ActivityType] = []) {
    self.exclusions = exclusions
    self.only = only
    self.order = order
  }
}
