import Glibc
import JSONSyntax
import ShareModel
import ShareTemplates
import TestSupport
import Testing

@testable import ShareActions

/// A runner without proxies.
func httpRunner(idle: Double = 10) -> HTTPRunner {
  var runner = HTTPRunner(settings: HTTPSettings(environment: ProcessEnvironment()), now: { 1_700_000_000 })
  runner.idleTimeout = idle
  return runner
}

/// Sends a request on a thread of its own.
func send(
  _ request: HTTPRequest, _ runner: HTTPRunner = httpRunner(), seconds: Double? = nil,
  interruption: Interruption? = nil, storage: ResponseStorage = ResponseStorage()
) throws -> HTTPResponse {
  try guarded(seconds: 60) {
    var terms = HTTPRunner.Terms()
    terms.storage = storage
    terms.interruption = interruption
    if let seconds { terms.deadline = (MonotonicTime.now.seconds + seconds, seconds) }
    return try runner.send(request, terms)
  }
}

func get(_ url: String) -> HTTPRequest { HTTPRequest(method: "GET", url: bytes(url)) }

func post(_ url: String, _ body: String) -> HTTPRequest {
  HTTPRequest(method: "POST", url: bytes(url), body: .bytes(bytes(body)), bodyType: "text/plain")
}

/// Why a request has no response; nil when it has one.
func failure(of request: HTTPRequest, _ runner: HTTPRunner = httpRunner(), seconds: Double? = nil) throws -> HTTPError?
{
  do {
    _ = try send(request, runner, seconds: seconds)
    return nil
  } catch let error as HTTPError {
    return error
  }
}

func httpAction(_ method: String, _ url: String, _ change: (inout HTTPAction) throws -> Void = { _ in }) throws
  -> HTTPAction
{
  var action = HTTPAction(method: method, url: try template(url))
  try change(&action)
  return action
}

func field(_ name: String, _ value: String...) throws -> HTTPAction.Field {
  HTTPAction.Field(name: name, values: try value.map { try template($0) })
}

extension Bench {
  func perform(
    _ action: HTTPAction, _ items: [Item], interruption: Interruption? = nil,
    _ change: (inout RequestDraft) throws -> Void = { _ in }
  ) throws -> Outcome {
    try perform(try request(.http(action), items, change), interruption: interruption)
  }
}

/// An answer whose body is twice as long as any response is kept.
let twentyMiB = [UInt8](repeating: 0x61, count: 20 << 20)
