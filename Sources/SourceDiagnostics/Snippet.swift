/// The lines of one file that a finding points at, near enough to one another to be shown together.
struct Snippet {
  /// A stretch of one line with what is said about it.
  struct Mark {
    /// Byte offsets in the file, on one line.
    var range: Range<Int>
    var text: String
    var isPrimary: Bool
    /// Whether the range began on an earlier line.
    var isContinuation = false
    /// Whether the range goes on on a later line.
    var continues = false
  }

  struct Line {
    let number: Int
    var marks: [Mark]
  }

  /// More lines than this between two places make two snippets, each with its own position to jump to.
  static let nearness = 20

  let file: SourceFile
  /// The place that the snippet's heading names.
  let offset: Int
  /// In ascending order; none for a file without bytes, such as one that could not be read.
  let lines: [Line]
  /// What is said about a file without bytes.
  let notes: [String]

  /// The snippet with the primary place first, the others in the order of their first labels.
  static func snippets(of diagnostic: Diagnostic) -> [Snippet] {
    let labels = ([diagnostic.primary] + diagnostic.related).enumerated().map { Place($0.element, index: $0.offset) }
    if labels.count == 1 { return [Snippet(labels)] }
    var files: [ObjectIdentifier: [Place]] = [:]
    for place in labels { files[ObjectIdentifier(place.label.location.file), default: []].append(place) }
    var groups: [[Place]] = []
    for places in files.values {
      var group: [Place] = []
      var last = 0
      for place in places.sorted(by: { ($0.firstLine, $0.index) < ($1.firstLine, $1.index) }) {
        if !group.isEmpty, place.firstLine - last > nearness {
          groups.append(group)
          group = []
        }
        group.append(place)
        last = max(last, place.lastLine)
      }
      groups.append(group)
    }
    return groups.map { group in group.sorted { $0.index < $1.index } }
      .sorted { $0[0].index < $1[0].index }
      .map(Snippet.init)
  }

  /// - Parameter places: at least one, all in one file, in the order of their labels.
  private init(_ places: [Place]) {
    file = places[0].label.location.file
    offset = places[0].label.location.range.lowerBound
    guard !file.bytes.isEmpty else {
      lines = []
      notes = places.map(\.label.text).filter { !$0.isEmpty }
      return
    }
    var marks: [(line: Int, mark: Mark)] = []
    for place in places {
      let text = place.label.text
      let isPrimary = place.index == 0
      guard place.firstLine < place.lastLine else {
        marks.append((place.firstLine, Mark(range: place.range, text: text, isPrimary: isPrimary)))
        continue
      }
      let first = place.range.lowerBound..<max(place.range.lowerBound, file.lineRange(place.firstLine).upperBound)
      var last = file.lineRange(place.lastLine).lowerBound
      while last < place.range.upperBound - 1, file.bytes[last] == 0x20 || file.bytes[last] == 0x09 { last += 1 }
      marks.append((place.firstLine, Mark(range: first, text: text, isPrimary: isPrimary, continues: true)))
      marks.append(
        (
          place.lastLine,
          Mark(range: last..<place.range.upperBound, text: "", isPrimary: isPrimary, isContinuation: true)
        ))
    }
    var lines: [Line] = []
    marks.sort { ($0.line, $0.mark.range.lowerBound) < ($1.line, $1.mark.range.lowerBound) }
    for (number, mark) in marks {
      if lines.last?.number == number {
        lines[lines.count - 1].marks.append(mark)
      } else {
        lines.append(Line(number: number, marks: [mark]))
      }
    }
    self.lines = lines
    notes = []
  }
}

/// A label with the lines that its range is shown on.
private struct Place {
  let label: Diagnostic.Label
  /// The label's number; the primary one is 0.
  let index: Int
  /// The range without the line breaks and blanks at its end, which a range of several lines often takes in.
  let range: Range<Int>
  let firstLine: Int
  let lastLine: Int

  init(_ label: Diagnostic.Label, index: Int) {
    self.label = label
    self.index = index
    let file = label.location.file
    let whole = label.location.range
    firstLine = file.line(at: whole.lowerBound)
    let lineEnd = file.bytes.isEmpty ? 0 : file.lineRange(firstLine).upperBound
    var upper = whole.upperBound
    if upper > lineEnd {
      let blanks: [UInt8] = [0x20, 0x09, 0x0A, 0x0D]
      while upper > whole.lowerBound, blanks.contains(file.bytes[upper - 1]) { upper -= 1 }
    }
    range = whole.lowerBound..<upper
    lastLine = range.isEmpty ? firstLine : file.line(at: upper - 1)
  }
}
