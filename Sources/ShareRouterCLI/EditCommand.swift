internal import Glibc
internal import ShareDefinitions
internal import ShareModel
internal import ShareSessions
internal import SourceDiagnostics

extension CommandSpecification {
  static let edit = CommandSpecification(
    name: "edit", operands: "TYPE",
    summary: "Edit an activity's definition, in a copy of your own where it is not yours",
    details: """
      A definition that ships with the program or belongs to the system is copied to activities.d in your configuration
      folder (or to --activities DIR), where it stands before the other one. The editor is $VISUAL, else $EDITOR, else
      vi. Afterwards the definition is checked; the status is 1 when there are errors. A copy that was not changed is
      not kept.
      """, options: [], run: { EditCommand(call: $0).run() })
}

/// `sharerouter edit TYPE`.
struct EditCommand {
  let call: Invocation

  func run() -> ExitStatus {
    guard let operand = call.arguments.operands.first, call.arguments.operands.count == 1 else {
      call.console.error("'edit' takes one activity type", help: "'sharerouter list' shows them")
      return .usage
    }
    let path = call.process.searchPath(call.arguments.values("activities").map { call.process.absolute($0) })
    let name = String(decoding: operand, as: UTF8.self)
    let types = path.types(named: name)
    guard let type = types.first else {
      let near = Suggestion.nearest(to: name, in: path.allTypes().map(\.rawValue))
      call.console.error(
        "there is no activity '\(name)'",
        help: near.map { "did you mean '\($0)'?" } ?? "'sharerouter new TYPE' writes a new one")
      return .notOffered
    }
    guard types.count == 1 else {
      let list = types.map { "'\($0)'" }.joined(separator: ", ")
      call.console.error("'\(name)' stands for several activities: \(list)", help: "give the full type")
      return .usage
    }
    let files = path.files(for: type)
    guard let first = files.first else { return .notOffered }
    if isOwn(first, path) { return edit(first, copied: nil) }
    let folder =
      call.arguments.values("activities").first.map { call.process.absolute($0) } ?? call.process.userActivities
    let own = folder.appending(type.rawValue + ".yaml")
    let bytes: [UInt8]
    do throws(RequestFile.Failure) { bytes = try RequestFile.read(first).bytes } catch {
      call.console.error(error.message)
      return .failed
    }
    if let failure = NewCommand.write(bytes, to: own) {
      call.console.error("cannot copy the definition to '\(own.displayText)': \(failure.reason)")
      return .failed
    }
    call.console.message("copied " + TerminalText.escaped(first.displayText))
    call.console.message("    to " + TerminalText.escaped(own.displayText))
    return edit(own, copied: bytes)
  }

  /// Whether a definition may be changed where it is: in the person's folder, or in one that was named.
  private func isOwn(_ file: FilePath, _ path: SearchPath) -> Bool {
    switch path.directories.first(where: { $0.path == file.directory })?.origin {
    case .commandLine, .environment, .user: true
    case .system, .shipped, nil: false
    }
  }

  /// - Parameter copied: What the file holds when it was made just now.
  private func edit(_ file: FilePath, copied: [UInt8]?) -> ExitStatus {
    guard let isEdited = ExternalEditor(call: call).open(file) else { return .failed }
    if let copied, let now = try? RequestFile.read(file).bytes, now == copied {
      unlink(file)
      call.console.message("nothing was changed, so the copy was not kept")
      return isEdited ? .done : .failed
    }
    let (_, findings) = DefinitionLoader.load(
      path: file, origin: .user, user: call.process.userID, isThorough: true,
      regularExpressionCheck: ShareSession.checkPattern)
    call.show(findings)
    call.console.message(ValidateCommand.summary(findings.counts, files: 1))
    return isEdited && findings.counts.errors == 0 ? .done : .failed
  }

  private func unlink(_ file: FilePath) { _ = unsafe Glibc.unlink(file.cString) }
}
