internal import CSystem
internal import DesktopTypes
internal import Glibc
internal import ShareModel

/// A file that is written for the desktop. Its second or first line holds a digest of the rest, so that a later call knows
/// whether the person changed it, whatever version wrote it.
struct IntegrationFile {
  let path: FilePath
  let mode: mode_t
  /// Stands before the line with the digest.
  let firstLine: String?
  let content: [UInt8]

  init(path: FilePath, mode: mode_t = 0o644, firstLine: String? = nil, content: [UInt8]) {
    self.path = path
    self.mode = mode
    self.firstLine = firstLine
    self.content = content
  }

  /// What is in the file's place.
  enum State: Equatable {
    case absent
    /// Written by this program, this version or another one, and not changed since.
    case ours
    /// Exactly what would be written.
    case current
    /// Changed by the person, or somebody else's.
    case changed
  }

  private static let mark = "# Written by 'sharerouter integrate'; it is left alone when it was changed: "

  /// The whole file.
  func bytes() throws(MissingLibrary) -> [UInt8] {
    var head = firstLine.map { $0 + "\n" } ?? ""
    head += IntegrationFile.mark + (try Digest.sha256Hexadecimal(content)) + "\n"
    return Array(head.utf8) + content
  }

  func state() throws(MissingLibrary) -> State {
    guard let existing = UserFile.read(path) else { return UserFile.exists(path) ? .changed : .absent }
    if existing == (try bytes()) { return .current }
    var lines = existing[...]
    if lines.starts(with: "#!".utf8), let end = lines.firstIndex(of: 0x0A) { lines = lines[(end + 1)...] }
    guard lines.starts(with: IntegrationFile.mark.utf8), let end = lines.firstIndex(of: 0x0A) else { return .changed }
    let digest = String(decoding: lines[(lines.startIndex + IntegrationFile.mark.utf8.count)..<end], as: UTF8.self)
    return digest == (try Digest.sha256Hexadecimal(Array(lines[(end + 1)...]))) ? .ours : .changed
  }
}

/// Files of the person's that are read, replaced and removed.
enum UserFile {
  /// The reason why something did not succeed.
  struct Failure: Error {
    var message: String

    static var last: Failure { Failure(message: unsafe String(cString: strerror(errno))) }
  }

  static func exists(_ path: FilePath) -> Bool {
    var status = stat()
    return unsafe lstat(path.cString, &status) == 0
  }

  /// Nil for what is no readable file.
  static func read(_ path: FilePath) -> [UInt8]? {
    let descriptor = unsafe open(path.cString, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 64 << 10)
    while true {
      let count = unsafe Glibc.read(descriptor, &buffer, buffer.count)
      if count < 0, errno == EINTR { continue }
      guard count >= 0 else { return nil }
      if count == 0 { return bytes }
      bytes += buffer[..<count]
    }
  }

  /// Replaces a file, or makes it with the folders that it needs: written aside and renamed, so that no half of it is ever
  /// seen. A link stays one; the file that it leads to is replaced.
  static func write(_ bytes: [UInt8], to path: FilePath, mode: mode_t) throws(Failure) {
    var target = path
    if let resolved = unsafe realpath(path.cString, nil) {
      unsafe target = FilePath(String(cString: resolved))
      unsafe free(resolved)
    } else {
      try makeFolders(path.directory)
    }
    var name = target.directory.appending(".sharerouter-XXXXXX").cString
    let descriptor = unsafe sr_temporary_file(&name)
    guard descriptor >= 0 else { throw Failure(message: unsafe String(cString: strerror(-descriptor))) }
    defer { close(descriptor) }
    let isWritten = Console(output: descriptor, errors: 2).write(bytes) && fchmod(descriptor, mode) == 0
    guard isWritten, fsync(descriptor) == 0, unsafe rename(name, target.cString) == 0 else {
      let failure = Failure.last
      _ = unsafe unlink(name)
      throw failure
    }
  }

  private static func makeFolders(_ folder: FilePath) throws(Failure) {
    guard !folder.isDirectory else { return }
    if folder.bytes.count > 1 { try makeFolders(folder.directory) }
    guard unsafe mkdir(folder.cString, 0o755) == 0 || errno == EEXIST else { throw .last }
  }

  static func remove(_ path: FilePath) throws(Failure) {
    guard unsafe unlink(path.cString) == 0 else { throw .last }
  }
}
