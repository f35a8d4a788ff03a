import ShareModel
import ShareTemplates
import ShellSyntax

/// What may stand as a value: the shapes that a node may have and what its scalars must say.
indirect enum ValueSchema: Sendable {
  case scalar(ScalarFormat)
  /// A text for people, or a map of them by language.
  case localizedText
  /// A sequence; a single value stands for a sequence of one.
  case list(ValueSchema)
  /// A list that an empty one cannot stand for. The decoders report it, each in its own words.
  case filled(ValueSchema)
  /// A mapping whose keys the author chooses.
  case map(key: ScalarFormat, value: ValueSchema)
  case object(SchemaObject)
  /// Decided by the shape of the node; nil for a shape that may not stand here.
  case shapes(scalar: ValueSchema?, sequence: ValueSchema?, mapping: ValueSchema?)
  /// A mapping that has this key is the first; any other value is the second.
  case keyed(String, ValueSchema, otherwise: ValueSchema)
  /// The plain scalar `null`, or the value.
  case nullable(ValueSchema)
  /// Any JSON, with templates in the places of its strings.
  case json

  static let text = ValueSchema.scalar(.text)
  static let template = ValueSchema.scalar(.template)
  static let boolean = ValueSchema.scalar(.boolean)
  static let size = ValueSchema.scalar(.size)
  static let duration = ValueSchema.scalar(.duration)
  static let count = ValueSchema.scalar(.integer(0...1_000_000))
  static let templates = ValueSchema.list(.template)
}

/// What a scalar must say. Every format takes the scalar's source text: `1.10` stays `1.10`.
enum ScalarFormat: Sendable {
  case text
  /// A text of one line that is not blank.
  case line
  /// A text with placeholders.
  case template
  /// `true` or `false`.
  case boolean
  case integer(ClosedRange<Int>)
  case number
  /// A number with a unit of bytes.
  case size
  /// A number with a unit of time.
  case duration
  case choice(Choice)
  case activityType
  /// An activity type, or a glob of them.
  case activityPattern
  /// A media type, `*` allowed for either part.
  case mediaPattern
  case glob
  case regularExpression
  /// `example.com` or `*.example.com`.
  case host
  case scheme
  case language
  case environmentName
  case secretName
  case headerName
  /// An HTTP method (RFC 9110, a token).
  case method
  /// A status of three digits, or a class such as `2xx`.
  case status
  /// The name of an input or a step, as placeholders write it.
  case identifier
  /// The literal name of a field.
  case name
  /// A singular query (RFC 9535) without its `$`.
  case query

  /// A closed set of words.
  enum Choice: String, Sendable, CaseIterable {
    case category, kind, match, input, interpreter, notify, collection, reason, warning

    var words: [String] {
      switch self {
      case .category: Choice.categories
      case .kind: Choice.kinds
      case .match: Choice.matches
      case .input: Choice.inputs
      case .interpreter: Choice.interpreters
      case .notify: Choice.notifications
      case .collection: Choice.collections
      case .reason: Choice.reasons
      case .warning: DiagnosticCatalogue.warnings
      }
    }

    private static let categories = ActivityCategory.allCases.map(\.rawValue)
    private static let kinds = ItemKind.allCases.map(\.rawValue)
    private static let matches = ["all", "any"]
    private static let inputs = InputDefinition.InputType.allCases.map(\.rawValue)
    private static let interpreters = ShellInterpreter.allCases.map(\.rawValue)
    private static let notifications = ["on-error", "never"]
    private static let collections = ActionStep.Collection.allCases.map(\.rawValue)
    private static let reasons = RoutingDecision.ReasonCode.allCases.map(\.rawValue)
  }
}
