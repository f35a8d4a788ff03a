internal import JSONSyntax
internal import ShareDefinitions
internal import ShareModel
internal import ShareRouter
internal import SourceDiagnostics

extension CommandSpecification {
  static let validate = CommandSpecification(
    name: "validate", operands: "[PATH…]",
    summary: "Check definitions: everything that is wrong, each at its exact place",
    details: """
      A PATH is a definition or a folder of them; a file named config.yaml or policy.yaml is checked as such, and a
      request or a file of another name with --as. A folder that holds activities.d is checked with its config.yaml.
      Without PATH everything is checked that would be loaded, the configuration and the policy too. The status is 1
      when there are errors.
      """,
    options: [
      OptionSpecification("format", value: "FORMAT", "text (the default) or json"),
      OptionSpecification("as", value: "FORM", "what each PATH is: activity, config, policy or request"),
      OptionSpecification("strict", "warnings count as errors"),
      OptionSpecification("verbose", short: "v", "say where definitions are looked for"),
    ], emptyDocument: { _ in Diagnostic.json([], files: 0).members }, run: ValidateCommand.run)
}

/// `sharerouter validate`.
enum ValidateCommand {
  static func run(_ call: Invocation) -> ExitStatus {
    let format = call.arguments.text("format") ?? "text"
    guard format == "text" || format == "json" else {
      call.console.error("there is no format '\(format)'", help: "the formats are text and json")
      return .usage
    }
    let form = call.arguments.text("as").map { DocumentForm(rawValue: $0) }
    if case .some(nil) = form {
      let names = DocumentForm.allCases.map { "'\($0.rawValue)'" }.joined(separator: ", ")
      call.console.error(
        "nothing can be checked as '\(call.arguments.text("as") ?? "")'", help: "the forms are \(names)")
      return .usage
    }
    if form != nil, call.arguments.operands.isEmpty {
      call.console.error("'--as' says what a PATH is, and there is none", help: "name the file")
      return .usage
    }
    let loaded =
      call.arguments.operands.isEmpty ? everything(call) : named(call.arguments.operands, as: form ?? nil, call)
    let findings = loaded.findings
    let counts = findings.counts
    if format == "json" {
      let document = Diagnostic.json(findings, files: loaded.fileCount).serialized(pretty: true)
      guard call.console.write(document + "\n") else { return .failed }
    } else {
      if !findings.isEmpty {
        let rendered = TextRenderer(isColored: call.console.outputUsesColor(call.process)).render(findings)
        guard call.console.write(rendered) else { return .failed }
      }
      call.console.message(summary(counts, files: loaded.fileCount))
    }
    return counts.errors > 0 || (call.arguments.has("strict") && counts.warnings > 0) ? .failed : .done
  }

  static func summary(_ counts: DiagnosticCounts, files: Int) -> String {
    func phrase(_ number: Int, _ noun: String) -> String { "\(number) \(noun)\(number == 1 ? "" : "s")" }
    guard counts.errors + counts.warnings > 0 else { return "\(phrase(files, "file")): no problems" }
    return "\(phrase(files, "file")): \(phrase(counts.errors, "error")), \(phrase(counts.warnings, "warning"))"
  }

  /// Whatever would be loaded, with the configuration and the policy.
  private static func everything(_ call: Invocation) -> LoadedDefinitions {
    let path = call.process.searchPath(call.arguments.values("activities").map { call.process.absolute($0) })
    if call.arguments.has("verbose") {
      for directory in path.directories {
        call.console.message("looking in " + TerminalText.escaped(directory.path.bytes))
      }
      for note in path.notes { call.console.message("note: " + TerminalText.escaped(note)) }
    }
    var loaded = path.checkAll(regularExpressionCheck: ShareSession.checkPattern)
    let settings = [
      path.loadConfiguration(regularExpressionCheck: ShareSession.checkPattern),
      path.loadPolicy(regularExpressionCheck: ShareSession.checkPattern),
    ]
    for (_, findings) in settings { loaded.findings += findings }
    return loaded
  }

  /// The files and folders that were named.
  private static func named(_ operands: [[UInt8]], as form: DocumentForm?, _ call: Invocation) -> LoadedDefinitions {
    var all = LoadedDefinitions()
    for operand in operands {
      var path = FilePath(bytes: operand)
      let activities = path.appending("activities.d")
      if activities.isDirectory {
        let settings = path.appending("config.yaml")
        if settings.exists {
          all.findings += DocumentForm.config.findings(in: settings, user: call.process.userID)
          all.fileCount += 1
        }
        path = activities
      }
      if path.isDirectory {
        let folder = SearchPath(
          directories: [DefinitionDirectory(path: path, origin: .commandLine)], user: call.process.userID)
        let loaded = folder.checkAll(regularExpressionCheck: ShareSession.checkPattern)
        all.findings += loaded.findings
        all.fileCount += loaded.fileCount
      } else {
        all.findings += (form ?? DocumentForm(name: path.name)).findings(in: path, user: call.process.userID)
        all.fileCount += 1
      }
    }
    return all
  }
}
