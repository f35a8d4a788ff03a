internal import DesktopTypes
internal import Glibc
internal import ShareActions
public import ShareDefinitions
public import ShareModel
public import ShareRouting
public import SourceDiagnostics
internal import Synchronization

/// Everything that is fixed for one process: where definitions come from, the configuration and the policy.
///
/// Opening it reads `config.yaml` and the policy and nothing else; definitions are read when they are asked for.
public final class ShareSession: Sendable {
  public let process: ProcessContext
  public let searchPath: SearchPath
  public let configuration: Configuration
  public let policy: Configuration
  public let secrets: SecretStore

  init(
    process: ProcessContext, searchPath: SearchPath, configuration: Configuration, policy: Configuration,
    secrets: SecretStore
  ) {
    self.process = process
    self.searchPath = searchPath
    self.configuration = configuration
    self.policy = policy
    self.secrets = secrets
  }

  /// What came of opening a session.
  public enum Opening: Sendable {
    case open(ShareSession, warnings: [Diagnostic])
    /// Rules that cannot be read are never skipped.
    case broken([Diagnostic])
  }

  /// Reads the configuration and the policy, and finds the definitions; the reasons when rules cannot be read.
  ///
  /// - Parameters:
  ///   - process: The environment that folders, secrets and programs are looked up in.
  ///   - directories: Folders of definitions that stand before all others (`--activities`).
  public static func open(_ process: ProcessContext, directories: [FilePath]) -> Opening {
    let path = process.searchPath(directories)
    let (configuration, own) = path.loadConfiguration(regularExpressionCheck: checkPattern)
    let (policy, owners) = path.loadPolicy(regularExpressionCheck: checkPattern)
    guard let configuration, let policy else { return .broken(own + owners) }
    let session = ShareSession(
      process: process, searchPath: path, configuration: configuration, policy: policy,
      secrets: SecretStore(process: process, command: configuration.secretCommand))
    return .open(session, warnings: own + owners)
  }

  /// What became of looking for an activity by its full or short name.
  public enum Lookup: Sendable {
    case found(ActivityDefinition, warnings: [Diagnostic])
    case broken([Diagnostic])
    case ambiguous([ActivityType])
    case missing(suggestion: String?)
  }

  /// A full type opens the file of that name in each folder and reads nothing else; a short name (the last part or
  /// parts of a type) reads the names of the files.
  public func activity(named name: String) -> Lookup {
    switch searchPath.load(ActivityType(rawValue: name), regularExpressionCheck: ShareSession.checkPattern) {
    case .found(let definition, let findings): return .found(definition, warnings: findings)
    case .broken(let findings): return .broken(findings)
    case .missing: break
    }
    let types = searchPath.types(named: name)
    if types.count > 1 { return .ambiguous(types) }
    guard let type = types.first else { return .missing(suggestion: suggestion(for: name)) }
    switch searchPath.load(type, regularExpressionCheck: ShareSession.checkPattern) {
    case .found(let definition, let findings): return .found(definition, warnings: findings)
    case .broken(let findings): return .broken(findings)
    case .missing: return .missing(suggestion: nil)
    }
  }

  /// The definition of a full type.
  package func definition(of type: ActivityType) -> DefinitionLookup {
    searchPath.load(type, regularExpressionCheck: ShareSession.checkPattern)
  }

  /// Every definition of the search path.
  public func allActivities() -> LoadedDefinitions {
    searchPath.loadAll(regularExpressionCheck: ShareSession.checkPattern)
  }

  /// What routing needs to know of every definition of the search path.
  public func routableActivities() -> (activities: [Activity], loaded: LoadedDefinitions) {
    let (activities, loaded) = mapActivities { $0 }
    return (activities, loaded)
  }

  /// What `transform`, which is called on all processors, makes of every activity of the search path.
  public func mapActivities<Value: Sendable>(
    _ transform: @escaping @Sendable (Activity) -> Value
  ) -> (values: [Value], loaded: LoadedDefinitions) {
    searchPath.loadActivities(regularExpressionCheck: ShareSession.checkPattern, value: transform)
  }

  /// The router with the rules of the configuration and the policy.
  public func router(hasTerminal: Bool) -> Router {
    var rules = RoutingRules(exclusions: configuration.exclusions + policy.exclusions, order: configuration.order)
    rules.addOnly(of: configuration)
    rules.addOnly(of: policy)
    return Router(rules: rules, surroundings: surroundings(hasTerminal: hasTerminal))
  }

  /// Patterns of exclusions that match no type with a file, each with the nearest type.
  public func unmatchedPatterns(_ router: Router) -> [(pattern: String, origin: RuleOrigin, suggestion: String?)] {
    guard !router.rules.exclusions.allSatisfy({ $0.activities.isEmpty }) || !router.rules.only.isEmpty else {
      return []
    }
    let types = searchPath.allTypes()
    return router.patternsWithoutActivity(among: types).map { pattern, origin in
      (pattern, origin, Suggestion.nearest(to: pattern, in: types.map(\.rawValue)))
    }
  }

  /// A variable of the environment, or where that has none, of the configuration's `env`.
  public func environmentValue(_ name: String) -> [UInt8]? {
    process.bytes(name)
      ?? configuration.environment.first { $0.name == name }.map { Array($0.value.utf8) }
  }

  private func surroundings(hasTerminal: Bool) -> RoutingSurroundings {
    let environment = process.environment
    let session = self
    let programs = KnownPrograms()
    return RoutingSurroundings(
      hasProgram: { name in programs.isAvailable(name) { ProgramSearch.isAvailable(name, environment: environment) } },
      environmentValue: { name in session.environmentValue(name).map { String(decoding: $0, as: UTF8.self) } },
      hasSecret: { session.secrets.has($0) }, hasTerminal: hasTerminal, languages: process.languages)
  }

  /// The nearest type, or short name of one.
  private func suggestion(for name: String) -> String? {
    let types = searchPath.allTypes().map(\.rawValue)
    if let near = Suggestion.nearest(to: name, in: types) { return near }
    let shortNames = types.map { String($0.split(separator: ".").last ?? "") }
    guard let near = Suggestion.nearest(to: name, in: shortNames) else { return nil }
    return shortNames.firstIndex(of: near).map { types[$0] }
  }

  /// Compiles a regular expression of a definition; the reason why that fails, or nil.
  public static let checkPattern: RegularExpressionCheck = { pattern in
    do throws(RegexError) {
      _ = try BoundedRegex(pattern)
      return nil
    } catch {
      if case .missingLibrary = error { return nil }
      return error.message
    }
  }
}

/// Which programs were found: many activities need the same few, and a search looks into every folder of PATH.
private final class KnownPrograms: Sendable {
  /// Beyond these it is searched anew, which costs less than going through thousands.
  private static let limit = 64

  private let known = Mutex<[(name: String, isAvailable: Bool)]>([])

  func isAvailable(_ name: String, _ search: () -> Bool) -> Bool {
    if let found = known.withLock({ $0.first { $0.name == name } }) { return found.isAvailable }
    let isAvailable = search()
    known.withLock { if $0.count < KnownPrograms.limit { $0.append((name, isAvailable)) } }
    return isAvailable
  }
}

extension ProcessContext {
  /// Where definitions and settings are looked for.
  public func searchPath(_ directories: [FilePath]) -> SearchPath {
    SearchPath(
      commandLine: directories, environment: { $0 == "HOME" ? home.bytes : bytes($0) }, executable: executable,
      user: userID)
  }
}

extension RoutingRules {
  fileprivate mutating func addOnly(of settings: Configuration) {
    guard let patterns = settings.only, let origin = settings.onlyOrigin else { return }
    only.append(.init(patterns: patterns, origin: origin))
  }
}
