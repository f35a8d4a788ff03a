import ShareModel

// The wording of what goes wrong with the store and with jobs.
extension JobStoreError {
  /// One phrase: what is wrong, and where.
  public var message: String {
    switch self {
    case .libraryMissing: "jobs cannot be stored: the library 'libsqlite3.so.0' cannot be opened"
    case .cannotOpen(let file, let code): "the job store '\(file.displayText)' cannot be opened: \(reason(code))"
    case .locked(let file, let seconds):
      "the job store '\(file.displayText)' is locked by another process, and still is after \(duration(seconds))"
    case .full(let file): "no space is left for the job store '\(file.displayText)'"
    case .readOnly(let file): "the job store '\(file.displayText)' cannot be written: it is read-only"
    case .damaged(let file, let reason): "the job store '\(file.displayText)' is damaged: \(reason)"
    case .foreign(let file): "'\(file.displayText)' is a database of another program"
    case .newer(let file, let version, let known):
      "the job store '\(file.displayText)' has version \(version), and this program knows versions up to \(known)"
    case .notCopied(let file, let code): "'\(file.displayText)' cannot be kept for the job: \(reason(code))"
    case .other(let file, let reason): "the job store '\(file.displayText)' cannot be used: \(reason)"
    }
  }

  /// What to do about it.
  public var help: String? {
    switch self {
    case .libraryMissing: "install the package libsqlite3-0, or send without --detach"
    case .locked: "end the program that holds it, then try again"
    case .full: "free some space, or set XDG_STATE_HOME to a folder with more"
    case .readOnly, .cannotOpen: "set XDG_STATE_HOME to a folder that can be written to"
    case .damaged, .foreign: "move the file away; a new one is made then"
    case .newer: "use the newer sharerouter"
    case .notCopied, .other: nil
    }
  }

  private func reason(_ code: Int32) -> String { SystemError.description(code) }

  private func duration(_ seconds: Double) -> String {
    seconds == seconds.rounded() ? "\(Int(seconds)) s" : "\(seconds) s"
  }
}

extension Outcome.Failure {
  /// The worker died while something ran that must not be done twice.
  static func interrupted() -> Self {
    Self(
      code: "interrupted",
      message: "its worker died while it was performed, and nobody knows how far it came; "
        + "'retry' does again what is not known to be done, 'cancel' gives it up")
  }

  /// The worker was told to stop while something ran that must not be done twice.
  static func stopped() -> Self {
    Self(
      code: "interrupted",
      message: "its worker was stopped while it was performed; "
        + "'retry' does again what is not known to be done, 'cancel' gives it up")
  }

  static func crashed(_ count: Int) -> Self {
    Self(code: "crashed", message: "its worker died \(count) times while it was performed")
  }

  static func cancelledBeforeRun() -> Self {
    Self(code: "cancelled", message: "it was cancelled before it was begun")
  }

  static func givenUp() -> Self { Self(code: "cancelled", message: "it was given up") }

  static func unreadableRequest() -> Self {
    Self(code: "invalid-job", message: "what is stored of the job cannot be read")
  }

  static func notStarted() -> Self { Self(code: "no-thread", message: "no thread can be started for it") }
}
