import Glibc
import ShareModel

/// What the system said when a call on a file failed.
struct FileError: Error, Equatable {
  var number: Int32

  var message: String { unsafe String(cString: strerror(number)) }

  /// Whether the path names nothing at all: also one that is too long or goes through a file.
  var isAbsence: Bool { number == ENOENT || number == ENOTDIR || number == ENAMETOOLONG }

  static var last: FileError { FileError(number: errno) }
}

/// A file's kind and size.
struct FileStatus {
  enum Kind: Equatable {
    case regular, directory, pipe
    /// With the words for it.
    case other(String)
  }

  var kind: Kind
  /// In bytes.
  var size: Int
}

/// The calls on files that items need; paths are bytes.
enum FileSystem {
  static func status(of path: FilePath, followsLinks: Bool = true) throws(FileError) -> FileStatus {
    let name = try terminated(path)
    var status = stat()
    let result = unsafe followsLinks ? stat(name, &status) : lstat(name, &status)
    guard result == 0 else { throw .last }
    let kind: FileStatus.Kind =
      switch status.st_mode & S_IFMT {
      case S_IFREG: .regular
      case S_IFDIR: .directory
      case S_IFIFO: .pipe
      case S_IFSOCK: .other("socket")
      case S_IFCHR, S_IFBLK: .other("device")
      default: .other("special file")
      }
    return FileStatus(kind: kind, size: Int(status.st_size))
  }

  static func exists(_ path: FilePath) -> Bool { (try? status(of: path)) != nil }

  /// A file's first bytes.
  static func prefix(of path: FilePath, count: Int) throws(FileError) -> [UInt8] {
    let descriptor = try openForReading(path)
    defer { close(descriptor) }
    var bytes = [UInt8](repeating: 0, count: count)
    var filled = 0
    while filled < count {
      let read = try read(descriptor, into: &bytes, from: filled)
      if read == 0 { break }
      filled += read
    }
    return Array(bytes[..<filled])
  }

  /// Waits for a writer when the path is a named pipe.
  static func openForReading(_ path: FilePath) throws(FileError) -> Int32 {
    let name = try terminated(path)
    while true {
      let descriptor = unsafe open(name, O_RDONLY | O_CLOEXEC | O_NOCTTY)
      if descriptor >= 0 { return descriptor }
      guard errno == EINTR else { throw .last }
    }
  }

  /// Fills `buffer` from an index on as far as one call goes; 0 at the end.
  static func read(
    _ descriptor: Int32, into buffer: inout [UInt8], from start: Int = 0
  ) throws(FileError) -> Int {
    while true {
      let count = unsafe buffer.withUnsafeMutableBytes { bytes in
        unsafe Glibc.read(descriptor, bytes.baseAddress! + start, bytes.count - start)
      }
      if count >= 0 { return count }
      guard errno == EINTR else { throw .last }
    }
  }

  static func write(_ bytes: ArraySlice<UInt8>, to descriptor: Int32) throws(FileError) {
    var rest = bytes
    while !rest.isEmpty {
      let count = unsafe rest.withUnsafeBytes { unsafe Glibc.write(descriptor, $0.baseAddress, $0.count) }
      if count < 0 {
        guard errno == EINTR else { throw .last }
      } else {
        rest = rest.dropFirst(count)
      }
    }
  }

  /// Makes a file that did not exist, readable by the user alone.
  static func create(_ path: FilePath) throws(FileError) -> Int32 {
    let name = try terminated(path)
    let descriptor = unsafe open(name, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o600)
    guard descriptor >= 0 else { throw .last }
    return descriptor
  }

  /// Makes a folder for the user alone, if it is not there.
  static func makeDirectory(_ path: FilePath) throws(FileError) {
    let name = try terminated(path)
    guard unsafe mkdir(name, 0o700) != 0 else { return }
    guard errno == EEXIST else { throw .last }
  }

  static func remove(_ path: FilePath) {
    if let name = try? terminated(path) { _ = unsafe unlink(name) }
  }

  private static func terminated(_ path: FilePath) throws(FileError) -> [CChar] {
    // A NUL would silently cut the path.
    guard !path.bytes.contains(0) else { throw FileError(number: ENOENT) }
    return path.bytes.map(CChar.init(bitPattern:)) + [0]
  }
}
