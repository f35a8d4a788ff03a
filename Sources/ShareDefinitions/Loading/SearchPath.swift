import Glibc
public import ShareModel
public import SourceDiagnostics

/// Where definitions and settings are looked for, nearest first (XDG Base Directory Specification for its variables).
public struct SearchPath: Sendable {
  public var directories: [DefinitionDirectory]
  /// The folder of the person's settings; nil without a home.
  public var settingsFolder: FilePath?
  /// The owner's policy, at a path that no variable changes.
  public var policyFile: FilePath
  /// The user on whose behalf files are trusted.
  public var user: UInt32
  /// What was passed over while the path was made, for `--verbose`.
  public var notes: [String] = []

  /// - Parameters:
  ///   - commandLine: The folders named for this call.
  ///   - environment: Values of environment variables, as bytes.
  ///   - executable: The program's own path with its links resolved, beside which the shipped definitions lie.
  public init(
    commandLine: [FilePath], environment: (String) -> [UInt8]?, executable: FilePath?,
    policyFile: FilePath = FilePath("/etc/sharerouter/policy.yaml"), user: UInt32? = nil
  ) {
    self.policyFile = policyFile
    self.user = user ?? geteuid()
    directories = commandLine.map { DefinitionDirectory(path: $0, origin: .commandLine) }
    for path in SearchPath.paths(environment("SHAREROUTER_ACTIVITIES")) {
      directories.append(DefinitionDirectory(path: path, origin: .environment))
    }
    settingsFolder = settingsFolder(environment)
    if let settingsFolder {
      directories.append(DefinitionDirectory(path: settingsFolder.appending("activities.d"), origin: .user))
    }
    var system = SearchPath.paths(environment("XDG_CONFIG_DIRS"))
    if system.isEmpty { system = [FilePath("/etc/xdg")] }
    for path in system {
      guard path.bytes.first == UInt8(ascii: "/") else {
        notes.append("XDG_CONFIG_DIRS holds a relative path, which is passed over: \(path.displayText)")
        continue
      }
      directories.append(
        DefinitionDirectory(path: path.appending("sharerouter").appending("activities.d"), origin: .system))
    }
    if let executable, let shipped = SearchPath.shippedFolder(executable) {
      directories.append(
        DefinitionDirectory(path: shipped, origin: .shipped(owner: FileReader.owner(of: executable))))
    }
    removeRepetitions()
  }

  /// A path of these folders alone, in this order.
  public init(directories: [DefinitionDirectory], user: UInt32? = nil) {
    self.directories = directories
    self.user = user ?? geteuid()
    policyFile = FilePath("/etc/sharerouter/policy.yaml")
    removeRepetitions()
  }

  private mutating func removeRepetitions() {
    var kept: [DefinitionDirectory] = []
    for var directory in directories where !kept.contains(where: { $0.path == directory.path }) {
      directory.layer = kept.count
      kept.append(directory)
    }
    directories = kept
  }

  private mutating func settingsFolder(_ environment: (String) -> [UInt8]?) -> FilePath? {
    if let value = environment("XDG_CONFIG_HOME"), !value.isEmpty {
      if value.first == UInt8(ascii: "/") { return FilePath(bytes: value).appending("sharerouter") }
      notes.append("XDG_CONFIG_HOME is a relative path, which is passed over: \(FilePath(bytes: value).displayText)")
    }
    guard let home = environment("HOME"), home.first == UInt8(ascii: "/") else { return nil }
    return FilePath(bytes: home).appending(".config").appending("sharerouter")
  }

  private static func paths(_ value: [UInt8]?) -> [FilePath] {
    var paths: [FilePath] = []
    var path: [UInt8] = []
    for byte in (value ?? []) + [UInt8(ascii: ":")] {
      if byte != UInt8(ascii: ":") {
        path.append(byte)
      } else if !path.isEmpty {
        paths.append(FilePath(bytes: path))
        path = []
      }
    }
    return paths
  }

  /// The definitions of an installed program, or of the checkout that it was built in.
  private static func shippedFolder(_ executable: FilePath) -> FilePath? {
    var folder = executable.directory
    let installed = folder.directory.appending("share").appending("sharerouter").appending("activities.d")
    if FileReader.exists(installed) { return installed }
    while folder.bytes.count > 1 {
      let checkout = folder.appending("activities.d")
      if FileReader.exists(folder.appending("Package.swift")), FileReader.exists(checkout) { return checkout }
      let parent = folder.directory
      if parent == folder || parent.bytes == [UInt8(ascii: ".")] { return nil }
      folder = parent
    }
    return nil
  }
}

/// What all folders of a search path hold.
public struct LoadedDefinitions: Sendable {
  /// A file that a nearer one of the same type stands in front of.
  public struct Overridden: Sendable, Equatable {
    public var type: ActivityType
    public var path: FilePath
    public var nearer: FilePath
  }

  /// Those without mistakes, by folder and then by name.
  public var definitions: [ActivityDefinition] = []
  /// What is compared between the definitions, where they were only checked.
  public var outlines: [ActivityOutline] = []
  public var overridden: [Overridden] = []
  /// The findings of all files, by folder and then by name.
  public var findings: [Diagnostic] = []
  /// How many files were read.
  public var fileCount = 0

  public init() {}
}

/// What became of the search for one type.
public enum DefinitionLookup: Sendable {
  case found(ActivityDefinition, [Diagnostic])
  /// There is a file, and it cannot be used.
  case broken([Diagnostic])
  case missing
}
