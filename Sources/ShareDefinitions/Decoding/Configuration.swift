public import ShareModel
public import ShareTemplates

/// A person's own settings, or with `exclusions` and `only` alone the policy of the machine's owner.
public struct Configuration: Sendable {
  public struct NamedValue: Sendable, Equatable {
    public var name: String
    public var value: String

    public init(name: String, value: String) {
      self.name = name
      self.value = value
    }
  }

  public var exclusions: [Rule] = []
  /// Types, or globs of them, that may be offered; nil for all.
  public var only: [String]?
  /// Where `only` was written.
  public var onlyOrigin: RuleOrigin?
  /// The activities that stand first.
  public var order: [ActivityType] = []
  public var then: [(type: ActivityType, next: [ActivityType])] = []
  /// Values of `env.NAME` where the environment has none.
  public var environment: [NamedValue] = []
  /// Defaults of inputs, by activity.
  public var inputs: [(type: ActivityType, values: [NamedValue])] = []
  /// The program that prints a secret, `{{ name }}` being the secret's name; empty for none.
  public var secretCommand: [Template] = []
  public var proxy: String?
  /// The path of a file with certificates to trust.
  public var certificateFile: String?
  public var notify: ActivityAction.Notify?
  public var ignored: [IgnoredWarning] = []

  /// A warning that is not to be told.
  public struct IgnoredWarning: Sendable, Equatable {
    public var code: String
    /// Activity types, or globs of them; empty for all files.
    public var activities: [String]
  }

  public init() {}
}
