import SourceDiagnostics
import TestSupport
import Testing

@testable import ShareSheetUI

@Suite("The layout of the sheet")
struct SheetLayoutTests {
  private func frame(
    _ content: SheetContent, rows: Int, columns: Int, _ ornaments: Ornaments = .unicode, _ keys: [Key] = []
  ) -> ScreenFrame {
    var model = SheetModel(content)
    for key in keys { _ = model.press(key) }
    let layout = SheetLayout(ScreenSize(rows: rows, columns: columns), ornaments)
    layout.fit(&model)
    return layout.frame(model)
  }

  /// The frame as text, each span in its column.
  private func text(_ frame: ScreenFrame) -> String {
    frame.lines.map { line in
      var text = ""
      for span in line.spans {
        text += String(repeating: " ", count: max(0, span.column - TerminalText.width(of: text))) + span.text
      }
      return (line.isSelected ? "*" : " ") + text
    }.joined(separator: "\n") + "\n"
  }

  @Test("eighty columns")
  func usual() {
    expectText(
      text(frame(Sheets.mixed, rows: 18, columns: 80)),
      """
        photo.png  image/png · 12 kB
       
        ›  type to filter
       
        Share
      *▸ 1 Mail           Sends by mail
         2 日本語のメモ   Writes it down
        Actions
         3 Copy           To the clipboard
         4 QR code
         5 🎉 Print       On paper
       
       
       
       
       
        a.mail
        ↑↓ choose  Enter perform  ? hidden (2)  q close

      """.replacing("›  type", with: "› type"))
  }

  @Test("thirty columns have no details, and keep the keys that are known least")
  func narrow() {
    expectText(
      text(frame(Sheets.mixed, rows: 12, columns: 30)),
      """
        photo.png  image/png · 12 kB
        ›
        Share
      *▸ 1 Mail
         2 日本語のメモ
        Actions
         3 Copy
         4 QR code
         5 🎉 Print
       
        a.mail
        ? hidden (2)  q close

      """)
  }

  @Test("however small it is, the selected row is shown and nothing is wider", arguments: 1...12)
  func tiny(rows: Int) {
    for columns in [1, 2, 5, 12, 20, 30, 56, 80, 200] {
      for keys in [[], [Key.end], [.text("p")], [.text("?")], [.text("/"), .paste("日本語の長い文字列日本語の長い文字列")]] {
        let frame = frame(Sheets.mixed, rows: rows, columns: columns, .unicode, keys)
        #expect(frame.lines.count <= rows)
        for line in frame.lines {
          for span in line.spans {
            let end = span.column + TerminalText.width(of: span.text)
            #expect(
              end <= max(1, columns - 1) || span.text.isEmpty, "\(rows)x\(columns): '\(span.text)' at \(span.column)")
          }
          // No two spans of a line overlap.
          for (left, right) in zip(line.spans, line.spans.dropFirst()) {
            #expect(left.column + TerminalText.width(of: left.text) <= right.column, "\(line)")
          }
        }
        let isListed = keys.isEmpty || keys == [.end]
        #expect(!isListed || frame.lines.map(\.isSelected).contains(true), "\(rows)x\(columns)")
        if let cursor = frame.cursor { #expect(cursor.row < rows && cursor.column < max(1, columns)) }
      }
    }
  }

  @Test("many items are counted rather than shown")
  func items() {
    var content = Sheets.mixed
    content.items = (1...9).map { .init(label: "file \($0)", details: []) }
    let lines = text(frame(content, rows: 20, columns: 40)).split(separator: "\n")
    #expect(lines[0].contains("file 1") && lines[2].contains("file 3") && lines[3].contains("and 6 more"), "\(lines)")
  }

  @Test("without UTF-8 everything is ASCII")
  func ascii() {
    let text = text(frame(Sheets.mixed, rows: 18, columns: 80, .ascii))
    #expect(text.utf8.allSatisfy { $0 < 0x80 })
    #expect(text.contains("2 a.notes"))
  }

  @Test("beside a right-to-left title stands no right-to-left text, which a terminal could swap with it")
  func rightToLeft() {
    var content = Sheets.mixed
    content.rows = [
      Sheets.row("a.x", "שלום", .share, "עולם"), Sheets.row("a.y", "שלום ב", .share, "Latin"),
      Sheets.row("a.z", "Latin", .share, "עולם"),
    ]
    let lines = text(frame(content, rows: 18, columns: 80)).split(separator: "\n").filter {
      $0.contains("שלום") || $0.contains("Latin")
    }
    #expect(lines.map { $0.hasSuffix("a.x") } == [true, false, false], "\(lines)")
    #expect(lines[2].contains("עולם"))
  }

  @Test("reasons are wrapped, and whole")
  func reasons() {
    let text = text(frame(Sheets.mixed, rows: 16, columns: 30, .unicode, [.text("?")]))
    let words = text.split { $0.isWhitespace }.joined(separator: " ")
    #expect(words.contains("Hidden a.hidden kind: a text is none of the accepted kinds 'image' Other"), "\(text)")
  }
}

@Suite("Texts that fit")
struct LayoutTextTests {
  @Test("wrapping keeps every word, and cuts what is longer than a line")
  func wrapping() {
    let text = LayoutText(ornaments: .unicode)
    #expect(text.wrapped("one two three", to: 7) == ["one two", "three"])
    #expect(text.wrapped("abcdefghij k", to: 4) == ["abcd", "efgh", "ij k"])
    #expect(text.wrapped("日本語 x", to: 4) == ["日本", "語 x"])
    #expect(text.wrapped("日", to: 1) == ["日"])
    #expect(text.wrapped("", to: 4).isEmpty)
  }

  @Test("right-to-left scripts are known")
  func scripts() {
    for text in ["שלום", "مرحبا", "x ש", "ܐ", "𐤀"] { #expect(LayoutText.isRightToLeft(text), "\(text)") }
    for text in ["", "abc", "日本", "🎉", "ελ", "é"] { #expect(!LayoutText.isRightToLeft(text), "\(text)") }
  }
}
