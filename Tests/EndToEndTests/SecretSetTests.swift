import Glibc
import TestSupport
import Testing

/// Types into the program over a terminal of its own and writes down: what was shown before and after the typing, whether
/// the terminal echoes then and afterwards, and the exit status.
private let typist = #"""
  import fcntl, os, pty, select, signal, struct, sys, termios, time

  action, typed, arguments = sys.argv[1], sys.argv[2].encode(), sys.argv[3:]
  process, terminal = pty.fork()
  if process == 0:
      os.execv(arguments[0], arguments)

  def echoes():
      return bool(termios.tcgetattr(terminal)[3] & termios.ECHO)

  def shown(until):
      text = b""
      end = time.monotonic() + 60
      while not until(text) and time.monotonic() < end:
          if select.select([terminal], [], [], 0.05)[0]:
              try:
                  piece = os.read(terminal, 4096)
              except OSError:
                  break
              if not piece:
                  break
              text += piece
      return text

  # The terminal of the other side stays open, so that its settings can be read at the end.
  number = struct.unpack("I", fcntl.ioctl(terminal, 0x80045430, bytes(4)))[0]
  other = os.open(f"/dev/pts/{number}", os.O_RDWR | os.O_NOCTTY)
  before = shown(lambda text: text.endswith(b": "))
  while echoes():
      time.sleep(0.01)
  if action == "type":
      os.write(terminal, typed)
  elif action == "stop":
      os.kill(process, signal.SIGTSTP)
      time.sleep(0.2)
      os.write(terminal, typed)
  else:
      os.write(terminal, typed)
      os.kill(process, getattr(signal, action))
  # Without its terminal's last reader the program's last words would be lost.
  ended = []
  def over(text):
      if not ended:
          found, status = os.waitpid(process, os.WNOHANG | os.WUNTRACED)
          if found and os.WIFSTOPPED(status):
              os.kill(process, signal.SIGCONT)
          elif found:
              ended.append(status)
      return bool(ended)
  after = shown(over)
  if not ended:
      os.kill(process, signal.SIGKILL)
      ended.append(os.waitpid(process, 0)[1])
  time.sleep(0.05)
  while select.select([terminal], [], [], 0.05)[0]:
      try:
          after += os.read(terminal, 4096)
      except OSError:
          break
  print(repr(before), repr(after), "echo" if echoes() else "hidden", os.waitstatus_to_exitcode(ended[0]))
  """#

@Suite("Keeping a secret")
struct SecretSetTests {
  private let sandbox = Sandbox()
  private var file: String { "config/sharerouter/secrets.d/TOKEN" }

  private func type(_ typed: String, _ action: String = "type") -> String {
    let words = ["python3", "-c", typist, action, typed, CommandRun.program, "secret", "set", "TOKEN"]
    let run = CommandRun.run(words.map { Array($0.utf8) }, environment: sandbox.environment, in: sandbox.work)
    return sandbox.masked(run.text + run.errorText)
  }

  @Test("standard input is read where it is no terminal; the file is the person's alone")
  func standardInput() {
    for (input, kept) in [("first-one\n", "first-one\n"), ("second ü\r\n", "second ü\n"), ("third", "third\n")] {
      expectRun(
        sandbox.run(["secret", "set", "TOKEN"], input: Array(input.utf8)),
        errors: "the secret 'TOKEN' is in SANDBOX/config/sharerouter/secrets.d/TOKEN\n", in: sandbox)
      #expect(sandbox.directory.read(file) == Array(kept.utf8))
      var status = stat()
      #expect(stat(sandbox.path + "/" + file, &status) == 0 && status.st_mode & 0o7777 == 0o600)
      #expect(stat(sandbox.path + "/config/sharerouter/secrets.d", &status) == 0 && status.st_mode & 0o7777 == 0o700)
    }
    #expect(sandbox.shell("ls -A ../config/sharerouter/secrets.d").text == "TOKEN\n", "nothing is left beside it")
    sandbox.define(
      "com.example.use",
      "category: action\naccepts: text\nshell: {script: \"printf '%s %s' \\\"$T\\\" {{ item.kind }}\", env: {T: \"{{ secret.TOKEN }}\"}}\n"
    )
    expectRun(sandbox.run(["send", "x", "-a", "use"]), output: "third text")
  }

  @Test(
    "what is no secret is refused, and an older one stays",
    arguments: ["", "\n", "two\nlines\n", "nul\0byte\n", String(repeating: "x", count: 70_000)])
  func refused(input: String) {
    _ = sandbox.run(["secret", "set", "TOKEN"], input: Array("older\n".utf8))
    let run = sandbox.run(["secret", "set", "TOKEN"], input: Array(input.utf8))
    #expect(run.status == 2 && run.output == [])
    #expect(run.errorText.hasPrefix("sharerouter: the secret "), "\(run.errorText)")
    #expect(sandbox.directory.read(file) == Array("older\n".utf8))
  }

  @Test("a name that definitions cannot write is refused", arguments: ["token", "9X", "A-B", "../X", "", "A/B", "Ä"])
  func names(name: String) {
    let run = sandbox.run(["secret", "set", name], input: Array("value\n".utf8))
    #expect(run.status == 2)
    #expect(run.errorText.contains("is not the name of a secret"), "\(run.errorText)")
    #expect(!sandbox.directory.exists("config/sharerouter/secrets.d"))
  }

  @Test("other uses are told with the right one")
  func usage() {
    for arguments in [["secret"], ["secret", "set"], ["secret", "get", "X"], ["secret", "set", "A", "B"]] {
      let run = sandbox.run(arguments, input: Array("value\n".utf8))
      #expect(run.status == 2 && run.errorText.contains("write: sharerouter secret set NAME"), "\(run.errorText)")
    }
    #expect(sandbox.run(["secret", "--help"]).text.contains("Usage: sharerouter secret [OPTION…] set NAME"))
  }

  @Test("on a terminal nothing of what is typed is shown", .enabled(if: installed("python3"), "no python3"))
  func terminal() {
    let told = type("typed-secret\n")
    #expect(told.hasPrefix(#"b'TOKEN: ' b"\r\nthe secret 'TOKEN' is in "#), "\(told)")
    #expect(told.hasSuffix("echo 0\n") && !told.contains("typed-secret"), "\(told)")
    #expect(sandbox.directory.read(file) == Array("typed-secret\n".utf8))
  }

  @Test(
    "signals and the end of input leave the terminal as it was, and keep nothing",
    .enabled(if: installed("python3"), "no python3"),
    arguments: [("half", "SIGTERM", 130), ("half", "SIGINT", 130), ("half", "SIGHUP", 130), ("\u{4}", "type", 130)])
  func interrupted(typed: String, action: String, status: Int) {
    let told = type(typed, action)
    #expect(told.hasSuffix("echo \(status)\n"), "\(told)")
    #expect(!sandbox.directory.exists(file))
  }

  @Test("stopping the program waits until the question is answered", .enabled(if: installed("python3"), "no python3"))
  func stopped() {
    let told = type("typed-secret\n", "stop")
    #expect(told.hasSuffix("echo 0\n"), "\(told)")
    #expect(sandbox.directory.read(file) == Array("typed-secret\n".utf8))
  }
}
