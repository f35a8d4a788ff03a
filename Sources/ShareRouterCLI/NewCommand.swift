internal import Glibc
internal import ShareModel
internal import ShareRouter
internal import SourceDiagnostics

extension CommandSpecification {
  static let new = CommandSpecification(
    name: "new", operands: "TYPE", summary: "Write a new definition to start from",
    details: """
      The file is named TYPE.yaml and written to --activities DIR, else to activities.d in your configuration folder.
      An existing file is never overwritten.
      """,
    options: DefinitionForm.allCases.map { OptionSpecification($0.rawValue, $0.summary) }, run: NewCommand.run)
}

/// `sharerouter new TYPE`: a commented definition that validates and whose examples hold as it is.
enum NewCommand {
  static func run(_ call: Invocation) -> ExitStatus {
    guard let operand = call.arguments.operands.first, call.arguments.operands.count == 1 else {
      call.console.error("'new' takes one activity type", help: "for example 'sharerouter new com.example.notes'")
      return .usage
    }
    let type = String(decoding: operand, as: UTF8.self)
    guard ActivityType.isValid(type) else {
      call.console.error(
        "'\(type)' is not an activity type",
        help: "a type has two or more parts of letters, digits, '-' and '_' with dots between: com.example.notes")
      return .usage
    }
    let forms = DefinitionForm.allCases.filter { call.arguments.has($0.rawValue) }
    guard forms.count <= 1 else {
      call.console.error(
        "'new' takes one of " + forms.map { "--\($0.rawValue)" }.joined(separator: " and "),
        help: "write one, and add what else it does as 'steps' or 'variants'")
      return .usage
    }
    let form = forms.first ?? .shell
    let folder =
      call.arguments.values("activities").first.map { call.process.absolute($0) } ?? call.process.userActivities
    let path = folder.appending(type + ".yaml")
    if let failure = NewCommand.write(Array(form.text(for: type).utf8), to: path) {
      call.console.error("cannot write '\(path.displayText)': \(failure.reason)", help: failure.help)
      return .failed
    }
    call.console.message("wrote " + TerminalText.escaped(path.displayText))
    let named = call.arguments.values("activities").isEmpty ? "" : " --activities DIR"
    call.console.message(
      "next: edit it, then 'sharerouter validate\(named)', 'sharerouter test\(named)' and "
        + "'sharerouter send hello --activity \(type)\(named)'")
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
