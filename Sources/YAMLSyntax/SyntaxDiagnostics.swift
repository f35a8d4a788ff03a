import SourceDiagnostics

/// The wording of syntax errors: the mistake that was made, at its place, rather than where the parser stumbled.
enum SyntaxDiagnostics {
  private static func error(
    _ code: Diagnostic.Code, _ message: String, _ location: SourceLocation, _ label: String,
    related: [Diagnostic.Label] = [], _ helps: Diagnostic.Help...
  ) -> Diagnostic {
    Diagnostic(.error, code, message, at: .init(location, label), related: related, helps: helps)
  }

  private static func quoting(_ message: String, _ location: SourceLocation, _ quoted: String?) -> Diagnostic.Help {
    guard let quoted else { return .init(message) }
    return .init("\(message): \(quoted)", edits: [.init(location, replacement: quoted)], isCertain: true)
  }

  static func other(_ message: String, _ location: SourceLocation, context: Diagnostic.Label?) -> Diagnostic {
    error(
      "yaml-syntax", message, location, "invalid YAML", related: context.map { [$0] } ?? [],
      .init("put the value in quotes when a text is meant, and look at the line above"))
  }

  // MARK: - Values that need quotes

  static func unquotedTemplate(_ location: SourceLocation, quoted: String) -> Diagnostic {
    error(
      "unquoted-template", "a value that begins with '{{' is not in quotes", location, "YAML takes '{' for a mapping",
      quoting("put the value in quotes", location, quoted))
  }

  static func templateInBrackets(_ location: SourceLocation, quoted: String) -> Diagnostic {
    error(
      "unquoted-template", "a value with a placeholder in it is not in quotes inside brackets", location,
      "YAML takes '{' for a mapping", quoting("put the value in quotes", location, quoted))
  }

  static func unquotedSpecial(_ character: String, _ location: SourceLocation, quoted: String) -> Diagnostic {
    error(
      "unquoted-special", "a value that begins with '\(character)' is not in quotes", location,
      "'\(character)' has a meaning of its own in YAML", quoting("put the value in quotes", location, quoted))
  }

  static func unquotedColon(_ location: SourceLocation, quoted: String) -> Diagnostic {
    error(
      "unquoted-special", "a value that contains ': ' is not in quotes", location, "YAML takes this for a key",
      quoting("put the value in quotes", location, quoted))
  }

  static func textAfterQuote(_ location: SourceLocation, value: SourceLocation, quoted: String?) -> Diagnostic {
    error(
      "yaml-syntax", "text follows a closing quote", location, "the quoted text ended before this",
      quoting("put the whole value in quotes", value, quoted))
  }

  static func listOnKeyLine(_ location: SourceLocation) -> Diagnostic {
    error(
      "yaml-syntax", "a list begins on the line of its key", location, "a list element cannot stand here",
      .init("begin the list on the next line, or put the value in quotes when a text is meant"))
  }

  // MARK: - Quotes and escapes

  static func unterminatedQuote(_ quote: String, _ location: SourceLocation) -> Diagnostic {
    error(
      "unterminated-quote", "a quoted text does not end", location, "opened here",
      .init("close it with \(quote) at the end of the text"))
  }

  static func invalidEscape(_ escape: String, _ location: SourceLocation, mended: String?) -> Diagnostic {
    var help = Diagnostic.Help("write '\\\\' for a backslash, or use single quotes, in which it means itself")
    if let mended {
      help.edits = [.init(location, replacement: mended)]
      help.isCertain = true
    }
    return error("invalid-escape", "there is no escape '\(escape)' in double quotes", location, "unknown escape", help)
  }

  static func incompleteEscape(_ escape: String, digits: Int, _ location: SourceLocation) -> Diagnostic {
    error(
      "invalid-escape", "the escape '\(escape)' lacks its \(digits) hexadecimal digits", location, "incomplete escape",
      .init("write '\\\\' for a backslash, or use single quotes, in which it means itself"))
  }

  static func impossibleEscape(_ escape: String, _ location: SourceLocation) -> Diagnostic {
    error(
      "invalid-escape", "the escape '\(escape)' is no Unicode character", location, "no character",
      .init("write a character beyond U+FFFF as one \\U with eight digits"))
  }

  // MARK: - Keys and indentation

  /// - Parameter colon: Where it belongs when the line reads `key value`.
  static func missingColon(_ text: String, _ location: SourceLocation, colon: SourceLocation? = nil) -> Diagnostic {
    var help = Diagnostic.Help("write '\(text): …'")
    if let colon {
      let length = colon.range.lowerBound - location.range.lowerBound
      let key = String(decoding: text.utf8.prefix(length), as: UTF8.self)
      let value = String(decoding: text.utf8.dropFirst(length), as: UTF8.self)
      help = Diagnostic.Help("write '\(key):\(value)'", edits: [.init(colon, replacement: ":")])
    }
    return error(
      "missing-colon", "'\(text)' has no ':' after it", location, "expected a key with its value", help)
  }

  static func missingBlank(_ key: String, _ colon: SourceLocation) -> Diagnostic {
    error(
      "missing-colon", "no blank follows the ':' of '\(key)'", colon, "expected ': '",
      .init("write '\(key): …'", edits: [.init(colon, replacement: ": ")], isCertain: true))
  }

  static func tabIndentation(_ location: SourceLocation, edits: [Diagnostic.Edit]) -> Diagnostic {
    error(
      "tab-indentation", "tab used for indentation", location, "\\t",
      .init("YAML indents with spaces only", edits: edits, isCertain: true))
  }

  static func badIndentation(
    _ name: String, _ location: SourceLocation, neighbour: SourceLocation?, columns: Int?, edit: Diagnostic.Edit?
  ) -> Diagnostic {
    var help = Diagnostic.Help("begin it in the same column as what it belongs beside")
    if let columns { help.message = "begin it \(place(columns)), as the line that it could belong beside" }
    if let edit { help.edits = [edit] }
    return error(
      "bad-indentation", "the indentation of '\(name)' fits no line above it", location, "in no line's column",
      related: neighbour.map { [.init($0, "could belong beside this")] } ?? [], help)
  }

  private static func place(_ columns: Int) -> String {
    switch columns {
    case 0: "at the start of the line"
    case 1: "after 1 space"
    default: "after \(columns) spaces"
    }
  }

  static func endedBlockText(
    _ location: SourceLocation, indicator: SourceLocation, columns: Int, edit: Diagnostic.Edit
  ) -> Diagnostic {
    error(
      "bad-indentation", "this line is indented less than the text that it follows", location, "no part of the text",
      related: [.init(indicator, "the text begins here")],
      .init("begin each line of the text \(place(columns)) or more", edits: [edit]))
  }

  static func deeperThanValue(_ name: String, _ location: SourceLocation, above: SourceLocation) -> Diagnostic {
    error(
      "bad-indentation", "'\(name)' is indented below a line that has its value already", location, "too deep",
      related: [.init(above, "this already has a value")],
      .init("begin it in the column of the line above, or leave that line without a value"))
  }

  static func mixedCollection(_ name: String, _ location: SourceLocation, isList: Bool, _ start: SourceLocation?)
    -> Diagnostic
  {
    let message = isList ? "a key stands among the elements of a list" : "a list element stands among keys"
    return error(
      "yaml-syntax", message, location, isList ? "expected '- '" : "expected a key",
      related: start.map { [.init($0, isList ? "the list begins here" : "the mapping begins here")] } ?? [],
      .init(isList ? "write '- ' before '\(name)', or indent it" : "indent the list below its key"))
  }

  // MARK: - Brackets

  static func unclosedBracket(_ bracket: String, closing: String, _ location: SourceLocation) -> Diagnostic {
    error(
      "unclosed-bracket", "'\(bracket)' is not closed", location, "opened here",
      .init("close it with '\(closing)', or put the value in quotes when a text is meant"))
  }

  static func missingComma(_ closing: String, _ location: SourceLocation, bracket: SourceLocation?) -> Diagnostic {
    error(
      "yaml-syntax", "neither ',' nor '\(closing)' follows the element", location, "expected ',' or '\(closing)'",
      related: bracket.map { [.init($0, "inside these brackets")] } ?? [],
      .init("write ',' between two elements, or put the whole value in quotes when a text is meant"))
  }
}
