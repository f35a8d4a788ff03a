import JSONSyntax
import ShareModel

/// Writes the schema table as JSON Schema (draft 7), which editors complete and check by.
public enum SchemaWriter {
  public enum Document: String, Sendable, CaseIterable {
    case activity
    case config
    case policy
    case request

    var object: SchemaObject {
      switch self {
      case .activity: .activity
      case .config: .configuration
      case .policy: .policy
      case .request: .request
      }
    }
  }

  /// The schema of one kind of file, with a final line break.
  public static func schema(of document: Document) -> String {
    let root = document.object
    var members: [JSONMember] = [
      JSONMember("$schema", .string("http://json-schema.org/draft-07/schema#")),
      JSONMember("title", .string("sharerouter: " + root.schema.noun)),
    ]
    members += objectMembers(root.schema)
    let definitions = reachable(from: root).filter { $0 != root }
    var parts = definitions.map { JSONMember($0.rawValue, .object(objectMembers($0.schema))) }
    if ([root] + definitions).contains(where: { $0.schema.keys.contains { $0.value.holdsJSON } }) {
      parts.append(JSONMember("json", .object(json)))
    }
    members.append(JSONMember("definitions", .object(parts)))
    return JSONValue.object(members).serialized(pretty: true) + "\n"
  }

  /// The mappings that can stand somewhere below, in the order of the table.
  static func reachable(from root: SchemaObject) -> [SchemaObject] {
    var found: Set<SchemaObject> = []
    var pending = [root]
    while let object = pending.popLast() {
      guard found.insert(object).inserted else { continue }
      for key in object.schema.keys { pending += key.value.objects }
    }
    return SchemaObject.allCases.filter(found.contains)
  }

  private static func objectMembers(_ schema: ObjectSchema) -> [JSONMember] {
    var members: [JSONMember] = [
      JSONMember("description", .string(schema.summary)),
      JSONMember("type", .string("object")),
      JSONMember("properties", .object(schema.keys.map { JSONMember($0.name, property($0)) })),
    ]
    if schema.ignoresExtensions {
      members.append(
        JSONMember(
          "patternProperties",
          .object([
            JSONMember(
              "^x-", .object([JSONMember("description", .string("Ignored: a place for anchors."))]))
          ])))
    }
    members.append(JSONMember("additionalProperties", .boolean(false)))
    let required = schema.keys.filter(\.isRequired).map { JSONValue.string($0.name) }
    if !required.isEmpty { members.append(JSONMember("required", .array(required))) }
    var conditions = schema.exclusions.flatMap(conditions)
    if schema.substance == UInt64(1) << UInt64(schema.keys.count) &- 1 {
      members.append(JSONMember("minProperties", .number(1)))
    } else if schema.substance != 0 {
      let substantial = schema.keys.indices.filter { schema.substance & 1 << UInt64($0) != 0 }
      conditions.append(
        .object([JSONMember("anyOf", .array(substantial.map { requiring(schema.names[$0]) }))]))
    }
    if !conditions.isEmpty { members.append(JSONMember("allOf", .array(conditions))) }
    return members
  }

  private static func conditions(_ exclusion: ObjectSchema.Exclusion) -> [JSONValue] {
    let present = exclusion.keys.map(requiring)
    if exclusion.isRequired, exclusion.unless.isEmpty { return [.object([JSONMember("oneOf", .array(present))])] }
    let none = JSONValue.object([
      JSONMember("not", .object([JSONMember("anyOf", .array(present))]))
    ])
    var conditions: [JSONValue] = [.object([JSONMember("oneOf", .array(present + [none]))])]
    if exclusion.isRequired {
      conditions.append(.object([JSONMember("anyOf", .array(present + exclusion.unless.map(requiring)))]))
    }
    if let never = exclusion.never {
      let absent = JSONValue.object([JSONMember("not", requiring(never))])
      conditions.append(.object([JSONMember("anyOf", .array([absent, none]))]))
    }
    return conditions
  }

  private static func requiring(_ key: String) -> JSONValue {
    .object([JSONMember("required", .array([.string(key)]))])
  }

  private static func property(_ key: KeySchema) -> JSONValue {
    var members = [JSONMember("description", .string(key.summary))]
    let value = self.members(of: key.value)
    // Beside `$ref` draft 7 ignores every other member.
    members += value.first?.name == "$ref" ? [JSONMember("allOf", .array([.object(value)]))] : value
    if let text = key.defaultValue { members.append(JSONMember("default", literal(text, key.value))) }
    if !key.examples.isEmpty {
      members.append(JSONMember("examples", .array(key.examples.map { literal($0, key.value) })))
    }
    return .object(members)
  }

  /// A value of the table as JSON: lists, mappings and numbers are written in it as such, texts without quotes.
  private static func literal(_ text: String, _ schema: ValueSchema) -> JSONValue {
    let isText =
      switch schema {
      case .scalar(.boolean), .scalar(.integer), .scalar(.number), .localizedText:
        text != "true" && text != "false" && !ScalarText.isJSONNumber(text)
      default: text.utf8.first != UInt8(ascii: "[") && !(text.utf8.starts(with: "{\"".utf8))
      }
    guard !isText, let value = try? JSONValue.parse(Array(text.utf8)) else { return .string(text) }
    return value
  }

  private static func members(of schema: ValueSchema) -> [JSONMember] {
    switch schema {
    case .scalar(let format): format.schemaMembers
    case .localizedText:
      anyOf([
        ScalarFormat.shown,
        [
          JSONMember("type", .string("object")), JSONMember("minProperties", .number(1)),
          JSONMember("propertyNames", .object([JSONMember("pattern", .string(ScalarFormat.language.pattern ?? ""))])),
          JSONMember("additionalProperties", .object(ScalarFormat.shown)),
        ],
      ])
    case .list(let element):
      anyOf([
        members(of: element),
        [JSONMember("type", .string("array")), JSONMember("items", .object(members(of: element)))],
      ])
    case .filled(let list):
      filled(members(of: list))
    case .map(let key, let value):
      [JSONMember("type", .string("object"))]
        + (key.pattern.map { pattern in
          [JSONMember("propertyNames", .object([JSONMember("pattern", .string(pattern))]))]
        } ?? [])
        + [JSONMember("additionalProperties", .object(members(of: value)))]
    case .object(let object): [JSONMember("$ref", .string("#/definitions/" + object.rawValue))]
    case .shapes(let scalar, let sequence, let mapping):
      anyOf([scalar, sequence, mapping].compactMap(\.self).map(members))
    case .keyed(_, let first, let second): anyOf([first, second].map(members))
    case .nullable(let value): anyOf([[JSONMember("type", .string("null"))], members(of: value)])
    case .json: [JSONMember("$ref", .string("#/definitions/json"))]
    }
  }

  /// A list of at least one element: whichever alternative is an array says so.
  private static func filled(_ members: [JSONMember]) -> [JSONMember] {
    var members = members
    for (index, member) in members.enumerated() where member.name == "anyOf" {
      guard case .array(let alternatives) = member.value else { continue }
      members[index].value = .array(
        alternatives.map { alternative in
          guard case .object(var own) = alternative, own.contains(where: { $0 == JSONMember("type", .string("array")) })
          else { return alternative }
          own.append(JSONMember("minItems", .number(1)))
          return .object(own)
        })
    }
    return members
  }

  /// Any JSON value whose names are literal.
  private static let json: [JSONMember] = {
    let value = JSONValue.object([JSONMember("$ref", .string("#/definitions/json"))])
    return anyOf([
      [JSONMember("type", .array(["string", "number", "boolean", "null"].map(JSONValue.string)))],
      [JSONMember("type", .string("array")), JSONMember("items", value)],
      [
        JSONMember("type", .string("object")),
        JSONMember("propertyNames", .object([JSONMember("pattern", .string(ScalarFormat.withoutPlaceholder))])),
        JSONMember("additionalProperties", value),
      ],
    ])
  }()

  private static func anyOf(_ alternatives: [[JSONMember]]) -> [JSONMember] {
    guard alternatives.count > 1 else { return alternatives.first ?? [] }
    return [JSONMember("anyOf", .array(alternatives.map(JSONValue.object)))]
  }
}

extension ValueSchema {
  /// Whether JSON stands somewhere in it, but for what its mappings hold.
  fileprivate var holdsJSON: Bool {
    switch self {
    case .json: true
    case .list(let value), .filled(let value), .map(_, let value), .nullable(let value): value.holdsJSON
    case .shapes(let scalar, let sequence, let mapping):
      [scalar, sequence, mapping].contains { $0?.holdsJSON ?? false }
    case .keyed(_, let first, let second): first.holdsJSON || second.holdsJSON
    case .scalar, .localizedText, .object: false
    }
  }

  /// The mappings that the value names directly.
  var objects: [SchemaObject] {
    switch self {
    case .object(let object): [object]
    case .list(let value), .filled(let value), .map(_, let value), .nullable(let value): value.objects
    case .shapes(let scalar, let sequence, let mapping):
      [scalar, sequence, mapping].compactMap(\.self).flatMap(\.objects)
    case .keyed(_, let first, let second): first.objects + second.objects
    case .scalar, .localizedText, .json: []
    }
  }
}

extension ScalarFormat {
  /// The members of a JSON Schema for the scalar. Where text is due, all that YAML takes for a number, a boolean or null
  /// is allowed, as its source text is taken; a number may stand in quotes.
  fileprivate var schemaMembers: [JSONMember] {
    switch self {
    case .boolean: return [JSONMember("type", .string("boolean"))]
    case .integer(let range):
      return [
        JSONMember("type", .array([.string("integer"), .string("string")])),
        JSONMember("minimum", .number(range.lowerBound)), JSONMember("maximum", .number(range.upperBound)),
        JSONMember("pattern", .string("^[0-9]+$")),
      ]
    case .number:
      return [
        JSONMember("type", .array([.string("number"), .string("string")])),
        JSONMember("pattern", .string("^-?(0|[1-9][0-9]*)(\\.[0-9]+)?([eE][-+]?[0-9]+)?$")),
      ]
    case .choice(let choice): return [JSONMember("enum", .array(choice.words.map(JSONValue.string)))]
    default:
      let type: JSONValue =
        isNeverNumber ? .string("string") : .array(["string", "number", "boolean", "null"].map(JSONValue.string))
      // A pattern looks at strings only: a status of `200` is a number and passes by its type.
      var members = [JSONMember("type", type)]
      if let pattern { members.append(JSONMember("pattern", .string(pattern))) }
      if case .activityType = self { members.append(JSONMember("maxLength", .number(ActivityType.maximumLength))) }
      return members
    }
  }

  /// Whether what YAML takes for a number or a boolean cannot be right.
  private var isNeverNumber: Bool {
    switch self {
    case .size, .duration, .activityType, .activityPattern, .mediaPattern, .host, .scheme, .headerName, .method: true
    default: false
    }
  }

  /// A text that people read: not blank.
  fileprivate static let shown = text.schemaMembers + [JSONMember("pattern", .string("\\S"))]

  /// A name without a placeholder in it.
  fileprivate static let withoutPlaceholder = "^(?![\\s\\S]*\\{\\{)"

  /// A regular expression (ECMA 262) that the text meets; nil where none says it.
  fileprivate var pattern: String? {
    switch self {
    case .line: "\\S"
    case .size: "^[0-9]+(\\.[0-9]+)? ?(B|kB|KiB|MB|MiB|GB|GiB)$"
    case .duration: "^[0-9]+(\\.[0-9]+)? ?(ms|s|m|h)$"
    case .activityType: "^[A-Za-z][A-Za-z0-9-]*(\\.[A-Za-z0-9_-]+)+$"
    case .activityPattern: "^[A-Za-z0-9._*?-]+$"
    case .mediaPattern: "^[^/\\s]+/[^/\\s]+$"
    case .scheme: "^[A-Za-z][A-Za-z0-9+.-]*$"
    case .language: "^[A-Za-z]{2,8}([-_][A-Za-z0-9]{1,8})*$"
    case .environmentName: "^[A-Za-z_][A-Za-z0-9_]*$"
    case .secretName: "^[A-Z][A-Z0-9_]*$"
    case .headerName:
      // Without regard to case, which a pattern cannot be told.
      "^(?!([Hh][Oo][Ss][Tt]|[Cc][Oo][Nn][Tt][Ee][Nn][Tt]-[Ll][Ee][Nn][Gg][Tt][Hh]"
        + "|[Tt][Rr][Aa][Nn][Ss][Ff][Ee][Rr]-[Ee][Nn][Cc][Oo][Dd][Ii][Nn][Gg])$)[!#$%&'*+.^_`|~0-9A-Za-z-]+$"
    case .host: "^[^/@*\\s]+$|^\\*\\.[^/@*\\s]+$"
    case .name: ScalarFormat.withoutPlaceholder + "[\\s\\S]*\\S"
    case .glob, .regularExpression: "[\\s\\S]"
    case .method: "^[!#$%&'*+.^_`|~0-9A-Za-z-]+$"
    case .status: "^[1-5]([0-9][0-9]|xx)$"
    case .identifier: "^[A-Za-z0-9_-]+$"
    case .text, .template, .boolean, .integer, .number, .choice, .query: nil
    }
  }
}
