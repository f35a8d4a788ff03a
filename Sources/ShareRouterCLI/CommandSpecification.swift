internal import JSONSyntax
internal import ShareSessions

/// A command of the program: what it is called, what it takes, what it does. The parser and the help read this value.
struct CommandSpecification: Sendable {
  var name: String
  /// How operands are written in the usage line, such as `ITEM…`.
  var operands: String
  var summary: String
  /// Paragraphs below the options in the help.
  var details: String
  var options: [OptionSpecification]
  /// Whether the overview leaves it out: a command for other programs.
  var isHidden = false
  /// The members of the JSON document of a call that came to nothing, to which the error is added.
  var emptyDocument: @Sendable (ParsedArguments) -> [JSONMember] = { _ in [] }
  var run: @Sendable (Invocation) -> ExitStatus
  /// Commands of a second word; their names hold both words.
  var subcommands: [CommandSpecification] = []

  /// What every command understands besides its own options.
  static let commonOptions = [
    OptionSpecification("activities", value: "DIR", "look for definitions here first (repeatable)"),
    OptionSpecification("help", short: "h", "show this help"),
  ]

  var allOptions: [OptionSpecification] { options + CommandSpecification.commonOptions }

  /// The command that further words of a call name, and how many of them do.
  func resolved(_ words: ArraySlice<[UInt8]>) -> (command: CommandSpecification, wordCount: Int) {
    guard let word = words.first else { return (self, 0) }
    let wanted = name + " " + String(decoding: word, as: UTF8.self)
    return subcommands.first { $0.name == wanted }.map { ($0, 1) } ?? (self, 0)
  }
}

/// An option: `--name`, `--name VALUE` or `--name=VALUE`, and perhaps one letter.
struct OptionSpecification: Sendable {
  var name: String
  var short: String?
  /// What the value is called in the help; nil for an option without one.
  var value: String?
  var help: String

  init(_ name: String, short: String? = nil, value: String? = nil, _ help: String) {
    self.name = name
    self.short = short
    self.value = value
    self.help = help
  }
}

extension CommandSpecification {
  /// Runs the command. With `--json` stdout holds one document in any case: a call that came to nothing prints its error
  /// there, too.
  func perform(_ call: Invocation) -> ExitStatus {
    let status = run(call)
    let isJSON = call.arguments.has("json") || call.arguments.text("format") == "json"
    guard status != .done, isJSON, !call.console.record.hasOutput else { return status }
    return writeFailure(status, call.arguments, call.console)
  }

  /// Prints the document of a call that came to nothing.
  func writeFailure(_ status: ExitStatus, _ arguments: ParsedArguments, _ console: Console) -> ExitStatus {
    let error = JSONMember("error", console.record.json(status))
    var members = emptyDocument(arguments)
    if let place = members.firstIndex(where: { $0.name == "error" }) {
      members[place] = error
    } else {
      members.append(error)
    }
    return console.write(JSONValue.object(members).serialized(pretty: true) + "\n") ? status : .failed
  }
}

/// One call of a command.
struct Invocation: Sendable {
  var arguments: ParsedArguments
  var console: Console
  var process: ProcessContext
}
