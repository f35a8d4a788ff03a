import ShareModel
import SourceDiagnostics

/// Finds out what the placeholders of templates stand for, and collects what is wrong with them.
struct TemplateChecker {
  var scope: CheckScope
  var findings: [Diagnostic] = []
  var usage = ItemUsage()
  var requirements = Requirements()
  /// The inputs that were named.
  var readInputs: [String] = []
  /// Whether a template names the folder of its run.
  var namesWorkFolder = false

  /// How the templates of one action use the items.
  struct ItemUsage {
    /// The first use of `item.`, where it means one run per item.
    var single: SourceLocation?
    /// The first use of `items.` and its like.
    var all: SourceLocation?
    /// Whether the items, or what was sent with them, are used at all.
    var isUsed = false
  }

  /// Adds a finding, once: what several variants share is checked for each of them.
  mutating func report(_ finding: Diagnostic) {
    let isKnown = findings.contains { $0.code == finding.code && $0.primary.location == finding.primary.location }
    if !isKnown { findings.append(finding) }
  }

  /// A placeholder's value after its filters; nil when a finding was made about it.
  mutating func resolve(_ placeholder: Placeholder, in source: SourceText) -> ResolvedValue? {
    if placeholder.isBroken { return nil }
    guard let (base, missing) = lookUp(placeholder, in: source) else { return nil }
    var value = base
    value.isOptional = placeholder.isOptional
    var isCovered = placeholder.isOptional || missing == nil
    for call in placeholder.filters {
      guard let filter = FilterCatalogue.filter(named: call.name) else {
        report(ValueDiagnostics.unknownFilter(call.name, at: source.location(of: call.nameRange)))
        return nil
      }
      guard checkArguments(of: call, filter, in: source) else { return nil }
      if let inputs = filter.inputs, !inputs.contains(value.type) {
        report(
          ValueDiagnostics.wrongFilter(
            filter, takes: value.type, isList: false, at: source.location(of: call.nameRange)))
        return nil
      }
      if filter.name == .join, !value.isList, value.type != .json {
        report(
          ValueDiagnostics.wrongFilter(filter, takes: value.type, isList: true, at: source.location(of: call.nameRange))
        )
        return nil
      }
      if filter.takesWholeList, filter.name != .default { value.isList = false }
      if filter.name == .default {
        isCovered = true
        value.isOptional = false
        if let argument = call.arguments.first, !TemplateChecker.suits(argument, value.type) { value.type = .text }
      }
      if let output = filter.output { value.type = output }
    }
    if !isCovered, let missing {
      report(missing)
      return nil
    }
    return value
  }

  /// Whether a default is of the value's own type; else both are texts.
  private static func suits(_ argument: Placeholder.Argument, _ type: ValueType) -> Bool {
    switch argument.value {
    case .number: type == .number || type == .json
    case .word(let word): type == .json || (type == .boolean && (word == "true" || word == "false"))
    case .string: type == .json
    }
  }

  private mutating func checkArguments(
    of call: Placeholder.FilterCall, _ filter: FilterDefinition, in source: SourceText
  ) -> Bool {
    guard filter.arguments.contains(call.arguments.count) else {
      let end = call.arguments.last?.range.upperBound ?? call.nameRange.upperBound
      report(
        ValueDiagnostics.argumentCount(
          filter, given: call.arguments.count, at: source.location(of: call.nameRange.lowerBound..<end)))
      return false
    }
    guard let wrong = FilterArguments.firstMistake(in: call, filter.name) else { return true }
    report(ValueDiagnostics.argument(filter, wrong.problem, at: source.location(of: wrong.argument.range)))
    return false
  }

  // MARK: Values

  /// The value that a path names, and the finding due if it may be missing and nothing covers that.
  private mutating func lookUp(
    _ placeholder: Placeholder, in source: SourceText
  ) -> (ResolvedValue, missing: Diagnostic?)? {
    guard case .name(let root) = placeholder.path[0] else { return nil }
    let place = source.location(of: placeholder.pathRange)
    let names = placeholder.path.names
    let name = source.slice(placeholder.pathRange)
    func single(_ type: ValueType, _ origin: ValueOrigin, isList: Bool = false) -> (ResolvedValue, Diagnostic?)? {
      (ResolvedValue(type: type, isList: isList, origin: origin, name: name), nil)
    }
    switch root {
    case "item":
      return lookUpItem(names, in: nil, placeholder, at: place).map { ($0, nil) }
    case "items", "texts", "urls", "images", "files":
      return lookUpItem(names, in: ActionStep.Collection(rawValue: root), placeholder, at: place).map { ($0, nil) }
    case "subject", "message", "recipients":
      guard placeholder.path.count == 1 else { break }
      usage.isUsed = true
      return single(.text, .shared, isList: root == "recipients")
    case "input":
      guard let names, names.count == 2 else { break }
      return lookUpInput(names[1], name: name, at: place)
    case "env":
      guard let names, names.count == 2, EnvironmentName.isValid(names[1]) else { break }
      if !placeholder.coversMissing, !requirements.environment.contains(names[1]) {
        requirements.environment.append(names[1])
      }
      return single(.text, .environment)
    case "secret":
      guard let names, names.count == 2 else { break }
      guard SecretName.isValid(names[1]) else {
        report(ValueDiagnostics.secretName(names[1], at: place))
        return nil
      }
      if !placeholder.coversMissing, !requirements.secrets.contains(names[1]) { requirements.secrets.append(names[1]) }
      return (ResolvedValue(type: .text, origin: .secret, isSecret: true, name: name), nil)
    case "activity":
      guard name == "activity.type" || name == "activity.title" else { break }
      return single(.text, .program)
    case "now":
      guard placeholder.path.count == 1 else { break }
      return single(.time, .program)
    case "work":
      guard placeholder.path.count == 1 else { break }
      namesWorkFolder = true
      return single(.path, .program)
    case "dirs":
      guard let names, names.count == 2, ValueCatalogue.directories.contains(names[1]) else { break }
      return single(.path, .program)
    case "response", "stdout", "stderr", "exit", "steps":
      return lookUpResult(placeholder.path, name: name, at: place)
    default: break
    }
    report(ValueDiagnostics.unknownValue(name, among: suggestions(for: root), at: place))
    return nil
  }

  /// The paths that a misspelt one may have meant.
  private func suggestions(for root: String) -> [String] {
    switch root {
    case "input": return scope.inputs.map { "input." + $0.name }
    case "item", "items", "texts", "urls", "images", "files":
      return ValueCatalogue.fields.filter { !$0.path.hasSuffix("NAME") }.map { root + "." + $0.path }
        + (root == "item" ? [] : [root + ".count"])
    case "env", "secret": return []
    default:
      let fields = ValueCatalogue.fields.filter { !$0.path.hasSuffix("NAME") }.map { "item." + $0.path }
      let plain = (ValueCatalogue.values + ValueCatalogue.results).map(\.path)
        .filter { !$0.hasSuffix("NAME") && !$0.hasSuffix("…") }
      return fields + plain + scope.inputs.map { "input." + $0.name }
    }
  }

  private mutating func lookUpInput(
    _ name: String, name path: String, at place: SourceLocation
  ) -> (ResolvedValue, missing: Diagnostic?)? {
    guard let input = scope.inputs.first(where: { $0.name == name }) else {
      report(ValueDiagnostics.unknownInput(name, among: scope.inputs.map(\.name), at: place))
      return nil
    }
    if !readInputs.contains(name) { readInputs.append(name) }
    let type: ValueType =
      switch input.type {
      case .text, .multiline, .secret, .choice: .text
      case .number: .number
      case .boolean: .boolean
      case .file: .path
      }
    let value = ResolvedValue(type: type, origin: .input, isSecret: input.type == .secret, name: path)
    let isMissing = input.isOptional && input.defaultValue == nil
    return (value, isMissing ? ValueDiagnostics.mayBeMissing(path, because: .optionalInput, at: place) : nil)
  }

  /// A field of `item` (no collection) or of a collection. One that may be missing need not be there for every item.
  private mutating func lookUpItem(
    _ names: [String]?, in collection: ActionStep.Collection?, _ placeholder: Placeholder, at place: SourceLocation
  ) -> ResolvedValue? {
    let name = placeholder.name
    recordUse(of: collection, at: place)
    let field = names.map { $0.count == 2 ? $0[1] : $0.dropFirst().joined(separator: ".") } ?? ""
    if collection != nil, field == "count" {
      return ResolvedValue(type: .number, origin: .program, name: name)
    }
    let isGroup = names?.count == 3 && names?[1] == "match"
    guard let definition = ValueCatalogue.field(isGroup ? "match.NAME" : field) else {
      if names?.count == 1 {
        report(ValueDiagnostics.wholeItem(name, at: place))
      } else {
        report(ValueDiagnostics.unknownValue(name, among: suggestions(for: collection?.rawValue ?? "item"), at: place))
      }
      return nil
    }
    var entries = scope.entries(of: collection)
    if entries.isEmpty, let collection {
      report(ValueDiagnostics.alwaysEmpty(collection.rawValue, at: place))
    }
    if placeholder.coversMissing {
      // A value that no item can have is a mistake all the same.
      let having = entries.compactMap { $0.limited(to: definition) }
      if !having.isEmpty { entries = having }
    }
    for entry in entries {
      if let kind = definition.firstLacking(entry.kinds) {
        report(
          ValueDiagnostics.wrongKind(
            name, needs: definition, kind: kind, accepted: entry.accept.kind, isElement: collection == nil, at: place))
        return nil
      }
      guard checkEntry(entry, definition, group: isGroup ? names?[2] : nil, name: name, at: place) else { return nil }
    }
    return ResolvedValue(type: definition.type, isList: collection != nil, origin: .shared, name: name)
  }

  private mutating func recordUse(of collection: ActionStep.Collection?, at place: SourceLocation) {
    usage.isUsed = true
    if collection != nil {
      if scope.each == nil, usage.all == nil { usage.all = place }
    } else if scope.each == nil, usage.single == nil {
      usage.single = place
    }
  }

  /// What an entry's own conditions say about a field.
  private mutating func checkEntry(
    _ entry: CheckScope.Entry, _ definition: ValueDefinition, group: String?, name: String, at place: SourceLocation
  ) -> Bool {
    let accept = entry.accept
    if definition.path == "text", !accept.givesText {
      let other = accept.types.first { !TextTypes.isText($0) }
      report(ValueDiagnostics.textOfFile(name, kind: accept.kind, type: other, at: place))
      return false
    }
    guard definition.path.hasPrefix("match") else { return true }
    if accept.patterns.isEmpty {
      report(ValueDiagnostics.noMatch(name, kind: accept.kind, at: place))
      return false
    }
    if let group {
      let groups = accept.patterns.map(PatternGroups.names)
      guard groups.allSatisfy({ $0.contains(group) }) else {
        report(ValueDiagnostics.unknownGroup(group, name: name, among: groups.flatMap { $0 }, at: place))
        return false
      }
    }
    return true
  }
}
