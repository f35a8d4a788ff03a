import ShareTemplates

extension ShellAction {
  /// Every template of the action.
  var templates: [Template] {
    var result: [Template]
    switch command {
    case .script(let script): result = [script.template]
    case .arguments(let arguments):
      result = arguments.flatMap { argument in
        switch argument {
        case .single(let template): [template]
        case .group(let templates): templates
        }
      }
    }
    switch standardInput {
    case .text(let template), .file(let template): result.append(template)
    case nil: break
    }
    result += environment.map(\.value)
    if let workingDirectory { result.append(workingDirectory) }
    return result
  }
}

extension HTTPAction {
  /// Every template of the request; not `error`, which is read after the answer.
  var templates: [Template] {
    var result = [url] + query.flatMap(\.values) + headers.flatMap(\.values)
    if let unixSocket { result.append(unixSocket) }
    result += authentication?.templates ?? []
    switch body {
    case .json(let json): result += json.templates
    case .form(let fields): result += fields.flatMap(\.values)
    case .multipart(let fields): result += fields.flatMap(\.templates)
    case .text(let template), .upload(let template): result.append(template)
    case nil: break
    }
    for condition in (success?.json ?? []) + (until?.json ?? []) {
      result += condition.value?.templates ?? []
    }
    return result
  }
}

extension HTTPAction.Authentication {
  var templates: [Template] {
    switch self {
    case .bearer(let token): [token]
    case .basic(let user, let password): [user, password]
    case .oauth1(let key, let secret, let token, let tokenSecret):
      [key, secret] + [token, tokenSecret].compactMap { $0 }
    case .awsSigV4(let key, let secret, let token, let region, let service):
      [key, secret, region, service] + [token].compactMap { $0 }
    }
  }
}

extension MultipartField {
  var templates: [Template] {
    let value: Template =
      switch content {
      case .value(let template), .text(let template), .path(let template): template
      }
    return [value] + [filename, type].compactMap { $0 }
  }
}

extension JSONTemplate {
  /// The templates in the order in which they stand.
  var templates: [Template] {
    switch self {
    case .null, .boolean, .number: []
    case .text(let template): [template]
    case .array(let elements): elements.flatMap(\.templates)
    case .object(let members): members.flatMap(\.value.templates)
    }
  }
}

extension ActionStep {
  var templates: [Template] {
    if case .present(let templates) = condition { return body.templates + templates }
    return body.templates
  }
}

extension ActionBody {
  /// Every template of the action and its steps.
  var templates: [Template] {
    switch self {
    case .none, .variants: []
    case .shell(let action): action.templates
    case .http(let action): action.templates
    case .open(let template): [template]
    case .steps(let steps): steps.flatMap(\.templates)
    }
  }
}

extension ReturnTemplate {
  var templates: [Template] { [value] + (filename.map { [$0] } ?? []) }
}

extension Template {
  /// Whether a placeholder's path begins so.
  func names(_ first: String) -> Bool {
    parts.contains { part in
      if case .placeholder(let placeholder) = part { placeholder.path.first == .name(first) } else { false }
    }
  }

  /// Whether it reads what an action before it gave.
  var readsResults: Bool { ["response", "stdout", "stderr", "exit", "steps"].contains(where: names) }

  /// Whether a placeholder reads this result of a step, or of any without an id: `["response", "file"]`. What is read of
  /// the last step may be that of any.
  func readsResult(_ path: [String], of step: String? = nil) -> Bool {
    let wanted = path.map(Placeholder.Step.name)
    return placeholders.contains { placeholder in
      let path = placeholder.path
      if path.starts(with: wanted) { return true }
      guard path.first == .name("steps"), path.dropFirst(2).starts(with: wanted) else { return false }
      return step == nil || path[1] == .name(step ?? "")
    }
  }
}

extension ActionRequest {
  /// The templates that may read results: what is returned, and the steps.
  var resultTemplates: [Template] {
    var templates = (returns ?? []).flatMap(\.templates)
    if case .steps(let steps) = body { templates += steps.flatMap(\.templates) }
    return templates
  }
}
