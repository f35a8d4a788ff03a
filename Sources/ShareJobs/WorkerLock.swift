import Glibc
public import ShareModel
import Synchronization

/// Makes its holder the one worker of a store, for as long as it lives: the kernel lets go of the lock with the process.
public final class WorkerLock: Sendable {
  private let path: FilePath
  private let descriptor: Int32
  /// A named pipe through which others wake the worker; also a sign that there is one.
  let bell: Int32
  private let isReleased = Mutex(false)

  /// Nil when another process holds it.
  public init?(_ folder: FilePath) throws(JobStoreError) {
    path = WorkerLock.file(folder)
    let bellPath = WorkerBell.path(folder)
    do throws(FileFailure) {
      try JobFiles.makeFolders(folder)
      descriptor = try FileFailure.check(
        unsafe open(path.terminated, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600), path)
      guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
        let reason = errno
        close(descriptor)
        if reason == EWOULDBLOCK { return nil }
        throw FileFailure(file: path, errno: reason)
      }
      // Whatever else has the name is none of ours.
      var status = stat()
      if unsafe lstat(bellPath.terminated, &status) == 0, status.st_mode & S_IFMT != S_IFIFO {
        _ = unsafe unlink(bellPath.terminated)
      }
      if unsafe mkfifo(bellPath.terminated, 0o600) != 0, errno != EEXIST {
        throw FileFailure(file: bellPath, errno: errno)
      }
      // For writing as well, so that it never ends when the last writer closes it.
      bell = try FileFailure.check(unsafe open(bellPath.terminated, O_RDWR | O_NONBLOCK | O_CLOEXEC), bellPath)
    } catch {
      throw .cannotOpen(error.file, errno: error.errno)
    }
  }

  deinit { release() }

  /// Lets go of it before its time. The bell goes first: whoever rings in vain finds the lock free, or soon free.
  public func release() {
    isReleased.withLock { isReleased in
      guard !isReleased else { return }
      isReleased = true
      close(bell)
      close(descriptor)
    }
  }

  private static func file(_ folder: FilePath) -> FilePath { folder.appending("jobs.lock") }

  /// Whether some process is the worker.
  public static func isHeld(_ folder: FilePath) -> Bool {
    let descriptor = unsafe open(file(folder).terminated, O_RDWR | O_CLOEXEC | O_NOFOLLOW)
    guard descriptor >= 0 else { return false }
    defer { close(descriptor) }
    return flock(descriptor, LOCK_SH | LOCK_NB) != 0
  }

  /// Whether the file is still the one that others would lock: somebody may have removed the folder.
  var isCurrent: Bool {
    var own = stat()
    var named = stat()
    return unsafe fstat(descriptor, &own) == 0 && stat(path.terminated, &named) == 0
      && own.st_ino == named.st_ino && own.st_dev == named.st_dev
  }

  /// Reads away what was rung.
  func silence() {
    var buffer = [UInt8](repeating: 0, count: 4096)
    while unsafe read(bell, &buffer, buffer.count) > 0 {}
  }

  /// Rings for the holder itself.
  func ring() {
    var byte: UInt8 = 1
    _ = unsafe write(bell, &byte, 1)
  }
}

/// Wakes the worker of a store.
public enum WorkerBell {
  static func path(_ folder: FilePath) -> FilePath { folder.appending("jobs.wake") }

  /// False when there is no worker to hear it. One that was killed may seem to be there for a moment.
  public static func ring(_ folder: FilePath) -> Bool { ring(folder) { _ in true } }

  /// Whether there is a worker that has heard it within so many seconds. One that was killed keeps its end of the pipe
  /// until the kernel is done with it, but reads no more.
  public static func isHeard(_ folder: FilePath, within seconds: Double) -> Bool {
    ring(folder) { reader in
      var entry = pollfd(fd: reader, events: Int16(POLLIN), revents: 0)
      for _ in 0..<max(1, Int(seconds * 1000)) {
        if unsafe poll(&entry, 1, 0) == 0 { return true }
        Pause.milliseconds(1)
      }
      return false
    }
  }

  /// Rings, and asks what comes of it with a descriptor that is readable until the worker has heard.
  private static func ring(_ folder: FilePath, _ isEnough: (_ reader: Int32) -> Bool) -> Bool {
    // Without a reader, opening fails at once.
    let descriptor = unsafe open(path(folder).terminated, O_WRONLY | O_NONBLOCK | O_CLOEXEC | O_NOFOLLOW)
    guard descriptor >= 0 else { return false }
    defer { close(descriptor) }
    var status = stat()
    guard unsafe fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFIFO else { return false }
    // A worker that ends just now would otherwise leave us without a reader, and writing would end this process.
    let reader = unsafe open(path(folder).terminated, O_RDONLY | O_NONBLOCK | O_CLOEXEC | O_NOFOLLOW)
    guard reader >= 0 else { return false }
    defer { close(reader) }
    var byte: UInt8 = 1
    // A full pipe has woken it already.
    guard unsafe write(descriptor, &byte, 1) == 1 || errno == EAGAIN else { return false }
    return isEnough(reader)
  }
}
