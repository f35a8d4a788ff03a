/// Writes the reference of every key as Markdown.
public enum KeyReferenceWriter {
  /// The whole document, with a final line break.
  public static func reference() -> String {
    var text = """
      # Every key

      Made from the program's own schema table. One value stands for a list of one, everywhere. A text takes what is \
      written: `no` is the text "no" and `1.10` stays `1.10`; a boolean is `true` or `false`. A *template* is a text \
      with placeholders.

      | type | how it is written |
      | --- | --- |
      | size | a number with B, kB, KiB, MB, MiB, GB or GiB: `10 MiB` |
      | duration | a number above zero with ms, s, m or h: `30s` |
      | text for people | a text, or a map of them by language: `{en: Print, de: Drucken}` |


      """
    for object in SchemaObject.allCases { text += section(object) }
    while text.hasSuffix("\n\n") { text.removeLast() }
    return text
  }

  private static func section(_ object: SchemaObject) -> String {
    let schema = object.schema
    var text = "## \(object.rawValue)\n\n\(schema.summary)\n\n"
    for exclusion in schema.exclusions {
      let keys = exclusion.keys.map { "`\($0)`" }
      var sentence = (exclusion.isRequired ? "Exactly one of " : "At most one of ") + joined(keys, "and")
      if !exclusion.unless.isEmpty {
        sentence += "; none is needed with " + joined(exclusion.unless.map { "`\($0)`" }, "or")
        if let never = exclusion.never { sentence += ", and none may stand beside `\(never)`" }
      }
      text += sentence + ".\n\n"
    }
    if schema.substance != 0 { text += "An empty one is an error.\n\n" }
    if schema.ignoresExtensions { text += "Keys that begin with `x-` are ignored: a place for anchors.\n\n" }
    text += "| key | type | meaning |\n| --- | --- | --- |\n"
    for key in schema.keys {
      var meaning = key.summary
      if let value = key.defaultValue { meaning += " Default: `\(value)`." }
      if let example = key.examples.first { meaning += " Example: `\(example)`." }
      text += "| `\(key.name)`\(key.isRequired ? " (required)" : "") | \(type(key.value)) | \(cell(meaning)) |\n"
    }
    return text + "\n"
  }

  /// A `|` would end the table's cell.
  private static func cell(_ text: String) -> String {
    text.split(separator: "|", omittingEmptySubsequences: false).joined(separator: "\\|")
  }

  private static func type(_ schema: ValueSchema) -> String {
    switch schema {
    case .scalar(.choice(let choice)): choice.words.map { "`\($0)`" }.joined(separator: ", ")
    case .scalar(.template): "template"
    case .scalar(let format): withoutArticle(format.noun)
    case .localizedText: "text for people"
    case .list(let element): "list of " + element.grouped(type(element))
    case .filled(let list): type(list)
    case .map(let key, let value): "map of \(withoutArticle(key.noun)) to \(type(value))"
    case .object(let object): "[\(object.rawValue)](#\(object.rawValue))"
    case .shapes(let scalar, let sequence, let mapping):
      joined([scalar, sequence, mapping].compactMap(\.self).map(type), "or")
    case .keyed(_, let first, let second): joined([type(first), type(second)], "or")
    case .nullable(let value): type(value) + " or `null`"
    case .json: "JSON with templates"
    }
  }

  private static func withoutArticle(_ noun: String) -> String {
    for article in ["an ", "a ", "the "] where noun.hasPrefix(article) { return String(noun.dropFirst(article.count)) }
    return noun
  }

  private static func joined(_ words: [String], _ conjunction: String) -> String {
    guard words.count > 1, let last = words.last else { return words.first ?? "" }
    return words.dropLast().joined(separator: ", ") + " \(conjunction) " + last
  }
}

extension ValueSchema {
  /// The words for a choice of values, in brackets where they follow other words.
  fileprivate func grouped(_ words: String) -> String {
    switch self {
    case .shapes, .keyed: "(\(words))"
    default: words
    }
  }
}
