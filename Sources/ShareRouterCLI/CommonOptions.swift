internal import DesktopTypes
internal import ShareActions
internal import ShareItems
internal import ShareModel
internal import ShareRouting
internal import ShareSessions
internal import SourceDiagnostics

/// Options that several commands share, and what they stand for.
enum CommonOptions {
  static let items = [
    OptionSpecification("text", value: "TEXT", "an item that is a text, whatever it looks like (repeatable)"),
    OptionSpecification("url", value: "URL", "an item that is a URL (repeatable)"),
    OptionSpecification("file", value: "FILE", "an item that is a file (repeatable)"),
    OptionSpecification("as", value: "KIND", "take every ITEM as text, url, image or file"),
    OptionSpecification("mime", value: "TYPE", "the type of the items, instead of what name and content say"),
  ]

  static let rules = [
    OptionSpecification("exclude", value: "PATTERN", "leave activities out: a type or a glob (repeatable)"),
    OptionSpecification("only", value: "PATTERN", "allow only these activities (repeatable)"),
  ]

  static let json = OptionSpecification("json", "print one JSON document on stdout")

  static let null = OptionSpecification(
    "null", short: "0", "end each returned item with NUL instead of a line break")

  static let itemHelp = """
    An ITEM is '-' (standard input), a file, a URL, or else a text. --text, --url and --file say so for sure; '--' ends
    the options.

    """
}

extension Invocation {
  /// The session of this call; what keeps it from being opened was told.
  func session() throws(LookupFailure) -> ShareSession {
    let named = arguments.values("activities").map { process.absolute($0) }
    let missing = named.filter { !$0.isDirectory }
    for folder in missing {
      console.error("there is no folder '\(folder.displayText)', which --activities names")
    }
    guard missing.isEmpty else { throw LookupFailure(status: .usage) }
    switch ShareSession.open(process, directories: named) {
    case .open(let session, let warnings):
      show(warnings)
      return session
    case .broken(let findings):
      show(findings)
      console.error(
        "the rules cannot be read, so nothing is sent", help: "mend the file, or move it away", code: "invalid-rules")
      throw LookupFailure(status: .invalid)
    }
  }

  /// Prints findings on stderr.
  func show(_ findings: [Diagnostic]) {
    guard !findings.isEmpty else { return }
    var text = TextRenderer(isColored: console.usesColor(process)).render(findings)
    if text.last == "\n" { text.removeLast() }
    console.message(text)
  }

  /// The values that stand for items, in the order of the command line.
  var itemArguments: [ItemArgument] {
    arguments.elements.compactMap { element in
      switch element {
      case .operand(let value): ItemArgument(value)
      case .option("text", let value): ItemArgument(value, form: .text)
      case .option("url", let value): ItemArgument(value, form: .url)
      case .option("file", let value): ItemArgument(value, form: .file)
      case .option, .flag: nil
      }
    }
  }

  /// The items of the call; nil after the errors were told. Data from streams is kept in `folder`.
  func items(keepingStreamsIn folder: WorkFolder) -> [Item]? {
    var kind: ItemKind?
    if let text = arguments.text("as") {
      kind = ItemKind(rawValue: text)
      if kind == nil {
        console.error("'\(text)' is not a kind", help: "the kinds are text, url, image and file")
        return nil
      }
    }
    var type: ContentType?
    if let text = arguments.text("mime") {
      guard ContentType.isValid(text) else {
        console.error("'\(text)' is not a media type", help: "write it as type/subtype, such as image/png")
        return nil
      }
      type = ContentType(text)
    }
    var classifier = ItemClassifier(
      surroundings: .init(
        currentDirectory: process.currentDirectory, homeDirectory: process.home,
        spoolDirectory: { try? folder.path() }),
      forcedKind: kind, forcedType: type)
    let (items, errors) = classifier.classify(itemArguments)
    for error in errors { console.error(error.message, help: error.help, code: error.code.rawValue) }
    return errors.isEmpty ? items : nil
  }

  /// Tells about exclusions that match nothing, which are most often misspelt.
  func warnOfUnmatchedPatterns(_ router: Router, _ session: ShareSession) {
    for (pattern, origin, suggestion) in session.unmatchedPatterns(router) where origin.layer != .policy {
      let place = origin.file.map { " (\($0):\(origin.line ?? 1))" } ?? ""
      console.warning(
        "the pattern '\(pattern)' matches no activity\(place)",
        help: suggestion.map { "did you mean '\($0)'?" } ?? "'sharerouter list' shows all activities")
    }
  }
}
