import Testing

@testable import ShareSheetUI

@Suite("A line that is edited")
struct LineEditorTests {
  private func edited(_ text: String, _ keys: [Key], isMultiline: Bool = false) -> (String, Int) {
    var editor = LineEditor(text, isMultiline: isMultiline)
    for key in keys { _ = editor.press(key) }
    return (editor.text, editor.cursor)
  }

  static let single: [(String, [Key], String, Int)] = [
    ("ab", [.text("c")], "abc", 3), ("ab", [.left, .text("c")], "acb", 2), ("ab", [.home, .delete], "b", 0),
    ("a👨‍👩‍👧", [.backspace], "a", 1), ("e", [.text("\u{301}")], "e\u{301}", 1), ("a b  ", [.control("w")], "a ", 2),
    ("abc", [.left, .control("u")], "c", 0), ("abc", [.home, .control("k")], "", 0), ("a", [.paste("x\ny")], "ax y", 4),
    ("", [.backspace, .left, .delete, .right], "", 0), ("ab", [.control("a"), .right, .end], "ab", 2),
  ]

  @Test("keys", arguments: single)
  func keys(text: String, keys: [Key], expected: String, cursor: Int) {
    #expect(edited(text, keys) == (expected, cursor))
  }

  static let several: [(String, [Key], String, Int)] = [
    ("ab\ncd", [.up, .text("x")], "abx\ncd", 3), ("abcd\ne", [.up, .text("x")], "axbcd\ne", 2),
    ("a\nbcd", [.up, .down, .text("x")], "a\nbxcd", 4), ("a", [.enter, .text("b")], "a\nb", 3),
    ("a\nb", [.home, .backspace], "ab", 1), ("a\r\nb", [.backspace, .backspace], "a", 1),
    ("a\nb", [.control("u")], "a\n", 2), ("", [.paste("x\ny")], "x\ny", 3),
  ]

  @Test("keys in several lines", arguments: several)
  func lines(text: String, keys: [Key], expected: String, cursor: Int) {
    #expect(edited(text, keys, isMultiline: true) == (expected, cursor))
  }

  @Test("keys that do nothing say so, so that they can mean something else")
  func unused() {
    var single = LineEditor("a")
    #expect(!single.press(.enter) && !single.press(.up) && !single.press(.down) && !single.press(.tab))
    var several = LineEditor("a", isMultiline: true)
    #expect(!several.press(.up) && several.press(.enter) && several.press(.up))
  }
}
