extension ShellParser {
  /// Reads the delimiter after `<<` or `<<-` and notes that a body comes after the line.
  mutating func parseHereDocumentDelimiter(stripsTabs: Bool) throws(Stop) -> HereDocument {
    skipBlanks()
    var delimiter: [UInt8] = []
    var isQuoted = false
    let start = position
    while let byte, !byte.isBlank, !"\n;&|()<>".utf8.contains(byte) {
      switch byte {
      case Self.placeholder:
        addRefused(.hereDocumentDelimiter)
        position += 1
        throw Stop()
      case UInt8(ascii: "'"), UInt8(ascii: "\""):
        isQuoted = true
        position += 1
        while let inner = self.byte, inner != byte {
          if inner == Self.placeholder {
            addRefused(.hereDocumentDelimiter)
            position += 1
            throw Stop()
          }
          guard inner != UInt8(ascii: "\n"), !(byte == UInt8(ascii: "\"") && "\\$`".utf8.contains(inner)) else {
            throw Stop()
          }
          delimiter.append(inner)
          position += 1
        }
        guard self.byte == byte else { throw Stop() }
      case UInt8(ascii: "\\"):
        guard let next = self.byte(1), next != UInt8(ascii: "\n") else { throw Stop() }
        if next == Self.placeholder {
          addRefused(.hereDocumentDelimiter)
          position += 2
          throw Stop()
        }
        isQuoted = true
        delimiter.append(next)
        position += 1
      case UInt8(ascii: "$"), UInt8(ascii: "`"): throw Stop()
      default: delimiter.append(byte)
      }
      position += 1
    }
    guard position > start, !isAt("(") else { throw Stop() }
    facts.documents.append(nil)
    let document = HereDocument(
      number: facts.documents.count - 1, delimiter: delimiter, isQuoted: isQuoted, stripsTabs: stripsTabs)
    pending.append(document)
    return document
  }

  /// Reads the bodies that are due after a line break.
  mutating func readHereDocuments() throws(Stop) {
    let documents = pending
    pending = []
    for document in documents {
      let (bodyEnd, next) = try findEnd(of: document)
      let mark = facts.mark
      if document.isQuoted {
        while position < bodyEnd {
          if text[position] == Self.placeholder { addRefused(.quotedHereDocument) }
          position += 1
        }
      } else {
        try readBody(document, until: bodyEnd)
      }
      facts.documents[document.number] = facts.region(since: mark)
      position = next
    }
  }

  private mutating func readBody(_ document: HereDocument, until bodyEnd: Int) throws(Stop) {
    // Some shells look for the delimiter before they read expansions, some after: none may reach over the end.
    let outerEnd = end
    end = bodyEnd
    defer { end = outerEnd }
    let mark = facts.mark
    serial += 1
    var word = Word(serial: serial, start: position, end: position, region: facts.region(since: mark))
    while let byte { try parseQuotedPiece(&word, byte, .hereDocument) }
    for index in facts.region(since: mark).places where facts.owners[index] == word.serial {
      guard case .word = facts.places[index] else { continue }
      facts.places[index] = .word(
        ShellWord(quoting: .hereDocument, role: .hereDocument, command: document.command, isDashSafe: true))
    }
  }

  /// Where the body of a here-document ends, and where the script goes on.
  private func findEnd(of document: HereDocument) throws(Stop) -> (bodyEnd: Int, next: Int) {
    var line = position
    var isContinued = false
    while line < end {
      var lineEnd = line
      while lineEnd < end, text[lineEnd] != UInt8(ascii: "\n") { lineEnd += 1 }
      var content = line
      if document.stripsTabs {
        while content < lineEnd, text[content] == UInt8(ascii: "\t") { content += 1 }
      }
      if text[content..<lineEnd].elementsEqual(document.delimiter) {
        guard !isContinued else { throw Stop() }
        return (line, min(lineEnd + 1, end))
      }
      isContinued = !document.isQuoted && lineEnd > line && text[lineEnd - 1] == UInt8(ascii: "\\")
      line = lineEnd + 1
    }
    throw Stop()
  }
}
