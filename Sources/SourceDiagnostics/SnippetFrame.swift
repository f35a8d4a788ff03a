/// Writes snippets with line numbers, bars and carets.
struct SnippetFrame {
  /// The digits of the highest line number shown.
  let digits: Int
  /// The style of the primary place.
  let style: StyledOutput.Style
  let maximumColumns: Int

  func write(_ snippet: Snippet, isFirst: Bool, to output: inout StyledOutput) {
    if !isFirst, !snippet.lines.isEmpty { writeBar(to: &output) }
    output.space(digits + 1)
    output.write(isFirst ? "-->" : ":::", .frame)
    var place = " " + TerminalText.escaped(snippet.file.pathBytes)
    if !snippet.lines.isEmpty {
      let position = snippet.file.position(at: snippet.offset)
      place += ":\(position.line):\(position.column)"
    }
    output.write(place)
    output.endLine()
    for note in snippet.notes { writeNote("note", note, to: &output) }
    guard !snippet.lines.isEmpty else { return }

    writeBar(to: &output)
    var previous = snippet.lines[0].number
    for line in snippet.lines {
      if line.number == previous + 2 {
        // One line takes no more room than the sign that it is left out.
        let range = snippet.file.lineRange(previous + 1)
        let view = LineView(
          of: snippet.file, line: previous + 1, around: range.lowerBound..<range.lowerBound,
          maximumColumns: maximumColumns)
        writeSource(view.text, number: previous + 1, to: &output)
      } else if line.number > previous + 2 {
        output.write("...", .frame)
        output.endLine()
      }
      previous = line.number
      let view = view(of: line.number, in: snippet.file, for: line.marks[...])
      if !view.isCut {
        write(line.marks[...], on: line.number, seenIn: view, to: &output)
        continue
      }
      for marks in near(line.marks) {
        write(
          marks, on: line.number, seenIn: self.view(of: line.number, in: snippet.file, for: marks), to: &output)
      }
    }
  }

  func writeBar(to output: inout StyledOutput) {
    output.space(digits + 2)
    output.write("|", .frame)
    output.endLine()
  }

  /// `= help: …`; further lines of the message are indented below the first.
  func writeNote(_ kind: String, _ message: String, to output: inout StyledOutput) {
    output.space(digits + 2)
    output.write("=", .frame)
    output.space()
    output.write(kind, .strong)
    output.write(":")
    var indent = 1
    for line in message.split(separator: "\n", omittingEmptySubsequences: false) {
      output.space(indent)
      output.write(TerminalText.escaped(String(line)))
      output.endLine()
      indent = digits + 2 + 2 + kind.utf8.count + 2
    }
  }

  private func writeSource(_ text: String, number: Int, to output: inout StyledOutput) {
    let number = String(number)
    output.space(1 + digits - number.utf8.count)
    output.write(number + " |", .frame)
    output.space()
    output.write(text)
    output.endLine()
  }

  /// Marks that can be seen together in one view of a line that is cut; the line is shown once for each group.
  private func near(_ marks: [Snippet.Mark]) -> [ArraySlice<Snippet.Mark>] {
    var groups: [ArraySlice<Snippet.Mark>] = []
    var start = 0
    for index in marks.indices.dropFirst() {
      let distance = marks[index].range.lowerBound - marks[start].range.lowerBound
      if distance > maximumColumns / 2 {
        groups.append(marks[start..<index])
        start = index
      }
    }
    groups.append(marks[start...])
    return groups
  }

  private func view(of line: Int, in file: SourceFile, for marks: ArraySlice<Snippet.Mark>) -> LineView {
    let first = marks[marks.startIndex]
    let end = (marks.first { $0.isPrimary } ?? first).range.upperBound
    return LineView(
      of: file, line: line, around: first.range.lowerBound..<max(end, first.range.lowerBound),
      maximumColumns: maximumColumns)
  }

  private func write(
    _ marks: ArraySlice<Snippet.Mark>, on line: Int, seenIn view: LineView, to output: inout StyledOutput
  ) {
    writeSource(view.text, number: line, to: &output)
    var rows = MarkRows(style: style)
    for mark in marks { rows.add(mark, at: view.columns(of: mark.range)) }
    for row in rows.rows() {
      output.space(digits + 2)
      output.write("|", .frame)
      output.space()
      for part in row {
        output.space(part.gap)
        output.write(part.text, part.style)
      }
      output.endLine()
    }
  }
}
