import ShareDefinitions
import SourceDiagnostics

/// A definition without mistakes, but for what is added to it.
enum Definitions {
  /// All that is required, without an action.
  static let head = """
    type: com.example.note
    title: Note
    category: share

    """

  /// A whole definition and some lines more.
  static func shell(_ more: String = "") -> String { head + "accepts: text\nshell: [cat, '{{ item.kind }}']\n" + more }

  static func http(_ more: String = "") -> String {
    head + "accepts: text\nhttp:\n  method: POST\n  url: 'https://example.com/{{ item.kind }}'\n" + more
  }

  static func load(
    _ text: String, name: String = "activities.d/com.example.note.yaml"
  ) -> (ActivityDefinition?, [Diagnostic]) {
    DefinitionLoader.load(SourceFile(path: name, text: text))
  }
}
