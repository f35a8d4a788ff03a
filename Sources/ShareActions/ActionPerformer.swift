public import ShareModel
import ShareTemplates

/// Performs plans: runs what is to be run, collects what is given back, and says what came of it, once.
public struct ActionPerformer: Sendable {
  public var runner: ProcessRunner
  /// Whether returned files are brought to where the person finds them. Otherwise they stay in the work folders, for
  /// an activity that goes on with them.
  public var savesFiles: Bool

  public init(runner: ProcessRunner = ProcessRunner(), savesFiles: Bool = true) {
    self.runner = runner
    self.savesFiles = savesFiles
  }

  /// What came of an activity, and the work folders in which returned files still lie; they go away with this value.
  public struct Performance: Sendable {
    public var outcome: Outcome
    public var workFolders: [WorkFolder]
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
      run.error = run.error.map { Outcome.Failure(code: $0.code, message: plan.mask.masked($0.message)) }
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
    var values = planned.values
    if var command = planned.command {
      var isBoundByActivity = false
      if let deadline {
        let rest = deadline - beginning
        guard rest > 0 else {
          run.status = .timedOut
          run.error = .timedOutBefore(seconds: plan.timeout ?? 0)
          return run
        }
        isBoundByActivity = rest < command.request.timeout ?? .infinity
        command.request.timeout = min(command.request.timeout ?? rest, rest)
      }
      let launches = command.request.waiting != .untilExit
      if launches { planned.workFolder.keep() }
      let ending = command.perform(runner, interruption)
      run.status = ending.status
      run.evidence = ending.evidence
      run.error = ending.error
      // What was left of the activity's time is no number that anybody wrote.
      if ending.status == .timedOut, isBoundByActivity {
        run.error = .timedOutWithin(command.label, seconds: plan.timeout ?? 0)
      }
      run.exitStatus = ending.exitStatus
      if let result = ending.result, command.capturesOutput { run.standardOutput = result.standardOutput.bytes }
      values.results = [.init(id: nil, values: .one(ActionPerformer.result(of: planned, ending)))]
      if run.status == .completed, plan.returnsItems, ending.result?.standardOutput.wasCut == true {
        run.status = .failed
        run.evidence = nil
        run.error = .outputCut(command.label)
      }
    }
    if run.status == .completed, let returns = plan.returns {
      do {
        run.returnedItems = try collect(returns, values, planned, plan)
      } catch {
        run.status = .failed
        run.evidence = nil
        run.error = error
      }
    }
    run.durationMilliseconds = Int((MonotonicTime.now.seconds - beginning) * 1000)
    return run
  }

  private static func result(of planned: ActionPlan.Run, _ ending: CommandEnding) -> ActionResult {
    if case .open = planned.action { return .opened }
    return .program(
      ActionResult.Program(
        standardOutput: ending.result?.standardOutput.bytes ?? [],
        standardError: ending.result?.standardError.bytes ?? [], exitStatus: ending.exitStatus ?? 0))
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
