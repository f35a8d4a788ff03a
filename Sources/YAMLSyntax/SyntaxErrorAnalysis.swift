import SourceDiagnostics

/// Finds the mistake behind a failure of libyaml, which tells the place where it could not go on.
///
/// Only runs once something is wrong, so it may look at lines with plain rules of thumb. A help's edit that it calls
/// certain is tried before anyone sees it.
struct SyntaxErrorAnalysis {
  let file: SourceFile
  let failure: YAMLFailure
  var bytes: [UInt8] { file.bytes }

  init(_ file: SourceFile, _ failure: YAMLFailure) {
    self.file = file
    self.failure = failure
  }

  func finding() -> Diagnostic {
    switch failure.stage {
    case .memory: return YAMLDiagnostics.outOfMemory(file)
    case .reader: return encoding()
    case .scanner, .parser:
      return unquotedTemplate() ?? unterminatedQuote() ?? invalidEscape() ?? unquotedSpecial() ?? tabIndentation()
        ?? endedBlockText() ?? missingColon() ?? misplacedColon() ?? listOnKeyLine() ?? textAfterQuote()
        ?? textAfterBracket() ?? unclosedBracket() ?? misplacedLine() ?? missingComma() ?? other()
    }
  }

  // MARK: - Helpers

  func location(_ range: Range<Int>) -> SourceLocation { SourceLocation(file: file, range: range) }

  /// The place of one character; at the end of the file an empty one.
  func character(at offset: Int) -> Range<Int> {
    guard offset < bytes.count else { return bytes.count..<bytes.count }
    var end = offset + 1
    while end < bytes.count, bytes[end] & 0xC0 == 0x80 { end += 1 }
    return offset..<end
  }

  func text(_ range: Range<Int>) -> String { String(decoding: bytes[range], as: UTF8.self) }

  func byte(_ offset: Int) -> UInt8? { offset < bytes.count ? bytes[offset] : nil }

  func shape(at offset: Int) -> LineShape { LineShape(bytes, file.lineRange(file.line(at: offset))) }

  /// The text in the quotes that need the fewest changes.
  func quoted(_ text: String) -> String {
    guard text.contains("'") else { return "'\(text)'" }
    if !text.contains("\""), !text.contains("\\") { return "\"\(text)\"" }
    return "'" + text.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "''") + "'"
  }

  func isFirstOnLine(_ offset: Int) -> Bool { offset < bytes.count && shape(at: offset).contentStart == offset }

  // MARK: - Encoding

  private func encoding() -> Diagnostic {
    // UTF-16 without a byte-order mark: every second byte of ASCII text is 0.
    if bytes.count > 1, (bytes[0] == 0) != (bytes[1] == 0) {
      return YAMLDiagnostics.encodingUTF16(location(0..<min(2, bytes.count)))
    }
    let range = character(at: failure.offset)
    if failure.problem == "control characters are not allowed",
      let scalar = text(range).unicodeScalars.first
    {
      return YAMLDiagnostics.controlCharacter(scalar, location(range))
    }
    let place = failure.offset..<min(failure.offset + 1, bytes.count)
    return YAMLDiagnostics.encodingInvalid(byte(failure.offset), location(place))
  }

  // MARK: - Values without quotes

  private func unquotedTemplate() -> Diagnostic? {
    var lines = [failure.offset]
    // The start of a block mapping says nothing about the line it is on; the start of a bracket or quote does.
    if let start = failure.contextOffset, failure.context != "while parsing a block mapping",
      failure.context != "while parsing a block collection"
    {
      lines.insert(start, at: 0)
    }
    if let bracket = failure.openBracket { lines.append(bracket) }
    for line in lines {
      let shape = shape(at: line)
      // One that ended before the failure on the same line was read as a mapping without trouble.
      let value = shape.templateValues(bytes).last {
        $0.lowerBound <= failure.offset && (failure.offset <= $0.upperBound || failure.offset > shape.range.upperBound)
      }
      guard let value else { continue }
      return SyntaxDiagnostics.unquotedTemplate(location(value), quoted: quoted(text(value)))
    }
    return nil
  }

  private func unquotedSpecial() -> Diagnostic? {
    let start: Int
    switch (failure.context, failure.problem) {
    case ("while scanning an alias", _), ("while scanning an anchor", _), ("while scanning a tag", _),
      ("while parsing a tag", _), (_, "found undefined tag handle"):
      start = failure.contextOffset ?? failure.offset
    case ("while scanning for the next token", "found character that cannot start any token"):
      start = failure.offset
    case ("while scanning a block scalar", "did not find expected comment or line break"):
      start = failure.contextOffset ?? failure.offset
    default: return nil
    }
    guard let byte = byte(start), "*&!@%`|>".utf8.contains(byte) else { return nil }
    let shape = shape(at: start)
    let end: Int
    if let value = shape.value, value.lowerBound == start {
      end = value.upperBound
    } else if failure.openBracket != nil || isInBrackets(start, shape) {
      end = shape.flowValueEnd(bytes, start)
    } else {
      end = shape.valueEnd(bytes, start)
    }
    guard end > start else { return nil }
    let character = String(decoding: [byte], as: UTF8.self)
    return SyntaxDiagnostics.unquotedSpecial(
      character, location(start..<end), quoted: quoted(text(start..<end)))
  }

  private func isInBrackets(_ offset: Int, _ shape: LineShape) -> Bool {
    guard let value = shape.value, value.lowerBound < offset else { return false }
    return bytes[value.lowerBound] == UInt8(ascii: "[") || bytes[value.lowerBound] == UInt8(ascii: "{")
  }

  /// `title: [Draft] text`.
  private func textAfterBracket() -> Diagnostic? {
    guard failure.stage == .parser, failure.offset < bytes.count, !bytes[failure.offset].isFlowIndicator,
      let value = shape(at: failure.offset).value, value.lowerBound < failure.offset,
      value.upperBound > failure.offset, failure.openBracket == nil,
      bytes[value.lowerBound] == UInt8(ascii: "[") || bytes[value.lowerBound] == UInt8(ascii: "{")
    else { return nil }
    return SyntaxDiagnostics.unquotedSpecial(
      text(character(at: value.lowerBound)), location(value), quoted: quoted(text(value)))
  }

  /// `title: a: b`, and a key that is indented below a line with a value, which libyaml calls the same.
  private func misplacedColon() -> Diagnostic? {
    guard failure.problem == "mapping values are not allowed in this context" else { return nil }
    let shape = shape(at: failure.offset)
    if let value = shape.value, let colon = shape.colon, colon < failure.offset {
      return SyntaxDiagnostics.unquotedColon(location(value), quoted: quoted(text(value)))
    }
    guard let key = shape.key, let above = lineAbove(shape), let value = above.key ?? above.value else { return nil }
    return SyntaxDiagnostics.deeperThanValue(text(key), location(key), above: location(value))
  }

  /// The nearest line above that holds more than blanks and a comment.
  private func lineAbove(_ shape: LineShape) -> LineShape? {
    var line = file.line(at: shape.range.lowerBound) - 1
    while line >= 1 {
      let above = LineShape(bytes, file.lineRange(line))
      if above.key != nil || above.value != nil { return above }
      line -= 1
    }
    return nil
  }

  private func listOnKeyLine() -> Diagnostic? {
    guard failure.problem == "block sequence entries are not allowed in this context",
      !isFirstOnLine(failure.offset)
    else { return nil }
    return SyntaxDiagnostics.listOnKeyLine(location(character(at: failure.offset)))
  }

  // MARK: - Keys

  private func missingColon() -> Diagnostic? {
    guard failure.problem == "could not find expected ':'", let start = failure.contextOffset else { return nil }
    let shape = shape(at: start)
    guard let value = shape.value, shape.key == nil, value.contains(start) else {
      return SyntaxDiagnostics.missingColon(text(character(at: start)), location(character(at: start)))
    }
    let range = start..<value.upperBound
    // `key:value`, but not `https://…`.
    if let colon = range.first(where: { bytes[$0] == UInt8(ascii: ":") }), colon > start, colon + 1 < range.upperBound,
      !bytes[colon + 1].isBlank, bytes[colon + 1] != UInt8(ascii: "/"), bytes[colon + 1] != UInt8(ascii: ":")
    {
      return SyntaxDiagnostics.missingBlank(text(start..<colon), location(colon..<colon + 1))
    }
    // `key value`: the first word is the key.
    let word = range.prefix { bytes[$0].isAnchorCharacter }
    let end = word.last.map { $0 + 1 } ?? start
    let colon = end > start && end < range.upperBound && bytes[end].isBlank ? location(end..<end) : nil
    return SyntaxDiagnostics.missingColon(text(range), location(range), colon: colon)
  }
}
