internal import Glibc
internal import ShareActions
internal import ShareModel
internal import ShareTemplates

/// Looks secrets up by name: systemd's credentials, `secrets.d` beside the configuration, the configured command, the
/// environment; the first that has it wins.
public struct SecretStore: Sendable {
  let process: ProcessContext
  /// Prints the secret whose name stands for `{{ name }}`; empty when none is configured.
  let command: [Template]

  /// Why a secret could not be read.
  public struct Failure: Error, Sendable, Equatable {
    public var message: String
  }

  /// Whether the secret can be expected; the configured command counts as having it, since listing runs nothing.
  public func has(_ name: String) -> Bool {
    if files(for: name).contains(where: { unsafe access($0.path.cPath, F_OK) == 0 }) { return true }
    return !command.isEmpty || process.bytes("SHAREROUTER_SECRET_" + name) != nil
  }

  /// The secret's bytes: the first line of a file or of what the command prints, or the variable's value; nil when
  /// nobody has it.
  public func value(_ name: String) throws(Failure) -> [UInt8]? {
    for file in files(for: name) {
      guard let content = try read(file.path, mustBePrivate: file.mustBePrivate) else { continue }
      return SecretStore.firstLine(content)
    }
    if !command.isEmpty { return try run(name) }
    return process.bytes("SHAREROUTER_SECRET_" + name)
  }

  private func files(for name: String) -> [(path: FilePath, mustBePrivate: Bool)] {
    var files: [(FilePath, Bool)] = []
    if let folder = process.bytes("CREDENTIALS_DIRECTORY"), folder.first == UInt8(ascii: "/") {
      files.append((FilePath(bytes: folder).appending(name), false))
    }
    files.append((process.configuration.appending("secrets.d").appending(name), true))
    return files
  }

  private func read(_ path: FilePath, mustBePrivate: Bool) throws(Failure) -> [UInt8]? {
    let descriptor = unsafe open(path.cPath, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else {
      if errno == ENOENT || errno == ENOTDIR { return nil }
      throw Failure(message: "cannot read '\(path.displayText)': " + (unsafe String(cString: strerror(errno))))
    }
    defer { close(descriptor) }
    var status = stat()
    guard unsafe fstat(descriptor, &status) == 0 else { return nil }
    if mustBePrivate, status.st_mode & 0o077 != 0 {
      throw Failure(
        message: "'\(path.displayText)' may be read by others; mend it with: chmod 600 '\(path.displayText)'")
    }
    var buffer = [UInt8](repeating: 0, count: 65536)
    let count = unsafe Glibc.read(descriptor, &buffer, buffer.count)
    guard count >= 0 else { throw Failure(message: "cannot read '\(path.displayText)'") }
    return Array(buffer[..<count])
  }

  private func run(_ name: String) throws(Failure) -> [UInt8] {
    let arguments = command.map { template in
      template.parts.flatMap { part -> [UInt8] in
        if case .literal(let text) = part { Array(text.utf8) } else { Array(name.utf8) }
      }
    }
    let program = String(decoding: arguments[0], as: UTF8.self)
    let request = ProcessRequest(
      arguments: arguments, environment: process.environment,
      standardOutput: .head(limit: 65536), timeout: 60, terminal: .onDemand)
    let result: ProcessResult
    do throws(ProcessError) { result = try ProcessRunner().run(request) } catch {
      throw Failure(message: "'\(program)', which the configuration names for secrets, could not be started")
    }
    guard result.termination == .exited(0) else {
      throw Failure(message: "'\(program)', which the configuration names for secrets, failed for '\(name)'")
    }
    return SecretStore.firstLine(result.standardOutput.bytes)
  }

  private static func firstLine(_ content: [UInt8]) -> [UInt8] {
    var line = Array(content.prefix { $0 != 0x0A })
    if line.last == 0x0D { line.removeLast() }
    return line
  }
}

extension FilePath {
  /// The path as C takes it.
  var cPath: [CChar] { bytes.map(CChar.init(bitPattern:)) + [0] }
}
