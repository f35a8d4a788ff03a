internal import DesktopTypes
internal import ShareDefinitions
internal import ShareModel
internal import ShareSessions
internal import ShareTemplates
internal import SourceDiagnostics

/// The findings of a number of files.
struct CheckedFiles {
  var findings: [Diagnostic] = []
  /// How many files were read.
  var fileCount = 0
}

/// Checks files of every form, and what lies between them.
struct FileCheck {
  let call: Invocation

  private var user: UInt32 { call.process.userID }

  /// Whatever would be loaded, with the configuration and the policy.
  func everything() -> CheckedFiles {
    let path = call.process.searchPath(call.arguments.values("activities").map { call.process.absolute($0) })
    if call.arguments.has("verbose") {
      for directory in path.directories {
        call.console.message("looking in " + TerminalText.escaped(directory.path.bytes))
      }
      for note in path.notes { call.console.message("note: " + TerminalText.escaped(note)) }
    }
    let loaded = path.checkAll(regularExpressionCheck: ShareSession.checkPattern)
    let catalogue = ActivityCatalogue(loaded, types: { path.allTypes() }, matches: matches)
    var checked = CheckedFiles(findings: loaded.findings + catalogue.findings(), fileCount: loaded.fileCount)
    let (configuration, own) = path.loadConfiguration(regularExpressionCheck: ShareSession.checkPattern)
    checked.findings += own
    if let settings = path.settingsFolder?.appending("config.yaml"), settings.exists {
      checked.findings += references(in: settings, catalogue, path)
    }
    checked.findings += path.loadPolicy(regularExpressionCheck: ShareSession.checkPattern).1
    checked.findings = withoutIgnored(checked.findings, configuration)
    return checked
  }

  /// The files and folders that were named.
  func named(_ operands: [[UInt8]], as form: DocumentForm?) -> CheckedFiles {
    var checked = CheckedFiles()
    for operand in operands {
      let path = FilePath(bytes: operand)
      if path.isDirectory {
        let activities = path.appending("activities.d")
        let hasSettings = activities.isDirectory && path.appending("config.yaml").exists
        check(folder: activities.isDirectory ? activities : path, settings: hasSettings ? path : nil, into: &checked)
      } else {
        let form = form ?? DocumentForm(name: path.name)
        checked.findings += withoutIgnored(form.findings(in: path, user: user), in: path)
        checked.fileCount += 1
      }
    }
    return checked
  }

  /// A folder of definitions, and the configuration beside it.
  private func check(folder: FilePath, settings: FilePath?, into checked: inout CheckedFiles) {
    let directory = DefinitionDirectory(path: folder, origin: .commandLine)
    let path = SearchPath(directories: [directory], user: user)
    let loaded = path.checkAll(regularExpressionCheck: ShareSession.checkPattern)
    // Other activities may be named too: those that ship with the program, for example.
    let others = call.process.searchPath([])
    let catalogue = ActivityCatalogue(loaded, types: { path.allTypes() + others.allTypes() }, matches: matches)
    var findings: [Diagnostic] = []
    if let file = settings?.appending("config.yaml") {
      findings += DocumentForm.config.findings(in: file, user: user)
      findings += references(in: file, catalogue, SearchPath(directories: [directory] + others.directories, user: user))
      checked.fileCount += 1
    }
    findings += loaded.findings + catalogue.findings()
    checked.findings += withoutIgnored(findings, in: folder.appending("any"))
    checked.fileCount += loaded.fileCount
  }

  /// What a configuration names that is not there.
  private func references(
    in settings: FilePath, _ catalogue: ActivityCatalogue, _ path: SearchPath
  ) -> [Diagnostic] {
    guard let file = try? RequestFile.read(settings) else { return [] }
    return catalogue.findings(inConfiguration: file) { type in
      guard case .found(let definition, _) = path.load(type) else { return nil }
      return definition.action.inputs.map(\.name)
    }
  }

  // MARK: What is ignored

  private var matches: @Sendable (String, String) -> Bool { { Glob($0).matches($1) } }

  /// The findings without those that the configuration beside the file's folder ignores.
  func withoutIgnored(_ findings: [Diagnostic], in path: FilePath?) -> [Diagnostic] {
    guard let path, findings.contains(where: { $0.severity == .warning }) else { return findings }
    let folder = call.process.absolute(path.bytes).directory
    let settings = (folder.name == Array("activities.d".utf8) ? folder.directory : folder).appending("config.yaml")
    guard settings.exists, let file = try? RequestFile.read(settings) else { return findings }
    return withoutIgnored(findings, ConfigLoader.loadConfiguration(file).0)
  }

  private func withoutIgnored(_ findings: [Diagnostic], _ configuration: Configuration?) -> [Diagnostic] {
    guard let ignored = configuration?.ignored, !ignored.isEmpty else { return findings }
    return findings.filter { finding in
      guard finding.severity == .warning else { return true }
      let type = String(decoding: FilePath(bytes: finding.primary.location.file.pathBytes).stem, as: UTF8.self)
      return !ignored.contains { rule in
        rule.code == finding.code.rawValue
          && (rule.activities.isEmpty || rule.activities.contains { matches($0, type) })
      }
    }
  }
}
