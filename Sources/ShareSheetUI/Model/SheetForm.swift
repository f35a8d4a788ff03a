/// What an activity asks for before it is performed.
public struct SheetForm: Sendable {
  public struct Field: Sendable, Equatable {
    public enum Kind: Sendable, Equatable {
      case text
      case multiline
      /// Never shown.
      case secret
      case number
      case boolean
      /// One of these and nothing else.
      case choice([Choice])
      case file
    }

    public struct Choice: Sendable, Equatable {
      public var value: String
      /// In its visible form.
      public var label: String

      public init(value: String, label: String) {
        self.value = value
        self.label = SheetRow.oneLine(label)
      }
    }

    public var name: String
    /// In its visible form.
    public var prompt: String
    public var kind: Kind
    public var isOptional: Bool
    /// What stands there at first.
    public var initial: [UInt8]?
    /// What stands beside it until something is typed, such as why there are no choices.
    public var note: String?

    public init(name: String, prompt: String, kind: Kind, isOptional: Bool, initial: [UInt8]? = nil) {
      self.name = name
      self.prompt = SheetRow.oneLine(prompt)
      self.kind = kind
      self.isOptional = isOptional
      self.initial = initial
    }
  }

  /// Answers by the names of their fields; an optional field without one is absent.
  public typealias Answers = [String: [UInt8]]

  /// The activity's title, in its visible form.
  public var title: String
  public var fields: [Field]
  /// What is wrong with answers, by the names of their fields.
  public var validate: @Sendable (Answers) -> [String: String]

  public init(title: String, fields: [Field], validate: @escaping @Sendable (Answers) -> [String: String]) {
    self.title = SheetRow.oneLine(title)
    self.fields = fields
    self.validate = validate
  }
}

extension SheetForm.Field {
  /// The values among which the person chooses, nil standing for no answer; nil for a field that is typed.
  var options: [(value: String?, label: String)]? {
    var options: [(value: String?, label: String)]
    switch kind {
    case .boolean: options = [("true", "yes"), ("false", "no")]
    case .choice(let choices): options = choices.map { ($0.value, $0.label.isEmpty ? $0.value : $0.label) }
    case .text, .multiline, .secret, .number, .file: return nil
    }
    if isOptional { options.insert((nil, "(none)"), at: 0) }
    return options
  }

  /// An answer that was typed. Nothing typed is no answer, except where an empty text was proposed.
  func answer(_ typed: [UInt8]) -> [UInt8]? {
    guard typed.isEmpty else { return typed }
    switch kind {
    case .text, .multiline: return initial?.isEmpty == true ? [] : nil
    case .secret, .number, .boolean, .choice, .file: return nil
    }
  }

  /// What is wrong with having no answer.
  var missingMessage: String? { isOptional ? nil : "a value is needed" }
}
