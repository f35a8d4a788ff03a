import CSystem
import Glibc
import ShareModel

/// Runs programs and waits for them, on the calling thread and without Swift's concurrency: the call blocks, so it is
/// not for the cooperative pool. Any number of threads may run programs at once.
///
/// The child is the leader of its own group, with the default signal mask and only the three standard descriptors.
/// Writing to it and reading from it go on together, so neither side waits for the other. A descendant that keeps a
/// pipe open does not hold the result back: shortly after the child's end reading stops. When time is over the whole
/// group is asked to end and then killed; what a child leaves behind when it ends by itself is left alone.
public struct ProcessRunner: Sendable {
  /// Seconds between TERM and KILL.
  public var terminationGrace = 2.0
  /// Seconds for which the output of descendants is still read after the child's end.
  public var outputGrace = 0.1
  /// Whether the kernel tells of the child's end by a descriptor; else it is asked every few milliseconds.
  var usesExitDescriptor = true
  /// Gets what is captured as it comes, with the bytes that are beyond what is kept.
  public var observer: (@Sendable (OutputStream, ArraySlice<UInt8>) -> Void)?

  public init() {}

  public init(terminationGrace: Double, outputGrace: Double = 0.1) {
    self.terminationGrace = terminationGrace
    self.outputGrace = outputGrace
  }

  /// Checks all that can be known before the start: the folder, the program, the limits of exec. The request keeps which
  /// file the program is.
  public func check(_ request: inout ProcessRequest) throws(ProcessError) {
    request.program = try Preparation(request).program
  }

  /// Runs a program to its end. Throws only when it could not be started.
  public func run(
    _ request: ProcessRequest, interruption: Interruption? = nil
  ) throws(ProcessError) -> ProcessResult {
    let preparation = try Preparation(request)
    let beginning = MonotonicTime.now
    if let interruption, interruption.isInterrupted {
      return ProcessResult(
        termination: .cancelled, standardOutput: .init(), standardError: .init(), durationMilliseconds: 0)
    }
    var streams = try ChildStreams(request, program: preparation.program)
    var terminal: TerminalControl?
    if request.terminal != .none, !request.startsSession {
      terminal = TerminalControl()
      if request.terminal == .foreground, !terminal.isReadyForForeground() { throw .noTerminal }
    }
    let child = try start(request, preparation, streams, terminal.descriptor)
    if request.terminal == .foreground { terminal?.noteLent() }
    streams.closeChildEnds()

    let supervision = Supervision(
      runner: self, request: request, interruption: interruption, beginning: beginning, input: streams.takeInput(),
      output: streams.takeOutput(), error: streams.takeError())
    let ending = supervision.wait(for: child, &terminal)
    terminal?.takeBack(from: child.identifier)
    let termination = conclude(ending, child, request)
    let memory = streams.takeErrorOfLaunch()
    var (standardOutput, standardError) = supervision.finish()
    if let memory { standardError = memory }
    return ProcessResult(
      termination: termination, standardOutput: standardOutput, standardError: standardError,
      durationMilliseconds: Int((MonotonicTime.now.seconds - beginning.seconds) * 1000))
  }

  private func start(
    _ request: ProcessRequest, _ preparation: borrowing Preparation, _ streams: borrowing ChildStreams,
    _ terminal: Int32?
  ) throws(ProcessError) -> SpawnedProcess {
    let setup = SpawnedProcess.Setup(
      program: preparation.program, arguments: request.arguments, environment: request.environment.strings,
      folder: preparation.folderDescriptor, standardInput: streams.standardInput,
      standardOutput: streams.standardOutput, standardError: streams.standardError, newSession: request.startsSession,
      foregroundTerminal: request.terminal == .foreground ? terminal : nil)
    do {
      return try SpawnedProcess(setup, usesExitDescriptor: usesExitDescriptor)
    } catch {
      throw preparation.explain(error.errno, request)
    }
  }

  private func conclude(
    _ ending: Supervision.Ending, _ child: consuming SpawnedProcess, _ request: ProcessRequest
  ) -> ProcessResult.Termination {
    switch ending {
    case .exited(let hadTerminal):
      let termination = child.reap()
      // Ctrl-C at a terminal that was lent reaches the child alone.
      if hadTerminal, termination == .signalled(Signal(SIGINT)) { return .cancelled }
      return termination
    case .stopped(let termination, let hasExited):
      if hasExited { _ = child.reap() } else { child.abandon() }
      return termination
    case .leftRunning:
      child.abandon()
      return .stillRunning
    }
  }
}

extension ProcessRequest {
  var startsSession: Bool { newSession || waiting != .untilExit }
}

/// A point on the clock that stands still while the machine sleeps.
struct MonotonicTime {
  var seconds: Double

  static var now: MonotonicTime {
    var time = timespec()
    unsafe clock_gettime(CLOCK_MONOTONIC, &time)
    return MonotonicTime(seconds: Double(time.tv_sec) + Double(time.tv_nsec) / 1e9)
  }
}
