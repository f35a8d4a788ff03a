import ShellSyntax
import SourceDiagnostics

extension TemplateChecker {
  /// A program or script with all that is given to it.
  mutating func check(_ action: ShellAction) {
    switch action.command {
    case .script(let script): check(script)
    case .arguments(let arguments): checkArguments(arguments)
    }
    switch action.standardInput {
    case .text(let template): checkStandardInput(template, of: action)
    case .file(let template): checkPath(template, "a path")
    case nil: break
    }
    for entry in action.environment {
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
        report(PlaceDiagnostics.refused(refusal, placeholder: placeholder, script: script, at: place))
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
