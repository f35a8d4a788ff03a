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
  /// What stands for a script whose template's syntax is wrong.
  public static func broken(_ source: SourceText, interpreter: ShellInterpreter) -> ScriptTemplate {
    ScriptTemplate(
      template: .broken(source), interpreter: interpreter, scan: ShellScan(places: [], programs: []))
  }

  /// Parses a script and finds out where its placeholders stand. Mistakes of the template's syntax are added to
  /// `findings`; what the places allow is checked by `ActionChecker`.
  public static func parse(
    _ source: SourceText, interpreter: ShellInterpreter, into findings: inout [Diagnostic]
  ) -> ScriptTemplate? {
    guard let template = Template.parse(source, into: &findings) else { return nil }
    return ScriptTemplate(
      template: template, interpreter: interpreter, scan: scan(template, interpreter, environment: [], hasInput: false))
  }

  /// Scans the script again, for where values end up that come by these variables and the standard input.
  func scan(environment: [String], hasInput: Bool) -> ShellScan {
    ScriptTemplate.scan(template, interpreter, environment: environment, hasInput: hasInput)
  }

  private static func scan(
    _ template: Template, _ interpreter: ShellInterpreter, environment: [String], hasInput: Bool
  ) -> ShellScan {
    // From the parts, because a literal placeholder (`{{ "{{" }}`) is text to the shell.
    let script = template.parts.map { part -> ArgvWord.Piece in
      switch part {
      case .literal(let text): .literal(Array(text.utf8))
      case .placeholder: .value
      }
    }
    return ShellScanner.scan(script, interpreter: interpreter, environment: environment, hasInput: hasInput)
  }
}
