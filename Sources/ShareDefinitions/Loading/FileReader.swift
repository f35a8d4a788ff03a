import Glibc
import ShareModel

/// Reads whole files and folders by their byte names.
enum FileReader {
  /// Definitions and settings are small; whatever is larger was put there by mistake.
  static let sizeLimit = 1 << 20

  /// The `errno` of a path that names nothing.
  static let notFound = ENOENT

  /// Who may change a file or folder.
  struct Ownership: Sendable, Equatable {
    var owner: UInt32
    /// Permission bits alone.
    var mode: UInt32

    var isWritableByAll: Bool { mode & 0o002 != 0 }
  }

  enum Failure: Error, Equatable {
    /// The `errno` of the call that failed.
    case system(Int32)
    case notRegular
    case tooLarge(Int)
  }

  static func read(_ path: FilePath) throws(Failure) -> (bytes: [UInt8], ownership: Ownership) {
    // Without O_NONBLOCK, opening a FIFO would wait for its writer.
    let descriptor = unsafe withCString(path) { unsafe open($0, O_RDONLY | O_CLOEXEC | O_NONBLOCK) }
    guard descriptor >= 0 else { throw .system(errno) }
    defer { close(descriptor) }
    var status = stat()
    guard unsafe fstat(descriptor, &status) == 0 else { throw .system(errno) }
    guard status.st_mode & S_IFMT == S_IFREG else { throw .notRegular }
    let size = Int(status.st_size)
    guard size <= sizeLimit else { throw .tooLarge(size) }
    var failure: Int32 = 0
    // One byte more than was announced tells a file that has grown from one that ends there.
    let bytes = unsafe [UInt8](unsafeUninitializedCapacity: size + 1) { buffer, count in
      while count < buffer.count {
        let result = unsafe Glibc.read(descriptor, buffer.baseAddress! + count, buffer.count - count)
        if result < 0, errno == EINTR { continue }
        if result < 0 { failure = errno }
        if result <= 0 { break }
        // Less than was asked for is the end of a regular file (POSIX, read).
        let isEnd = result < buffer.count - count
        count += result
        if isEnd { break }
      }
    }
    if failure != 0 { throw .system(failure) }
    guard bytes.count <= size else { throw .tooLarge(bytes.count) }
    return (bytes, Ownership(owner: status.st_uid, mode: status.st_mode & 0o7777))
  }

  /// Who may change a folder; `notRegular` when it is none.
  static func folderOwnership(_ path: FilePath) throws(Failure) -> Ownership {
    var status = stat()
    guard unsafe withCString(path, { unsafe stat($0, &status) }) == 0 else { throw .system(errno) }
    guard status.st_mode & S_IFMT == S_IFDIR else { throw .notRegular }
    return Ownership(owner: status.st_uid, mode: status.st_mode & 0o7777)
  }

  static func owner(of path: FilePath) -> UInt32? {
    var status = stat()
    return unsafe withCString(path, { unsafe stat($0, &status) }) == 0 ? status.st_uid : nil
  }

  struct Entry: Sendable {
    var name: [UInt8]
    var isFolder: Bool
  }

  /// The names in a folder in the order of their bytes.
  static func list(_ path: FilePath) throws(Failure) -> [Entry] {
    guard let folder = unsafe withCString(path, { unsafe opendir($0) }) else { throw .system(errno) }
    defer { unsafe closedir(folder) }
    var entries: [Entry] = []
    while let entry = unsafe readdir(folder) {
      // `d_name` is a tuple in Swift: its bytes are read where they lie, up to the NUL.
      let name = unsafe withUnsafePointer(to: &entry.pointee.d_name) { pointer in
        let length = unsafe strlen(UnsafeRawPointer(pointer).assumingMemoryBound(to: CChar.self))
        return unsafe Array(UnsafeRawBufferPointer(start: pointer, count: length))
      }
      if name == [0x2E] || name == [0x2E, 0x2E] { continue }
      unsafe entries.append(Entry(name: name, isFolder: entry.pointee.d_type == UInt8(DT_DIR)))
    }
    return sorted(entries)
  }

  /// The names of one folder often begin alike: the eight bytes behind that decide nearly all comparisons as one number.
  private static func sorted(_ entries: [Entry]) -> [Entry] {
    guard let first = entries.first?.name else { return [] }
    var common = first.count
    for entry in entries {
      common = min(common, entry.name.count)
      for index in 0..<common where entry.name[index] != first[index] {
        common = index
        break
      }
    }
    var order = entries.indices.map { index in (key: key(entries[index].name, from: common), index: index) }
    order.sort { left, right in
      if left.key != right.key { return left.key < right.key }
      return entries[left.index].name.lexicographicallyPrecedes(entries[right.index].name)
    }
    return order.map { entries[$0.index] }
  }

  /// Eight bytes as a number that sorts as they do; no name holds the NUL that stands for those that are missing.
  private static func key(_ name: [UInt8], from start: Int) -> UInt64 {
    var key: UInt64 = 0
    for index in start..<start + 8 { key = key << 8 | UInt64(index < name.count ? name[index] : 0) }
    return key
  }

  static func exists(_ path: FilePath) -> Bool { unsafe withCString(path) { unsafe access($0, F_OK) } == 0 }

  /// Whether there is nothing by this name, not even a link. What cannot be looked at is not absent: rules that cannot
  /// be read are never skipped.
  static func isAbsent(_ path: FilePath) -> Bool {
    var status = stat()
    guard unsafe withCString(path, { unsafe lstat($0, &status) }) != 0 else { return false }
    return errno == ENOENT || errno == ENOTDIR
  }

  /// What an `errno` means, in the words of the system.
  static func message(_ code: Int32) -> String {
    var buffer = [CChar](repeating: 0, count: 256)
    guard unsafe strerror_r(code, &buffer, buffer.count) == 0 else { return "error \(code)" }
    return String(decoding: buffer.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
  }

  private static func withCString<Result>(_ path: FilePath, _ body: (UnsafePointer<CChar>) -> Result) -> Result {
    var bytes = path.bytes
    bytes.append(0)
    return unsafe bytes.withUnsafeBufferPointer { buffer in
      unsafe buffer.withMemoryRebound(to: CChar.self) { unsafe body($0.baseAddress!) }
    }
  }
}
