internal import JSONSyntax
internal import ShareActions
internal import ShareModel
internal import SourceDiagnostics

/// A plan for people: what would run, each value as it would be handed over.
enum PlanText {
  /// - Parameter followers: The activities that would get what is returned.
  static func describe(_ plan: PlanDescription, followers: [ActivityType]) -> String {
    var text = "activity: \(plan.activityType)\n"
    for skipped in plan.skippedItems {
      text += "skipped: item \(skipped.index + 1), \(TerminalText.escaped(skipped.message))\n"
    }
    for run in plan.runs {
      text += "run for " + (run.itemIndexes.count == 1 ? "item " : "items ")
      text += run.itemIndexes.map { String($0 + 1) }.joined(separator: ", ") + ":\n"
      text += describe(run)
    }
    for follower in followers { text += "then: \(follower), with what is passed on to it\n" }
    return text
  }

  private static func describe(_ step: PlanDescription.Step) -> String {
    switch step.state {
    case .skipped: return "  step \(step.id): left out, as its condition does not hold\n"
    case .later(let templates):
      return "  step \(step.id): filled in when the steps before it are done\n"
        + templates.map { "    " + quoted($0) + "\n" }.joined()
    case .ready(let runs):
      if runs.isEmpty { return "  step \(step.id): there is no item for it\n" }
      return runs.map { run in
        let lines = describe(run).split(separator: "\n").map { "  " + $0 + "\n" }
        return "  step \(step.id):\n" + lines.joined()
      }.joined()
    }
  }

  private static func describe(_ request: PlanDescription.Request) -> String {
    var text = "  request: \(request.method) \(TerminalText.escaped(request.url))\n"
    if let socket = request.unixSocket { text += "  over the socket: \(quoted(socket))\n" }
    for header in request.headers { text += "    \(header.name): \(quoted(header.value))\n" }
    switch request.body {
    case .none: break
    case .text(let body): text += "  body: \(quoted(body))\n"
    case .file(let path): text += "  body from file: \(quoted(path))\n"
    case .parts(let parts):
      for part in parts {
        text += "  part \(quoted(part.name)): "
        text += part.text.map(quoted) ?? "the file " + quoted(part.file ?? "")
        if let name = part.filename { text += ", named \(quoted(name))" }
        if let type = part.type { text += ", \(type)" }
        text += "\n"
      }
    }
    if request.retries > 0 { text += "  retries: \(request.retries)\n" }
    return text
  }

  private static func describe(_ run: PlanDescription.Run) -> String {
    var text = ""
    switch run.command {
    case .nothing: text += "  nothing runs; what is returned is all\n"
    case .arguments(let arguments):
      text += "  no shell; arguments:\n"
      for argument in arguments { text += "    " + quoted(argument) + "\n" }
    case .script(let interpreter, let script, let variables):
      text += "  script for: \(interpreter.joined(separator: " "))\n"
      var lines = script.split(separator: "\n", omittingEmptySubsequences: false)
      // What follows the last line break is no line.
      if lines.last?.isEmpty == true { lines.removeLast() }
      for line in lines {
        text += "    | " + TerminalText.escaped(String(line)) + "\n"
      }
      for variable in variables { text += "  variable \(variable.name) = \(quoted(variable.value))\n" }
    case .open(let url): text += "  opens: \(quoted(url))\n"
    case .request(let request): text += describe(request)
    case .steps(let steps): text += steps.map(describe).joined()
    }
    switch run.standardInput {
    case .empty: break
    case .text(let bytes): text += "  stdin: \(quoted(bytes))\n"
    case .file(let path): text += "  stdin from file: \(quoted(path))\n"
    case .terminal: text += "  stdin: the terminal\n"
    }
    for variable in run.environment { text += "  environment \(variable.name) = \(quoted(variable.value))\n" }
    if let folder = run.workingDirectory { text += "  folder: \(quoted(folder))\n" }
    if let timeout = run.timeout { text += "  timeout: \(seconds(timeout)) s\n" }
    if run.launches { text += "  not waited for beyond a second\n" }
    if !run.isExact { text += "  bytes that are not UTF-8 are shown as U+FFFD\n" }
    return text
  }

  private static func seconds(_ number: Double) -> String {
    number == number.rounded() && number < 1e9 ? String(Int(number)) : String(number)
  }

  private static func quoted(_ text: String) -> String { "“" + TerminalText.escaped(text) + "”" }
}

extension PlanDescription {
  /// The plan in JSON.
  func json(followers: [ActivityType]) -> JSONValue {
    PlanDescription.json(
      activityType, followers: followers,
      skippedItems: skippedItems.map {
        .object([JSONMember("item", .number($0.index)), JSONMember("message", .string($0.message))])
      }, runs: runs.map(\.json), error: .null)
  }

  /// An activity of which no plan can be made.
  static func json(of type: ActivityType, _ failure: Outcome.Failure) -> JSONValue {
    json(type, followers: [], skippedItems: [], runs: [], error: failure.json)
  }

  private static func json(
    _ type: ActivityType, followers: [ActivityType], skippedItems: [JSONValue], runs: [JSONValue], error: JSONValue
  ) -> JSONValue {
    .object([
      JSONMember("activityType", .string(type.rawValue)), JSONMember("skippedItems", .array(skippedItems)),
      JSONMember("runs", .array(runs)), JSONMember("then", .array(followers.map { .string($0.rawValue) })),
      JSONMember("error", error),
    ])
  }
}

extension PlanDescription.Run {
  fileprivate var json: JSONValue {
    .object([JSONMember("items", .array(itemIndexes.map { .number($0) }))] + members)
  }

  /// What is done, without the items it is done for.
  fileprivate var members: [JSONMember] {
    var members: [JSONMember] = []
    switch command {
    case .nothing: break
    case .arguments(let arguments): members.append(JSONMember("argv", .array(arguments.map { .string($0) })))
    case .script(let interpreter, let text, let variables):
      members.append(JSONMember("interpreter", .array(interpreter.map { .string($0) })))
      members.append(JSONMember("script", .string(text)))
      members.append(JSONMember("variables", .object(variables.map { JSONMember($0.name, .string($0.value)) })))
    case .open(let url): members.append(JSONMember("open", .string(url)))
    case .request(let request): members.append(JSONMember("request", request.json))
    case .steps(let steps): members.append(JSONMember("steps", .array(steps.map(\.json))))
    }
    switch standardInput {
    case .empty, .terminal: break
    case .text(let text): members.append(JSONMember("stdin", .string(text)))
    case .file(let path): members.append(JSONMember("stdinFile", .string(path)))
    }
    members.append(JSONMember("env", .object(environment.map { JSONMember($0.name, .string($0.value)) })))
    members.append(JSONMember("cwd", workingDirectory.map(JSONValue.string) ?? .null))
    members.append(JSONMember("timeout", timeout.map { .number(String($0)) } ?? .null))
    members.append(JSONMember("launches", .boolean(launches)))
    members.append(JSONMember("exact", .boolean(isExact)))
    return members
  }
}

extension PlanDescription.Request {
  fileprivate var json: JSONValue {
    var members = [
      JSONMember("method", .string(method)), JSONMember("url", .string(url)),
      JSONMember("unixSocket", unixSocket.map(JSONValue.string) ?? .null),
      // Several of one name are possible, so this is a list.
      JSONMember(
        "headers",
        .array(headers.map { .object([JSONMember("name", .string($0.name)), JSONMember("value", .string($0.value))]) })),
    ]
    switch body {
    case .none: break
    case .text(let text): members.append(JSONMember("body", .string(text)))
    case .file(let path): members.append(JSONMember("bodyFile", .string(path)))
    case .parts(let parts):
      members.append(
        JSONMember(
          "parts",
          .array(
            parts.map { part in
              let optional = [
                ("text", part.text), ("file", part.file), ("filename", part.filename), ("type", part.type),
              ]
              return .object(
                [JSONMember("name", .string(part.name))]
                  + optional.compactMap { name, value in value.map { JSONMember(name, .string($0)) } })
            })))
    }
    members.append(JSONMember("retry", .number(retries)))
    return .object(members)
  }
}

extension PlanDescription.Step {
  fileprivate var json: JSONValue {
    var members = [JSONMember("id", .string(id))]
    switch state {
    case .skipped: members.append(JSONMember("skipped", .boolean(true)))
    case .later(let templates): members.append(JSONMember("later", .array(templates.map { .string($0) })))
    case .ready(let runs): members.append(JSONMember("rounds", .array(runs.map { .object($0.members) })))
    }
    return .object(members)
  }
}
