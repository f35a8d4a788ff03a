internal import Glibc
internal import JSONSyntax
internal import ShareDefinitions
internal import ShareModel
internal import ShareSessions
internal import SourceDiagnostics

extension CommandSpecification {
  static let test = CommandSpecification(
    name: "test", operands: "[PATH…]", summary: "Try the examples of definitions, offline",
    details: """
      A PATH is a definition or a folder of them; without PATH all examples are tried of what would be loaded.

      An example is planned and performed as 'send' would, but no program runs and nothing is sent: programs and servers
      give the answers that the example says, in 'run' and 'response'; without them programs succeed silently and servers
      answer 200. Nothing of this machine goes in: the environment and the secrets are those of the example alone, every
      program is there, the time is 2024-01-02T03:04:05Z. The current folder is /example, the home /example/home, the work
      folder /example/work. A file that is sent lies beside the definition, or else is a small one made up of its type.

      The status is 1 when an example comes out otherwise than it says, or a definition has errors.
      """,
    options: [CommonOptions.json], run: TestCommand.run)
}

/// `sharerouter test`.
enum TestCommand {
  /// What came of one example.
  private struct Result {
    var example: ActivityExample
    var type: ActivityType
    var findings: [Diagnostic]
  }

  static func run(_ call: Invocation) -> ExitStatus {
    // The hours of `date: local` must not depend on where this machine is.
    unsafe setenv("TZ", "UTC0", 1)
    tzset()
    guard let loaded = definitions(call) else { return .usage }
    let runner = ExampleRunner(process: call.process)
    var results: [Result] = []
    for definition in loaded.definitions {
      for example in definition.examples {
        results.append(
          Result(
            example: example, type: definition.activity.type, findings: runner.findings(of: example, in: definition)))
      }
    }
    let broken = loaded.findings.filter { $0.severity == .error }
    let failed = results.count { !$0.findings.isEmpty }
    let findings = broken + results.flatMap(\.findings)
    if call.arguments.has("json") {
      let document = json(results, broken, files: loaded.fileCount).serialized(pretty: true) + "\n"
      guard call.console.write(document) else { return .failed }
    } else {
      if !findings.isEmpty {
        let rendered = TextRenderer(isColored: call.console.outputUsesColor(call.process)).render(findings)
        guard call.console.write(rendered) else { return .failed }
      }
      call.console.message(summary(loaded, examples: results.count, failed: failed, broken: broken.count))
    }
    return findings.isEmpty ? .done : .failed
  }

  private static func summary(_ loaded: LoadedDefinitions, examples: Int, failed: Int, broken: Int) -> String {
    func phrase(_ number: Int, _ noun: String) -> String { "\(number) \(noun)\(number == 1 ? "" : "s")" }
    var parts = ["\(phrase(examples, "example")) of \(phrase(loaded.fileCount, "file"))"]
    parts.append(failed == 0 ? (examples == 0 ? "nothing to try" : "all hold") : "\(failed) failed")
    if broken > 0 { parts.append("\(phrase(broken, "error")) in the definitions") }
    let without = loaded.definitions.count { $0.examples.isEmpty }
    if without > 0 { parts.append("\(phrase(without, "definition")) without any") }
    return parts[0] + ": " + parts.dropFirst().joined(separator: ", ")
  }

  private static func json(_ results: [Result], _ broken: [Diagnostic], files: Int) -> JSONValue {
    let failed = results.count { !$0.findings.isEmpty }
    return .object([
      JSONMember(
        "examples",
        .array(
          results.map { result in
            .object([
              JSONMember("activityType", .string(result.type.rawValue)),
              JSONMember("file", .string(result.example.location.file.path)),
              JSONMember("line", .number(result.example.location.line)),
              JSONMember("passed", .boolean(result.findings.isEmpty)),
              JSONMember("diagnostics", .array(result.findings.map(\.json))),
            ])
          })),
      JSONMember("diagnostics", .array(broken.map(\.json))),
      JSONMember(
        "summary",
        .object([
          JSONMember("examples", .number(results.count)), JSONMember("failed", .number(failed)),
          JSONMember("errors", .number(broken.count)), JSONMember("files", .number(files)),
        ])),
    ])
  }

  // MARK: What is tried

  /// The definitions that were named, or all that would be loaded; nil after an error was told.
  private static func definitions(_ call: Invocation) -> LoadedDefinitions? {
    let check = ShareSession.checkPattern
    guard !call.arguments.operands.isEmpty else {
      let folders = call.arguments.values("activities").map { call.process.absolute($0) }
      return call.process.searchPath(folders).loadAll(regularExpressionCheck: check)
    }
    var all = LoadedDefinitions()
    for operand in call.arguments.operands {
      var path = FilePath(bytes: operand)
      guard path.exists else {
        call.console.error("there is no file or folder '\(path.displayText)'")
        return nil
      }
      let activities = path.appending("activities.d")
      if activities.isDirectory { path = activities }
      if path.isDirectory {
        let folder = SearchPath(
          directories: [DefinitionDirectory(path: path, origin: .commandLine)], user: call.process.userID)
        let loaded = folder.loadAll(regularExpressionCheck: check)
        all.definitions += loaded.definitions
        all.findings += loaded.findings
        all.fileCount += loaded.fileCount
      } else {
        let (definition, findings) = DefinitionLoader.load(
          path: path, user: call.process.userID, regularExpressionCheck: check)
        all.definitions += definition.map { [$0] } ?? []
        all.findings += findings
        all.fileCount += 1
      }
    }
    return all
  }
}
