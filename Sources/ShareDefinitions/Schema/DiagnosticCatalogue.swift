public import SourceDiagnostics

/// What each code of a finding means: the one table behind the reference of the findings.
public enum DiagnosticCatalogue {
  public struct Entry: Sendable {
    public let code: Diagnostic.Code
    /// One sentence.
    public let meaning: String
  }

  /// In the order of the alphabet.
  public static let entries: [Entry] = table.map { Entry(code: Diagnostic.Code(rawValue: $0), meaning: $1) }

  private static let table: [(String, String)] = [
    ("alias-expansion", "The aliases of a file repeat so much that reading it could take all memory."),
    ("always-empty", "A template names the items of a kind that the activity does not accept."),
    ("bad-indentation", "A line begins in a column that belongs to nothing above it."),
    ("blank-text", "A text that people are to read is blank."),
    ("body-without-meaning", "A request has a body that servers ignore with its method."),
    ("catch-all", "A condition lets everything through, or an activity is offered for whatever there is."),
    ("conflicting-keys", "Keys stand together of which only one may be there."),
    ("covered-entry", "An entry of `accepts` is never reached, as an earlier one takes all of its items."),
    ("crossed-bounds", "A lower bound is above the upper one, so that nothing can lie between."),
    ("duplicate-key", "A key stands twice in one mapping, and one of the values would be lost."),
    ("duplicate-title", "Two activities that are offered for the same items have the same title."),
    ("empty-file", "The file holds nothing but white space and comments."),
    ("empty-rule", "A rule has no condition: it would hold always, or never."),
    ("example-not-accepted", "An example sends what the activity does not accept, and expects something of it."),
    ("file-name", "A definition's file is not named after its type with the suffix `.yaml`."),
    ("file-too-large", "The file is larger than any definition is."),
    ("filter-arguments", "A filter has too few, too many or the wrong arguments."),
    ("filter-type", "A filter does not work on the value in front of it."),
    ("impossible-rule", "A rule holds for nothing that the activity accepts."),
    ("invalid-escape", "A text in double quotes has an escape that YAML does not know."),
    ("invalid-example", "An example cannot be tried, whatever the definition does."),
    ("invalid-path", "A path is put together from what cannot be one."),
    ("invalid-type", "A text is no activity type."),
    ("invalid-url", "A URL cannot be one, or has a scheme that is not allowed there."),
    ("invalid-value", "A value is none of those that its key takes."),
    ("item-unused", "An action never uses what is shared, which nothing adds by itself."),
    ("key-without-effect", "A key belongs to another setting and does nothing here."),
    ("list-in-text", "A list stands where one value is due."),
    ("mail-header", "A value in a mail's header could begin another header by its line breaks."),
    ("merge-key", "The merge key `<<` of YAML 1.1 is not supported."),
    ("missing-action", "Nothing says what is to be done."),
    ("missing-colon", "A key has no `:` with a blank after it."),
    ("missing-directory", "A folder of activities that was named does not exist or is none."),
    ("missing-key", "A mapping lacks a key that it must have."),
    ("missing-value", "A list, a program or a group of arguments is empty."),
    ("mixed-items", "One action uses a single item and all items, so that it cannot be said how often it runs."),
    ("no-result", "A template reads the result of an action that gives none, or has not run."),
    ("not-an-activity", "The file has none of the keys by which an activity is known."),
    ("option-with-value", "One argument holds an option, a blank and a value, which nothing splits."),
    ("optional-after-option", "A value may be left out while the option before it stays."),
    ("optional-required", "A value that may be missing stands where one is required."),
    ("placeholder-in-program", "A program, or the option of a group, is not literal."),
    ("program-with-arguments", "A program's name holds its arguments too."),
    ("quoted-program", "Quotes are part of a program's name."),
    ("recursive-alias", "A node contains an alias of itself."),
    ("repeated-choice", "A choice is offered twice."),
    ("repeated-step", "Two steps have the same id."),
    ("reserved-header", "A header field is set that only the sender of the request knows."),
    ("secret-default", "The answer to a secret input stands in the file."),
    ("secret-exposed", "A secret stands where it would be shown or written down."),
    ("secret-in-argument", "A secret stands in an argument or a script, which other programs can read."),
    ("secret-over-http", "A request that carries a secret is not encrypted."),
    ("secret-to-shared-host", "A request with a secret goes where a shared item says."),
    ("several-actions", "There is more than one action where one is due."),
    ("several-documents", "The file holds more than one YAML document."),
    ("tab-indentation", "A line is indented by a tab, which YAML does not allow."),
    ("template-in-name", "A placeholder stands in a name, which is literal."),
    ("template-syntax", "A placeholder is not written as one."),
    ("timeout-without-effect", "An action may take longer than its activity."),
    ("too-deep", "Lists and mappings are nested deeper than in any definition."),
    ("too-many-findings", "The file has more mistakes than are told at once."),
    ("unclosed-bracket", "A bracket is not closed."),
    ("unescaped-html", "A value is put into HTML or XML without the filter `html`."),
    ("unescaped-json", "A value is put into JSON without the filter `json`."),
    ("unknown-activity", "An activity is named that does not exist."),
    ("unknown-alias", "An alias names no anchor before it."),
    ("unknown-filter", "There is no such filter."),
    ("unknown-input", "A template or the configuration names an input that the activity does not have."),
    ("unknown-key", "A mapping has no such key."),
    ("unknown-step", "A template names a step that does not exist, or runs later."),
    ("unknown-tag", "A YAML tag stands there, which has no meaning in a definition."),
    ("unknown-value", "A template names a value that does not exist."),
    ("unmet-expectation", "Something else comes of an example than it expects."),
    ("unnamed-program", "A script calls a program that `needs` does not name and that may be missing."),
    ("unquoted-special", "A value needs quotes, as it begins with or holds what YAML reads as its own."),
    ("unquoted-template", "A value with a placeholder needs quotes, as YAML takes `{` for a mapping."),
    ("unreachable-variant", "A variant is never chosen."),
    ("unreadable-file", "A file cannot be read."),
    ("unsafe-permissions", "Others than its user may change what decides which programs run."),
    ("unsafe-place", "A value stands where it would become code or decide what is run."),
    ("unterminated-quote", "A text in quotes does not end."),
    ("url-in-argument", "A value is put into a URL in an argument without being encoded."),
    ("useless-ignore", "A comment ignores a finding that is not there, or that cannot be ignored."),
    ("value-in-comment", "A value stands in a script's comment and has no effect."),
    ("value-interpreted", "A program takes some characters of a value as its own syntax."),
    ("wide-title", "A title is wider than the place that menus have for it."),
    ("wrong-kind", "A template names what only some of the accepted items have."),
    ("wrong-type", "A value has another shape than its key takes."),
    ("yaml-encoding", "The file is not UTF-8 text."),
    ("yaml-syntax", "The file is no valid YAML."),
  ]
}

extension DiagnosticCatalogue {
  /// The codes that a warning may have: those that can be ignored.
  static let warnings = [
    "always-empty", "body-without-meaning", "catch-all", "covered-entry", "duplicate-title", "example-not-accepted",
    "impossible-rule", "item-unused", "key-without-effect", "mail-header", "option-with-value", "secret-over-http",
    "timeout-without-effect", "unescaped-html", "unescaped-json", "unknown-activity", "unknown-input",
    "unnamed-program", "unreachable-variant", "unsafe-permissions", "useless-ignore", "value-in-comment",
    "value-interpreted", "wide-title",
  ]

  /// Those that are found when files are compared with one another.
  static let crossFileWarnings = ["duplicate-title", "unknown-activity", "unknown-input"]

  /// What a code means; nil for one that no finding has.
  public static func meaning(of code: Diagnostic.Code) -> String? {
    entries.first { $0.code == code }?.meaning
  }
}
