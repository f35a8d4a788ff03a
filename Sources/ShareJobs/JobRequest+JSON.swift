import JSONSyntax
import ShareModel

// How a request is stored, without its definition. A text is stored as itself; bytes that are no UTF-8 in hexadecimal.
extension JobRequest {
  var json: JSONValue {
    .object([
      JSONMember("items", .array(items.map(\.json))),
      JSONMember("subject", .optional(metadata.subject)), JSONMember("message", .optional(metadata.message)),
      JSONMember("recipients", .array(metadata.recipients.map { .string($0) })),
      JSONMember("exclude", .array(exclusions.map(\.json))),
      JSONMember(
        "only",
        .array(
          only.map { only in
            .object([
              JSONMember("patterns", .array(only.patterns.map { .string($0) })),
              JSONMember("origin", only.origin.json),
            ])
          })),
      JSONMember("answers", .array(answers.map(\.json))),
      JSONMember("environment", .array(environment.map(\.json))),
      JSONMember("folders", .array(folders.map { .bytes($0.bytes) })),
      JSONMember("definition", .string(definition.path)),
      JSONMember(
        "followers",
        .array(
          followers.map {
            .object([JSONMember("path", .string($0.path)), JSONMember("content", .bytes($0.content))])
          })),
      JSONMember("answersOfFollowers", .array(answersOfFollowers.map(\.json))),
      JSONMember("output", outputFolder.map { .bytes($0.bytes) } ?? .null),
    ])
  }

  /// Nil when it is none of ours.
  init?(_ json: JSONValue, activityType: ActivityType, definition: [UInt8]) {
    guard let path = json["definition"]?.text, let elements = json["items"]?.elements,
      let rules = json["exclude"]?.elements, let lists = json["only"]?.elements,
      let next = json["followers"]?.elements
    else { return nil }
    let followers = next.compactMap { value -> Definition? in
      guard let path = value["path"]?.text, let content = value["content"]?.bytes else { return nil }
      return Definition(path: path, content: content)
    }
    let items = elements.compactMap(SharedFile.init)
    let exclusions = rules.compactMap(Rule.init(json:))
    let only = lists.compactMap { value -> Only? in
      guard let origin = value["origin"].flatMap(RuleOrigin.init(json:)) else { return nil }
      return Only(patterns: value["patterns"]?.texts ?? [], origin: origin)
    }
    // A rule that cannot be read is never skipped.
    guard items.count == elements.count, exclusions.count == rules.count, only.count == lists.count,
      followers.count == next.count
    else { return nil }
    self.init(
      activityType: activityType, definition: Definition(path: path, content: definition), items: items,
      metadata: Metadata(
        subject: json["subject"]?.text, message: json["message"]?.text, recipients: json["recipients"]?.texts ?? []),
      exclusions: exclusions, only: only,
      answers: (json["answers"]?.elements ?? []).compactMap(NamedBytes.init),
      environment: (json["environment"]?.elements ?? []).compactMap(NamedBytes.init),
      folders: (json["folders"]?.elements ?? []).compactMap { $0.bytes.map(FilePath.init(bytes:)) })
    self.followers = followers
    answersOfFollowers = (json["answersOfFollowers"]?.elements ?? []).compactMap(NamedBytes.init)
    outputFolder = json["output"]?.bytes.map(FilePath.init(bytes:))
  }
}

extension JobRequest.NamedBytes {
  fileprivate var json: JSONValue { .array([.bytes(name), .bytes(value)]) }

  fileprivate init?(_ json: JSONValue) {
    guard let parts = json.elements, parts.count == 2, let name = parts[0].bytes, let value = parts[1].bytes else {
      return nil
    }
    self.init(name, value)
  }
}

extension JobRequest.SharedFile {
  fileprivate var json: JSONValue {
    var members = [JSONMember("kind", .string(item.kind.rawValue))]
    switch item.content {
    case .text(let bytes): members.append(JSONMember("text", .bytes(bytes)))
    case .file(let path): members.append(JSONMember("path", .bytes(path.bytes)))
    }
    members.append(JSONMember("type", .string(item.contentType.essence)))
    if let size = item.size { members.append(JSONMember("size", .number(size))) }
    if let name = item.name { members.append(JSONMember("name", .bytes(name))) }
    if let subject = item.subject { members.append(JSONMember("subject", .string(subject))) }
    if let type = item.contentTypeByContent { members.append(JSONMember("byContent", .string(type.essence))) }
    if item.isTemporary { members.append(JSONMember("temporary", .boolean(true))) }
    if let stamp {
      members.append(JSONMember("stamp", .array([.number(stamp.size), .number(stamp.modified)])))
    }
    return .object(members)
  }

  fileprivate init?(_ json: JSONValue) {
    guard let kind = json["kind"]?.text.flatMap(ItemKind.init), let type = json["type"]?.text else { return nil }
    let content: Item.Content
    if let bytes = json["text"]?.bytes {
      content = .text(bytes)
    } else if let path = json["path"]?.bytes {
      content = .file(FilePath(bytes: path))
    } else {
      return nil
    }
    let stamp = json["stamp"]?.elements?.compactMap(\.integer)
    self.init(
      Item(
        kind: kind, content: content, contentType: ContentType(type), size: json["size"]?.integer,
        name: json["name"]?.bytes, subject: json["subject"]?.text,
        contentTypeByContent: json["byContent"]?.text.map { ContentType($0) },
        isTemporary: json["temporary"] == .boolean(true)),
      stamp: stamp.flatMap { $0.count == 2 ? FileStamp(size: $0[0], modified: $0[1]) : nil })
  }
}
