public import ShareModel

/// What a server answered after redirects were followed. A status of 404 is a response, not an error.
public struct HTTPResponse: Sendable, Equatable {
  public struct Header: Sendable, Equatable {
    public var name: String
    public var value: [UInt8]

    public init(_ name: String, _ value: [UInt8]) {
      self.name = name
      self.value = value
    }
  }

  public var status: Int
  /// The words behind the status; empty over HTTP/2.
  public var reason: String
  /// Where the answer came from.
  public var url: [UInt8]
  /// In the order in which they came.
  public var headers: [Header]
  /// The body, or its beginning when it is in a file.
  public var body: [UInt8]
  /// Whether the body is longer than what was kept of it.
  public var bodyWasCut: Bool
  /// The file that holds the body.
  public var file: FilePath?

  /// What is kept of a body in memory: 10 MiB.
  public static let bodyLimit = 10 << 20

  /// The values of all headers of the name, in any case.
  func header(_ name: String) -> String? {
    let wanted = name.lowercased()
    return headers.last { $0.name.lowercased() == wanted }.map { String(decoding: $0.value, as: UTF8.self) }
  }

  var contentType: ContentType? { header("Content-Type").map(ContentType.init) }
}
