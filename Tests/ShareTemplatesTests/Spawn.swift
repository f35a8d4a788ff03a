import Glibc
import ShareTemplates
import TestSupport
import Testing

/// What a program wrote to stdout; it must end with status 0. Arguments and environment are bytes, as programs get them.
func run(
  _ arguments: [[UInt8]], environment: [[UInt8]] = [], input: [UInt8] = [],
  sourceLocation: Testing.SourceLocation = #_sourceLocation
) throws -> [UInt8] {
  let folder = TemporaryDirectory()
  folder.write(Array("in".utf8), input)
  folder.write("err", "")
  var actions = posix_spawn_file_actions_t()
  posix_spawn_file_actions_init(&actions)
  defer { posix_spawn_file_actions_destroy(&actions) }
  posix_spawn_file_actions_addopen(&actions, 0, folder.path + "/in", O_RDONLY, 0)
  posix_spawn_file_actions_addopen(&actions, 1, folder.path + "/out", O_WRONLY | O_CREAT, 0o600)
  posix_spawn_file_actions_addopen(&actions, 2, folder.path + "/err", O_WRONLY, 0)
  func strings(_ list: [[UInt8]]) -> [UnsafeMutablePointer<CChar>?] {
    list.map { strdup($0.map(CChar.init(bitPattern:)) + [0]) } + [nil]
  }
  var argv = strings(arguments)
  var variables = strings(environment + [Array("PATH=/usr/bin:/bin".utf8)])
  defer { for pointer in argv + variables { free(pointer) } }
  var child: pid_t = 0
  let result = posix_spawnp(&child, argv[0]!, &actions, nil, &argv, &variables)
  guard result == 0 else {
    Issue.record("posix_spawnp: \(String(cString: strerror(result)))", sourceLocation: sourceLocation)
    return []
  }
  var status: Int32 = 0
  while waitpid(child, &status, 0) < 0, errno == EINTR {}
  let errors = folder.read("err") ?? []
  #expect(status == 0, "\(errors.string.prefix(300))", sourceLocation: sourceLocation)
  return folder.read("out") ?? []
}

/// Runs a rendered script as its interpreter is run, with its variables in the environment.
func runScript(
  _ script: RenderedScript, shell: String, locale: String = "C.UTF-8",
  sourceLocation: Testing.SourceLocation = #_sourceLocation
) throws -> [UInt8] {
  let options = shell == "bash" ? ["-eu", "-o", "pipefail", "-c"] : ["-eu", "-c"]
  return try run(
    ([shell] + options).map { Array($0.utf8) } + [script.text],
    environment: script.variables.map { Array($0.name.utf8) + Array("=".utf8) + $0.value }
      + [Array("LC_ALL=\(locale)".utf8)], sourceLocation: sourceLocation)
}
