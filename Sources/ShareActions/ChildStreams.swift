import CSystem
import Glibc
import ShareModel

/// The standard descriptors of a child, and our ends of the pipes among them.
struct ChildStreams: ~Copyable {
  private(set) var standardInput: Int32 = 0
  private(set) var standardOutput: Int32 = 1
  private(set) var standardError: Int32 = 2

  private var inputReader: FileDescriptor?
  private var outputWriter: FileDescriptor?
  private var errorWriter: FileDescriptor?
  private var feeder: FileDescriptor?
  private var feederBytes: [UInt8] = []
  private var outputReader: FileDescriptor?
  private var errorReader: FileDescriptor?
  private let outputKind: ProcessRequest.Output
  private let errorKind: ProcessRequest.Output
  /// What a launched program says in its time to fail. It must neither be kept from writing later, as by a pipe whose
  /// reader is gone, nor keep whoever reads our own output waiting.
  private var errorMemory: FileDescriptor?

  init(_ request: ProcessRequest, program: [UInt8]) throws(ProcessError) {
    let isLaunch = request.waiting != .untilExit
    outputKind = isLaunch ? .discard : request.standardOutput
    errorKind = request.standardError
    func opened(_ descriptor: consuming FileDescriptor?) throws(ProcessError) -> FileDescriptor {
      guard let descriptor else { throw .system(program: program, errno: errno) }
      return descriptor
    }

    let isForeground = request.terminal == .foreground
    switch request.standardInput {
    case .inherit: break
    case .empty where isForeground:
      // Our own standard input may be where the items came from.
      if isatty(0) == 0 { inputReader = try opened(.open(Array("/dev/tty".utf8), O_RDONLY)) }
    case .empty: inputReader = try opened(.open(Array("/dev/null".utf8), O_RDONLY))
    case .file(let path): inputReader = try ChildStreams.input(path)
    case .bytes(let bytes) where isLaunch: inputReader = try ChildStreams.memory(bytes, program: program)
    case .bytes(let bytes):
      guard var pipe = FileDescriptor.pipe() else { throw .system(program: program, errno: errno) }
      inputReader = pipe.reader.take()
      feeder = pipe.writer.take()
      feederBytes = bytes
    }
    switch outputKind {
    case .inherit: break
    case .discard: outputWriter = try opened(.open(Array("/dev/null".utf8), O_WRONLY))
    case .head where isForeground, .tail where isForeground:
      outputWriter = try opened(.open(Array("/dev/tty".utf8), O_WRONLY))
    case .head, .tail:
      guard var pipe = FileDescriptor.pipe() else { throw .system(program: program, errno: errno) }
      outputReader = pipe.reader.take()
      outputWriter = pipe.writer.take()
    }
    if isLaunch {
      let memory = unsafe sr_memory_file("sharerouter-stderr")
      if memory >= 0 {
        errorMemory = FileDescriptor(owning: memory)
      } else {
        errorWriter = try opened(.open(Array("/dev/null".utf8), O_WRONLY))
      }
    } else {
      switch errorKind {
      case .inherit: break
      case .discard: errorWriter = try opened(.open(Array("/dev/null".utf8), O_WRONLY))
      case .head where isForeground, .tail where isForeground:
        errorWriter = try opened(.open(Array("/dev/tty".utf8), O_WRONLY))
      case .head, .tail:
        guard var pipe = FileDescriptor.pipe() else { throw .system(program: program, errno: errno) }
        errorReader = pipe.reader.take()
        errorWriter = pipe.writer.take()
      }
    }
    standardInput = inputReader.number ?? 0
    standardOutput = outputWriter.number ?? 1
    standardError = errorMemory.number ?? errorWriter.number ?? 2
  }

  /// A file in memory, for a program that reads its input when nobody is there any more to write it.
  private static func memory(_ bytes: [UInt8], program: [UInt8]) throws(ProcessError) -> FileDescriptor {
    let number = unsafe sr_memory_file("sharerouter-stdin")
    guard number >= 0 else { throw .system(program: program, errno: -number) }
    let file = FileDescriptor(owning: number)
    var offset = 0
    while offset < bytes.count {
      let count = unsafe bytes.withUnsafeBytes { source in
        unsafe pwrite(file.number, source.baseAddress! + offset, source.count - offset, off_t(offset))
      }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { throw .system(program: program, errno: errno) }
      offset += count
    }
    return file
  }

  /// Opens a file that is to be read by the child itself.
  static func input(_ path: FilePath) throws(ProcessError) -> FileDescriptor {
    // Opening a FIFO would wait for a writer.
    guard let file = FileDescriptor.open(path.bytes, O_RDONLY | O_NONBLOCK) else {
      throw .inputFile(path, errno: errno)
    }
    guard let type = file.mode?.fileType, type == S_IFREG || type == S_IFCHR else { throw .inputNotReadable(path) }
    file.setNonblocking(false)
    return file
  }

  /// The child has its own copies now.
  mutating func closeChildEnds() {
    inputReader = nil
    outputWriter = nil
    errorWriter = nil
  }

  mutating func takeInput() -> InputFeeder { InputFeeder(feeder.take(), feederBytes) }
  mutating func takeOutput() -> OutputCollector { OutputCollector(outputReader.take(), outputKind) }
  mutating func takeError() -> OutputCollector { OutputCollector(errorReader.take(), errorKind) }

  /// What a launched program wrote to its standard error; what it writes from now on is dropped.
  mutating func takeErrorOfLaunch() -> ProcessResult.Output? {
    guard let memory = errorMemory.take() else { return nil }
    var status = stat()
    guard unsafe fstat(memory.number, &status) == 0 else { return nil }
    let limit = ProcessRequest.errorTailLimit
    var buffer = [UInt8](repeating: 0, count: min(limit, Int(status.st_size)))
    let start = Int(status.st_size) - buffer.count
    let count = unsafe pread(memory.number, &buffer, buffer.count, off_t(start))
    _ = sr_seal_memory_file(memory.number)
    return ProcessResult.Output(bytes: Array(buffer.prefix(max(0, count))), wasCut: start > 0)
  }
}
