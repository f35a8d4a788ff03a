import Glibc
import ShareModel
import ShareTemplates
import SourceDiagnostics
import TestSupport
import Testing

@testable import ShareActions

func template(_ text: String) throws -> Template {
  var findings: [Diagnostic] = []
  let file = SourceFile(path: "test.yaml", text: text)
  let template = Template.parse(SourceText(verbatim: text, file: file, offset: 0), into: &findings)
  #expect(findings.map(\.message) == [])
  return try #require(template)
}

func argv(_ elements: String...) throws -> ShellAction {
  ShellAction(command: .arguments(try elements.map { .single(try template($0)) }))
}

func script(_ text: String, bash: Bool = false) throws -> ShellAction {
  var findings: [Diagnostic] = []
  let file = SourceFile(path: "test.yaml", text: text)
  let source = SourceText(verbatim: text, file: file, offset: 0)
  let script = ScriptTemplate.parse(source, interpreter: bash ? .bash : .sh, into: &findings)
  #expect(findings.map(\.message) == [])
  return ShellAction(command: .script(try #require(script)))
}

func returning(_ kind: ItemKind, _ value: String, filename: String? = nil, name: String? = nil) throws -> ReturnTemplate
{
  ReturnTemplate(kind: kind, value: try template(value), filename: try filename.map { try template($0) }, name: name)
}

func textItem(_ value: String) -> Item { .text(bytes(value)) }

func fileItem(_ path: String, _ type: String = "text/plain", kind: ItemKind = .file) -> Item {
  Item(kind: kind, content: .file(FilePath(path)), contentType: ContentType(type), size: fileSize(FilePath(path)))
}

/// An activity with its surroundings in a folder of its own.
struct Bench {
  let directory = TemporaryDirectory()
  var surroundings: Surroundings
  var type: ActivityType = "com.example.test"

  init() {
    let path = directory.path
    let environment = ProcessEnvironment([
      "PATH": "\(path)/bin:/usr/bin:/bin", "HOME": path, "XDG_RUNTIME_DIR": path + "/run",
    ])
    mkdir(path + "/run", 0o700)
    surroundings = Surroundings(
      environment: environment, home: FilePath(path), now: { 1_700_000_000 },
      contentType: { file in
        let isPicture = (readFile(file.displayText) ?? []).starts(with: pngBytes.prefix(8))
        let type = ContentType(isPicture ? "image/png" : "text/plain")
        return (type, type)
      })
    surroundings.workingDirectory = FilePath(path)
    surroundings.capturesOutput = true
  }

  func request(
    _ body: ActionBody, _ items: [Item], _ change: (inout RequestDraft) throws -> Void = { _ in }
  ) throws -> ActionRequest {
    let activity = Activity(
      type: type, title: LocalizedText("Test"), category: .action,
      accepts: Set(items.map(\.kind)).map { AcceptEntry(kind: $0, origin: RuleOrigin(layer: .definition)) })
    var draft = RequestDraft(
      activity: activity, action: ActivityAction(body: body),
      decision: RoutingDecision(activityType: type, entries: items.map { _ in 0 }), items: items)
    try change(&draft)
    return draft.request
  }

  func perform(_ request: ActionRequest, interruption: Interruption? = nil) throws -> Outcome {
    let surroundings = surroundings
    return try guarded(seconds: 60) {
      ActionPerformer(runner: ProcessRunner(terminationGrace: 0.5))
        .perform(request, in: surroundings, interruption: interruption).outcome
    }
  }

  func perform(
    _ action: ShellAction, _ items: [Item], _ change: (inout RequestDraft) throws -> Void = { _ in }
  ) throws -> Outcome {
    try perform(try request(.shell(action), items, change))
  }

  /// The work folders that are there now.
  var workFolders: Int {
    guard let folder = FileDescriptor.open(bytes(directory.path + "/run/sharerouter"), O_RDONLY) else { return 0 }
    return FileTree.names(in: folder).count
  }
}

func output(_ outcome: Outcome) -> String { text(outcome.standardOutput ?? []) }

/// The first bytes of a PNG.
let pngBytes: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 0, 0, 0]

/// What a test changes before it becomes a request.
struct RequestDraft {
  var activity: Activity
  var action: ActivityAction
  var decision: RoutingDecision
  var items: [Item]
  var metadata = Metadata()
  var inputs: NamedValues = [:]

  var request: ActionRequest {
    var findings: [Diagnostic] = []
    return ActionRequest(
      activity: activity, action: action, facts: ActionChecker.check(action, of: activity, into: &findings),
      decision: decision, items: items, metadata: metadata, inputs: inputs)
  }
}
