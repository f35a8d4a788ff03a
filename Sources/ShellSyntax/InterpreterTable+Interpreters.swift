extension InterpreterTable {
  private static let awkForm = #"V={{ x }} awk '… ENVIRON["V"]'"#

  /// Shells and general languages.
  static var interpreters: [Entry] {
    [
      Entry("sh bash dash ash zsh ksh mksh lksh pdksh yash posh rbash rksh rzsh csh tcsh hush") {
        Program(
          operands: .shell, input: .codeUnlessGiven, flags: "abefhiklmnprstuvxBCDEGHIPTcs", values: "oO",
          longFlags:
            "login noprofile norc posix restricted verbose noediting noline version help debugger dump-strings",
          longCodes: "rcfile init-file", saferForm: #"sh -c '… "$1"' _ {{ x }}"#)
      },
      Entry("fish") {
        Program(
          operands: .script, input: .codeUnlessGiven, flags: "iNlnPvh", values: "dDo", codes: "cC",
          longFlags: "interactive login no-config no-execute private",
          longValues: "debug debug-output",
          longCodes: "command init-command", saferForm: "fish -c '… $argv[1]' {{ x }}")
      },
      Entry("python pypy ipython micropython") {
        Program(
          operands: .script, input: .codeUnlessGiven, flags: "bBdEhiIOPqsSuvVx", values: "WX", codes: "c", endings: "m",
          longValues: "check-hash-based-pycs", saferForm: "python3 -c 'import sys; … sys.argv[1]' {{ x }}")
      },
      Entry("perl raku") {
        Program(
          operands: .script, input: .codeUnlessGiven, flags: "acfgnpsStTuUvVwWXhlC0123456789", values: "I",
          codes: "eEmMFdD", joined: "ix", operandFlags: "np", saferForm: "perl -e '… $ARGV[0]' -- {{ x }}")
      },
      Entry("ruby jruby truffleruby") {
        Program(
          operands: .script, input: .codeUnlessGiven, flags: "aclnpsSvwyhU", values: "ICE", codes: "erF",
          joined: "0iKTWx",
          longFlags: "disable-gems yjit jit verbose", saferForm: "ruby -e '… ARGV[0]' -- {{ x }}")
      },
      Entry("node nodejs bun") {
        Program(
          operands: .script, input: .codeUnlessGiven, flags: "chiv", values: "C", codes: "epr",
          longFlags: "check interactive no-warnings trace-warnings preserve-symlinks test watch",
          longValues: "conditions input-type title max-old-space-size",
          longCodes: "eval print require import loader experimental-loader",
          saferForm: "node -e '… process.argv[1]' -- {{ x }}")
      },
      Entry("php") {
        Program(
          operands: .script, input: .codeUnlessGiven, flags: "ahilmnqsvwC", values: "cSt",
          codes: "rBREFfdz", longCodes: "run process-code process-begin process-end file define",
          saferForm: "php -r '… $argv[1]' -- {{ x }}")
      },
      Entry("lua luajit texlua") {
        Program(
          operands: .script, input: .codeUnlessGiven, flags: "iEvW", codes: "elj", joined: "bO",
          saferForm: "lua -e '… arg[1]' - {{ x }}")
      },
      Entry("Rscript R") {
        Program(
          operands: .script, input: .codeUnlessGiven, flags: "gqs", codes: "ef",
          longFlags: "verbose vanilla no-save no-environ no-site-file no-init-file restore slave quiet",
          longValues: "default-packages", longCodes: "file expression",
          saferForm: "Rscript -e '… commandArgs(TRUE)[1]' {{ x }}")
      },
      Entry("julia") {
        Program(
          operands: .script, input: .codeUnlessGiven, flags: "iqv", values: "JtpgO", codes: "eELm",
          longFlags: "quiet", longValues: "project threads", longCodes: "eval print load",
          saferForm: "julia -e '… ARGS[1]' {{ x }}")
      },
      Entry("deno") { Program(operands: .subcommands(["eval": "deno:eval"])) },
      Entry("deno:eval") { Program(operands: .code) },
      Entry("tclsh wish expect") {
        Program(operands: .script, input: .codeUnlessGiven, flags: "iNdD", codes: "cf", saferForm: "tclsh FILE {{ x }}")
      },
      Entry("guile") { Program(operands: .script, input: .codeUnlessGiven, flags: "qs", values: "LCx", codes: "cel") },
      Entry("osascript") {
        Program(operands: .script, input: .codeUnlessGiven, flags: "i", values: "ls", codes: "e", endsAtOperand: true)
      },
      Entry("pwsh powershell pwsh.exe powershell.exe") {
        Program(
          operands: .code, input: .code, longFlags: "NoProfile NonInteractive NoLogo",
          longCodes: "Command c EncodedCommand File f", hasSingleDashes: true)
      },
      Entry("gnuplot octave octave-cli m4 ed red dc bc gp ghci maxima bpftrace elvish xonsh nu rc es osh") {
        Program(operands: .code, input: .code, codes: "ed", longCodes: "eval")
      },
      Entry(
        "scilab sage groovy scala kotlin jshell irb pry ocaml sbcl ecl clisp swipl erl elixir iex racket clojure bb runghc"
      ) { Program(operands: .code, input: .code) },
      Entry("emacs emacsclient") {
        Program(
          operands: .editor, flags: "qQncwtu", values: "sadF", codes: "elf",
          longFlags: "no-wait batch quick create-frame tty quiet no-window-system",
          longValues: "alternate-editor socket-name display",
          longCodes: "eval execute load funcall", endsAtOperand: false)
      },
    ]
  }

  /// Languages for text and data, programs with a language of their own.
  static var languages: [Entry] {
    [
      Entry("awk mawk nawk original-awk") {
        Program(
          operands: .program, values: "vFW", codes: "fe", longFlags: "posix traditional",
          longValues: "assign field-separator", longCodes: "file source", saferForm: awkForm)
      },
      Entry("gawk igawk") {
        Program(
          operands: .program, flags: "bcCghIkMnNOPrsSt", values: "vF", codes: "feiElE", joined: "dDLop",
          longFlags: "posix traditional re-interval sandbox bignum non-decimal-data characters-as-bytes csv",
          longValues: "assign field-separator", longCodes: "file source include load exec",
          saferForm: awkForm)
      },
      Entry("sed gsed ssed") {
        Program(
          operands: .program, flags: "nErsuz", values: "l", codes: "ef", joined: "i",
          longFlags: """
            quiet silent debug follow-symlinks in-place posix regexp-extended separate sandbox unbuffered \
            null-data zero-terminated
            """, longValues: "line-length", longCodes: "expression file", endsAtOperand: false, saferForm: awkForm)
      },
      Entry("jq gojq jaq") {
        Program(
          operands: .program, flags: "nrjascCMSehRV", codes: "fL",
          longFlags: """
            null-input raw-input raw-output raw-output0 join-output ascii-output slurp compact-output \
            color-output monochrome-output sort-keys exit-status tab seq stream stream-errors unbuffered \
            args jsonargs
            """, longValues: "indent", longCodes: "from-file library-path",
          longPairs: "arg argjson slurpfile rawfile argfile", endsAtOperand: false,
          saferForm: "jq --arg v {{ x }} '… $v'")
      },
      Entry("yq") {
        Program(
          operands: .subcommands([
            "eval": "yq:eval", "e": "yq:eval", "eval-all": "yq:eval", "ea": "yq:eval", "": "yq:eval",
          ]), saferForm: "V={{ x }} yq '… strenv(V)'")
      },
      Entry("yq:eval") {
        Program(
          operands: .program, flags: "iCMnPrvejNy", values: "opI", codes: "fs",
          longFlags: """
            inplace colors no-colors null-input prettyPrint no-doc exit-status unwrapScalar verbose \
            raw-output yaml-output
            """, longValues: "output-format input-format indent",
          longCodes: "expression from-file split-exp",
          longPairs: "arg argjson", endsAtOperand: false, saferForm: "V={{ x }} yq '… strenv(V)'")
      },
      Entry("sqlite3 sqlite duckdb") {
        Program(
          operands: .codeAfter(1), input: .codeUnlessGiven,
          longFlags: """
            batch bail csv json line list html header noheader column readonly echo stats box markdown table \
            quote tabs ascii safe interactive memtrace nofollow
            """, longValues: "separator nullvalue newline vfs mmap maxsize",
          longCodes: "cmd init c s", hasSingleDashes: true, endsAtOperand: false)
      },
      Entry("psql") {
        Program(
          operands: .data, input: .codeUnlessGiven, flags: "aAbeEHlnqsStwWxXz01V", values: "dLoUhpvFPRT", codes: "cf",
          longFlags:
            "no-align quiet tuples-only expanded no-psqlrc single-transaction csv html no-password list echo-all",
          longValues: """
            dbname host port username output set variable pset field-separator log-file record-separator \
            table-attr
            """, longCodes: "command file", endsAtOperand: false,
          saferForm: "printf '%s\\n' '… :'\\''v'\\''' | psql -v v={{ x }}")
      },
      Entry("mysql mariadb") {
        Program(
          operands: .data, input: .codeUnlessGiven, flags: "ABbCEGHifjLnNqrstUvwXV", values: "hPuDS", codes: "e",
          joined: "p", longFlags: "batch silent skip-column-names raw table xml html",
          longValues: "host port user database socket password default-character-set",
          longCodes: "execute init-command", endsAtOperand: false)
      },
      Entry("ssh autossh slogin mosh dbclient") {
        Program(
          operands: .codeAfter(1), input: .codeUnlessGiven, flags: "46AaCfGgKkMNnqsTtVvXxYy",
          values: "bcDEeIiJLlmOpQRSWwB", codes: "oFP", isRemote: true)
      },
      Entry("sftp ftp lftp telnet") { Program(operands: .data, input: .code, codes: "bceoS", endsAtOperand: false) },
      Entry("scp") { Program(operands: .data, codes: "oSFD", endsAtOperand: false) },
      Entry("rsync") {
        Program(
          operands: .data, flags: "vqcarRbudLkKHlptDoOgASnWxzhPiyCE", values: "BTfM", codes: "e",
          longCodes: "rsh rsync-path", endsAtOperand: false)
      },
      Entry("socat") { Program(operands: .code) },
      Entry("nc ncat netcat") {
        Program(operands: .data, codes: "ec", longCodes: "exec sh-exec lua-exec", endsAtOperand: false)
      },
      Entry("watch parallel tmux screen at batch dtach abduco entr hyperfine sem") {
        Program(operands: .code, input: .code, codes: "c")
      },
      Entry("crontab") { Program(operands: .script, input: .codeUnlessGiven, flags: "elir", values: "u") },
      Entry("make gmake bmake ninja just") {
        Program(operands: .make, input: .data, codes: "fIE", longCodes: "file makefile eval")
      },
      Entry("vim vi nvim ex gvim view rvim vimdiff elvis nvi") {
        Program(
          operands: .editor, values: "isTwWt", codes: "cSuUqL", longCodes: "cmd remote-send remote-expr",
          endsAtOperand: false, saferForm: "vim -- {{ x }}")
      },
      Entry("less more most") {
        Program(operands: .editor, codes: "k", endsAtOperand: false, saferForm: "less -- {{ x }}")
      },
      Entry("man") {
        Program(operands: .data, codes: "PHC", longCodes: "pager html config-file", endsAtOperand: false)
      },
      Entry("ffmpeg ffplay ffprobe") {
        Program(
          operands: .data, longValues: "i metadata",
          longCodes: "vf af filter filter_complex lavfi filter_script filter_complex_script map_channel init_hw_device",
          hasSingleDashes: true, endsAtOperand: false)
      },
      Entry("tar bsdtar gtar") {
        Program(
          operands: .data, flags: "cxtrujJzZavpmkhPSWwlBdGnOsi", values: "fCTXbgVKLHN", codes: "IF",
          beginsWithLetters: true,
          longCodes: """
            to-command checkpoint-action use-compress-program rsh-command rmt-command info-script \
            new-volume-script
            """,
          endsAtOperand: false)
      },
      Entry("zip") {
        Program(operands: .data, longCodes: "TT unzip-command", hasSingleDashes: true, endsAtOperand: false)
      },
      Entry("gdb lldb") {
        Program(operands: .code, input: .code, longCodes: "ex x command eval-command", hasSingleDashes: true)
      },
      Entry("pandoc") {
        Program(
          operands: .data, codes: "FLd",
          longCodes: "filter lua-filter template defaults pdf-engine pdf-engine-opt",
          endsAtOperand: false
        )
      },
      Entry("find gfind") { Program(operands: .find, saferForm: #"find … -exec sh -c '… "$1" "$2"' _ {{ x }} {} \;"#) },
      Entry("gs") { Program(operands: .code, input: .code, codes: "c") },
      Entry("latex pdflatex xelatex lualatex tex pdftex luatex") { Program(operands: .code, input: .code) },
      Entry("mpv") {
        Program(
          operands: .data, longCodes: "script scripts vf af lavfi-complex include", endsAtOperand: false)
      },
    ]
  }
}
