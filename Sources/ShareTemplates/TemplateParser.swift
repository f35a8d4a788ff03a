public import SourceDiagnostics

extension Template {
  /// Parses a text. Mistakes are added to `findings`, one for each broken placeholder; nil when there are any.
  ///
  /// Of a run of more than two `{` the last two open a placeholder, the first `}}` outside a string closes it.
  /// `{{ "{{" }}` becomes part of the literal text around it.
  public static func parse(_ source: SourceText, into findings: inout [Diagnostic]) -> Template? {
    guard hasOpening(source.text) else {
      return Template(parts: source.text.isEmpty ? [] : [.literal(source.text)], source: source)
    }
    var parser = TemplateParser(source)
    guard let parts = parser.parse() else {
      findings += parser.findings
      return nil
    }
    return Template(parts: parts, source: source)
  }

  /// Whether `{{` stands anywhere in the text.
  private static func hasOpening(_ text: String) -> Bool {
    let span = text.utf8Span.span
    var index = 0
    while index + 1 < span.count {
      if span[index + 1] != UInt8(ascii: "{") {
        index += 2
      } else if span[index] == UInt8(ascii: "{") {
        return true
      } else {
        index += 1
      }
    }
    return false
  }
}

/// Reads the placeholders of one text, left to right.
struct TemplateParser {
  let source: SourceText
  let bytes: [UInt8]
  var index = 0
  var findings: [Diagnostic] = []

  private var parts: [Template.Part] = []
  private var literal: [UInt8] = []

  /// Thrown once a finding has been made about the placeholder at hand.
  private struct Broken: Error {
    /// Where the search for its end goes on.
    var resume: Int
  }

  init(_ source: SourceText) {
    self.source = source
    bytes = Array(source.text.utf8)
  }

  mutating func parse() -> [Template.Part]? {
    var copied = 0
    while let opening = nextOpening(from: index) {
      literal += bytes[copied..<opening]
      index = opening + 2
      do {
        try parsePlaceholder(opening: opening)
      } catch {
        index = recover(from: error.resume)
      }
      copied = index
    }
    literal += bytes[copied...]
    flushLiteral()
    return findings.isEmpty ? parts : nil
  }

  private mutating func flushLiteral() {
    guard !literal.isEmpty else { return }
    parts.append(.literal(String(decoding: literal, as: UTF8.self)))
    literal.removeAll()
  }

  /// The offset of the next `{{`, the last two of a longer run.
  private func nextOpening(from start: Int) -> Int? {
    var index = start
    while index + 1 < bytes.count {
      if bytes[index] == UInt8(ascii: "{"), bytes[index + 1] == UInt8(ascii: "{") {
        while index + 2 < bytes.count, bytes[index + 2] == UInt8(ascii: "{") { index += 1 }
        return index
      }
      index += 1
    }
    return nil
  }

  /// Where parsing goes on after a mistake: behind the next `}}`, or at the next `{{` when that comes first.
  private func recover(from start: Int) -> Int {
    let opening = nextOpening(from: start) ?? bytes.count
    return closing(from: start, before: opening).map { $0 + 2 } ?? opening
  }

  private func closing(from start: Int, before limit: Int) -> Int? {
    var index = start
    while index + 1 < bytes.count, index < limit {
      if bytes[index] == UInt8(ascii: "}"), bytes[index + 1] == UInt8(ascii: "}") { return index }
      index += 1
    }
    return nil
  }

  // MARK: One placeholder

  private mutating func parsePlaceholder(opening: Int) throws(Broken) {
    skipBlanks()
    if isAtClosing {
      throw broken(TemplateDiagnostics.empty(place(opening..<(index + 2))), resume: index)
    }
    guard let first = current else { throw unclosed(opening) }
    if first == UInt8(ascii: "\"") || first == UInt8(ascii: "'") {
      return try parseLiteral(opening: opening)
    }
    guard TemplateParser.isName(first), first != UInt8(ascii: "-") else {
      let end = closing(from: index, before: bytes.count).map { $0 + 2 }
      guard let end, first != UInt8(ascii: "{"), first != UInt8(ascii: "}") else { throw stray(opening) }
      let whole = opening..<end
      throw broken(
        TemplateDiagnostics.foreignPlaceholder(
          place(whole), begins: character(at: index), opening: place(opening..<(opening + 2)),
          rest: text(of: (opening + 2)..<end)),
        resume: index)
    }

    let pathStart = index
    let path = try parsePath(opening: opening)
    let pathRange = pathStart..<index
    var isOptional = false
    if current == UInt8(ascii: "?") {
      isOptional = true
      index += 1
    }
    skipBlanks()
    var filters: [Placeholder.FilterCall] = []
    while current == UInt8(ascii: "|") {
      filters.append(try parseFilter(opening: opening))
      skipBlanks()
    }
    guard isAtClosing else { throw stray(opening) }
    index += 2
    flushLiteral()
    parts.append(
      .placeholder(
        Placeholder(
          path: path, pathRange: pathRange, filters: filters, isOptional: isOptional, range: opening..<index)))
  }

  /// `{{ "text" }}`: the text itself.
  private mutating func parseLiteral(opening: Int) throws(Broken) {
    let text = try parseString()
    skipBlanks()
    guard isAtClosing else { throw stray(opening) }
    index += 2
    literal += text.utf8
  }

  private mutating func parsePath(opening: Int) throws(Broken) -> [Placeholder.Step] {
    var path: [Placeholder.Step] = [.name(readName())]
    while let byte = current {
      if byte == UInt8(ascii: ".") {
        let dot = index
        index += 1
        guard let next = current, TemplateParser.isName(next) else {
          throw broken(TemplateDiagnostics.missingName(place(dot..<(dot + 1)), after: "."), resume: index)
        }
        path.append(.name(readName()))
      } else if byte == UInt8(ascii: "[") {
        path.append(try parseBracket())
      } else {
        break
      }
    }
    return path
  }

  /// `[0]`, `[-1]` or `["a b"]` (RFC 9535, 2.3).
  private mutating func parseBracket() throws(Broken) -> Placeholder.Step {
    let start = index
    index += 1
    let step: Placeholder.Step
    if current == UInt8(ascii: "\"") || current == UInt8(ascii: "'") {
      step = .name(try parseString())
    } else {
      let digits = index
      if current == UInt8(ascii: "-") { index += 1 }
      while let byte = current, TemplateParser.isDigit(byte) { index += 1 }
      guard let number = Int(text(of: digits..<index)) else {
        throw broken(TemplateDiagnostics.badIndex(place(start..<max(index, start + 1))), resume: index)
      }
      step = .index(number)
    }
    guard current == UInt8(ascii: "]") else {
      throw broken(TemplateDiagnostics.badIndex(place(start..<index)), resume: index)
    }
    index += 1
    return step
  }

  private mutating func parseFilter(opening: Int) throws(Broken) -> Placeholder.FilterCall {
    let bar = index
    index += 1
    skipBlanks()
    let nameStart = index
    guard let first = current, TemplateParser.isName(first) else {
      if current == nil { throw unclosed(opening) }
      throw broken(TemplateDiagnostics.missingName(place(bar..<(bar + 1)), after: "|"), resume: index)
    }
    let name = readName()
    var call = Placeholder.FilterCall(name: name, arguments: [], nameRange: nameStart..<index)
    skipBlanks()
    guard current == UInt8(ascii: ":") else { return call }
    repeat {
      let separator = index
      index += 1
      skipBlanks()
      guard let argument = try parseArgument() else {
        if current == nil { throw unclosed(opening) }
        throw broken(
          TemplateDiagnostics.missingArgument(place(separator..<(separator + 1)), filter: name), resume: index)
      }
      call.arguments.append(argument)
      skipBlanks()
    } while current == UInt8(ascii: ",")
    return call
  }

  private mutating func parseArgument() throws(Broken) -> Placeholder.Argument? {
    guard let first = current else { return nil }
    let start = index
    if first == UInt8(ascii: "\"") || first == UInt8(ascii: "'") {
      return Placeholder.Argument(value: .string(try parseString()), range: start..<index)
    }
    guard TemplateParser.isName(first) else { return nil }
    while let byte = current, TemplateParser.isName(byte) || byte == UInt8(ascii: ".") { index += 1 }
    let word = text(of: start..<index)
    return Placeholder.Argument(
      value: TemplateParser.isNumber(word) ? .number(word) : .word(word), range: start..<index)
  }

  private mutating func parseString() throws(Broken) -> String {
    let start = index
    let quote = bytes[index]
    index += 1
    var value: [UInt8] = []
    while let byte = current, byte != 0x0A {
      index += 1
      if byte == quote { return String(decoding: value, as: UTF8.self) }
      guard byte == UInt8(ascii: "\\") else {
        value.append(byte)
        continue
      }
      switch current {
      case UInt8(ascii: "n"): value.append(0x0A)
      case UInt8(ascii: "r"): value.append(0x0D)
      case UInt8(ascii: "t"): value.append(0x09)
      case UInt8(ascii: "\\"), UInt8(ascii: "'"), UInt8(ascii: "\""): value.append(bytes[index])
      default:
        let end = current == nil ? index : index + character(at: index).utf8.count
        throw broken(TemplateDiagnostics.badEscape(place((index - 1)..<end)), resume: index)
      }
      index += 1
    }
    // The smallest range that shows it: to the end of the placeholder if one is there, else of the line.
    let end = closing(from: start, before: index) ?? index
    throw broken(TemplateDiagnostics.unterminatedString(place(start..<end)), resume: start + 1)
  }

  // MARK: Mistakes

  private mutating func broken(_ finding: Diagnostic, resume: Int) -> Broken {
    findings.append(finding)
    return Broken(resume: resume)
  }

  private mutating func unclosed(_ opening: Int) -> Broken {
    broken(TemplateDiagnostics.unclosed(place(opening..<(opening + 2))), resume: bytes.count)
  }

  /// Something stands at `index` that cannot go on or end the placeholder.
  private mutating func stray(_ opening: Int) -> Broken {
    guard let byte = current else { return unclosed(opening) }
    if byte == UInt8(ascii: "}") {
      return broken(
        TemplateDiagnostics.singleBrace(place(opening..<(index + 1)), end: place((index + 1)..<(index + 1))),
        resume: index + 1 < bytes.count ? nextOpening(from: index) ?? bytes.count : bytes.count)
    }
    if byte == UInt8(ascii: "{"), index + 1 < bytes.count, bytes[index + 1] == UInt8(ascii: "{") {
      return broken(TemplateDiagnostics.unclosed(place(opening..<(opening + 2))), resume: index)
    }
    guard closing(from: index, before: bytes.count) != nil else { return unclosed(opening) }
    if TemplateParser.isName(byte) || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") {
      let limit = closing(from: index, before: bytes.count) ?? bytes.count
      var end = index
      while end < limit, bytes[end] > 0x20, bytes[end] != UInt8(ascii: "|") { end += 1 }
      return broken(TemplateDiagnostics.trailing(place(index..<end), text: text(of: index..<end)), resume: index)
    }
    let character = character(at: index)
    return broken(
      TemplateDiagnostics.badCharacter(place(index..<(index + character.utf8.count)), character: character),
      resume: index)
  }

  // MARK: Bytes

  private var current: UInt8? { index < bytes.count ? bytes[index] : nil }

  private var isAtClosing: Bool {
    index + 1 < bytes.count && bytes[index] == UInt8(ascii: "}") && bytes[index + 1] == UInt8(ascii: "}")
  }

  private mutating func skipBlanks() {
    while let byte = current, byte == 0x20 || (0x09...0x0D).contains(byte) { index += 1 }
  }

  private mutating func readName() -> String {
    let start = index
    while let byte = current, TemplateParser.isName(byte) { index += 1 }
    return text(of: start..<index)
  }

  private func text(of range: Range<Int>) -> String { String(decoding: bytes[range], as: UTF8.self) }

  /// The whole Unicode scalar at an offset.
  private func character(at offset: Int) -> String {
    var end = offset + 1
    while end < bytes.count, bytes[end] & 0xC0 == 0x80 { end += 1 }
    return text(of: offset..<end)
  }

  private func place(_ range: Range<Int>) -> SourceLocation { source.location(of: range) }

  static func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }

  static func isName(_ byte: UInt8) -> Bool {
    (0x61...0x7A).contains(byte | 0x20) || isDigit(byte) || byte == UInt8(ascii: "_") || byte == UInt8(ascii: "-")
  }

  /// `12`, `-3`, `1.5`.
  static func isNumber(_ text: String) -> Bool {
    var digits = text.utf8[...]
    if digits.first == UInt8(ascii: "-") { digits = digits.dropFirst() }
    let parts = digits.split(separator: UInt8(ascii: "."), maxSplits: 2, omittingEmptySubsequences: false)
    return parts.count <= 2 && parts.allSatisfy { !$0.isEmpty && $0.allSatisfy(isDigit) }
  }
}
