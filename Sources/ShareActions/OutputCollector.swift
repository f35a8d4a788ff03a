import CSystem
import Glibc

/// Reads what a child writes into a pipe and keeps the wanted part of it.
struct OutputCollector: ~Copyable {
  private var reader: FileDescriptor?
  private let kind: ProcessRequest.Output
  private var bytes: [UInt8] = []
  private var wasCut = false

  /// A pipe's default capacity, so that one read empties it.
  static let chunk = 65536

  /// Nil collects nothing.
  init(_ reader: consuming FileDescriptor?, _ kind: ProcessRequest.Output) {
    self.reader = reader
    self.kind = kind
    self.reader?.setNonblocking(true)
  }

  var descriptor: Int32? { reader.number }
  var isOpen: Bool { reader != nil }

  /// Reads once; the end of the data closes the pipe. The number of bytes that now begin the buffer; nil when there are
  /// no more at once.
  mutating func read(into buffer: inout [UInt8]) -> Int? {
    guard let descriptor else { return nil }
    let count = unsafe Glibc.read(descriptor, &buffer, buffer.count)
    if count > 0 {
      keep(buffer[..<count])
      return count
    }
    if count < 0, errno == EINTR { return 0 }
    if count < 0, errno == EAGAIN { return nil }
    reader = nil
    return nil
  }

  private mutating func keep(_ new: ArraySlice<UInt8>) {
    switch kind {
    case .inherit, .discard: break
    case .head(let limit):
      let room = max(0, limit - bytes.count)
      bytes += new.prefix(room)
      if new.count > room { wasCut = true }
    case .tail(let limit):
      bytes += new
      if bytes.count > 2 * limit + OutputCollector.chunk { trimTail(limit) }
    }
  }

  private mutating func trimTail(_ limit: Int) {
    guard bytes.count > limit else { return }
    bytes.removeFirst(bytes.count - limit)
    wasCut = true
  }

  mutating func finish() -> ProcessResult.Output {
    if case .tail(let limit) = kind { trimTail(limit) }
    return ProcessResult.Output(bytes: bytes, wasCut: wasCut)
  }
}

/// Writes bytes to a child's standard input as it takes them.
struct InputFeeder: ~Copyable {
  private var writer: FileDescriptor?
  private let bytes: [UInt8]
  private var offset = 0

  init(_ writer: consuming FileDescriptor?, _ bytes: [UInt8]) {
    self.writer = writer
    self.bytes = bytes
    self.writer?.setNonblocking(true)
    if bytes.isEmpty { self.writer = nil }
  }

  var descriptor: Int32? { writer.number }

  /// Writes what fits. A child that no longer reads ends the feeding: what it makes of that is its own business.
  mutating func write() {
    guard let descriptor else { return }
    let count = unsafe bytes.withUnsafeBytes { source in
      unsafe Glibc.write(descriptor, source.baseAddress! + offset, source.count - offset)
    }
    if count < 0, errno == EINTR || errno == EAGAIN { return }
    offset += max(0, count)
    if count < 0 || offset == bytes.count { writer = nil }
  }

  mutating func close() { writer = nil }
}

/// Keeps SIGPIPE of this thread's writes from ending the process, without touching the process's own disposition.
struct BrokenPipeGuard: ~Copyable {
  private var previous = sigset_t()
  private let wasPending: Bool

  init() {
    var pending = sigset_t()
    unsafe sigemptyset(&pending)
    unsafe sigpending(&pending)
    wasPending = unsafe sigismember(&pending, SIGPIPE) == 1
    var blocked = BrokenPipeGuard.set
    unsafe pthread_sigmask(SIG_BLOCK, &blocked, &previous)
  }

  deinit {
    if !wasPending {
      var signals = BrokenPipeGuard.set
      var now = timespec()
      while unsafe sigtimedwait(&signals, nil, &now) < 0, errno == EINTR {}
    }
    var previous = previous
    unsafe pthread_sigmask(SIG_SETMASK, &previous, nil)
  }

  private static var set: sigset_t {
    var set = sigset_t()
    unsafe sigemptyset(&set)
    unsafe sigaddset(&set, SIGPIPE)
    return set
  }
}
