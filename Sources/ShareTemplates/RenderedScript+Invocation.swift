import ShellSyntax

extension RenderedScript {
  /// The shell and its options; the text comes next. A script ends at the first command that fails and at a variable
  /// that is not set, and in bash a pipeline fails with any of its parts.
  public var invocation: [String] {
    switch interpreter {
    case .sh: ["sh", "-eu", "-c"]
    case .bash: ["bash", "-eu", "-o", "pipefail", "-c"]
    }
  }
}
