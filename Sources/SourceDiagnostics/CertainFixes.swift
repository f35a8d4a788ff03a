/// The edits of findings that mend them for sure, made together.
public struct CertainFixes: Sendable {
  /// The file with the edits made.
  public let file: SourceFile
  /// How many findings were mended.
  public let count: Int

  /// Makes the certain edits of the findings in one file. Of edits that overlap the first is made; the others are left
  /// for another look at the file. Nil when there is nothing to do.
  public init?(of findings: [Diagnostic], in file: SourceFile) {
    var edits: [Diagnostic.Edit] = []
    var count = 0
    for finding in findings {
      guard let help = finding.helps.first(where: { $0.isCertain && !$0.edits.isEmpty }),
        help.edits.allSatisfy({ edit in
          edit.location.file == file && !edits.contains { $0.location.touches(edit.location) }
        })
      else { continue }
      edits += help.edits
      count += 1
    }
    edits.sort { $0.location.range.lowerBound < $1.location.range.lowerBound }
    var bytes: [UInt8] = []
    var position = 0
    for edit in edits {
      bytes += file.bytes[position..<edit.location.range.lowerBound]
      bytes += edit.replacement.utf8
      position = edit.location.range.upperBound
    }
    bytes += file.bytes[position...]
    guard bytes != file.bytes else { return nil }
    self.file = SourceFile(pathBytes: file.pathBytes, bytes: bytes)
    self.count = count
  }

  /// How often a file is looked at again: an edit may bring to light what others mend.
  public static let rounds = 20

  /// Makes certain edits until none is left.
  ///
  /// - Returns: The file as it came or mended, how many findings were mended, and those that are left.
  public static func mend(
    _ file: SourceFile, rounds: Int = CertainFixes.rounds, check: (SourceFile) -> [Diagnostic]
  ) -> (file: SourceFile, count: Int, left: [Diagnostic]) {
    var file = file
    var count = 0
    var left = check(file)
    for _ in 0..<rounds {
      guard let fixes = CertainFixes(of: left, in: file) else { break }
      file = fixes.file
      count += fixes.count
      left = check(file)
    }
    return (file, count, left)
  }
}

extension SourceLocation {
  /// Whether edits of both places could get in each other's way: two insertions at one place do.
  fileprivate func touches(_ other: SourceLocation) -> Bool {
    range.overlaps(other.range) || range.lowerBound == other.range.lowerBound
      || (range.isEmpty && other.range.contains(range.lowerBound))
      || (other.range.isEmpty && range.contains(other.range.lowerBound))
  }
}
