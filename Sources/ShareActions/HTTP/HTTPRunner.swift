import CCurl
import Glibc
import ShareModel

/// Sends requests by libcurl and follows their redirects. Blocks the calling thread.
public struct HTTPRunner: Sendable {
  public var settings: HTTPSettings
  /// Looking up the host, connecting and agreeing on encryption together, in seconds.
  public var connectTimeout = 10.0
  /// How long no byte may move either way, in seconds.
  public var idleTimeout = 30.0
  /// Seconds since 1970, for signatures.
  public var now: @Sendable () -> Int
  /// Told how far each exchange has come.
  public var progress: (@Sendable (TransferProgress) -> Void)?
  /// Answers in place of servers.
  var rehearsal: Rehearsal?

  public static let redirectLimit = 10
  /// What servers see when the definition names no User-Agent.
  static let userAgent = "sharerouter/0.1"

  public init(settings: HTTPSettings, now: @escaping @Sendable () -> Int) {
    self.settings = settings
    self.now = now
  }

  /// How one request is performed.
  struct Terms {
    var storage = ResponseStorage()
    /// Whether a status is an answer even where it would be a redirect.
    var isAnswer: (Int) -> Bool = { _ in false }
    /// On the monotonic clock; with the seconds for messages.
    var deadline: (at: Double, seconds: Double)?
    var interruption: Interruption?
  }

  /// Sends a request and gives back the final answer.
  func send(_ request: HTTPRequest, _ terms: Terms) throws(HTTPError) -> HTTPResponse {
    // TLS libraries write to sockets without MSG_NOSIGNAL, at their closing too.
    let pipeGuard = BrokenPipeGuard()
    let response = try follow(request, terms)
    _ = consume pipeGuard
    return response
  }

  private func follow(_ request: HTTPRequest, _ terms: Terms) throws(HTTPError) -> HTTPResponse {
    var request = request
    var redirects = 0
    while true {
      let url = try HTTPURL(request.url)
      let response = try exchange(request, url, terms)
      guard let next = try HTTPRedirects.next(after: response, request, from: url, terms.isAnswer) else {
        return response
      }
      redirects += 1
      guard redirects <= HTTPRunner.redirectLimit else { throw .tooManyRedirects(limit: HTTPRunner.redirectLimit) }
      request = next
    }
  }

  /// One request and its response, whatever that is.
  private func exchange(_ request: HTTPRequest, _ url: HTTPURL, _ terms: Terms) throws(HTTPError) -> HTTPResponse {
    let isAnswer = terms.isAnswer
    let sink = ResponseSink(terms.storage, url: url) { status, headers in
      !HTTPRedirects.isRedirect(status, headers) || isAnswer(status)
    }
    if let rehearsal {
      try rehearsal.answer(request, try request.authorization(for: url, now: now()), sink)
      sink.finish()
      if let failure = sink.failure { throw failure }
    } else {
      let transfer = try CurlTransfer(sink)
      try setUp(transfer, request, url, acceptsGzip: terms.storage.folder == nil)
      try transfer.start()
      let code = try run(transfer, url, terms)
      sink.finish()
      if let failure = sink.failure { throw failure }
      guard code == 0 || sink.isSatisfied else { throw error(code, transfer, url, request.unixSocket) }
      guard sink.headersAreWhole else {
        throw .broken(host: url.authority, reason: "the connection was closed within the headers of the answer")
      }
    }
    return HTTPResponse(
      status: sink.status, reason: sink.reason, url: url.bytes, headers: sink.headers, body: sink.body,
      bodyWasCut: sink.bodyWasCut, file: sink.file)
  }

  private func setUp(
    _ transfer: CurlTransfer, _ request: HTTPRequest, _ url: HTTPURL, acceptsGzip: Bool
  ) throws(HTTPError) {
    transfer.set(sr_option_url, url.bytes)
    transfer.set(sr_option_protocols, sr_protocols_web)
    transfer.set(sr_option_path_as_is, 1)
    transfer.set(sr_option_no_signal, 1)
    // A lookup that hangs must not hold up a cancelled request.
    transfer.set(sr_option_quick_exit, 1)
    // libcurl sends a request again by itself when a connection that it reuses is dead.
    transfer.set(sr_option_fresh_connect, 1)
    transfer.set(sr_option_suppress_connect_headers, 1)
    transfer.set(sr_option_connect_timeout_ms, Int(connectTimeout * 1000))
    if let socket = request.unixSocket { transfer.set(sr_option_unix_socket, socket.bytes) }
    transfer.set(sr_option_proxy, request.unixSocket == nil ? settings.proxy(for: url.origin.scheme) : "")
    transfer.set(sr_option_no_proxy, settings.withoutProxy)
    if let file = settings.trustedCertificates {
      transfer.set(sr_option_ca_file, file)
      transfer.set(sr_option_proxy_ca_file, file)
    }
    // What is saved as a file is saved as the server has it; what is kept in memory is capped after unpacking.
    if acceptsGzip { transfer.set(sr_option_accept_encoding, "gzip, deflate") }
    try transfer.setBody(request.body, method: request.method)
    // Servers that do not know it answer 417, and others make the sender wait for a second.
    try transfer.omitHeader("Expect")
    if request.header("User-Agent") == nil { try transfer.addHeader("User-Agent", Array(HTTPRunner.userAgent.utf8)) }
    if request.header("Content-Type") == nil {
      if let type = request.bodyType {
        try transfer.addHeader("Content-Type", Array(type.utf8))
      } else if case .parts = request.body {
        // libcurl writes it, with the boundary.
      } else {
        try transfer.omitHeader("Content-Type")
      }
    }
    for header in request.headers { try transfer.addHeader(header.name, header.value) }
    for header in try request.authorization(for: url, now: now()) {
      try transfer.addHeader(header.name, header.value)
    }
  }

  /// Steps the transfer to its end; libcurl's code for it.
  private func run(_ transfer: CurlTransfer, _ url: HTTPURL, _ terms: Terms) throws(HTTPError) -> Int {
    var moved = 0
    var lastMove = MonotonicTime.now.seconds
    while true {
      let now = MonotonicTime.now.seconds
      var next = lastMove + idleTimeout
      if let deadline = terms.deadline { next = min(next, deadline.at) }
      if let code = transfer.step(seconds: min(next - now, 1), interruption: terms.interruption) { return code }
      if terms.interruption?.isInterrupted == true { throw .cancelled }
      progress?(transfer.progress)
      let after = MonotonicTime.now.seconds
      if let deadline = terms.deadline, after >= deadline.at { throw .timedOut(seconds: deadline.seconds) }
      // Until the connection stands, its own limit holds.
      if transfer.movedBytes != moved || !transfer.hasBegun {
        moved = transfer.movedBytes
        lastMove = after
      } else if after - lastMove >= idleTimeout {
        throw .silent(host: url.authority, seconds: idleTimeout)
      }
    }
  }

  /// What a code of libcurl means here.
  private func error(
    _ code: Int, _ transfer: CurlTransfer, _ url: HTTPURL, _ socket: FilePath?
  ) -> HTTPError {
    let host = socket.map { "the socket '\($0.displayText)'" } ?? url.authority
    let reason = transfer.reason(code)
    if transfer.fileFailed { return .bodyFileChanged(host: host) }
    switch code {
    case 3: return .invalidURL(url.withoutQuery)
    case 5: return .proxyNotFound(reason)
    case 6 where socket == nil: return .hostNotFound(url.origin.host)
    case 6, 7, 97: return .notConnected(host: host, reason: reason)
    case 28:
      return transfer.hasBegun
        ? .silent(host: host, seconds: idleTimeout) : .connectTimedOut(host: host, seconds: connectTimeout)
    case 35: return .encryption(host: host, reason: reason)
    case 51, 60: return .certificate(host: host, reason: reason)
    case 77: return .certificateFile(reason)
    case 52: return .noAnswer(host: host, reason: reason)
    case 8, 16, 18, 23, 55, 56, 61, 65, 92: return .broken(host: host, reason: reason)
    default: return .other(code: code, reason: reason)
    }
  }
}
