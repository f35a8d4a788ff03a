public import SourceDiagnostics

/// The wording of what is wrong with examples.
extension Diagnostic {
  static func notAURL(_ text: String, at location: SourceLocation) -> Diagnostic {
    Diagnostic(
      .error, "invalid-url", "'\(text)' is not an absolute URL", at: Label(location, "no URL"),
      helps: [Help("begin it with its scheme, such as https://; 'text' shares any words")])
  }

  static func unknownInput(_ name: String, among known: [String], edits: Bool, at location: SourceLocation)
    -> Diagnostic
  {
    let near = Suggestion.nearest(to: name, in: known)
    let list =
      known.isEmpty ? "the activity has no inputs" : "inputs are \(known.map { "'\($0)'" }.joined(separator: ", "))"
    return Diagnostic(
      .error, "unknown-input", "there is no input '\(name)'", at: Label(location, "unknown input"),
      helps: [
        near.map { Help("did you mean '\($0)'?", edits: edits ? [Edit(location, replacement: $0)] : []) } ?? Help(list)
      ])
  }

  /// Something else came of an example than it says.
  ///
  /// - Parameters:
  ///   - message: What differs.
  ///   - label: What stands at the place.
  ///   - notes: Both sides where a line does not show them.
  public static func unmetExpectation(
    _ message: String, at location: SourceLocation, _ label: String, notes: [String] = []
  ) -> Diagnostic {
    var finding = Diagnostic(.error, "unmet-expectation", message, at: Label(location, label))
    finding.notes = notes
    return finding
  }

  /// An example that cannot be tried at all.
  public static func invalidExample(
    _ message: String, at location: SourceLocation, help: String
  ) -> Diagnostic {
    Diagnostic(.error, "invalid-example", message, at: Label(location, "in this example"), helps: [Help(help)])
  }
}
