public import ShareModel
public import ShareTemplates

/// A request as it goes over the wire: everything filled in, nothing sent yet.
public struct HTTPRequest: Sendable, Equatable {
  public struct Header: Sendable, Equatable {
    public var name: String
    /// Empty for a header that is sent without a value.
    public var value: [UInt8]
    /// Whether a secret went into the value; it is never sent to another origin.
    public var holdsSecret: Bool

    public init(_ name: String, _ value: [UInt8], holdsSecret: Bool = false) {
      self.name = name
      self.value = value
      self.holdsSecret = holdsSecret
    }

    func isNamed(_ other: String) -> Bool { name.lowercased() == other.lowercased() }
  }

  public enum Body: Sendable, Equatable {
    case none
    case bytes([UInt8])
    /// The file is streamed.
    case file(FilePath)
    /// multipart/form-data (RFC 7578); files are streamed.
    case parts([Part])
  }

  /// A part as its template gives it; a file has its name and type filled in.
  public typealias Part = RenderedPart

  /// How the sender is known. A signature covers the request, so it is made anew for every try and redirect.
  public enum Authentication: Sendable, Equatable {
    /// The whole value of the header Authorization.
    case header([UInt8])
    case oauth1(OAuth1Credentials)
    case awsSigV4(AWSCredentials)
  }

  public var method: String
  /// Absolute, http or https.
  public var url: [UInt8]
  /// The socket to connect to in place of the URL's host and port.
  public var unixSocket: FilePath?
  public var headers: [Header]
  public var body: Body
  /// The body's media type, sent unless `headers` say another.
  public var bodyType: String?
  public var authentication: Authentication?

  public init(
    method: String, url: [UInt8], headers: [Header] = [], body: Body = .none, bodyType: String? = nil,
    authentication: Authentication? = nil
  ) {
    self.method = method
    self.url = url
    self.headers = headers
    self.body = body
    self.bodyType = bodyType
    self.authentication = authentication
  }
}

extension HTTPRequest {
  /// Whether the method asks for something and changes nothing (RFC 9110, 9.2.1).
  var isSafe: Bool { method == "GET" || method == "HEAD" || method == "OPTIONS" }

  /// Whether sending it twice does the same as once: by its method (RFC 9110, 9.2.2), or because its header tells the
  /// server how to know a repetition.
  func isRepeatable(keyIsOwn: Bool) -> Bool {
    isSafe || method == "PUT" || method == "DELETE" || keyIsOwn
  }

  func header(_ name: String) -> Header? { headers.last { $0.isNamed(name) } }

  /// What may be sent to an origin that the definition did not name.
  var strippedForOtherOrigin: HTTPRequest {
    var request = self
    request.authentication = nil
    // The socket is the origin's that the definition named.
    request.unixSocket = nil
    // Any header may be a credential; only those that cannot be are kept.
    let kept = ["accept", "accept-language", "user-agent"]
    request.headers = headers.filter { kept.contains($0.name.lowercased()) && !$0.holdsSecret }
    return request
  }

  /// The request that fetches what an earlier one points to.
  var asGet: HTTPRequest {
    var request = self
    if method != "HEAD" { request.method = "GET" }
    request.body = .none
    request.bodyType = nil
    request.headers.removeAll { $0.name.lowercased().hasPrefix("content-") || $0.isNamed("Idempotency-Key") }
    return request
  }
}
