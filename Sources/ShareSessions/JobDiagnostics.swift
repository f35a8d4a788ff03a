internal import Glibc
internal import ShareModel

// The wording of what goes wrong with jobs before anything of them is performed.
extension Outcome.Failure {
  static func itemMissing(_ path: FilePath, errno code: Int32) -> Self {
    let reason = unsafe String(cString: strerror(code))
    return Self(code: "item-missing", message: "'\(path.displayText)', which was shared, cannot be read: \(reason)")
  }

  static func itemChanged(_ path: FilePath) -> Self {
    Self(
      code: "item-changed",
      message: "'\(path.displayText)' was changed after it was shared, so it is not sent; 'retry' sends it as it is now"
    )
  }

  static func passedOnIsGone() -> Self {
    Self(
      code: "not-resumable",
      message: "what was to be passed on is gone with the worker that had it; 'retry' does all of it again")
  }

  static func unreadableJob() -> Self { Self(code: "invalid-job", message: "what is stored of it cannot be read") }
}
