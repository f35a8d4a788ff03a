public import ShareActions
public import ShareDefinitions
internal import ShareModel
public import ShareRouting
public import ShareSheetUI
internal import ShareTemplates

/// Which inputs of an activity a person is asked for. What the call answers already never is.
public enum AskedInputs: Sendable {
  /// All, those with a default, too: the person chose the activity by eye.
  case all
  /// Those without which it cannot be performed.
  case missing
}

extension ShareSession {
  /// The form that asks for an activity's inputs; nil when nothing is to be asked. Programs that know choices are run:
  /// only for an activity that was chosen. Blocks the calling thread.
  public func form(
    for definition: ActivityDefinition, _ sharing: Sharing, _ router: Router, _ surroundings: Surroundings,
    asking asked: AskedInputs
  ) -> Result<SheetForm?, PreparedActivity.Refusal> {
    let selection = sharing.selection(for: definition.activity.type)
    let request: ActionRequest
    switch self.request(definition, sharing, selection, router) {
    case .failure(let refusal): return .failure(refusal)
    case .success(let offered): request = offered
    }
    return .success(form(for: request, definition, sharing, surroundings, asking: asked))
  }

  /// The form that asks for what an activity lacks that gets what another one returns, so that there are no items yet; nil
  /// when nothing is to be asked.
  public func form(
    forFollower definition: ActivityDefinition, _ sharing: Sharing, _ surroundings: Surroundings
  ) -> SheetForm? {
    let request = ActionRequest(
      activity: definition.activity, action: definition.action, facts: definition.facts,
      decision: RoutingDecision(activityType: definition.activity.type), items: [], metadata: sharing.metadata)
    return form(for: request, definition, sharing, surroundings, asking: .missing)
  }

  private func form(
    for request: ActionRequest, _ definition: ActivityDefinition, _ sharing: Sharing, _ surroundings: Surroundings,
    asking asked: AskedInputs
  ) -> SheetForm? {
    let resolver = InputResolver(self, request, surroundings: surroundings)
    let given = sharing.answers(for: definition)
    let problems = request.items.isEmpty ? resolver.problemsBeforeItems(given) : resolver.resolve(given).1
    let missing = Set(problems.filter(\.isMissing).map(\.name))
    let inputs = request.inputDefinitions.filter { input in
      switch asked {
      case .all: !given.contains { $0.name == input.name }
      case .missing: missing.contains(input.name)
      }
    }
    guard !inputs.isEmpty else { return nil }
    let names = Set(inputs.map(\.name))
    return SheetForm(
      title: request.activity.title.resolved(for: process.languages),
      fields: inputs.map { field($0, resolver, request, surroundings) },
      validate: { answers in
        let (_, problems) = resolver.resolve(
          given + answers.map { InputAnswer(name: $0.key, value: $0.value) },
          unanswered: names.subtracting(answers.keys))
        let messages = problems.filter { names.contains($0.name) }.map { ($0.name, $0.message) }
        return Dictionary(messages) { first, _ in first }
      })
  }

  private func field(
    _ input: InputDefinition, _ resolver: InputResolver, _ request: ActionRequest, _ surroundings: Surroundings
  ) -> SheetForm.Field {
    var field = SheetForm.Field(
      name: input.name, prompt: input.prompt.resolved(for: process.languages), kind: .text,
      isOptional: input.isOptional)
    do throws(InputResolver.Problem) { field.initial = try resolver.proposal(for: input) } catch {
      field.note = error.message
    }
    switch input.type {
    case .text: break
    case .multiline: field.kind = .multiline
    case .secret: field.kind = .secret
    case .number: field.kind = .number
    case .boolean: field.kind = .boolean
    case .file: field.kind = .file
    case .choice:
      switch input.choices {
      case .fixed(let choices):
        field.kind = .choice(
          choices.map { .init(value: $0.value, label: $0.label.resolved(for: process.languages)) })
      case .program(let arguments):
        do throws(Outcome.Failure) {
          let choices = try ActionPlanner(surroundings).choices(by: arguments, for: request)
          // Without any, and where the program fails, the person may know what to write.
          if choices.isEmpty {
            field.note = "its program printed no choices"
          } else {
            field.kind = .choice(choices.map { .init(value: $0.value, label: $0.label) })
          }
        } catch {
          field.note = error.message
        }
      case nil: break
      }
    }
    return field
  }
}

extension Sharing {
  /// What a person answered to a form.
  public func answered(_ answers: SheetForm.Answers, to form: SheetForm) -> Sharing {
    var result = self
    for field in form.fields {
      if let answer = answers[field.name] {
        result.answers.append(InputAnswer(name: field.name, value: answer))
      } else {
        result.unanswered.insert(field.name)
      }
    }
    return result
  }
}
