internal import Glibc
internal import JSONSyntax
internal import ShareDefinitions
internal import ShareModel
internal import ShareSessions
internal import SourceDiagnostics

extension CommandSpecification {
  static let validate = CommandSpecification(
    name: "validate", operands: "[PATH…]",
    summary: "Check definitions: everything that is wrong, each at its exact place",
    details: """
      A PATH is a definition or a folder of them; a file named config.yaml or policy.yaml is checked as such, and a
      request or a file of another name with --as. A folder that holds activities.d is checked with its config.yaml.
      '-' is standard input; --as-path says which file it will be. Without PATH everything is checked that would be
      loaded, the configuration and the policy too. The status is 1 when there are errors.

      --fix makes only edits that are sure to be right; of standard input it prints the mended text on stdout, and what
      is left on stderr. With --dry-run it prints what it would change, as 'patch' reads it, and changes nothing.

      A warning is ignored by the comment '# sharerouter: ignore CODE' at the end of its line or on a line before it,
      or for all files by 'ignore' in config.yaml. Errors cannot be ignored.
      """,
    options: [
      OptionSpecification("format", value: "FORMAT", "text (the default), json, sarif or github"),
      OptionSpecification("as", value: "FORM", "what each PATH is: activity, config, policy or request"),
      OptionSpecification("as-path", value: "PATH", "the name under which standard input is checked"),
      OptionSpecification("fix", "mend what can be mended for sure"),
      OptionSpecification("dry-run", short: "n", "with --fix: print the difference and change nothing"),
      OptionSpecification("strict", "warnings count as errors"),
      OptionSpecification("verbose", short: "v", "say where definitions are looked for"),
    ], emptyDocument: { _ in Diagnostic.json([], files: 0).members }, run: { ValidateCommand(call: $0).run() })
}

/// `sharerouter validate`.
struct ValidateCommand {
  let call: Invocation

  /// What was asked for; nil after a mistake in it was told.
  private struct Request {
    var format = FindingsFormat.text
    var form: DocumentForm?
    var fixes = false
    var isDry = false
  }

  func run() -> ExitStatus {
    guard let request = request() else { return .usage }
    if call.arguments.operands == [[UInt8(ascii: "-")]] { return checkInput(request) }
    let checked = check(request)
    guard request.fixes else {
      return report(checked.findings, files: checked.fileCount, request.format)
    }
    let fixes = DefinitionFixes(call: call, form: request.form)
    if request.isDry { return fixes.show(checked.findings) }
    guard let changed = fixes.write(checked.findings) else { return .failed }
    // What is left is said of the files as they are now, those that are compared with one another too.
    let left = changed ? check(request) : checked
    return report(left.findings, files: left.fileCount, request.format)
  }

  private func request() -> Request? {
    var request = Request()
    let arguments = call.arguments
    if let name = arguments.text("format") {
      guard let format = FindingsFormat(rawValue: name) else {
        call.console.error("there is no format '\(name)'", help: "the formats are text, json, sarif and github")
        return nil
      }
      request.format = format
    }
    if let name = arguments.text("as") {
      guard let form = DocumentForm(rawValue: name) else {
        let names = DocumentForm.allCases.map { "'\($0.rawValue)'" }.joined(separator: ", ")
        call.console.error("nothing can be checked as '\(name)'", help: "the forms are \(names)")
        return nil
      }
      request.form = form
    }
    request.fixes = arguments.has("fix")
    request.isDry = arguments.has("dry-run")
    let operands = arguments.operands
    let readsInput = operands.contains([UInt8(ascii: "-")])
    let mistakes: [(isMade: Bool, text: String, help: String)] = [
      (request.form != nil && operands.isEmpty, "'--as' says what a PATH is, and there is none", "name the file"),
      (request.isDry && !request.fixes, "'--dry-run' belongs to '--fix'", "without '--fix' nothing is ever changed"),
      (readsInput && operands.count > 1, "'-' is checked alone", "name it in a call of its own"),
      (
        !arguments.values("as-path").isEmpty && !readsInput, "'--as-path' is the name of standard input",
        "give '-' as the PATH"
      ),
      (
        request.isDry && request.format != .text, "what '--fix --dry-run' prints has one format",
        "leave '--format' out"
      ),
    ]
    if let mistake = mistakes.first(where: \.isMade) {
      call.console.error(mistake.text, help: mistake.help)
      return nil
    }
    return request
  }

  // MARK: Reports

  private func report(_ findings: [Diagnostic], files: Int, _ format: FindingsFormat) -> ExitStatus {
    let rendered = format.render(findings, files: files, for: call)
    if !rendered.isEmpty, !call.console.write(rendered) { return .failed }
    // Documents for programs hold their own sums, or are counted by those who read them.
    if format == .text || format == .github {
      call.console.message(ValidateCommand.summary(findings.counts, files: files))
    }
    return status(findings)
  }

  private func status(_ findings: [Diagnostic]) -> ExitStatus {
    let counts = findings.counts
    return counts.errors > 0 || (call.arguments.has("strict") && counts.warnings > 0) ? .failed : .done
  }

  static func summary(_ counts: DiagnosticCounts, files: Int) -> String {
    guard counts.errors + counts.warnings > 0 else { return "\(phrase(files, "file")): no problems" }
    return "\(phrase(files, "file")): \(phrase(counts.errors, "error")), \(phrase(counts.warnings, "warning"))"
  }

  static func phrase(_ number: Int, _ noun: String) -> String { "\(number) \(noun)\(number == 1 ? "" : "s")" }

  // MARK: What is checked

  private func check(_ request: Request) -> CheckedFiles {
    let files = FileCheck(call: call)
    return call.arguments.operands.isEmpty
      ? files.everything() : files.named(call.arguments.operands, as: request.form)
  }

  /// Standard input, under the name that it is to have.
  private func checkInput(_ request: Request) -> ExitStatus {
    let name = call.arguments.values("as-path").last.map { FilePath(bytes: $0) }
    let file: SourceFile
    do throws(RequestFile.Failure) {
      let read = try RequestFile.read(STDIN_FILENO, named: "<stdin>")
      file = SourceFile(pathBytes: name?.bytes ?? read.pathBytes, bytes: read.bytes)
    } catch {
      call.console.error(error.message)
      return .failed
    }
    let form = request.form ?? name.map { DocumentForm(name: $0.name) } ?? .activity
    let files = FileCheck(call: call)
    let (mended, count, left) = CertainFixes.mend(file, rounds: request.fixes ? CertainFixes.rounds : 0) { file in
      files.withoutIgnored(form.findings(in: file, isNamed: name != nil), in: name)
    }
    guard request.fixes else { return report(left, files: 1, request.format) }
    if request.isDry {
      guard call.console.write(UnifiedDiff.bytes(from: file.bytes, to: mended.bytes, name: file.path)) else {
        return .failed
      }
    } else {
      guard call.console.write(mended.bytes) else { return .failed }
      call.show(left)
    }
    call.console.message(
      "\(request.isDry ? "would mend" : "mended") \(ValidateCommand.phrase(count, "problem")); left are "
        + "\(ValidateCommand.phrase(left.counts.errors, "error")), "
        + ValidateCommand.phrase(left.counts.warnings, "warning"))
    return status(left)
  }
}
