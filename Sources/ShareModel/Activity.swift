/// What the router needs to know about an activity: plain values, no templates (UIKit: `UIActivity`).
public struct Activity: Sendable, Equatable {
  /// Whether every item must be accepted, or those that are not are skipped.
  public enum Match: String, Sendable {
    case all
    case any
  }

  public var type: ActivityType
  public var title: LocalizedText
  public var category: ActivityCategory
  public var summary: LocalizedText?
  public var icon: String?
  /// In order; an item belongs to the first entry that takes it.
  public var accepts: [AcceptEntry]
  public var match: Match
  public var exclusions: [Rule]
  /// What must be there for the activity to work.
  public var requirements: Requirements
  /// Alternatives, the first available one that covers the items is used; empty when the activity has none.
  public var variants: [VariantRequirements]
  /// Why the activity no longer exists.
  public var retired: LocalizedText?
  /// The definition's file as shown, and the folder's place in the search order (0 is nearest).
  public var file: String?
  public var layer: Int

  public init(
    type: ActivityType, title: LocalizedText, category: ActivityCategory, summary: LocalizedText? = nil,
    icon: String? = nil, accepts: [AcceptEntry], match: Match = .all, exclusions: [Rule] = [],
    requirements: Requirements = Requirements(), variants: [VariantRequirements] = [], retired: LocalizedText? = nil,
    file: String? = nil, layer: Int = 0
  ) {
    self.type = type
    self.title = title
    self.category = category
    self.summary = summary
    self.icon = icon
    self.accepts = accepts
    self.match = match
    self.exclusions = exclusions
    self.requirements = requirements
    self.variants = variants
    self.retired = retired
    self.file = file
    self.layer = layer
  }
}

/// One kind of item that an activity takes, and within which bounds.
public struct AcceptEntry: Sendable, Equatable {
  public var kind: ItemKind
  /// Media types (`*` allowed); empty for any but `inode/directory`, which must be named.
  public var types: [String] = []
  /// Globs on the file name.
  public var names: [String] = []
  /// Regular expressions on the text.
  public var patterns: [String] = []
  public var minimumCount: Int?
  public var maximumCount: Int?
  /// In bytes.
  public var minimumSize: Int?
  public var maximumSize: Int?
  public var origin: RuleOrigin

  public init(kind: ItemKind, origin: RuleOrigin) {
    self.kind = kind
    self.origin = origin
  }
}

/// What an action needs from its surroundings, named by the definition or read off its templates.
public struct Requirements: Sendable, Equatable {
  public var programs: [String]
  public var environment: [String]
  public var secrets: [String]
  public var terminal: Bool

  public init(
    programs: [String] = [], environment: [String] = [], secrets: [String] = [], terminal: Bool = false
  ) {
    self.programs = programs
    self.environment = environment
    self.secrets = secrets
    self.terminal = terminal
  }
}

/// The part of a variant that decides whether it is chosen.
public struct VariantRequirements: Sendable, Equatable {
  /// Every item must conform to one of these; empty for any.
  public var kinds: [ItemKind]
  /// Must hold for every item.
  public var condition: [Rule]
  public var requirements: Requirements
  public var origin: RuleOrigin

  public init(kinds: [ItemKind], condition: [Rule], requirements: Requirements, origin: RuleOrigin) {
    self.kinds = kinds
    self.condition = condition
    self.requirements = requirements
    self.origin = origin
  }
}
