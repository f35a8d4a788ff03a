import CSystem
import Glibc
public import ShareModel
import Synchronization

/// A private folder of one run, made when it is first asked for and gone with its owner.
///
/// All of them lie in one folder of the user's: `sharerouter` in $XDG_RUNTIME_DIR, else `sharerouter-UID` in $TMPDIR or
/// /tmp. A folder in use is locked (flock). One that is kept for a launched program, or left by a crash, is not, and is
/// swept away when another is made and it is older than a day.
public final class WorkFolder: Sendable {
  public enum Failure: Error, Sendable, Equatable {
    /// None of the folders can be written to; the last of them and why.
    case unavailable(FilePath, errno: Int32)
    case write(FilePath, errno: Int32)
  }

  /// How long a kept folder stays, in seconds.
  public static let keepingTime = 24 * 60 * 60

  private struct State: ~Copyable {
    var path: FilePath?
    /// Holds the lock.
    var lock: FileDescriptor?
    var isKept = false
  }

  private let environment: ProcessEnvironment
  private let state = Mutex(State())

  /// The folder that this one lies in, and its name there.
  private let parent: (folder: WorkFolder, name: String)?

  public init(environment: ProcessEnvironment) {
    self.environment = environment
    parent = nil
  }

  /// A folder inside of another one, which is locked for it: of many runs only one folder takes a descriptor.
  init(in folder: WorkFolder, named name: String) {
    environment = folder.environment
    parent = (folder, name)
  }

  deinit { remove() }

  /// The folder's path; the first call makes it.
  public func path() throws(Failure) -> FilePath {
    try state.withLock { (state) throws(Failure) in
      if let path = state.path { return path }
      if let parent {
        let path = try parent.folder.path().appending(parent.name)
        let name = path.bytes.map(CChar.init(bitPattern:)) + [0]
        guard unsafe mkdir(name, 0o700) == 0 else { throw .unavailable(path, errno: errno) }
        state.path = path
        return path
      }
      let path = try make()
      state.lock = FileDescriptor.open(path.bytes, O_RDONLY | O_DIRECTORY)
      if let number = state.lock.number { flock(number, LOCK_SH | LOCK_NB) }
      state.path = path
      return path
    }
  }

  /// A path like the one that a folder would get, for plans that are only shown.
  public static func describedPath(environment: ProcessEnvironment) -> FilePath {
    let base =
      environment.absolutePath("XDG_RUNTIME_DIR")?.appending("sharerouter")
      ?? (environment.absolutePath("TMPDIR") ?? FilePath("/tmp")).appending("sharerouter-\(geteuid())")
    return base.appending("work-XXXXXX")
  }

  /// Whether a path lies inside of the folder, links on the way followed.
  func holds(_ path: FilePath) -> Bool {
    guard let own = state.withLock({ $0.path }), let resolvedOwn = resolved(own),
      let folder = resolved(path.directory)
    else { return false }
    return folder == resolvedOwn || folder.starts(with: resolvedOwn + [UInt8(ascii: "/")])
  }

  private func resolved(_ path: FilePath) -> [UInt8]? {
    let name = path.bytes.map(CChar.init(bitPattern:)) + [0]
    guard let result = unsafe realpath(name, nil) else { return nil }
    defer { unsafe free(result) }
    return unsafe terminatedBytes(of: result)
  }

  /// Whether somebody asked for the folder.
  public var exists: Bool { state.withLock { $0.path != nil } }

  /// Writes a file that only the user can read, under a name that is not taken yet: `name`, then `name-2` before the
  /// extension. `/` and NUL in the name become `_`.
  public func write(_ bytes: [UInt8], named name: [UInt8]) throws(Failure) -> FilePath {
    let folder = try path()
    var safe = name.map { $0 == UInt8(ascii: "/") || $0 == 0 ? UInt8(ascii: "_") : $0 }
    if safe.isEmpty || safe == [0x2E] || safe == [0x2E, 0x2E] { safe = Array("item".utf8) }
    let (stem, suffix) = FilePath.splitName(safe)
    var number = 1
    while true {
      let numbered = number == 1 ? safe : stem + Array("-\(number)".utf8) + (suffix.map { [0x2E] + $0 } ?? [])
      let path = folder.appending(numbered)
      let terminated = path.bytes.map(CChar.init(bitPattern:)) + [0]
      let descriptor = creat(terminated)
      if descriptor < 0, errno == EEXIST {
        number += 1
        continue
      }
      guard descriptor >= 0 else { throw .write(path, errno: errno) }
      let file = FileDescriptor(owning: descriptor)
      var offset = 0
      while offset < bytes.count {
        let count = unsafe bytes.withUnsafeBytes { source in
          unsafe Glibc.write(file.number, source.baseAddress! + offset, source.count - offset)
        }
        if count < 0, errno == EINTR { continue }
        guard count > 0 else { throw .write(path, errno: errno) }
        offset += count
      }
      return path
    }
  }

  /// Leaves the folder for a program that goes on by itself; a later sweep removes it.
  public func keep() {
    parent?.folder.keep()
    state.withLock { state in
      state.isKept = true
      state.lock = nil
    }
  }

  /// Removes the folder unless it is kept. Harmless when there is none.
  public func remove() {
    state.withLock { state in
      guard let path = state.path, !state.isKept else { return }
      FileTree.remove(path)
      state.path = nil
      state.lock = nil
    }
  }

  private func creat(_ path: [CChar]) -> Int32 {
    unsafe open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o600)
  }

  // MARK: Where

  private func make() throws(Failure) -> FilePath {
    var failure = Failure.unavailable(FilePath("/tmp"), errno: ENOENT)
    var places: [(base: FilePath, name: String)] = []
    if let runtime = environment.absolutePath("XDG_RUNTIME_DIR") { places.append((runtime, "sharerouter")) }
    if let temporary = environment.absolutePath("TMPDIR") { places.append((temporary, "sharerouter-\(geteuid())")) }
    places.append((FilePath("/tmp"), "sharerouter-\(geteuid())"))
    for place in places {
      let own = place.base.appending(place.name)
      if isOwnFolder(own) {
        sweep(own)
        if let path = temporaryFolder(own.appending("work-XXXXXX")) { return path }
      } else if let path = temporaryFolder(place.base.appending("sharerouter-work-XXXXXX")) {
        // Somebody else took the name in a folder that everybody can write to.
        return path
      }
      failure = .unavailable(place.base, errno: errno)
    }
    throw failure
  }

  /// Makes the folder of all work folders; false when what is there is not a folder that is the user's alone.
  private func isOwnFolder(_ path: FilePath) -> Bool {
    let name = path.bytes.map(CChar.init(bitPattern:)) + [0]
    if unsafe mkdir(name, 0o700) == 0 { return true }
    var status = stat()
    guard errno == EEXIST, unsafe lstat(name, &status) == 0 else { return false }
    return status.st_mode.fileType == S_IFDIR && status.st_uid == geteuid() && status.st_mode & 0o077 == 0
  }

  private func temporaryFolder(_ template: FilePath) -> FilePath? {
    var name = template.bytes.map(CChar.init(bitPattern:)) + [0]
    guard unsafe mkdtemp(&name) != nil else { return nil }
    return FilePath(bytes: name.dropLast().map(UInt8.init(bitPattern:)))
  }

  /// Removes work folders that nobody uses and that are older than a day.
  private func sweep(_ parent: FilePath) {
    guard let folder = FileDescriptor.open(parent.bytes, O_RDONLY | O_DIRECTORY) else { return }
    let oldest = time(nil) - time_t(WorkFolder.keepingTime)
    for name in FileTree.names(in: folder) where name.starts(with: "work-".utf8) {
      let path = parent.appending(name)
      guard let candidate = FileDescriptor.open(path.bytes, O_RDONLY | O_DIRECTORY | O_NOFOLLOW) else { continue }
      var status = stat()
      guard unsafe fstat(candidate.number, &status) == 0, status.st_mtim.tv_sec < oldest else { continue }
      if flock(candidate.number, LOCK_EX | LOCK_NB) == 0 { FileTree.remove(path) }
    }
  }
}
