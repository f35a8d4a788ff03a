/// Names that are written in one text with blanks between: as quick to read as a list, and nothing has to be made of it.
struct NameList: Sendable, ExpressibleByStringLiteral {
  private let text: String

  init(stringLiteral text: String) { self.text = text }

  func contains(_ name: String) -> Bool { contains { $0.elementsEqual(name.utf8) } }

  /// Whether one of the names is this one, or longer.
  func containsName(beginningWith name: String) -> Bool { contains { $0.starts(with: name.utf8) } }

  private func contains(_ matches: (Substring.UTF8View) -> Bool) -> Bool {
    var rest = text.utf8[...]
    while !rest.isEmpty {
      let end = rest.firstIndex(of: UInt8(ascii: " ")) ?? rest.endIndex
      if matches(rest[..<end]) { return true }
      rest = rest[end...].dropFirst()
    }
    return false
  }
}
