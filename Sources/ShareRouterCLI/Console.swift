internal import Glibc
internal import ShareSessions
internal import SourceDiagnostics

/// Where results and messages go. Results are bytes on stdout; everything else is text on stderr.
struct Console: Sendable {
  let output: Int32
  let errors: Int32
  /// What was said, for calls whose result is one JSON document.
  let record = ErrorRecord()

  static var standard: Console { Console(output: 1, errors: 2) }
  /// Nothing is written anywhere.
  static var silent: Console { Console(output: -1, errors: -1) }

  init(output: Int32, errors: Int32) {
    self.output = output
    self.errors = errors
  }

  /// Whether messages may be coloured: a terminal, and nobody objects (no-color.org, TERM=dumb).
  func usesColor(_ process: ProcessContext) -> Bool {
    isatty(errors) == 1 && (process["NO_COLOR"] ?? "").isEmpty && process["TERM"] != "dumb"
  }

  func outputUsesColor(_ process: ProcessContext) -> Bool {
    isatty(output) == 1 && (process["NO_COLOR"] ?? "").isEmpty && process["TERM"] != "dumb"
  }

  var outputIsTerminal: Bool { isatty(output) == 1 }

  /// Writes results; false when they could not be written, which has been said.
  @discardableResult
  func write(_ bytes: [UInt8]) -> Bool {
    record.noteOutput()
    if Console.write(bytes, to: output) { return true }
    let reason = unsafe String(cString: strerror(errno))
    if errno != EPIPE { error("cannot write the result: \(reason)") }
    return false
  }

  @discardableResult
  func write(_ text: String) -> Bool { write(Array(text.utf8)) }

  /// Writes text for people as it is; it must be escaped already.
  func message(_ text: String) { _ = Console.write(Array((text + "\n").utf8), to: errors) }

  /// Writes a question, behind which the answer is typed.
  func prompt(_ text: String) { _ = Console.write(Array(TerminalText.escaped(text).utf8), to: errors) }

  /// `sharerouter: what is wrong`, and below it what to do.
  ///
  /// - Parameter code: What the error is called in JSON, where the exit status does not say enough.
  func error(_ text: String, help: String? = nil, code: String? = nil) {
    record.note(text, code: code)
    say(text, help)
  }

  func warning(_ text: String, help: String? = nil) { say("warning: " + text, help) }

  private func say(_ text: String, _ help: String?) {
    message("sharerouter: " + TerminalText.escaped(text))
    if let help { message("  help: " + TerminalText.escaped(help)) }
  }

  private static func write(_ bytes: [UInt8], to descriptor: Int32) -> Bool {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = unsafe rest.withUnsafeBytes { unsafe Glibc.write(descriptor, $0.baseAddress, $0.count) }
      if count < 0 {
        if errno == EINTR { continue }
        return false
      }
      rest = rest.dropFirst(count)
    }
    return true
  }
}
