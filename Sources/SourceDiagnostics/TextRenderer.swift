/// Findings as people read them in a terminal: the message, the place, the lines with carets, and the ways out.
///
/// Whatever stands in sources, paths and messages is shown by `TerminalText`; line feeds and, where colours are asked
/// for, the colours' own sequences are the only control characters in a rendering.
public struct TextRenderer: Sendable {
  /// Whether colours are used; the caller knows whether the text goes to a terminal and what `NO_COLOR` says.
  public var isColored: Bool
  /// The columns after which a source line is cut around its carets.
  public var maximumColumns: Int

  public init(isColored: Bool = false, maximumColumns: Int = 160) {
    self.isColored = isColored
    self.maximumColumns = max(maximumColumns, 20)
  }

  /// The findings in the order given, a blank line between two of them; each ends with a line feed.
  public func render(_ diagnostics: [Diagnostic]) -> String {
    var output = StyledOutput(isColored: isColored)
    for (index, diagnostic) in diagnostics.enumerated() {
      if index > 0 { output.endLine() }
      write(diagnostic, to: &output)
    }
    return output.text
  }

  /// One finding, without a blank line around it.
  public func render(_ diagnostic: Diagnostic) -> String {
    render([diagnostic])
  }

  private func write(_ diagnostic: Diagnostic, to output: inout StyledOutput) {
    let style: StyledOutput.Style = diagnostic.severity == .error ? .error : .warning
    output.write("\(diagnostic.severity.rawValue)[\(TerminalText.escaped(diagnostic.code.rawValue))]", style)
    output.write(": " + TerminalText.escaped(diagnostic.message), .strong)
    output.endLine()

    let snippets = Snippet.snippets(of: diagnostic)
    let lastLine = snippets.lazy.compactMap { $0.lines.last?.number }.max() ?? 1
    let frame = SnippetFrame(
      digits: String(lastLine).utf8.count, style: style, maximumColumns: maximumColumns)
    for (index, snippet) in snippets.enumerated() {
      frame.write(snippet, isFirst: index == 0, to: &output)
    }
    guard !diagnostic.helps.isEmpty || !diagnostic.notes.isEmpty else { return }
    frame.writeBar(to: &output)
    for note in diagnostic.notes { frame.writeNote("note", note, to: &output) }
    for help in diagnostic.helps {
      frame.writeNote("help", help.message, to: &output)
    }
  }
}
