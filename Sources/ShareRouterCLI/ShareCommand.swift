extension CommandSpecification {
  static let share = CommandSpecification(
    name: "share", operands: "ITEM…", summary: "Show the sheet: choose by eye what is done with items",
    details: CommonOptions.itemHelp + CommonOptions.requestHelp + """
      The sheet is in the terminal, else in a picker of the desktop. Letters filter the list, arrows or numbers choose,
      Enter performs, '?' tells why others are not offered, '/' begins a filter with any character, 'q' or Esc closes:
      the status is 130 then.

      Pickers: terminal, fzf, zenity, kdialog, dmenu (the first of rofi, wofi, fuzzel, bemenu and dmenu that is there),
      dmenu=PROGRAM, desktop (the best one but the terminal), or any COMMAND that reads lines and prints the chosen one.
      """,
    options: SendCommand.options.filter { $0.name != "activity" },
    emptyDocument: SendCommand.emptyDocument, run: { SendCommand(call: $0, isSheet: true).run() })
}

extension CommonOptions {
  static let picker = OptionSpecification(
    "picker", value: "PICKER", "where to ask: terminal, fzf, dmenu[=PROGRAM], zenity, kdialog, or a command")

  static let autoSingle = OptionSpecification("auto-single", "do not ask where only one activity is offered")
}
