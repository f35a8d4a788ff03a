internal import ShareActions
internal import ShareItems
internal import ShareModel
internal import ShareRouting
internal import ShareSessions
internal import SourceDiagnostics

extension CommonOptions {
  static let request = OptionSpecification(
    "request", value: "FILE", "items with everything that goes along, as YAML or JSON ('-' for standard input)")

  static let requestHelp = """
    The command line adds to a request: its items come after the request's, recipients and rules are added, --subject,
    --message and --input replace the request's. Paths in a request file begin in the folder that it lies in.

    """
}

extension Invocation {
  /// What the call shares, all of it: the request file's, and what the command line adds. Nil after everything that is
  /// wrong was told; data from streams is kept in `folder`.
  func sharing(keepingStreamsIn folder: WorkFolder) -> Sharing? {
    guard let answers = answers(), let request = request(keepingStreamsIn: folder) else { return nil }
    var sharing = Sharing(items: [])
    switch request {
    case .none: break
    case .some(let requested): sharing = requested
    }
    var isComplete = true
    if sharing.items.isEmpty || !itemArguments.isEmpty {
      if let items = items(keepingStreamsIn: folder) {
        sharing.items += items.map { SharedItem($0) }
      } else {
        isComplete = false
      }
    }
    let (metadata, errors) = Metadata.checked(
      subject: arguments.values("subject").last, message: arguments.values("message").last,
      recipients: arguments.values("to"))
    for error in errors { console.error(error.message, help: error.help) }
    guard isComplete, let metadata else { return nil }
    sharing.metadata.subject = metadata.subject ?? sharing.metadata.subject
    sharing.metadata.message = metadata.message ?? sharing.metadata.message
    sharing.metadata.recipients += metadata.recipients
    sharing.exclude(arguments.texts("exclude"))
    sharing.allowOnly(arguments.texts("only"))
    sharing.answers += answers
    return sharing
  }

  /// Whether the call names anything to share.
  var namesItems: Bool { !itemArguments.isEmpty || !arguments.values("request").isEmpty }

  /// The request of `--request`, `.some(nil)` without that option; nil after an error was told. A broken request is wrong
  /// usage: it is given with the call, like its arguments.
  private func request(keepingStreamsIn folder: WorkFolder) -> Sharing?? {
    let names = arguments.values("request")
    guard let name = names.first else { return .some(nil) }
    guard names.count == 1 else {
      console.error("'--request' is given \(names.count) times", help: "put all items into one request")
      return nil
    }
    let isStandardInput = name == [UInt8(ascii: "-")]
    if isStandardInput, itemArguments.contains(ItemArgument(name)) {
      console.error(ItemError.standardInputTwice.message, help: ItemError.standardInputTwice.help)
      return nil
    }
    let path = process.absolute(name)
    let file: SourceFile
    do throws(RequestFile.Failure) {
      file =
        isStandardInput
        ? try RequestFile.read(0, named: "standard input") : try RequestFile.read(path)
    } catch {
      console.error(error.message)
      return nil
    }
    let (loaded, findings) = ActivityItemsConfiguration.load(file)
    show(findings)
    guard var configuration = loaded else {
      console.error("the request is invalid, so nothing is sent")
      return nil
    }
    configuration.folder = isStandardInput ? process.currentDirectory : path.directory
    let (sharing, problems) = configuration.resolved(process) { try? folder.path() }
    show(problems.compactMap(\.diagnostic))
    for problem in problems where problem.location == nil {
      console.error(problem.error.message, help: problem.error.help)
    }
    return sharing.map { .some($0) }
  }

  /// `NAME=VALUE` pairs; nil after an error was told.
  private func answers() -> [InputAnswer]? {
    var answers: [InputAnswer] = []
    for argument in arguments.values("input") {
      guard let equals = argument.firstIndex(of: UInt8(ascii: "=")), equals > 0 else {
        console.error(
          "'--input \(String(decoding: argument, as: UTF8.self))' has no '='", help: "write --input NAME=VALUE")
        return nil
      }
      answers.append(
        InputAnswer(name: String(decoding: argument[..<equals], as: UTF8.self), value: Array(argument[(equals + 1)...]))
      )
    }
    return answers
  }
}
