/// Values by their names, each name once, in the order in which they came. There are few of them, and most templates read
/// none, so that they are looked for one by one.
public struct NamedValues: Sendable, ExpressibleByDictionaryLiteral {
  public struct Entry: Sendable {
    public let name: String
    public var value: TemplateValue
  }

  public private(set) var entries: [Entry] = []

  public init(dictionaryLiteral values: (String, TemplateValue)...) {
    for (name, value) in values { self[name] = value }
  }

  /// The value of a name; nil takes it away.
  public subscript(name: String) -> TemplateValue? {
    get { entries.first { $0.name == name }?.value }
    set {
      entries.removeAll { $0.name == name }
      if let newValue { entries.append(Entry(name: name, value: newValue)) }
    }
  }
}
