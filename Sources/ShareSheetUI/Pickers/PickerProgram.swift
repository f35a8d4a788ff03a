/// A run of a picker's program.
public struct PickerRun: Sendable, Equatable {
  public var arguments: [[UInt8]]
  public var input: [UInt8]
  /// Variables that it gets in addition.
  public var environment: [(name: String, value: String)] = []

  init(_ words: [String], input: String = "") {
    arguments = words.map { Array($0.utf8) }
    self.input = Array(input.utf8)
  }

  public static func == (left: PickerRun, right: PickerRun) -> Bool {
    left.arguments == right.arguments && left.input == right.input
      && left.environment.map(\.name) == right.environment.map(\.name)
      && left.environment.map(\.value) == right.environment.map(\.value)
  }
}

/// What came of it.
public struct PickerResult: Sendable, Equatable {
  /// Nil for a program that was ended by a signal.
  public var status: Int?
  public var output: [UInt8]
  public var errors: [UInt8]

  public init(status: Int?, output: [UInt8], errors: [UInt8] = []) {
    self.status = status
    self.output = output
    self.errors = errors
  }
}

extension Picker {
  /// The call that lets a person choose one of several lines. Each row has a key, which is what comes back where the
  /// picker can do that; else the line itself does.
  func selection(_ rows: [(key: String, label: String)], prompt: String) -> PickerRun {
    switch self {
    case .terminal, .fzf:
      // fzf draws on its standard error, wherever ours leads.
      var run = PickerRun(
        [
          "/bin/sh", "-c", "exec fzf \"$@\" 2>/dev/tty", "fzf", "--no-multi", "--no-print-query", "--no-select-1",
          "--no-exit-0", "--delimiter=\t", "--with-nth=2..",
          "--layout=reverse", "--prompt=\(prompt): ",
        ], input: rows.map { "\($0.key)\t\($0.label)\n" }.joined())
      // Another shell must not read what fzf starts, and the person's options must not change what it prints.
      run.environment = [("FZF_DEFAULT_COMMAND", "")]
      return run
    case .zenity:
      return PickerRun(
        [
          "zenity", "--list", "--title=\(prompt)", "--text=\(Picker.markup(prompt))", "--column=Key",
          "--column=Activity",
          "--hide-column=1", "--print-column=1", "--hide-header", "--width=480", "--height=420",
        ], input: rows.map { "\($0.key)\n\($0.label)\n" }.joined())
    case .kdialog:
      return PickerRun(
        ["kdialog", "--title", "Share", "--menu", Picker.richText(prompt)] + rows.flatMap { [$0.key, $0.label] })
    case .dmenu, .command: return menu(prompt, lines: rows.map(\.label), .choice)
    }
  }

  /// The key of the row that was chosen; nil when what came back is none of them.
  func key(in output: [UInt8], _ rows: [(key: String, label: String)]) -> String? {
    var text = String(decoding: output, as: UTF8.self)
    if text.last?.isNewline == true { text.removeLast() }
    switch self {
    case .terminal, .fzf:
      let key = String(text.prefix { $0 != "\t" })
      return rows.contains { $0.key == key } ? key : nil
    case .zenity:
      // A double click makes it print the row twice.
      let key = String(text.prefix { $0 != "|" })
      return rows.contains { $0.key == key } ? key : nil
    case .kdialog: return rows.contains { $0.key == text } ? text : nil
    case .dmenu, .command:
      if let row = rows.first(where: { $0.label == text }) { return row.key }
      // Some menus drop blanks at the ends.
      func trimmed(_ text: String) -> Substring {
        var text = text[...]
        while text.first?.isWhitespace == true { text.removeFirst() }
        while text.last?.isWhitespace == true { text.removeLast() }
        return text
      }
      return rows.first { trimmed($0.label) == trimmed(text) }?.key
    }
  }

  /// The call that asks for a text; nil where the picker has no way to ask for one of this kind.
  func entry(_ field: SheetForm.Field, prompt: String, proposed: String) -> PickerRun? {
    let isSecret = field.kind == .secret
    // What is proposed stands there as a line to choose.
    let lines = proposed.isEmpty ? [] : [SheetRow.oneLine(proposed)]
    switch self {
    case .terminal, .fzf: return nil
    case .zenity:
      switch field.kind {
      case .multiline:
        return PickerRun(
          ["zenity", "--text-info", "--editable", "--title=\(prompt)", "--width=560", "--height=360"], input: proposed)
      case .file: return PickerRun(["zenity", "--file-selection", "--title=\(prompt)"] + filename(proposed))
      case .secret:
        return PickerRun(["zenity", "--entry", "--hide-text", "--title=Share", "--text=\(Picker.markup(prompt))"])
      case .text, .number, .boolean, .choice:
        return PickerRun([
          "zenity", "--entry", "--title=Share", "--text=\(Picker.markup(prompt))", "--entry-text=\(proposed)",
        ])
      }
    case .kdialog:
      switch field.kind {
      case .multiline:
        return PickerRun(["kdialog", "--title", "Share", "--textinputbox", Picker.richText(prompt), proposed])
      case .file:
        return PickerRun(["kdialog", "--title", prompt, "--getopenfilename", proposed.isEmpty ? "." : proposed])
      case .secret: return PickerRun(["kdialog", "--title", "Share", "--password", Picker.richText(prompt)])
      case .text, .number, .boolean, .choice:
        return PickerRun(["kdialog", "--title", "Share", "--inputbox", Picker.richText(prompt), proposed])
      }
    case .dmenu(let program):
      let name = program.split(separator: "/").last.map(String.init) ?? program
      guard !isSecret || ["rofi", "wofi", "fuzzel"].contains(name) else { return nil }
      return menu(prompt, lines: lines, isSecret ? .secret : .text)
    case .command: return isSecret ? nil : menu(prompt, lines: lines, .text)
    }
  }

  /// The call that asks a question; nil where yes and no are two lines to choose from.
  func question(_ question: String) -> PickerRun? {
    switch self {
    case .zenity: PickerRun(["zenity", "--question", "--title=Share", "--text=\(Picker.markup(question))"])
    case .kdialog: PickerRun(["kdialog", "--title", "Share", "--yesno", Picker.richText(question)])
    case .terminal, .fzf, .dmenu, .command: nil
    }
  }

  /// The call that shows why nothing can be chosen; nil where the picker shows nothing but lists.
  func notice(_ text: String) -> PickerRun? {
    switch self {
    case .zenity: PickerRun(["zenity", "--error", "--title=Share", "--text=\(Picker.markup(text))"])
    case .kdialog: PickerRun(["kdialog", "--title", "Share", "--error", Picker.richText(text)])
    case .dmenu(let program) where program.hasSuffix("rofi"): PickerRun([program, "-e", text])
    case .terminal, .fzf, .dmenu, .command: nil
    }
  }

  private func filename(_ path: String) -> [String] { path.isEmpty ? [] : ["--filename=\(path)"] }

  /// What a menu is to give back.
  private enum Wanted {
    case choice, text, secret
  }

  private func menu(_ prompt: String, lines: [String], _ wanted: Wanted) -> PickerRun {
    let input = lines.map { $0 + "\n" }.joined()
    guard case .dmenu(let program) = self else {
      guard case .command(let command) = self else { return PickerRun([]) }
      var run = PickerRun(["/bin/sh", "-c", command], input: input)
      run.environment = [("SHAREROUTER_PROMPT", prompt)]
      return run
    }
    var words = [program]
    switch program.split(separator: "/").last.map(String.init) ?? program {
    case "rofi":
      words += ["-dmenu", "-i", "-p", prompt]
      words += wanted == .secret ? ["-password"] : wanted == .choice ? ["-no-custom"] : []
    case "wofi": words += ["--dmenu", "--insensitive", "--prompt", prompt] + (wanted == .secret ? ["--password"] : [])
    case "fuzzel": words += ["--dmenu", "--prompt", prompt + ": "] + (wanted == .secret ? ["--password"] : [])
    case "dmenu", "bemenu": words += ["-i", "-l", "12", "-p", prompt]
    // Of a program that is not known only the protocol is.
    default: break
    }
    return PickerRun(words, input: input)
  }

  /// A text for kdialog: Qt takes what looks like HTML for HTML, and would load pictures that it names.
  private static func richText(_ text: String) -> String {
    guard text.contains("<") || text.contains("&") else { return text }
    return "<qt>" + text.replacing("&", with: "&amp;").replacing("<", with: "&lt;") + "</qt>"
  }

  /// A text for zenity, which reads the markup of Pango.
  static func markup(_ text: String) -> String {
    text.reduce(into: "") { result, character in
      switch character {
      case "&": result += "&amp;"
      case "<": result += "&lt;"
      case ">": result += "&gt;"
      // zenity takes backslashes in this option for escapes.
      case "\\": result += "\\\\"
      default: result.append(character)
      }
    }
  }
}
