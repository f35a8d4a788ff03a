/// One step of libyaml through a file, with its place in bytes. What it says is read from `YAMLEvents`.
package struct YAMLEvent: Sendable {
  package enum Kind: Sendable, Equatable {
    case streamStart
    case streamEnd
    case documentStart(isExplicit: Bool)
    case documentEnd(isExplicit: Bool)
    case alias
    case scalar(YAMLScalar.Style)
    case sequenceStart(isFlow: Bool)
    case sequenceEnd
    case mappingStart(isFlow: Bool)
    case mappingEnd
  }

  package var kind: Kind
  /// The bytes of a scalar or alias. The start of a collection has the place of its first byte; the end of one has an
  /// empty range where the collection's last byte ends.
  package var range: Range<Int>

  init(_ kind: Kind, _ range: Range<Int>) {
    self.kind = kind
    self.range = range
  }
}

/// Where and why libyaml gave up, with places in bytes.
package struct YAMLFailure: Error, Sendable, Equatable {
  package enum Stage: Sendable {
    case memory, reader, scanner, parser
  }

  package var stage: Stage
  /// libyaml's own words; empty when it has none.
  package var problem: String
  package var context: String
  package var offset: Int
  /// The start of what libyaml was in the middle of.
  package var contextOffset: Int?
  /// The last scalar before the failure: often the true culprit.
  package var lastScalar: Range<Int>?
  /// The innermost bracket that is open at the failure.
  package var openBracket: Int?
}
