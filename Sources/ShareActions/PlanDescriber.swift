import ShareModel
import ShareTemplates
import SourceDiagnostics

/// Turns the actions of a plan into what people read, with secrets masked.
struct PlanDescriber {
  let mask: SecretMask
  /// Whether everything shown is UTF-8.
  private var isExact = true

  init(mask: SecretMask) { self.mask = mask }

  private mutating func shown(_ bytes: [UInt8]) -> String {
    let masked = mask.masked(bytes)
    if String(validating: masked, as: UTF8.self) == nil { isExact = false }
    return String(decoding: masked, as: UTF8.self)
  }

  private mutating func shown(_ entries: [ProcessEnvironment.Entry]) -> [PlanDescription.Variable] {
    entries.map { PlanDescription.Variable(name: shown($0.name), value: shown($0.value)) }
  }

  mutating func run(_ action: ActionPlan.Run.Action, _ itemIndexes: [Int]) -> PlanDescription.Run {
    isExact = true
    var run = PlanDescription.Run(
      itemIndexes: itemIndexes, command: .nothing, standardInput: .empty, environment: [], workingDirectory: nil,
      timeout: nil, launches: false, usesTerminal: false, isExact: true)
    switch action {
    case .nothing: break
    case .run(let planned):
      describe(planned, &run)
      if let script = planned.script {
        run.command = .script(
          interpreter: script.interpreter, text: shown(script.text), variables: shown(script.variables))
      } else {
        run.command = .arguments(planned.request.arguments.map { shown($0) })
      }
    case .open(let url, let planned):
      describe(planned, &run)
      run.command = .open(url: shown(url))
    case .request(let planned):
      run.command = .request(request(planned))
      run.timeout = planned.timeout
    case .steps(let steps):
      run.command = .steps(steps.steps.map { step($0, itemIndexes) })
    }
    run.isExact = isExact
    return run
  }

  private mutating func describe(_ planned: PlannedCommand, _ run: inout PlanDescription.Run) {
    let request = planned.request
    run.launches = request.waiting != .untilExit
    run.usesTerminal = request.terminal == .foreground
    switch request.standardInput {
    case .empty: run.standardInput = run.usesTerminal ? .terminal : .empty
    case .inherit: run.standardInput = .terminal
    case .bytes(let bytes): run.standardInput = .text(shown(bytes))
    case .file(let path): run.standardInput = .file(shown(path.bytes))
    }
    run.environment = shown(planned.addedEnvironment)
    run.workingDirectory = request.workingDirectory.map { shown($0.bytes) }
    run.timeout = run.launches || run.usesTerminal ? nil : request.timeout
  }

  private mutating func request(_ planned: PlannedRequest) -> PlanDescription.Request {
    let request = planned.request
    var headers: [PlanDescription.Variable] = []
    if request.header("Content-Type") == nil, let type = request.bodyType {
      headers.append(.init(name: "Content-Type", value: type))
    }
    for header in request.headers { headers.append(.init(name: header.name, value: shown(header.value))) }
    if let name = planned.authenticationName {
      headers.append(.init(name: "Authorization", value: name + " " + SecretMask.replacement))
    }
    let body: PlanDescription.Request.Body
    switch request.body {
    case .none: body = .none
    case .bytes(let bytes): body = .text(shown(bytes))
    case .file(let path): body = .file(shown(path.bytes))
    case .parts(let parts): body = .parts(parts.map { part($0) })
    }
    return PlanDescription.Request(
      method: request.method, url: shown(request.url), unixSocket: request.unixSocket.map { shown($0.bytes) },
      headers: headers, body: body, retries: planned.retries)
  }

  private mutating func part(_ part: HTTPRequest.Part) -> PlanDescription.Request.Part {
    var result = PlanDescription.Request.Part(
      name: part.name, filename: part.filename.map { shown($0) }, type: part.type)
    switch part.content {
    case .bytes(let bytes): result.text = shown(bytes)
    case .file(let path): result.file = shown(path.bytes)
    }
    return result
  }

  private mutating func step(_ step: PlannedSteps.Step, _ itemIndexes: [Int]) -> PlanDescription.Step {
    let state: PlanDescription.Step.State
    switch step.state {
    case .ready(let rounds):
      let wasExact = isExact
      let described = rounds.map { run($0.action, itemIndexes) }
      isExact = wasExact && described.allSatisfy(\.isExact)
      state = .ready(described)
    case .skipped: state = .skipped
    case .later: state = .later(templates: step.definition.templates.map(\.source.text).filter { !$0.isEmpty })
    }
    return PlanDescription.Step(id: step.definition.id, state: state)
  }
}
