/// The bytes of one file and the places of its lines: the one spot where lines and columns are derived from offsets.
public final class SourceFile: Sendable, Equatable {
  /// The path as text, with U+FFFD for bytes that are not UTF-8; control characters are escaped by the renderers.
  public let path: String
  /// The exact path where it is not UTF-8.
  private let irregularPath: [UInt8]?
  public let bytes: [UInt8]
  /// The byte offset at which each line begins; the first is 0. LF, CRLF and a lone CR end a line.
  public let lineStarts: [Int]

  public init(path: String, bytes: [UInt8]) {
    self.path = path
    irregularPath = nil
    self.bytes = bytes
    lineStarts = SourceFile.findLineStarts(bytes)
  }

  public convenience init(path: String, text: String) {
    self.init(path: path, bytes: Array(text.utf8))
  }

  /// A file whose path may be any bytes.
  public init(pathBytes: [UInt8], bytes: [UInt8]) {
    path = String(decoding: pathBytes, as: UTF8.self)
    irregularPath = path.utf8.elementsEqual(pathBytes) ? nil : pathBytes
    self.bytes = bytes
    lineStarts = SourceFile.findLineStarts(bytes)
  }

  /// The exact path, whatever its bytes are.
  public var pathBytes: [UInt8] { irregularPath ?? Array(path.utf8) }

  /// Identity: two reads of one path are two files.
  public static func == (left: SourceFile, right: SourceFile) -> Bool { left === right }

  private static func findLineStarts(_ bytes: [UInt8]) -> [Int] {
    var starts: [Int] = []
    starts.reserveCapacity(1 + bytes.count / 16)
    starts.append(0)
    let span = bytes.span
    for index in span.indices where span[index] <= 0x0D {
      let byte = span[index]
      if byte == 0x0A || (byte == 0x0D && !(index + 1 < span.count && span[index + 1] == 0x0A)) {
        starts.append(index + 1)
      }
    }
    return starts
  }

  /// The line (from 1) that holds the byte at `offset`; an offset past the end belongs to the last line.
  public func line(at offset: Int) -> Int {
    var low = 0
    var high = lineStarts.count
    while low + 1 < high {
      let middle = (low + high) / 2
      if lineStarts[middle] <= offset { low = middle } else { high = middle }
    }
    return low + 1
  }

  /// Line and column of a byte offset, clamped to the file.
  public func position(at offset: Int) -> SourcePosition {
    let offset = min(max(offset, 0), bytes.count)
    let line = line(at: offset)
    var column = 1
    var index = lineStarts[line - 1]
    if index == 0 { index = min(byteOrderMarkLength, offset) }
    while index < offset {
      if bytes[index] & 0xC0 != 0x80 { column += 1 }
      index += 1
    }
    return SourcePosition(line: line, column: column, offset: offset)
  }

  /// A byte-order mark (3 bytes) is not part of the first line's text and takes no column.
  var byteOrderMarkLength: Int {
    bytes.count >= 3 && bytes[0] == 0xEF && bytes[1] == 0xBB && bytes[2] == 0xBF ? 3 : 0
  }

  /// The bytes of a line (from 1), without its line break.
  public func lineRange(_ line: Int) -> Range<Int> {
    let start = lineStarts[line - 1]
    var end = line < lineStarts.count ? lineStarts[line] : bytes.count
    if line < lineStarts.count {
      if end > start, bytes[end - 1] == 0x0A { end -= 1 }
      if end > start, bytes[end - 1] == 0x0D { end -= 1 }
    }
    return start..<end
  }
}

/// A place in a file as people and editors count: `line` and `column` from 1, a column being one Unicode scalar;
/// `offset` in bytes from 0.
public struct SourcePosition: Sendable, Equatable {
  public let line: Int
  public let column: Int
  public let offset: Int

  public init(line: Int, column: Int, offset: Int) {
    self.line = line
    self.column = column
    self.offset = offset
  }
}
