public import ShareModel
public import SourceDiagnostics

/// Checks every template of an action, each for the place where it stands, against the kinds that the activity accepts.
public enum ActionChecker {
  /// Adds what is wrong to `findings` and returns what the templates say about the action.
  public static func check(
    _ action: ActivityAction, of activity: Activity, into findings: inout [Diagnostic]
  ) -> ActionFacts {
    let scope = CheckScope(activity: activity, kinds: [], inputs: action.inputs)
    var checker = TemplateChecker(scope: scope)
    let inputRequirements = checker.checkInputs(action.inputs)
    let inputUsage = checker.usage
    checker.scope.hasUnknownResults = action.isBroken
    var facts = ActionFacts()

    if case .variants(let variants) = action.body {
      for (index, variant) in variants.enumerated() {
        let kinds = activity.variants.indices.contains(index) ? activity.variants[index].kinds : []
        checker.scope = CheckScope(activity: activity, kinds: kinds, inputs: action.inputs)
        checker.scope.hasUnknownResults = action.isBroken
        let isPerItem = checker.checkRun(
          variant.body, returns: variant.returns ?? action.returns, into: action.into, inputUsage: inputUsage)
        for input in inputRequirements where checker.readInputs.contains(input.name) {
          checker.requirements.add(input.requirements)
        }
        facts.variantRequirements.append(checker.requirements)
        facts.variantInputs.append(checker.readInputs)
        facts.variantIsPerItem.append(isPerItem)
        checker.requirements = Requirements()
        checker.readInputs = []
      }
      facts.isPerItem = facts.variantIsPerItem.contains(true)
    } else {
      facts.isPerItem = checker.checkRun(
        action.body, returns: action.returns, into: action.into, inputUsage: inputUsage,
        isRetired: activity.retired != nil)
      for input in inputRequirements { facts.requirements.add(input.requirements) }
      facts.requirements.add(checker.requirements)
    }
    findings += checker.findings
    facts.namesWorkFolder = checker.namesWorkFolder
    return facts
  }
}

/// What the templates of an action say about it.
public struct ActionFacts: Sendable, Equatable {
  /// Whether the action runs once per item (a template uses `item.`), not once for all; of an action with variants,
  /// whether any of them does.
  public var isPerItem = false
  /// The same for each variant.
  public var variantIsPerItem: [Bool] = []
  /// Programs, environment variables and secrets that the templates name, beyond the activity's own `needs`.
  public var requirements = Requirements()
  /// The same for each variant.
  public var variantRequirements: [Requirements] = []
  /// Whether a template names the work folder.
  public var namesWorkFolder = false
  /// The inputs that each variant reads.
  public var variantInputs: [[String]] = []

  public init() {}

  /// Whether an input is read, and so asked for, by a variant; nil stands for an action without variants.
  public func reads(input: String, variant: Int?) -> Bool {
    guard let variant, variantInputs.indices.contains(variant) else { return true }
    return variantInputs[variant].contains(input)
  }

  /// Whether an input is read whichever variant is chosen.
  public func readsAlways(input: String) -> Bool { variantInputs.allSatisfy { $0.contains(input) } }
}

extension Requirements {
  /// Adds what another one names and this one does not.
  mutating func add(_ other: Requirements) {
    for program in other.programs where !programs.contains(program) { programs.append(program) }
    for name in other.environment where !environment.contains(name) { environment.append(name) }
    for secret in other.secrets where !secrets.contains(secret) { secrets.append(secret) }
  }
}

/// What one input needs.
struct InputRequirements {
  let name: String
  let requirements: Requirements
}

extension TemplateChecker {
  /// What each input needs: a program that prints its choices, a variable or secret in its default.
  mutating func checkInputs(_ inputs: [InputDefinition]) -> [InputRequirements] {
    var result: [InputRequirements] = []
    for input in inputs {
      if let template = input.defaultValue {
        // Other inputs are asked at the same time and cannot be read.
        // An answer that is asked without echo may come from a secret.
        let secrets: PlaceRule.Secrets = input.type == .secret ? .allowed : .shown("an input's default")
        check(template, PlaceRule(secrets: secrets))
      }
      if case .program(let arguments)? = input.choices { checkArguments(arguments) }
      result.append(InputRequirements(name: input.name, requirements: requirements))
      requirements = Requirements()
    }
    return result
  }

  /// One way of performing the activity with what it returns; whether it runs once per item.
  fileprivate mutating func checkRun(
    _ body: ActionBody, returns: [ReturnTemplate]?, into: Template?, inputUsage: ItemUsage, isRetired: Bool = false
  ) -> Bool {
    usage = ItemUsage()
    let errors = findings.count
    check(body)
    for value in returns ?? [] { check(value) }
    if let into { checkPath(into, "a path") }
    if let single = usage.single, let all = usage.all {
      report(ValueDiagnostics.mixedItems(single: single, all: all))
    }
    // A misspelt value is one mistake, not also an unused item.
    if !usage.isUsed, !inputUsage.isUsed, !isRetired, findings.count == errors, let place = body.firstPlace {
      report(ValueDiagnostics.unusedItem(at: place))
    }
    return usage.single != nil
  }

  private mutating func check(_ body: ActionBody) {
    switch body {
    case .none, .variants: break
    case .shell(let action):
      check(action)
      scope.results.append(.init(id: nil, kind: .program))
    case .http(let action):
      var after = scope
      after.results.append(.init(id: nil, kind: .request))
      check(action, after: after)
      scope = after
    case .open(let template):
      checkURL(template, .open)
      scope.results.append(.init(id: nil, kind: .opener))
    case .steps(let steps): check(steps)
    }
  }

  private mutating func check(_ steps: [ActionStep]) {
    scope.laterSteps = steps.map(\.id)
    if steps.contains(where: \.isBroken) { scope.hasUnknownResults = true }
    for step in steps {
      if let collection = step.each {
        usage.isUsed = true
        if usage.all == nil { usage.all = step.body.firstPlace }
        scope.each = collection
      }
      switch step.condition {
      case .present(let templates): for template in templates { check(template, PlaceRule(lists: .alone)) }
      case .rules, nil: break
      }
      scope.isConditional = step.condition != nil
      switch step.body {
      case .shell(let action): check(action)
      case .http(let action):
        var after = scope
        after.results.append(.init(id: step.id, kind: .request))
        check(action, after: after)
      case .open(let template): checkURL(template, .open)
      case .none, .steps, .variants: break
      }
      scope.each = nil
      scope.isConditional = false
      scope.laterSteps.removeFirst()
      if let kind = step.body.resultKind {
        scope.results.append(
          .init(id: step.id, kind: kind, each: step.each, isConditional: step.condition != nil))
      }
    }
  }

  /// One returned item: a URL, a text, or a file by its path. A list gives several.
  private mutating func check(_ value: ReturnTemplate) {
    switch value.kind {
    case .url: checkURL(value.value, .returned, isRequired: false, lists: .alone)
    case .text: check(value.value, PlaceRule(lists: .alone, secrets: .shown("what is returned")))
    case .image, .file: checkPath(value.value, "what is returned", lists: .alone)
    }
    if let filename = value.filename { check(filename, PlaceRule(secrets: .shown("a file name"))) }
  }
}

extension ActionBody {
  /// A place that stands for the whole action in a finding.
  var firstPlace: SourceLocation? {
    switch self {
    case .none, .variants: nil
    case .shell(let action):
      switch action.command {
      case .script(let script): script.template.source.location
      case .arguments(let arguments): arguments.first?.templates.first?.source.location
      }
    case .http(let action): action.url.source.location
    case .open(let template): template.source.location
    case .steps(let steps): steps.first?.body.firstPlace
    }
  }
}

extension ArgumentTemplate {
  var templates: [Template] {
    switch self {
    case .single(let template): [template]
    case .group(let templates): templates
    }
  }
}
