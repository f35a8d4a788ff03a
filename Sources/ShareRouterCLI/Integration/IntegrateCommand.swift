internal import DesktopTypes
internal import Glibc
internal import ShareActions
internal import ShareModel
internal import ShareSessions
internal import SourceDiagnostics

extension CommandSpecification {
  static let integrate = CommandSpecification(
    name: "integrate", operands: "PLACE…", summary: "Put \"Share…\" into file managers and the desktop, or take it out",
    details: {
      let width = Integration.allCases.map(\.rawValue.count).max() ?? 0
      let places = Integration.allCases.map { place in
        "  \(place.rawValue)\(String(repeating: " ", count: width - place.rawValue.count))  \(place.summary)\n"
      }
      return """
        Places, of which 'all' means every one:

        \(places.joined())
        Everything is written for you alone, and told. It may be done again at any time, as after the program was moved.
        What was changed since is left alone, which is told, too: the status is 1 then.
        """
    }(),
    options: [
      OptionSpecification("uninstall", "take out what was put in, and nothing else"),
      OptionSpecification("force", "replace or remove what was changed since, too"),
    ], run: { IntegrateCommand(call: $0).run() })
}

/// `sharerouter integrate`.
struct IntegrateCommand {
  let call: Invocation

  private var isRemoving: Bool { call.arguments.has("uninstall") }
  private var isForced: Bool { call.arguments.has("force") }

  func run() -> ExitStatus {
    let names = call.arguments.operands.map { String(decoding: $0, as: UTF8.self) }
    let known = Integration.allCases.map(\.rawValue) + ["all"]
    guard !names.isEmpty else {
      call.console.error("'integrate' takes a place", help: "the places are \(known.joined(separator: ", "))")
      return .usage
    }
    if let stranger = names.first(where: { !known.contains($0) }) {
      let near = Suggestion.nearest(to: stranger, in: known)
      call.console.error(
        "there is no place '\(stranger)'",
        help: near.map { "did you mean '\($0)'?" } ?? "the places are \(known.joined(separator: ", "))")
      return .usage
    }
    let places = Integration.allCases.filter { names.contains("all") || names.contains($0.rawValue) }
    var status = ExitStatus.done
    for place in places where !perform(place) { status = .failed }
    return status
  }

  /// Whether a place is as it should be now; what was done, and what was not, has been told.
  private func perform(_ place: Integration) -> Bool {
    do throws(UserFile.Failure) {
      guard let file = place.file(call.process) else { return try performThunar() }
      let isDone = try isRemoving ? remove(file) : write(file)
      if isDone { follow(place, file) }
      return isDone
    } catch {
      call.console.error("\(place.rawValue): \(error.message)")
      return false
    }
  }

  private func say(_ verb: String, _ path: FilePath) {
    call.console.message("\(verb) \(TerminalText.escaped(path.bytes))")
  }

  private func leaveAlone(_ path: FilePath) -> Bool {
    call.console.error(
      "'\(path.displayText)' was changed since it was written, or is not from here, so it is left alone",
      help: "--force \(isRemoving ? "removes" : "replaces") it all the same")
    return false
  }

  private func checked<Value>(
    _ work: () throws(MissingLibrary) -> Value
  ) throws(UserFile.Failure) -> Value {
    do throws(MissingLibrary) { return try work() } catch { throw UserFile.Failure(message: error.message) }
  }

  private func write(_ file: IntegrationFile) throws(UserFile.Failure) -> Bool {
    let state = try checked { () throws(MissingLibrary) in try file.state() }
    switch state {
    case .current:
      say("is there already:", file.path)
      return true
    case .changed where !isForced: return leaveAlone(file.path)
    case .absent, .ours, .changed: break
    }
    try UserFile.write(
      checked { () throws(MissingLibrary) in try file.bytes() }, to: file.path, mode: file.mode)
    say("wrote", file.path)
    return true
  }

  private func remove(_ file: IntegrationFile) throws(UserFile.Failure) -> Bool {
    let state = try checked { () throws(MissingLibrary) in try file.state() }
    switch state {
    case .absent:
      say("is not there:", file.path)
      return true
    case .changed where !isForced: return leaveAlone(file.path)
    case .current, .ours, .changed: break
    }
    try UserFile.remove(file.path)
    say("removed", file.path)
    return true
  }

  // MARK: Thunar

  private func performThunar() throws(UserFile.Failure) -> Bool {
    let path = Integration.thunarFile(call.process)
    let action = Integration.thunarAction(call.process.executable)
    let existing = UserFile.read(path)
    // Without a file of one's own Thunar reads the system's, whose actions one's own must then hold.
    let base = existing ?? thunarDefault()
    guard let text = String(validating: base, as: UTF8.self) else {
      throw UserFile.Failure(message: "'\(path.displayText)' is not UTF-8, so it is left alone")
    }
    var actions = ThunarActions(text)
    if isRemoving {
      guard existing != nil, actions.ownAction != nil else {
        say("is not there: the action in", path)
        return true
      }
      guard isForced || isOwnThunarAction(actions) else { return leaveAlone(path) }
      actions.removeOwn()
      if Array(actions.text.utf8) == thunarDefault() {
        try UserFile.remove(path)
        say("removed", path)
        return true
      }
    } else {
      if actions.ownAction != nil {
        if actions.isUnchanged(action) {
          say("is there already: the action in", path)
          return true
        }
        guard isForced || isOwnThunarAction(actions) else { return leaveAlone(path) }
      }
      guard actions.set(action) else {
        throw UserFile.Failure(message: "'\(path.displayText)' is no list of Thunar's actions, so it is left alone")
      }
    }
    try UserFile.write(Array(actions.text.utf8), to: path, mode: 0o644)
    say(isRemoving ? "removed the action from" : "wrote the action to", path)
    return true
  }

  /// Whether our action is as it was written, perhaps for a program elsewhere.
  private func isOwnThunarAction(_ actions: ThunarActions) -> Bool {
    actions.ownCommand.map { actions.isUnchanged(ThunarAction(command: $0)) && $0.hasSuffix(ThunarAction.commandEnd) }
      ?? false
  }

  /// What Thunar reads when the person has no file.
  private func thunarDefault() -> [UInt8] {
    let folders = (call.process["XDG_CONFIG_DIRS"] ?? "").split(separator: ":").map { FilePath(String($0)) }
    for folder in folders.isEmpty ? [FilePath("/etc/xdg")] : folders {
      if let bytes = UserFile.read(folder.appending("Thunar/uca.xml")) { return bytes }
    }
    return Array(ThunarActions.empty.utf8)
  }

  // MARK: Afterwards

  /// What has to be done so that the desktop notices, by us or by the person.
  private func follow(_ place: Integration, _ file: IntegrationFile) {
    switch place {
    case .desktop:
      let program = "update-desktop-database"
      let words = [program.utf8, "--quiet".utf8].map { Array($0) } + [file.path.directory.bytes]
      guard ProgramSearch.isAvailable(program, environment: call.process.environment) else {
        call.console.message("next: \(program) \(TerminalText.escaped(file.path.directory.bytes))")
        return
      }
      _ = try? ProcessRunner().run(
        ProcessRequest(
          arguments: words, environment: call.process.environment, standardOutput: .discard, standardError: .discard,
          timeout: 60))
    case .systemd:
      call.console.message(
        isRemoving
          ? "next: systemctl --user disable --now sharerouter-jobs.service"
          : "next: systemctl --user enable --now sharerouter-jobs.service")
    case .nautilus, .nemo, .dolphin, .thunar: break
    }
  }
}
