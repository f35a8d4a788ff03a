extension InterpreterTable {
  /// Options of curl that take the next word, among which a letter of another option may stand.
  private static let curlValues = "AbcCdDeEFhHmoPQrtTuUwxXyYz"

  /// Programs whose arguments are data but for a few options and subcommands.
  static var tools: [Entry] {
    [
      Entry("git") {
        Program(
          operands: .subcommands([
            "clone": "git:transport", "fetch": "git:transport", "pull": "git:transport", "push": "git:transport",
            "ls-remote": "git:transport", "archive": "git:transport", "grep": "git:grep", "rebase": "git:rebase",
            "bisect": "git:bisect", "submodule": "git:submodule", "filter-branch": "git:filter-branch",
            "difftool": "git:difftool", "send-email": "git:send-email", "init": "git:init",
          ]), flags: "pPvh", values: "C", codes: "c",
          longFlags: """
            no-pager paginate bare no-replace-objects literal-pathspecs glob-pathspecs noglob-pathspecs \
            icase-pathspecs no-optional-locks version help
            """, longValues: "git-dir work-tree namespace", longCodes: "exec-path config-env")
      },
      Entry("git:transport") {
        Program(
          operands: .data, longCodes: "upload-pack receive-pack exec config template", endsAtOperand: false)
      },
      Entry("git:grep") { Program(operands: .data, values: "efmABC", codes: "O", longCodes: "open-files-in-pager") },
      Entry("git:rebase") {
        Program(operands: .data, values: "sXC", codes: "x", longCodes: "exec", endsAtOperand: false)
      },
      Entry("git:bisect") { Program(operands: .subcommands(["run": "builtin"])) },
      Entry("git:submodule") {
        Program(operands: .subcommands(["foreach": "git:foreach"]), flags: "q", longFlags: "quiet")
      },
      Entry("git:foreach") { Program(operands: .code, longFlags: "recursive") },
      Entry("git:filter-branch") { Program(operands: .code) },
      Entry("git:difftool") { Program(operands: .data, codes: "x", longCodes: "extcmd", endsAtOperand: false) },
      Entry("git:send-email") {
        Program(
          operands: .data, longCodes: "smtp-server sendmail-cmd to-cmd cc-cmd header-cmd",
          endsAtOperand: false)
      },
      Entry("git:init") { Program(operands: .data, longCodes: "template", endsAtOperand: false) },
      Entry("hg") { Program(operands: .data, longCodes: "config ssh remotecmd", endsAtOperand: false) },
      Entry("svn jj") { Program(operands: .data, longCodes: "config-option config", endsAtOperand: false) },
      // A file of options for curl or wget can name files to write.
      Entry("curl") {
        Program(operands: .data, values: curlValues, codes: "K", longCodes: "config", endsAtOperand: false)
      },
      Entry("wget") {
        Program(operands: .data, codes: "e", longCodes: "execute use-askpass config", endsAtOperand: false)
      },
      Entry("fzf sk") { Program(operands: .data, longCodes: "preview bind execute", endsAtOperand: false) },
      Entry("rofi") {
        Program(
          operands: .data, longCodes: "run-command run-shell-command", hasSingleDashes: true, endsAtOperand: false)
      },
      Entry("yad") { Program(operands: .data, longCodes: "button", endsAtOperand: false) },
      Entry("wl-paste") { Program(operands: .data, flags: "nlp", values: "ts", endings: "w", longCodes: "watch") },
      Entry("fd fdfind") {
        Program(operands: .data, endings: "xX", longCodes: "exec exec-batch", endsAtOperand: false)
      },
      Entry("rg") { Program(operands: .data, longCodes: "pre", endsAtOperand: false) },
      Entry("ag ack bat batcat delta") { Program(operands: .data, longCodes: "pager", endsAtOperand: false) },
      Entry("sort") { Program(operands: .data, longCodes: "compress-program", endsAtOperand: false) },
      Entry("split") { Program(operands: .data, longCodes: "filter", endsAtOperand: false) },
      Entry("install") { Program(operands: .data, longCodes: "strip-program", endsAtOperand: false) },
      Entry("yt-dlp youtube-dl") {
        Program(
          operands: .data,
          longCodes: """
            exec exec-before-download downloader external-downloader downloader-args \
            external-downloader-args postprocessor-args ppa use-postprocessor netrc-cmd config-location \
            config-locations plugin-dirs
            """, endsAtOperand: false)
      },
      Entry("gallery-dl") {
        Program(operands: .data, codes: "o", longCodes: "exec exec-after option config", endsAtOperand: false)
      },
      Entry("aria2c") {
        Program(
          operands: .data,
          longCodes: """
            conf-path on-download-complete on-download-error on-download-pause on-download-start \
            on-download-stop on-bt-download-complete
            """, endsAtOperand: false)
      },
      Entry("mutt neomutt") {
        Program(operands: .data, flags: "nRxyZz", values: "abcHims", codes: "eFf", endsAtOperand: false)
      },
      Entry("mail mailx s-nail") { Program(operands: .data, values: "sabcru", codes: "S", endsAtOperand: false) },
      Entry("sendmail") { Program(operands: .data, flags: "tiv", values: "fF", codes: "C", endsAtOperand: false) },
      Entry("mongosh mongo") {
        Program(operands: .data, input: .codeUnlessGiven, longCodes: "eval file", endsAtOperand: false)
      },
      Entry("clickhouse-client usql cqlsh sqlcmd isql influx bq") {
        Program(
          operands: .data, input: .codeUnlessGiven, codes: "qQcef", longCodes: "query execute command",
          endsAtOperand: false)
      },
      Entry("redis-cli valkey-cli") {
        Program(operands: .subcommands(["eval": "git:foreach"]), flags: "xe", values: "hpnau")
      },
      Entry("ansible") { Program(operands: .data, codes: "ae", longCodes: "args extra-vars", endsAtOperand: false) },
      Entry("blender") { Program(operands: .data, codes: "P", longCodes: "python-expr python", endsAtOperand: false) },
      Entry("gimp") { Program(operands: .data, codes: "b", longCodes: "batch", endsAtOperand: false) },
      Entry("inkscape") { Program(operands: .data, longCodes: "actions", endsAtOperand: false) },
      Entry("latexmk") {
        Program(
          operands: .data, longCodes: "e r pdflatex latex xelatex lualatex", hasSingleDashes: true,
          endsAtOperand: false)
      },
      Entry("xdotool") { Program(operands: .subcommands(["exec": "builtin"])) },
      Entry("i3-msg swaymsg hyprctl awesome-client") { Program(operands: .code) },
      Entry("gpg gpg2") {
        Program(
          operands: .data, longCodes: "photo-viewer agent-program dirmngr-program keyserver-options",
          endsAtOperand: false)
      },
      Entry("strace") { Program(operands: .command(), flags: "cCdfhiknqrtTvVxyz", values: "abeEIOpPsSuX", codes: "o") },
      Entry("nix-shell") { Program(operands: .script, longCodes: "run command") },
      Entry("nix-instantiate") { Program(operands: .script, codes: "E", longCodes: "expr eval") },
      Entry("nano") { Program(operands: .data, input: .code) },
    ]
  }
}
