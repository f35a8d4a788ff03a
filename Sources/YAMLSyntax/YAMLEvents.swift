import CYAML

/// libyaml's events over bytes in memory, with its code point marks turned into byte ranges that hug the content.
///
/// Needed because libyaml counts code points and leaves out a byte-order mark, ends block collections at the next
/// token, and lets a node begin at its anchor or tag.
@safe package struct YAMLEvents: ~Copyable {
  private let parser: UnsafeMutablePointer<yaml_parser_t>
  /// The event that was returned last, whose memory is libyaml's.
  private let current: UnsafeMutablePointer<yaml_event_t>
  private let bytes: UnsafeBufferPointer<UInt8>
  private let isASCII: Bool
  /// A place known on both sides, from which the next is counted. Marks seldom go back, and then not far.
  private var knownIndex = 0
  private var knownOffset: Int
  /// Where the last byte of content so far ended.
  private var contentEnd = 0
  private var lastScalar: Range<Int>?
  /// Where the brackets of the open collections stand; nil for those that have none.
  private var openBrackets: [Int?] = []

  /// Runs `body` over the events of `bytes`.
  package static func read<Result, Failure: Error>(
    _ bytes: [UInt8], _ body: (inout YAMLEvents) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    // Without a branch for each byte, many are looked at together.
    var union: UInt8 = 0
    for byte in bytes { union |= byte }
    let isASCII = union < 0x80
    return try unsafe bytes.withUnsafeBufferPointer { (buffer) throws(Failure) in
      var events = unsafe YAMLEvents(buffer, isASCII: isASCII)
      return try body(&events)
    }
  }

  private init(_ buffer: UnsafeBufferPointer<UInt8>, isASCII: Bool) {
    unsafe bytes = buffer
    unsafe parser = .allocate(capacity: 1)
    unsafe parser.initialize(to: yaml_parser_t())
    unsafe current = .allocate(capacity: 1)
    unsafe current.initialize(to: yaml_event_t())
    self.isASCII = isASCII
    let hasMark = unsafe buffer.count >= 3 && buffer[0] == 0xEF && buffer[1] == 0xBB && buffer[2] == 0xBF
    knownOffset = hasMark ? 3 : 0
    if unsafe yaml_parser_initialize(parser) != 0, let start = buffer.baseAddress {
      unsafe yaml_parser_set_input_string(parser, start, buffer.count)
    }
  }

  deinit {
    unsafe yaml_event_delete(current)
    unsafe current.deinitialize(count: 1)
    unsafe current.deallocate()
    unsafe yaml_parser_delete(parser)
    unsafe parser.deinitialize(count: 1)
    unsafe parser.deallocate()
  }

  /// The text of the scalar, or the name of the alias, that is the current event; empty for others.
  package var text: String {
    switch unsafe current.pointee.type {
    case YAML_SCALAR_EVENT:
      let data = unsafe current.pointee.data.scalar
      return unsafe String(decoding: UnsafeBufferPointer(start: data.value, count: data.length), as: UTF8.self)
    case YAML_ALIAS_EVENT: return unsafe YAMLEvents.text(current.pointee.data.alias.anchor) ?? ""
    default: return ""
    }
  }

  /// The anchor and the resolved tag of the current event.
  package var properties: (anchor: String?, tag: String?) {
    let (anchor, tag) =
      switch unsafe current.pointee.type {
      case YAML_SCALAR_EVENT: unsafe (current.pointee.data.scalar.anchor, current.pointee.data.scalar.tag)
      case YAML_SEQUENCE_START_EVENT:
        unsafe (current.pointee.data.sequence_start.anchor, current.pointee.data.sequence_start.tag)
      case YAML_MAPPING_START_EVENT:
        unsafe (current.pointee.data.mapping_start.anchor, current.pointee.data.mapping_start.tag)
      default: (nil, nil)
      }
    return unsafe (YAMLEvents.text(anchor), YAMLEvents.text(tag))
  }

  /// The next event; `streamEnd` is the last. Not to be called again after it or after a failure.
  package mutating func next() throws(YAMLFailure) -> YAMLEvent {
    // A parser that could not get memory, and an empty array without storage, have no read handler.
    guard unsafe parser.pointee.read_handler != nil else {
      guard unsafe bytes.isEmpty else { throw failure() }
      return YAMLEvent(.streamEnd, 0..<0)
    }
    unsafe yaml_event_delete(current)
    guard unsafe yaml_parser_parse(parser, current) != 0 else { throw failure() }
    let raw = unsafe current
    let start = unsafe offset(of: raw.pointee.start_mark.index)
    switch unsafe raw.pointee.type {
    case YAML_SCALAR_EVENT:
      return unsafe scalar(raw.pointee.data.scalar, start, offset(of: raw.pointee.end_mark.index))
    case YAML_ALIAS_EVENT:
      let end = unsafe offset(of: raw.pointee.end_mark.index)
      contentEnd = end
      return YAMLEvent(.alias, start..<end)
    case YAML_MAPPING_START_EVENT:
      let data = unsafe raw.pointee.data.mapping_start
      let isFlow = unsafe data.style == YAML_FLOW_MAPPING_STYLE
      return unsafe collection(.mappingStart(isFlow: isFlow), isFlow, start, data.anchor, data.tag)
    case YAML_SEQUENCE_START_EVENT:
      let data = unsafe raw.pointee.data.sequence_start
      let isFlow = unsafe data.style == YAML_FLOW_SEQUENCE_STYLE
      return unsafe collection(.sequenceStart(isFlow: isFlow), isFlow, start, data.anchor, data.tag)
    case YAML_MAPPING_END_EVENT:
      return collectionEnd(.mappingEnd, start, unsafe offset(of: raw.pointee.end_mark.index))
    case YAML_SEQUENCE_END_EVENT:
      return collectionEnd(.sequenceEnd, start, unsafe offset(of: raw.pointee.end_mark.index))
    case YAML_DOCUMENT_START_EVENT:
      let end = unsafe offset(of: raw.pointee.end_mark.index)
      let isExplicit = unsafe raw.pointee.data.document_start.implicit == 0
      contentEnd = isExplicit ? end : start
      return YAMLEvent(.documentStart(isExplicit: isExplicit), start..<max(start, end))
    case YAML_DOCUMENT_END_EVENT:
      let isExplicit = unsafe raw.pointee.data.document_end.implicit == 0
      return YAMLEvent(.documentEnd(isExplicit: isExplicit), start..<start)
    case YAML_STREAM_START_EVENT:
      return YAMLEvent(.streamStart, start..<start)
    default:
      return YAMLEvent(.streamEnd, start..<start)
    }
  }

  private mutating func scalar(
    _ data: yaml_event_t.__Unnamed_union_data.__Unnamed_struct_scalar, _ rawStart: Int, _ rawEnd: Int
  ) -> YAMLEvent {
    let style = unsafe YAMLScalar.Style(data.style)
    let hasProperties = unsafe data.anchor != nil || data.tag != nil
    var start = rawStart
    var end = rawEnd
    if style == .plain, unsafe data.length == 0 {
      // libyaml puts the value that nobody wrote at the next token.
      start = hasProperties ? end : implicitPlace(before: start)
      end = start
    } else {
      if hasProperties { start = unsafe contentStart(from: start, data.anchor != nil, data.tag != nil) }
      if style == .literal || style == .folded { end = blockScalarEnd(start, end) }
    }
    end = max(start, end)
    contentEnd = end
    lastScalar = start..<end
    return YAMLEvent(.scalar(style), start..<end)
  }

  private mutating func collection(
    _ kind: YAMLEvent.Kind, _ isFlow: Bool, _ rawStart: Int, _ anchor: UnsafeMutablePointer<yaml_char_t>?,
    _ tag: UnsafeMutablePointer<yaml_char_t>?
  ) -> YAMLEvent {
    var start = rawStart
    let hasProperties = unsafe anchor != nil || tag != nil
    if hasProperties { start = unsafe contentStart(from: start, anchor != nil, tag != nil) }
    contentEnd = start
    openBrackets.append(isFlow ? start : nil)
    return YAMLEvent(kind, start..<start)
  }

  private mutating func collectionEnd(_ kind: YAMLEvent.Kind, _ start: Int, _ end: Int) -> YAMLEvent {
    // Only a closing bracket has bytes of its own; what ends by indentation ends with its last child.
    if end > start { contentEnd = end }
    _ = openBrackets.popLast()
    return YAMLEvent(kind, contentEnd..<contentEnd)
  }

  private static func text(_ characters: UnsafeMutablePointer<yaml_char_t>?) -> String? {
    guard let characters = unsafe characters else { return nil }
    return unsafe String(cString: characters)
  }

  private mutating func failure() -> YAMLFailure {
    let stage: YAMLFailure.Stage =
      switch unsafe parser.pointee.error {
      case YAML_READER_ERROR: .reader
      case YAML_SCANNER_ERROR: .scanner
      case YAML_PARSER_ERROR: .parser
      default: .memory
      }
    var failure = YAMLFailure(
      stage: stage, problem: "", context: "", offset: 0, lastScalar: lastScalar,
      openBracket: openBrackets.last { $0 != nil } ?? nil)
    if let problem = unsafe parser.pointee.problem { failure.problem = unsafe String(cString: problem) }
    switch stage {
    case .memory: break
    case .reader:
      // The reader knows no marks, only a byte offset.
      failure.offset = unsafe min(parser.pointee.problem_offset, bytes.count)
    case .scanner, .parser:
      failure.offset = unsafe offset(of: parser.pointee.problem_mark.index)
      if let context = unsafe parser.pointee.context {
        failure.context = unsafe String(cString: context)
        failure.contextOffset = unsafe offset(of: parser.pointee.context_mark.index)
      }
    }
    return failure
  }
}

// MARK: - Places

extension YAMLEvents {
  /// The byte at which code point number `index` begins, a byte-order mark at the start not counted.
  private mutating func offset(of index: Int) -> Int {
    let count = unsafe bytes.count
    if isASCII { return min(index, count) }
    while knownIndex < index, knownOffset < count {
      knownOffset += 1
      while knownOffset < count, unsafe bytes[knownOffset] & 0xC0 == 0x80 { knownOffset += 1 }
      knownIndex += 1
    }
    while knownIndex > index, knownOffset > 0 {
      knownOffset -= 1
      while knownOffset > 0, unsafe bytes[knownOffset] & 0xC0 == 0x80 { knownOffset -= 1 }
      knownIndex -= 1
    }
    return knownOffset
  }

  /// Where a value that was left out would stand: after the last indicator since the last content.
  private func implicitPlace(before limit: Int) -> Int {
    var place = contentEnd
    var index = contentEnd
    while index < limit {
      let byte = unsafe bytes[index]
      if byte == UInt8(ascii: "#"), index > place {
        while index < limit, unsafe !bytes[index].isLineBreak { index += 1 }
      } else {
        index += 1
        if !byte.isBlankOrLineBreak { place = index }
      }
    }
    return min(place, limit)
  }

  /// The place after a node's anchor and tag.
  private func contentStart(from start: Int, _ hasAnchor: Bool, _ hasTag: Bool) -> Int {
    let count = unsafe bytes.count
    var index = start
    for _ in 0..<(hasAnchor ? 1 : 0) + (hasTag ? 1 : 0) {
      index = skipBlanks(from: index)
      guard index < count, unsafe bytes[index] == UInt8(ascii: "&") || bytes[index] == UInt8(ascii: "!") else { break }
      let isAnchor = unsafe bytes[index] == UInt8(ascii: "&")
      let isVerbatim = unsafe !isAnchor && index + 1 < count && bytes[index + 1] == UInt8(ascii: "<")
      index += 1
      while index < count {
        let byte = unsafe bytes[index]
        if isVerbatim, byte == UInt8(ascii: ">") {
          index += 1
          break
        }
        if isAnchor ? !byte.isAnchorCharacter : byte.isBlankOrLineBreak || (!isVerbatim && byte.isFlowIndicator) {
          break
        }
        index += 1
      }
    }
    return skipBlanks(from: index)
  }

  /// The place after blanks, line breaks and comments.
  private func skipBlanks(from start: Int) -> Int {
    var index = start
    while unsafe index < bytes.count {
      let byte = unsafe bytes[index]
      if byte == UInt8(ascii: "#") {
        while unsafe index < bytes.count && !bytes[index].isLineBreak { index += 1 }
      } else if byte.isBlankOrLineBreak {
        index += 1
      } else {
        break
      }
    }
    return index
  }

  /// The end of a block scalar's last line that holds more than blanks, without its line break; libyaml's own mark
  /// lies after the blank lines that follow. A scalar without text ends with its header.
  private func blockScalarEnd(_ start: Int, _ mark: Int) -> Int {
    var headerEnd = start
    while unsafe headerEnd < bytes.count && !bytes[headerEnd].isBlankOrLineBreak { headerEnd += 1 }
    var end = mark
    while end > headerEnd {
      var lineEnd = end
      if unsafe bytes[lineEnd - 1] == 0x0A { lineEnd -= 1 }
      // One break only: a carriage return with the line feed that was just left, or alone.
      if lineEnd > headerEnd, unsafe bytes[lineEnd - 1] == 0x0D { lineEnd -= 1 }
      var lineStart = lineEnd
      var isBlank = true
      while lineStart > headerEnd, unsafe !bytes[lineStart - 1].isLineBreak {
        lineStart -= 1
        if unsafe bytes[lineStart] != 0x20 { isBlank = false }
      }
      if lineStart <= headerEnd { return headerEnd }
      if !isBlank { return lineEnd }
      end = lineStart
    }
    return headerEnd
  }
}

extension YAMLScalar.Style {
  fileprivate init(_ style: yaml_scalar_style_t) {
    switch style {
    case YAML_SINGLE_QUOTED_SCALAR_STYLE: self = .singleQuoted
    case YAML_DOUBLE_QUOTED_SCALAR_STYLE: self = .doubleQuoted
    case YAML_LITERAL_SCALAR_STYLE: self = .literal
    case YAML_FOLDED_SCALAR_STYLE: self = .folded
    default: self = .plain
    }
  }
}
