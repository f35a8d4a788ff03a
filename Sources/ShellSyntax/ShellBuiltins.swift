/// The commands that shells run themselves, as far as rules depend on them.
enum ShellBuiltins {
  static func isBuiltin(_ name: String) -> Bool {
    names.containsText(name) || evaluatesOperands(name)
  }

  /// Those whose operands are code, or decide what names and options of the shell mean.
  static func evaluatesOperands(_ name: String) -> Bool { evaluating.containsText(name) }

  /// Commands that read nothing from their standard input, so that what they write does not depend on it.
  static func ignoresInput(_ name: String) -> Bool { indifferent.containsText(name) }

  // No sets: making them takes longer than the few searches in them do.
  private static let indifferent = [
    ":", "[", "basename", "cd", "command", "cp", "date", "df", "dirname", "du", "echo", "export", "expr", "false",
    "find", "hostname", "id", "kill", "local", "ls", "mkdir", "mktemp", "mv", "notify-send", "nproc", "printf", "pwd",
    "readonly", "realpath", "rm", "seq", "set", "sleep", "stat", "test", "touch", "true", "uname", "unset", "whoami",
    "xdg-user-dir",
  ]

  private static let evaluating = [
    "eval", ".", "source", "trap", "alias", "unalias", "let", "compgen", "complete", "compopt", "bind", "fc", "enable",
    "hash", "jobs", "history", "shopt", "coproc", "autoload", "zmodload", "setopt",
  ]

  private static let names = [
    ":", "[", "break", "builtin", "caller", "cd", "command", "continue", "declare", "dirs", "disown", "echo", "exec",
    "exit",
    "export", "false", "getopts", "help", "kill", "local", "logout", "mapfile", "popd", "printf", "pushd", "pwd",
    "read",
    "readarray", "readonly", "return", "set", "shift", "suspend", "test", "time", "times", "true", "type", "typeset",
    "ulimit", "umask", "unset", "wait", "bg", "fg", "chdir", "[[",
  ]
}
