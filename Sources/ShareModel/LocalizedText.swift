/// A text for people in one or more languages, in the order of the definition.
public struct LocalizedText: Sendable, Equatable {
  public struct Entry: Sendable, Equatable {
    /// A language tag such as `de` or `pt-BR`; nil for a text given without one.
    public var language: String?
    public var text: String

    public init(language: String?, text: String) {
      self.language = language
      self.text = text
    }
  }

  /// Never empty.
  public var entries: [Entry]

  public init(entries: [Entry]) { self.entries = entries }
  public init(_ text: String) { entries = [Entry(language: nil, text: text)] }

  /// The text in the first of the languages that is there (`de-AT`, then `de`), else English, else the first one.
  public func resolved(for languages: [String]) -> String {
    if entries.count == 1 { return entries[0].text }
    for language in languages + ["en"] {
      let wanted = LocalizedText.normalized(language)
      if let entry = entries.first(where: { $0.language.map(LocalizedText.normalized) == wanted }) { return entry.text }
      let base = wanted.prefix { $0 != "-" }
      if let entry = entries.first(where: { $0.language.map(LocalizedText.normalized) == String(base) }) {
        return entry.text
      }
    }
    return entries.first?.text ?? ""
  }

  /// `de_AT.UTF-8@euro` (POSIX) and `de-at` (BCP 47) alike become `de-at`.
  private static func normalized(_ language: String) -> String {
    let tag = language.prefix { $0 != "." && $0 != "@" }
    return String(tag.map { $0 == "_" ? "-" : $0 }).lowercased()
  }
}
