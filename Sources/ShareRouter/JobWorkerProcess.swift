internal import Glibc
internal import ShareActions
internal import ShareJobs
public import ShareModel

/// The process that performs the jobs of a person, which outlives whoever starts it.
public enum JobWorkerProcess {
  /// Sees to it that somebody performs what was accepted: wakes the worker, or starts one. The reason when none can be
  /// started; the jobs wait then.
  public static func rouse(_ folder: FilePath, _ process: ProcessContext) -> Outcome.Failure? {
    if WorkerBell.ring(folder) { return nil }
    var request = ProcessRequest(
      arguments: [process.executable.bytes, Array("jobs".utf8), Array("work".utf8)],
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
