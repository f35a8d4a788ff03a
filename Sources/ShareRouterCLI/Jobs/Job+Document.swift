internal import JSONSyntax
internal import ShareActions
internal import ShareJobs
internal import ShareModel
internal import ShareTemplates

// The shape that programs read: stable, like that of outcomes.
extension Job {
  /// What lists show. `progress` is null unless something is being moved.
  func json(progress: JobProgress?) -> JSONValue { .object(members(progress: progress)) }

  /// The same with what its programs wrote; bytes that are no UTF-8 are U+FFFD there.
  func json(progress: JobProgress?, log: [UInt8]) -> JSONValue {
    .object(members(progress: progress) + [JSONMember("log", .string(String(decoding: log, as: UTF8.self)))])
  }

  fileprivate func members(progress: JobProgress?) -> [JSONMember] {
    [
      JSONMember("id", .number(id)), JSONMember("state", .string(state.rawValue)),
      JSONMember("activityType", .string(activityType.rawValue)), JSONMember("summary", .string(summary)),
      JSONMember("accepted", .string(Timestamp.text(accepted))),
      JSONMember("changed", .string(Timestamp.text(changed))),
      JSONMember("due", state == .waiting ? .string(Timestamp.text(due)) : .null), JSONMember("tries", .number(tries)),
      JSONMember(
        "progress",
        progress.map { progress in
          .object([
            JSONMember("done", .number(progress.done)),
            JSONMember("total", progress.total.map { .number($0) } ?? .null),
          ])
        } ?? .null),
      JSONMember(
        "error",
        failure.map { .object([JSONMember("code", .string($0.code)), JSONMember("message", .string($0.message))]) }
          ?? .null),
    ]
  }
}

extension StoredJob {
  /// Everything but the definition.
  func json(_ store: JobStore) -> JSONValue {
    let files = store.files(of: job)
    return .object(
      job.members(progress: job.state == .running ? files.readProgress() : nil) + [
        JSONMember("items", .array((request?.items ?? []).map(\.item.json))),
        JSONMember("outcome", parsedOutcome?.json ?? .null),
      ])
  }

  /// What came of the last try.
  var parsedOutcome: Outcome? {
    outcome.flatMap { try? JSONValue.parse(Array($0.utf8)) }.flatMap(Outcome.init(json:))
  }
}

/// Times for programs (RFC 3339) and for people.
enum Timestamp {
  /// In UTC, to the second.
  static func text(_ milliseconds: Int) -> String { format(milliseconds, "%Y-%m-%dT%H:%M:%SZ", isLocal: false) }

  static func localText(_ milliseconds: Int) -> String { format(milliseconds, "%Y-%m-%d %H:%M:%S", isLocal: true) }

  private static func format(_ milliseconds: Int, _ pattern: String, isLocal: Bool) -> String {
    String(decoding: CalendarTime.format(milliseconds / 1000, pattern, isLocal: isLocal), as: UTF8.self)
  }
}
