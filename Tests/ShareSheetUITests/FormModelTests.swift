import SourceDiagnostics
import Testing

@testable import ShareSheetUI

@Suite("The form")
struct FormModelTests {
  private func form(_ fields: [SheetForm.Field], wrong: String = "wrong") -> SheetForm {
    SheetForm(title: "Title", fields: fields) { answers in
      answers.filter { $0.value == Array(wrong.utf8) }.mapValues { _ in "that is wrong" }
    }
  }

  private func field(
    _ name: String, _ kind: SheetForm.Field.Kind, isOptional: Bool = false, _ initial: String? = nil
  ) -> SheetForm.Field {
    SheetForm.Field(
      name: name, prompt: name, kind: kind, isOptional: isOptional, initial: initial.map { Array($0.utf8) })
  }

  private func type(_ text: String) -> [Key] { text.map { .text($0) } }

  @Test("Enter goes on and performs after the last field")
  func enter() {
    var model = FormModel(form([field("a", .text), field("b", .number, "1")]))
    for key in type("x") { #expect(model.press(key) == .stay) }
    #expect(model.press(.enter) == .stay && model.focus == 1)
    #expect(model.press(.enter) == .submit)
    #expect(model.answers == ["a": [0x78], "b": [0x31]])
  }

  @Test("what is missing or wrong has its message, and the first of them the focus")
  func messages() {
    var model = FormModel(form([field("a", .text, "wrong"), field("b", .text), field("c", .text, isOptional: true)]))
    #expect(model.press(.control("s")) == .stay && model.focus == 0)
    #expect(model.entries.map(\.message) == ["that is wrong", "a value is needed", nil])
    for key in [.control("u")] + type("right") { _ = model.press(key) }
    #expect(model.entries[0].message == nil)
    #expect(model.press(.control("s")) == .stay && model.focus == 1)
  }

  @Test("choices are moved through and filtered")
  func choices() {
    let choices = [("a", "Anna"), ("b", "Bert"), ("c", "Berta")].map {
      SheetForm.Field.Choice(value: $0.0, label: $0.1)
    }
    var model = FormModel(
      form([field("who", .choice(choices), "b"), field("maybe", .choice(choices), isOptional: true)]))
    #expect(model.answers == ["who": [0x62]])
    _ = model.press(.down)
    #expect(model.answers["who"] == [0x63])
    for key in type("ann") { _ = model.press(key) }
    #expect(model.answers["who"] == [0x61])
    for key in type("x") { _ = model.press(key) }
    #expect(model.answers["who"] == nil && model.press(.control("s")) == .stay)
    #expect(model.entries[0].message == "a value is needed")
    for _ in 0..<9 { _ = model.press(.backspace) }
    #expect(model.press(.enter) == .stay && model.focus == 1)
    _ = model.press(.down)
    #expect(model.answers == ["who": [0x61], "maybe": [0x61]])
    _ = model.press(.home)
    #expect(model.answers["maybe"] == nil)
  }

  @Test("a proposal that nobody changes comes back byte for byte")
  func untouched() {
    let bytes: [UInt8] = [0x66, 0xFF, 0x0D, 0x0A, 0x00]
    let model = FormModel(
      form([SheetForm.Field(name: "f", prompt: "f", kind: .multiline, isOptional: false, initial: bytes)]))
    #expect(model.answers == ["f": bytes])
  }

  @Test("an emptied answer is none; an empty proposal is one")
  func emptied() {
    var model = FormModel(form([field("a", .text, isOptional: true, "x"), field("b", .text, "")]))
    _ = model.press(.backspace)
    #expect(model.answers == ["b": []])
  }

  @Test("of several lines Enter makes one more, Ctrl-S performs, Ctrl-E asks for the editor")
  func multiline() {
    var model = FormModel(form([field("a", .multiline, "x")]))
    #expect(model.press(.enter) == .stay && model.answers == ["a": [0x78, 0x0A]])
    #expect(model.press(.control("e")) == .openEditor)
    model.replaceText(with: "new")
    #expect(model.press(.control("s")) == .submit && model.answers == ["a": Array("new".utf8)])
    #expect(model.press(.tab) == .stay && model.isOnButton && model.press(.enter) == .submit)
  }

  @Test("Esc and Ctrl-C dismiss it", arguments: [Key.escape, .control("c")])
  func dismissed(key: Key) {
    var model = FormModel(form([field("a", .text)]))
    #expect(model.press(key) == .dismiss)
  }

  @Test("however small the screen is, the focused field is shown, and a secret never", arguments: [2, 4, 7, 12, 24])
  func layout(rows: Int) {
    let choices = (0..<30).map { SheetForm.Field.Choice(value: "\($0)", label: "choice \($0)") }
    var model = FormModel(
      form([
        field("first", .text, "one"), field("secret", .secret),
        field("lines", .multiline, String(repeating: "line\n", count: 40)),
        field("pick", .choice(choices), "17"), field("last", .text),
      ]))
    for focus in 0...5 {
      if focus == 1 { for key in type("hush") { _ = model.press(key) } }
      for columns in [10, 30, 80] {
        let frame = FormLayout(ScreenSize(rows: rows, columns: columns), .unicode).frame(model)
        let text = frame.lines.flatMap(\.spans).map(\.text).joined(separator: "\n")
        #expect(!text.contains("hush") && frame.lines.count <= rows)
        if let cursor = frame.cursor { #expect((0..<rows).contains(cursor.row) && cursor.column < columns) }
        if focus == 3, columns > 10 { #expect(text.contains("choice 1"), "\(rows)x\(columns): \(text)") }
        for span in frame.lines.flatMap(\.spans) {
          #expect(span.column + TerminalText.width(of: span.text) <= columns, "\(span)")
        }
      }
      _ = model.press(.tab)
    }
  }
}
