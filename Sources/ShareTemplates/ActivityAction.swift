public import ShareModel

/// What an activity does when it is performed: its templates, checked but not yet rendered.
public struct ActivityAction: Sendable {
  public var body: ActionBody
  public var inputs: [InputDefinition]
  public var confirm: Confirmation?
  public var isBackground: Bool
  /// Whether the action hands over to a program that goes on by itself.
  public var launches: Bool
  public var terminal: Bool
  /// Seconds for the whole activity; nil for the default.
  public var timeout: Double?
  public var notify: Notify
  /// The activities that get the returned items, in order.
  public var then: [ActivityType]
  public var into: Template?
  /// Nil when the activity returns nothing.
  public var returns: [ReturnTemplate]?
  /// Whether a part of it could not be read, which is only looked at to check the rest.
  public var isBroken = false

  public enum Confirmation: Sendable {
    case standard
    case question(LocalizedText)
  }

  public enum Notify: String, Sendable {
    case onError = "on-error"
    case never
  }

  public init(body: ActionBody) {
    self.body = body
    inputs = []
    confirm = nil
    isBackground = false
    launches = false
    terminal = false
    timeout = nil
    notify = .onError
    then = []
    into = nil
    returns = nil
  }
}

/// The one way in which an activity acts.
public enum ActionBody: Sendable {
  /// `returns` alone does the work, or the activity is retired.
  case none
  case shell(ShellAction)
  case http(HTTPAction)
  case open(Template)
  case steps([ActionStep])
  case variants([ActionVariant])
}

/// One of several actions performed in order.
public struct ActionStep: Sendable {
  public enum Collection: String, Sendable, CaseIterable {
    case items, texts, urls, images, files
  }

  public enum Condition: Sendable {
    case rules([Rule])
    /// At least one of them has a value that is not empty.
    case present([Template])
  }

  public var id: String
  public var each: Collection?
  public var condition: Condition?
  /// `.shell`, `.http` or `.open`.
  public var body: ActionBody
  /// Whether a part of it could not be read, which is only looked at to check the rest.
  public var isBroken = false

  public init(id: String, each: Collection?, condition: Condition?, body: ActionBody) {
    self.id = id
    self.each = each
    self.condition = condition
    self.body = body
  }
}

/// One of several ways to do the same; the first that covers the items and is available is taken. Its conditions are
/// in the `VariantRequirements` of the activity at the same index.
public struct ActionVariant: Sendable {
  /// `.shell`, `.http`, `.open` or `.steps`.
  public var body: ActionBody
  /// What the activity itself says counts for each variant.
  public var launches: Bool
  public var terminal: Bool
  /// Replaces the activity's `returns`.
  public var returns: [ReturnTemplate]?

  public init(
    body: ActionBody, launches: Bool = false, terminal: Bool = false, returns: [ReturnTemplate]? = nil
  ) {
    self.body = body
    self.launches = launches
    self.terminal = terminal
    self.returns = returns
  }
}

/// A program or script to run.
public struct ShellAction: Sendable {
  public enum Command: Sendable {
    case script(ScriptTemplate)
    /// The first one is the program.
    case arguments([ArgumentTemplate])
  }

  public enum StandardInput: Sendable {
    case text(Template)
    case file(Template)
  }

  public struct EnvironmentEntry: Sendable {
    public var name: String
    public var value: Template

    public init(name: String, value: Template) {
      self.name = name
      self.value = value
    }
  }

  public var command: Command
  public var standardInput: StandardInput?
  public var environment: [EnvironmentEntry]
  public var workingDirectory: Template?
  /// Exit statuses that mean success; those that mean that the person cancelled.
  public var success: [Int]
  public var cancelled: [Int]
  /// In seconds.
  public var timeout: Double?

  public init(command: Command) {
    self.command = command
    standardInput = nil
    environment = []
    workingDirectory = nil
    success = [0]
    cancelled = [130]
    timeout = nil
  }
}

/// One element of an argument vector.
public enum ArgumentTemplate: Sendable {
  case single(Template)
  /// Added or left out as a whole, repeated once per value of a list in it; the first one is literal.
  case group([Template])
}

/// One item that an activity gives back.
public struct ReturnTemplate: Sendable {
  public var kind: ItemKind
  public var value: Template
  public var filename: Template?
  public var name: String?

  public init(kind: ItemKind, value: Template, filename: Template? = nil, name: String? = nil) {
    self.kind = kind
    self.value = value
    self.filename = filename
    self.name = name
  }
}

/// A question to the person before an activity is performed.
public struct InputDefinition: Sendable {
  public enum InputType: String, Sendable, CaseIterable {
    case text, multiline, secret, number, boolean, choice, file
  }

  public enum Choices: Sendable {
    /// Values with the labels shown for them.
    case fixed([(value: String, label: LocalizedText)])
    /// The lines that a program prints.
    case program([ArgumentTemplate])
  }

  public var name: String
  public var prompt: LocalizedText
  public var type: InputType
  public var choices: Choices?
  public var defaultValue: Template?
  public var isOptional: Bool
  /// A regular expression that a text must match.
  public var pattern: String?
  public var minimum: Double?
  public var maximum: Double?

  public init(name: String, prompt: LocalizedText, type: InputType) {
    self.name = name
    self.prompt = prompt
    self.type = type
    choices = nil
    defaultValue = nil
    isOptional = false
    pattern = nil
    minimum = nil
    maximum = nil
  }
}
