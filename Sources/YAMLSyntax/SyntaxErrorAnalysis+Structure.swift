import SourceDiagnostics

extension SyntaxErrorAnalysis {
  // MARK: - Quotes and escapes

  /// A quote that never closes, or that the opening quote of a later text closed by accident.
  func unterminatedQuote() -> Diagnostic? {
    if failure.context == "while scanning a quoted scalar", let start = failure.contextOffset {
      return SyntaxDiagnostics.unterminatedQuote(text(character(at: start)), location(character(at: start)))
    }
    guard let scalar = failure.lastScalar, let quote = byte(scalar.lowerBound),
      quote == UInt8(ascii: "'") || quote == UInt8(ascii: "\""), scalar.upperBound <= failure.offset,
      file.line(at: scalar.lowerBound) < file.line(at: scalar.upperBound),
      file.line(at: scalar.upperBound) == file.line(at: failure.offset)
    else { return nil }
    return SyntaxDiagnostics.unterminatedQuote(
      text(character(at: scalar.lowerBound)), location(character(at: scalar.lowerBound)))
  }

  func invalidEscape() -> Diagnostic? {
    guard failure.context == "while parsing a quoted scalar" else { return nil }
    switch failure.problem {
    case "found unknown escape character":
      // The mark is at the backslash.
      let end = character(at: min(failure.offset + 1, bytes.count)).upperBound
      let range = min(failure.offset, end)..<end
      return SyntaxDiagnostics.invalidEscape(text(range), location(range), mended: "\\" + text(range))
    case "did not find expected hexdecimal number", "found invalid Unicode character escape code":
      // The mark is at the first digit.
      let start = max(0, failure.offset - 2)
      let digits =
        switch byte(start + 1) {
        case UInt8(ascii: "x"): 2
        case UInt8(ascii: "u"): 4
        default: 8
        }
      var end = min(failure.offset, bytes.count)
      while end < min(failure.offset + digits, bytes.count), Character(Unicode.Scalar(bytes[end])).isHexDigit {
        end += 1
      }
      let range = start..<end
      return end - failure.offset < digits
        ? SyntaxDiagnostics.incompleteEscape(text(range), digits: digits, location(range))
        : SyntaxDiagnostics.impossibleEscape(text(range), location(range))
    default: return nil
    }
  }

  /// `title: "a" b` and `title: 'it's'`.
  func textAfterQuote() -> Diagnostic? {
    guard failure.stage == .parser, let scalar = failure.lastScalar, let quote = byte(scalar.lowerBound),
      quote == UInt8(ascii: "'") || quote == UInt8(ascii: "\""), scalar.upperBound <= failure.offset,
      failure.offset < bytes.count, !bytes[failure.offset].isFlowIndicator,
      bytes[failure.offset] != UInt8(ascii: ":"),
      bytes[scalar.upperBound..<failure.offset].allSatisfy(\.isBlank)
    else { return nil }
    let shape = shape(at: failure.offset)
    let isWholeValue = shape.value?.lowerBound == scalar.lowerBound
    let end = shape.value?.upperBound ?? shape.range.upperBound
    let rest = failure.offset..<max(failure.offset + 1, isWholeValue ? end : shape.flowValueEnd(bytes, failure.offset))
    guard isWholeValue, let value = shape.value else {
      return SyntaxDiagnostics.textAfterQuote(location(rest), value: location(rest), quoted: nil)
    }
    var whole = value
    if value.count > 1, bytes[value.upperBound - 1] == quote {
      whole = value.lowerBound + 1..<value.upperBound - 1
      // Escapes would have to be undone to keep their meaning.
      if bytes[whole].contains(UInt8(ascii: "\\")) || text(whole).contains("''") {
        return SyntaxDiagnostics.textAfterQuote(location(rest), value: location(value), quoted: nil)
      }
    }
    return SyntaxDiagnostics.textAfterQuote(location(rest), value: location(value), quoted: quoted(text(whole)))
  }

  // MARK: - Indentation

  func tabIndentation() -> Diagnostic? {
    for offset in [failure.offset, failure.contextOffset ?? failure.offset] {
      let line = file.line(at: offset)
      let indentation = leadingBlanks(line)
      guard let tab = indentation.first(where: { bytes[$0] == 0x09 }) else { continue }
      var end = tab
      while end < indentation.upperBound, bytes[end] == 0x09 { end += 1 }
      return SyntaxDiagnostics.tabIndentation(location(tab..<end), edits: tabEdits(from: line))
    }
    return nil
  }

  private func leadingBlanks(_ line: Int) -> Range<Int> {
    let range = file.lineRange(line)
    var end = range.lowerBound
    while end < range.upperBound, bytes[end].isBlank { end += 1 }
    return range.lowerBound..<end
  }

  /// Two spaces for each tab, on all the lines in a row that are indented by tabs: their levels stay as they were.
  private func tabEdits(from first: Int) -> [Diagnostic.Edit] {
    var edits: [Diagnostic.Edit] = []
    for line in first...file.lineStarts.count {
      let indentation = leadingBlanks(line)
      guard bytes[indentation].contains(0x09) else { break }
      var spaces = ""
      // A line of blanks alone needs none; kept, they could set the indentation of a block text.
      if indentation.upperBound < file.lineRange(line).upperBound {
        for byte in bytes[indentation] { spaces += byte == 0x09 ? "  " : " " }
      }
      edits.append(.init(location(indentation), replacement: spaces))
    }
    return edits
  }

  /// A line that was to be part of a block text and is indented less than the text's first line.
  func endedBlockText() -> Diagnostic? {
    let start =
      failure.problem == "could not find expected ':'" ? failure.contextOffset ?? failure.offset : failure.offset
    guard let scalar = failure.lastScalar, scalar.upperBound <= start, start < bytes.count, isFirstOnLine(start),
      let indicator = byte(scalar.lowerBound), indicator == UInt8(ascii: "|") || indicator == UInt8(ascii: ">"),
      bytes[scalar.upperBound..<start].allSatisfy(\.isBlankOrLineBreak)
    else { return nil }
    let shape = shape(at: start)
    let firstLine = file.line(at: scalar.lowerBound) + 1
    guard shape.key == nil, bytes[start] != UInt8(ascii: "-"), firstLine < file.line(at: start) else { return nil }
    let indentation = leadingBlanks(firstLine)
    return SyntaxDiagnostics.endedBlockText(
      location(start..<shape.valueEnd(bytes, start)),
      indicator: location(character(at: scalar.lowerBound)), columns: indentation.count,
      edit: .init(location(shape.range.lowerBound..<start), replacement: text(indentation)))
  }

  /// A line in a column of no mapping or list, or of a list among keys.
  func misplacedLine() -> Diagnostic? {
    let isList = failure.problem == "did not find expected '-' indicator"
    let isMapping = failure.problem == "did not find expected key"
    let isEntry = failure.problem == "block sequence entries are not allowed in this context"
    guard isList || isMapping || isEntry, isFirstOnLine(failure.offset),
      bytes[failure.offset] != UInt8(ascii: ":"), !bytes[failure.offset].isFlowIndicator
    else { return nil }
    let shape = shape(at: failure.offset)
    let isElement = bytes[failure.offset] == UInt8(ascii: "-")
    var range = shape.contentStart..<shape.valueEnd(bytes, shape.contentStart)
    if let key = shape.key, !isElement { range = key }
    let column = failure.offset - shape.range.lowerBound
    if let context = failure.contextOffset, context < failure.offset, self.column(context) == column {
      return SyntaxDiagnostics.mixedCollection(
        text(range), location(range), isList: isList, location(character(at: context)))
    }
    let neighbour = neighbour(of: column, above: file.line(at: failure.offset), isElement: isElement)
    return SyntaxDiagnostics.badIndentation(
      text(range), location(range), neighbour: neighbour.map { location(character(at: $0)) },
      columns: neighbour.map(self.column),
      edit: neighbour.map {
        let spaces = String(repeating: " ", count: self.column($0))
        return .init(location(shape.range.lowerBound..<failure.offset), replacement: spaces)
      })
  }

  /// The bytes between the start of its line and `offset`.
  private func column(_ offset: Int) -> Int { offset - file.lineRange(file.line(at: offset)).lowerBound }

  /// The place in a line above that a line in `column` most likely belongs beside: the nearest column of those that are
  /// open there, of list elements for an element, else of keys.
  private func neighbour(of column: Int, above line: Int, isElement: Bool) -> Int? {
    var best: Int?
    var limit = Int.max
    var line = line - 1
    while line >= 1, limit > 0 {
      let shape = LineShape(bytes, file.lineRange(line))
      line -= 1
      guard shape.key != nil || shape.value != nil else { continue }
      var places: [Int] = []
      if isElement {
        let end = shape.key?.lowerBound ?? shape.value?.lowerBound ?? shape.contentStart
        places = (shape.contentStart..<end).filter { bytes[$0] == UInt8(ascii: "-") }
      } else if let key = shape.key {
        places = [key.lowerBound]
      }
      for place in places where self.column(place) < limit {
        if let known = best, abs(self.column(known) - column) <= abs(self.column(place) - column) { continue }
        best = place
      }
      limit = min(limit, shape.contentStart - shape.range.lowerBound)
    }
    return best
  }

  // MARK: - Brackets

  private func closing(_ bracket: Int) -> String { byte(bracket) == UInt8(ascii: "[") ? "]" : "}" }

  /// A bracket that is still open where the file ends or the next key begins.
  func unclosedBracket() -> Diagnostic? {
    guard let bracket = failure.openBracket, bracket < failure.offset else { return nil }
    let isAtEnd = bytes[failure.offset...].allSatisfy(\.isBlankOrLineBreak)
    let line = file.line(at: failure.offset)
    let bracketLine = file.line(at: bracket)
    let indentation = leadingBlanks(line).count
    guard isAtEnd || (line > bracketLine && indentation <= leadingBlanks(bracketLine).count) else { return nil }
    return SyntaxDiagnostics.unclosedBracket(
      text(character(at: bracket)), closing: closing(bracket), location(character(at: bracket)))
  }

  func missingComma() -> Diagnostic? {
    guard failure.problem.hasPrefix("did not find expected ',' or "), let bracket = failure.contextOffset else {
      return nil
    }
    if let finding = templateInBrackets() { return finding }
    let shape = shape(at: failure.offset)
    let end = failure.offset < bytes.count ? shape.flowValueEnd(bytes, failure.offset) : failure.offset
    return SyntaxDiagnostics.missingComma(
      closing(bracket), location(failure.offset..<max(end, character(at: failure.offset).upperBound)),
      bracket: location(character(at: bracket)))
  }

  /// `[a, https://example.com/{{ x }}]`: a placeholder ends the text that it stands in, as it begins a mapping.
  private func templateInBrackets() -> Diagnostic? {
    let line = shape(at: failure.offset).range
    guard failure.offset + 1 < line.upperBound, bytes[failure.offset] == UInt8(ascii: "{"),
      bytes[failure.offset + 1] == UInt8(ascii: "{")
    else { return nil }
    var start = failure.offset
    while start > line.lowerBound, !bytes[start - 1].isFlowIndicator,
      !(bytes[start - 1].isBlank && start - 1 > line.lowerBound && bytes[start - 2] == UInt8(ascii: ":"))
    { start -= 1 }
    while start < failure.offset, bytes[start].isBlank { start += 1 }
    guard start < failure.offset, bytes[start] != UInt8(ascii: "'"), bytes[start] != UInt8(ascii: "\"") else {
      return nil
    }
    // Up to the end of the last placeholder of the value, and of the text after it.
    var end = failure.offset
    while end + 1 < line.upperBound, bytes[end] == UInt8(ascii: "{"), bytes[end + 1] == UInt8(ascii: "{") {
      while end + 1 < line.upperBound, !(bytes[end] == UInt8(ascii: "}") && bytes[end + 1] == UInt8(ascii: "}")) {
        end += 1
      }
      end = min(end + 2, line.upperBound)
      while end < line.upperBound, !bytes[end].isFlowIndicator { end += 1 }
    }
    while end > start, bytes[end - 1].isBlank { end -= 1 }
    return SyntaxDiagnostics.templateInBrackets(location(start..<end), quoted: quoted(text(start..<end)))
  }

  // MARK: - All else

  func other() -> Diagnostic {
    var range = character(at: failure.offset)
    if failure.context.contains("directive") || failure.problem.contains("directive") {
      let shape = shape(at: failure.contextOffset ?? failure.offset)
      range = shape.range
    } else if byte(failure.offset)?.isLineBreak == true {
      range = failure.offset..<failure.offset
    }
    let context = failure.contextOffset.flatMap { start -> Diagnostic.Label? in
      guard start != failure.offset, failure.context.hasPrefix("while parsing") else { return nil }
      return Diagnostic.Label(location(character(at: start)), "belongs to what begins here")
    }
    return SyntaxDiagnostics.other(phrase(range), location(range), context: context)
  }

  private func phrase(_ range: Range<Int>) -> String {
    let found = range.isEmpty ? "the end of the line" : "'\(text(range))'"
    switch failure.problem {
    case "did not find expected key": return "expected a key, found \(found)"
    case "did not find expected '-' indicator": return "expected a list element, found \(found)"
    case "did not find expected node content": return "expected a value, found \(found)"
    case "did not find expected <document start>": return "text follows the end of the document"
    case "mapping values are not allowed in this context": return "a ':' stands where no key can be"
    case "mapping keys are not allowed in this context": return "a '?' stands where no key can be"
    case "block sequence entries are not allowed in this context": return "a '-' stands where no list can be"
    case "found character that cannot start any token": return "nothing in YAML begins with '\(text(range))'"
    case "found unexpected ':'": return "a ':' stands inside a text between brackets"
    case "found unexpected end of stream": return "the file ends too early"
    case "found unexpected document indicator": return "the document ends too early"
    case "found undefined tag handle": return "the tag has an unknown handle"
    case "found an indentation indicator equal to 0": return "a block text is indented by 0"
    case "found incompatible YAML document": return "the file asks for an unknown version of YAML"
    case "did not find expected comment or line break": return "text follows where the line must end"
    case "input is too long": return "the file is too long"
    default:
      let isDirective = failure.context.contains("directive") || failure.problem.contains("directive")
      if isDirective { return "a line that begins with '%' is no valid directive" }
      if failure.context.contains("tag") { return "a tag is not valid" }
      if failure.context.contains("anchor") { return "an anchor is not valid" }
      return failure.problem.isEmpty ? "the file is not valid YAML" : failure.problem
    }
  }
}
