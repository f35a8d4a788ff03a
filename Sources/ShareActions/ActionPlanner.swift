public import ShareModel
import ShareTemplates

/// Fills in an activity's templates and checks everything that can be checked, for all runs before the first begins.
public struct ActionPlanner: Sendable {
  public enum Purpose: Sendable {
    case performing
    /// Nothing is made or written, and secrets come out as `***`.
    case description
  }

  /// The time of an action that says nothing about it: 10 minutes.
  public static let defaultTimeout = 600.0
  /// Programs that hand a URL to the desktop, in the order in which they are tried.
  static let openers = ["xdg-open", "open"]

  public var surroundings: Surroundings
  /// How long a program that is launched has to fail.
  public var launchSeconds = ProcessRequest.launchSeconds

  public init(_ surroundings: Surroundings) { self.surroundings = surroundings }

  /// Makes the plan, or says what is in the way. Nothing has run then.
  public func plan(
    _ request: ActionRequest, for purpose: Purpose = .performing
  ) throws(Outcome.Failure) -> ActionPlan {
    guard surroundings.depth < Surroundings.depthLimit else { throw .recursion(Surroundings.depthLimit) }
    if request.needsTerminal, !surroundings.hasTerminal { throw Outcome.Failure(.noTerminal) }
    let secrets = SecretRecorder()
    for input in request.action.inputs where input.type == .secret {
      if let value = request.inputs[input.name]?.bytes { secrets.note(value) }
    }
    let sources = ValueSources(request: request, surroundings: surroundings, purpose: purpose, secrets: secrets)
    var runs: [ActionPlan.Run] = []
    var outputFolder = surroundings.outputFolder
    let common = WorkFolder(environment: surroundings.environment)
    let itemIndexes = request.runs
    for (number, indexes) in itemIndexes.enumerated() {
      let workFolder =
        surroundings.rehearsal?.folder.workFolder(ofRun: number)
        ?? (itemIndexes.count == 1 ? common : WorkFolder(in: common, named: String(number + 1)))
      let values = try sources.values(for: indexes, in: workFolder)
      var renderer = Renderer(values, masksSecrets: purpose == .description)
      let context = PlanningContext(
        planner: self, request: request, purpose: purpose, secrets: secrets, workFolder: workFolder,
        place: String(number + 1))
      guard let body = request.body else { throw .noVariant() }
      let action = try action(body, context, &renderer)
      if outputFolder == nil, let into = request.action.into {
        outputFolder = try rendering { () throws(RenderError) in try renderer.path(into, base: currentFolder) }
      }
      runs.append(ActionPlan.Run(itemIndexes: indexes, action: action, values: values, workFolder: workFolder))
    }
    // The person's folders are only looked up where something may be kept in them.
    let folder =
      outputFolder ?? (request.returns == nil ? nil : surroundings.folder("download")) ?? surroundings.home
    let plan = ActionPlan(
      request, runs: runs, outputFolder: surroundings.rehearsal?.folder.inside(folder) ?? folder,
      currentFolder: currentFolder, surroundings: surroundings, secrets: secrets)
    if purpose == .performing, plan.returnsFiles {
      // Better now than when an upload or a print cannot be undone.
      do throws(ReturnedFileSaver.Failure) { try ReturnedFileSaver(folder: plan.outputFolder).check() } catch {
        throw Outcome.Failure(error)
      }
    }
    return plan
  }

  var currentFolder: FilePath { surroundings.workingDirectory ?? FilePath.current ?? FilePath("/") }

  /// Fills in one action.
  func action(
    _ body: ActionBody, _ context: PlanningContext, _ renderer: inout Renderer
  ) throws(Outcome.Failure) -> ActionPlan.Run.Action {
    switch body {
    case .none:
      guard context.request.returns != nil else { throw .nothingToDo(context.request.activity.type) }
      return .nothing
    case .shell(let action):
      var command = try command(action, context.request, &renderer)
      try check(&command.request, context, workFolder: renderer.values.workFolder)
      return .run(command)
    case .open(let template):
      let url = try rendering { () throws(RenderError) in try renderer.url(template, .open) }
      guard let url else { throw .nothingToOpen() }
      return .open(url, try opener(url, context.request))
    case .http(let action): return .request(try plannedRequest(action, context, renderer))
    case .steps(let steps): return .steps(try plannedSteps(steps, context, renderer.values))
    case .variants: throw .noVariant()
    }
  }

  // MARK: Programs

  private func command(
    _ action: ShellAction, _ request: ActionRequest, _ renderer: inout Renderer
  ) throws(Outcome.Failure) -> PlannedCommand {
    let environment = surroundings.programEnvironment(request.activity.type)
    var process = ProcessRequest(arguments: [], environment: environment)
    var script: PlannedScript?
    var label = "the script"
    switch action.command {
    case .arguments(let templates):
      process.arguments = try rendering { () throws(RenderError) in try renderer.arguments(templates) }
      label = "'\(String(decoding: FilePath(bytes: process.arguments.first ?? []).name, as: UTF8.self))'"
    case .script(let template):
      let rendered = try rendering { () throws(RenderError) in try renderer.script(template) }
      let interpreter = rendered.invocation
      process.arguments = interpreter.map { Array($0.utf8) } + [rendered.text, Array("sharerouter".utf8)]
      script = PlannedScript(
        interpreter: interpreter, text: rendered.text, body: rendered.body,
        variables: rendered.variables.map { .init(name: Array($0.name.utf8), value: $0.value) })
    }
    for entry in action.environment {
      // A missing optional value leaves the entry out, and with it what the caller has there as it is.
      if let value = try rendering({ () throws(RenderError) in try renderer.environmentValue(entry) }) {
        process.environment[entry.name] = value
      }
    }
    let added = process.environment.entries.filter { surroundings.environment[$0.name] != $0.value }
    for variable in script?.variables ?? [] { process.environment[variable.name] = variable.value }
    process.workingDirectory = surroundings.workingDirectory
    if let folder = action.workingDirectory {
      let rendered = try rendering { () throws(RenderError) in try renderer.path(folder, base: currentFolder) }
      process.workingDirectory = rendered ?? surroundings.workingDirectory
    }
    switch action.standardInput {
    case .text(let template):
      let bytes = try rendering { () throws(RenderError) in try renderer.text(template) }
      process.standardInput = bytes.map { .bytes($0) } ?? .empty
    case .file(let template):
      let path = try rendering { () throws(RenderError) in try renderer.path(template, base: currentFolder) }
      process.standardInput = path.map { .file($0) } ?? .empty
    case nil: break
    }
    setSurroundings(of: &process, action, request)
    var command = PlannedCommand(
      request: process, label: label, success: action.success, cancelled: action.cancelled)
    command.script = script
    command.addedEnvironment = added
    return command
  }

  /// Where outputs go, how long the program may take, and what it has of the terminal.
  private func setSurroundings(of process: inout ProcessRequest, _ action: ShellAction, _ request: ActionRequest) {
    let returns = request.returns ?? []
    let captures = surroundings.capturesOutput
    let readers = request.resultTemplates
    if captures || !returns.isEmpty || readers.contains(where: { $0.readsResult(["stdout"]) }) {
      process.standardOutput = .head(limit: ProcessRequest.outputLimit)
    }
    if captures || readers.contains(where: { $0.readsResult(["stderr"]) }) {
      process.standardError = .tail(limit: ProcessRequest.errorTailLimit)
    }
    let timeout = min(action.timeout ?? .infinity, request.action.timeout ?? .infinity)
    process.timeout = timeout.isFinite ? timeout : ActionPlanner.defaultTimeout
    process.newSession = surroundings.startsSessions
    if request.launches { process.waiting = .launch(seconds: launchSeconds) }
    if request.needsTerminal {
      process.terminal = .foreground
    } else if surroundings.hasTerminal {
      process.terminal = .onDemand
    }
  }

  /// What can be known to fail before the start.
  private func check(
    _ process: inout ProcessRequest, _ context: PlanningContext, workFolder: FilePath
  ) throws(Outcome.Failure) {
    // Whatever is there on this machine says nothing about the definition.
    guard surroundings.rehearsal == nil else { return }
    do {
      try ProcessRunner().check(&process)
    } catch .missingFolder(let folder)
      where context.isLaterStep || context.purpose == .description && folder.bytes.starts(with: workFolder.bytes)
    {
      // A description does not make the work folder.
    } catch {
      throw Outcome.Failure(error)
    }
    if case .file(let path) = process.standardInput, context.isToBeThere(path, workFolder) {
      do {
        _ = try ChildStreams.input(path)
      } catch {
        throw Outcome.Failure(error)
      }
    }
  }

  // MARK: Opening

  private func opener(_ url: [UInt8], _ request: ActionRequest) throws(Outcome.Failure) -> PlannedCommand {
    let environment = surroundings.programEnvironment(request.activity.type)
    let program = ActionPlanner.openers.first {
      surroundings.rehearsal != nil || ProgramSearch.isAvailable($0, environment: environment)
    }
    guard let program else {
      throw .noOpener(path: String(decoding: environment["PATH"] ?? ProgramSearch.defaultPath, as: UTF8.self))
    }
    var process = ProcessRequest(
      arguments: [Array(program.utf8), url], environment: environment,
      workingDirectory: surroundings.workingDirectory, waiting: .launch(seconds: launchSeconds))
    do {
      if surroundings.rehearsal == nil { try ProcessRunner().check(&process) }
    } catch {
      throw Outcome.Failure(error)
    }
    var command = PlannedCommand(request: process, label: "'\(program)'")
    command.addedEnvironment = environment.entries.filter { surroundings.environment[$0.name] != $0.value }
    return command
  }
}

/// Turns what the renderer throws into a failure of the activity.
func rendering<Value>(_ body: () throws(RenderError) -> Value) throws(Outcome.Failure) -> Value {
  do {
    return try body()
  } catch {
    throw Outcome.Failure(error)
  }
}

extension PlanningContext {
  /// Whether a file must be there before anything runs: not what an earlier step may make, and not what a description
  /// only names.
  func isToBeThere(_ path: FilePath, _ workFolder: FilePath) -> Bool {
    !isLaterStep && (purpose == .performing || !path.bytes.starts(with: workFolder.bytes))
  }
}
