import Glibc
import ShareActions
import ShareRouter
import Synchronization
import TestSupport

/// A machine of one's own: a home with a configuration, and a PATH with the usual programs.
final class Machine: Sendable {
  let directory = TemporaryDirectory()

  var path: String { directory.path }

  func process(_ changes: [String: String] = [:]) -> ProcessContext {
    var environment: ProcessEnvironment = ProcessEnvironment([
      "PATH": "/usr/local/bin:/usr/bin:/bin", "LC_ALL": "C.UTF-8", "HOME": path, "XDG_CONFIG_HOME": path + "/config",
      "XDG_CONFIG_DIRS": path + "/etc", "XDG_RUNTIME_DIR": path + "/run", "TMPDIR": path,
    ])
    for (name, value) in changes { environment[name] = Array(value.utf8) }
    return ProcessContext(
      environment: environment, currentDirectory: FilePath(path), executable: FilePath("/nonexistent/bin/program"),
      userID: geteuid())
  }

  /// Writes a definition among the person's own.
  func define(_ type: String, _ text: String) {
    let category = text.contains("category:") ? "" : "category: action\n"
    directory.write(
      "config/sharerouter/activities.d/\(type).yaml", "type: \(type)\ntitle: \(type)\n\(category)\(text)")
  }

  func configure(_ text: String) { directory.write("config/sharerouter/config.yaml", text) }

  func sheet(
    _ items: [any ActivityItemConvertible], _ activities: [any ShareActivity]? = nil
  ) -> ShareSheet {
    ShareSheet(activityItems: items, applicationActivities: activities, process: process())
  }
}

/// What a completion handler was called with, each time.
final class Completions: Sendable {
  struct Call: Sendable {
    var type: ActivityType?
    var completed: Bool
    var returnedItems: [ReturnedItem]?
    var error: (any Error)?
  }

  private let list = Mutex<[Call]>([])

  var calls: [Call] { list.withLock { $0 } }

  func attach(to sheet: ShareSheet) {
    sheet.completionHandler = { [self] type, completed, returnedItems, error in
      list.withLock {
        $0.append(Call(type: type, completed: completed, returnedItems: returnedItems, error: error))
      }
    }
  }
}

/// An activity that notes what is asked of it.
struct RecordingActivity: ShareActivity {
  final class Record: Sendable {
    let calls = Mutex<[String]>([])

    func note(_ call: String) { calls.withLock { $0.append(call) } }
    func count(_ call: String) -> Int { calls.withLock { calls in calls.count { $0 == call } } }
    var all: [String] { calls.withLock { $0 } }
  }

  struct Broken: Error, Equatable {}

  let type: ActivityType
  let title: String
  var category = ActivityCategory.action
  let record = Record()
  var accepts: @Sendable ([Item]) -> Bool = { _ in true }
  var action: @Sendable ([Item]) async throws -> [ReturnedItem]? = { _ in nil }
  private var items: [Item] = []

  init(_ type: ActivityType, title: String = "Recording") {
    self.type = type
    self.title = title
  }

  func canPerform(with items: [Item]) -> Bool {
    record.note("canPerform")
    return accepts(items)
  }

  mutating func prepare(with items: [Item]) {
    record.note("prepare")
    self.items = items
  }

  func perform() async throws -> [ReturnedItem]? {
    record.note("perform")
    return try await action(items)
  }
}
