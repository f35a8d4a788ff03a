public import ShareModel

/// Everything that is needed to perform an activity later, by another process: what was shared, with all that goes along,
/// and the definition as it was when it was checked. Secrets are in it by name only.
public struct JobRequest: Sendable, Equatable {
  /// An item, and what its file was like when it was shared.
  public struct SharedFile: Sendable, Equatable {
    public var item: Item
    /// Nil for what has no file, and for folders.
    public var stamp: FileStamp?

    public init(_ item: Item, stamp: FileStamp? = nil) {
      self.item = item
      self.stamp = stamp
    }
  }

  /// Patterns one of which an activity's type must match.
  public struct Only: Sendable, Equatable {
    public var patterns: [String]
    public var origin: RuleOrigin

    public init(patterns: [String], origin: RuleOrigin) {
      self.patterns = patterns
      self.origin = origin
    }
  }

  /// A name and a value, either of which may be any bytes.
  public struct NamedBytes: Sendable, Equatable {
    public var name: [UInt8]
    public var value: [UInt8]

    public init(_ name: [UInt8], _ value: [UInt8]) {
      self.name = name
      self.value = value
    }
  }

  /// A definition's file as shown, and its content.
  public struct Definition: Sendable, Equatable {
    public var path: String
    public var content: [UInt8]

    public init(path: String, content: [UInt8]) {
      self.path = path
      self.content = content
    }
  }

  public var activityType: ActivityType
  public var definition: Definition
  /// The activities that get what it returns, in order.
  public var followers: [Definition] = []
  public var items: [SharedFile]
  public var metadata: Metadata
  public var exclusions: [Rule]
  public var only: [Only]
  /// The answers to all inputs of the activity that have a value, by name.
  public var answers: [NamedBytes]
  /// What was said for inputs of the activities that follow.
  public var answersOfFollowers: [NamedBytes] = []
  /// Where returned files go, before what the definition says.
  public var outputFolder: FilePath?
  /// Variables of the sender's environment.
  public var environment: [NamedBytes]
  /// Folders of definitions that were named for the call.
  public var folders: [FilePath]

  public init(
    activityType: ActivityType, definition: Definition, items: [SharedFile],
    metadata: Metadata = Metadata(), exclusions: [Rule] = [], only: [Only] = [], answers: [NamedBytes] = [],
    environment: [NamedBytes] = [], folders: [FilePath] = []
  ) {
    self.activityType = activityType
    self.definition = definition
    self.items = items
    self.metadata = metadata
    self.exclusions = exclusions
    self.only = only
    self.answers = answers
    self.environment = environment
    self.folders = folders
  }
}

/// What tells that a file was changed.
public struct FileStamp: Sendable, Equatable {
  /// In bytes.
  public var size: Int
  /// Nanoseconds since 1970.
  public var modified: Int

  public init(size: Int, modified: Int) {
    self.size = size
    self.modified = modified
  }
}
