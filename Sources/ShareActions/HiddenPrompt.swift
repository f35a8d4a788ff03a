import CSystem
import Glibc

/// Asks for a line on the terminal without showing what is typed. The terminal is as it was afterwards, whatever happens:
/// an interruption ends the question, and stopping the program waits until it is answered.
public enum HiddenPrompt {
  public enum Answer: Sendable, Equatable {
    /// Without its line break.
    case line([UInt8])
    /// Interrupted, or ended with Ctrl-D before anything was typed.
    case cancelled
    case failed(String)
  }

  /// Blocks the calling thread until the person has answered.
  public static func ask(_ prompt: String, interruption: Interruption) -> Answer {
    guard let terminal = FileDescriptor.open(Array("/dev/tty".utf8), O_RDWR | O_NOCTTY) else { return failure(errno) }
    var before = termios()
    guard unsafe tcgetattr(terminal.number, &before) == 0 else { return failure(errno) }
    // While it is stopped, nobody could put the terminal right.
    var stops = sigset_t()
    var previous = sigset_t()
    unsafe sigemptyset(&stops)
    unsafe sigaddset(&stops, SIGTSTP)
    unsafe pthread_sigmask(SIG_BLOCK, &stops, &previous)
    defer { unsafe pthread_sigmask(SIG_SETMASK, &previous, nil) }
    var hidden = before
    hidden.c_lflag &= ~tcflag_t(ECHO)
    hidden.c_lflag |= tcflag_t(ICANON | ISIG)
    // VQUIT: Ctrl-\ would end the program at once, and no handler is due for it.
    hidden.c_cc.1 = 0
    // What was typed before the question is no answer to it.
    guard unsafe tcsetattr(terminal.number, TCSAFLUSH, &hidden) == 0 else { return failure(errno) }
    defer {
      unsafe tcsetattr(terminal.number, TCSAFLUSH, &before)
      show("\n", terminal)
    }
    show(prompt, terminal)
    return line(terminal, interruption)
  }

  private static func line(_ terminal: borrowing FileDescriptor, _ interruption: Interruption) -> Answer {
    var line: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 4096)
    while true {
      var entries = [
        pollfd(fd: terminal.number, events: Int16(POLLIN), revents: 0),
        pollfd(fd: interruption.descriptor, events: Int16(POLLIN), revents: 0),
      ]
      let ready = unsafe poll(&entries, nfds_t(entries.count), -1)
      if interruption.isInterrupted { return .cancelled }
      if ready < 0, errno != EINTR { return failure(errno) }
      guard ready > 0 else { continue }
      let count = unsafe read(terminal.number, &buffer, buffer.count)
      if count < 0, errno == EINTR { continue }
      guard count >= 0 else { return failure(errno) }
      guard count > 0 else { return line.isEmpty ? .cancelled : .line(line) }
      line += buffer[..<count]
      if line.last == 0x0A { return .line(Array(line.dropLast())) }
    }
  }

  private static func show(_ text: String, _ terminal: borrowing FileDescriptor) {
    let bytes = Array(text.utf8)
    _ = unsafe write(terminal.number, bytes, bytes.count)
  }

  private static func failure(_ code: Int32) -> Answer {
    let reason = unsafe sr_error_description(code).map { unsafe String(cString: $0) } ?? "error \(code)"
    return .failed(reason)
  }
}
