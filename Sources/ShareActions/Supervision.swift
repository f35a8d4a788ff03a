import Glibc

/// Waits for one child: feeds it, reads from it, and ends it when its time is over or the caller wants it.
///
/// A class, because the optimizer of Swift 6.3 releases the interruption twice when this is a struct that cannot be
/// copied.
final class Supervision {
  enum Ending {
    case exited(hadTerminal: Bool)
    /// Ended by us; `hasExited` is false for one that even KILL did not end (it waits for a device).
    case stopped(ProcessResult.Termination, hasExited: Bool)
    case leftRunning
  }

  private enum Phase {
    case running
    /// The group was asked to end.
    case terminating(ProcessResult.Termination, killAt: Double)
    /// The group was killed.
    case killed(ProcessResult.Termination, giveUpAt: Double)
  }

  /// How often a child is looked after where nothing wakes us, in seconds: without an exit descriptor, for a stop at a
  /// terminal (which wakes nobody), and for what is left of a group.
  private static let exitTick = 0.01
  private static let terminalTick = 0.1
  private static let groupTick = 0.02
  /// How long a killed child may take to vanish.
  private static let killPatience = 5.0

  private let runner: ProcessRunner
  private let deadline: Double?
  private let launchDeadline: Double?
  private let interruption: Interruption?
  private var input: InputFeeder
  private var output: OutputCollector
  private var error: OutputCollector
  private var phase = Phase.running
  private var hasExited = false
  private var hadTerminal = false
  /// When reading stops after the child's end.
  private var drainUntil = Double.infinity
  /// Empty when nothing is captured.
  private var buffer: [UInt8]

  init(
    runner: ProcessRunner, request: ProcessRequest, interruption: Interruption?, beginning: MonotonicTime,
    input: consuming InputFeeder, output: consuming OutputCollector, error: consuming OutputCollector
  ) {
    self.runner = runner
    self.interruption = interruption
    self.input = input
    self.output = output
    self.error = error
    let captures = self.output.isOpen || self.error.isOpen
    buffer = captures ? [UInt8](repeating: 0, count: OutputCollector.chunk) : []
    deadline = request.terminal == .foreground ? nil : request.timeout.map { beginning.seconds + $0 }
    if case .launch(let seconds) = request.waiting {
      launchDeadline = beginning.seconds + seconds
    } else {
      launchDeadline = nil
    }
  }

  func wait(for child: borrowing SpawnedProcess, _ terminal: inout TerminalControl?) -> Ending {
    let pipeGuard = BrokenPipeGuard()
    let ending = waitUnguarded(for: child, &terminal)
    _ = consume pipeGuard
    return ending
  }

  private func waitUnguarded(
    for child: borrowing SpawnedProcess, _ terminal: inout TerminalControl?
  ) -> Ending {
    while true {
      if let ending = step(child, &terminal) {
        // What is there now, but not for ever from somebody who goes on writing.
        for _ in 0..<16 where !read(.standardOutput) { break }
        for _ in 0..<16 where !read(.standardError) { break }
        return ending
      }
      waitForEvents(child, hasTerminal: terminal != nil)
    }
  }

  func finish() -> (ProcessResult.Output, ProcessResult.Output) { (output.finish(), error.finish()) }

  /// Moves on with what is known now; returns the ending when there is one.
  private func step(_ child: borrowing SpawnedProcess, _ terminal: inout TerminalControl?) -> Ending? {
    let now = MonotonicTime.now.seconds
    if !hasExited, child.hasExited() {
      hasExited = true
      hadTerminal = terminal?.isLent ?? false
      input.close()
      drainUntil = now + runner.outputGrace
    }
    switch phase {
    case .running:
      if hasExited {
        return (!output.isOpen && !error.isOpen) || now >= drainUntil ? .exited(hadTerminal: hadTerminal) : nil
      }
      if let interruption, interruption.isInterrupted {
        terminate(child, .cancelled, now)
      } else if let launchDeadline, now >= launchDeadline {
        return .leftRunning
      } else if let deadline, now >= deadline {
        terminate(child, .timedOut, now)
      } else if terminal != nil, let signal = child.stopSignal() {
        terminal?.childWasStopped(by: signal, child)
      }
    case .terminating(let termination, let killAt):
      if hasExited, !ProcessGroup.hasOtherMembers(child.identifier) {
        return .stopped(termination, hasExited: true)
      }
      if now >= killAt {
        child.signalGroup(SIGKILL)
        phase = .killed(termination, giveUpAt: now + Supervision.killPatience)
      }
    case .killed(let termination, let giveUpAt):
      if hasExited || now >= giveUpAt { return .stopped(termination, hasExited: hasExited) }
    }
    return nil
  }

  /// Asks the group to end. One that is stopped would not hear it until it goes on.
  private func terminate(
    _ child: borrowing SpawnedProcess, _ termination: ProcessResult.Termination, _ now: Double
  ) {
    child.signalGroup(SIGTERM)
    child.signalGroup(SIGCONT)
    input.close()
    phase = .terminating(termination, killAt: now + runner.terminationGrace)
  }

  /// Waits until a pipe, the child or the interruption wants something, or a time comes; serves the pipes.
  private func waitForEvents(_ child: borrowing SpawnedProcess, hasTerminal: Bool) {
    var entries: [pollfd] = []
    entries.reserveCapacity(5)
    let inputDescriptor = input.descriptor
    let outputDescriptor = output.descriptor
    let errorDescriptor = error.descriptor
    if let inputDescriptor { entries.append(pollfd(fd: inputDescriptor, events: Int16(POLLOUT), revents: 0)) }
    if let outputDescriptor { entries.append(pollfd(fd: outputDescriptor, events: Int16(POLLIN), revents: 0)) }
    if let errorDescriptor { entries.append(pollfd(fd: errorDescriptor, events: Int16(POLLIN), revents: 0)) }
    if !hasExited, let exit = child.exitDescriptor.number {
      entries.append(pollfd(fd: exit, events: Int16(POLLIN), revents: 0))
    }
    if case .running = phase, !hasExited, let interruption {
      entries.append(pollfd(fd: interruption.descriptor, events: Int16(POLLIN), revents: 0))
    }
    let count = unsafe poll(&entries, nfds_t(entries.count), timeout(child, hasTerminal))
    guard count > 0 else { return }
    for entry in entries where entry.revents != 0 {
      switch entry.fd {
      case inputDescriptor: input.write()
      case outputDescriptor: _ = read(.standardOutput)
      case errorDescriptor: _ = read(.standardError)
      default: break
      }
    }
  }

  /// Reads one of the outputs once; false when there is nothing more at once.
  private func read(_ stream: OutputStream) -> Bool {
    let count =
      switch stream {
      case .standardOutput: output.read(into: &buffer)
      case .standardError: error.read(into: &buffer)
      }
    guard let count else { return false }
    if count > 0, let observer = runner.observer { observer(stream, buffer[..<count]) }
    return true
  }

  /// Milliseconds until something is due; -1 for never.
  private func timeout(_ child: borrowing SpawnedProcess, _ hasTerminal: Bool) -> Int32 {
    let now = MonotonicTime.now.seconds
    var next = Double.infinity
    switch phase {
    case .running:
      if hasExited {
        next = drainUntil
      } else {
        next = min(deadline ?? .infinity, launchDeadline ?? .infinity)
        if hasTerminal { next = min(next, now + Supervision.terminalTick) }
      }
    case .terminating(_, let killAt):
      next = hasExited ? min(killAt, now + Supervision.groupTick) : killAt
    case .killed(_, let giveUpAt): next = giveUpAt
    }
    if !hasExited, child.exitDescriptor == nil { next = min(next, now + Supervision.exitTick) }
    guard next.isFinite else { return -1 }
    return Int32(max(0, min((next - now) * 1000, 1e9)).rounded(.up))
  }
}
