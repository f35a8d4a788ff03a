import ShareModel
import ShareTemplates
import SourceDiagnostics
import YAMLSyntax

/// What an example says that cannot be, whatever would come of it.
extension DecodingContext {
  mutating func checkItems(_ items: [RequestItem]) {
    for item in items where item.kind == .url && !URLParts.isAbsoluteURL(Array(item.value.utf8)) {
      report(.notAURL(item.value, at: item.location))
    }
  }

  /// Every answer belongs to an input, which takes it unless it is to be refused.
  mutating func checkInputs(_ node: YAMLNode?, _ action: ActivityAction, isToFail: Bool) {
    guard let entries = node?.entries else { return }
    for entry in entries {
      guard let name = entry.key.text else { continue }
      guard let input = action.inputs.first(where: { $0.name == name }) else {
        report(
          .unknownInput(
            name, among: action.inputs.map(\.name), edits: isOnOneLine(entry.key), at: location(of: entry.key)))
        continue
      }
      if !isToFail, let text = entry.value.text { checkAnswer(text, to: input, key: name, at: entry.value) }
    }
  }

  /// What an example gives and expects belongs to what the activity does, and to whether it does anything.
  mutating func checkParts(_ example: YAMLMapping, _ expected: YAMLMapping, _ action: ActivityAction) {
    let isOffered = boolean(expected.value(of: "offered")) ?? true
    let answers = example.filter { $0.key.text == "response" || $0.key.text == "run" }
    for entry in answers + expected {
      guard let name = entry.key.text else { continue }
      let place = location(of: entry.key)
      let part = DecodingContext.parts[name] ?? ""
      // That there is none of something is true of what has none.
      if entry.value.isEmptyCollection { continue }
      if name == "reason" {
        if isOffered { report(.keyDoesNotApply("reason", to: "'offered: false'", at: place)) }
      } else if !isOffered, part != "" || name == "error" {
        report(.keyDoesNotApply(name, to: "activities that are offered", at: place))
      } else if !action.isBroken, part != "", !action.has(part) {
        report(.keyDoesNotApply(name, to: "activities with '\(part)'", at: place))
      }
    }
  }

  /// The part of an activity that answers and expectations are about.
  private static let parts = [
    "response": "http", "run": "shell",
    "argv": "shell", "script": "shell", "stdin": "shell", "env": "shell", "request": "http", "requests": "http",
    "open": "open", "returns": "returns",
  ]
}

extension YAMLNode {
  fileprivate var isEmptyCollection: Bool {
    switch content {
    case .scalar: false
    case .sequence(let nodes): nodes.isEmpty
    case .mapping(let entries): entries.isEmpty
    }
  }
}

extension ActivityAction {
  /// Whether a program is run, a request sent, something opened or returned.
  fileprivate func has(_ part: String) -> Bool {
    if part == "returns" {
      if returns != nil { return true }
      guard case .variants(let variants) = body else { return false }
      return variants.contains { $0.returns != nil }
    }
    return body.has(part)
  }
}

extension ActionBody {
  fileprivate func has(_ part: String) -> Bool {
    switch self {
    case .none: false
    case .shell: part == "shell"
    case .http: part == "http"
    case .open: part == "open"
    case .steps(let steps): steps.contains { $0.body.has(part) }
    case .variants(let variants): variants.contains { $0.body.has(part) }
    }
  }
}
