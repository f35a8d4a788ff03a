/// Writes the reference of every command as Markdown: the texts of `--help` as they are printed.
public enum CommandReferenceWriter {
  /// Sections that begin with a heading of the second level, with a final line break.
  public static func reference() -> String {
    var text = section("sharerouter", Help.overview(Program.commands))
    for command in Program.commands.flatMap({ [$0] + $0.subcommands }) {
      text += "\n" + section("sharerouter \(command.name)", Help.command(command))
    }
    return text
  }

  private static func section(_ title: String, _ help: String) -> String { "## \(title)\n\n```\n\(help)\n```\n" }
}
