internal import ShareDefinitions
internal import ShareModel
internal import ShareSessions
internal import SourceDiagnostics

/// What `validate --fix` does to files.
struct DefinitionFixes {
  let call: Invocation
  /// What every file is checked as; nil where its name tells.
  let form: DocumentForm?

  private struct MendedFile {
    var before: SourceFile
    var after: SourceFile
    var count: Int
  }

  /// Mends the files that have findings with a certain edit; whether anything was changed, nil after an error was told.
  func write(_ findings: [Diagnostic]) -> Bool? {
    var isChanged = false
    var hasFailed = false
    for mended in mend(findings) {
      let path = FilePath(bytes: mended.before.pathBytes)
      let shown = TerminalText.escaped(path.bytes)
      do throws(FileReplacement.Failure) {
        try FileReplacement.write(mended.after.bytes, to: path, replacing: mended.before.bytes)
        call.console.message("mended \(ValidateCommand.phrase(mended.count, "problem")) in \(shown)")
        isChanged = true
      } catch {
        call.console.error("cannot mend '\(path.displayText)': \(error.reason)")
        hasFailed = true
      }
    }
    return hasFailed ? nil : isChanged
  }

  /// Prints the difference that mending would make. The status is that of the files as they are.
  func show(_ findings: [Diagnostic]) -> ExitStatus {
    let files = mend(findings)
    var count = 0
    for mended in files {
      count += mended.count
      let difference = UnifiedDiff.bytes(
        from: mended.before.bytes, to: mended.after.bytes, name: TerminalText.escaped(mended.before.pathBytes))
      guard call.console.write(difference) else { return .failed }
    }
    let counts = findings.counts
    call.console.message(
      "would mend \(ValidateCommand.phrase(count, "problem")) in \(ValidateCommand.phrase(files.count, "file")), of "
        + "\(ValidateCommand.phrase(counts.errors, "error")) and \(ValidateCommand.phrase(counts.warnings, "warning"))")
    return counts.errors > 0 || (call.arguments.has("strict") && counts.warnings > 0) ? .failed : .done
  }

  private func mend(_ findings: [Diagnostic]) -> [MendedFile] {
    var files: [SourceFile] = []
    for finding in findings where finding.helps.contains(where: { $0.isCertain && !$0.edits.isEmpty }) {
      if files.last != finding.primary.location.file { files.append(finding.primary.location.file) }
    }
    return files.compactMap { file in
      let form = form ?? DocumentForm(name: FilePath(bytes: file.pathBytes).name)
      let (after, count, _) = CertainFixes.mend(file) { form.findings(in: $0) }
      return count > 0 ? MendedFile(before: file, after: after, count: count) : nil
    }
  }
}
