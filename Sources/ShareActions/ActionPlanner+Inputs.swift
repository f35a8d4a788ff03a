public import ShareModel
public import ShareTemplates

extension ActionPlanner {
  /// What an input's default comes to, for whoever asks the person; nil without one, or when its value is missing.
  public func defaultValue(
    of input: InputDefinition, for request: ActionRequest
  ) throws(Outcome.Failure) -> [UInt8]? {
    guard let template = input.defaultValue else { return nil }
    if let literal = template.literalText { return Array(literal.utf8) }
    var renderer = try rendererForInputs(of: request)
    return try rendering { () throws(RenderError) in try renderer.text(template) }
  }

  /// How long a program that knows the choices of an input may take, in seconds.
  static let choicesTimeout = 15.0

  /// Runs the program that knows the choices of an input, and reads them off its lines: a value, or a value, a tab and
  /// what is shown for it. Only for an activity that was chosen: listing runs nothing. Blocks the calling thread.
  public func choices(
    by templates: [ArgumentTemplate], for request: ActionRequest
  ) throws(Outcome.Failure) -> [(value: String, label: String)] {
    var renderer = try rendererForInputs(of: request)
    let arguments = try rendering { () throws(RenderError) in try renderer.arguments(templates) }
    let process = ProcessRequest(
      arguments: arguments, environment: surroundings.programEnvironment(request.activity.type),
      workingDirectory: surroundings.workingDirectory, standardOutput: .head(limit: ProcessRequest.outputLimit),
      standardError: .tail(limit: ProcessRequest.errorTailLimit), timeout: ActionPlanner.choicesTimeout)
    let program = String(decoding: FilePath(bytes: arguments.first ?? []).name, as: UTF8.self)
    let result: ProcessResult
    do throws(ProcessError) { result = try ProcessRunner().run(process) } catch {
      throw Outcome.Failure(error)
    }
    guard result.termination == .exited(0) else {
      throw .noChoices(program, String(decoding: result.standardError.bytes, as: UTF8.self))
    }
    return String(decoding: result.standardOutput.bytes, as: UTF8.self).split(separator: "\n").map { line in
      let parts = line.split(separator: "\t", maxSplits: 1).map(String.init)
      return (parts.first ?? "", parts.last ?? "")
    }.filter { !$0.value.isEmpty }
  }

  /// Fills in what is asked before anything runs. An input is asked once, so of an action that runs once per item the
  /// first item counts.
  private func rendererForInputs(of request: ActionRequest) throws(Outcome.Failure) -> Renderer {
    let sources = ValueSources(
      request: request, surroundings: surroundings, purpose: .description, secrets: SecretRecorder())
    let folder = WorkFolder(environment: surroundings.environment)
    var values = try sources.values(for: request.runs.first ?? [], in: folder)
    values.item = request.itemIndexes.first.map(request.runItem)
    return Renderer(values)
  }
}
