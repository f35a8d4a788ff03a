/// One step of libyaml through a file, with its place in bytes.
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
  /// A scalar's text, an alias's name, else empty.
  package var text = ""
  /// What few events have, kept apart so that the many others are small.
  private var properties: Properties?

  private final class Properties: Sendable {
    let anchor: String?
    let tag: String?

    init(anchor: String?, tag: String?) {
      self.anchor = anchor
      self.tag = tag
    }
  }

  package var anchor: String? { properties?.anchor }
  /// The resolved tag.
  package var tag: String? { properties?.tag }

  mutating func setProperties(anchor: String?, tag: String?) {
    properties = anchor == nil && tag == nil ? nil : Properties(anchor: anchor, tag: tag)
  }

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
