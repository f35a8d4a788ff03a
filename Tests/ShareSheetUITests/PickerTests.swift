import ShareModel
import Testing

@testable import ShareSheetUI

@Suite("Which picker is used")
struct PickerTests {
  private func picker(
    _ name: String?, terminal: Bool = false, _ variables: [String: String] = [:], _ programs: [String] = []
  ) -> Picker? {
    try? Picker.named(
      name,
      Picker.Surroundings(
        variable: { variables[$0] }, hasProgram: { programs.contains($0) }, hasTerminal: terminal))
  }

  @Test("the terminal comes first, then what the session offers")
  func automatic() {
    let all = ["fuzzel", "wofi", "rofi", "dmenu", "zenity", "kdialog", "fzf"]
    #expect(picker(nil, terminal: true, ["DISPLAY": ":0"], all) == .terminal)
    #expect(picker("auto", ["DISPLAY": ":0"], all) == .dmenu(program: "rofi"))
    #expect(picker(nil, ["WAYLAND_DISPLAY": "wayland-0"], all) == .dmenu(program: "fuzzel"))
    #expect(picker(nil, ["DISPLAY": ":0", "XDG_CURRENT_DESKTOP": "ubuntu:GNOME"], all) == .zenity)
    #expect(picker(nil, ["DISPLAY": ":0", "XDG_CURRENT_DESKTOP": "KDE"], all) == .kdialog)
    #expect(picker(nil, ["DISPLAY": ":0", "XDG_CURRENT_DESKTOP": "XFCE"], ["dmenu"]) == .dmenu(program: "dmenu"))
    #expect(picker("desktop", terminal: true, ["DISPLAY": ":0"], ["zenity"]) == .zenity)
    #expect(picker(nil, [:], all) == nil && picker(nil, ["DISPLAY": ":0"], []) == nil)
  }

  @Test("a picker that was named is taken, or told to be missing")
  func named() {
    #expect(picker("terminal") == .terminal)
    #expect(picker("zenity") == nil && picker("zenity", [:], ["zenity"]) == .zenity)
    #expect(picker("dmenu=bemenu", [:], ["bemenu"]) == .dmenu(program: "bemenu") && picker("dmenu=bemenu") == nil)
    #expect(picker("dmenu", [:], ["dmenu"]) == .dmenu(program: "dmenu"))
    #expect(picker("wofi", [:], ["wofi"]) == .dmenu(program: "wofi"))
    #expect(picker("my-menu --lines 5") == .command("my-menu --lines 5") && picker(" ") == nil)
  }
}

@Suite("A sheet in a picker's program")
struct PickerSheetTests {
  /// A picker whose programs answer in turn.
  private final class Answers {
    var results: [PickerResult]
    var runs: [PickerRun] = []

    init(_ results: [PickerResult]) { self.results = results }

    func sheet(_ picker: Picker) -> PickerSheet {
      PickerSheet(picker) { () throws(SheetFailure) in
        throw SheetFailure.noTerminal
      } run: {
        [self] (run) throws(SheetFailure) in
        runs.append(run)
        return results.removeFirst()
      }
    }

    func words(_ index: Int) -> [String] { runs[index].arguments.map { String(decoding: $0, as: UTF8.self) } }
    func input(_ index: Int) -> String { String(decoding: runs[index].input, as: UTF8.self) }
  }

  private func output(_ text: String, status: Int? = 0) -> PickerResult {
    PickerResult(status: status, output: Array(text.utf8))
  }

  private let pickers: [Picker] = [.fzf, .zenity, .kdialog, .dmenu(program: "/opt/rofi"), .command("menu")]

  @Test("what comes back leads to the activity, whatever its title holds")
  func chosen() throws {
    let content = SheetContent(
      items: [.init(label: "a", details: [])],
      rows: [Sheets.row("a.x", "Title|with\\tmore"), Sheets.row("a.y", "Two  ")], hidden: [])
    let outputs = ["a.x\tTitle|with\\tmore\n", "a.x|a.x\n", "a.x\n", "Title|with\\tmore\n", "Title|with\\tmore"]
    for (picker, text) in zip(pickers, outputs) {
      #expect(try Answers([output(text)]).sheet(picker).choose(content) == "a.x", "\(picker)")
    }
    // Some menus drop blanks at the ends.
    #expect(try Answers([output("Two\n")]).sheet(.command("menu")).choose(content) == "a.y")
  }

  @Test("nothing chosen is a dismissal; another line or status is a failure")
  func dismissed() throws {
    for picker in pickers {
      for result in [output("", status: 1), output("", status: 130), output("", status: nil), output("")] {
        #expect(try Answers([result]).sheet(picker).choose(Sheets.mixed) == nil, "\(picker)")
      }
      #expect(throws: SheetFailure.self) { try Answers([self.output("else\n")]).sheet(picker).choose(Sheets.mixed) }
      #expect(throws: SheetFailure.self) {
        try Answers([self.output("", status: 2)]).sheet(picker).choose(Sheets.mixed)
      }
    }
  }

  @Test("the lines are one for each activity")
  func lines() throws {
    let answers = Answers([output("a.mail\t"), output("Mail\n"), output("a.mail\n")])
    _ = try answers.sheet(.fzf).choose(Sheets.mixed)
    #expect(answers.input(0).split(separator: "\n").count == 5 && answers.input(0).hasPrefix("a.mail\tMail\n"))
    _ = try answers.sheet(.dmenu(program: "dmenu")).choose(Sheets.mixed)
    #expect(answers.input(1) == "Mail\n日本語のメモ\nCopy\nQR code\n🎉 Print\n")
    #expect(answers.words(1) == ["dmenu", "-i", "-l", "12", "-p", "Share photo.png"])
    _ = try answers.sheet(.zenity).choose(Sheets.mixed)
    #expect(answers.input(2).hasPrefix("a.mail\nMail\na.notes\n"))
  }

  @Test("markup and escapes are text in zenity's head")
  func markup() throws {
    let answers = Answers([output("a.x\n"), output("a.x\n")])
    let content = SheetContent(
      items: [.init(label: "<b>&\\n", details: [])], rows: [Sheets.row("a.x", "X")], hidden: [])
    _ = try answers.sheet(.zenity).choose(content)
    #expect(answers.words(0).contains("--text=Share &lt;b&gt;&amp;\\\\n"), "\(answers.words(0))")
    _ = try answers.sheet(.kdialog).choose(content)
    #expect(answers.words(1).contains("<qt>Share &lt;b>&amp;\\n</qt>"), "\(answers.words(1))")
  }

  @Test("answers are asked for one by one, and asked again with what is wrong")
  func answers() throws {
    let form = SheetForm(
      title: "T",
      fields: [
        .init(name: "n", prompt: "Number", kind: .number, isOptional: false, initial: Array("1".utf8)),
        .init(
          name: "c", prompt: "Choice",
          kind: .choice([.init(value: "a", label: "Anna"), .init(value: "b", label: "Bert")]), isOptional: true,
          initial: Array("b".utf8)),
        .init(name: "t", prompt: "Text", kind: .multiline, isOptional: false, initial: Array("one\ntwo".utf8)),
      ]
    ) { answers in answers["n"] == Array("x".utf8) ? ["n": "no number"] : [:] }
    let menu = Answers([output("x\n"), output("7\n"), output("Bert\n"), output("one two\n")])
    let answered = try menu.sheet(.dmenu(program: "rofi")).fill(form)
    #expect(answered == ["n": Array("7".utf8), "c": Array("b".utf8), "t": Array("one\ntwo".utf8)])
    #expect(menu.words(1).last == "Number (no number)")
    #expect(menu.input(2) == "Bert\n(none)\nAnna\n")
    let dialogs = Answers([output("7\n"), output("0\n"), output("one\ntwo\nthree")])
    #expect(
      try dialogs.sheet(.zenity).fill(form) == ["n": Array("7".utf8), "t": Array("one\ntwo\nthree".utf8)])
    #expect(try Answers([output("", status: 1)]).sheet(.kdialog).fill(form) == nil)
  }

  @Test("a secret is asked for only where it is not shown")
  func secret() throws {
    let form = SheetForm(
      title: "T", fields: [.init(name: "s", prompt: "Key", kind: .secret, isOptional: false)], validate: { _ in [:] })
    for (picker, word) in [
      (Picker.dmenu(program: "rofi"), "-password"), (.zenity, "--hide-text"), (.kdialog, "--password"),
    ] {
      let answers = Answers([output("hush\n")])
      #expect(try answers.sheet(picker).fill(form) == ["s": Array("hush".utf8)])
      #expect(answers.words(0).contains(word))
    }
    for picker in [Picker.dmenu(program: "dmenu"), .command("menu")] {
      #expect(throws: SheetFailure.self) { try Answers([]).sheet(picker).fill(form) }
    }
  }

  @Test("a confirmation is a question, or two lines of which no is the first")
  func confirmation() throws {
    #expect(try Answers([output("")]).sheet(.zenity).confirm("Sure?", title: "T"))
    #expect(try !Answers([output("", status: 1)]).sheet(.kdialog).confirm("Sure?", title: "T"))
    let menu = Answers([output("Yes\n"), output("No\n"), output("", status: 1)])
    let sheet = menu.sheet(.command("menu"))
    #expect(try sheet.confirm("Sure?", title: "T"))
    #expect(try !sheet.confirm("Sure?", title: "T") && !sheet.confirm("Sure?", title: "T"))
    #expect(menu.input(0) == "No\nYes\n")
  }
}
