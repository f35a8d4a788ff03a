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
}
