import Testing

@testable import ShareSheetUI

@Suite("The filter of the sheet")
struct SheetFilterTests {
  private let filter = SheetFilter(Sheets.mixed.rows)

  static let queries: [(String, [Int], Int)] = [
    ("", [0, 1, 2, 3, 4], 0),
    ("MAIL", [0], 0),
    // In the label, in the detail, in the type.
    ("clip", [2], 0), ("a.qr", [3], 0), ("メモ", [1], 0),
    // Every word must be there, in any order.
    ("paper print", [4], 0), ("paper mail", [], 0),
    // A label that begins with the word is the best, then one of whose words does.
    ("p", [2, 4], 1), ("co", [2, 3], 0), ("code", [3], 0),
    ("   ", [0, 1, 2, 3, 4], 0), ("nothing", [], 0),
  ]

  @Test("finds every word, without regard to case", arguments: queries)
  func matches(query: String, rows: [Int], best: Int) {
    let found = filter.matches(query)
    #expect(found.rows == rows && found.best == best)
  }

  @Test("a word is looked for inside of one row's texts, not across them")
  func borders() {
    let filter = SheetFilter([Sheets.row("a.b", "one"), Sheets.row("c.d", "two")])
    #expect(filter.matches("eA.b").rows.isEmpty && filter.matches("btwo").rows.isEmpty)
  }

  @Test("agrees with a plain search of lower-case text for whatever is typed")
  func reference() {
    let rows = Sheets.many(300).rows + [Sheets.row("z.é", "Éclair ÀÉ", .share, "İstanbul")]
    let filter = SheetFilter(rows)
    for query in ["1", "12", "number 2", "É", "àé", "9 8", "act 7 e", "z.", "tan", "activity299", "number  0"] {
      let expected = rows.indices.filter { index in
        let text = [rows[index].label, rows[index].type.rawValue, rows[index].detail ?? ""].joined(separator: "\n")
        return query.split(separator: " ").allSatisfy { text.lowercased().contains($0.lowercased()) }
      }
      #expect(filter.matches(query).rows == expected, "\(query)")
    }
  }
}
