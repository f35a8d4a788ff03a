import ShareModel
import ShareTemplates

extension ActionPlanner {
  /// Fills in the steps that read nothing of earlier ones, so that as much as can be is checked before the first begins.
  func plannedSteps(
    _ steps: [ActionStep], _ context: PlanningContext, _ values: TemplateValues
  ) throws(Outcome.Failure) -> PlannedSteps {
    var planned: [PlannedSteps.Step] = []
    var context = context
    for step in steps {
      let state: PlannedSteps.Step.State
      if step.templates.contains(where: \.readsResults) {
        state = .later
      } else {
        state = try rounds(of: step, context, values).map { .ready($0) } ?? .skipped
      }
      planned.append(PlannedSteps.Step(definition: step, state: state))
      context.isLaterStep = true
    }
    return PlannedSteps(steps: planned, context: context)
  }

  /// The actions of one step: one, or with `each` one for each item of its collection. Nil when its `when` does not hold.
  func rounds(
    of step: ActionStep, _ context: PlanningContext, _ values: TemplateValues
  ) throws(Outcome.Failure) -> [PlannedSteps.Round]? {
    var context = context
    context.step = step.id
    var runs = [values]
    if let collection = step.each {
      runs = values.items.filter { collection.takes($0.item.kind) }.enumerated().map { index, item in
        var own = values
        own.item = item
        own.round = TemplateValues.Round(collection: collection, index: index)
        return own
      }
    }
    var rounds: [PlannedSteps.Round] = []
    for values in runs {
      guard try holds(step.condition, values, context) else { continue }
      var renderer = Renderer(values, masksSecrets: context.purpose == .description)
      rounds.append(PlannedSteps.Round(action: try action(step.body, context, &renderer), values: values))
    }
    return rounds.isEmpty && !runs.isEmpty ? nil : rounds
  }

  private func holds(
    _ condition: ActionStep.Condition?, _ values: TemplateValues, _ context: PlanningContext
  ) throws(Outcome.Failure) -> Bool {
    switch condition {
    case nil: return true
    case .present(let templates):
      var renderer = Renderer(values)
      for template in templates {
        if try rendering({ () throws(RenderError) in try renderer.isPresent(template) }) { return true }
      }
      return false
    case .rules(let rules):
      let items = values.item.map { [$0.item] } ?? values.items.map(\.item)
      return surroundings.rulesHold(rules, context.request.activity, items)
    }
  }
}

extension ActionStep.Collection {
  /// Whether an item of the kind is an element.
  fileprivate func takes(_ kind: ItemKind) -> Bool {
    switch self {
    case .items: true
    case .texts: kind == .text
    case .urls: kind == .url
    case .images: kind == .image
    case .files: kind == .file
    }
  }
}
