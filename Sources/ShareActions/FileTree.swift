import Glibc
import ShareModel

/// Removes folders with all that is in them, without ever following a symbolic link out of them.
enum FileTree {
  /// Removes what is there; false when something is left.
  @discardableResult
  static func remove(_ path: FilePath) -> Bool {
    remove(path.name, in: AT_FDCWD, path: path.bytes)
  }

  private static func remove(_ name: [UInt8], in parent: Int32, path: [UInt8]) -> Bool {
    let terminated = path.map(CChar.init(bitPattern:)) + [0]
    if unsafe unlinkat(parent, terminated, 0) == 0 || errno == ENOENT { return true }
    guard errno == EISDIR || errno == EPERM else { return false }
    emptyFolder(path, in: parent)
    return unsafe unlinkat(parent, terminated, AT_REMOVEDIR) == 0 || errno == ENOENT
  }

  private static func emptyFolder(_ path: [UInt8], in parent: Int32) {
    let flags = O_RDONLY | O_DIRECTORY | O_NOFOLLOW
    var opened = FileDescriptor.open(path, flags, relativeTo: parent)
    if opened == nil, errno == EACCES {
      // An action may have taken its own rights away.
      let name = path.map(CChar.init(bitPattern:)) + [0]
      _ = unsafe fchmodat(parent, name, 0o700, 0)
      opened = FileDescriptor.open(path, flags, relativeTo: parent)
    }
    guard let folder = opened.take() else { return }
    fchmod(folder.number, 0o700)
    for name in names(in: folder) {
      _ = remove(name, in: folder.number, path: name)
    }
  }

  /// The names in a folder but for `.` and `..`.
  static func names(in folder: borrowing FileDescriptor) -> [[UInt8]] {
    // The stream owns the descriptor it is given.
    let copy = fcntl(folder.number, F_DUPFD_CLOEXEC, 3)
    guard copy >= 0 else { return [] }
    guard let stream = unsafe fdopendir(copy) else {
      close(copy)
      return []
    }
    defer { unsafe closedir(stream) }
    var names: [[UInt8]] = []
    while let entry = unsafe readdir(stream) {
      let name = unsafe withUnsafeBytes(of: &entry.pointee.d_name) { unsafe Array($0.prefix { $0 != 0 }) }
      if name != [0x2E], name != [0x2E, 0x2E] { names.append(name) }
    }
    return names
  }
}
