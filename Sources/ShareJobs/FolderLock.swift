import Glibc
import ShareModel

/// Holds a job's folder until a row of the store says whose it is; a folder that has neither is left from a process that
/// died.
final class FolderLock {
  private let descriptor: Int32

  /// Makes the folder and locks it.
  init(making path: FilePath) throws(JobStoreError) {
    do throws(FileFailure) {
      try JobFiles.makeFolders(path)
      descriptor = try FileFailure.check(
        unsafe open(path.terminated, O_RDONLY | O_DIRECTORY | O_CLOEXEC | O_NOFOLLOW), path)
    } catch {
      throw SystemError.isFull(error.errno) ? .full(path) : .cannotOpen(error.file, errno: error.errno)
    }
    flock(descriptor, LOCK_SH | LOCK_NB)
  }

  /// Locks a folder that nobody else holds.
  init?(free path: FilePath) {
    descriptor = unsafe open(path.terminated, O_RDONLY | O_DIRECTORY | O_CLOEXEC | O_NOFOLLOW)
    if descriptor < 0 { return nil }
    if flock(descriptor, LOCK_EX | LOCK_NB) != 0 { return nil }
  }

  deinit { if descriptor >= 0 { close(descriptor) } }
}
