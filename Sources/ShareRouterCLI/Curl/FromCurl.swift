internal import Glibc
internal import ShareSessions
internal import SourceDiagnostics

/// `sharerouter new TYPE --from-curl COMMAND`.
struct FromCurl {
  let call: Invocation
  /// The command line, or `-` for standard input.
  let line: [UInt8]
  let type: String

  /// Why there is no definition, which was told.
  struct Failure: Error {
    var status: ExitStatus
  }

  func definition() -> Result<CurlDefinition, Failure> {
    var line = line
    if line == [UInt8(ascii: "-")] {
      do throws(RequestFile.Failure) { line = try RequestFile.read(STDIN_FILENO, named: "<stdin>").bytes } catch {
        call.console.error(error.message)
        return .failure(Failure(status: .failed))
      }
    }
    guard let text = String(validating: line, as: UTF8.self) else {
      call.console.error("the command line is not UTF-8", help: "send bytes as a file: --data-binary @FILE")
      return .failure(Failure(status: .usage))
    }
    do throws(ShellWords.Failure) {
      return .success(CurlDefinition(try CurlArguments.request(text), type: type))
    } catch {
      call.console.error(error.message, help: error.help)
      return .failure(Failure(status: .usage))
    }
  }

  /// Says what was left out, and which secrets and variables are needed.
  func tell(_ definition: CurlDefinition) {
    for note in definition.notes { call.console.message("note: " + TerminalText.escaped(note)) }
    for secret in definition.templates.secrets {
      call.console.message(
        "secret: '\(secret.name)' is looked up in secrets.d/\(secret.name) beside config.yaml (mode 0600), or in "
          + "SHAREROUTER_SECRET_\(secret.name)")
    }
    for variable in definition.templates.variables {
      call.console.message("variable: '\(variable)' must be set, in the environment or in config.yaml's 'env'")
    }
  }
}
