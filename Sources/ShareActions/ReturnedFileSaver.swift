import CSystem
import Glibc
public import ShareModel

/// Brings files that an activity returns to where the person finds them.
///
/// A file of the run's own work folder is moved, any other is copied and never touched. No file is ever overwritten, and
/// none bears its final name before it is complete.
public struct ReturnedFileSaver: Sendable {
  public enum Failure: Error, Sendable, Equatable {
    case missing(FilePath)
    case empty(FilePath)
    case notRegular(FilePath)
    case folder(FilePath, errno: Int32)
    case copy(from: FilePath, to: FilePath, errno: Int32)
  }

  /// Where the files go; made when it is not there.
  public var folder: FilePath

  public init(folder: FilePath) { self.folder = folder }

  /// Whether a file can be returned at all: it must be there, a regular file, and hold something.
  public static func check(_ source: FilePath) throws(Failure) {
    var status = stat()
    let name = terminated(source)
    guard unsafe stat(name, &status) == 0 else { throw .missing(source) }
    guard status.st_mode.fileType == S_IFREG else { throw .notRegular(source) }
    guard status.st_size > 0 else { throw .empty(source) }
  }

  /// Whether files can be saved, as far as that can be known before: the folder, or the nearest one above it that is
  /// there, is a folder and may be written to.
  public func check() throws(Failure) {
    var path = folder
    var status = stat()
    while unsafe stat(terminated(path), &status) != 0 {
      let code = errno
      guard code == ENOENT, path.directory != path else { throw .folder(folder, errno: code) }
      path = path.directory
    }
    guard status.st_mode.fileType == S_IFDIR else { throw .folder(path, errno: ENOTDIR) }
    guard unsafe access(terminated(path), W_OK | X_OK) == 0 else { throw .folder(path, errno: errno) }
  }

  /// Saves a file and returns where it is now.
  public func save(_ source: FilePath, as name: [UInt8], isOwned: Bool) throws(Failure) -> FilePath {
    try ReturnedFileSaver.check(source)
    try makeFolder(folder)
    let safe = SafeFileName(name)
    do {
      return try save(source, safe, isOwned)
    } catch {
      // EINVAL is what FAT and NTFS say to a name with a colon.
      guard case .copy(_, _, EINVAL) = error, safe != safe.withoutForbiddenCharacters else { throw error }
      return try save(source, safe.withoutForbiddenCharacters, isOwned)
    }
  }

  private func save(_ source: FilePath, _ name: SafeFileName, _ isOwned: Bool) throws(Failure) -> FilePath {
    if isOwned {
      // A link would be moved in the place of the file that it stands for.
      var status = stat()
      let isLink = unsafe lstat(terminated(source), &status) == 0 && status.st_mode.fileType == S_IFLNK
      if !isLink, let moved = try place(source, name, orFailWith: [EXDEV]) { return moved }
    }
    let aside = try copyAside(source)
    do throws(Failure) {
      guard let saved = try place(aside, name, orFailWith: []) else {
        throw Failure.copy(from: source, to: folder, errno: EXDEV)
      }
      if isOwned { unsafe unlink(terminated(source)) }
      return saved
    } catch {
      unsafe unlink(terminated(aside))
      throw error
    }
  }

  /// Gives a file the first form of the name that is free; nil for one of the errors that the caller has an answer to.
  private func place(
    _ source: FilePath, _ name: SafeFileName, orFailWith expected: [Int32]
  ) throws(Failure) -> FilePath? {
    var number = 1
    while true {
      let target = folder.appending(name.numbered(number))
      switch ReturnedFileSaver.rename(source, target) {
      case 0: return target
      case EEXIST: number += 1
      case let code where expected.contains(code): return nil
      case let code: throw .copy(from: source, to: target, errno: code)
      }
    }
  }

  /// Renames without overwriting. File systems that cannot do that in one call get a hard link, and those without links
  /// a look before the rename.
  private static func rename(_ source: FilePath, _ target: FilePath) -> Int32 {
    let from = terminated(source)
    let to = terminated(target)
    let result = unsafe sr_rename_exclusively(from, to)
    guard result == EINVAL || result == ENOSYS else { return result }
    if unsafe link(from, to) == 0 {
      unsafe unlink(from)
      return 0
    }
    guard errno == EPERM || errno == ENOSYS || errno == EOPNOTSUPP else { return errno }
    var status = stat()
    if unsafe lstat(to, &status) == 0 { return EEXIST }
    return unsafe Glibc.rename(from, to) == 0 ? 0 : errno
  }

  /// Copies a file into the folder under a hidden name of its own.
  private func copyAside(_ source: FilePath) throws(Failure) -> FilePath {
    guard let input = FileDescriptor.open(source.bytes, O_RDONLY | O_NONBLOCK) else {
      throw .copy(from: source, to: folder, errno: errno)
    }
    var template = terminated(folder.appending(".sharerouter-XXXXXX"))
    let number = unsafe sr_temporary_file(&template)
    guard number >= 0 else { throw .folder(folder, errno: -number) }
    let output = FileDescriptor(owning: number)
    let aside = FilePath(bytes: template.dropLast().map(UInt8.init(bitPattern:)))
    let code = ReturnedFileSaver.copy(from: input, to: output)
    guard code == 0 else {
      unsafe unlink(template)
      throw .copy(from: source, to: folder, errno: code)
    }
    // mkstemp makes private files; what is saved gets the rights that the person's other new files get.
    fchmod(output.number, 0o666 & ~ReturnedFileSaver.fileCreationMask)
    return aside
  }

  private static func copy(from input: borrowing FileDescriptor, to output: borrowing FileDescriptor) -> Int32 {
    var isFirst = true
    while true {
      let count = sr_copy_range(input.number, output.number, 1 << 30)
      if count == 0 { return 0 }
      if count < 0 {
        // Not for these file systems: nothing was copied yet.
        return isFirst ? copyByHand(from: input, to: output) : Int32(-count)
      }
      isFirst = false
    }
  }

  private static func copyByHand(from input: borrowing FileDescriptor, to output: borrowing FileDescriptor) -> Int32 {
    var buffer = [UInt8](repeating: 0, count: 1 << 18)
    while true {
      let count = unsafe read(input.number, &buffer, buffer.count)
      if count == 0 { return 0 }
      if count < 0 { return errno }
      var offset = 0
      while offset < count {
        let written = unsafe buffer.withUnsafeBytes { source in
          unsafe write(output.number, source.baseAddress! + offset, count - offset)
        }
        if written < 0 { return errno }
        offset += written
      }
    }
  }

  /// Makes a folder and those above it.
  private func makeFolder(_ path: FilePath) throws(Failure) {
    let name = terminated(path)
    if unsafe mkdir(name, 0o777) == 0 { return }
    switch errno {
    case EEXIST:
      var status = stat()
      guard unsafe stat(name, &status) == 0, status.st_mode.fileType == S_IFDIR else {
        throw .folder(path, errno: ENOTDIR)
      }
    case ENOENT where path.directory != path:
      try makeFolder(path.directory)
      guard unsafe mkdir(name, 0o777) == 0 || errno == EEXIST else { throw .folder(path, errno: errno) }
    default: throw .folder(path, errno: errno)
    }
  }

  /// The umask, which umask(2) can only tell by changing it for every thread.
  private static var fileCreationMask: mode_t {
    let status = readSmallFile(FilePath("/proc/self/status")) ?? []
    let line = status.split(separator: 0x0A).first { $0.starts(with: "Umask:".utf8) }
    guard let digits = line?.split(whereSeparator: { $0 == 0x09 || $0 == 0x20 }).last else { return 0o077 }
    return mode_t(String(decoding: digits, as: UTF8.self), radix: 8) ?? 0o077
  }
}

/// A path as system calls take it.
private func terminated(_ path: FilePath) -> [CChar] { path.bytes.map(CChar.init(bitPattern:)) + [0] }
