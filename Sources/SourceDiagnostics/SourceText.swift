/// A text that was taken from a file, with the way back to the file's bytes.
///
/// The text of a quoted or block scalar differs from what stands in the file (escapes, folding, indentation); `map`
/// carries a range of the text to the range of bytes that it was made of.
public struct SourceText: Sendable {
  public let text: String
  public let file: SourceFile
  public let map: SourceMap

  public init(text: String, file: SourceFile, map: SourceMap) {
    self.text = text
    self.file = file
    self.map = map
  }

  /// A text that stands in the file byte for byte from `offset` on.
  public init(verbatim text: String, file: SourceFile, offset: Int) {
    self.init(text: text, file: file, map: .verbatim(from: offset))
  }

  /// The file's bytes for a range of UTF-8 offsets into `text`.
  public func location(of range: Range<Int>) -> SourceLocation {
    SourceLocation(file: file, range: map.fileRange(of: range))
  }

  /// The file's bytes for the whole text.
  public var location: SourceLocation { location(of: 0..<text.utf8.count) }
}

/// From offsets in a text to offsets in the file it was read from.
public enum SourceMap: Sendable, Equatable {
  /// The text stands in the file as it is, from this offset on.
  case verbatim(from: Int)
  /// Pieces in ascending order of both sides. Inside a piece whose sides are equally long bytes correspond one to one;
  /// any other piece (an escape, a folded line break) corresponds as a whole.
  case pieces([Piece])

  public struct Piece: Sendable, Equatable {
    public var text: Range<Int>
    public var file: Range<Int>

    public init(text: Range<Int>, file: Range<Int>) {
      self.text = text
      self.file = file
    }
  }

  /// The range in the file that made `range` of the text: from where its first byte was written to where its last was.
  public func fileRange(of range: Range<Int>) -> Range<Int> {
    switch self {
    case .verbatim(let start):
      return (start + range.lowerBound)..<(start + range.upperBound)
    case .pieces(let pieces):
      guard let first = pieces.first, let last = pieces.last else { return 0..<0 }
      if range.isEmpty {
        if range.lowerBound >= last.text.upperBound { return last.file.upperBound..<last.file.upperBound }
        let start = SourceMap.start(of: range.lowerBound, in: pieces)
        return start..<start
      }
      let start =
        range.lowerBound < first.text.lowerBound
        ? first.file.lowerBound
        : SourceMap.start(of: range.lowerBound, in: pieces)
      let end = SourceMap.end(of: range.upperBound - 1, in: pieces)
      return start..<max(start, end)
    }
  }

  private static func piece(holding offset: Int, in pieces: [Piece]) -> Piece {
    var low = 0
    var high = pieces.count
    while low + 1 < high {
      let middle = (low + high) / 2
      if pieces[middle].text.lowerBound <= offset { low = middle } else { high = middle }
    }
    return pieces[low]
  }

  private static func start(of offset: Int, in pieces: [Piece]) -> Int {
    let piece = piece(holding: offset, in: pieces)
    guard piece.text.count == piece.file.count else { return piece.file.lowerBound }
    return min(piece.file.lowerBound + max(offset - piece.text.lowerBound, 0), piece.file.upperBound)
  }

  private static func end(of offset: Int, in pieces: [Piece]) -> Int {
    let piece = piece(holding: offset, in: pieces)
    guard piece.text.count == piece.file.count else { return piece.file.upperBound }
    return min(piece.file.lowerBound + max(offset - piece.text.lowerBound, 0) + 1, piece.file.upperBound)
  }
}
