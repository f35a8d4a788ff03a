import CSystem
import Glibc

/// Lends this process's terminal to a child's group and takes it back.
struct TerminalControl: ~Copyable {
  let terminal: FileDescriptor
  private let ownGroup: pid_t
  private(set) var isLent = false

  /// Nil when this process has no terminal.
  init?() {
    guard let terminal = FileDescriptor.open(Array("/dev/tty".utf8), O_RDWR) else { return nil }
    self.terminal = terminal
    ownGroup = getpgrp()
  }

  var isInForeground: Bool { tcgetpgrp(terminal.number) == ownGroup }

  /// Stops this process's job until the person brings it to the front, as any program is stopped that wants the terminal
  /// from the background. False when nobody can: the job has no shell, or goes on in the background.
  func waitForForeground() -> Bool {
    for _ in 0..<3 {
      if isInForeground { return true }
      kill(0, SIGTTOU)
    }
    return isInForeground
  }

  /// To be called once the child has made its group the foreground one by itself.
  mutating func noteLent() { isLent = true }

  /// Brings a group to the front.
  mutating func lend(to group: pid_t) {
    setForeground(group)
    isLent = true
  }

  /// Takes the terminal back, but only from the group it was lent to: the person may have moved on.
  mutating func takeBack(from group: pid_t) {
    guard isLent else { return }
    if tcgetpgrp(terminal.number) == group { setForeground(ownGroup) }
    isLent = false
  }

  /// A background process that moves the terminal is stopped by SIGTTOU unless it blocks it.
  private func setForeground(_ group: pid_t) {
    var blocked = sigset_t()
    var previous = sigset_t()
    unsafe sigemptyset(&blocked)
    unsafe sigaddset(&blocked, SIGTTOU)
    unsafe pthread_sigmask(SIG_BLOCK, &blocked, &previous)
    tcsetpgrp(terminal.number, group)
    unsafe pthread_sigmask(SIG_SETMASK, &previous, nil)
  }

  /// Answers a child that was stopped. A child that asked for the terminal gets it when it is ours to give; one that the
  /// person stopped (Ctrl-Z) takes this process with it, and both go on together.
  mutating func childWasStopped(by signal: Int32, _ child: borrowing SpawnedProcess) {
    let wantsTerminal = signal == SIGTTIN || signal == SIGTTOU
    if !(wantsTerminal && isInForeground) {
      takeBack(from: child.identifier)
      // The shell is told by the stop of its job; the call returns when the job is continued. In an orphaned group the
      // kernel ignores it, and the child goes on at once.
      kill(0, wantsTerminal ? signal : SIGTSTP)
    }
    if isInForeground { lend(to: child.identifier) }
    child.signalGroup(SIGCONT)
  }
}

extension TerminalControl? {
  /// Whether there is a terminal and it is ours to give away.
  func isReadyForForeground() -> Bool {
    switch self {
    case .some(let control): control.waitForForeground()
    case .none: false
    }
  }

  /// The descriptor of a terminal that may be absent.
  var descriptor: Int32? {
    switch self {
    case .some(let control): control.terminal.number
    case .none: nil
    }
  }
}
