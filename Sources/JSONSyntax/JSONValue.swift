/// A JSON value (RFC 8259). Numbers keep their digits; objects keep the order of their members.
public enum JSONValue: Sendable, Equatable {
  case null
  case boolean(Bool)
  /// A number in JSON's own grammar, as it was written.
  case number(String)
  case string(String)
  case array([JSONValue])
  case object([JSONMember])

  public static func number(_ value: Int) -> JSONValue { .number(String(value)) }

  /// The members of an object; of any other value none.
  public var members: [JSONMember] { if case .object(let members) = self { members } else { [] } }

  /// The value of an object's member.
  public subscript(name: String) -> JSONValue? {
    guard case .object(let members) = self else { return nil }
    return members.first { $0.name == name }?.value
  }
}

/// A name and a value in a JSON object.
public struct JSONMember: Sendable, Equatable {
  public var name: String
  public var value: JSONValue

  public init(_ name: String, _ value: JSONValue) {
    self.name = name
    self.value = value
  }
}
