import Glibc

/// What came of one run of a program.
public struct CommandRun: Sendable {
  /// The exit status, or 128 + the number of the signal.
  public var status: Int32
  public var output: [UInt8]
  public var errors: [UInt8]

  public var text: String { String(decoding: output, as: UTF8.self) }
  public var errorText: String { String(decoding: errors, as: UTF8.self) }

  /// Runs a program, found in PATH unless it has a `/`, and waits for it; after `limit` seconds it is killed with its
  /// group and the status is 137.
  public static func run(
    _ arguments: [[UInt8]], environment: [String: String]? = nil, input: [UInt8] = [], in folder: String? = nil,
    limit: Double = 120
  ) -> CommandRun {
    switch RunningCommand.start(arguments, environment: environment, input: input, in: folder) {
    case .success(let command): command.wait(limit: limit)
    case .failure(let failure):
      CommandRun(status: 127, output: [], errors: Array(String(cString: strerror(failure.code)).utf8))
    }
  }

  /// Runs the sharerouter that was built with the tests.
  public static func sharerouter(
    _ arguments: [String], environment: [String: String] = [:], input: [UInt8] = [], in folder: String? = nil
  ) -> CommandRun {
    sharerouter(arguments.map { Array($0.utf8) }, environment: environment, input: input, in: folder)
  }

  public static func sharerouter(
    _ arguments: [[UInt8]], environment: [String: String] = [:], input: [UInt8] = [], in folder: String? = nil
  ) -> CommandRun {
    var variables = ["PATH": "/usr/local/bin:/usr/bin:/bin", "LC_ALL": "C.UTF-8", "HOME": "/nonexistent"]
    variables.merge(environment) { $1 }
    return run([Array(program.utf8)] + arguments, environment: variables, input: input, in: folder)
  }

  /// The program beside the test bundle, or the one that SHAREROUTER_PROGRAM names.
  public static let program: String = {
    if let named = getenv("SHAREROUTER_PROGRAM") { return String(cString: named) }
    var buffer = [CChar](repeating: 0, count: 4096)
    let length = readlink("/proc/self/exe", &buffer, buffer.count - 1)
    let runner = String(decoding: buffer[..<max(length, 0)].map(UInt8.init(bitPattern:)), as: UTF8.self)
    let candidates = [CommandLine.arguments.first ?? "", runner] + CommandLine.arguments
    for candidate in candidates {
      guard let slash = candidate.lastIndex(of: "/") else { continue }
      let path = candidate[..<slash] + "/sharerouter"
      if access(String(path), X_OK) == 0 { return String(path) }
    }
    return Project.root + "/.build/debug/sharerouter"
  }()
}
