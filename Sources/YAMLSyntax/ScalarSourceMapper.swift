import SourceDiagnostics

/// Follows a scalar from its bytes to its text as libyaml does (YAML 1.2 sections 7.3, 8.1) and keeps where each part
/// of the text came from.
struct ScalarSourceMapper {
  let bytes: [UInt8]
  /// Bytes of a flow scalar between its quotes, or all bytes up to the file's end for a block scalar.
  let end: Int
  var index: Int
  private(set) var output: [UInt8] = []
  private(set) var pieces: [SourceMap.Piece] = []

  /// The text with its map; nil when the bytes do not make this text.
  static func sourceText(of scalar: YAMLScalar, at range: Range<Int>, in file: SourceFile) -> SourceText? {
    let text = scalar.text
    guard range.upperBound <= file.bytes.count else { return nil }
    let isQuoted = (scalar.style == .singleQuoted || scalar.style == .doubleQuoted) && range.count >= 2
    let inner = isQuoted ? range.lowerBound + 1..<range.upperBound - 1 : range
    // Most scalars stand in the file as they are. A quoted scalar of a mended file may lack its quotes.
    for place in [inner, range] where stands(text, at: place, in: file.bytes) {
      return SourceText(verbatim: text, file: file, offset: place.lowerBound)
    }
    let expected = Array(text.utf8)
    switch scalar.style {
    case .plain, .singleQuoted, .doubleQuoted:
      var mapper = ScalarSourceMapper(bytes: file.bytes, end: inner.upperBound, index: inner.lowerBound)
      mapper.flow(scalar.style)
      guard mapper.output == expected else { return nil }
      return SourceText(text: text, file: file, map: mapper.map(orEmptyAt: inner.upperBound))
    case .literal, .folded:
      var mapper = ScalarSourceMapper(bytes: file.bytes, end: file.bytes.count, index: range.lowerBound)
      guard let header = mapper.header() else { return nil }
      let contentStart = mapper.index
      // An indentation indicator counts from the parent's indentation, which is not known here: the first that fits.
      for indentation in mapper.possibleIndentations(header) {
        mapper = ScalarSourceMapper(bytes: file.bytes, end: file.bytes.count, index: contentStart)
        mapper.block(isLiteral: scalar.style == .literal, header, indentation)
        guard mapper.output == expected else { continue }
        return SourceText(text: text, file: file, map: mapper.map(orEmptyAt: range.upperBound))
      }
      return nil
    }
  }

  private static func stands(_ text: String, at place: Range<Int>, in bytes: [UInt8]) -> Bool {
    let text = text.utf8Span.span
    let bytes = bytes.span
    guard place.count == text.count else { return false }
    for index in text.indices where text[index] != bytes[place.lowerBound + index] { return false }
    return true
  }

  init(bytes: [UInt8], end: Int, index: Int) {
    self.bytes = bytes
    self.end = end
    self.index = index
  }

  private func map(orEmptyAt offset: Int) -> SourceMap {
    .pieces(pieces.isEmpty ? [.init(text: 0..<0, file: offset..<offset)] : pieces)
  }

  // MARK: - Output

  /// Text that stands in the file as it is.
  mutating func copy(_ range: Range<Int>) {
    guard !range.isEmpty else { return }
    let start = output.count
    output += bytes[range]
    if let last = pieces.last, last.file.upperBound == range.lowerBound, last.text.count == last.file.count {
      pieces[pieces.count - 1].file = last.file.lowerBound..<range.upperBound
      pieces[pieces.count - 1].text = last.text.lowerBound..<output.count
    } else {
      pieces.append(.init(text: start..<output.count, file: range))
    }
  }

  /// Text that the bytes of `range` stand for as a whole.
  mutating func put(_ text: some Sequence<UInt8>, for range: Range<Int>) {
    let start = output.count
    output += text
    guard output.count > start else { return }
    pieces.append(.init(text: start..<output.count, file: range))
  }

  /// Puts the line breaks in `breaks`, each of its own bytes.
  mutating func put(_ breaks: [LineBreak]) {
    for lineBreak in breaks { put(lineBreak.text, for: lineBreak.range) }
  }

  // MARK: - Line breaks

  /// A line break and what it becomes: LF, CRLF, CR and U+0085 become LF, U+2028 and U+2029 stay.
  struct LineBreak {
    var range: Range<Int>
    var text: [UInt8]
    var isFoldable: Bool { text == [0x0A] }
  }

  func lineBreak(at offset: Int) -> LineBreak? {
    guard offset < end else { return nil }
    switch bytes[offset] {
    case 0x0A: return LineBreak(range: offset..<offset + 1, text: [0x0A])
    case 0x0D:
      let length = offset + 1 < end && bytes[offset + 1] == 0x0A ? 2 : 1
      return LineBreak(range: offset..<offset + length, text: [0x0A])
    case 0xC2 where offset + 1 < end && bytes[offset + 1] == 0x85:
      return LineBreak(range: offset..<offset + 2, text: [0x0A])
    case 0xE2 where offset + 2 < end && bytes[offset + 1] == 0x80 && (bytes[offset + 2] & 0xFE) == 0xA8:
      return LineBreak(range: offset..<offset + 3, text: Array(bytes[offset..<offset + 3]))
    default: return nil
    }
  }

  // MARK: - Plain and quoted scalars

  private mutating func flow(_ style: YAMLScalar.Style) {
    while index < end {
      var hasEscapedBreak = false
      let start = index
      while index < end, !bytes[index].isBlank, lineBreak(at: index) == nil {
        if style == .singleQuoted, bytes[index] == UInt8(ascii: "'") {
          put([UInt8(ascii: "'")], for: index..<min(index + 2, end))
          // In a mended file the text may hold single quotes that nobody doubled.
          index = min(index + 2, end)
        } else if style == .doubleQuoted, bytes[index] == UInt8(ascii: "\\") {
          if let lineBreak = lineBreak(at: index + 1) {
            index = lineBreak.range.upperBound
            hasEscapedBreak = true
            break
          }
          escape()
        } else {
          copy(index..<index + 1)
          index += 1
        }
      }
      blanks(afterEscapedBreak: hasEscapedBreak)
      // Nothing above can stand still, but a loop must not depend on that.
      if index == start { return }
    }
  }

  /// Blanks and line breaks between two words: kept on one line, folded over several.
  private mutating func blanks(afterEscapedBreak: Bool) {
    let start = index
    var leading: LineBreak?
    var trailing: [LineBreak] = []
    var isFolding = afterEscapedBreak
    var firstBreak = start
    while index < end {
      if bytes[index].isBlank {
        index += 1
      } else if let lineBreak = lineBreak(at: index) {
        index = lineBreak.range.upperBound
        if isFolding {
          trailing.append(lineBreak)
        } else {
          leading = lineBreak
          firstBreak = lineBreak.range.lowerBound
          isFolding = true
        }
      } else {
        break
      }
    }
    guard isFolding else { return copy(start..<index) }
    if let leading, !leading.isFoldable {
      put([leading] + trailing)
    } else if leading != nil, trailing.isEmpty {
      put([0x20], for: firstBreak..<index)
    } else {
      put(trailing)
    }
  }

  /// An escape sequence of a double-quoted scalar.
  private mutating func escape() {
    let start = index
    guard index + 1 < end else {
      copy(index..<end)
      index = end
      return
    }
    let name = bytes[index + 1]
    index += 2
    let value: UInt32
    switch name {
    case UInt8(ascii: "0"): value = 0
    case UInt8(ascii: "a"): value = 7
    case UInt8(ascii: "b"): value = 8
    case UInt8(ascii: "t"), 0x09: value = 9
    case UInt8(ascii: "n"): value = 10
    case UInt8(ascii: "v"): value = 11
    case UInt8(ascii: "f"): value = 12
    case UInt8(ascii: "r"): value = 13
    case UInt8(ascii: "e"): value = 27
    case UInt8(ascii: "N"): value = 0x85
    case UInt8(ascii: "_"): value = 0xA0
    case UInt8(ascii: "L"): value = 0x2028
    case UInt8(ascii: "P"): value = 0x2029
    case UInt8(ascii: "x"): value = hexadecimal(2)
    case UInt8(ascii: "u"): value = hexadecimal(4)
    case UInt8(ascii: "U"): value = hexadecimal(8)
    default: value = UInt32(name)
    }
    guard let scalar = Unicode.Scalar(value) else { return }
    put(Array(String(Character(scalar)).utf8), for: start..<index)
  }

  private mutating func hexadecimal(_ digits: Int) -> UInt32 {
    let last = min(index + digits, end)
    defer { index = last }
    return UInt32(String(decoding: bytes[index..<last], as: UTF8.self), radix: 16) ?? .max
  }
}
