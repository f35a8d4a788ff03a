public import JSONSyntax
public import ShareModel
public import SourceDiagnostics

/// A test that a definition carries, run without a program or a network.
public struct ActivityExample: Sendable {
  /// A literal text of the file.
  public struct NamedText: Sendable {
    public var name: String
    public var text: String
    public var location: SourceLocation
  }

  /// What a server answers.
  public struct Response: Sendable {
    public enum Body: Sendable, Equatable {
      case json(JSONValue)
      case text(String)
    }

    public var status = 200
    public var headers: [NamedText] = []
    public var body: Body?
  }

  /// What a program does.
  public struct Run: Sendable {
    public var standardOutput = ""
    public var exitStatus = 0
  }

  /// A value that must come out, and where it was written.
  public struct Expected<Value: Sendable>: Sendable {
    public var value: Value
    public var location: SourceLocation

    public init(_ value: Value, at location: SourceLocation) {
      self.value = value
      self.location = location
    }
  }

  /// The parts of a request that are compared; nil for those that are not.
  public struct ExpectedRequest: Sendable {
    public enum Body: Sendable, Equatable {
      case json(JSONValue)
      case form([Field])
      case multipart([Field])
      case text(String)
      case upload(String)
    }

    public struct Field: Sendable, Equatable {
      public var name: String
      public var values: [String]
    }

    public var location: SourceLocation
    public var method: Expected<String>?
    public var url: Expected<String>?
    public var query: Expected<[Field]>?
    public var headers: [NamedText] = []
    public var body: Expected<Body>?
  }

  public struct ExpectedItem: Sendable {
    public var location: SourceLocation
    public var kind: ItemKind
    public var value: String
    public var filename: String?
    public var name: String?
  }

  /// What must come of it; nil and empty parts are not compared.
  public struct Expectation: Sendable {
    public var location: SourceLocation
    public var isOffered: Expected<Bool>?
    public var reason: Expected<RoutingDecision.ReasonCode>?
    /// One argument list for each run.
    public var arguments: Expected<[[String]]>?
    public var scripts: Expected<[String]>?
    public var standardInputs: Expected<[String]>?
    public var environment: [NamedText] = []
    public var requests: Expected<[ExpectedRequest]>?
    public var opened: Expected<[String]>?
    public var returns: Expected<[ExpectedItem]>?
    /// A part of the failure's message.
    public var error: Expected<String>?
  }

  public var location: SourceLocation
  public var items: [RequestItem]
  public var metadata: Metadata
  public var inputs: [NamedText] = []
  public var environment: [NamedText] = []
  public var secrets: [NamedText] = []
  public var responses: [Response] = []
  public var runs: [Run] = []
  public var expectation: Expectation
}
