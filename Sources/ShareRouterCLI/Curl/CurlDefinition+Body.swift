internal import JSONSyntax
internal import ShareModel

extension CurlDefinition {
  mutating func bodyLines() -> [String] {
    switch request.body {
    case nil: return []
    case .file(let path):
      needsItem = false
      kind = isImage(path) ? .image : .file
      if let type = request.contentType ?? request.bodyType, !type.isEmpty { request.setContentType(type) }
      return ["  upload: \"{{ item.path }}\""]
    case .parts(let parts):
      request.removeContentType()
      return ["  multipart:"] + partLines(parts)
    case .data(let data): return dataLines(data)
    }
  }

  private mutating func dataLines(_ data: String) -> [String] {
    let type = request.contentType ?? request.bodyType ?? ""
    let essence = String(type.lowercased().prefix { $0 != ";" }).trimmed
    if essence != "text/plain", let json = try? JSONValue.parse(Array(data.utf8)), json.isCollection,
      essence.hasSuffix("json") || data.trimmed.hasPrefix("{") || data.trimmed.hasPrefix("["), json.hasLiteralNames
    {
      request.setContentType(type, implied: "application/json")
      if !essence.hasSuffix("json") {
        notes.append("the body is JSON and sent as '\(type)', as curl does: a header Content-Type may be missing")
      }
      let place = needsItem ? CurlItemPlace.path(in: json) : nil
      return jsonLines(replacingTexts(in: json, at: place, []), "  json:", 4)
    }
    if essence == "application/x-www-form-urlencoded", var fields = FormText.fields(data) {
      request.setContentType(type, implied: "application/x-www-form-urlencoded")
      for index in fields.indices {
        if let suffix = CurlTemplates.secretSuffix(of: fields[index].name) {
          fields[index].value = templates.secret(fields[index].value, suffix)
        }
      }
      if needsItem, let index = CurlItemPlace.index(in: fields) {
        fields[index].value = item(insteadOf: fields[index].value)
      }
      return ["  form:"] + fieldLines(fields)
    }
    request.setContentType(type, implied: "text/plain; charset=utf-8")
    let value = needsItem && essence == "text/plain" ? item(insteadOf: data) : data
    return [entry("text", value, 2)]
  }

  /// Fields in their order; those of one name are a list.
  mutating func fieldLines(_ fields: [(name: String, value: String)]) -> [String] {
    var lines: [String] = []
    var written: Set<String> = []
    for field in fields where written.insert(field.name).inserted {
      let values = fields.filter { $0.name == field.name }.map(\.value)
      if values.count == 1 {
        lines.append(entry(field.name, field.value, 4))
      } else {
        lines.append("    \(YAMLText.scalar(field.name)):")
        for value in values { lines.append("      - \(YAMLText.scalar(templates.template(value)))") }
      }
    }
    return lines
  }

  private mutating func partLines(_ parts: [CurlRequest.Part]) -> [String] {
    var parts = parts
    let hasFile = parts.contains { if case .file = $0.content { true } else { false } }
    for index in parts.indices {
      guard case .text(let text) = parts[index].content else { continue }
      if let suffix = CurlTemplates.secretSuffix(of: parts[index].name) {
        parts[index].content = .text(templates.secret(text, suffix))
      }
    }
    if needsItem, !hasFile {
      let texts = parts.map { part -> (name: String, value: String) in
        if case .text(let text) = part.content { (part.name, text) } else { (part.name, "") }
      }
      if let index = CurlItemPlace.index(in: texts) {
        parts[index].content = .text(item(insteadOf: texts[index].value))
      }
    }
    var lines: [String] = []
    var written: Set<String> = []
    for part in parts where written.insert(part.name).inserted {
      let same = parts.filter { $0.name == part.name }
      if same.count == 1 {
        lines.append("    \(YAMLText.scalar(part.name)): \(value(of: part))")
      } else {
        lines.append("    \(YAMLText.scalar(part.name)):")
        for part in same { lines.append("      - \(value(of: part))") }
      }
    }
    return lines
  }

  private mutating func value(of part: CurlRequest.Part) -> String {
    let content: (key: String, text: String)
    switch part.content {
    case .text(let text): content = ("text", YAMLText.scalar(templates.template(text)))
    case .file(let path): content = ("path", "\"{{ \(file(path, part)) }}\"")
    }
    var settings: [String] = []
    if let type = part.type { settings.append("type: \(YAMLText.quoted(templates.template(type)))") }
    if let name = part.filename { settings.append("filename: \(YAMLText.quoted(templates.template(name)))") }
    if settings.isEmpty { return content.text }
    let text = content.text.hasPrefix("\"") ? content.text : YAMLText.quoted(content.text)
    return "{\(content.key): \(text), \(settings.joined(separator: ", "))}"
  }

  /// The first file is the one that is shared; people are asked for others.
  private mutating func file(_ path: String, _ part: CurlRequest.Part) -> String {
    if CurlTemplates.namesItem(path) {
      return path.replacing("{{", with: "").replacing("}}", with: "").trimmed
    }
    guard needsItem else {
      var name = part.name.filter { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "_" || $0 == "-") }
      if name.isEmpty { name = "file" }
      while fileInputs.contains(name) { name += "-2" }
      fileInputs.append(name)
      return "input.\(name)"
    }
    needsItem = false
    kind = part.type?.hasPrefix("image/") ?? isImage(path) ? .image : .file
    return "item.path"
  }

  private func isImage(_ path: String) -> Bool {
    let suffix = path.split(separator: ".").last?.lowercased() ?? ""
    return ["png", "jpg", "jpeg", "gif", "webp"].contains(suffix)
  }

  // MARK: JSON

  /// The value with secrets and what is shared in their places.
  private mutating func replacingTexts(
    in json: JSONValue, at place: [String]?, _ path: [String], name: String = ""
  ) -> JSONValue {
    switch json {
    case .string(let text):
      if path == place { return .string(item(insteadOf: text)) }
      if let suffix = CurlTemplates.secretSuffix(of: name) { return .string(templates.secret(text, suffix)) }
      return json
    case .array(let elements):
      return .array(
        elements.enumerated().map { replacingTexts(in: $0.element, at: place, path + [String($0.offset)], name: name) })
    case .object(let members):
      return .object(
        members.map { JSONMember($0.name, replacingTexts(in: $0.value, at: place, path + [$0.name], name: $0.name)) })
    case .null, .boolean, .number: return json
    }
  }

  /// A value behind what stands in front of it, with its members on lines of their own.
  private mutating func jsonLines(_ json: JSONValue, _ head: String, _ indent: Int) -> [String] {
    switch json {
    case .null: return [head + " null"]
    case .boolean(let value): return [head + " \(value)"]
    case .number(let digits): return [head + " " + digits]
    case .string(let text): return [head + " " + YAMLText.scalar(templates.template(text))]
    case .array([]): return [head + " []"]
    case .object([]): return [head + " {}"]
    case .array(let elements):
      let margin = String(repeating: " ", count: indent)
      return [head] + elements.flatMap { jsonLines($0, margin + "-", indent + 2) }
    case .object(let members):
      let margin = String(repeating: " ", count: indent)
      // The first member may stand beside the dash of a list's element.
      let lines = members.flatMap { jsonLines($0.value, margin + YAMLText.scalar($0.name) + ":", indent + 2) }
      guard head.hasSuffix("-"), let first = lines.first else { return [head] + lines }
      return [head + " " + first.dropFirst(indent)] + lines.dropFirst()
    }
  }
}

extension JSONValue {
  fileprivate var isCollection: Bool {
    switch self {
    case .array, .object: true
    default: false
    }
  }

  /// Whether no name of a member would be taken for a placeholder.
  fileprivate var hasLiteralNames: Bool {
    switch self {
    case .array(let elements): elements.allSatisfy(\.hasLiteralNames)
    case .object(let members): members.allSatisfy { !$0.name.contains("{{") && $0.value.hasLiteralNames }
    default: true
    }
  }
}
