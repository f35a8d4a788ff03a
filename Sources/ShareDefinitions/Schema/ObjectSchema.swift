/// One kind of mapping: every key that it has. The structural check, the JSON Schemas and the reference of the keys are
/// all made from these.
final class ObjectSchema: Sendable {
  /// What messages call it, with its article: `an activity`.
  let noun: String
  /// One sentence for the reference.
  let summary: String
  let keys: [KeySchema]
  let exclusions: [Exclusion]
  /// Whether keys that begin with `x-` are ignored.
  let ignoresExtensions: Bool

  /// The keys' names alone, in the same order: they are searched for every key of every file.
  let names: [String]
  /// The length and the first byte of each name, which tell nearly all of them apart.
  private let signs: [UInt16]
  /// Bit N stands for the key at index N.
  let required: UInt64
  /// The keys of which one must be there lest the mapping say nothing; 0 where it may be empty.
  let substance: UInt64

  /// Keys of which no two stand together.
  struct Exclusion: Sendable {
    let keys: [String]
    let isRequired: Bool
    /// Whether the keys are ways to act, which have findings of their own.
    let isAction: Bool
    /// Keys with which none of them needs to be there.
    var unless: [String] = []
    /// A key with which none of them may be there.
    var never: String?
    /// `keys` and `unless` as the bits of the object's keys.
    fileprivate(set) var mask: UInt64 = 0
    fileprivate(set) var unlessMask: UInt64 = 0

    static func exactlyOne(_ keys: String...) -> Exclusion {
      Exclusion(keys: keys, isRequired: true, isAction: false)
    }
    static func atMostOne(_ keys: String...) -> Exclusion {
      Exclusion(keys: keys, isRequired: false, isAction: false)
    }
    static func action(_ keys: String..., unless: [String] = [], never: String? = nil) -> Exclusion {
      Exclusion(keys: keys, isRequired: true, isAction: true, unless: unless, never: never)
    }
  }

  init(
    _ noun: String, _ summary: String, exclusions: [Exclusion] = [], isNeverEmpty: Bool = false,
    annotations: [String] = [], ignoresExtensions: Bool = false, keys: [KeySchema]
  ) {
    precondition(keys.count <= UInt64.bitWidth)
    self.noun = noun
    self.summary = summary
    self.keys = keys
    self.ignoresExtensions = ignoresExtensions
    names = keys.map(\.name)
    signs = names.map(ObjectSchema.sign)
    required = ObjectSchema.mask(keys) { $0.isRequired }
    substance = isNeverEmpty ? ObjectSchema.mask(keys) { !annotations.contains($0.name) } : 0
    self.exclusions = exclusions.map { exclusion in
      var exclusion = exclusion
      exclusion.mask = ObjectSchema.mask(keys) { exclusion.keys.contains($0.name) }
      exclusion.unlessMask = ObjectSchema.mask(keys) { exclusion.unless.contains($0.name) }
      return exclusion
    }
  }

  private static func mask(_ keys: [KeySchema], where belongs: (KeySchema) -> Bool) -> UInt64 {
    keys.indices.reduce(0) { belongs(keys[$1]) ? $0 | 1 << UInt64($1) : $0 }
  }

  func index(of name: String) -> Int? {
    // A plain loop: `firstIndex` with a closure costs several times as much here.
    let sign = ObjectSchema.sign(name)
    for index in signs.indices where signs[index] == sign && names[index] == name { return index }
    return nil
  }

  private static func sign(_ name: String) -> UInt16 {
    UInt16(truncatingIfNeeded: name.utf8.count) << 8 | UInt16(name.utf8.first ?? 0)
  }
}

/// One key of a mapping.
struct KeySchema: Sendable {
  let name: String
  let value: ValueSchema
  let isRequired: Bool
  /// One sentence.
  let summary: String
  /// What holds without the key, as it would be written.
  let defaultValue: String?
  /// Values as they would be written; those of lists and mappings are JSON.
  let examples: [String]
  /// What people write who know another tool.
  let synonyms: [String]

  static func required(
    _ name: String, _ value: ValueSchema, _ summary: String, examples: [String] = [], synonyms: [String] = []
  ) -> KeySchema {
    KeySchema(
      name: name, value: value, isRequired: true, summary: summary, defaultValue: nil, examples: examples,
      synonyms: synonyms)
  }

  static func optional(
    _ name: String, _ value: ValueSchema, _ summary: String, default defaultValue: String? = nil,
    examples: [String] = [], synonyms: [String] = []
  ) -> KeySchema {
    KeySchema(
      name: name, value: value, isRequired: false, summary: summary, defaultValue: defaultValue, examples: examples,
      synonyms: synonyms)
  }
}

/// The kinds of mapping, in the order of the reference.
enum SchemaObject: String, Sendable, CaseIterable {
  case activity
  case acceptEntry = "accept-entry"
  case rule
  case input
  case program
  case shell
  case standardInputFile = "stdin-file"
  case http
  case authentication = "auth"
  case basic
  case oauth1
  case awsSigV4 = "aws-sigv4"
  case multipartPart = "multipart-part"
  case success
  case until
  case step
  case presence
  case variant
  case returnedItem = "returned-item"
  case example
  case response
  case run
  case expectation
  case expectedRequest = "expected-request"
  case expectedItem = "expected-item"
  case item
  case request
  case configuration = "config"
  case networkSettings = "network"
  case ignoredWarning = "ignored-warning"
  case policy

  var schema: ObjectSchema {
    switch self {
    case .activity: .activity
    case .acceptEntry: .acceptEntry
    case .rule: .rule
    case .input: .input
    case .program: .program
    case .shell: .shell
    case .standardInputFile: .standardInputFile
    case .http: .http
    case .authentication: .authentication
    case .basic: .basic
    case .oauth1: .oauth1
    case .awsSigV4: .awsSigV4
    case .multipartPart: .multipartPart
    case .success: .success
    case .until: .until
    case .step: .step
    case .presence: .presence
    case .variant: .variant
    case .returnedItem: .returnedItem
    case .example: .example
    case .response: .response
    case .run: .run
    case .expectation: .expectation
    case .expectedRequest: .expectedRequest
    case .expectedItem: .expectedItem
    case .item: .item
    case .request: .request
    case .configuration: .configuration
    case .networkSettings: .networkSettings
    case .ignoredWarning: .ignoredWarning
    case .policy: .policy
    }
  }
}
