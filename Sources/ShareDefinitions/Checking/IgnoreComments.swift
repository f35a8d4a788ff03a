import Glibc
import SourceDiagnostics

/// Comments of the form `# sharerouter: ignore CODE`, by which an author says that a warning was thought about.
///
/// A comment holds for the entry that begins on its line or, where it stands alone, on the next line that is not blank;
/// and for all that is indented below that line. Errors cannot be ignored.
struct IgnoreComments {
  private struct Comment {
    /// From the `#` to the end of the line.
    var range: Range<Int>
    var isAlone: Bool
    var codes: [Range<Int>]
    /// The bytes it holds for.
    var scope: Range<Int>
  }

  private static let mark: StaticString = "sharerouter: ignore"

  private let file: SourceFile
  private var comments: [Comment] = []

  /// Nil for a file without such comments.
  private init?(_ file: SourceFile) {
    self.file = file
    let places = IgnoreComments.marks(in: file.bytes)
    guard !places.isEmpty else { return nil }
    for place in places {
      if let comment = comment(at: place) { comments.append(comment) }
    }
    if comments.isEmpty { return nil }
  }

  /// The findings without the warnings that comments of the file ignore.
  ///
  /// - Parameter isThorough: Whether comments that ignore nothing are findings themselves.
  static func apply(to findings: [Diagnostic], of file: SourceFile, isThorough: Bool) -> [Diagnostic] {
    if findings.isEmpty, !isThorough { return findings }
    guard let comments = IgnoreComments(file) else { return findings }
    return comments.applied(to: findings, isThorough: isThorough)
  }

  private func applied(to findings: [Diagnostic], isThorough: Bool) -> [Diagnostic] {
    var used: Set<Int> = []
    var left = findings.filter { finding in
      let place = finding.primary.location
      guard finding.severity == .warning, place.file == file else { return true }
      let code = Array(finding.code.rawValue.utf8)
      var isIgnored = false
      for comment in comments where comment.scope.contains(place.range.lowerBound) {
        for range in comment.codes where file.bytes[range].elementsEqual(code) {
          isIgnored = true
          used.insert(range.lowerBound)
        }
      }
      return !isIgnored
    }
    guard isThorough, !findings.contains(where: { $0.severity == .error }) else { return left }
    for comment in comments {
      if comment.codes.isEmpty { left.append(.ignoreWithoutCode(at: SourceLocation(file: file, range: comment.range))) }
      for range in comment.codes where !used.contains(range.lowerBound) {
        if let finding = uselessness(of: range, in: comment) { left.append(finding) }
      }
    }
    return DecodingContext.sorted(left)
  }

  /// The finding about a code that ignores nothing.
  private func uselessness(of range: Range<Int>, in comment: Comment) -> Diagnostic? {
    let code = String(decoding: file.bytes[range], as: UTF8.self)
    // Those are found when all files are compared.
    if DiagnosticCatalogue.crossFileWarnings.contains(code) { return nil }
    let location = SourceLocation(file: file, range: range)
    guard DiagnosticCatalogue.warnings.contains(code) else {
      let isError = DiagnosticCatalogue.meaning(of: Diagnostic.Code(rawValue: code)) != nil
      return .unknownIgnoredCode(
        code, isError: isError, suggestion: Suggestion.nearest(to: code, in: DiagnosticCatalogue.warnings), at: location
      )
    }
    let edit: Range<Int>
    if comment.codes.count == 1 {
      edit = wholeComment(comment)
    } else {
      // With the comma or blank before it, or for the first one behind it.
      var (start, end) = (range.lowerBound, range.upperBound)
      if range == comment.codes[0] { end = comment.codes[1].lowerBound } else { start = previousEnd(range, comment) }
      edit = start..<end
    }
    return .uselessIgnore(code, at: location, removing: SourceLocation(file: file, range: edit))
  }

  private func previousEnd(_ range: Range<Int>, _ comment: Comment) -> Int {
    comment.codes.last { $0.upperBound <= range.lowerBound }?.upperBound ?? range.lowerBound
  }

  /// The comment with the blanks before it; with its line break where it has a line for itself.
  private func wholeComment(_ comment: Comment) -> Range<Int> {
    var start = comment.range.lowerBound
    let line = file.line(at: start)
    while start > file.lineStarts[line - 1], isBlank(start - 1) { start -= 1 }
    guard comment.isAlone, line < file.lineStarts.count else { return start..<comment.range.upperBound }
    return file.lineStarts[line - 1]..<file.lineStarts[line]
  }

  private func isBlank(_ index: Int) -> Bool { file.bytes[index] == 0x20 || file.bytes[index] == 0x09 }

  /// Where such comments begin: at a `#` that these words follow.
  private static func marks(in bytes: [UInt8]) -> [Int] {
    var places: [Int] = []
    var start = 0
    unsafe bytes.withUnsafeBytes { buffer in
      while start < buffer.count,
        let found = unsafe memchr(buffer.baseAddress! + start, Int32(UInt8(ascii: "#")), buffer.count - start)
      {
        start = unsafe UnsafeRawPointer(found) - buffer.baseAddress! + 1
        if unsafe textStart(buffer, behind: start - 1) != nil { places.append(start - 1) }
      }
    }
    return places
  }

  /// The offset behind the words of a comment that begins at `start`; nil where it says something else.
  private static func textStart(_ bytes: UnsafeRawBufferPointer, behind start: Int) -> Int? {
    var index = start + 1
    while index < bytes.count, unsafe bytes[index] == 0x20 { index += 1 }
    let words = mark.utf8CodeUnitCount
    guard bytes.count - index >= words,
      unsafe memcmp(bytes.baseAddress! + index, UnsafeRawPointer(mark.utf8Start), words) == 0
    else { return nil }
    return index + words
  }

  /// The comment that begins at a `#`; nil where the text goes on otherwise.
  private func comment(at start: Int) -> Comment? {
    guard var index = unsafe file.bytes.withUnsafeBytes({ unsafe IgnoreComments.textStart($0, behind: start) }) else {
      return nil
    }
    let line = file.line(at: start)
    let whole = file.lineRange(line)
    guard start == whole.lowerBound || isBlank(start - 1) else { return nil }
    let isAlone = whole.lowerBound + indentation(of: whole) == start
    guard index == whole.upperBound || isBlank(index) else { return nil }
    var codes: [Range<Int>] = []
    // Codes with commas between; what follows is the author's own remark.
    while true {
      while index < whole.upperBound, isBlank(index) { index += 1 }
      let codeStart = index
      while index < whole.upperBound, isCodeByte(file.bytes[index]) { index += 1 }
      guard index > codeStart else { break }
      codes.append(codeStart..<index)
      while index < whole.upperBound, isBlank(index) { index += 1 }
      guard index < whole.upperBound, file.bytes[index] == UInt8(ascii: ",") else { break }
      index += 1
    }
    let scope = scope(from: isAlone ? line + 1 : line)
    return Comment(range: start..<whole.upperBound, isAlone: isAlone, codes: codes, scope: scope)
  }

  private func isCodeByte(_ byte: UInt8) -> Bool {
    ScalarText.isLetter(byte) || ScalarText.isDigit(byte) || byte == UInt8(ascii: "-")
  }

  /// The bytes of a line, or the next one that holds something but a comment, with all lines indented below it. The
  /// elements of a list may stand in the column of their key.
  private func scope(from first: Int) -> Range<Int> {
    var line = first
    while line <= file.lineStarts.count, !holdsContent(line) { line += 1 }
    guard line <= file.lineStarts.count else { return file.bytes.count..<file.bytes.count }
    let start = file.lineRange(line)
    let indentation = indentation(of: start)
    let isElement = isElement(start)
    var end = start.upperBound
    line += 1
    while line <= file.lineStarts.count {
      let range = file.lineRange(line)
      let column = self.indentation(of: range)
      if column < range.count {
        let isBelow = column > indentation || (column == indentation && self.isElement(range) && !isElement)
        guard isBelow else { break }
        end = range.upperBound
      }
      line += 1
    }
    return start.lowerBound..<end
  }

  private func indentation(of line: Range<Int>) -> Int {
    var index = line.lowerBound
    while index < line.upperBound, isBlank(index) { index += 1 }
    return index - line.lowerBound
  }

  private func holdsContent(_ line: Int) -> Bool {
    let range = file.lineRange(line)
    let start = range.lowerBound + indentation(of: range)
    return start < range.upperBound && file.bytes[start] != UInt8(ascii: "#")
  }

  private func isElement(_ line: Range<Int>) -> Bool {
    let start = line.lowerBound + indentation(of: line)
    guard start < line.upperBound, file.bytes[start] == UInt8(ascii: "-") else { return false }
    return start + 1 == line.upperBound || isBlank(start + 1)
  }
}
