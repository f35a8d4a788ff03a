/// A request to send.
public struct HTTPAction: Sendable {
  /// A name and a value in the order of the definition; a list value repeats the name.
  public struct Field: Sendable {
    public var name: String
    public var values: [Template]

    public init(name: String, values: [Template]) {
      self.name = name
      self.values = values
    }
  }

  public enum Authentication: Sendable {
    case bearer(Template)
    case basic(user: Template, password: Template)
    case oauth1(consumerKey: Template, consumerSecret: Template, token: Template?, tokenSecret: Template?)
    case awsSigV4(
      accessKey: Template, secretKey: Template, sessionToken: Template?, region: Template, service: Template)
  }

  public enum Body: Sendable {
    case json(JSONTemplate)
    case form([Field])
    case multipart([MultipartField])
    case text(Template)
    case upload(Template)
  }

  /// A condition on a value of the response: a singular query and the value due there; nil for any but null.
  public struct JSONCondition: Sendable {
    public var path: String
    public var value: JSONTemplate?

    public init(path: String, value: JSONTemplate?) {
      self.path = path
      self.value = value
    }
  }

  /// A status, or a class of a hundred.
  public enum StatusMatch: Sendable, Equatable {
    case exact(Int)
    case hundred(Int)
  }

  public struct Success: Sendable {
    public var statuses: [StatusMatch] = []
    public var types: [String] = []
    public var json: [JSONCondition] = []
    /// Regular expressions on the body, one of which must match.
    public var texts: [String] = []

    public init() {}
  }

  public struct Until: Sendable {
    /// Empty for any status that is a success.
    public var statuses: [StatusMatch]
    public var json: [JSONCondition]
    /// In seconds.
    public var interval: Double

    public init(statuses: [StatusMatch] = [], json: [JSONCondition], interval: Double) {
      self.statuses = statuses
      self.json = json
      self.interval = interval
    }
  }

  public var method: String
  public var url: Template
  /// The path of a Unix socket to connect to in place of the URL's host and port.
  public var unixSocket: Template?
  public var query: [Field] = []
  public var headers: [Field] = []
  public var authentication: Authentication?
  public var body: Body?
  /// In seconds.
  public var timeout: Double?
  public var retries: Int = 0
  public var until: Until?
  public var success: Success?
  /// The message of a failure.
  public var error: Template?

  public init(method: String, url: Template) {
    self.method = method
    self.url = url
  }
}

/// One part of a multipart/form-data body (RFC 7578).
public struct MultipartField: Sendable {
  public enum Content: Sendable {
    /// A value; a path value attaches the file.
    case value(Template)
    case text(Template)
    case path(Template)
  }

  public var name: String
  public var content: Content
  public var filename: Template?
  public var type: Template?

  public init(name: String, content: Content, filename: Template? = nil, type: Template? = nil) {
    self.name = name
    self.content = content
    self.filename = filename
    self.type = type
  }
}

/// JSON with templates in the places of its strings; names of members are literal.
public indirect enum JSONTemplate: Sendable {
  case null
  case boolean(Bool)
  /// Digits as written.
  case number(String)
  case text(Template)
  case array([JSONTemplate])
  case object([(name: String, value: JSONTemplate)])
}
