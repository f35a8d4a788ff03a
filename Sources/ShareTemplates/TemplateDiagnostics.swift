import SourceDiagnostics

/// The wording of findings about the syntax of placeholders.
enum TemplateDiagnostics {
  static let syntax: Diagnostic.Code = "template-syntax"

  static func unclosed(_ place: SourceLocation) -> Diagnostic {
    Diagnostic(
      .error, syntax, "a placeholder is not closed", at: .init(place, "opened here"),
      helps: [.init("close it with '}}'"), literalBraces(place)])
  }

  /// The help that keeps two braces as text; `opening` is where they stand.
  private static func literalBraces(_ opening: SourceLocation, rest: String? = nil) -> Diagnostic.Help {
    let braces = braces(at: opening)
    return .init(
      "to write two braces as text, write '\(braces)\(rest ?? "")'", edits: [.init(opening, replacement: braces)])
  }

  /// A literal placeholder in quotes that do not end the YAML scalar it stands in.
  private static func braces(at place: SourceLocation) -> String {
    let start = place.range.lowerBound
    let line = place.file.lineRange(place.file.line(at: start))
    let isInDoubleQuotes = place.file.bytes[line.lowerBound..<start].contains(UInt8(ascii: "\""))
    return isInDoubleQuotes ? "{{ '{{' }}" : "{{ \"{{\" }}"
  }

  static func singleBrace(_ place: SourceLocation, end: SourceLocation) -> Diagnostic {
    Diagnostic(
      .error, syntax, "a placeholder ends with one brace", at: .init(place, "one '}'"),
      helps: [.init("close it with '}}'", edits: [.init(end, replacement: "}")])])
  }

  static func empty(_ place: SourceLocation) -> Diagnostic {
    Diagnostic(
      .error, syntax, "a placeholder names no value", at: .init(place, "empty"),
      helps: [.init("name a value, such as '{{ item.text }}'")])
  }

  static func foreignPlaceholder(
    _ place: SourceLocation, begins character: String, opening: SourceLocation, rest: String
  ) -> Diagnostic {
    Diagnostic(
      .error, syntax, "a placeholder begins with '\(character)', not with a name", at: .init(place, "not a value"),
      helps: [literalBraces(opening, rest: rest)])
  }

  static func missingName(_ place: SourceLocation, after separator: String) -> Diagnostic {
    let what = separator == "|" ? "filter" : "name"
    return Diagnostic(
      .error, syntax, "no \(what) follows '\(separator)'", at: .init(place, "\(what) missing"),
      helps: [.init("add a \(what), or leave out the '\(separator)'")])
  }

  static func missingArgument(_ place: SourceLocation, filter: String) -> Diagnostic {
    Diagnostic(
      .error, syntax, "an argument of the filter '\(filter)' is missing", at: .init(place, "nothing follows"),
      helps: [.init("arguments are words, numbers, or texts in quotes: \(filter): 'text'")])
  }

  static func badIndex(_ place: SourceLocation) -> Diagnostic {
    Diagnostic(
      .error, syntax, "invalid brackets in a path", at: .init(place, "invalid"),
      helps: [.init("write a position as '[0]' and a member's name as '[\"a b\"]'")])
  }

  static func badEscape(_ place: SourceLocation) -> Diagnostic {
    Diagnostic(
      .error, syntax, "invalid escape in a text", at: .init(place, "invalid escape"),
      helps: [.init(#"known are \n, \r, \t, \\, \' and \"; a backslash itself is \\"#)])
  }

  static func unterminatedString(_ place: SourceLocation) -> Diagnostic {
    Diagnostic(
      .error, syntax, "a text in a placeholder has no closing quote", at: .init(place, "opened here"),
      helps: [.init("close it with the quote that opens it")])
  }

  static func trailing(_ place: SourceLocation, text: String) -> Diagnostic {
    Diagnostic(
      .error, syntax, "unexpected '\(text)' in a placeholder", at: .init(place, "unexpected"),
      helps: [.init("a placeholder is '{{ value | filter: argument, argument }}'")])
  }

  static func badCharacter(_ place: SourceLocation, character: String) -> Diagnostic {
    Diagnostic(
      .error, syntax, "invalid character '\(character)' in a placeholder", at: .init(place, "invalid"),
      helps: [.init("names have letters, digits, '_' and '-'; other texts stand in quotes")])
  }
}
