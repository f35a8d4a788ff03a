internal import Glibc
internal import JSONSyntax
internal import ShareActions
public import ShareDefinitions
internal import ShareItems
internal import ShareModel
internal import ShareRouting
internal import ShareTemplates
public import SourceDiagnostics

/// Tries the examples of definitions: routes, prepares, plans and performs as `send` does, with answers that the example
/// gives in place of programs and servers.
///
/// Nothing of this machine goes in: the environment is that of the example, and so are the secrets (where it gives none,
/// each is `example-NAME`); every program is there, the home is `/example/home`, the current folder `/example`, the time
/// `now`. So what comes of it is the same everywhere.
public struct ExampleRunner: Sendable {
  /// The time in every example: 2024-01-02T03:04:05Z.
  public static let now = 1_704_164_645

  /// Says where temporary folders are made, and where relative paths of definitions begin.
  let process: ProcessContext

  public init(process: ProcessContext) { self.process = process }

  /// Everything that came out otherwise than an example says; nothing when it holds.
  public func findings(of example: ActivityExample, in definition: ActivityDefinition) -> [Diagnostic] {
    do throws(WorkFolder.Failure) {
      let folder = try RehearsalFolder(environment: process.environment)
      return try Trial(self, example, definition, folder).findings()
    } catch {
      return [
        .invalidExample(Outcome.Failure(error).message, at: example.location, help: "make room for temporary files")
      ]
    }
  }
}

/// One example on its way.
private struct Trial {
  let runner: ExampleRunner
  let example: ActivityExample
  let definition: ActivityDefinition
  let folder: RehearsalFolder
  let rehearsal: Rehearsal

  init(
    _ runner: ExampleRunner, _ example: ActivityExample, _ definition: ActivityDefinition, _ folder: RehearsalFolder
  ) {
    self.runner = runner
    self.example = example
    self.definition = definition
    self.folder = folder
    rehearsal = Rehearsal(
      in: folder, responses: example.responses.map { $0.map(\.answer) },
      programs: example.runs.map { runs in
        runs.map { Rehearsal.Program(standardOutput: Array($0.standardOutput.utf8), exitStatus: $0.exitStatus) }
      })
  }

  func findings() throws(WorkFolder.Failure) -> [Diagnostic] {
    let session = session
    let (sharing, problems) = try self.sharing(session)
    guard let sharing else {
      return problems.map { problem in
        problem.diagnostic
          ?? .invalidExample(
            problem.error.message, at: example.location, help: problem.error.help ?? "change what is sent")
      }
    }
    let router = router
    let surroundings = surroundings(session, router)
    var comparison = ExampleComparison(example, folder)
    let prepared: PreparedActivity
    switch session.prepare(definition, sharing, router, surroundings, isConfirmed: true) {
    case .failure(.notOffered(let reason)): return comparison.findings(keptOutBy: reason)
    case .failure(.inputs(let inputs)):
      if example.expectation.isOffered?.value == false { return comparison.findings(keptOutBy: nil) }
      return comparison.findings(refused: inputs.map(\.message).joined(separator: "; "))
    case .failure(.unconfirmed(let question)): return comparison.findings(refused: question)
    case .success(let one): prepared = one
    }
    if example.expectation.isOffered?.value == false { return comparison.findings(keptOutBy: nil) }
    if example.expectation.isAboutOfferAlone { return [] }
    do throws(Outcome.Failure) {
      let plan = try ActionPlanner(surroundings).plan(prepared.request)
      return comparison.findings(prepared.performance(of: plan).outcome, rehearsal)
    } catch {
      return comparison.findings(refused: error.message)
    }
  }

  // MARK: What the example gives

  private var environment: ProcessEnvironment {
    var environment = ProcessEnvironment()
    environment["HOME"] = folder.home.bytes
    for variable in example.environment { environment[variable.name] = Array(variable.text.utf8) }
    return environment
  }

  private var session: ShareSession {
    let process = ProcessContext(
      environment: environment, currentDirectory: folder.current, executable: runner.process.executable,
      userID: runner.process.userID)
    return ShareSession(
      process: process, searchPath: SearchPath(directories: []), configuration: Configuration(),
      policy: Configuration(), secrets: SecretStore(process: process, command: []))
  }

  private var router: Router {
    let environment = environment
    return Router(
      rules: RoutingRules(),
      surroundings: RoutingSurroundings(
        hasProgram: { _ in true },
        environmentValue: { name in environment[name].map { String(decoding: $0, as: UTF8.self) } },
        hasSecret: { [secrets = example.secrets] name in secrets?.contains { $0.name == name } ?? true },
        hasTerminal: true, languages: []))
  }

  private func surroundings(_ session: ShareSession, _ router: Router) -> Surroundings {
    var surroundings = session.actionSurroundings(capturesOutput: false)
    surroundings.now = { ExampleRunner.now }
    surroundings.hasTerminal = true
    surroundings.rulesHold = { router.holds($0, for: $1, items: $2) }
    surroundings.rehearsal = rehearsal
    let secrets = example.secrets
    surroundings.secret = { name throws(TemplateValues.Problem) in
      guard let secrets else { return Array(("example-" + name).utf8) }
      return secrets.first { $0.name == name }.map { Array($0.text.utf8) }
    }
    return surroundings
  }

  private func sharing(
    _ session: ShareSession
  ) throws(WorkFolder.Failure) -> (Sharing?, [ActivityItemResolver.Problem]) {
    var items: [ActivityItem] = []
    for item in example.items { items.append(try placed(item)) }
    var configuration = ActivityItemsConfiguration(items)
    configuration.subject = example.metadata.subject
    configuration.message = example.metadata.message
    configuration.recipients = example.metadata.recipients
    let (sharing, problems) = configuration.resolved(session.process, spoolDirectory: { nil })
    guard var sharing else { return (nil, problems) }
    for input in example.inputs {
      var value = Array(input.text.utf8)
      if definition.action.inputs.contains(where: { $0.name == input.name && $0.type == .file }) {
        value = try place(value, as: .file, mime: nil).bytes
      }
      sharing.answers.append(InputAnswer(name: input.name, value: value))
    }
    return (sharing, [])
  }

  /// An item, its file put where the example can find it.
  private func placed(_ item: RequestItem) throws(WorkFolder.Failure) -> ActivityItem {
    var result = ActivityItem(item)
    if item.kind == .file || item.kind == .image {
      let path = try place(Array(item.value.utf8), as: item.kind, mime: item.mime)
      result.value = .argument(ItemArgument(path.bytes, form: item.kind == .image ? .image : .file))
    }
    result.replacements = []
    for (type, replacement) in item.instead {
      switch replacement {
      case .leftOut: result.replacements.append((type, nil))
      case .item(let other): result.replacements.append((type, try placed(other)))
      }
    }
    return result
  }

  /// A file that lies beside the definition, or a made-up one.
  private func place(_ path: [UInt8], as kind: ItemKind, mime: String?) throws(WorkFolder.Failure) -> FilePath {
    var source: FilePath?
    let leavesFolder = path.split(separator: UInt8(ascii: "/")).contains { $0 == [0x2E, 0x2E] }
    if path.first != UInt8(ascii: "/"), !leavesFolder {
      let beside = runner.process.absolute(definition.file.pathBytes).directory.appending(path)
      if unsafe access(beside.cPath, R_OK) == 0 { source = beside }
    }
    return try folder.place(path, as: kind, type: mime.map { ContentType($0) }, linkedTo: source)
  }
}

extension ActivityExample.Response {
  fileprivate var answer: Rehearsal.Response {
    var answer = Rehearsal.Response(status: status)
    answer.headers = headers.map { HTTPResponse.Header($0.name, Array($0.text.utf8)) }
    let hasType = answer.headers.contains { $0.name.lowercased() == "content-type" }
    switch body {
    case nil: return answer.withMadeUpBody()
    case .json(let json):
      answer.body = json.serializedBytes()
      if !hasType { answer.headers.append(.init("Content-Type", Array("application/json".utf8))) }
    case .text(let text):
      answer.body = Array(text.utf8)
      if !hasType { answer.headers.append(.init("Content-Type", Array("text/plain; charset=utf-8".utf8))) }
    }
    return answer
  }
}
