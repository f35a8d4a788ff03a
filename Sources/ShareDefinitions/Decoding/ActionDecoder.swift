import ShareModel
import ShareTemplates
import SourceDiagnostics
import YAMLSyntax

extension DecodingContext {
  /// The action of an activity, a step or a variant: the first one of its keys. Nil when it is broken; `.none` when
  /// there is none.
  mutating func body(of entries: YAMLMapping, canNest: Bool) -> ActionBody? {
    for index in entries.indices {
      switch entries.key(at: index).text {
      case "shell": return shellAction(entries.value(at: index)).map(ActionBody.shell)
      case "http": return httpAction(entries.value(at: index)).map(ActionBody.http)
      case "open": return template(entries.value(at: index)).map(ActionBody.open)
      case "steps" where canNest: return steps(entries.value(at: index)).map(ActionBody.steps)
      default: break
      }
    }
    return ActionBody.none
  }

  /// Steps in order, those that could not be read marked as broken; nil when there is none.
  mutating func steps(_ node: YAMLNode) -> [ActionStep]? {
    guard !node.isNothing else { return nil }
    var steps: [ActionStep] = []
    var names: [String: YAMLNode] = [:]
    for element in node.elements {
      guard let entries = element.entries else {
        var step = ActionStep(id: "", each: nil, condition: nil, body: .none)
        step.isBroken = true
        steps.append(step)
        continue
      }
      let idNode = entries.value(of: "id")
      let id = idNode?.text
      if let id, let idNode {
        if let earlier = names[id] {
          report(.repeatedStep(id, at: location(of: idNode), first: location(of: earlier)))
        } else {
          names[id] = idNode
        }
      }
      let each = entries.value(of: "each")?.text.flatMap(ActionStep.Collection.init)
      let condition = stepCondition(entries.value(of: "when"))
      let body = body(of: entries, canNest: false)
      var step = ActionStep(id: id ?? "", each: each, condition: condition, body: body ?? .none)
      if case .none = step.body { step.isBroken = true }
      if id.map(ScalarText.isIdentifier) != true { step.isBroken = true }
      steps.append(step)
    }
    if steps.isEmpty {
      report(.emptyList("steps", at: location(of: node)))
      return nil
    }
    return steps
  }

  private mutating func stepCondition(_ node: YAMLNode?) -> ActionStep.Condition? {
    guard let node else { return nil }
    if let present = node["present"] {
      let templates = present.elements.compactMap { template($0) }
      return templates.isEmpty ? nil : .present(templates)
    }
    let rules = rules(node)
    return rules.isEmpty ? nil : .rules(rules)
  }

  /// Variants with the requirements that decide which is taken, index by index, and whether all could be read; nil when
  /// there is none.
  mutating func variants(
    _ node: YAMLNode
  ) -> (actions: [ActionVariant], requirements: [VariantRequirements], isWhole: Bool)? {
    guard !node.isNothing else { return nil }
    var actions: [ActionVariant] = []
    var requirements: [VariantRequirements] = []
    var isWhole = true
    for element in node.elements {
      guard let entries = element.entries else {
        isWhole = false
        continue
      }
      let kinds = texts(entries.value(of: "for")).compactMap(ItemKind.init)
      let condition = rules(entries.value(of: "when"))
      let programs = texts(entries.value(of: "needs"))
      let returns = returnTemplates(entries.value(of: "returns"))
      let body = body(of: entries, canNest: true)
      if body == nil { isWhole = false }
      let launches = boolean(entries.value(of: "launches")) ?? false
      let terminal = boolean(entries.value(of: "terminal")) ?? false
      actions.append(
        ActionVariant(body: body ?? .none, launches: launches, terminal: terminal, returns: returns))
      requirements.append(
        VariantRequirements(
          kinds: kinds, condition: condition, requirements: Requirements(programs: programs, terminal: terminal),
          origin: origin(of: element)))
    }
    if actions.isEmpty, isWhole {
      report(.emptyList("variants", at: location(of: node)))
      return nil
    }
    return actions.isEmpty ? nil : (actions, requirements, isWhole)
  }

  mutating func returnTemplates(_ node: YAMLNode?) -> [ReturnTemplate]? {
    guard let node else { return nil }
    var templates: [ReturnTemplate] = []
    for element in node.elements {
      let filename = template(element["filename"])
      for kind in ItemKind.allCases {
        guard let value = element[kind.rawValue] else { continue }
        if let template = template(value) {
          templates.append(
            ReturnTemplate(kind: kind, value: template, filename: filename, name: element["name"]?.text))
        }
        if kind == .text || kind == .url, let entry = element.entries?.first(where: { $0.key.text == "filename" }) {
          report(.keyDoesNotApply("filename", to: "images and files", at: location(entry.key.range)))
        }
        break
      }
    }
    return templates
  }
}
