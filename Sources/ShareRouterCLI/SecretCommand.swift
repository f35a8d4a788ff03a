internal import Glibc
internal import ShareActions
internal import ShareModel
internal import ShareSessions
internal import SourceDiagnostics

extension CommandSpecification {
  static let secret = CommandSpecification(
    name: "secret", operands: "set NAME", summary: "Keep a secret that definitions read as {{ secret.NAME }}",
    details: """
      'set' asks for the secret on the terminal without showing it; when standard input is no terminal, it is read from
      there instead. A secret is one line. It is kept in secrets.d/NAME beside config.yaml, where only you can read it.
      """,
    options: [], run: SecretCommand.run)
}

/// `sharerouter secret set NAME`.
enum SecretCommand {
  static func run(_ call: Invocation) -> ExitStatus {
    let operands = call.arguments.texts
    guard operands.count == 2, operands[0] == "set" else {
      call.console.error("'secret' takes 'set' and one name", help: "write: sharerouter secret set NAME")
      return .usage
    }
    let name = operands[1]
    guard SecretStore.isName(name) else {
      call.console.error(
        "'\(name)' is not the name of a secret",
        help: "a name has capital letters, digits and '_', and begins with a letter, such as PASTE_TOKEN")
      return .usage
    }
    let answer: [UInt8]
    do throws(LookupFailure) { answer = try value(of: name, call) } catch { return error.status }
    do throws(SecretStore.Failure) {
      let path = try SecretStore(process: call.process).set(name, to: answer)
      call.console.message("the secret '\(name)' is in " + TerminalText.escaped(path.bytes))
      return .done
    } catch {
      call.console.error(error.message)
      return .failed
    }
  }

  private static func value(of name: String, _ call: Invocation) throws(LookupFailure) -> [UInt8] {
    let line: [UInt8]
    if isatty(0) == 1 {
      guard let interruption = Interruption() else {
        call.console.error("this process has no file descriptor left")
        throw LookupFailure(status: .failed)
      }
      let answer = SignalForwarding.during(interruption) {
        HiddenPrompt.ask("\(name): ", interruption: interruption)
      }
      switch answer {
      case .line(let typed): line = typed
      case .cancelled: throw LookupFailure(status: .cancelled)
      case .failed(let message):
        call.console.error("the terminal cannot be asked: \(message)")
        throw LookupFailure(status: .failed)
      }
    } else {
      var content = readAll()
      if content.last == 0x0A { content.removeLast() }
      if content.last == 0x0D { content.removeLast() }
      line = content
    }
    let problem: String? =
      if line.isEmpty {
        "is empty"
      } else if line.contains(0x0A) {
        "has several lines, of which only the first would be read"
      } else if line.contains(0) {
        "holds a NUL byte"
      } else if line.count > SecretStore.longest {
        "is longer than \(SecretStore.longest) bytes"
      } else {
        nil
      }
    guard let problem else { return line }
    call.console.error("the secret \(problem)", help: "a secret is one line of text")
    throw LookupFailure(status: .usage)
  }

  /// Standard input, up to more than a secret may have.
  private static func readAll() -> [UInt8] {
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    while bytes.count <= SecretStore.longest + 2 {
      let count = unsafe read(0, &buffer, buffer.count)
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { break }
      bytes += buffer[..<count]
    }
    return bytes
  }
}
