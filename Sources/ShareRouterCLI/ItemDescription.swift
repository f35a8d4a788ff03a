internal import JSONSyntax
internal import ShareModel
internal import ShareRouting
internal import SourceDiagnostics

extension Item {
  /// The item in JSON: the URI of a file is exact for any bytes; the path is there when the name is UTF-8.
  var json: JSONValue {
    var members = [JSONMember("kind", .string(kind.rawValue))]
    switch content {
    case .text(let bytes):
      members.append(JSONMember(kind == .url ? "url" : "text", .string(String(decoding: bytes, as: UTF8.self))))
    case .file(let path):
      if let text = path.text { members.append(JSONMember("path", .string(text))) }
      members.append(JSONMember("uri", .string(path.uri)))
    }
    members.append(JSONMember("mime", .string(contentType.essence)))
    if let size { members.append(JSONMember("size", .number(size))) }
    return .object(members)
  }

  /// What tells the item from its neighbours: a file's name, the beginning of a text; escaped for the terminal.
  var label: String {
    switch content {
    case .text(let bytes):
      var text = String(decoding: bytes.prefix(200), as: UTF8.self)
      if text.count > 60 { text = text.prefix(59) + "…" }
      return "“\(TerminalText.escaped(text))”"
    case .file(let path): return TerminalText.escaped(name ?? path.name)
    }
  }

  /// The item in a few words for people, escaped for the terminal.
  var shortDescription: String {
    let type = contentType == .directory ? "folder" : contentType.essence
    switch content {
    case .text(let bytes):
      return "\(kind.rawValue) \(label), \(bytes.count) bytes"
    case .file:
      return "\(kind.rawValue) \(label), \(type)" + (size.map { ", \($0) bytes" } ?? "")
    }
  }
}

extension ListCommand.Row {
  /// The decision in JSON.
  var json: JSONValue {
    .object([
      JSONMember("type", .string(key.type.rawValue)), JSONMember("title", .string(key.title)),
      JSONMember("category", .string(key.category.rawValue)), JSONMember("offered", .boolean(reason == nil)),
      JSONMember("reasons", .array(reason.map { [$0.json] } ?? [])),
    ])
  }
}

extension RoutingDecision.Reason {
  var json: JSONValue {
    .object([
      JSONMember("code", .string(code.rawValue)), JSONMember("message", .string(message)),
      JSONMember("file", file.map(JSONValue.string) ?? .null), JSONMember("line", line.map { .number($0) } ?? .null),
    ])
  }

  /// `FILE:LINE` of the rule, where it has a place.
  var place: String? { file.map { $0 + (line.map { ":\($0)" } ?? "") } }
}
