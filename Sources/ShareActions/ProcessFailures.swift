import CSystem
public import ShareModel

// The wording of what goes wrong with programs: one sentence each, what happened and what to do.
extension Outcome.Failure {
  /// Why a program could not be started.
  public init(_ error: ProcessError) {
    switch error {
    case .programNotFound(let program, let path, let found):
      let searched = path.isEmpty ? "the PATH is empty" : "in PATH '\(text(path))'"
      if let found {
        self.init(
          code: "not-executable",
          message: "program '\(text(program))' was found as '\(found.displayText)', which may not be executed; "
            + "make it executable with chmod +x")
      } else {
        self.init(code: "not-found", message: "program '\(text(program))' was not found: \(searched)")
      }
    case .programMissing(let program):
      self.init(code: "not-found", message: "program '\(text(program))' does not exist")
    case .notExecutable(let program, let isFolder):
      self.init(
        code: "not-executable",
        message: isFolder
          ? "'\(text(program))' is a folder, not a program"
          : "program '\(text(program))' may not be executed; make it executable with chmod +x")
    case .interpreterMissing(let program, let interpreter):
      self.init(
        code: "not-found",
        message: interpreter.map { "the interpreter '\(text($0))' that '\(text(program))' names does not exist" }
          ?? "'\(text(program))' needs a loader that does not exist; it may be made for another system")
    case .invalidFormat(let program):
      self.init(
        code: "not-executable",
        message: "'\(text(program))' is neither a program for this machine nor a script with a '#!' line")
    case .missingFolder(let folder):
      self.init(code: "no-folder", message: "the working folder '\(folder.displayText)' does not exist")
    case .invalidFolder(let folder, let code):
      self.init(
        code: "no-folder", message: "the working folder '\(folder.displayText)' cannot be entered: \(reason(code))")
    case .inputFile(let file, let code):
      self.init(
        code: "no-input", message: "'\(file.displayText)' cannot be read as standard input: \(reason(code))")
    case .inputNotReadable(let file):
      self.init(
        code: "no-input", message: "'\(file.displayText)' cannot be read as standard input: it is not a regular file")
    case .argumentTooLong(let index, let length, let limit):
      self.init(
        code: "too-long",
        message: "argument \(index) has \(length) bytes, more than the kernel's limit of 128 KiB for one argument "
          + "(\(limit) bytes); pass it by stdin or as a file")
    case .variableTooLong(let name, let length, let limit):
      self.init(
        code: "too-long",
        message: "the value of the variable '\(text(name))' has \(length) bytes, more than the kernel's limit of "
          + "128 KiB for one variable (\(limit) bytes); pass it by stdin or as a file")
    case .argumentsTooLong(let length, let limit):
      self.init(
        code: "too-long",
        message: "the arguments and the environment together have \(length) bytes, more than the kernel's limit of "
          + "\(limit); pass values by stdin or as files")
    case .nulInArgument(let index):
      self.init(code: "nul", message: "argument \(index) holds a NUL byte, which no argument can; pass it by stdin")
    case .nulInVariable(let name):
      self.init(
        code: "nul",
        message: "the value of the variable '\(text(name))' holds a NUL byte, which no variable can; pass it by stdin")
    case .noArguments:
      self.init(code: "not-found", message: "there is no program to run: the list of arguments is empty")
    case .noTerminal:
      self.init(code: "no-terminal", message: "the action needs a terminal, and there is none; run it from a terminal")
    case .system(let program, let code):
      self.init(code: "not-started", message: "program '\(text(program))' cannot be started: \(reason(code))")
    }
  }

  /// A program that ended with a status that means failure.
  public static func exitStatus(_ status: Int, program: String, lastLine: String?) -> Self {
    Self(
      code: "exit-status",
      message: "\(program) failed with exit status \(status)" + (lastLine.map { ": \($0)" } ?? ""))
  }

  public static func signalled(_ signal: Signal, program: String, lastLine: String?) -> Self {
    Self(
      code: "signal", message: "\(program) was killed by \(signal.name)" + (lastLine.map { ": \($0)" } ?? ""))
  }

  public static func timedOut(_ program: String, seconds: Double) -> Self {
    Self(code: "timed-out", message: "\(program) timed out after \(duration(seconds)) and was ended")
  }

  public static func cancelled(_ program: String) -> Self {
    Self(code: "cancelled", message: "\(program) was cancelled")
  }

  public static func statusUnknown(_ program: String) -> Self {
    Self(
      code: "status-unknown",
      message: "how \(program) ended is not known, as something else collected its exit status; "
        + "do not ignore SIGCHLD in the calling program")
  }

  /// The private folder of a run cannot be made or written to.
  public init(_ failure: WorkFolder.Failure) {
    switch failure {
    case .unavailable(let folder, let code):
      self.init(
        code: "no-work-folder",
        message: "no private folder can be made in '\(folder.displayText)': \(reason(code)); set XDG_RUNTIME_DIR or "
          + "TMPDIR to a folder that can be written to")
    case .write(let file, let code):
      self.init(code: "no-work-folder", message: "'\(file.displayText)' cannot be written: \(reason(code))")
    }
  }
}

extension Outcome.Failure {
  /// A file that was to be given back cannot be.
  public init(_ failure: ReturnedFileSaver.Failure) {
    switch failure {
    case .missing(let file):
      self.init(code: "no-file", message: "the file '\(file.displayText)' that was to be returned does not exist")
    case .empty(let file):
      self.init(code: "no-file", message: "the file '\(file.displayText)' that was to be returned is empty")
    case .notRegular(let file):
      self.init(code: "no-file", message: "'\(file.displayText)', which was to be returned, is not a regular file")
    case .folder(let folder, let code):
      self.init(
        code: "not-saved", message: "nothing can be saved in the folder '\(folder.displayText)': \(reason(code))")
    case .copy(let source, let target, let code):
      self.init(
        code: "not-saved",
        message: "'\(source.displayText)' cannot be saved as '\(target.displayText)': \(reason(code))")
    }
  }
}

private func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }

/// The system's words for an errno.
private func reason(_ code: Int32) -> String {
  guard let description = unsafe sr_error_description(code) else { return "error \(code)" }
  return unsafe String(cString: description)
}

extension Outcome.Failure {
  /// `30 s`, `0.5 s`.
  static func duration(_ seconds: Double) -> String {
    seconds == seconds.rounded() && seconds < 1e9 ? "\(Int(seconds)) s" : "\(seconds) s"
  }
}
