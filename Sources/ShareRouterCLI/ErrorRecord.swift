internal import JSONSyntax
internal import Synchronization

/// What a call said went wrong, for the JSON document of one that came to nothing.
final class ErrorRecord: Sendable {
  private struct State {
    var messages: [String] = []
    var code: String?
    var hasOutput = false
  }

  private let state = Mutex(State())

  func note(_ message: String, code: String?) {
    state.withLock { state in
      state.messages.append(message)
      state.code = state.code ?? code
    }
  }

  func noteOutput() { state.withLock { $0.hasOutput = true } }

  /// Whether something went to stdout.
  var hasOutput: Bool { state.withLock(\.hasOutput) }

  /// `{"code", "message"}` of a call that ended so.
  func json(_ status: ExitStatus) -> JSONValue {
    let (code, messages) = state.withLock { ($0.code, $0.messages) }
    return .object([
      JSONMember("code", .string(code ?? status.code)),
      JSONMember("message", .string(messages.joined(separator: "; "))),
    ])
  }
}

extension ExitStatus {
  /// The code of an error of which only the status is known.
  fileprivate var code: String {
    switch self {
    case .done, .failed: "failed"
    case .usage: "wrong-usage"
    case .invalid: "invalid-definition"
    case .notOffered: "not-offered"
    case .timedOut: "timed-out"
    case .cancelled: "cancelled"
    }
  }
}
