public import ShellSyntax
import SourceDiagnostics

/// A script whose text holds only references, with the variables that hold the values.
public struct RenderedScript: Sendable, Equatable {
  public struct Variable: Sendable, Equatable {
    public var name: String
    public var value: [UInt8]
  }

  public var interpreter: ShellInterpreter
  /// The definition's text with references in place of its placeholders.
  public var body: [UInt8]
  /// For the environment of the shell; the script's first line takes them out of it again, so that children do not
  /// see them.
  public var variables: [Variable]
  /// Makes the variables plain ones, in front of the body.
  var prologue: [UInt8]

  public var text: [UInt8] { prologue + body }
}

extension Renderer {
  /// A script: every value becomes a variable `sr1`, `sr2`, … (or a longer name where the
  /// script uses these itself), its placeholder a quoted reference.
  public mutating func script(_ script: ScriptTemplate) throws(RenderError) -> RenderedScript {
    var body: [UInt8] = []
    var variables: [RenderedScript.Variable] = []
    let prefix = Renderer.variablePrefix(for: script.template)
    var index = 0
    for part in script.template.parts {
      switch part {
      case .literal(let text): body += text.utf8
      case .placeholder(let placeholder):
        let location = script.template.source.location(of: placeholder.range)
        let place = script.scan.places.indices.contains(index) ? script.scan.places[index] : .refused(.init(.unknown))
        index += 1
        let word: ShellWord
        switch place {
        case .word(let found): word = found
        case .number: word = ShellWord(quoting: .doubleQuotes, role: .testOperand, isDashSafe: true)
        case .comment: continue
        case .refused:
          throw RenderError(.invalidName, "no value may stand where '\(placeholder.name)' does", at: location)
        }
        let evaluated = try evaluate(placeholder, in: script.template.source)
        if case .number = place {
          try checkNumber(evaluated, placeholder, at: location)
        }
        for (position, value) in try elements(of: evaluated).enumerated() {
          let bytes = try bytes(of: value)
          let name = "\(prefix)\(variables.count + 1)"
          try check(bytes, value, in: word, name: name)
          if position > 0 { body.append(0x20) }
          variables.append(.init(name: name, value: bytes))
          body += Renderer.reference(to: name, in: word).utf8
        }
        if evaluated == nil {
          if word.touchesSlash { throw emptyBesideSlash(placeholder, at: location) }
          if case .bare = word.quoting { body += "\"\"".utf8 }
        }
      }
    }
    return RenderedScript(
      interpreter: script.interpreter, body: body, variables: variables,
      prologue: Renderer.prologue(variables, prefix))
  }

  private static func reference(to name: String, in word: ShellWord) -> String {
    switch word.quoting {
    case .bare: "\"${\(name)}\""
    case .doubleQuotes, .hereDocument: "${\(name)}"
    }
  }

  /// The names' common beginning: `sr`, with as many `_` as it takes to meet none of the script's own names.
  private static func variablePrefix(for template: Template) -> String {
    var prefix = "sr"
    while template.parts.contains(where: { part in
      guard case .literal(let text) = part else { return false }
      return mayName(Array(text.utf8), Array(prefix.utf8))
    }) { prefix += "_" }
    return prefix
  }

  /// Whether a text holds the prefix before a digit or behind a `_`.
  private static func mayName(_ text: [UInt8], _ prefix: [UInt8]) -> Bool {
    guard text.count > prefix.count else { return false }
    for index in 0...(text.count - prefix.count) where text[index...].starts(with: prefix) {
      let end = index + prefix.count
      if end < text.count, TemplateParser.isDigit(text[end]) { return true }
      if index > 0, text[index - 1] == UInt8(ascii: "_") { return true }
    }
    return false
  }

  /// Makes the variables plain ones. It stands on the script's first line, so that the shell's messages keep their
  /// line numbers.
  private static func prologue(_ variables: [RenderedScript.Variable], _ prefix: String) -> [UInt8] {
    guard !variables.isEmpty else { return [] }
    var text: [UInt8] = []
    for variable in variables {
      text += "_\(prefix)=$\(variable.name);unset \(variable.name);\(variable.name)=$_\(prefix);".utf8
    }
    return text + "unset _\(prefix);".utf8
  }

  /// The single values of a placeholder: none for a missing one, several for a list.
  private func elements(of evaluated: Evaluated?) throws(RenderError) -> [Evaluated] {
    guard let evaluated else { return [] }
    guard case .list(let list) = evaluated.value else { return [evaluated] }
    return list.map { value in
      var element = evaluated
      element.value = value
      return element
    }
  }

  private func checkNumber(
    _ evaluated: Evaluated?, _ placeholder: Placeholder, at location: SourceLocation
  ) throws(RenderError) {
    guard let evaluated else {
      throw RenderError(
        .missingValue, "'\(placeholder.name)' has no value in arithmetic; give it a 'default'", at: location)
    }
    let digits = String(decoding: try bytes(of: evaluated), as: UTF8.self)
    guard JSONText.isInteger(digits) else {
      throw RenderError(
        .invalidNumber, "'\(placeholder.name)' is \(excerpt(evaluated)), not a whole number, in arithmetic",
        at: location)
    }
  }

  private func check(
    _ bytes: [UInt8], _ value: Evaluated, in word: ShellWord, name: String
  ) throws(RenderError) {
    try checkBytes(bytes, value, name: name)
    if word.touchesSlash, bytes.isEmpty { throw emptyBesideSlash(value.placeholder, at: value.location) }
    switch word.role {
    case .argument where !word.isDashSafe && !word.hasLiteralPrefix:
      try checkDash(bytes, value)
    case .redirectionTarget:
      if case .path = value.value, !word.hasLiteralPrefix { return }
      guard !bytes.contains(UInt8(ascii: "/")), bytes != Array(".".utf8), bytes != Array("..".utf8) else {
        throw RenderError(
          .invalidName,
          "'\(value.placeholder.name)' is \(excerpt(value)), which would name a file elsewhere; only a name may stand in a redirection",
          at: value.location)
      }
    default: break
    }
  }

  private func emptyBesideSlash(_ placeholder: Placeholder, at location: SourceLocation) -> RenderError {
    RenderError(
      .emptyValue, "'\(placeholder.name)' is empty beside a '/', which would name another place; give it a 'default'",
      at: location)
  }
}
