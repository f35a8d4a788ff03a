import CSystem
import Glibc

/// A child in a group of its own. Its exit status is collected by `reap` alone, so until then its number, which is the
/// group's too, cannot belong to anybody else.
struct SpawnedProcess: ~Copyable {
  /// The child's descriptors for 0, 1 and 2, and what else it is started with.
  struct Setup {
    var program: [UInt8]
    var arguments: [[UInt8]]
    var environment: [[UInt8]]
    /// Nil for the folder of this process.
    var folder: Int32?
    var standardInput: Int32
    var standardOutput: Int32
    var standardError: Int32
    var newSession: Bool
    /// The terminal whose foreground group the child becomes.
    var foregroundTerminal: Int32?
  }

  let identifier: pid_t
  /// Readable from the child's end on; nil where the kernel has none.
  let exitDescriptor: FileDescriptor?

  /// Starts the child with the default signal mask and dispositions and no further descriptors. Throws an errno.
  init(_ setup: Setup, usesExitDescriptor: Bool) throws(SystemFailure) {
    identifier = try SpawnedProcess.spawn(setup)
    let descriptor = usesExitDescriptor ? sr_pidfd_open(identifier) : -1
    exitDescriptor = descriptor >= 0 ? FileDescriptor(owning: descriptor) : nil
  }

  private static func spawn(_ setup: Setup) throws(SystemFailure) -> pid_t {
    let arguments = CStringArray(setup.arguments)
    let environment = CStringArray(setup.environment)
    let program = setup.program.map(CChar.init(bitPattern:)) + [0]

    var attributes = posix_spawnattr_t()
    try check(unsafe posix_spawnattr_init(&attributes))
    defer { unsafe posix_spawnattr_destroy(&attributes) }
    var flags = Int32(POSIX_SPAWN_SETSIGMASK) | Int32(POSIX_SPAWN_SETSIGDEF)
    if !setup.newSession {
      flags |= Int32(POSIX_SPAWN_SETPGROUP)
      try check(unsafe posix_spawnattr_setpgroup(&attributes, 0))
    }
    var signals = sigset_t()
    unsafe sigemptyset(&signals)
    try check(unsafe posix_spawnattr_setsigmask(&attributes, &signals))
    unsafe sigfillset(&signals)
    try check(unsafe posix_spawnattr_setsigdefault(&attributes, &signals))
    try check(unsafe posix_spawnattr_setflags(&attributes, Int16(flags)))
    if setup.newSession { try check(unsafe sr_spawn_add_session(&attributes)) }

    var actions = unsafe posix_spawn_file_actions_t()
    try check(unsafe posix_spawn_file_actions_init(&actions))
    defer { unsafe posix_spawn_file_actions_destroy(&actions) }
    if let folder = setup.folder { try check(unsafe sr_spawn_add_fchdir(&actions, folder)) }
    if let terminal = setup.foregroundTerminal { try check(unsafe sr_spawn_add_tcsetpgrp(&actions, terminal)) }
    // Our own descriptors are all above 2, so none of these overwrites the source of a later one; a standard descriptor
    // that is inherited is duplicated onto itself, which keeps it open.
    try check(unsafe posix_spawn_file_actions_adddup2(&actions, setup.standardInput, 0))
    try check(unsafe posix_spawn_file_actions_adddup2(&actions, setup.standardOutput, 1))
    try check(unsafe posix_spawn_file_actions_adddup2(&actions, setup.standardError, 2))
    try check(unsafe sr_spawn_add_closefrom(&actions, 3))

    var identifier: pid_t = 0
    try check(unsafe posix_spawn(&identifier, program, &actions, &attributes, arguments.pointers, environment.pointers))
    return identifier
  }

  private static func check(_ result: Int32) throws(SystemFailure) {
    if result != 0 { throw SystemFailure(errno: result) }
  }

  /// Whether the child has ended; it stays a zombie until it is reaped.
  func hasExited() -> Bool {
    var code: Int32 = 0
    var status: Int32 = 0
    return unsafe sr_wait(identifier, WEXITED | WNOHANG | WNOWAIT, &code, &status) != 0
  }

  /// The signal by which the child was stopped since the last call.
  func stopSignal() -> Int32? {
    var code: Int32 = 0
    var status: Int32 = 0
    return unsafe sr_wait(identifier, WSTOPPED | WNOHANG, &code, &status) == 1 ? status : nil
  }

  /// Sends a signal to the child and all of its group.
  func signalGroup(_ signal: Int32) { kill(-identifier, signal) }

  /// Collects the status of a child that has ended.
  consuming func reap() -> ProcessResult.Termination {
    var code: Int32 = 0
    var status: Int32 = 0
    guard unsafe sr_wait(identifier, WEXITED, &code, &status) == 1 else { return .unknown }
    return code == CLD_EXITED ? .exited(Int(status)) : .signalled(Signal(status))
  }

  /// Leaves the child alone; its status is collected whenever it ends.
  consuming func abandon() { _ = sr_reap_in_background(identifier) }
}

/// A system call's errno.
struct SystemFailure: Error {
  var errno: Int32
}
