import SourceDiagnostics
import Testing

@testable import YAMLSyntax

/// A YAML text with `«…»` around the places that its test is about.
struct Marked {
  var file: SourceFile
  var ranges: [Range<Int>]

  init(_ text: String) {
    var bytes: [UInt8] = []
    var starts: [(index: Int, offset: Int)] = []
    var ranges: [(index: Int, range: Range<Int>)] = []
    var count = 0
    for scalar in text.unicodeScalars {
      switch scalar {
      case "«":
        starts.append((count, bytes.count))
        count += 1
      case "»":
        let start = starts.removeLast()
        ranges.append((start.index, start.offset..<bytes.count))
      default: bytes += Array(String(Character(scalar)).utf8)
      }
    }
    // In the order in which they open.
    self.ranges = ranges.sorted { $0.index < $1.index }.map(\.range)
    file = SourceFile(path: "test.yaml", bytes: bytes)
  }

  func text(_ range: Range<Int>) -> String { String(decoding: file.bytes[range], as: UTF8.self) }
}

extension SourceFile {
  /// The file with a finding's edits made.
  func applying(_ edits: [Diagnostic.Edit]) -> SourceFile {
    var bytes = bytes
    for edit in edits.sorted(by: { $0.location.range.lowerBound > $1.location.range.lowerBound }) {
      bytes.replaceSubrange(edit.location.range, with: Array(edit.replacement.utf8))
    }
    return SourceFile(path: path, bytes: bytes)
  }
}

func parse(_ file: SourceFile) -> (document: YAMLDocument?, findings: [Diagnostic]) {
  var findings: [Diagnostic] = []
  let document = YAMLParser.parse(file, into: &findings)
  return (document, findings)
}
