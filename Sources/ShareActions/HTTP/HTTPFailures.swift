import CSystem
import JSONSyntax
public import ShareModel

// The wording of what goes wrong with requests: one sentence each, what happened and what to do.
extension Outcome.Failure {
  /// Why there is no response.
  public init(_ error: HTTPError) {
    switch error {
    case .libraryMissing:
      self.init(
        code: "no-library",
        message: "requests cannot be sent: the library 'libcurl.so.4' cannot be opened (Debian package 'libcurl4')")
    case .otherLibraryMissing(let message): self.init(code: "no-library", message: message)
    case .invalidURL(let url):
      self.init(code: "invalid-url", message: "'\(url)' is not an http or https URL that a request can be sent to")
    case .proxyNotFound(let reason):
      self.init(code: "no-connection", message: "the proxy was not found: \(phrase(reason))")
    case .hostNotFound(let host):
      self.init(code: "no-connection", message: "the host '\(host)' was not found; nothing was sent")
    case .notConnected(let host, let reason):
      self.init(code: "no-connection", message: "no connection to \(host): \(phrase(reason)); nothing was sent")
    case .connectTimedOut(let host, let seconds):
      self.init(
        code: "timed-out",
        message: "\(host) did not take a connection within \(Self.duration(seconds)); nothing was sent")
    case .certificate(let host, let reason):
      self.init(
        code: "certificate",
        message: "the certificate of \(host) is not to be trusted: \(phrase(reason)); nothing was sent")
    case .encryption(let host, let reason):
      self.init(
        code: "no-connection", message: "no encrypted connection to \(host): \(phrase(reason)); nothing was sent")
    case .certificateFile(let reason):
      self.init(
        code: "certificate", message: "the file with the certificates to trust cannot be used: \(phrase(reason))")
    case .silent(let host, let seconds):
      self.init(
        code: "timed-out",
        message: "\(host) moved no byte for \(Self.duration(seconds)); it may have processed the request")
    case .timedOut(let seconds):
      self.init(
        code: "timed-out",
        message: "the request was not answered within \(Self.duration(seconds)); it may have been processed")
    case .cancelled: self = .requestCancelled()
    case .bodyFile(let file, let code):
      self.init(code: "no-input", message: "'\(file.displayText)' cannot be read to be sent: \(reason(code))")
    case .bodyNotRegular(let file):
      self.init(code: "no-input", message: "'\(file.displayText)' cannot be sent: it is not a regular file")
    case .bodyFileChanged(let host):
      self.init(code: "no-input", message: "a file became shorter or was taken away while it was sent to \(host)")
    case .headersTooLarge(let host):
      self.init(
        code: "response-too-large",
        message: "the headers of the answer of \(host) are longer than \(ResponseSink.headerLimit >> 10) KiB")
    case .responseFile(let file, let code):
      self.init(code: "not-saved", message: "the answer cannot be written to '\(file.displayText)': \(reason(code))")
    case .workFolder(let failure): self.init(failure)
    case .noAnswer(let host, let reason):
      self.init(
        code: "no-answer",
        message:
          "\(host) closed the connection without an answer (\(phrase(reason))); it may have processed the request")
    case .broken(let host, let reason):
      self.init(
        code: "no-answer",
        message: "the exchange with \(host) broke off: \(phrase(reason)); it may have processed the request")
    case .tooManyRedirects(let limit):
      self.init(code: "redirect", message: "the server redirected more than \(limit) times")
    case .redirect(let refusal): self.init(refusal)
    case .other(let code, let reason):
      self.init(code: "not-sent", message: "the request failed: \(phrase(reason)) (libcurl's error \(code))")
    }
  }

  /// Why a redirect was not followed.
  private init(_ refusal: HTTPRedirectRefusal) {
    let what = "the server answered \(refusal.status) and points to '\(refusal.target)'"
    let why =
      switch refusal.reason {
      case .changesMethod:
        "which does not say whether \(refusal.method) is to be sent again; write that URL into the definition"
      case .otherOrigin: "another server, to which the request's body is not sent; write that URL into the definition"
      case .unencrypted: "which is not encrypted, although the request was"
      case .invalid: "which is not an http or https URL"
      }
    self.init(code: "redirect", message: what + ", " + why)
  }

  static func requestCancelled() -> Self { Self(code: "cancelled", message: "the request was cancelled") }

  // MARK: Answers

  /// A status that means failure: status first, then what kind of answer it is and how it begins.
  static func httpStatus(_ response: HTTPResponse) -> Self {
    Self(code: "http-status", message: "\(host(response)) answered \(status(response))" + excerpt(response))
  }

  /// What the definition's `error` says.
  static func stated(_ line: String, _ response: HTTPResponse) -> Self {
    Self(code: "http-status", message: "\(line) (\(host(response)) answered \(status(response)))")
  }

  /// What could not be made of an answer that is a success, with what that answer is.
  func about(_ response: HTTPResponse) -> Self {
    Self(
      code: code,
      message: "\(message); \(Self.host(response)) answered \(Self.status(response))" + Self.excerpt(response))
  }

  static func responseType(_ response: HTTPResponse, wanted: [String]) -> Self {
    let type = response.contentType?.essence ?? "no type"
    let list = wanted.joined(separator: " or ")
    return Self(
      code: "not-confirmed",
      message: "\(host(response)) answered \(status(response)) with \(type) where \(list) is due" + excerpt(response))
  }

  static func responseValue(_ response: HTTPResponse, _ path: String, _ wanted: JSONValue?, found: String) -> Self {
    let shown = oneLine(Array(found.utf8), limit: 120)
    let due = wanted.map { "\($0.serialized())" } ?? "any value but null"
    return Self(
      code: "not-confirmed",
      message: "\(host(response)) answered \(status(response)), but '\(path)' is \(shown) where "
        + "\(due) is due" + excerpt(response))
  }

  static func responseText(_ response: HTTPResponse, _ problem: String) -> Self {
    Self(
      code: "not-confirmed",
      message: "\(host(response)) answered \(status(response)) with a text that \(problem)" + excerpt(response))
  }

  static func responseTooLarge(_ response: HTTPResponse) -> Self {
    Self(
      code: "response-too-large",
      message: "\(host(response)) answered \(status(response)) with more than \(HTTPResponse.bodyLimit >> 20) MiB, "
        + "which cannot be read as text; return 'response.file'")
  }

  static func retryTooLate(_ response: HTTPResponse, seconds: Double, budget: Double) -> Self {
    Self(
      code: "http-status",
      message: "\(host(response)) answered \(status(response)) and asked to wait \(duration(seconds)), "
        + "more than the \(duration(budget.rounded(.down))) there are" + excerpt(response))
  }

  static func untilTimedOut(seconds: Double, _ path: String, found: String) -> Self {
    Self(
      code: "timed-out",
      message: "'\(path)' was still \(oneLine(Array(found.utf8), limit: 120)) after \(duration(seconds))")
  }

  private static func status(_ response: HTTPResponse) -> String {
    let reason = oneLine(Array(response.reason.utf8), limit: 60)
    return reason.isEmpty ? "\(response.status)" : "\(response.status) \(reason)"
  }

  private static func host(_ response: HTTPResponse) -> String {
    (try? HTTPURL(response.url))?.authority ?? "the server"
  }

  /// The type and the first bytes; of a page for people its title.
  private static func excerpt(_ response: HTTPResponse) -> String {
    guard !response.body.isEmpty else { return "" }
    let type = response.contentType
    if type?.essence == "text/html" {
      return " (an HTML page" + (title(response.body).map { ": \($0)" } ?? "") + ")"
    }
    let isText =
      String(validating: response.body.prefix(64), as: UTF8.self) != nil || type?.essence.hasPrefix("text/") == true
    guard isText, !response.body.prefix(256).contains(0) else { return type.map { " (\($0.essence))" } ?? "" }
    return (type.map { " (\($0.essence))" } ?? "") + ": " + oneLine(response.body, limit: 200)
  }

  private static func title(_ html: [UInt8]) -> String? {
    let lower = html.prefix(64 << 10).map { (0x41...0x5A).contains($0) ? $0 | 0x20 : $0 }
    func place(of text: String, from start: Int) -> Int? {
      let wanted = Array(text.utf8)
      guard start + wanted.count <= lower.count else { return nil }
      return (start...(lower.count - wanted.count)).first { lower[$0..<($0 + wanted.count)].elementsEqual(wanted) }
    }
    guard let tag = place(of: "<title", from: 0), let start = lower[tag...].firstIndex(of: UInt8(ascii: ">")),
      let end = place(of: "</title", from: start)
    else { return nil }
    let line = oneLine(Array(html[(start + 1)..<end]), limit: 100)
    return line.isEmpty ? nil : line
  }

  /// A text as part of a message: white space and control characters become one blank, and it is cut.
  static func oneLine(_ bytes: [UInt8], limit: Int) -> String {
    var line = ""
    var count = 0
    var isBlank = false
    for scalar in String(decoding: bytes.prefix(8 * limit), as: UTF8.self).unicodeScalars {
      if scalar.properties.isWhitespace || scalar.properties.generalCategory == .control {
        isBlank = true
        continue
      }
      guard count < limit else { return line + "…" }
      if isBlank, !line.isEmpty { line += " " }
      isBlank = false
      line.unicodeScalars.append(scalar)
      count += 1
    }
    return line
  }
}

/// libcurl's words as part of a sentence.
private func phrase(_ reason: String) -> String { Outcome.Failure.oneLine(Array(reason.utf8), limit: 200) }

/// The system's words for an errno.
private func reason(_ code: Int32) -> String {
  guard let description = unsafe sr_error_description(code) else { return "error \(code)" }
  return unsafe String(cString: description)
}
