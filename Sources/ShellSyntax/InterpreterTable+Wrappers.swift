extension InterpreterTable {
  /// Programs, and words of shells, that run the command which follows.
  static var wrappers: [Entry] {
    [
      Entry("exec") { Program(operands: .command(), flags: "cl", values: "a") },
      Entry("command") { Program(operands: .command(), flags: "p") },
      Entry("builtin nohup nocache noglob dbus-launch unbuffer rlwrap fakeroot") { Program(operands: .command()) },
      Entry("busybox toybox") { Program(operands: .command()) },
      Entry("env") {
        Program(
          operands: .command(assignments: true), flags: "i0v", values: "uCa", codes: "S",
          longFlags: "ignore-environment null debug list-signal-handling block-signal default-signal ignore-signal",
          longValues: "unset chdir argv0", longCodes: "split-string", saferForm: "env NAME={{ x }} PROGRAM")
      },
      Entry("sudo sudoedit") {
        Program(
          operands: .command(assignments: true), input: .data, flags: "AbBEeHiKklnNPSsVv", values: "CghpRTtruUDa",
          longFlags: """
            askpass background preserve-env edit set-home login non-interactive preserve-groups stdin shell \
            reset-timestamp remove-timestamp list validate bell
            """,
          longValues: "close-from group host prompt chroot command-timeout type role other-user user chdir")
      },
      Entry("doas") { Program(operands: .command(), flags: "Lns", values: "aCu") },
      Entry("pkexec") {
        Program(operands: .command(), longFlags: "disable-internal-agent keep-cwd", longValues: "user")
      },
      Entry("su runuser") {
        Program(
          operands: .codeAfter(1), input: .codeUnlessGiven, flags: "flmpP", values: "gGsuTw", codes: "cC",
          longFlags: "login fast preserve-environment pty no-pty",
          longValues: "group supp-group shell user whitelist-environment",
          longCodes: "command session-command", endsAtOperand: false,
          saferForm: #"su USER -c '… "$1"' -- _ {{ x }}"#)
      },
      Entry("time gtime") {
        Program(
          operands: .command(), flags: "apqvV", values: "fo", longFlags: "append portability quiet verbose",
          longValues: "format output")
      },
      Entry("nice") { Program(operands: .command(), flags: "0123456789", values: "n", longValues: "adjustment") },
      Entry("ionice") {
        Program(
          operands: .command(), flags: "t", values: "cn", longFlags: "ignore", longValues: "class classdata")
      },
      Entry("chrt") { Program(operands: .command(after: 1), flags: "abdefimoRrv", values: "DPT") },
      Entry("taskset") { Program(operands: .command(after: 1), flags: "ac", longFlags: "cpu-list") },
      Entry("setsid") { Program(operands: .command(), flags: "cfw", longFlags: "ctty fork wait") },
      Entry("timeout gtimeout") {
        Program(
          operands: .command(after: 1), flags: "vf", values: "ks",
          longFlags: "foreground preserve-status verbose",
          longValues: "kill-after signal")
      },
      Entry("stdbuf") { Program(operands: .command(), values: "ioe", longValues: "input output error") },
      Entry("chroot") {
        Program(
          operands: .command(after: 1), longFlags: "skip-chdir", longValues: "userspec groups", isRemote: true)
      },
      Entry("unshare") {
        Program(
          operands: .command(), flags: "mUpnfiurCTc", values: "RwSG",
          longFlags: """
            mount uts ipc net pid user cgroup time fork kill-child mount-proc map-root-user map-current-user \
            keep-caps
            """, longValues: "root wd setuid setgid propagation setgroups")
      },
      Entry("nsenter") {
        Program(operands: .command(), flags: "amuinpUCTrwFZ", values: "tSG", longFlags: "all", longValues: "target")
      },
      Entry("xargs gxargs") {
        Program(
          operands: .xargs, flags: "0rtxpo", values: "adEILnPs", joined: "eil",
          longFlags: "null no-run-if-empty verbose exit interactive open-tty replace eof max-lines",
          longValues: "arg-file delimiter max-args max-procs max-chars")
      },
      Entry("script") {
        Program(
          operands: .data, input: .codeUnlessGiven, flags: "aefqrt", values: "BEIOmoT", codes: "c",
          longFlags: "append return flush quiet force", longCodes: "command", endsAtOperand: false)
      },
      Entry("flock") {
        Program(
          operands: .command(after: 1), flags: "enosuxvF", values: "Ew", codes: "c",
          longFlags: "shared exclusive unlock nonblock close no-fork verbose",
          longValues: "timeout wait conflict-exit-code", longCodes: "command")
      },
      Entry("ssh-agent gpg-agent") { Program(operands: .command(), flags: "cDdks", values: "atEOP") },
      Entry("dbus-run-session") { Program(operands: .command(), longValues: "config-file dbus-daemon") },
      Entry("xvfb-run") { Program(operands: .command(), flags: "alh", values: "efnpsw", longFlags: "auto-servernum") },
      Entry("systemd-inhibit") { Program(operands: .command(), longValues: "what who why mode") },
      Entry("systemd-cat") { Program(operands: .command(), values: "tp", longValues: "identifier priority") },
      Entry("systemd-run") {
        Program(
          operands: .command(), flags: "dGqrStP", values: "uEHM", codes: "p",
          longFlags: """
            user system scope pty pipe wait collect quiet no-block remain-after-exit send-sighup shell \
            same-dir no-ask-password
            """,
          longValues: """
            unit description slice setenv uid gid nice working-directory host machine service-type on-active \
            on-boot on-startup on-unit-active on-calendar timer-property
            """, longCodes: "property")
      },
      Entry("flatpak-spawn") {
        Program(
          operands: .command(), flags: "v",
          longFlags: "host clear-env watch-bus latest-version no-network sandbox share-pids expose-pids verbose",
          longValues: "env directory forward-fd sandbox-expose unset-env", isRemote: true)
      },
      Entry("flatpak") { Program(operands: .subcommands(["run": "flatpak:run", "enter": "docker:exec"])) },
      Entry("flatpak:run") {
        Program(
          operands: .command(), flags: "dpv", longFlags: "user system devel file-forwarding",
          longValues: "branch arch env cwd filesystem socket share unshare device",
          longCodes: "command", isRemote: true)
      },
      Entry("docker podman nerdctl") {
        Program(
          operands: .subcommands([
            "exec": "docker:exec", "run": "docker:run", "compose": "docker:compose", "container": "docker:compose",
          ]), flags: "D", values: "cHl", longFlags: "debug tls remote",
          longValues: "context host log-level config")
      },
      Entry("docker:compose docker-compose podman-compose") {
        Program(
          operands: .subcommands(["exec": "docker:exec", "run": "docker:run"]), values: "fp",
          longValues: "file project-name profile env-file")
      },
      Entry("docker:exec") {
        Program(
          operands: .command(after: 1), flags: "ditT", values: "euwncg",
          longFlags: "detach interactive tty privileged stdin",
          longValues: "env env-file user workdir detach-keys name container namespace",
          isRemote: true)
      },
      Entry("docker:run") {
        Program(
          operands: .command(after: 1), flags: "dit", values: "evuwpmhl",
          longFlags: "rm detach interactive tty privileged init read-only",
          longValues: """
            env env-file user workdir name volume mount network publish memory cpus label hostname pull \
            platform restart device
            """, longCodes: "entrypoint", isRemote: true)
      },
      Entry("distrobox toolbox lxc incus machinectl") {
        Program(
          operands: .subcommands([
            "exec": "docker:exec", "run": "docker:exec", "enter": "docker:exec", "shell": "docker:exec",
          ]), values: "n")
      },
      Entry("ltrace") { Program(operands: .command(), flags: "cCdfhiknqrtTvVxyz", values: "abeEIoOpPsSuX") },
      Entry("firejail bwrap proot torsocks torify proxychains proxychains4 catchsegv gamemoderun") {
        Program(operands: .command())
      },
      Entry("npx bunx uvx pipx") {
        Program(
          operands: .command(), flags: "yq", values: "p", codes: "c", longFlags: "yes no-install",
          longValues: "package from with", longCodes: "call", isRemote: true)
      },
      Entry("gosu su-exec setpriv chpst") { Program(operands: .command(after: 1)) },
      Entry("sshpass") { Program(operands: .command(), flags: "evV", values: "pfdP") },
      Entry(
        "valgrind eatmydata fakechroot caffeinate gnome-session-inhibit host-spawn run0 nixGL primusrun optirun prime-run"
      ) { Program(operands: .command()) },
      Entry("faketime") { Program(operands: .command(after: 1), flags: "m", values: "f") },
      Entry("prlimit") { Program(operands: .command(), longFlags: "noheadings raw verbose") },
      Entry("numactl") { Program(operands: .command(), values: "NCmipl") },
      Entry("taskset") { Program(operands: .command(after: 1), flags: "ac") },
      Entry("cpulimit") { Program(operands: .command(), flags: "zvf", values: "lpe", longValues: "limit") },
      Entry("sg") { Program(operands: .codeAfter(1), input: .codeUnlessGiven, codes: "c") },
      Entry("newgrp") { Program(operands: .data, input: .code) },
      Entry("runcon s6-setuidgid") { Program(operands: .command(after: 1)) },
      Entry("/lib64/ld-linux-x86-64.so.2 ld-linux-x86-64.so.2 ld.so") { Program(operands: .command()) },
      Entry("gdbserver") { Program(operands: .command(after: 1)) },
      Entry("watchexec nodemon") { Program(operands: .code, codes: "x", longCodes: "exec") },
      Entry("adb") {
        Program(operands: .subcommands(["shell": "adb:shell", "exec-out": "adb:shell"]), flags: "ade", values: "sHPL")
      },
      Entry("adb:shell") { Program(operands: .code, input: .codeUnlessGiven, flags: "nTtx") },
      Entry("vagrant") { Program(operands: .data, codes: "c", longCodes: "command", endsAtOperand: false) },
      Entry("wsl wsl.exe") {
        Program(operands: .command(), values: "du", codes: "e", longCodes: "exec", isRemote: true)
      },
      Entry("cmd cmd.exe") { Program(operands: .code, input: .code) },
      Entry("setarch linux32 linux64") { Program(operands: .command(), flags: "BFILRSTXZ") },
      Entry(
        "xterm rxvt urxvt st konsole alacritty foot kitty terminator xfce4-terminal lxterminal mate-terminal tilix gnome-terminal x-terminal-emulator xdg-terminal-exec wezterm ptyxis kgx"
      ) { Program(operands: .code) },
    ]
  }
}
