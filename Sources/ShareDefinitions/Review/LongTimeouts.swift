import ShareTemplates
import SourceDiagnostics
import YAMLSyntax

extension DefinitionReview {
  /// `timeout-without-effect`: an action's timeout that the activity's always ends before.
  func checkTimeouts() {
    guard let limit = definition.action.timeout, let outer = root.value(of: "timeout") else { return }
    var found: [SourceLocation] = []
    forEachAction { action, entries in
      let key: String
      let timeout: Double?
      switch action {
      case .shell(let shell): (key, timeout) = ("shell", shell.timeout)
      case .http(let http): (key, timeout) = ("http", http.timeout)
      case .open, .none, .steps, .variants: return
      }
      guard let timeout, timeout > limit, let node = entries.value(of: key)?["timeout"] else { return }
      found.append(location(node))
    }
    for place in found { report(.timeoutWithoutEffect(at: place, outer: location(outer), limit: outer.text ?? "")) }
  }
}
