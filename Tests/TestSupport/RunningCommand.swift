import Glibc

/// A program that runs beside the test, in a process group of its own; with the owner the whole group goes.
///
/// Its input and output are files, so that no pipe can fill up.
public final class RunningCommand {
  public let process: pid_t
  private let scratch = TemporaryDirectory()
  private var ended: Int32?

  /// Starts a program, found in PATH unless it has a `/`; nil and the errno's text when that fails.
  public static func start(
    _ arguments: [[UInt8]], environment: [String: String]? = nil, input: [UInt8] = [], in folder: String? = nil
  ) -> Result<RunningCommand, StartFailure> {
    var code: Int32 = 0
    let command = RunningCommand(arguments, environment, input, folder, &code)
    return code == 0 ? .success(command) : .failure(StartFailure(code: code))
  }

  public struct StartFailure: Error {
    public var code: Int32
  }

  private init(
    _ arguments: [[UInt8]], _ environment: [String: String]?, _ input: [UInt8], _ folder: String?, _ code: inout Int32
  ) {
    scratch.write(Array("in".utf8), input)
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_addopen(&actions, 0, scratch.path + "/in", O_RDONLY, 0)
    posix_spawn_file_actions_addopen(&actions, 1, scratch.path + "/out", O_WRONLY | O_CREAT | O_APPEND, 0o600)
    posix_spawn_file_actions_addopen(&actions, 2, scratch.path + "/err", O_WRONLY | O_CREAT | O_APPEND, 0o600)
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    // The threads of a test may block signals, and the program would inherit that.
    var signals = sigset_t()
    sigemptyset(&signals)
    posix_spawnattr_setsigmask(&attributes, &signals)
    posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGMASK))
    // The folder is changed by env(1): posix_spawn's own action for it is not visible to Swift.
    let words = folder.map { [Array("env".utf8), Array("-C".utf8), Array($0.utf8)] + arguments } ?? arguments
    let vector = words.map { strdup($0.map(CChar.init(bitPattern:)) + [0]) } + [nil]
    let variables = environment?.map { strdup($0.key + "=" + $0.value) }.map { $0 as UnsafeMutablePointer<CChar>? }
    defer {
      for word in vector { free(word) }
      for variable in variables ?? [] { free(variable) }
    }
    var process = pid_t()
    code =
      variables.map { posix_spawnp(&process, vector[0]!, &actions, &attributes, vector, $0 + [nil]) }
      ?? posix_spawnp(&process, vector[0]!, &actions, &attributes, vector, environ)
    self.process = process
    if code != 0 { ended = 127 << 8 }
  }

  deinit { _ = end() }

  /// What it has written to stdout until now.
  public var output: [UInt8] { scratch.read("out") ?? [] }
  public var errors: [UInt8] { scratch.read("err") ?? [] }

  /// Whether it still runs.
  public var isRunning: Bool {
    guard ended == nil else { return false }
    var status: Int32 = 0
    guard waitpid(process, &status, WNOHANG) == process else { return true }
    ended = status
    return false
  }

  /// Sends a signal to the program alone.
  public func send(_ signal: Int32) {
    if ended == nil { kill(process, signal) }
  }

  /// Waits until it has ended; after `limit` seconds it is killed with its group and the status is 137.
  public func wait(limit: Double = 60) -> CommandRun {
    waitUntil(limit: limit) { !isRunning }
    return end()
  }

  /// Ends the whole group, asking first, and collects the program.
  @discardableResult
  public func stop() -> CommandRun {
    if isRunning {
      kill(-process, SIGTERM)
      waitUntil(limit: 10) { !isRunning }
    }
    return end()
  }

  private func end() -> CommandRun {
    if ended == nil {
      kill(-process, SIGKILL)
      var status: Int32 = 0
      while waitpid(process, &status, 0) < 0, errno == EINTR {}
      ended = status
    }
    let status = ended ?? 0
    let signal = status & 0x7F
    return CommandRun(
      status: signal == 0 ? (status >> 8) & 0xFF : 128 + signal, output: output, errors: errors)
  }
}

/// Waits until something holds; false when it does not within `limit` seconds, a guard against hanging for ever.
@discardableResult
public func waitUntil(limit: Double = 60, _ condition: () -> Bool) -> Bool {
  var start = timespec()
  clock_gettime(CLOCK_MONOTONIC, &start)
  while !condition() {
    var now = timespec()
    clock_gettime(CLOCK_MONOTONIC, &now)
    if Double(now.tv_sec - start.tv_sec) > limit { return condition() }
    usleep(2000)
  }
  return true
}
