extension JSONValue {
  /// The value of a string.
  public var text: String? { if case .string(let text) = self { text } else { nil } }

  /// The value of a number that is an integer and written as one.
  public var integer: Int? { if case .number(let digits) = self { Int(digits) } else { nil } }

  /// The elements of an array.
  public var elements: [JSONValue]? { if case .array(let elements) = self { elements } else { nil } }

  /// The texts of an array that holds nothing else.
  public var texts: [String]? {
    guard let elements else { return nil }
    let texts = elements.compactMap(\.text)
    return texts.count == elements.count ? texts : nil
  }

  /// A string, or null for none.
  public static func optional(_ text: String?) -> JSONValue { text.map { .string($0) } ?? .null }
}
