public import ShellSyntax
public import SourceDiagnostics

/// A shell script with placeholders, and where in the script each of them stands.
public struct ScriptTemplate: Sendable {
  public var template: Template
  public var interpreter: ShellInterpreter
  /// One place per placeholder of the template, in order.
  public var scan: ShellScan

  public init(template: Template, interpreter: ShellInterpreter, scan: ShellScan) {
    self.template = template
    self.interpreter = interpreter
    self.scan = scan
  }
}

extension ScriptTemplate {
  /// Parses a script and finds out where its placeholders stand. Mistakes of the template's syntax are added to
  /// `findings`; what the places allow is checked by `ActionChecker`.
  public static func parse(
    _ source: SourceText, interpreter: ShellInterpreter, into findings: inout [Diagnostic]
  ) -> ScriptTemplate? {
    nil
  }
}
