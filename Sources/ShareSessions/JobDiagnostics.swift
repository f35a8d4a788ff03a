internal import Glibc
package import ShareJobs
package import ShareModel

// The wording of what goes wrong with jobs before anything of them is performed.
extension Outcome.Failure {
  /// Who is to perform a job is not there.
  package static func noWorker(path: [UInt8]?) -> Self {
    let searched = path.map { "in PATH '\(String(decoding: $0, as: UTF8.self))'" } ?? "in the usual folders"
    return Self(
      code: "no-worker",
      message: "it goes on in the background, which needs the program 'sharerouter': it is neither beside this program "
        + "nor \(searched)")
  }

  /// The store of jobs does not take it.
  package init(_ error: JobStoreError) {
    self.init(
      code: "not-accepted", message: "it was not accepted: \(error.message)" + (error.help.map { "; \($0)" } ?? ""))
  }

  package init(_ refusal: JobSubmission.Refusal) {
    self.init(code: "not-for-jobs", message: "\(refusal.message); \(refusal.help)")
  }

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
