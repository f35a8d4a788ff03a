import ShellSyntax
import SourceDiagnostics

/// The wording of findings about placeholders in shell scripts.
extension PlaceDiagnostics {
  static func refused(
    _ refusal: ShellPlace.Refusal, placeholder: Placeholder, at place: SourceLocation
  ) -> Diagnostic {
    let subject = refusal.subject
    let value = "{{ \(placeholder.name) }}"
    let (message, help) = words(for: refusal.problem, subject: subject, value: value)
    var edits: [Diagnostic.Edit] = []
    if refusal.problem == .afterBackslash || refusal.problem == .afterDollar {
      // Only where the byte before stands in the file as it does in the script.
      let before = place.range.lowerBound - 1
      let byte = refusal.problem == .afterDollar ? UInt8(ascii: "$") : UInt8(ascii: "\\")
      if before >= 0, place.file.bytes[before] == byte {
        edits.append(.init(SourceLocation(file: place.file, range: before..<(before + 1)), replacement: ""))
      }
    }
    return Diagnostic(
      .error, unsafePlace, message, at: .init(place, "no value may stand here"), helps: [.init(help, edits: edits)])
  }

  private static func words(
    for problem: ShellPlace.Problem, subject: String, value: String
  ) -> (message: String, help: String) {
    switch problem {
    case .singleQuotes: ("a value stands inside '…'", "use \"…\", or no quotes at all: values are never split")
    case .dollarQuotes: ("a value stands inside $'…' or $\"…\"", "use \"…\"")
    case .backticks: ("a value stands inside backticks", "use $(…)")
    case .quotedHereDocument:
      ("a value stands in a here-document with a quoted delimiter", "write the delimiter without quotes: <<EOF")
    case .hereDocumentDelimiter: ("a value is the delimiter of a here-document", "write the delimiter literally")
    case .afterBackslash: ("a value stands after '\\'", "leave out the '\\': values are quoted by themselves")
    case .afterDollar: ("a value stands after '$'", "leave out the '$': '\(value)' alone is the value")
    case .commandName:
      ("a value decides which program is run", "write the program literally; 'case' chooses between several")
    case .evaluatedOperand:
      (
        "a value is an operand of '\(subject)', which runs it",
        "call what is needed directly, with the value as an argument"
      )
    case .variableName:
      (
        subject.isEmpty
          ? "a value stands where a variable's name is due"
          : "a value stands where '\(subject)' takes a variable's name", "write the variable's name literally"
      )
    case .parameterExpansion:
      ("a value stands inside ${…}", "assign it to a variable first: v=\(value)")
    case .subscriptIndex: ("a value is a subscript", "subscripts are evaluated: write it literally")
    case .dangerousAssignment:
      ("a value is given to the variable '\(subject)', which decides what is run", "use another variable")
    case .descriptor: ("a value stands after '>&' or '<&'", "write the descriptor literally, or '>' and a file")
    case .interpreterCode: ("a value is put into code for '\(subject)'", interpreterHelp(subject, value))
    case .unknown:
      ("it cannot be told where a value stands in the script", "check the quotes and brackets before it")
    }
  }

  /// The way to hand a value to an interpreter as data.
  static func interpreterHelp(_ program: String, _ value: String) -> String {
    guard let form = InterpreterTable.saferForm(for: program) else {
      return "hand the value over by 'stdin', a file or the environment"
    }
    let named = FilterFunctions.replace(Array(form.utf8), Array("{{ x }}".utf8), Array(value.utf8))
    return "hand the value over as data: " + String(decoding: named, as: UTF8.self)
  }

  static func noNumber(_ value: ResolvedValue, at place: SourceLocation) -> Diagnostic {
    noNumber(value.name, value.isList ? "a list" : value.isOptional ? "optional" : value.type.phrase, at: place)
  }

  static func noNumber(_ name: String, _ what: String = "a part of a text", at place: SourceLocation) -> Diagnostic {
    Diagnostic(
      .error, unsafePlace, "'\(name)' is \(what) in arithmetic", at: .init(place, "only a number may stand here"),
      helps: [.init("numbers are item.size, items.count and inputs of the type 'number'")])
  }

  static func comment(_ name: String, at place: SourceLocation) -> Diagnostic {
    Diagnostic(
      .warning, "value-in-comment", "'\(name)' stands in a comment", at: .init(place, "no effect"),
      helps: [.init("leave it out")])
  }

  static func redirection(_ name: String, at place: SourceLocation) -> Diagnostic {
    Diagnostic(
      .error, unsafePlace, "'\(name)' decides which file is written or read", at: .init(place, "a redirection"),
      helps: [.init("begin the target with literal text or a path: > {{ work }}/{{ \(name) }}")])
  }

  static func caution(_ caution: ShellWord.Caution, _ name: String, at place: SourceLocation) -> Diagnostic {
    let (message, help) =
      switch caution {
      case .echo: ("'echo' may take '\\' and '-n' in '\(name)' as its own", "write: printf '%s\\n' {{ \(name) }}")
      case .printfFormat: ("'\(name)' is the format of 'printf'", "write: printf '%s' {{ \(name) }}")
      case .curlData:
        (
          "'curl' takes '@' and '<' in '\(name)' as the name of a file",
          "use 'http', or --data-urlencode name@- with stdin"
        )
      }
    return Diagnostic(
      .warning, "value-interpreted", message, at: .init(place, "may be interpreted"), helps: [.init(help)])
  }
}
