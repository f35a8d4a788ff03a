internal import JSONSyntax
internal import ShareActions
internal import ShareModel
internal import SourceDiagnostics

/// A plan for people: what would run, each value as it would be handed over.
enum PlanText {
  static func describe(_ plan: PlanDescription) -> String {
    var text = "activity: \(plan.activityType)\n"
    for skipped in plan.skippedItems {
      text += "skipped: item \(skipped.index + 1), \(TerminalText.escaped(skipped.message))\n"
    }
    for run in plan.runs {
      text += "run for " + (run.itemIndexes.count == 1 ? "item " : "items ")
      text += run.itemIndexes.map { String($0 + 1) }.joined(separator: ", ") + ":\n"
      text += describe(run)
    }
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
  var json: JSONValue {
    .object([
      JSONMember("activityType", .string(activityType.rawValue)),
      JSONMember(
        "skippedItems",
        .array(
          skippedItems.map {
            .object([JSONMember("item", .number($0.index)), JSONMember("message", .string($0.message))])
          })),
      JSONMember("runs", .array(runs.map(\.json))),
    ])
  }
}

extension PlanDescription.Run {
  fileprivate var json: JSONValue {
    var members = [JSONMember("items", .array(itemIndexes.map { .number($0) }))]
    switch command {
    case .nothing: break
    case .arguments(let arguments): members.append(JSONMember("argv", .array(arguments.map { .string($0) })))
    case .script(let interpreter, let text, let variables):
      members.append(JSONMember("interpreter", .array(interpreter.map { .string($0) })))
      members.append(JSONMember("script", .string(text)))
      members.append(JSONMember("variables", .object(variables.map { JSONMember($0.name, .string($0.value)) })))
    case .open(let url): members.append(JSONMember("open", .string(url)))
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
    return .object(members)
  }
}
