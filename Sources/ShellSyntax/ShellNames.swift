/// Names of variables, and what a shell or a program does with some of them.
public enum ShellNames {
  /// Whether the name is one that a shell can assign: `[A-Za-z_][A-Za-z0-9_]*` (POSIX, 3.235 Name).
  public static func isValidVariableName(_ name: String) -> Bool { isValidName(Array(name.utf8)[...]) }

  /// Whether a value in this variable becomes code, or decides which code runs: the search path, start-up files,
  /// commands that programs run, options of interpreters, and bash's variables with the integer attribute, whose
  /// values are evaluated as arithmetic on assignment.
  public static func isDangerousVariable(_ name: String) -> Bool {
    // All of them begin so; the variables of scripts seldom do.
    guard let first = name.utf8.first, (0x41...0x5A).contains(first) || first == UInt8(ascii: "_") else { return false }
    return dangerous.containsText(name) || dangerousPrefixes.contains { name.utf8.starts(with: $0.utf8) }
  }

  static func isValidName(_ bytes: ArraySlice<UInt8>) -> Bool {
    guard let first = bytes.first, first.isNameStart else { return false }
    return bytes.allSatisfy(\.isNameByte)
  }

  private static let dangerousPrefixes = [
    "LD_", "DYLD_", "BASH", "GIT_CONFIG", "LUA_INIT", "LUA_PATH", "LUA_CPATH", "COMP_",
  ]

  /// No set: making it takes longer than the few searches in it do.
  private static let dangerous = [
    // Shells.
    "PATH", "IFS", "ENV", "SHELLOPTS", "CDPATH", "PS0", "PS1", "PS2", "PS3", "PS4", "PROMPT_COMMAND", "SHELL",
    "ZDOTDIR",
    "FPATH", "FCEDIT", "MAILPATH", "EXECIGNORE", "MAPFILE", "DIRSTACK", "PIPESTATUS", "FUNCNAME", "GROUPS", "COPROC",
    "OPTIND", "RANDOM", "SRANDOM", "SECONDS", "HISTCMD", "LINENO", "UID", "EUID", "PPID", "EPOCHSECONDS",
    "EPOCHREALTIME",
    "COMPREPLY", "FUNCNEST", "HISTFILE",
    // Libraries.
    "GCONV_PATH", "LOCPATH", "NLSPATH", "GTK_MODULES", "GIO_EXTRA_MODULES", "QT_PLUGIN_PATH", "OPENSSL_CONF",
    // Commands that programs run.
    "EDITOR", "VISUAL", "PAGER", "MANPAGER", "BROWSER", "LESSOPEN", "LESSCLOSE", "MAKEFLAGS", "GIT_SSH",
    "GIT_SSH_COMMAND",
    "GIT_PAGER", "GIT_EDITOR", "GIT_SEQUENCE_EDITOR", "GIT_EXTERNAL_DIFF", "GIT_ASKPASS", "GIT_PROXY_COMMAND",
    "GIT_EXEC_PATH", "GIT_TEMPLATE_DIR", "SSH_ASKPASS", "SUDO_ASKPASS", "SUDO_EDITOR", "RSYNC_RSH", "CVS_RSH",
    "TAR_OPTIONS",
    // Interpreters.
    "PYTHONSTARTUP", "PYTHONPATH", "PYTHONHOME", "PYTHONINSPECT", "PYTHONBREAKPOINT", "PERL5OPT", "PERL5LIB", "PERLLIB",
    "PERL5DB", "RUBYOPT", "RUBYLIB", "NODE_OPTIONS", "NODE_PATH", "AWKPATH", "AWKLIBPATH", "PHPRC", "PHP_INI_SCAN_DIR",
    "R_PROFILE", "R_PROFILE_USER", "R_ENVIRON", "JAVA_TOOL_OPTIONS", "JDK_JAVA_OPTIONS", "_JAVA_OPTIONS", "CLASSPATH",
    "VIMINIT", "EXINIT", "NVIM_APPNAME",
  ]
}

extension [String] {
  /// Whether one of these has the same bytes; most differ in their length.
  func containsText(_ text: String) -> Bool {
    let length = text.utf8.count
    for index in indices where self[index].utf8.count == length && self[index] == text { return true }
    return false
  }
}

extension UInt8 {
  var isNameStart: Bool { (self | 0x20) >= 0x61 && (self | 0x20) <= 0x7A || self == UInt8(ascii: "_") }
  var isDigit: Bool { self >= 0x30 && self <= 0x39 }
  var isNameByte: Bool { isNameStart || isDigit }
  var isBlank: Bool { self == UInt8(ascii: " ") || self == UInt8(ascii: "\t") }
}
