public import ShareModel
import ShareTemplates

/// Performs plans: runs what is to be run, collects what is given back, and says what came of it, once.
public struct ActionPerformer: Sendable {
  public var runner: ProcessRunner
  /// Whether returned files are brought to where the person finds them. Otherwise they stay in the work folders, for
  /// an activity that goes on with them.
  public var savesFiles: Bool
  /// How long a server may take to accept a connection, and then move no byte, in seconds.
  public var connectTimeout = 10.0
  public var idleTimeout = 30.0
  /// Who follows what happens; nobody by default.
  public var observer = PerformanceObserver()

  public init(runner: ProcessRunner = ProcessRunner(), savesFiles: Bool = true) {
    self.runner = runner
    self.savesFiles = savesFiles
  }

  /// What came of an activity, and the work folders in which returned files still lie; they go away with this value.
  public struct Performance: Sendable {
    public var outcome: Outcome
    public var workFolders: [WorkFolder]

    public init(outcome: Outcome, workFolders: [WorkFolder] = []) {
      self.outcome = outcome
      self.workFolders = workFolders
    }
  }

  /// Plans and performs; what keeps an activity from being planned is a failed outcome. Blocks the calling thread.
  public func perform(
    _ request: ActionRequest, in surroundings: Surroundings, interruption: Interruption? = nil
  ) -> Performance {
    do {
      let plan = try ActionPlanner(surroundings).plan(request)
      return perform(plan, interruption: interruption)
    } catch {
      let outcome = Outcome.refused(request.activity.type, error, skippedItems: request.skippedItems)
      return Performance(outcome: outcome, workFolders: [])
    }
  }

  /// Runs everything in order. A failure of one run does not stop the rest; being cancelled does. Blocks the calling
  /// thread.
  public func perform(_ plan: ActionPlan, interruption: Interruption? = nil) -> Performance {
    let beginning = MonotonicTime.now.seconds
    let deadline = plan.timeout.map { beginning + $0 }
    var runs: [Outcome.Run] = []
    var isCancelled = false
    for planned in plan.runs {
      var run: Outcome.Run
      if isCancelled {
        run = Outcome.Run(itemIndexes: planned.itemIndexes, status: .cancelled, error: .cancelledBefore())
      } else {
        run = perform(planned, plan, deadline, interruption)
      }
      isCancelled = run.status == .cancelled
      runs.append(run)
      if savesFiles { planned.workFolder.remove() }
    }
    let milliseconds = Int((MonotonicTime.now.seconds - beginning) * 1000)
    let outcome = Outcome(
      plan.activityType, runs: runs, returns: plan.returnsItems, skippedItems: plan.skippedItems,
      durationMilliseconds: milliseconds)
    return Performance(outcome: outcome, workFolders: savesFiles ? [] : plan.runs.map(\.workFolder))
  }

  private func perform(
    _ planned: ActionPlan.Run, _ plan: ActionPlan, _ deadline: Double?, _ interruption: Interruption?
  ) -> Outcome.Run {
    let beginning = MonotonicTime.now.seconds
    var run = Outcome.Run(itemIndexes: planned.itemIndexes, status: .completed)
    let values = planned.values
    let surroundings = RunSurroundings(
      plan: plan, workFolder: planned.workFolder, deadline: deadline, interruption: interruption)
    let observed = ObservedRun(
      link: observer.link, activityType: plan.activityType, itemIndexes: planned.itemIndexes,
      mayBeRepeated: plan.mayBeRepeated)
    if let failure = observer.begin(observed) {
      run.status = failure.code == "cancelled" ? .cancelled : .failed
      run.error = failure
      return run
    }
    perform(planned, plan, surroundings, values, &run)
    run.durationMilliseconds = Int((MonotonicTime.now.seconds - beginning) * 1000)
    run.error = run.error.map { Outcome.Failure(code: $0.code, message: plan.mask.masked($0.message)) }
    observer.end(observed, run, plan.mask)
    return run
  }

  private func perform(
    _ planned: ActionPlan.Run, _ plan: ActionPlan, _ surroundings: RunSurroundings, _ values: TemplateValues,
    _ run: inout Outcome.Run
  ) {
    var values = values
    let ending = perform(planned.action, surroundings, &values)
    run.repetition = ending.repetition
    run.status = ending.status
    run.evidence = ending.evidence
    run.error = ending.error
    run.exitStatus = ending.exitStatus
    run.httpStatus = ending.httpStatus
    run.standardOutput = ending.standardOutput.map(plan.mask.masked)
    if run.status == .completed, plan.returnsItems, let program = ending.cutOutput {
      run.status = .failed
      run.evidence = nil
      run.error = .outputCut(program)
    }
    if run.status == .completed, let returns = plan.returns {
      do {
        run.returnedItems = try collect(returns, values, planned, plan)
      } catch {
        run.status = .failed
        run.evidence = nil
        run.error = error
        // Whatever could not be read in an answer is in no other place.
        if RenderError.Code(rawValue: error.code) != nil, case .response(let response)? = ending.result {
          run.error = error.about(HTTPResponse(response, plan.mask))
        }
      }
    }
  }

  /// Where and how long the actions of one run are performed.
  struct RunSurroundings {
    let plan: ActionPlan
    let workFolder: WorkFolder
    /// On the monotonic clock.
    let deadline: Double?
    let interruption: Interruption?

    /// Whether the activity's time is over.
    var isOver: Bool { deadline.map { $0 <= MonotonicTime.now.seconds } ?? false }
  }

  /// Performs one action; `values` gets its results.
  func perform(
    _ action: ActionPlan.Run.Action, _ surroundings: RunSurroundings, _ values: inout TemplateValues
  ) -> ActionEnding {
    let plan = surroundings.plan
    if case .nothing = action { return ActionEnding(status: .completed) }
    if surroundings.isOver {
      return ActionEnding(status: .timedOut, error: .timedOutBefore(seconds: plan.timeout ?? 0))
    }
    var ending: ActionEnding
    switch action {
    case .nothing: return ActionEnding(status: .completed)
    case .run(var command), .open(_, var command):
      var isBoundByActivity = false
      if let deadline = surroundings.deadline {
        let rest = deadline - MonotonicTime.now.seconds
        isBoundByActivity = rest < command.request.timeout ?? .infinity
        command.request.timeout = min(command.request.timeout ?? rest, rest)
      }
      if let rehearsal = plan.surroundings.rehearsal {
        var url: [UInt8]?
        if case .open(let opened, _) = action { url = opened }
        ending = command.conclude(rehearsal.run(command, opening: url), masking: plan.mask)
      } else {
        if command.request.waiting != .untilExit { surroundings.workFolder.keep() }
        var runner = runner
        if let output = observer.output { runner.observer = { output($0, $1, plan.mask) } }
        ending = command.perform(runner, surroundings.interruption, masking: plan.mask)
      }
      if case .open = action { ending.result = .opened }
      // What was left of the activity's time is no number that anybody wrote.
      if ending.status == .timedOut, isBoundByActivity {
        ending.error = .timedOutWithin(command.label, seconds: plan.timeout ?? 0)
      }
    case .request(let request):
      var http = HTTPRunner(settings: plan.surroundings.httpSettings, now: plan.surroundings.now)
      http.connectTimeout = connectTimeout
      http.idleTimeout = idleTimeout
      http.progress = observer.progress
      http.rehearsal = plan.surroundings.rehearsal
      ending = request.perform(
        RequestSurroundings(
          runner: http, values: values, workFolder: surroundings.workFolder,
          deadline: surroundings.deadline.map { ($0, plan.timeout ?? 0) }, interruption: surroundings.interruption,
          mask: plan.mask))
    case .steps(let steps): return perform(steps, surroundings, &values)
    }
    if plan.readsResults, let result = ending.result { values.results.append(.init(id: nil, values: .one(result))) }
    return ending
  }
}

extension PlannedCommand {
  /// Whether standard output is kept for templates and reports.
  var capturesOutput: Bool {
    if case .head = request.standardOutput {
      request.waiting == .untilExit && request.terminal != .foreground
    } else {
      false
    }
  }
}
