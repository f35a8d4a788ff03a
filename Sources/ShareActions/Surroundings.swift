public import ShareModel
public import ShareTemplates

/// Everything that an action reads from outside of its definition and its items, given by whoever performs it.
public struct Surroundings: Sendable {
  /// The caller's; programs get it without the secrets.
  public var environment: ProcessEnvironment
  /// What the configuration gives for variables that the environment does not have. For templates, not for programs.
  public var configuredEnvironment: [String: [UInt8]] = [:]
  /// Where programs run; nil for the folder of this process.
  public var workingDirectory: FilePath?
  public var home: FilePath
  /// The person's, best first.
  public var languages: [String] = []
  /// Seconds since 1970.
  public var now: @Sendable () -> Int
  /// The value of a secret; nil when nobody has it.
  public var secret: @Sendable (String) throws(TemplateValues.Problem) -> [UInt8]?
  /// The type that the name and the content of a file suggest, and the one that its content alone does.
  public var contentType: @Sendable (FilePath) -> (type: ContentType, byContent: ContentType)
  /// Whether a terminal is there for programs that ask for something.
  public var hasTerminal = false
  /// Whether standard output and error of programs are kept, not passed through (`--json`, no terminal).
  public var capturesOutput = false
  /// Whether programs get a session of their own, without a terminal (jobs).
  public var startsSessions = false
  /// The configuration's proxy, and its file of certificates to trust.
  public var httpProxy: String?
  public var certificateFile: FilePath?
  /// Whether for every item one of a step's rules holds.
  public var rulesHold: @Sendable (_ rules: [Rule], _ activity: Activity, _ items: [Item]) -> Bool
  /// Where returned files go, before what the definition says.
  public var outputFolder: FilePath?
  /// Answers in place of programs, servers and the disk, when an activity is only tried out.
  public var rehearsal: Rehearsal?

  public init(
    environment: ProcessEnvironment, home: FilePath, now: @escaping @Sendable () -> Int,
    contentType: @escaping @Sendable (FilePath) -> (type: ContentType, byContent: ContentType)
  ) {
    self.environment = environment
    self.home = home
    self.now = now
    self.contentType = contentType
    secret = { _ throws(TemplateValues.Problem) in nil }
    rulesHold = { _, _, _ in false }
  }

  /// What holds for every request.
  var httpSettings: HTTPSettings {
    HTTPSettings(environment: environment, proxy: httpProxy, certificateFile: certificateFile)
  }

  /// How deep actions may start actions.
  public static let depthLimit = 8

  /// How many actions this process runs inside of.
  public var depth: Int { environment.text("SHAREROUTER_DEPTH").flatMap { Int($0) } ?? 0 }

  /// The environment of a program.
  func programEnvironment(_ activityType: ActivityType) -> ProcessEnvironment {
    var result = environment
    result.removeAll(prefix: "SHAREROUTER_SECRET_")
    result["SHAREROUTER_ACTIVITY_TYPE"] = Array(activityType.rawValue.utf8)
    result["SHAREROUTER_DEPTH"] = Array(String(depth + 1).utf8)
    return result
  }

  /// The folder that `dirs.NAME` names.
  public func folder(_ name: String) -> FilePath? {
    let folders = UserFolders(environment: environment, home: home, readsPersonal: rehearsal == nil)
    switch name {
    case "pictures": return folders.pictures
    case "download": return folders.download
    case "documents": return folders.documents
    case "desktop": return folders.desktop
    case "config": return folders.config
    case "data": return folders.data
    case "state": return folders.state
    default: return nil
    }
  }
}
