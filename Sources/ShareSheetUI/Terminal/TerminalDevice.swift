internal import CSystem
internal import Glibc

/// The terminal of this process (`/dev/tty`, whatever stdin and stdout are), with its modes and the signals that concern
/// it. Whoever changed the modes gets them back in every way of leaving.
final class TerminalDevice {
  enum Event: Equatable {
    case bytes([UInt8])
    case signal(Int32)
    /// Somebody wrote to the event descriptor that is watched.
    case woken
    /// Nothing came in time.
    case timeout
    /// The terminal is gone.
    case hangup
  }

  /// How keys come.
  private enum Mode {
    case original
    /// One by one, and not shown.
    case keys
    /// In whole lines that are not shown.
    case hiddenLines
  }

  let descriptor: Int32
  private var original = termios()
  private var previousMask = sigset_t()
  /// Where signals are read while they are held; negative when they are not.
  private var signals: Int32 = -1
  private var mode = Mode.original

  /// Nil without a terminal.
  init?() {
    descriptor = unsafe open("/dev/tty", O_RDWR | O_CLOEXEC | O_NOCTTY)
    guard descriptor >= 0 else { return nil }
    unsafe sigemptyset(&previousMask)
    guard unsafe tcgetattr(descriptor, &original) == 0 else {
      close(descriptor)
      return nil
    }
  }

  deinit {
    restore()
    releaseSignals()
    close(descriptor)
  }

  var size: ScreenSize? {
    var rows: Int32 = 0
    var columns: Int32 = 0
    guard unsafe sr_window_size(descriptor, &rows, &columns) == 0, rows > 0, columns > 0 else { return nil }
    return ScreenSize(rows: Int(rows), columns: Int(columns))
  }

  // MARK: Signals

  /// Signals are read like keys from here on, instead of ending or stopping the process.
  func holdSignals() {
    if signals < 0 { signals = unsafe sr_hold_signals(&previousMask) }
  }

  /// Signals do again what they did before: whatever is run next must be stopped by them.
  func releaseSignals() {
    guard signals >= 0 else { return }
    unsafe pthread_sigmask(SIG_SETMASK, &previousMask, nil)
    close(signals)
    signals = -1
  }

  /// Stops the job, as Ctrl-Z does; returns when it goes on. What the shell gets is the terminal as it was.
  func stopJob() {
    let stopped = mode
    restore()
    unsafe sr_stop_job(&previousMask)
    switch stopped {
    case .original: break
    case .keys: takeKeys()
    case .hiddenLines: hideTyping()
    }
  }

  // MARK: Modes

  /// Keys come one by one, and are not shown. Those that stop or end a process are keys like others.
  func takeKeys() {
    var raw = original
    raw.c_lflag &= ~tcflag_t(ICANON | ECHO | ECHONL | ISIG | IEXTEN)
    raw.c_iflag &= ~tcflag_t(IXON | ICRNL | INLCR | IGNCR | ISTRIP | BRKINT)
    raw.c_oflag |= tcflag_t(OPOST)
    // Every read returns at once; `next` waits.
    unsafe withUnsafeMutableBytes(of: &raw.c_cc) { controls in
      unsafe controls[Int(VMIN)] = 0
      unsafe controls[Int(VTIME)] = 0
    }
    set(raw, .keys)
  }

  /// Lines come whole, and are not shown while they are typed.
  func hideTyping() {
    var hidden = original
    hidden.c_lflag &= ~tcflag_t(ECHO)
    hidden.c_lflag |= tcflag_t(ECHONL)
    set(hidden, .hiddenLines)
  }

  func restore() {
    if mode != .original { set(original, .original) }
  }

  /// What was typed before a change is kept.
  private func set(_ modes: termios, _ mode: Mode) {
    var modes = modes
    while unsafe tcsetattr(descriptor, TCSADRAIN, &modes) != 0, errno == EINTR {}
    self.mode = mode
  }

  // MARK: Reading and writing

  /// Waits for what comes next.
  ///
  /// - Parameters:
  ///   - timeout: In milliseconds; negative for ever.
  ///   - wake: A descriptor that is watched, too.
  func next(timeout: Int32 = -1, wake: Int32? = nil) -> Event {
    while true {
      let signal = signals < 0 ? 0 : sr_next_signal(signals)
      if signal != 0 { return .signal(signal) }
      var entries = [
        pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0),
        pollfd(fd: signals, events: Int16(POLLIN), revents: 0),
        pollfd(fd: wake ?? -1, events: Int16(POLLIN), revents: 0),
      ]
      let count = unsafe poll(&entries, nfds_t(entries.count), timeout)
      if count < 0, errno == EINTR { continue }
      if count == 0 { return .timeout }
      if entries[1].revents != 0 { continue }
      if entries[0].revents != 0 {
        var buffer = [UInt8](repeating: 0, count: 4096)
        let length = unsafe read(descriptor, &buffer, buffer.count)
        if length > 0 { return .bytes(Array(buffer[..<length])) }
        if length < 0, errno == EINTR || errno == EAGAIN { continue }
        // Somebody else may have read the keys that were there.
        if length == 0, mode == .keys, entries[0].revents & Int16(POLLHUP) == 0 { continue }
        return .hangup
      }
      if entries[2].revents != 0 { return .woken }
    }
  }

  func write(_ text: String) {
    var rest = Array(text.utf8)[...]
    while !rest.isEmpty {
      let count = unsafe rest.withUnsafeBytes { unsafe Glibc.write(descriptor, $0.baseAddress, $0.count) }
      if count < 0, errno != EINTR { return }
      rest = rest.dropFirst(max(0, count))
    }
  }
}
