internal import Glibc
internal import ShareActions
internal import ShareJobs
public import ShareModel

/// The process that performs the jobs of a person, which outlives whoever starts it.
public enum JobWorkerProcess {
  /// Sees to it that somebody performs what was accepted: wakes the worker, or starts one. The reason when none can be
  /// started; the jobs wait then.
  ///
  /// - Parameters:
  ///   - folder: The folder of the store of jobs.
  ///   - process: The environment that the worker gets.
  ///   - program: sharerouter; nil where that is the running program.
  public static func rouse(
    _ folder: FilePath, _ process: ProcessContext, program: FilePath? = nil
  ) -> Outcome.Failure? {
    if WorkerBell.ring(folder) { return nil }
    var request = ProcessRequest(
      arguments: [(program ?? process.executable).bytes, Array("jobs".utf8), Array("work".utf8)],
      environment: environment(process.environment), workingDirectory: process.home, standardOutput: .discard,
      standardError: .discard, waiting: .launch(seconds: 0))
    // Without a home it works as well.
    if unsafe access(process.home.cPath, X_OK) != 0 { request.workingDirectory = FilePath("/") }
    do throws(ProcessError) {
      _ = try ProcessRunner().run(request)
      return nil
    } catch {
      return Outcome.Failure(error)
    }
  }

  /// The sharerouter that performs the jobs of another program: the one beside it, as where both were installed together,
  /// else that of the PATH.
  package static func program(for process: ProcessContext) -> FilePath? {
    let name = "sharerouter"
    let beside = process.executable.directory.appending(name)
    if ProgramSearch.isAvailable(beside.bytes, environment: process.environment) { return beside }
    return ProgramSearch.isAvailable(Array(name.utf8), environment: process.environment) ? FilePath(name) : nil
  }

  /// The sender's environment without what is its alone: its secrets, and the action that it may run in.
  private static func environment(_ environment: ProcessEnvironment) -> ProcessEnvironment {
    var result = environment
    result.removeAll(prefix: "SHAREROUTER_SECRET_")
    for name in ["SHAREROUTER_DEPTH", "SHAREROUTER_ACTIVITY_TYPE", JobProcesses.variable, "CREDENTIALS_DIRECTORY"] {
      result[name] = nil
    }
    return result
  }
}
