import ShareModel
import ShareTemplates
import Synchronization

/// Where the templates of one performance get their values.
struct ValueSources {
  let request: ActionRequest
  let surroundings: Surroundings
  let purpose: ActionPlanner.Purpose
  let secrets: SecretRecorder
  /// All items that take part: one array for all runs, or ten thousand runs would hold ten thousand items each.
  private let items: [TemplateValues.RunItem]

  init(request: ActionRequest, surroundings: Surroundings, purpose: ActionPlanner.Purpose, secrets: SecretRecorder) {
    self.request = request
    self.surroundings = surroundings
    self.purpose = purpose
    self.secrets = secrets
    items = request.itemIndexes.map(request.runItem)
  }

  /// The values of one run and its work folder, which is made when a template names it or a text is to be in a file.
  func values(
    for indexes: [Int], in workFolder: WorkFolder
  ) throws(Outcome.Failure) -> TemplateValues {
    var path = WorkFolder.describedPath(environment: surroundings.environment)
    if purpose == .performing, request.facts.namesWorkFolder {
      do {
        path = try workFolder.path()
      } catch {
        throw Outcome.Failure(error)
      }
    }
    var values = TemplateValues(
      activityType: request.activity.type.rawValue,
      activityTitle: request.activity.title.resolved(for: surroundings.languages), now: surroundings.now(),
      workFolder: path)
    values.items = items
    if request.isPerItem, let index = indexes.first { values.item = request.runItem(index) }
    values.metadata = request.metadata
    values.inputs = request.inputs
    values.secretInputs = Set(request.action.inputs.filter { $0.type == .secret }.map(\.name))
    let surroundings = surroundings
    values.environment = { name in
      surroundings.environment[name].flatMap { $0.isEmpty ? nil : $0 } ?? surroundings.configuredEnvironment[name]
        ?? surroundings.environment[name]
    }
    let secrets = secrets
    values.secret = { name throws(TemplateValues.Problem) in
      try secrets.value(of: name) { () throws(TemplateValues.Problem) in try surroundings.secret(name) }
    }
    values.directory = { surroundings.folder($0) }
    values.fileOfText = fileOfText(workFolder, path)
    return values
  }

  /// Writes a text item into the work folder once, however often it is named.
  private func fileOfText(
    _ workFolder: WorkFolder, _ described: FilePath
  ) -> @Sendable (Item) throws(TemplateValues.Problem) -> FilePath {
    let written = WrittenFiles()
    let purpose = purpose
    return { item throws(TemplateValues.Problem) in
      let name = item.name ?? Array((item.kind == .url ? "link.txt" : "text.txt").utf8)
      if purpose == .description { return described.appending(name) }
      return try written.path(of: item) { () throws(TemplateValues.Problem) in
        do throws(WorkFolder.Failure) {
          return try workFolder.write(item.textBytes ?? [], named: name)
        } catch {
          throw TemplateValues.Problem(Outcome.Failure(error).message)
        }
      }
    }
  }
}

/// The files that text items were written to.
private final class WrittenFiles: Sendable {
  private let files = Mutex<[(item: Item, path: FilePath)]>([])

  func path(
    of item: Item, _ write: () throws(TemplateValues.Problem) -> FilePath
  ) throws(TemplateValues.Problem) -> FilePath {
    try files.withLock { (files) throws(TemplateValues.Problem) in
      if let file = files.first(where: { $0.item == item }) { return file.path }
      let path = try write()
      files.append((item, path))
      return path
    }
  }
}

/// The secrets that were looked up: each once, as that may run a program that asks, and hidden from then on.
final class SecretRecorder: Sendable {
  private struct State {
    var mask = SecretMask()
    var values: [String: [UInt8]?] = [:]
  }

  private let state = Mutex(State())

  func note(_ value: [UInt8]) { state.withLock { $0.mask.insert(value) } }

  func value(
    of name: String, _ lookUp: () throws(TemplateValues.Problem) -> [UInt8]?
  ) throws(TemplateValues.Problem) -> [UInt8]? {
    if let known = state.withLock({ $0.values[name] }) { return known }
    let value = try lookUp()
    state.withLock { state in
      state.values.updateValue(value, forKey: name)
      if let value { state.mask.insert(value) }
    }
    return value
  }

  var mask: SecretMask { state.withLock { $0.mask } }
}
