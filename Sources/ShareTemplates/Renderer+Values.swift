import JSONSyntax
import ShareModel
import SourceDiagnostics

extension Renderer {
  /// The value that a path names, before filters; nil when it is missing.
  func lookUp(_ placeholder: Placeholder, at location: SourceLocation) throws(RenderError) -> TemplateValue? {
    let path = placeholder.path
    guard case .name(let root) = path[0] else { return nil }
    do {
      switch root {
      case "item":
        guard let item = values.item else { return nil }
        return try field(path.dropFirst(), of: item)
      case "items": return try list(path.dropFirst(), values.items)
      case "texts": return try list(path.dropFirst(), values.items.filter { $0.item.kind == .text })
      case "urls": return try list(path.dropFirst(), values.items.filter { $0.item.kind == .url })
      case "images": return try list(path.dropFirst(), values.items.filter { $0.item.kind == .image })
      case "files": return try list(path.dropFirst(), values.items.filter { $0.item.kind == .file })
      case "subject": return (values.item?.item.subject ?? values.metadata.subject).map { .text($0) }
      case "message": return values.metadata.message.map { .text($0) }
      case "recipients": return .list(values.metadata.recipients.map { .text($0) })
      case "now": return .time(values.now)
      case "work": return .path(values.workFolder)
      case "stdout", "stderr", "exit", "response": return try result(path[...], of: nil)
      default: break
      }
      guard path.count >= 2, case .name(let name) = path[1] else { return values.others[root] }
      switch root {
      case "input": return values.inputs[name]
      case "env": return values.environment(name).map { .text($0) }
      case "secret": return try values.secret(name).map { .text($0) }
      case "activity": return .text(name == "type" ? values.activityType : values.activityTitle)
      case "dirs": return values.directory(name).map { .path($0) }
      case "steps": return try result(path.dropFirst(2), of: name)
      default: return nil
      }
    } catch {
      throw RenderError(.unreadable, "'\(placeholder.name)' has no value: \(error.message)", at: location)
    }
  }

  private func list(
    _ path: ArraySlice<Placeholder.Step>, _ items: [TemplateValues.RunItem]
  ) throws(TemplateValues.Problem) -> TemplateValue? {
    if path.count == 1, path.first == .name("count") { return .number(items.count) }
    var list: [TemplateValue] = []
    for item in items {
      guard let value = try field(path, of: item) else { continue }
      list.append(value)
    }
    return .list(list)
  }

  private func field(
    _ path: ArraySlice<Placeholder.Step>, of run: TemplateValues.RunItem
  ) throws(TemplateValues.Problem) -> TemplateValue? {
    guard case .name(let name)? = path.first else { return nil }
    var second: String?
    if case .name(let text)? = path.dropFirst().first { second = text }
    let item = run.item
    switch name {
    case "kind": return .text(item.kind.rawValue)
    case "mime": return .text(item.contentType.essence)
    case "size": return item.size.map { .number($0) }
    case "text":
      switch item.content {
      case .text(let bytes): return .text(bytes)
      case .file(let path): return !run.hasText ? nil : .text(try values.readFile(path, Renderer.longestContent))
      }
    case "url":
      guard item.kind == .url else { return nil }
      return item.textBytes.flatMap { second.map { urlPart($0, of: item) } ?? .url($0) }
    case "path": return item.path.map { .path($0) }
    case "file":
      if let path = item.path { return .path(path) }
      return .path(try values.fileOfText(item))
    case "name": return item.fileName.map { .text($0) }
    case "stem": return item.fileName.map { .text(FilePath.splitName($0).stem) }
    case "extension": return item.fileName.flatMap { FilePath.splitName($0).fileExtension }.map { .text($0) }
    case "directory": return item.path.map { .path($0.directory) }
    case "match":
      if let second { return run.captures?.named[second].map { .text($0) } }
      return run.captures.map { .text($0.match) }
    default: return nil
    }
  }

  private func urlPart(_ name: String, of item: Item) -> TemplateValue? {
    guard let parts = item.textBytes.flatMap(URLParts.init) else { return nil }
    switch name {
    case "scheme": return .text(parts.scheme)
    case "host": return parts.host.map { .text($0) }
    case "port": return parts.port.map { .number(String(decoding: $0, as: UTF8.self)) }
    case "path": return .text(Array(parts.path))
    case "query": return parts.query.map { .text($0) }
    case "fragment": return parts.fragment.map { .text($0) }
    default: return nil
    }
  }

  // MARK: Results

  /// A value of an earlier step, or of the last one that ran.
  private func result(
    _ path: ArraySlice<Placeholder.Step>, of id: String?
  ) throws(TemplateValues.Problem) -> TemplateValue? {
    let step: TemplateValues.StepResult?
    if let id {
      step = values.results.last { $0.id == id }
    } else {
      step = values.results.last { if case .skipped = $0.values { false } else { true } }
    }
    switch step?.values {
    case nil, .skipped: return nil
    case .one(let result): return try value(path, of: result)
    case .each(let collection, let results):
      if let round = values.round, round.collection == collection {
        guard results.indices.contains(round.index), let result = results[round.index] else { return nil }
        return try value(path, of: result)
      }
      var list: [TemplateValue] = []
      for case let result? in results {
        guard let value = try value(path, of: result) else { continue }
        list.append(value)
      }
      return .list(list)
    }
  }

  private func value(
    _ path: ArraySlice<Placeholder.Step>, of result: ActionResult
  ) throws(TemplateValues.Problem) -> TemplateValue? {
    guard case .name(let name)? = path.first else { return nil }
    let rest = path.dropFirst()
    switch result {
    case .opened: return nil
    case .program(let program):
      switch name {
      case "exit": return .number(program.exitStatus)
      case "stderr": return .text(Renderer.withoutFinalLineBreaks(program.standardError))
      case "stdout" where rest.isEmpty: return .text(Renderer.withoutFinalLineBreaks(program.standardOutput))
      case "stdout": return try Renderer.query(rest.dropFirst(), program.standardOutput, "stdout")
      default: return nil
      }
    case .response(let response):
      guard name == "response", case .name(let field)? = rest.first else { return nil }
      switch field {
      case "status": return .number(response.status)
      case "url": return .url(response.url)
      case "text": return .text(Renderer.withoutFinalLineBreaks(response.body))
      case "file": return response.file.map { .path($0) }
      case "json": return try Renderer.query(rest.dropFirst(), response.body, "the response")
      case "headers":
        guard case .name(let header)? = rest.dropFirst().first else { return nil }
        let found = response.headers.filter { $0.name.lowercased() == header.lowercased() }
        return found.isEmpty ? nil : .text(Array(found.map(\.value).joined(separator: Array(", ".utf8))))
      default: return nil
      }
    }
  }

  /// The singular queries of RFC 9535 (2.3.5.1): names and indices, an index below 0 counting from the end.
  private static func query(
    _ path: ArraySlice<Placeholder.Step>, _ bytes: [UInt8], _ what: String
  ) throws(TemplateValues.Problem) -> TemplateValue? {
    guard var value = JSONText.read(bytes) else { throw .init("\(what) is not JSON") }
    for step in path {
      switch step {
      case .name(let name):
        guard let member = value[name] else { return nil }
        value = member
      case .index(let index):
        guard case .array(let elements) = value else { return nil }
        let position = index < 0 ? elements.count + index : index
        guard elements.indices.contains(position) else { return nil }
        value = elements[position]
      }
    }
    return .json(value)
  }

  static func withoutFinalLineBreaks(_ bytes: [UInt8]) -> [UInt8] {
    var end = bytes.count
    while end > 0, bytes[end - 1] == 0x0A {
      end -= 1
      if end > 0, bytes[end - 1] == 0x0D { end -= 1 }
    }
    return Array(bytes[..<end])
  }
}

extension Item {
  /// The name that a file has elsewhere.
  var fileName: [UInt8]? { name ?? path?.name }
}
