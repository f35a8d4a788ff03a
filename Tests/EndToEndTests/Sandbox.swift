import Glibc
import TestSupport

/// A home, folders of configuration and a PATH of one's own, in which a test runs the program.
final class Sandbox: Sendable {
  let directory = TemporaryDirectory()

  var path: String { directory.path }
  /// Where the test's files lie and the program is started.
  var work: String { path + "/work" }

  init() {
    for folder in ["home", "config", "state", "cache", "data", "etc", "run", "tmp", "bin", "work"] {
      mkdir(path + "/" + folder, 0o700)
    }
  }

  var environment: [String: String] {
    [
      "PATH": path + "/bin:/usr/local/bin:/usr/bin:/bin", "LC_ALL": "C.UTF-8", "HOME": path + "/home",
      "XDG_CONFIG_HOME": path + "/config", "XDG_STATE_HOME": path + "/state", "XDG_CACHE_HOME": path + "/cache",
      "XDG_DATA_HOME": path + "/data", "XDG_CONFIG_DIRS": path + "/etc", "XDG_RUNTIME_DIR": path + "/run",
      "TMPDIR": path + "/tmp",
    ]
  }

  /// Writes a definition among the person's own.
  func define(_ type: String, _ text: String) {
    let title = text.contains("title:") ? "" : "title: \(type)\n"
    directory.write("config/sharerouter/activities.d/\(type).yaml", "type: \(type)\n\(title)\(text)")
  }

  func configure(_ text: String) { directory.write("config/sharerouter/config.yaml", text) }

  /// A program of the sandbox's PATH, as a shell script.
  func stub(_ name: String, _ script: String) { directory.write("bin/\(name)", "#!/bin/sh\n" + script, mode: 0o755) }

  /// A program that appends its arguments, each NUL-ended, to `bin/NAME.arguments` and its input to `bin/NAME.input`.
  func recorder(_ name: String) {
    let file = path + "/bin/" + name
    stub(name, #"printf '%s\0' "$@" >>'\#(file).arguments'; cat >>'\#(file).input'"# + "\n")
  }

  /// What a recorder was called with.
  func arguments(of recorder: String) -> [[UInt8]]? {
    guard let bytes = directory.read("bin/\(recorder).arguments") else { return nil }
    return bytes.split(separator: 0, omittingEmptySubsequences: false).dropLast().map(Array.init)
  }

  func input(of recorder: String) -> [UInt8]? { directory.read("bin/\(recorder).input") }

  /// Writes a file of the working folder.
  @discardableResult
  func file(_ name: String, _ content: String, mode: mode_t = 0o644) -> String {
    directory.write("work/" + name, content, mode: mode)
  }

  func run(
    _ arguments: [String], environment changes: [String: String] = [:], input: [UInt8] = [], in folder: String? = nil
  ) -> CommandRun {
    run(arguments.map { Array($0.utf8) }, environment: changes, input: input, in: folder)
  }

  func run(
    _ arguments: [[UInt8]], environment changes: [String: String] = [:], input: [UInt8] = [], in folder: String? = nil
  ) -> CommandRun {
    CommandRun.run(
      [Array(CommandRun.program.utf8)] + arguments, environment: environment.merging(changes) { $1 }, input: input,
      in: folder ?? work)
  }

  /// Runs a line of sh in which `$sharerouter` is the program.
  func shell(_ script: String, environment changes: [String: String] = [:]) -> CommandRun {
    var variables = environment.merging(changes) { $1 }
    variables["sharerouter"] = CommandRun.program
    return CommandRun.run(["/bin/sh", "-c", script].map { Array($0.utf8) }, environment: variables, in: work)
  }

  /// Runs a line of sh as `shell` does, with a terminal of its own whose output is the run's.
  func onTerminal(_ script: String, environment changes: [String: String] = [:]) -> CommandRun {
    var variables = environment.merging(changes) { $1 }
    variables["sharerouter"] = CommandRun.program
    variables["SHELL"] = "/bin/sh"
    return CommandRun.run(
      ["setsid", "--wait", "script", "--quiet", "--return", "--command", script, "/dev/null"].map { Array($0.utf8) },
      environment: variables, in: work)
  }

  /// Starts the program and does not wait for it.
  func start(_ arguments: [String], environment changes: [String: String] = [:]) throws -> RunningCommand {
    try RunningCommand.start(
      ([CommandRun.program] + arguments).map { Array($0.utf8) }, environment: environment.merging(changes) { $1 },
      in: work
    ).get()
  }

  /// A text in which this sandbox's folder is written as `SANDBOX`.
  func masked(_ text: String) -> String { replacing(text, path, "SANDBOX") }
}

/// A text with one part replaced wherever it stands.
func replacing(_ text: String, _ part: String, _ replacement: String) -> String {
  var result: [UInt8] = []
  let part = Array(part.utf8)
  var rest = Array(text.utf8)[...]
  while !rest.isEmpty {
    if rest.starts(with: part) {
      result += Array(replacement.utf8)
      rest = rest.dropFirst(part.count)
    } else {
      result.append(rest.removeFirst())
    }
  }
  return String(decoding: result, as: UTF8.self)
}

/// Whether a program is installed; administrators' folders are looked into as well.
func installed(_ names: String...) -> Bool { names.allSatisfy { programPath($0) != nil } }

func programPath(_ name: String) -> String? {
  ["/usr/local/bin/", "/usr/bin/", "/bin/", "/usr/sbin/", "/sbin/"].map { $0 + name }.first { access($0, X_OK) == 0 }
}

extension Sandbox {
  /// Processes that were started from this sandbox and still run; zombies have no environment any more.
  var remainingProcesses: [pid_t] {
    guard let folder = opendir("/proc") else { return [] }
    defer { closedir(folder) }
    var found: [pid_t] = []
    while let entry = readdir(folder) {
      let name = withUnsafeBytes(of: entry.pointee.d_name) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
      guard let process = pid_t(name), let content = readFile("/proc/\(name)/environ") else { continue }
      let isOurs = content.split(separator: 0).contains { $0.elementsEqual("HOME=\(path)/home".utf8) }
      if isOurs { found.append(process) }
    }
    return found
  }

  /// Ends what actions left running on purpose.
  func endRemainingProcesses() {
    for process in remainingProcesses { kill(process, SIGKILL) }
    waitUntil(limit: 20) { remainingProcesses.isEmpty }
  }

  /// Files in the folders for temporary ones.
  var remainingFiles: [String] {
    let run = CommandRun.run(
      ["find", path + "/run", path + "/tmp", "-mindepth", "2"].map { Array($0.utf8) }, environment: environment)
    return run.text.split(separator: "\n").map(String.init)
  }
}
