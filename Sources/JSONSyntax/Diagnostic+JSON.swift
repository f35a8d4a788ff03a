public import SourceDiagnostics

extension Diagnostic {
  /// The finding as `validate --json` prints it. The label of the primary place is left out, that of a related place is
  /// its message.
  public var json: JSONValue {
    .object(
      [JSONMember("code", .string(code.rawValue)), JSONMember("severity", .string(severity.rawValue))]
        + [JSONMember("message", .string(message))] + primary.location.jsonMembers
        + [
          JSONMember(
            "related",
            .array(related.map { .object($0.location.jsonMembers + [JSONMember("message", .string($0.text))]) })),
          JSONMember("helps", .array(helps.map(\.json))),
        ]
        + (notes.isEmpty ? [] : [JSONMember("notes", .array(notes.map { .string($0) }))]))
  }

  /// All findings of a run with their numbers; `files` is how many files were read, those without a finding too.
  public static func json(_ findings: [Diagnostic], files: Int) -> JSONValue {
    let errors = findings.count { $0.severity == .error }
    return .object([
      JSONMember("diagnostics", .array(findings.map(\.json))),
      JSONMember(
        "summary",
        .object([
          JSONMember("errors", .number(errors)), JSONMember("warnings", .number(findings.count - errors)),
          JSONMember("files", .number(files)),
        ])),
    ])
  }
}

extension Diagnostic.Help {
  fileprivate var json: JSONValue {
    .object([
      JSONMember("message", .string(message)),
      JSONMember(
        "edits",
        .array(edits.map { .object($0.location.jsonMembers + [JSONMember("replacement", .string($0.replacement))]) })),
    ])
  }
}

extension SourceLocation {
  fileprivate var jsonMembers: [JSONMember] {
    [
      JSONMember("file", .string(file.path)),
      JSONMember(
        "range",
        .object([
          JSONMember("start", file.position(at: range.lowerBound).json),
          JSONMember("end", file.position(at: range.upperBound).json),
        ])),
    ]
  }
}

extension SourcePosition {
  fileprivate var json: JSONValue {
    .object([
      JSONMember("line", .number(line)), JSONMember("column", .number(column)), JSONMember("offset", .number(offset)),
    ])
  }
}
