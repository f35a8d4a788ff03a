import CCurses
import ShareModel
import ShareSheetUI
import Testing

@Suite("rows of the sheet")
struct SheetRowTests {
  private func activity(_ type: ActivityType, _ title: String) -> Activity {
    Activity(type: type, title: LocalizedText(title), category: .share, accepts: [])
  }

  @Test("titles that repeat are told apart by their type, others stay as they are")
  func repeatedTitles() {
    let rows = SheetRow.rows(
      for: [activity("a.mail", "Mail"), activity("b.mail", "Mail"), activity("a.copy", "Copy")], languages: [])
    #expect(rows.map(\.label) == ["Mail (a.mail)", "Mail (b.mail)", "Copy"])
    #expect(rows.map(\.type) == ["a.mail", "b.mail", "a.copy"])
  }

  @Test("a title with line breaks is one row")
  func lineBreaks() {
    #expect(SheetRow.rows(for: [activity("a.b", "1\n2\r\n3")], languages: []).map(\.label) == ["1 2 3"])
  }

  @Test("ncurses is opened when asked for", .enabled(if: sr_curses_open() != nil, "libncursesw6 is not installed"))
  func library() {
    #expect(sr_curses_open() == sr_curses_open())
  }
}
