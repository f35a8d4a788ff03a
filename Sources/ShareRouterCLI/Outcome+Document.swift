internal import JSONSyntax
internal import ShareActions
internal import ShareModel

extension Outcome {
  /// The document of a sheet that was dismissed (UIKit: not completed, and without a choice the activity's type is nil).
  static func dismissed(_ type: ActivityType?) -> JSONValue {
    var members = Outcome(activityType: type ?? "", status: .cancelled).json.members
    if type == nil { members[0].value = .null }
    return .object(members)
  }

  /// One document for the outcomes of one send: that of a single activity as it is, several under one roof.
  static func json(_ outcomes: [Outcome]) -> JSONValue {
    guard outcomes.count != 1 else { return outcomes[0].json }
    let documents = outcomes.map(\.json)
    func all(_ name: String) -> [JSONValue] {
      documents.flatMap { document -> [JSONValue] in
        if case .array(let values) = document[name] { values } else { [] }
      }
    }
    let worst = outcomes.first { $0.status != .completed }
    let jobs = outcomes.compactMap(\.job).map { JSONValue.number($0) }
    let returnsNothing = outcomes.allSatisfy { $0.returnedItems == nil }
    return .object(
      [
        JSONMember("activityType", .null), JSONMember("completed", .boolean(worst == nil)),
        JSONMember("status", .string((worst?.status ?? .completed).rawValue)), JSONMember("evidence", .null),
        JSONMember("returnedItems", returnsNothing ? .null : .array(all("returnedItems"))),
        JSONMember("skippedItems", .array(all("skippedItems"))),
        JSONMember("error", worst?.json["error"] ?? .null), JSONMember("exitStatus", .null),
        JSONMember("httpStatus", .null), JSONMember("stdout", .null),
        JSONMember("durationMs", .number(outcomes.reduce(0) { $0 + $1.durationMilliseconds })),
        JSONMember("runs", .array(all("runs"))),
      ] + (jobs.isEmpty ? [] : [JSONMember("jobs", .array(jobs))]))
  }
}
