public import ShareModel

/// Why there is no response to a request.
public enum HTTPError: Error, Sendable, Equatable {
  /// libcurl is not installed.
  case libraryMissing
  /// Another library that the request needs is not there; the message names it.
  case otherLibraryMissing(String)
  case invalidURL(String)
  case proxyNotFound(String)
  case hostNotFound(String)
  /// Nothing was sent.
  case notConnected(host: String, reason: String)
  case connectTimedOut(host: String, seconds: Double)
  /// The server's certificate is not to be trusted. Nothing was sent.
  case certificate(host: String, reason: String)
  /// No encrypted connection could be made. Nothing was sent.
  case encryption(host: String, reason: String)
  /// The file with certificates to trust cannot be used.
  case certificateFile(String)
  /// No byte moved for so long.
  case silent(host: String, seconds: Double)
  case timedOut(seconds: Double)
  case cancelled
  /// The body's file cannot be opened.
  case bodyFile(FilePath, errno: Int32)
  case bodyNotRegular(FilePath)
  /// A file of the body became shorter or was taken away while the request was sent.
  case bodyFileChanged(host: String)
  case headersTooLarge(host: String)
  /// The file for the response cannot be written.
  case responseFile(FilePath, errno: Int32)
  case workFolder(WorkFolder.Failure)
  /// The connection was closed before any answer.
  case noAnswer(host: String, reason: String)
  /// The answer broke off or made no sense.
  case broken(host: String, reason: String)
  case tooManyRedirects(limit: Int)
  case redirect(HTTPRedirectRefusal)
  /// Any other reason of libcurl.
  case other(code: Int, reason: String)
}

/// A redirect that is not followed.
public struct HTTPRedirectRefusal: Error, Sendable, Equatable {
  public enum Reason: Sendable, Equatable {
    /// 301 and 302 after a request that is not GET: browsers and programs disagree about what is meant.
    case changesMethod
    /// A body would go to an origin that the definition does not name.
    case otherOrigin
    case unencrypted
    case invalid
  }

  public var reason: Reason
  public var status: Int
  public var method: String
  /// The target without its query.
  public var target: String
}

extension HTTPError {
  /// Whether the server surely has not processed the request.
  var isBeforeRequest: Bool {
    switch self {
    case .proxyNotFound, .hostNotFound, .notConnected, .connectTimedOut, .encryption: true
    default: false
    }
  }

  /// Whether another try can have another result.
  var isTransient: Bool {
    switch self {
    case .proxyNotFound, .hostNotFound, .notConnected, .connectTimedOut, .encryption, .silent, .noAnswer, .broken: true
    default: false
    }
  }

  var status: Outcome.Status {
    switch self {
    case .cancelled: .cancelled
    case .timedOut, .silent, .connectTimedOut: .timedOut
    default: .failed
    }
  }
}
