internal import Glibc
internal import ShareActions
internal import ShareModel
internal import Synchronization

/// The file with what the programs of a job wrote. Secrets are hidden line by line before anything is written, and the
/// file ends where it has become long.
final class JobLog: Sendable {
  /// In bytes: 1 MiB.
  static let limit = 1 << 20
  /// A line that is longer is written in parts.
  private static let longestLine = 64 << 10

  private struct State {
    var descriptor: Int32 = -1
    var size = 0
    /// Beginnings of lines that have no end yet.
    var output: [UInt8] = []
    var error: [UInt8] = []
    var mask = SecretMask()

    /// Writes the whole lines of `rest` and leaves the beginning of the next in it.
    mutating func write(_ rest: inout [UInt8], all: Bool) {
      let end = all ? rest.count : (rest.lastIndex(of: 0x0A).map { $0 + 1 } ?? 0)
      let cut = end == 0 && rest.count > JobLog.longestLine ? rest.count : end
      guard cut > 0 else { return }
      append(mask.masked(Array(rest[..<cut])))
      rest.removeFirst(cut)
    }

    mutating func append(_ bytes: [UInt8]) {
      guard size < JobLog.limit else { return }
      var bytes = Array(bytes.prefix(JobLog.limit - size))
      size += bytes.count
      if size == JobLog.limit { bytes += Array("\n(the log is full, and what follows is not kept)\n".utf8) }
      _ = unsafe bytes.withUnsafeBytes { unsafe Glibc.write(descriptor, $0.baseAddress, $0.count) }
    }
  }

  private let path: FilePath
  private let number: Int
  private let state = Mutex(State())

  /// - Parameter number: Which try of the job it is, which a line says where an earlier one wrote something.
  init(_ path: FilePath, try number: Int) {
    self.path = path
    self.number = number
  }

  deinit { finish() }

  func take(_ bytes: ArraySlice<UInt8>, from stream: OutputStream, _ mask: SecretMask) {
    state.withLock { state in
      if state.descriptor < 0 { open(&state) }
      state.mask = mask
      // One at a time is taken out, as a structure cannot be changed while a part of it is.
      switch stream {
      case .standardOutput:
        var line = state.output + bytes
        state.write(&line, all: false)
        state.output = line
      case .standardError:
        var line = state.error + bytes
        state.write(&line, all: false)
        state.error = line
      }
    }
  }

  /// Makes the file with the first bytes that it gets.
  private func open(_ state: inout State) {
    for folder in [path.directory.directory, path.directory] { _ = unsafe mkdir(folder.cPath, 0o700) }
    state.descriptor = unsafe Glibc.open(path.cPath, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC | O_NOFOLLOW, 0o600)
    var status = stat()
    if unsafe fstat(state.descriptor, &status) == 0 { state.size = min(Int(status.st_size), JobLog.limit) }
    if number > 1, state.size > 0 { state.append(Array("--- try \(number) ---\n".utf8)) }
  }

  /// Writes what is left of lines without an end, and closes the file.
  func finish() {
    state.withLock { state in
      guard state.descriptor >= 0 else { return }
      var (output, error) = (state.output, state.error)
      state.write(&output, all: true)
      state.write(&error, all: true)
      (state.output, state.error) = ([], [])
      close(state.descriptor)
      state.descriptor = -1
    }
  }
}
