import ShareModel
import SourceDiagnostics
import TestSupport
import Testing
import YAMLSyntax

@testable import ShareDefinitions

/// A definition that ships with the program, with what it says for people alone.
struct ShippedDefinition: Sendable, CustomTestStringConvertible {
  static let folder = Project.root + "/activities.d"
  static let all = FixtureFolder.names(folder).compactMap(ShippedDefinition.init)

  var activity: Activity
  var exampleCount: Int
  /// What a person has to do before it works: the text of `x-setup`.
  var setUp: String?

  init?(name: String) {
    let file = SourceFile(
      path: "activities.d/" + name, bytes: readFile(ShippedDefinition.folder + "/" + name) ?? [])
    var findings: [Diagnostic] = []
    guard let definition = DefinitionLoader.load(file).0, let root = YAMLParser.parse(file, into: &findings)?.root
    else { return nil }
    activity = definition.activity
    exampleCount = definition.examples.count
    setUp = root["x-setup"]?.text
  }

  var title: String { activity.title.resolved(for: ["en"]) }
  var testDescription: String { activity.type.rawValue }
}

@Suite("the reference of the activities")
struct ActivityReferenceTests {
  @Test("each says what it does and what it needs, has an icon of the desktop's theme and examples that it is held to")
  func complete() {
    #expect(ShippedDefinition.all.count == FixtureFolder.names(ShippedDefinition.folder).count, "all can be read")
    #expect(ShippedDefinition.all.count >= 40)
    for definition in ShippedDefinition.all {
      let activity = definition.activity
      #expect(activity.summary?.resolved(for: ["en"]).isEmpty == false, "\(activity.type) has no description")
      let icon = activity.icon ?? ""
      #expect(icon.wholeMatch(of: #/[a-z0-9]+(-[a-z0-9]+)*/#) != nil, "\(activity.type) has no icon: '\(icon)'")
      #expect(definition.exampleCount > 0, "\(activity.type) has no examples")
      #expect(activity.retired != nil || definition.setUp?.isEmpty == false, "\(activity.type) has no x-setup")
    }
  }

  @Test("the committed reference is that of the definitions")
  func reference() throws {
    try CommittedFile.expect("Documentation/activities.md", holds: ActivityReferenceWriter.reference())
  }
}

/// Writes the reference of the activities that ship, as Markdown.
enum ActivityReferenceWriter {
  static func reference() -> String {
    var text = """
      # Activities

      What ships with the program. `sharerouter list ITEM` shows those that work for an item here, `list --all ITEM` why \
      the others do not; `sharerouter show TYPE` prints a definition, and `sharerouter edit TYPE` makes it yours. The last \
      part of a type is enough to name it: `sharerouter send ITEM --activity mail`.

      Names in capitals are variables of the environment, or entries under `env` in `config.yaml`. A secret is stored by \
      `sharerouter secret set NAME`, or as one line in `secrets.d/NAME` beside `config.yaml`, a file that only you may read.

      This page is written from the definitions by `RECORD=1 swift test`.


      """
    let sorted = ShippedDefinition.all.sorted {
      ($0.title, $0.activity.type.rawValue) < ($1.title, $1.activity.type.rawValue)
    }
    for (category, heading) in [(ActivityCategory.share, "To share"), (.action, "To act")] {
      text += "## \(heading)\n\n| title | type | takes | what it does |\n| --- | --- | --- | --- |\n"
      for definition in sorted where definition.activity.category == category {
        let activity = definition.activity
        let summary = activity.summary?.resolved(for: ["en"]) ?? ""
        text += "| \(definition.title) | `\(activity.type)` | \(kinds(activity)) | \(summary) |\n"
      }
      text += "\n"
    }
    text += "## Set-up\n"
    for definition in sorted {
      text += "\n### \(definition.title) (`\(definition.activity.type)`)\n\n"
      if let retired = definition.activity.retired {
        text += "Retired: \(retired.resolved(for: ["en"])).\n"
      } else {
        var setUp = definition.setUp ?? ""
        while setUp.hasSuffix("\n") { setUp.removeLast() }
        text += setUp + "\n"
      }
    }
    return text
  }

  /// The kinds of item that are taken, each with the bounds of the entries that take it.
  private static func kinds(_ activity: Activity) -> String {
    var words: [String] = []
    for kind in ItemKind.allCases {
      let entries = activity.accepts.filter { takes($0, kind) }
      guard !entries.isEmpty else { continue }
      var bounds: [String] = []
      let types = entries.flatMap(\.types).filter { isType($0, of: kind) && $0 != "inode/directory" }
      if entries.allSatisfy({ !$0.types.isEmpty }) {
        bounds.append(types.count > 4 ? "\(types.count) types" : types.joined(separator: ", "))
      }
      if entries.allSatisfy({ !$0.patterns.isEmpty }) { bounds.append("of some forms") }
      if let most = entries.compactMap(\.maximumCount).max(), entries.allSatisfy({ $0.maximumCount != nil }) {
        bounds.append(most == 1 ? "one" : "up to \(most)")
      }
      words.append(kind.rawValue + (bounds.isEmpty ? "" : " (\(bounds.joined(separator: "; ")))"))
    }
    if activity.accepts.contains(where: { $0.types.contains("inode/directory") }) { words.append("folder") }
    return words.joined(separator: ", ")
  }

  private static func takes(_ entry: AcceptEntry, _ kind: ItemKind) -> Bool {
    guard kind.conforms(to: entry.kind), entry.types != ["inode/directory"] else { return false }
    return entry.types.isEmpty || entry.types.contains { isType($0, of: kind) }
  }

  /// Whether items of a media type are of the kind.
  private static func isType(_ type: String, of kind: ItemKind) -> Bool {
    switch kind {
    case .image: type.hasPrefix("image/")
    case .file: !type.hasPrefix("image/")
    case .text, .url: true
    }
  }
}
