extension InterpreterTable {
  /// Options of curl that take the next word, among which a letter of another option may stand.
  private static let curlValues = "AbcCdDeEFhHmoPQrtTuUwxXyYz"

  /// Programs whose arguments are data but for a few options and subcommands.
  static let tools: [(names: String, program: Program)] = [
    (
      "git",
      Program(
        operands: .subcommands([
          "clone": "git:transport", "fetch": "git:transport", "pull": "git:transport", "push": "git:transport",
          "ls-remote": "git:transport", "archive": "git:transport", "grep": "git:grep", "rebase": "git:rebase",
          "bisect": "git:bisect", "submodule": "git:submodule", "filter-branch": "git:filter-branch",
          "difftool": "git:difftool", "send-email": "git:send-email", "init": "git:init",
        ]), flags: "pPvh", values: "C", codes: "c",
        longFlags: [
          "no-pager", "paginate", "bare", "no-replace-objects", "literal-pathspecs", "glob-pathspecs",
          "noglob-pathspecs", "icase-pathspecs", "no-optional-locks", "version", "help",
        ], longValues: ["git-dir", "work-tree", "namespace"], longCodes: ["exec-path", "config-env"])
    ),
    (
      "git:transport",
      Program(
        operands: .data, longCodes: ["upload-pack", "receive-pack", "exec", "config", "template"], endsAtOperand: false)
    ),
    ("git:grep", Program(operands: .data, values: "efmABC", codes: "O", longCodes: ["open-files-in-pager"])),
    ("git:rebase", Program(operands: .data, values: "sXC", codes: "x", longCodes: ["exec"], endsAtOperand: false)),
    ("git:bisect", Program(operands: .subcommands(["run": "builtin"]))),
    ("git:submodule", Program(operands: .subcommands(["foreach": "git:foreach"]), flags: "q", longFlags: ["quiet"])),
    ("git:foreach", Program(operands: .code, longFlags: ["recursive"])),
    ("git:filter-branch", Program(operands: .code)),
    ("git:difftool", Program(operands: .data, codes: "x", longCodes: ["extcmd"], endsAtOperand: false)),
    (
      "git:send-email",
      Program(
        operands: .data, longCodes: ["smtp-server", "sendmail-cmd", "to-cmd", "cc-cmd", "header-cmd"],
        endsAtOperand: false)
    ),
    ("git:init", Program(operands: .data, longCodes: ["template"], endsAtOperand: false)),
    ("hg", Program(operands: .data, longCodes: ["config", "ssh", "remotecmd"], endsAtOperand: false)),
    ("svn jj", Program(operands: .data, longCodes: ["config-option", "config"], endsAtOperand: false)),
    // A file of options for curl or wget can name files to write.
    ("curl", Program(operands: .data, values: curlValues, codes: "K", longCodes: ["config"], endsAtOperand: false)),
    (
      "wget",
      Program(operands: .data, codes: "e", longCodes: ["execute", "use-askpass", "config"], endsAtOperand: false)
    ),
    (
      "fzf sk",
      Program(operands: .data, longCodes: ["preview", "bind", "execute"], endsAtOperand: false)
    ),
    (
      "rofi",
      Program(
        operands: .data, longCodes: ["run-command", "run-shell-command"], hasSingleDashes: true, endsAtOperand: false)
    ),
    ("yad", Program(operands: .data, longCodes: ["button"], endsAtOperand: false)),
    ("wl-paste", Program(operands: .data, flags: "nlp", values: "ts", endings: "w", longCodes: ["watch"])),
    ("fd fdfind", Program(operands: .data, endings: "xX", longCodes: ["exec", "exec-batch"], endsAtOperand: false)),
    ("rg", Program(operands: .data, longCodes: ["pre"], endsAtOperand: false)),
    ("ag ack bat batcat delta", Program(operands: .data, longCodes: ["pager"], endsAtOperand: false)),
    ("sort", Program(operands: .data, longCodes: ["compress-program"], endsAtOperand: false)),
    ("split", Program(operands: .data, longCodes: ["filter"], endsAtOperand: false)),
    ("install", Program(operands: .data, longCodes: ["strip-program"], endsAtOperand: false)),
    (
      "yt-dlp youtube-dl",
      Program(
        operands: .data,
        longCodes: [
          "exec", "exec-before-download", "downloader", "external-downloader", "downloader-args",
          "external-downloader-args", "postprocessor-args", "ppa", "use-postprocessor", "netrc-cmd", "config-location",
          "config-locations", "plugin-dirs",
        ], endsAtOperand: false)
    ),
    (
      "gallery-dl",
      Program(operands: .data, codes: "o", longCodes: ["exec", "exec-after", "option", "config"], endsAtOperand: false)
    ),
    (
      "aria2c",
      Program(
        operands: .data,
        longCodes: [
          "conf-path", "on-download-complete", "on-download-error", "on-download-pause", "on-download-start",
          "on-download-stop", "on-bt-download-complete",
        ], endsAtOperand: false)
    ),
    ("mutt neomutt", Program(operands: .data, flags: "nRxyZz", values: "abcHims", codes: "eFf", endsAtOperand: false)),
    ("mail mailx s-nail", Program(operands: .data, values: "sabcru", codes: "S", endsAtOperand: false)),
    ("sendmail", Program(operands: .data, flags: "tiv", values: "fF", codes: "C", endsAtOperand: false)),
    (
      "mongosh mongo",
      Program(operands: .data, input: .codeUnlessGiven, longCodes: ["eval", "file"], endsAtOperand: false)
    ),
    (
      "clickhouse-client usql cqlsh sqlcmd isql influx bq",
      Program(
        operands: .data, input: .codeUnlessGiven, codes: "qQcef", longCodes: ["query", "execute", "command"],
        endsAtOperand: false)
    ),
    ("redis-cli valkey-cli", Program(operands: .subcommands(["eval": "git:foreach"]), flags: "xe", values: "hpnau")),
    ("ansible", Program(operands: .data, codes: "ae", longCodes: ["args", "extra-vars"], endsAtOperand: false)),
    ("blender", Program(operands: .data, codes: "P", longCodes: ["python-expr", "python"], endsAtOperand: false)),
    ("gimp", Program(operands: .data, codes: "b", longCodes: ["batch"], endsAtOperand: false)),
    ("inkscape", Program(operands: .data, longCodes: ["actions"], endsAtOperand: false)),
    (
      "latexmk",
      Program(
        operands: .data, longCodes: ["e", "r", "pdflatex", "latex", "xelatex", "lualatex"], hasSingleDashes: true,
        endsAtOperand: false)
    ),
    ("xdotool", Program(operands: .subcommands(["exec": "builtin"]))),
    ("i3-msg swaymsg hyprctl awesome-client", Program(operands: .code)),
    (
      "gpg gpg2",
      Program(
        operands: .data, longCodes: ["photo-viewer", "agent-program", "dirmngr-program", "keyserver-options"],
        endsAtOperand: false)
    ),
    ("strace", Program(operands: .command(), flags: "cCdfhiknqrtTvVxyz", values: "abeEIOpPsSuX", codes: "o")),
    ("nix-shell", Program(operands: .script, longCodes: ["run", "command"])),
    ("nix-instantiate", Program(operands: .script, codes: "E", longCodes: ["expr", "eval"])),
    ("nano", Program(operands: .data, input: .code)),
  ]
}
