/// The texts of `--help`, made from the commands' specifications.
enum Help {
  static func overview(_ commands: [CommandSpecification]) -> String {
    var text = """
      sharerouter: the share sheet for Linux

      Usage: sharerouter COMMAND [OPTION…] [ARGUMENT…]

      Commands:

      """
    let shown = commands.filter { !$0.isHidden }
    let width = shown.map(\.name.count).max() ?? 0
    for command in shown {
      text += "  \(padded(command.name, width))  \(command.summary)\n"
    }
    text += """

      'sharerouter COMMAND --help' shows a command's options; 'sharerouter --version' the version.

      Exit status: 0 done, 1 failed, 2 wrong usage, 3 invalid definition or configuration,
      4 not offered, 5 timed out, 130 cancelled.
      """
    return text
  }

  static func command(_ command: CommandSpecification) -> String {
    var text = "\(command.summary)\n\nUsage: sharerouter \(command.name) [OPTION…] \(command.operands)"
    while text.last == " " { text.removeLast() }
    text += "\n\nOptions:\n"
    let labels = command.allOptions.map { option in
      (option.short.map { "-\($0), " } ?? "    ") + "--" + option.name + (option.value.map { " " + $0 } ?? "")
    }
    let width = labels.map(\.count).max() ?? 0
    for (label, option) in zip(labels, command.allOptions) {
      text += "  \(padded(label, width))  \(option.help)\n"
    }
    if !command.subcommands.isEmpty {
      text += "\nCommands:\n"
      let width = command.subcommands.map(\.name.count).max() ?? 0
      for sub in command.subcommands { text += "  \(padded(sub.name, width))  \(sub.summary)\n" }
    }
    if !command.details.isEmpty { text += "\n" + command.details }
    while text.last == "\n" { text.removeLast() }
    return text
  }

  private static func padded(_ text: String, _ width: Int) -> String {
    text + String(repeating: " ", count: max(0, width - text.count))
  }
}
