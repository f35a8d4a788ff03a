import ShareModel
import SourceDiagnostics
import YAMLSyntax

extension DefinitionReview {
  /// `catch-all`: a condition that everything meets, and an activity that is offered for whatever there is.
  func checkAccepts() {
    for (index, entry) in activity.accepts.enumerated() {
      if let type = entry.types.first(where: { $0 == "*/*" || $0 == "*" }) { reportAll("mime", type, index) }
      if let name = entry.names.first(where: { !$0.isEmpty && $0.utf8.allSatisfy { $0 == UInt8(ascii: "*") } }) {
        reportAll("name", name, index)
      }
      if let pattern = entry.patterns.first(where: DefinitionReview.matchesEverything) {
        reportAll("matches", pattern, index)
      }
    }
    guard activity.accepts.count > 2, activity.exclusions.isEmpty, takesEverything,
      let node = root.value(of: "accepts")
    else { return }
    report(.acceptsEverything(at: location(node)))
  }

  /// Texts, files and folders without any condition.
  private var takesEverything: Bool {
    activity.accepts.contains { $0.kind == .text && $0.isUnconditional }
      && activity.accepts.contains { $0.kind == .file && $0.isUnconditional }
      && activity.accepts.contains { entry in
        entry.types.contains { ContentType($0) == .directory } && entry.names.isEmpty && entry.minimumSize == nil
          && entry.maximumSize == nil && entry.maximumCount == nil && (entry.minimumCount ?? 0) <= 1
      }
  }

  private static func matchesEverything(_ pattern: String) -> Bool {
    pattern.isEmpty || [".*", "^.*", ".*$", "^.*$", "^", "$"].contains(pattern)
  }

  private func reportAll(_ key: String, _ value: String, _ index: Int) {
    guard let elements = root.value(of: "accepts")?.elements, elements.indices.contains(index),
      let values = elements[index][key], let node = values.elements.first(where: { $0.text == value })
    else { return }
    report(.matchesEverything(key, value, at: location(node)))
  }
}

extension AcceptEntry {
  fileprivate var isUnconditional: Bool {
    types.isEmpty && names.isEmpty && patterns.isEmpty && minimumSize == nil && maximumSize == nil
      && (minimumCount ?? 0) <= 1 && maximumCount == nil
  }
}
