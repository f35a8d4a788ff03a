import ShareModel
import Testing

@testable import ShareSheetUI

@Suite("rows of the sheet")
struct SheetRowTests {
  private func activity(_ type: ActivityType, _ title: String, _ summary: String? = nil) -> Activity {
    Activity(
      type: type, title: LocalizedText(title), category: type.rawValue.hasPrefix("z.") ? .action : .share,
      summary: summary.map { LocalizedText($0) }, accepts: [])
  }

  @Test("titles that repeat are told apart by their type, others stay as they are")
  func repeatedTitles() {
    let rows = SheetRow.rows(
      for: [activity("a.mail", "Mail"), activity("b.mail", "Mail"), activity("a.copy", "Copy")], languages: [])
    #expect(rows.map(\.label) == ["Mail (a.mail)", "Mail (b.mail)", "Copy"])
    #expect(rows.map(\.type) == ["a.mail", "b.mail", "a.copy"])
  }

  @Test("no two labels are equal, even where a title looks like another one with its type")
  func deceivingTitles() {
    let activities = [activity("a.x", "M"), activity("b.x", "M"), activity("c.x", "M (a.x)"), activity("d.x", "  ")]
    let labels = SheetRow.rows(for: activities, languages: []).map(\.label)
    #expect(Set(labels).count == labels.count, "\(labels)")
    #expect(labels.allSatisfy { !$0.isEmpty })
    #expect(labels[3] == "d.x")
  }

  @Test("a title with line breaks is one row, and control characters are shown")
  func lineBreaks() {
    let rows = SheetRow.rows(for: [activity("a.b", "1\n2\r\n3\u{1B}[2J", "x\ny")], languages: [])
    #expect(rows.map(\.label) == ["1 2 3\\u{1B}[2J"])
    #expect(rows.map(\.detail) == ["x y"])
  }

  @Test("a row stands in the part of its category, a pinned one above both")
  func sections() {
    let rows = SheetRow.rows(
      for: [activity("z.pin", "P"), activity("a.b", "B"), activity("z.c", "C")], languages: [], pinned: ["z.pin"])
    #expect(rows.map(\.section) == [.pinned, .share, .action])
  }
}
