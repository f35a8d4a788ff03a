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
    public var location: SourceLocation
  }

  /// What a program does.
  public struct Run: Sendable {
    public var standardOutput = ""
    public var exitStatus = 0
    public var location: SourceLocation
  }

  public var location: SourceLocation
  public var items: [RequestItem]
  public var metadata: Metadata
  public var inputs: [NamedText] = []
  public var environment: [NamedText] = []
  /// A secret that is not among them has a value all the same.
  /// All secrets there are; nil where each one is there under a made-up value.
  public var secrets: [NamedText]?
  /// Nil when the example says nothing about them: then every request is answered with 200 and no body.
  public var responses: [Response]?
  /// Nil when the example says nothing about them: then every program succeeds and prints nothing.
  public var runs: [Run]?
  public var expectation: ExampleExpectation
}

/// What must come of an example; nil and empty parts are not compared.
public struct ExampleExpectation: Sendable {
  /// A value that must come out, and where it was written.
  public struct Expected<Value: Sendable>: Sendable {
    public var value: Value
    public var location: SourceLocation

    public init(_ value: Value, at location: SourceLocation) {
      self.value = value
      self.location = location
    }
  }

  public typealias Text = Expected<String>
  public typealias Texts = Expected<[Text]>

  /// JSON that must come out, each value with its place.
  public indirect enum JSON: Sendable {
    case scalar(Expected<JSONValue>)
    case array(Expected<[JSON]>)
    case object(Expected<[(name: String, value: JSON)]>)
  }

  /// The parts of a request that are compared; nil for those that are not.
  public struct Request: Sendable {
    public enum Body: Sendable {
      case json(JSON)
      case form(Expected<[Field]>)
      case multipart(Expected<[Field]>)
      case text(Text)
      case upload(Text)
    }

    public struct Field: Sendable {
      public var name: String
      public var values: Texts
    }

    public var location: SourceLocation
    public var method: Text?
    public var url: Text?
    public var query: Expected<[Field]>?
    public var headers: [ActivityExample.NamedText] = []
    public var body: Body?
  }

  public struct Item: Sendable {
    public var location: SourceLocation
    public var kind: ItemKind
    public var value: Text
    public var filename: Text?
    public var name: String?
  }

  /// Where the key stands under which all of it is.
  public var location: SourceLocation
  public var isOffered: Expected<Bool>?
  public var reason: Expected<RoutingDecision.ReasonCode>?
  /// One argument list for each program that is no script.
  public var arguments: Expected<[Texts]>?
  public var scripts: Texts?
  public var standardInputs: Texts?
  public var environment: [ActivityExample.NamedText] = []
  public var requests: Expected<[Request]>?
  public var opened: Texts?
  public var returns: Expected<[Item]>?
  /// A part of the failure's message.
  public var error: Text?

  public init(location: SourceLocation) { self.location = location }

  /// Whether it says nothing about what is performed.
  public var isAboutOfferAlone: Bool {
    arguments == nil && scripts == nil && standardInputs == nil && environment.isEmpty && requests == nil
      && opened == nil && returns == nil && error == nil
  }
}

extension ExampleExpectation.JSON {
  /// The value without its places.
  public var value: JSONValue {
    switch self {
    case .scalar(let scalar): scalar.value
    case .array(let elements): .array(elements.value.map(\.value))
    case .object(let members): .object(members.value.map { JSONMember($0.name, $0.value.value) })
    }
  }

  public var location: SourceLocation {
    switch self {
    case .scalar(let scalar): scalar.location
    case .array(let elements): elements.location
    case .object(let members): members.location
    }
  }
}
