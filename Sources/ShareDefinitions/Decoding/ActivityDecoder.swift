import ShareModel
import ShareTemplates
import SourceDiagnostics
import YAMLSyntax

extension DecodingContext {
  /// Everything that a definition says whose structure has been checked; nil when a part that the whole depends on is
  /// broken.
  mutating func activity(_ node: YAMLNode, layer: Int) -> ActivityDefinition? {
    guard let entries = node.entries else { return nil }
    let type = entries.value(of: "type")?.text.flatMap { ActivityType.isValid($0) ? ActivityType(rawValue: $0) : nil }
    let accepts = acceptEntries(entries.value(of: "accepts"))
    let exclusions = rules(entries.value(of: "exclude"))

    let variantsNode = entries.value(of: "variants")
    let variants = variantsNode.flatMap { self.variants($0) }
    var body = body(of: entries, canNest: true)
    if variantsNode != nil, case .some(.none) = body { body = variants.map { .variants($0.actions) } }
    let isBroken = body == nil || variants?.isWhole == false

    var action = ActivityAction(body: body.take() ?? .none)
    // What can be read of a broken action is checked all the same.
    action.isBroken = isBroken
    action.inputs = inputs(entries.value(of: "inputs"))
    action.confirm = confirmation(entries.value(of: "confirm"))
    action.isBackground = boolean(entries.value(of: "background")) ?? false
    action.launches = boolean(entries.value(of: "launches")) ?? false
    action.terminal = boolean(entries.value(of: "terminal")) ?? false
    action.timeout = duration(entries.value(of: "timeout"))
    action.notify = entries.value(of: "notify")?.text.flatMap(ActivityAction.Notify.init) ?? .onError
    action.then = activityTypes(entries.value(of: "then"))
    action.into = template(entries.value(of: "into"))
    action.returns = returnTemplates(entries.value(of: "returns"))
    let examples = examples(entries.value(of: "examples"), of: action)
    if let type, action.then.contains(type), let node = entries.value(of: "then") {
      report(.followsItself(type.rawValue, at: location(of: node)))
    }

    var activity = Activity(
      type: type ?? ActivityType(rawValue: ""), title: localizedText(entries.value(of: "title")) ?? LocalizedText(""),
      category: entries.value(of: "category")?.text.flatMap(ActivityCategory.init) ?? .action,
      accepts: accepts ?? [])
    activity.summary = localizedText(entries.value(of: "description"))
    activity.icon = entries.value(of: "icon")?.text
    activity.match = entries.value(of: "match")?.text.flatMap(Activity.Match.init) ?? .all
    activity.exclusions = exclusions
    activity.requirements = Requirements(
      programs: texts(entries.value(of: "needs")), terminal: action.terminal)
    activity.variants = variants?.requirements ?? []
    activity.retired = localizedText(entries.value(of: "retired"))
    activity.file = file.path
    activity.layer = layer
    // The templates are checked although the definition has other mistakes: all are told at once. Without the accepted
    // kinds nothing is said of what depends on them.
    let isWhole = !hasErrors(inActionOf: entries)
    let earlier = findings.count
    let facts = ActionChecker.check(action, of: activity, into: &findings)
    // What is broken may be the very part that uses the items.
    if !isWhole { findings.removeAll(from: earlier) { $0.code == "item-unused" } }
    activity.add(facts)
    guard accepts != nil, !action.isBroken else { return nil }
    return ActivityDefinition(activity: activity, action: action, facts: facts, examples: examples, file: file)
  }

  /// Whether something is wrong with what is done, or with a key that may have been meant to say it.
  private func hasErrors(inActionOf entries: YAMLMapping) -> Bool {
    if !findings.contains(where: { $0.severity == .error }) { return false }
    return entries.contains { entry in
      guard let name = entry.key.text else { return true }
      switch name {
      case "shell", "http", "open", "steps", "variants", "returns", "into", "inputs":
        return hasFindings(in: entry.key.range) || hasFindings(in: entry.value.range)
      default: return hasFindings(in: entry.key.range)
      }
    }
  }

  /// The question, or that there is one. `confirm: yes` is no question that anyone means: other tools' booleans, written
  /// plainly, are a mistake here as they are where a boolean is due.
  private mutating func confirmation(_ node: YAMLNode?) -> ActivityAction.Confirmation? {
    guard let node else { return nil }
    if let answer = boolean(node) { return answer ? .standard : nil }
    if case .scalar(let scalar) = node.content, scalar.style == .plain,
      ["yes", "no", "on", "off", "y", "n", "true", "false"].contains(scalar.text.lowercased())
    {
      let value = InvalidValue(
        key: "confirm", text: scalar.text, noun: "a boolean", place: location(of: node),
        isReplaceable: isOnOneLine(node))
      report(.invalidBoolean(value, isQuoted: false))
      return nil
    }
    return localizedText(node).map(ActivityAction.Confirmation.question)
  }
}

extension [Diagnostic] {
  fileprivate mutating func removeAll(from start: Int, where isUnwanted: (Diagnostic) -> Bool) {
    let rest = self[start...].filter { !isUnwanted($0) }
    replaceSubrange(start..., with: rest)
  }
}

extension Activity {
  /// Adds what the templates need to what the definition says itself.
  fileprivate mutating func add(_ facts: ActionFacts) {
    requirements.add(facts.requirements)
    for (index, inferred) in facts.variantRequirements.enumerated() where index < variants.count {
      variants[index].requirements.add(inferred)
    }
  }
}

extension Requirements {
  fileprivate mutating func add(_ other: Requirements) {
    for program in other.programs where !programs.contains(program) { programs.append(program) }
    for name in other.environment where !environment.contains(name) { environment.append(name) }
    for name in other.secrets where !secrets.contains(name) { secrets.append(name) }
    terminal = terminal || other.terminal
  }
}
