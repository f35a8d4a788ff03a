/// Writes the manual page, in mdoc(7), from the table of commands.
public enum ManPageWriter {
  /// When the page last changed in more than its table.
  private static let date = "December 1, 2026"

  public static func page() -> String {
    var text = """
      .\\" Written from the program's own tables by `RECORD=1 swift test`.
      .Dd \(date)
      .Dt SHAREROUTER 1
      .Os
      .Sh NAME
      .Nm sharerouter
      .Nd the share sheet for Linux
      .Sh SYNOPSIS
      .Nm
      .Ar command
      .Op Ar option ...
      .Op Ar argument ...
      .Sh DESCRIPTION
      .Nm
      sends texts, URLs, images and files to activities.
      An activity is a small YAML file that says what it accepts
      and which script, program or request is performed.
      The sheet shows the activities that can act on what is shared.
      .Pp
      Options may stand anywhere;
      .Fl Fl
      ends them.
      Results go to standard output, everything else to standard error.
      .Sh COMMANDS

      """
    for command in Program.commands.flatMap({ [$0] + $0.subcommands }) { text += section(command) }
    return text + rest
  }

  private static func section(_ command: CommandSpecification) -> String {
    let operands = command.operands.isEmpty ? "" : " \(command.operands)"
    var text = ".Ss \(roff(command.name))\n.Nm sharerouter\n\(roff(command.name + " [option ...]" + operands))\n.Pp\n"
    text += flow(command.summary + ".") + ".Bl -tag -width Ds\n"
    for option in command.allOptions {
      let short = option.short.map { "Fl \($0) , " } ?? ""
      let value = option.value.map { " Ar " + roff($0) } ?? ""
      text += ".It \(short)Fl Fl \(roff(option.name))\(value)\n" + flow(option.help)
    }
    return text + ".El\n" + paragraphs(command.details)
  }

  /// Paragraphs as they are; lines that are indented keep their layout.
  private static func paragraphs(_ details: String) -> String {
    var text = ""
    for paragraph in details.split(separator: "\n\n") {
      let lines = paragraph.split(separator: "\n")
      guard !lines.isEmpty else { continue }
      if lines.allSatisfy({ $0.hasPrefix("  ") }) {
        text += ".Bd -literal -offset indent\n" + lines.map { line(String($0.dropFirst(2))) + "\n" }.joined() + ".Ed\n"
      } else {
        text += ".Pp\n" + flow(lines.joined(separator: " "))
      }
    }
    return text
  }

  /// Sentences on lines of their own, none longer than a terminal is wide, as mdoc(7) wants it.
  private static func flow(_ text: String) -> String {
    var lines: [String] = []
    var current = ""
    for word in text.split(separator: " ") {
      let escaped = roff(String(word))
      if current.utf8.count + 1 + escaped.utf8.count > 78, !current.isEmpty {
        lines.append(current)
        current = ""
      }
      current += (current.isEmpty ? "" : " ") + escaped
      if let last = word.last, ".:;!?".contains(last) {
        lines.append(current)
        current = ""
      }
    }
    if !current.isEmpty { lines.append(current) }
    return lines.map { ($0.hasPrefix(".") || $0.hasPrefix("'") ? "\\&" + $0 : $0) + "\n" }.joined()
  }

  /// A line of text: one that begins like a request is none.
  private static func line(_ text: String) -> String {
    let escaped = roff(text)
    return escaped.hasPrefix(".") || escaped.hasPrefix("'") ? "\\&" + escaped : escaped
  }

  /// A text in which nothing is a sequence of roff's.
  private static func roff(_ text: String) -> String {
    text.unicodeScalars.reduce(into: "") { result, scalar in
      switch scalar {
      case "\\": result += "\\e"
      case "-": result += "\\-"
      case "…": result += "..."
      case _ where scalar.isASCII: result.unicodeScalars.append(scalar)
      default:
        let digits = String(scalar.value, radix: 16, uppercase: true)
        result += "\\[u" + String(repeating: "0", count: max(0, 4 - digits.count)) + digits + "]"
      }
    }
  }

  private static let rest = """
    .Sh ENVIRONMENT
    .Bl -tag -width Ds
    .It Ev SHAREROUTER_ACTIVITIES
    Folders of definitions, separated by colons, that stand before one's own.
    .It Ev SHAREROUTER_SECRET_NAME
    The secret
    .Ar NAME ,
    where nothing else has it.
    .It Ev NO_COLOR
    Without colours when it is set.
    .It Ev ESCDELAY
    How many milliseconds the sheet waits after an escape character
    before it takes it for the key; 50 unless set.
    .It Ev VISUAL , EDITOR
    The editor for definitions and for texts of several lines.
    .El
    .Sh FILES
    .Bl -tag -width Ds
    .It Pa ~/.config/sharerouter/activities.d/
    One's own definitions, one in each file.
    .It Pa ~/.config/sharerouter/config.yaml
    One's own rules and settings.
    .It Pa ~/.config/sharerouter/secrets.d/
    Secrets, one in each file, readable by the owner alone.
    .It Pa /etc/sharerouter/policy.yaml
    The rules of the machine's owner.
    .El
    .Sh EXIT STATUS
    .Bl -tag -width Ds
    .It 0
    Done.
    .It 1
    The action failed, or a check found problems.
    .It 2
    Wrong usage: a bad option, no items, an ambiguous or missing item,
    a missing input.
    .It 3
    The definition or configuration that is needed is invalid.
    .It 4
    Not offered: no such activity, not accepted, unavailable, or excluded.
    .It 5
    Timed out.
    .It 130
    Cancelled by the person.
    .El
    .Sh EXAMPLES
    Choose by eye what is done with a picture:
    .Pp
    .Dl sharerouter share photo.png
    .Pp
    Put the last commit's message on the clipboard:
    .Pp
    .Dl git log \\-1 \\-\\-format=%B | sharerouter send \\- \\-\\-activity copyToPasteboard
    .Sh SEE ALSO
    .Xr fzf 1 ,
    .Xr rofi 1 ,
    .Xr xdg-open 1

    """
}
