import Glibc
import TestSupport
import Testing

/// A shell in a terminal of tmux, driven by keys.
final class Tmux {
  private let sandbox: Sandbox
  private let environment: [String: String]

  /// Starts a shell in the sandbox's working folder, `$ ` its prompt.
  init(_ sandbox: Sandbox, columns: Int = 80, rows: Int = 24, shell: String = "bash --norc --noprofile -i") throws {
    self.sandbox = sandbox
    environment = sandbox.environment.merging(["TMUX_TMPDIR": sandbox.path + "/run", "SHELL": "/bin/sh"]) { $1 }
    symlink(CommandRun.program, sandbox.path + "/bin/sharerouter")
    let size = ["-x", String(columns), "-y", String(rows)]
    let run = tmux(["new-session", "-d"] + size + ["env", "PS1=$ "] + shell.split(separator: " ").map(String.init))
    try #require(run.status == 0, "\(run.errorText)")
  }

  deinit {
    _ = tmux(["kill-server"])
    sandbox.endRemainingProcesses()
  }

  @discardableResult
  private func tmux(_ arguments: [String]) -> CommandRun {
    CommandRun.run(
      (["tmux", "-f", "/dev/null", "-u"] + arguments).map { Array($0.utf8) }, environment: environment,
      in: sandbox.work)
  }

  /// Keys by their names, such as `Enter` and `C-z`.
  func press(_ keys: String...) { tmux(["send-keys"] + keys) }

  func type(_ text: String) { tmux(["send-keys", "-l", text]) }

  var screen: String { tmux(["capture-pane", "-p"]).text }

  /// The program in the foreground, and whether its screen is the alternate one.
  var state: String { tmux(["display-message", "-p", "#{pane_current_command} #{alternate_on} #{cursor_flag}"]).text }

  /// Waits until the screen holds a text.
  func wait(for text: String, sourceLocation: SourceLocation = #_sourceLocation) throws {
    let isShown = waitUntil(limit: 60) { screen.contains(text) }
    try #require(isShown, "never shown: \(text)\n\(screen)", sourceLocation: sourceLocation)
  }
}
