internal import Glibc
internal import ShareModel
internal import ShareSessions
internal import SourceDiagnostics

extension CommandSpecification {
  static let new = CommandSpecification(
    name: "new", operands: "[TYPE]", summary: "Write a new definition to start from",
    details: """
      Without TYPE, on a terminal, everything is asked for. --title, --category and --accepts are answers given before.

      The file is named TYPE.yaml and written to --activities DIR, else to activities.d in your configuration folder.
      An existing file is never overwritten.

      --from-curl takes a curl command line, as browsers copy it and documents of APIs show it, in quotes, or '-' to read
      it from standard input, where no history keeps its tokens. Tokens become secrets and are not written down; what
      looks like the content becomes the item, unless a placeholder such as {{ item.text }} stands in the command line.
      """,
    options: DefinitionForm.allCases.map { OptionSpecification($0.rawValue, $0.summary) } + [
      OptionSpecification("from-curl", value: "COMMAND", "an activity that sends what a curl command line sends"),
      OptionSpecification("title", value: "TEXT", "what people are shown"),
      OptionSpecification("category", value: "CATEGORY", "share or action"),
      OptionSpecification("accepts", value: "KIND", "text, url, image or file (repeatable)"),
    ], run: NewCommand.run)
}

/// `sharerouter new TYPE`: a commented definition that validates and whose examples hold as it is, one made of answers, or
/// one made of a curl command line.
enum NewCommand {
  static func run(_ call: Invocation) -> ExitStatus {
    var answers: NewAnswers
    switch NewAnswers.given(call) {
    case .success(let given): answers = given
    case .failure(let failure): return failure.status
    }
    let curl = call.arguments.values("from-curl").last
    if answers.type == nil, curl == nil, isatty(STDIN_FILENO) == 1, isatty(call.console.errors) == 1 {
      guard NewConversation(console: call.console).complete(&answers) else {
        call.console.message("nothing was written")
        return .cancelled
      }
    }
    guard let type = answers.type else {
      call.console.error("'new' takes one activity type", help: "for example 'sharerouter new com.example.notes'")
      return .usage
    }
    let line = curl ?? answers.commandLine.map { Array($0.utf8) }
    let conversion = line.map { FromCurl(call: call, line: $0, type: type) }
    let converted: CurlDefinition?
    switch conversion?.definition() {
    case nil: converted = nil
    case .success(let definition)?: converted = definition
    case .failure(let failure)?: return failure.status
    }
    let text = converted?.text ?? answers.text(for: type)
    let folder =
      call.arguments.values("activities").first.map { call.process.absolute($0) } ?? call.process.userActivities
    let path = folder.appending(type + ".yaml")
    if let failure = NewCommand.write(Array(text.utf8), to: path) {
      call.console.error("cannot write '\(path.displayText)': \(failure.reason)", help: failure.help)
      return .failed
    }
    call.console.message("wrote " + TerminalText.escaped(path.displayText))
    if let converted, let conversion { conversion.tell(converted) }
    // What was answered may hold a mistake, which is told while it is fresh.
    if converted != nil || answers.areOwn {
      call.show(DocumentForm.activity.findings(in: path, user: call.process.userID))
    }
    let named = call.arguments.values("activities").isEmpty ? "" : " --activities DIR"
    call.console.message(
      "next: edit it, then 'sharerouter validate\(named)', 'sharerouter test\(named)' and "
        + "'sharerouter send \(answers.sampleItem) --activity \(type)\(named)'")
    return .done
  }

  struct WriteFailure {
    var reason: String
    var help = "'--activities DIR' writes it to another folder"
  }

  /// Makes the folders and a new file.
  static func write(_ bytes: [UInt8], to path: FilePath) -> WriteFailure? {
    var missing: [FilePath] = []
    var folder = path.directory
    while unsafe access(folder.cString, F_OK) != 0, folder.bytes.count > 1 {
      missing.append(folder)
      folder = folder.directory
    }
    for folder in missing.reversed() {
      guard unsafe mkdir(folder.cString, 0o755) == 0 || errno == EEXIST else { return systemFailure() }
    }
    let descriptor = unsafe open(path.cString, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o644)
    guard descriptor >= 0 else {
      guard errno == EEXIST else { return systemFailure() }
      return WriteFailure(reason: "it exists already", help: "edit that file, or give another type")
    }
    defer { close(descriptor) }
    return Console(output: descriptor, errors: 2).write(bytes) ? nil : systemFailure()
  }

  private static func systemFailure() -> WriteFailure {
    WriteFailure(reason: unsafe String(cString: strerror(errno)))
  }
}
