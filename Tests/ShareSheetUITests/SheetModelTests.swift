import Testing

@testable import ShareSheetUI

@Suite("The state of the sheet")
struct SheetModelTests {
  private func pressed(_ keys: [Key]) -> (SheetModel, SheetModel.Effect) {
    var model = SheetModel(Sheets.mixed)
    var effect = SheetModel.Effect.stay
    for key in keys { effect = model.press(key) }
    return (model, effect)
  }

  static let effects: [([Key], SheetModel.Effect)] = [
    ([.enter], .choose("a.mail")),
    ([.down, .enter], .choose("a.notes")), ([.up, .enter], .choose("a.print")), ([.end, .enter], .choose("a.print")),
    ([.end, .down, .enter], .choose("a.mail")), ([.pageDown, .home, .enter], .choose("a.mail")),
    ([.tab, .backTab, .enter], .choose("a.mail")), ([.control("n"), .control("p"), .enter], .choose("a.mail")),
    ([.text("3")], .choose("a.copy")), ([.text("9")], .stay), ([.text("0")], .stay),
    ([.text("q")], .dismiss), ([.escape], .dismiss), ([.control("c")], .dismiss),
    // Once something is typed, all of these are letters.
    ([.text("/"), .text("q")], .stay), ([.text("/"), .text("q"), .enter], .choose("a.qr")),
    ([.text("c"), .text("3")], .stay), ([.text("c"), .alt("2")], .choose("a.qr")),
    ([.text("x"), .text("x"), .enter], .stay), ([.text("x"), .escape], .dismiss),
    // What is pasted is text, whatever it holds.
    ([.paste("q")], .stay), ([.paste("pri\n"), .enter], .choose("a.print")),
    ([.text("?")], .stay), ([.text("?"), .text("q")], .stay), ([.text("?"), .escape, .escape], .dismiss),
    ([.text("?"), .control("c")], .dismiss), ([.text("?"), .enter], .stay),
  ]

  @Test("what keys do", arguments: effects)
  func keys(keys: [Key], effect: SheetModel.Effect) {
    #expect(pressed(keys).1 == effect)
  }

  @Test("deleting what was typed brings everything back, and the keys their meaning")
  func deleted() {
    let (model, effect) = pressed([.text("c"), .text("o"), .control("u"), .text("q")])
    #expect(model.matches.count == 5 && effect == .dismiss)
    #expect(pressed([.text("/"), .backspace, .text("q")]).1 == .dismiss)
  }

  @Test("reasons are scrolled within their number")
  func reasons() {
    #expect(pressed([.text("?"), .down, .down, .down]).0.view == .reasons(top: 1))
    #expect(pressed([.text("?"), .pageDown, .up, .up]).0.view == .reasons(top: 0))
  }

  @Test("an empty sheet can be looked at and closed")
  func empty() {
    var model = SheetModel(SheetContent(items: [], rows: [], hidden: []))
    for key in [Key.enter, .down, .up, .end, .text("?"), .text("1")] { #expect(model.press(key) == .stay) }
    #expect(model.press(.text("q")) == .dismiss)
  }

  @Test("whatever is pressed, the selection is in the list and in what is shown", arguments: 1...20)
  func random(seed: Int) {
    var generator = SystemRandomNumberGenerator()
    let keys: [Key] = [
      .down, .up, .pageDown, .pageUp, .home, .end, .text("1"), .text("0"), .backspace, .text("n"), .tab,
    ]
    var model = SheetModel(Sheets.many(seed * 7))
    for _ in 0..<200 {
      let key = keys.randomElement(using: &generator) ?? .down
      if case .choose = model.press(key) {}
      let height = Int.random(in: 1...12, using: &generator)
      model.scroll(to: height, showsHeadings: seed.isMultiple(of: 2))
      guard !model.matches.isEmpty else { continue }
      #expect(model.matches.indices.contains(model.selection))
      let shown =
        seed.isMultiple(of: 2)
        ? model.entries[model.top...].prefix(height).contains { entry in
          if case .row(_, let position) = entry { position == model.selection } else { false }
        } : (model.top..<(model.top + height)).contains(model.selection)
      #expect(shown, "\(key) \(model.selection) \(model.top) \(height)")
    }
  }
}
