import ShellSyntax
import SourceDiagnostics

extension TemplateChecker {
  /// A program or script with all that is given to it.
  mutating func check(_ action: ShellAction) {
    switch action.command {
    case .script(let script): check(script)
    case .arguments(let arguments): checkArguments(arguments)
    }
    let scan = outerScan(of: action)
    switch action.standardInput {
    case .text(let template) where scan?.standardInput.map(\.isRefused) ?? false:
      checkOuterValue(template, scan?.standardInput)
    case .text(let template): checkStandardInput(template, of: action)
    case .file(let template): checkPath(template, "a path")
    case nil: break
    }
    for (index, entry) in action.environment.enumerated() {
      let place = scan.flatMap { $0.environment.indices.contains(index) ? $0.environment[index] : nil }
      if !ShellNames.isDangerousVariable(entry.name), checkOuterValue(entry.value, place) { continue }
      check(entry.value, PlaceRule())
      if ShellNames.isDangerousVariable(entry.name), let placeholder = entry.value.placeholders.first,
        !placeholder.isBroken
      {
        report(
          PlaceDiagnostics.dangerousVariable(entry.name, at: entry.value.source.location(of: placeholder.range)))
      }
    }
    if let folder = action.workingDirectory { checkPath(folder, "a path") }
  }

  /// Where the values of the environment and the standard input end up in code of the action that is a shell's; nil when
  /// there are none, or no such code.
  private func outerScan(of action: ShellAction) -> ShellScan? {
    var hasInput = false
    if case .text(let template) = action.standardInput { hasInput = !template.placeholders.isEmpty }
    let environment = action.environment.map(\.name)
    guard hasInput || action.environment.contains(where: { !$0.value.placeholders.isEmpty }) else { return nil }
    switch action.command {
    case .script(let script): return script.scan(environment: environment, hasInput: hasInput)
    case .arguments(let arguments):
      let words = arguments.words
      guard InterpreterTable.runsShellCode(words) else { return nil }
      return ShellScanner.scan(arguments: words, environment: environment, hasInput: hasInput)
    }
  }

  /// Checks a text whose value ends up in code of a shell; false when nothing was found.
  @discardableResult
  mutating func checkOuterValue(_ template: Template, _ place: ShellPlace?) -> Bool {
    guard let placeholder = template.placeholders.first else { return false }
    let location = template.source.location(of: placeholder.range)
    switch place {
    case .refused(let refusal):
      for placeholder in template.placeholders { resolveSilently(placeholder, in: template.source) }
      report(PlaceDiagnostics.refused(refusal, placeholder: placeholder, at: location))
      return true
    case .number:
      // A text around the value is no number either.
      guard template.lonePlaceholder != nil else {
        for placeholder in template.placeholders { resolveSilently(placeholder, in: template.source) }
        report(PlaceDiagnostics.noNumber(placeholder.name, at: location))
        return true
      }
      guard let value = resolve(placeholder, in: template.source) else { return true }
      if value.isList || value.isOptional || value.type != .number {
        report(PlaceDiagnostics.noNumber(value, at: location))
      }
      return true
    default: return false
    }
  }

  private mutating func checkStandardInput(_ template: Template, of action: ShellAction) {
    if case .arguments(let arguments) = action.command, let placeholder = template.placeholders.first,
      !placeholder.isBroken, let program = InterpreterTable.readsCodeFromStandardInput(arguments.words)
    {
      for placeholder in template.placeholders { resolveSilently(placeholder, in: template.source) }
      report(
        PlaceDiagnostics.codeInArgument(
          CodePosition(index: 0, program: program, kind: .code), value: placeholder.name,
          at: template.source.location(of: placeholder.range)))
      return
    }
    checkText(template)
  }

  private mutating func check(_ script: ScriptTemplate) {
    let template = script.template
    var index = 0
    // Of a redirection's target with several values the first decides where it leads.
    var targetBeginsWithPath = false
    for part in template.parts {
      guard case .placeholder(let placeholder) = part else { continue }
      defer { index += 1 }
      guard script.scan.places.indices.contains(index) else { return }
      let place = template.source.location(of: placeholder.range)
      let shellPlace = script.scan.places[index]
      // The place comes first: what may not stand there at all needs no word about its type.
      if case .refused(let refusal) = shellPlace {
        resolveSilently(placeholder, in: template.source)
        report(PlaceDiagnostics.refused(refusal, placeholder: placeholder, at: place))
        continue
      }
      guard let value = resolve(placeholder, in: template.source) else { continue }
      if value.isSecret {
        report(PlaceDiagnostics.secretInArgument(value.name, isScript: true, at: place))
        continue
      }
      switch shellPlace {
      case .word(let word):
        if word.role == .redirectionTarget, !word.isJoinedBefore { targetBeginsWithPath = value.type == .path }
        check(value, in: word, targetBeginsWithPath: targetBeginsWithPath, at: place)
      case .number:
        if value.isList || value.isOptional || value.type != .number {
          report(PlaceDiagnostics.noNumber(value, at: place))
        }
      case .comment: report(PlaceDiagnostics.comment(value.name, at: place))
      case .refused: break
      }
    }
  }

  private mutating func check(
    _ value: ResolvedValue, in word: ShellWord, targetBeginsWithPath: Bool, at place: SourceLocation
  ) {
    if value.isList, !word.takesList {
      report(PlaceDiagnostics.listInText(value.name, mayStandAlone: true, at: place))
      return
    }
    // A path is a whole one: it may begin a target, and stand nowhere else in it.
    let isInnerPath = value.type == .path && word.isJoinedBefore
    if word.role == .redirectionTarget, !word.hasLiteralPrefix, !targetBeginsWithPath || isInnerPath {
      report(PlaceDiagnostics.redirection(value.name, at: place))
      return
    }
    if let caution = word.caution, value.type != .number {
      report(PlaceDiagnostics.caution(caution, value.name, at: place))
    }
  }
}

extension ShellPlace {
  /// Whether a text cannot stand there.
  fileprivate var isRefused: Bool {
    switch self {
    case .refused, .number: true
    case .word, .comment: false
    }
  }
}
