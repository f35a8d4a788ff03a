import Glibc

/// One run of a program with its input and output in files, so that no pipe can fill up.
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
    limit: Double = 60
  ) -> CommandRun {
    let scratch = TemporaryDirectory()
    scratch.write(Array("in".utf8), input)
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_addopen(&actions, 0, scratch.path + "/in", O_RDONLY, 0)
    posix_spawn_file_actions_addopen(&actions, 1, scratch.path + "/out", O_WRONLY | O_CREAT | O_APPEND, 0o600)
    posix_spawn_file_actions_addopen(&actions, 2, scratch.path + "/err", O_WRONLY | O_CREAT | O_APPEND, 0o600)
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETPGROUP))
    // The folder is changed by env(1): posix_spawn's own action for it is not visible to Swift.
    let words = folder.map { [Array("env".utf8), Array("-C".utf8), Array($0.utf8)] + arguments } ?? arguments
    let vector = words.map { strdup($0.map(CChar.init(bitPattern:)) + [0]) } + [nil]
    let variables = environment?.map { strdup($0.key + "=" + $0.value) }.map { $0 as UnsafeMutablePointer<CChar>? }
    defer {
      vector.forEach { free($0) }
      variables?.forEach { free($0) }
    }
    var process = pid_t()
    let code =
      variables.map { posix_spawnp(&process, vector[0]!, &actions, &attributes, vector, $0 + [nil]) }
      ?? posix_spawnp(&process, vector[0]!, &actions, &attributes, vector, environ)
    guard code == 0 else {
      return CommandRun(status: 127, output: [], errors: Array(String(cString: strerror(code)).utf8))
    }
    var status: Int32 = 0
    var waited = 0.0
    while waitpid(process, &status, WNOHANG) == 0 {
      usleep(1000)
      waited += 0.001
      if waited > limit {
        kill(-process, SIGKILL)
        waitpid(process, &status, 0)
        break
      }
    }
    let signal = status & 0x7F
    return CommandRun(
      status: signal == 0 ? (status >> 8) & 0xFF : 128 + signal, output: scratch.read("out") ?? [],
      errors: scratch.read("err") ?? [])
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
