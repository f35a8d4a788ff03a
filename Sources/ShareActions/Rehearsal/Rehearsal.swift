import ShareModel
import Synchronization

/// Stands in for programs, servers and the disk while an activity is tried out. All that plans and performs is the code
/// that does so in earnest; only what would reach beyond this process ends here, with an answer that was given before.
public final class Rehearsal: Sendable {
  /// What a server answers.
  public struct Response: Sendable {
    public var status: Int
    public var headers: [HTTPResponse.Header]
    public var body: [UInt8]

    public init(status: Int = 200, headers: [HTTPResponse.Header] = [], body: [UInt8] = []) {
      self.status = status
      self.headers = headers
      self.body = body
    }
  }

  /// What a program does.
  public struct Program: Sendable {
    public var standardOutput: [UInt8]
    public var exitStatus: Int

    public init(standardOutput: [UInt8] = [], exitStatus: Int = 0) {
      self.standardOutput = standardOutput
      self.exitStatus = exitStatus
    }
  }

  /// What would have reached the world, in order.
  public enum Event: Sendable {
    /// A program; of a script also its text as the definition has it, with references in place of the placeholders.
    case ran(ProcessRequest, script: [UInt8]?)
    case opened([UInt8])
    /// A request with all of its headers; a redirect and every try is one of its own.
    case requested(HTTPRequest)
  }

  private struct State {
    var responses: [Response]?
    var programs: [Program]?
    var events: [Event] = []
  }

  private let state: Mutex<State>
  let folder: RehearsalFolder

  /// - Parameters:
  ///   - responses: One for each request; nil for a server that always answers 200 without a body.
  ///   - programs: One for each program that is run; nil for programs that all succeed and print nothing.
  public init(in folder: RehearsalFolder, responses: [Response]?, programs: [Program]?) {
    self.folder = folder
    state = Mutex(State(responses: responses, programs: programs))
  }

  public var events: [Event] { state.withLock { $0.events } }

  /// The answers that nobody asked for.
  public var unusedResponses: Int { state.withLock { $0.responses?.count ?? 0 } }
  public var unusedPrograms: Int { state.withLock { $0.programs?.count ?? 0 } }

  /// Runs nothing. A program for which there is no answer succeeds; whoever looks at the events sees that there were
  /// too many.
  func run(_ command: PlannedCommand, opening url: [UInt8]?) -> ProcessResult {
    let program = state.withLock { state in
      if let url {
        state.events.append(.opened(url))
        return Program()
      }
      state.events.append(.ran(command.request, script: command.script?.body))
      guard state.programs?.isEmpty == false else { return Program() }
      return state.programs?.removeFirst() ?? Program()
    }
    var output = ProcessResult.Output()
    if case .head = command.request.standardOutput { output.bytes = program.standardOutput }
    return ProcessResult(
      termination: .exited(program.exitStatus), standardOutput: output, standardError: .init(), durationMilliseconds: 0)
  }

  /// Sends nothing, and gives the next answer to the sink as a server's would come in.
  func answer(_ request: HTTPRequest, _ authorization: [HTTPRequest.Header], _ sink: ResponseSink) throws(HTTPError) {
    var sent = request
    if sent.header("Content-Type") == nil, let type = sent.bodyType {
      sent.headers.append(.init("Content-Type", Array(type.utf8)))
    }
    sent.headers += authorization
    sent.authentication = nil
    let response: Response? = state.withLock { state in
      state.events.append(.requested(sent))
      guard state.responses != nil else { return Response() }
      return state.responses?.isEmpty == false ? state.responses?.removeFirst() : nil
    }
    guard let response else { throw .noAnswer(host: "the example", reason: "it has no 'response' for this request") }
    _ = sink.takeHeader(Array("HTTP/1.1 \(response.status)\r\n".utf8))
    for header in response.headers {
      _ = sink.takeHeader(Array((header.name + ": ").utf8) + header.value + Array("\r\n".utf8))
    }
    guard !response.body.isEmpty, request.method != "HEAD" else { return }
    _ = unsafe response.body.withUnsafeBytes { unsafe sink.takeBody($0) }
  }
}
