import CSystem
import Glibc

/// An open file, closed when its owner is gone. Never one of the three standard numbers, which a child's own redirections
/// would overwrite, and never inherited by a program that somebody else starts.
struct FileDescriptor: ~Copyable {
  let number: Int32

  init(owning number: Int32) { self.number = number }

  deinit { close(number) }

  /// Opens a file; nil leaves the reason in `errno`.
  static func open(_ path: [UInt8], _ flags: Int32, relativeTo folder: Int32 = AT_FDCWD) -> FileDescriptor? {
    let name = path.map(CChar.init(bitPattern:)) + [0]
    return lifted(unsafe openat(folder, name, flags | O_CLOEXEC))
  }

  /// Opens a folder to be entered; an errno when that fails.
  static func folder(_ path: [UInt8]) throws(SystemFailure) -> FileDescriptor {
    let name = path.map(CChar.init(bitPattern:)) + [0]
    let number = unsafe sr_open_folder(name)
    guard number >= 0, let descriptor = lifted(number) else { throw SystemFailure(errno: number < 0 ? -number : errno) }
    return descriptor
  }

  /// Both ends of a pipe; nil leaves the reason in `errno`.
  static func pipe() -> Pipe? {
    var ends: [Int32] = [-1, -1]
    errno = unsafe sr_pipe(&ends)
    guard errno == 0 else { return nil }
    guard let reader = lifted(ends[0]) else {
      close(ends[1])
      return nil
    }
    guard let writer = lifted(ends[1]) else { return nil }
    return Pipe(reader: reader, writer: writer)
  }

  /// Makes reading or writing return at once with EAGAIN instead of waiting.
  func setNonblocking(_ isNonblocking: Bool) {
    let flags = fcntl(number, F_GETFL)
    _ = fcntl(number, F_SETFL, isNonblocking ? flags | O_NONBLOCK : flags & ~O_NONBLOCK)
  }

  /// What the descriptor refers to.
  var mode: mode_t? {
    var status = stat()
    return unsafe fstat(number, &status) == 0 ? status.st_mode : nil
  }

  /// Moves a new descriptor away from 0, 1 and 2, which are free when this process was started with them closed.
  private static func lifted(_ number: Int32) -> FileDescriptor? {
    guard number >= 0 else { return nil }
    guard number <= 2 else { return FileDescriptor(owning: number) }
    let higher = fcntl(number, F_DUPFD_CLOEXEC, 3)
    let reason = errno
    close(number)
    errno = reason
    return higher >= 0 ? FileDescriptor(owning: higher) : nil
  }
}

extension FileDescriptor? {
  /// The number of a descriptor that may be absent.
  var number: Int32? {
    switch self {
    case .some(let descriptor): descriptor.number
    case .none: nil
    }
  }
}

/// Both ends of a pipe.
struct Pipe: ~Copyable {
  var reader: FileDescriptor?
  var writer: FileDescriptor?
}

extension mode_t {
  /// The part that says what kind of file it is.
  var fileType: mode_t { self & S_IFMT }
}
