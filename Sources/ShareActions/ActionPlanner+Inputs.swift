public import ShareModel
public import ShareTemplates

extension ActionPlanner {
  /// What an input's default comes to, for whoever asks the person; nil without one, or when its value is missing. An
  /// input is asked once, so of an action that runs once per item the first item counts.
  public func defaultValue(
    of input: InputDefinition, for request: ActionRequest
  ) throws(Outcome.Failure) -> [UInt8]? {
    guard let template = input.defaultValue else { return nil }
    if let literal = template.literalText { return Array(literal.utf8) }
    let sources = ValueSources(
      request: request, surroundings: surroundings, purpose: .description, secrets: SecretRecorder())
    let folder = WorkFolder(environment: surroundings.environment)
    var values = try sources.values(for: request.runs.first ?? [], in: folder)
    values.item = request.itemIndexes.first.map(request.runItem)
    var renderer = Renderer(values)
    return try rendering { () throws(RenderError) in try renderer.text(template) }
  }
}
