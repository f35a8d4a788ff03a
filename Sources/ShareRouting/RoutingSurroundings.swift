/// What the router asks of the machine. Looking is all it does: no program is run, no network is touched.
public struct RoutingSurroundings: Sendable {
  /// Whether a program is found in PATH (or, with a `/`, at that path).
  public var hasProgram: @Sendable (String) -> Bool
  /// The value of an environment variable, the configuration's `env` included.
  public var environmentValue: @Sendable (String) -> String?
  public var hasSecret: @Sendable (String) -> Bool
  public var hasTerminal: Bool
  /// The person's languages, the preferred one first.
  public var languages: [String]

  public init(
    hasProgram: @escaping @Sendable (String) -> Bool, environmentValue: @escaping @Sendable (String) -> String?,
    hasSecret: @escaping @Sendable (String) -> Bool, hasTerminal: Bool, languages: [String]
  ) {
    self.hasProgram = hasProgram
    self.environmentValue = environmentValue
    self.hasSecret = hasSecret
    self.hasTerminal = hasTerminal
    self.languages = languages
  }
}
