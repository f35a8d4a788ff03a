public import JSONSyntax
public import ShareModel

// The shape that programs read: stable, described by a published schema.
extension Outcome {
  /// Everything that is known of a performance.
  public var json: JSONValue {
    .object(
      [JSONMember("activityType", .string(activityType.rawValue))]
        + Outcome.members(
          status: status, evidence: evidence, returnedItems: returnedItems, skippedItems: skippedItems, error: error,
          exitStatus: exitStatus, httpStatus: httpStatus, standardOutput: standardOutput,
          durationMilliseconds: durationMilliseconds) + [
          JSONMember(
            "runs",
            .array(
              runs.map { run in
                .object(
                  [
                    JSONMember("activityType", .string((run.follower ?? activityType).rawValue)),
                    JSONMember("items", .array(run.itemIndexes.map { .number($0) })),
                  ]
                    + Outcome.members(
                      status: run.status, evidence: run.evidence, returnedItems: run.returnedItems, skippedItems: [],
                      error: run.error, exitStatus: run.exitStatus, httpStatus: run.httpStatus,
                      standardOutput: run.standardOutput, durationMilliseconds: run.durationMilliseconds))
              }))
        ])
  }

  private static func members(
    status: Status, evidence: Evidence?, returnedItems: [ReturnedItem]?, skippedItems: [SkippedItem], error: Failure?,
    exitStatus: Int?, httpStatus: Int?, standardOutput: [UInt8]?, durationMilliseconds: Int
  ) -> [JSONMember] {
    [
      JSONMember("completed", .boolean(status == .completed)),
      JSONMember("status", .string(status.rawValue)),
      JSONMember("evidence", evidence.map { .string($0.rawValue) } ?? .null),
      JSONMember("returnedItems", returnedItems.map { .array($0.map(\.json)) } ?? .null),
      JSONMember(
        "skippedItems",
        .array(
          skippedItems.map {
            .object([JSONMember("item", .number($0.index)), JSONMember("message", .string($0.message))])
          })),
      JSONMember("error", error?.json ?? .null),
      JSONMember("exitStatus", exitStatus.map { .number($0) } ?? .null),
      JSONMember("httpStatus", httpStatus.map { .number($0) } ?? .null),
      JSONMember("stdout", standardOutput.map { .string(String(decoding: $0, as: UTF8.self)) } ?? .null),
      JSONMember("durationMs", .number(durationMilliseconds)),
    ]
  }
}

extension Outcome.Failure {
  public var json: JSONValue {
    .object([JSONMember("code", .string(code)), JSONMember("message", .string(message))])
  }
}

extension ReturnedItem {
  /// A file's `uri` is exact for any bytes; `path` is there when the name is UTF-8.
  public var json: JSONValue {
    var members = [
      JSONMember("kind", .string(item.kind.rawValue)), JSONMember("name", name.map { .string($0) } ?? .null),
    ]
    switch item.content {
    case .text(let bytes):
      members.append(JSONMember(item.kind == .url ? "url" : "text", .string(String(decoding: bytes, as: UTF8.self))))
    case .file(let path):
      if let text = path.text { members.append(JSONMember("path", .string(text))) }
      members.append(JSONMember("uri", .string(path.uri)))
    }
    members.append(JSONMember("mime", .string(item.contentType.essence)))
    return .object(members)
  }
}
