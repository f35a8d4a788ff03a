/// Whether one activity is offered for some items, and if not, the first rule that kept it out. The list, the sheet,
/// `explain` and `send` all read this value.
public struct RoutingDecision: Sendable, Equatable {
  public enum ReasonCode: String, Sendable, CaseIterable {
    case kind, mime, name, matches, size, count
    case program, env, secret, terminal, retired
    case excludedDefinition = "excluded-definition"
    case excludedConfig = "excluded-config"
    case excludedRequest = "excluded-request"
    case excludedPolicy = "excluded-policy"
    case notOnly = "not-only"
  }

  /// One sentence with the values compared, and the place of the rule.
  public struct Reason: Sendable, Equatable {
    public var code: ReasonCode
    public var message: String
    /// What would make the activity offered, where that is known.
    public var remedy: String?
    public var file: String?
    public var line: Int?
    /// The item that the rule was tested on, where it is about one.
    public var itemIndex: Int?

    public init(
      code: ReasonCode, message: String, remedy: String? = nil, file: String? = nil, line: Int? = nil,
      itemIndex: Int? = nil
    ) {
      self.code = code
      self.message = message
      self.remedy = remedy
      self.file = file
      self.line = line
      self.itemIndex = itemIndex
    }
  }

  /// An item that the activity will not get although it is offered (`match: any`).
  public struct SkippedItem: Sendable, Equatable {
    public var index: Int
    public var reason: Reason

    public init(index: Int, reason: Reason) {
      self.index = index
      self.reason = reason
    }
  }

  public var activityType: ActivityType
  /// Nil when the activity is offered.
  public var reason: Reason?
  /// The index of the accepts entry that took each item; nil for skipped ones. Empty when the activity is not offered.
  public var entries: [Int?]
  /// What each item's `matches` captured; the items behind the last one that captured anything may be left out.
  public var captures: [Captures?]
  public var skipped: [SkippedItem]
  /// The index of the chosen variant.
  public var variant: Int?

  public var isOffered: Bool { reason == nil }

  public init(
    activityType: ActivityType, reason: Reason? = nil, entries: [Int?] = [], captures: [Captures?] = [],
    skipped: [SkippedItem] = [], variant: Int? = nil
  ) {
    self.activityType = activityType
    self.reason = reason
    self.entries = entries
    self.captures = captures
    self.skipped = skipped
    self.variant = variant
  }
}

/// What a regular expression matched.
public struct Captures: Sendable, Equatable {
  /// The whole match.
  public var match: String
  public var named: [String: String]

  public init(match: String, named: [String: String]) {
    self.match = match
    self.named = named
  }
}
