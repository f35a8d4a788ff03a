public import JSONSyntax
public import ShareModel

// Reads what `Outcome.json` writes, for outcomes that were stored.
extension Outcome {
  /// Nil when it is none.
  public init?(json: JSONValue) {
    guard let type = json["activityType"]?.text, let run = Run(members: json, itemIndexes: []) else { return nil }
    self.init(
      activityType: ActivityType(rawValue: type), status: run.status, evidence: run.evidence,
      returnedItems: run.returnedItems,
      skippedItems: (json["skippedItems"]?.elements ?? []).compactMap { value in
        guard let index = value["item"]?.integer, let message = value["message"]?.text else { return nil }
        return SkippedItem(index: index, message: message)
      },
      error: run.error, exitStatus: run.exitStatus, httpStatus: run.httpStatus, standardOutput: run.standardOutput,
      durationMilliseconds: run.durationMilliseconds, runs: (json["runs"]?.elements ?? []).compactMap(Run.init(json:)))
  }
}

extension Outcome.Run {
  /// Nil when it is none.
  public init?(json: JSONValue) {
    guard let indexes = json["items"]?.elements?.compactMap(\.integer) else { return nil }
    self.init(members: json, itemIndexes: indexes)
  }

  fileprivate init?(members json: JSONValue, itemIndexes: [Int]) {
    guard let status = json["status"]?.text.flatMap(Outcome.Status.init) else { return nil }
    self.init(
      itemIndexes: itemIndexes, status: status, evidence: json["evidence"]?.text.flatMap(Outcome.Evidence.init),
      returnedItems: json["returnedItems"]?.elements?.compactMap(ReturnedItem.init(json:)),
      error: json["error"].flatMap { error in
        guard let code = error["code"]?.text, let message = error["message"]?.text else { return nil }
        return Outcome.Failure(code: code, message: message)
      },
      exitStatus: json["exitStatus"]?.integer, httpStatus: json["httpStatus"]?.integer,
      standardOutput: json["stdout"]?.text.map { Array($0.utf8) },
      durationMilliseconds: json["durationMs"]?.integer ?? 0)
  }
}

extension ReturnedItem {
  /// Nil when it is none.
  public init?(json: JSONValue) {
    guard let kind = json["kind"]?.text.flatMap(ItemKind.init), let type = json["mime"]?.text else { return nil }
    let content: Item.Content
    if let text = json["url"]?.text ?? json["text"]?.text {
      content = .text(Array(text.utf8))
    } else if let path = json["uri"]?.text.flatMap(FilePath.init(uri:)) {
      content = .file(path)
    } else {
      return nil
    }
    var size: Int?
    if case .text(let bytes) = content { size = bytes.count }
    self.init(
      item: Item(kind: kind, content: content, contentType: ContentType(type), size: size), name: json["name"]?.text)
  }
}
