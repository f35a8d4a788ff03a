import Glibc
public import ShareModel

/// The folder of a job's own files: copies of items that would be gone, its log, its progress.
public struct JobFiles: Sendable {
  let folder: FilePath

  init(store: FilePath, key: String) { folder = JobFiles.all(store).appending(key) }

  static func all(_ store: FilePath) -> FilePath { store.appending("jobs") }

  public var log: FilePath { folder.appending("log") }

  var progress: FilePath { folder.appending("progress") }

  // MARK: Items

  /// Copies a file into the folder and makes sure that it is on the disk; its name stays.
  func keep(_ file: FilePath, number: Int) throws(JobStoreError) -> FilePath {
    let target = folder.appending("items").appending(String(number)).appending(file.name)
    do throws(FileFailure) {
      let source = try FileFailure.check(unsafe open(file.terminated, O_RDONLY | O_CLOEXEC), file)
      defer { close(source) }
      try JobFiles.makeFolders(target.directory, levels: 4)
      let copy = try FileFailure.check(
        unsafe open(target.terminated, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o600), target)
      defer { close(copy) }
      var buffer = [UInt8](repeating: 0, count: 256 << 10)
      while true {
        let count = unsafe Glibc.read(source, &buffer, buffer.count)
        if count < 0, errno == EINTR { continue }
        guard count >= 0 else { throw FileFailure(file: file, errno: errno) }
        if count == 0 { break }
        guard JobFiles.write(buffer[..<count], to: copy) else { throw FileFailure(file: target, errno: errno) }
      }
      try FileFailure.check(fsync(copy), target)
      for parent in [
        target.directory, target.directory.directory, folder, folder.directory, folder.directory.directory,
      ] {
        try JobFiles.sync(parent)
      }
    } catch {
      throw SystemError.isFull(error.errno) ? .full(folder) : .notCopied(error.file, errno: error.errno)
    }
    return target
  }

  /// Removes the copies of items, which nobody needs any more.
  func removeItems() { FileRemoval.remove(folder.appending("items")) }

  /// Removes everything.
  func remove() { FileRemoval.remove(folder) }

  // MARK: Progress

  /// Told so often that it is not worth a write to the disk; a machine that fails loses it.
  func write(_ progress: JobProgress) {
    try? JobFiles.makeFolders(folder)
    let descriptor = unsafe open(self.progress.terminated, O_WRONLY | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
    guard descriptor >= 0 else { return }
    defer { close(descriptor) }
    // At one go and always equally long, so that a reader never sees half of it.
    let text = JobProgress.padded(progress.done) + JobProgress.padded(progress.total ?? -1)
    _ = unsafe pwrite(descriptor, text, text.utf8.count, 0)
  }

  public func readProgress() -> JobProgress? {
    guard let bytes = ProcessIdentity.read(progress.displayText) else { return nil }
    let numbers = bytes.split(separator: 0x20).compactMap { Int(String(decoding: $0, as: UTF8.self)) }
    guard numbers.count == 2 else { return nil }
    return JobProgress(done: numbers[0], total: numbers[1] < 0 ? nil : numbers[1])
  }

  func removeProgress() { _ = unsafe unlink(progress.terminated) }

  // MARK: Calls

  /// Makes a folder for the user alone, and those that it lies in: `.local`, `state` and `sharerouter`, but not a home
  /// that is not there.
  static func makeFolders(_ path: FilePath, levels: Int = 3) throws(FileFailure) {
    if unsafe mkdir(path.terminated, 0o700) == 0 || errno == EEXIST { return }
    guard errno == ENOENT, levels > 1 else { throw FileFailure(file: path, errno: errno) }
    try makeFolders(path.directory, levels: levels - 1)
    guard unsafe mkdir(path.terminated, 0o700) == 0 || errno == EEXIST else {
      throw FileFailure(file: path, errno: errno)
    }
  }

  static func sync(_ path: FilePath) throws(FileFailure) {
    let descriptor = try FileFailure.check(unsafe open(path.terminated, O_RDONLY | O_CLOEXEC), path)
    defer { close(descriptor) }
    try FileFailure.check(fsync(descriptor), path)
  }

  /// False leaves the reason in `errno`.
  static func write(_ bytes: ArraySlice<UInt8>, to descriptor: Int32) -> Bool {
    var rest = bytes
    while !rest.isEmpty {
      let count = unsafe rest.withUnsafeBytes { unsafe Glibc.write(descriptor, $0.baseAddress, $0.count) }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { return false }
      rest = rest.dropFirst(count)
    }
    return true
  }
}

/// How far a transfer has come, in bytes.
public struct JobProgress: Sendable, Equatable {
  public var done: Int
  /// Nil when nobody knows.
  public var total: Int?

  public init(done: Int, total: Int?) {
    self.done = done
    self.total = total
  }

  fileprivate static func padded(_ number: Int) -> String {
    let digits = String(number)
    return String(repeating: " ", count: max(1, 21 - digits.utf8.count)) + digits
  }
}

/// A call on a file that failed.
struct FileFailure: Error {
  var file: FilePath
  var errno: Int32

  /// The result of a call, unless that says that it failed.
  @discardableResult
  static func check(_ result: Int32, _ file: FilePath) throws(FileFailure) -> Int32 {
    guard result >= 0 else { throw FileFailure(file: file, errno: Glibc.errno) }
    return result
  }
}

/// Removes folders with all that is in them; symbolic links are removed, never followed.
enum FileRemoval {
  static func remove(_ path: FilePath) {
    let name = path.terminated
    if unsafe unlink(name) == 0 || errno == ENOENT { return }
    if let folder = unsafe opendir(name) {
      while let entry = unsafe readdir(folder) {
        let child = unsafe withUnsafeBytes(of: &entry.pointee.d_name) { unsafe Array($0.prefix { $0 != 0 }) }
        if child != [0x2E], child != [0x2E, 0x2E] { remove(path.appending(child)) }
      }
      unsafe closedir(folder)
    }
    _ = unsafe rmdir(name)
  }
}

extension FilePath {
  /// The path as C takes it.
  var terminated: [CChar] { bytes.map(CChar.init(bitPattern:)) + [0] }
}
