public import JSONSyntax
public import ShareModel

/// A value while templates are rendered.
public enum TemplateValue: Sendable, Equatable {
  /// Any bytes; a text is UTF-8 as far as its sender kept to that.
  case text([UInt8])
  /// Percent-encoded already; a URL takes it as it is.
  case encoded([UInt8])
  case path(FilePath)
  case url([UInt8])
  /// Digits as they came.
  case number(String)
  case boolean(Bool)
  /// Seconds since 1970 in UTC.
  case time(Int)
  case json(JSONValue)
  case list([TemplateValue])

  public static func text(_ text: String) -> TemplateValue { .text(Array(text.utf8)) }
  public static func number(_ number: Int) -> TemplateValue { .number(String(number)) }

  /// The value's characters; nil for lists, and for JSON that is no single value.
  public var bytes: [UInt8]? {
    switch self {
    case .text(let bytes), .encoded(let bytes), .url(let bytes): bytes
    case .path(let path): path.bytes
    case .number(let digits): Array(digits.utf8)
    case .boolean(let flag): Array((flag ? "true" : "false").utf8)
    case .time(let seconds): CalendarTime.format(seconds, "%Y-%m-%dT%H:%M:%SZ", isLocal: false)
    case .json(.string(let text)): Array(text.utf8)
    case .json(.number(let digits)): Array(digits.utf8)
    case .json(.boolean(let flag)): Array((flag ? "true" : "false").utf8)
    case .json, .list: nil
    }
  }
}

/// What templates can read while an action runs: everything is looked up here, nothing from the process itself.
public struct TemplateValues: Sendable {
  /// An item with what its entry of `accepts` says of it.
  public struct RunItem: Sendable {
    public var item: Item
    /// What the entry's `matches` captured.
    public var captures: Captures?
    /// Whether it has a `text`: a file whose entry takes other types too has none.
    public var hasText: Bool

    public init(item: Item, captures: Captures? = nil, hasText: Bool = true) {
      self.item = item
      self.captures = captures
      self.hasText = hasText
    }
  }

  /// The outcome of an earlier step, or of the action itself (without an id).
  public struct StepResult: Sendable {
    public enum Values: Sendable {
      case skipped
      case one(ActionResult)
      /// One per element of the step's `each`; nil where its `when` did not hold.
      case each(ActionStep.Collection, [ActionResult?])
    }

    public var id: String?
    public var values: Values

    public init(id: String?, values: Values) {
      self.id = id
      self.values = values
    }
  }

  /// Thrown by the closures: one phrase that says what is in the way.
  public struct Problem: Error {
    public var message: String

    public init(_ message: String) { self.message = message }
  }

  /// One element of the collection for whose items a step runs.
  public struct Round: Sendable {
    public var collection: ActionStep.Collection
    public var index: Int

    public init(collection: ActionStep.Collection, index: Int) {
      self.collection = collection
      self.index = index
    }
  }

  /// The item of this run, or of this round of a step with `each`.
  public var item: RunItem?
  /// The round of a step with `each`: values of an earlier step for each of the same items are those of its own item.
  public var round: Round?
  /// All items of the send.
  public var items: [RunItem] = []
  public var metadata = Metadata()
  public var inputs: NamedValues = [:]
  /// Inputs of the type `secret`.
  public var secretInputs: Set<String> = []
  public var activityType: String
  public var activityTitle: String
  /// Seconds since 1970.
  public var now: Int
  public var workFolder: FilePath
  /// In the order in which the steps ran.
  public var results: [StepResult] = []

  /// Further values by a single name, such as `name` in the configuration's command for secrets.
  public var others: NamedValues = [:]

  public var environment: @Sendable (String) -> [UInt8]?
  /// Called only for secrets that a template really uses.
  public var secret: @Sendable (String) throws(Problem) -> [UInt8]?
  /// `pictures`, `download`, … as XDG names them.
  public var directory: @Sendable (String) -> FilePath?
  /// A file that holds a text item, written into the work folder.
  public var fileOfText: @Sendable (Item) throws(Problem) -> FilePath
  /// The bytes of a file up to the limit; beyond it a problem.
  public var readFile: @Sendable (FilePath, _ limit: Int) throws(Problem) -> [UInt8]

  public init(activityType: String, activityTitle: String, now: Int, workFolder: FilePath) {
    self.activityType = activityType
    self.activityTitle = activityTitle
    self.now = now
    self.workFolder = workFolder
    environment = { _ in nil }
    secret = { _ throws(Problem) in nil }
    directory = { _ in nil }
    fileOfText = { _ throws(Problem) in throw Problem("a text cannot be written into a file here") }
    readFile = { path, limit throws(Problem) in try BoundedFile.read(path, limit: limit) }
  }
}

/// What a program or a request gave.
public enum ActionResult: Sendable {
  public struct Program: Sendable {
    public var standardOutput: [UInt8]
    public var standardError: [UInt8]
    public var exitStatus: Int

    public init(standardOutput: [UInt8], standardError: [UInt8] = [], exitStatus: Int) {
      self.standardOutput = standardOutput
      self.standardError = standardError
      self.exitStatus = exitStatus
    }
  }

  public struct Response: Sendable {
    public var status: Int
    public var url: [UInt8]
    /// In the order in which they came, names as they were written.
    public var headers: [(name: String, value: [UInt8])]
    public var body: [UInt8]
    /// A file that holds the body.
    public var file: FilePath?

    public init(
      status: Int, url: [UInt8], headers: [(name: String, value: [UInt8])] = [], body: [UInt8] = [],
      file: FilePath? = nil
    ) {
      self.status = status
      self.url = url
      self.headers = headers
      self.body = body
      self.file = file
    }
  }

  case program(Program)
  case response(Response)
  /// A URL was opened: it has no values.
  case opened
}
