internal import Glibc
public import ShareActions
public import ShareModel

/// What a process was started with: its environment, folder, user and languages. Injected, so that nothing below looks
/// at the machine behind the caller's back.
public struct ProcessContext: Sendable {
  public var environment: ProcessEnvironment
  public var currentDirectory: FilePath
  /// The running program.
  public var executable: FilePath
  public var userID: UInt32

  public init(
    environment: ProcessEnvironment, currentDirectory: FilePath, executable: FilePath, userID: UInt32
  ) {
    self.environment = environment
    self.currentDirectory = currentDirectory
    self.executable = executable
    self.userID = userID
  }

  /// The value of a variable as text; bytes that are not UTF-8 become U+FFFD.
  public subscript(name: String) -> String? { bytes(name).map { String(decoding: $0, as: UTF8.self) } }

  /// The value of a variable.
  public func bytes(_ name: String) -> [UInt8]? { environment[name] }

  /// The person's home: `$HOME` when it is absolute, else the user database's.
  public var home: FilePath {
    if let home = bytes("HOME"), home.first == UInt8(ascii: "/") { return FilePath(bytes: home) }
    guard let entry = unsafe getpwuid(userID) else { return FilePath("/") }
    return unsafe FilePath(String(cString: entry.pointee.pw_dir))
  }

  /// Languages of messages in order of preference, as GNU gettext reads them: LANGUAGE, then LC_ALL, LC_MESSAGES, LANG.
  /// `C` and `POSIX` name none.
  public var languages: [String] {
    let locale = ["LC_ALL", "LC_MESSAGES", "LANG"].lazy.compactMap { self[$0] }.first { !$0.isEmpty } ?? "C"
    let base = locale.prefix { $0 != "." && $0 != "@" }
    guard base != "C", base != "POSIX" else { return [] }
    let listed = (self["LANGUAGE"] ?? "").split(separator: ":").map(String.init)
    return listed + [String(base)]
  }

  /// A folder of the XDG base directory specification: the variable's value when it is absolute (others are invalid and
  /// count as unset), else the default below home.
  public func baseDirectory(_ variable: String, _ fallback: String) -> FilePath {
    if let value = bytes(variable), value.first == UInt8(ascii: "/") { return FilePath(bytes: value) }
    return home.appending(fallback)
  }

  /// The arguments of this process, without the program's name.
  public static func arguments() -> [[UInt8]] {
    let count = Int(CommandLine.argc)
    let vector = unsafe CommandLine.unsafeArgv
    var arguments: [[UInt8]] = []
    for index in 1..<max(count, 1) {
      guard let argument = unsafe vector[index] else { break }
      unsafe arguments.append(bytes(of: argument))
    }
    return arguments
  }

  /// This process.
  public static func current() -> ProcessContext {
    var buffer = [CChar](repeating: 0, count: Int(PATH_MAX) + 1)
    let folder = unsafe getcwd(&buffer, buffer.count).map { unsafe bytes(of: $0) } ?? Array("/".utf8)
    let length = unsafe readlink("/proc/self/exe", &buffer, buffer.count - 1)
    let executable = length > 0 ? buffer[..<length].map(UInt8.init(bitPattern:)) : []
    return ProcessContext(
      environment: .current, currentDirectory: FilePath(bytes: folder), executable: FilePath(bytes: executable),
      userID: getuid())
  }

  private static func bytes(of text: UnsafePointer<CChar>) -> [UInt8] {
    unsafe Array(UnsafeRawBufferPointer(start: text, count: strlen(text)))
  }
}

extension ProcessContext {
  /// A path as it is meant from the current folder.
  public func absolute(_ path: [UInt8]) -> FilePath {
    path.first == UInt8(ascii: "/") ? FilePath(bytes: path) : currentDirectory.appending(path)
  }

  /// Whether there is a terminal to talk to, whatever stdin, stdout and stderr are.
  public var hasTerminal: Bool {
    let descriptor = unsafe open("/dev/tty", O_RDWR | O_CLOEXEC | O_NOCTTY)
    guard descriptor >= 0 else { return false }
    close(descriptor)
    return true
  }

  /// The person's folder of configuration: `$XDG_CONFIG_HOME/sharerouter`.
  public var configuration: FilePath { baseDirectory("XDG_CONFIG_HOME", ".config").appending("sharerouter") }

  /// The person's own activities.
  public var userActivities: FilePath { configuration.appending("activities.d") }
}
