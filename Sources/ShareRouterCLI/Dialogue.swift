internal import Glibc
internal import ShareActions
internal import ShareDefinitions
internal import ShareModel
internal import ShareRouting
internal import ShareSessions
internal import ShareSheetUI
internal import SourceDiagnostics

extension Invocation {
  /// Whether the person sits at a terminal that is ours to ask in: output that is redirected to a file or a program is
  /// no reason not to, but something must still lead there.
  var isAtTerminal: Bool { process.hasTerminal && (isatty(0) == 1 || isatty(2) == 1) }
}

/// Asks the person what a call leaves open: the activity, its inputs, its confirmation. Nothing is opened before the
/// first question.
final class Dialogue {
  private let call: Invocation
  private let session: ShareSession
  private var interface: (any SheetInterface)?
  /// Whether the activity was chosen by eye: then all of its inputs are asked for.
  private(set) var hasChosen = false

  init(_ call: Invocation, _ session: ShareSession) {
    self.call = call
    self.session = session
  }

  /// Whether anybody can be asked: at a terminal, or by the picker that was named.
  var isPossible: Bool { call.isAtTerminal || call.arguments.text("picker") != nil }

  /// Gives the terminal back, before something else uses it.
  func close() { interface?.close() }

  // MARK: The activity

  /// What came of showing the sheet.
  enum Choice {
    case chosen(ActivityType)
    case dismissed
    /// What is wrong has been told.
    case failed(ExitStatus)
  }

  func choose(_ sharing: Sharing, _ router: Router) -> Choice {
    let (activities, loaded) = session.routableActivities()
    call.warn(of: loaded)
    call.warnOfUnmatchedPatterns(router, session)
    let rows = router.inSheetOrder(activities).map { ($0, sharing.decision(for: $0, router)) }
    let offered = rows.filter { $1.isOffered }.map(\.0)
    if call.arguments.has("auto-single"), offered.count == 1 {
      hasChosen = true
      return .chosen(offered[0].type)
    }
    do throws(SheetFailure) {
      let interface = try opened(picture: sharing.items.first?.item)
      if offered.isEmpty, !(interface is TerminalSheet) { return notOffered(interface, sharing) }
      guard let chosen = try interface.choose(content(rows, offered, sharing, router)) else {
        return offered.isEmpty ? .failed(.notOffered) : .dismissed
      }
      hasChosen = true
      return .chosen(chosen)
    } catch {
      return .failed(tell(error))
    }
  }

  private func notOffered(_ interface: any SheetInterface, _ sharing: Sharing) -> Choice {
    let content = SheetContent(items: sharing.items.map { $0.item.sheetLine }, rows: [], hidden: [])
    if interface is PickerSheet { _ = try? interface.choose(content) }
    call.console.error("no activity is offered", help: "'sharerouter explain ITEM…' tells why not")
    return .failed(.notOffered)
  }

  private func content(
    _ rows: [(Activity, RoutingDecision)], _ offered: [Activity], _ sharing: Sharing, _ router: Router
  ) -> SheetContent {
    let languages = call.process.languages
    let hidden = rows.compactMap { activity, decision in
      decision.reason.map { reason in
        SheetContent.HiddenActivity(
          type: activity.type, title: activity.title.resolved(for: languages),
          reason: "\(reason.code.rawValue): \(reason.message)" + (reason.place.map { " (\($0))" } ?? ""))
      }
    }
    return SheetContent(
      items: sharing.items.map { $0.item.sheetLine },
      rows: SheetRow.rows(for: offered, languages: languages, pinned: router.rules.order), hidden: hidden)
  }

  // MARK: Its inputs

  /// What is known of an activity and of those that follow it, once everything was asked.
  struct Answers {
    var first: Sharing
    var followers: Sharing
    var isConfirmed: Bool
  }

  enum Asked {
    case answered(Answers)
    case dismissed
    /// What is wrong has been told.
    case failed(ExitStatus)
  }

  /// Asks for everything that an activity, and those that follow it, still need. What keeps one of them from being
  /// performed all the same is left to whoever prepares it.
  func complete(
    _ definition: ActivityDefinition, then followers: [ActivityDefinition], _ sharing: Sharing, _ router: Router,
    _ surroundings: Surroundings, isConfirmed: Bool
  ) -> Asked {
    var answers = Answers(first: sharing, followers: sharing, isConfirmed: isConfirmed)
    do throws(SheetFailure) {
      let form = session.form(
        for: definition, sharing, router, surroundings, asking: hasChosen ? .all : .missing)
      // What is not offered is not asked about.
      guard case .success(let form) = form else { return .answered(answers) }
      if let form {
        guard let given = try opened().fill(form) else { return .dismissed }
        answers.first = sharing.answered(given, to: form)
      }
      for follower in followers {
        guard let form = session.form(forFollower: follower, answers.followers, surroundings) else { continue }
        guard let given = try opened().fill(form) else { return .dismissed }
        answers.followers = answers.followers.answered(given, to: form)
      }
      guard !isConfirmed else { return .answered(answers) }
      // Nobody is asked to confirm what will not be.
      let prepared = session.prepare(definition, answers.first, router, surroundings, isConfirmed: true)
      guard case .success = prepared else { return .answered(answers) }
      for asked in [definition] + followers {
        guard let question = session.question(of: asked) else { continue }
        let title = asked.activity.title.resolved(for: call.process.languages)
        guard try opened().confirm(question, title: title) else { return .dismissed }
        answers.isConfirmed = true
      }
      return .answered(answers)
    } catch {
      return .failed(tell(error))
    }
  }

  private func tell(_ failure: SheetFailure) -> ExitStatus {
    close()
    call.console.error(failure.message, help: failure.help)
    return .usage
  }

  // MARK: Where it is asked

  private func opened(picture item: Item? = nil) throws(SheetFailure) -> any SheetInterface {
    if let interface { return interface }
    let environment = call.process.environment
    let process = call.process
    let picker = try Picker.named(
      call.arguments.text("picker"),
      Picker.Surroundings(
        variable: { process[$0] },
        hasProgram: { ProgramSearch.isAvailable($0, environment: environment) }, hasTerminal: call.isAtTerminal))
    let interface: any SheetInterface =
      if picker == .terminal {
        try terminal(picture: item)
      } else {
        PickerSheet(picker) { [self] () throws(SheetFailure) in
          try terminal(picture: nil)
        } run: {
          [self] (run) throws(SheetFailure) in
          try perform(run)
        }
      }
    self.interface = interface
    return interface
  }

  private func terminal(picture item: Item?) throws(SheetFailure) -> any SheetInterface {
    let process = call.process
    let editor = ExternalEditor(call: call)
    let picture = item.flatMap { $0.kind == .image ? $0.path : nil }.flatMap { ItemPicture(of: $0, process) }
    do throws(TerminalSheet.Unavailable) {
      return try TerminalSheet(
        TerminalSheet.Surroundings(variable: { process[$0] }, edit: { editor.edit($0) }, picture: picture))
    } catch {
      if error == .noLibrary {
        call.console.warning(
          "libncursesw.so.6 is missing, so the sheet is a plain list", help: "install the Debian package libncursesw6")
      }
      guard let plain = PlainSheet(variable: { process[$0] }) else { throw .noTerminal }
      return plain
    }
  }

  /// Runs a picker's program; one that wants the terminal gets it.
  private func perform(_ run: PickerRun) throws(SheetFailure) -> PickerResult {
    var environment = call.process.environment
    for variable in run.environment { environment[variable.name] = Array(variable.value.utf8) }
    let request = ProcessRequest(
      arguments: run.arguments, environment: environment, standardInput: .bytes(run.input),
      standardOutput: .head(limit: ProcessRequest.outputLimit), standardError: .tail(limit: 4096), terminal: .onDemand)
    guard let interruption = Interruption() else {
      throw SheetFailure("this process has no file descriptor left", help: "close some programs")
    }
    let program = String(decoding: FilePath(bytes: run.arguments.first ?? []).name, as: UTF8.self)
    let result: Result<ProcessResult, SheetFailure> = SignalForwarding.during(interruption) {
      do throws(ProcessError) { return .success(try ProcessRunner().run(request, interruption: interruption)) } catch {
        return .failure(
          SheetFailure("the picker '\(program)' cannot be started", help: "name another one with --picker"))
      }
    }
    let ended = try result.get()
    let status: Int? = if case .exited(let status) = ended.termination { status } else { nil }
    return PickerResult(status: status, output: ended.standardOutput.bytes, errors: ended.standardError.bytes)
  }
}
