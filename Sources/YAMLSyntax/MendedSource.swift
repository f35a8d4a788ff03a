import SourceDiagnostics

/// A file's bytes after some edits, with the way back to where each byte stood before.
struct MendedSource {
  let originalFile: SourceFile
  /// The mended bytes as a file of their own.
  let file: SourceFile
  /// For every byte offset of `file`, its end too, the offset in the original; nil where nothing was changed yet.
  private let origins: [Int]?
  /// Where the last edit ends in `file`.
  private let lastEditEnd: Int

  init(_ file: SourceFile) {
    originalFile = file
    self.file = file
    origins = nil
    lastEditEnd = 0
  }

  private init(originalFile: SourceFile, bytes: [UInt8], origins: [Int], lastEditEnd: Int) {
    self.originalFile = originalFile
    file = SourceFile(path: originalFile.path, bytes: bytes)
    self.origins = origins
    self.lastEditEnd = lastEditEnd
  }

  /// The source after edits of `file`; nil when they overlap, change nothing or make it too large.
  func applying(_ edits: [Diagnostic.Edit]) -> MendedSource? {
    var bytes: [UInt8] = []
    var origins: [Int] = []
    var position = 0
    func keep(until end: Int) {
      for offset in position..<end {
        bytes.append(file.bytes[offset])
        origins.append(origin(offset))
      }
      position = end
    }
    guard !edits.isEmpty else { return nil }
    for edit in edits.sorted(by: { $0.location.range.lowerBound < $1.location.range.lowerBound }) {
      let range = edit.location.range
      guard edit.location.file == file, range.lowerBound >= position else { return nil }
      keep(until: range.lowerBound)
      // Bytes that the edit keeps, in their order, still know where they came from.
      for byte in edit.replacement.utf8 {
        bytes.append(byte)
        origins.append(origin(position))
        if position < range.upperBound, file.bytes[position] == byte { position += 1 }
      }
      position = range.upperBound
    }
    let lastEditEnd = bytes.count
    keep(until: file.bytes.count)
    origins.append(origin(file.bytes.count))
    guard bytes.count <= YAMLLimits.fileSize, bytes != file.bytes else { return nil }
    return MendedSource(originalFile: originalFile, bytes: bytes, origins: origins, lastEditEnd: lastEditEnd)
  }

  /// Whether a failure at `offset` of `file` is a mistake of its own: on a later line than the edits, and not on one that
  /// continues the last edited line.
  func isPast(_ offset: Int) -> Bool {
    let editedLine = file.line(at: lastEditEnd)
    let line = file.line(at: offset)
    guard line > editedLine else { return false }
    return line > editedLine + 1 || indentation(line) <= indentation(editedLine)
  }

  /// Whether a failure at `offset` of `file` stands behind the edits, on their line: `[*.png, *.jpg]`.
  func isBeside(_ offset: Int) -> Bool {
    offset > lastEditEnd && file.line(at: offset) == file.line(at: lastEditEnd)
  }

  private func indentation(_ line: Int) -> Int {
    file.bytes[file.lineRange(line)].prefix { $0.isBlank }.count
  }

  private func origin(_ offset: Int) -> Int {
    guard let origins else { return offset }
    return origins[min(offset, origins.count - 1)]
  }

  private func original(_ range: Range<Int>) -> Range<Int> {
    let start = origin(range.lowerBound)
    return start..<max(start, origin(range.upperBound))
  }

  private func original(_ location: SourceLocation) -> SourceLocation {
    SourceLocation(file: originalFile, range: original(location.range))
  }

  private func original(_ label: Diagnostic.Label) -> Diagnostic.Label {
    Diagnostic.Label(original(label.location), label.text)
  }

  /// The finding at its places in the original file.
  func original(_ finding: Diagnostic) -> Diagnostic {
    var copy = finding
    copy.primary = original(finding.primary)
    copy.related = finding.related.map(original)
    for (index, help) in finding.helps.enumerated() {
      copy.helps[index].edits = help.edits.map {
        Diagnostic.Edit(original($0.location), replacement: $0.replacement)
      }
    }
    return copy
  }

  /// The document's root with the ranges that all nodes have in the original file.
  func original(_ root: YAMLNode) -> YAMLNode {
    YAMLNode(tree: root.tree.mapRanges(original), index: root.index)
  }
}
