internal import CSystem
internal import Glibc
internal import ShareModel
internal import ShareSessions
internal import SourceDiagnostics

/// Puts new content into an existing file: whole or not at all, with its permissions, through a link.
enum FileReplacement {
  /// What kept it from being done, as one phrase.
  struct Failure: Error, Equatable {
    var reason: String
  }

  /// - Parameter old: What the file must still hold; a person may have saved it meanwhile.
  static func write(_ bytes: [UInt8], to path: FilePath, replacing old: [UInt8]) throws(Failure) {
    let target = try resolved(path)
    guard let now = try? RequestFile.read(target).bytes, now == old else {
      throw Failure(reason: "it was changed meanwhile")
    }
    var status = stat()
    guard unsafe stat(target.cString, &status) == 0 else { throw systemFailure() }
    var template = target.directory.appending(".sharerouter-XXXXXX").cString
    let descriptor = unsafe sr_temporary_file(&template)
    guard descriptor >= 0 else { throw Failure(reason: unsafe String(cString: strerror(-descriptor))) }
    defer { close(descriptor) }
    var isDone = false
    defer { if !isDone { _ = unsafe unlink(template) } }
    // Another owner or group cannot always be given; who may write the folder may replace the file all the same.
    _ = fchown(descriptor, status.st_uid, status.st_gid)
    guard fchmod(descriptor, status.st_mode & 0o7777) == 0,
      Console(output: descriptor, errors: 2).write(bytes), fsync(descriptor) == 0,
      unsafe rename(template, target.cString) == 0
    else { throw systemFailure() }
    isDone = true
  }

  /// The file itself where the path is a link.
  private static func resolved(_ path: FilePath) throws(Failure) -> FilePath {
    guard let name = unsafe realpath(path.cString, nil) else { throw systemFailure() }
    defer { unsafe free(name) }
    return unsafe FilePath(bytes: Array(UnsafeRawBufferPointer(start: name, count: strlen(name))))
  }

  private static func systemFailure() -> Failure { Failure(reason: unsafe String(cString: strerror(errno))) }
}
