import ShareModel
import ShareTemplates

extension ActionPerformer {
  /// Performs steps in order until one fails. `values` gets the result of each.
  func perform(
    _ steps: PlannedSteps, _ surroundings: RunSurroundings, _ values: inout TemplateValues
  ) -> ActionEnding {
    var total = ActionEnding(status: .completed)
    var done: [String] = []
    for step in steps.steps {
      let id = step.definition.id
      let rounds: [PlannedSteps.Round]?
      do throws(Outcome.Failure) {
        rounds = try self.rounds(of: step, steps.context, values)
      } catch {
        return total.failing(with: ActionEnding(status: .failed, error: error), step: id, done: done)
      }
      guard let rounds else {
        values.results.append(.init(id: id, values: .skipped))
        continue
      }
      var results: [ActionResult?] = []
      for (index, round) in rounds.enumerated() {
        var own = round.values
        own.results = values.results
        let ending = perform(round.action, surroundings, &own)
        guard ending.status == .completed else {
          if index > 0 { done.append("'\(id)' for \(index) of \(rounds.count)") }
          return total.failing(with: ending, step: id, done: done)
        }
        total.add(ending)
        if let element = round.values.round?.index {
          results += Array(repeating: nil, count: element - results.count)
        }
        results.append(ending.result ?? .opened)
      }
      let single = results.first.flatMap { $0 }.map(TemplateValues.StepResult.Values.one) ?? .skipped
      values.results.append(.init(id: id, values: step.definition.each.map { .each($0, results) } ?? single))
      done.append("'\(id)'")
    }
    return total
  }

  private func rounds(
    of step: PlannedSteps.Step, _ context: PlanningContext, _ values: TemplateValues
  ) throws(Outcome.Failure) -> [PlannedSteps.Round]? {
    switch step.state {
    case .ready(let rounds): return rounds
    case .skipped: return nil
    case .later:
      var context = context
      // Now everything must be there.
      context.isLaterStep = false
      return try context.planner.rounds(of: step.definition, context, values)
    }
  }
}

extension ActionEnding {
  /// Adds an action that went well: the weakest evidence counts for all, the last status and exit status are told.
  fileprivate mutating func add(_ other: ActionEnding) {
    if let new = other.evidence, evidence.map({ new.strength < $0.strength }) ?? true { evidence = new }
    exitStatus = other.exitStatus ?? exitStatus
    httpStatus = other.httpStatus ?? httpStatus
    if let output = other.standardOutput { standardOutput = (standardOutput ?? []) + output }
    cutOutput = cutOutput ?? other.cutOutput
    result = other.result
  }

  /// The ending of all steps when one fails: what is done already is said, as it stays done.
  fileprivate func failing(with other: ActionEnding, step: String, done: [String]) -> ActionEnding {
    var ending = self
    ending.status = other.status
    ending.evidence = nil
    ending.exitStatus = other.exitStatus ?? exitStatus
    ending.httpStatus = other.httpStatus ?? httpStatus
    ending.error = other.error.map { .step(step, $0, done: done) }
    return ending
  }
}
