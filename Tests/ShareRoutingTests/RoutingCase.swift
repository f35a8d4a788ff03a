import ShareModel
import ShareRouting
import Testing

/// Items, an activity and rules, and what the router must say of them.
struct RoutingCase: CustomTestStringConvertible, Sendable {
  var name: String
  var items: [Item]
  var activity: Activity
  var rules = RoutingRules()
  var surroundings = RoutingSurroundings.plain
  /// `offered`, or the code of the reason.
  var expected: String
  /// Items that are offered but skipped.
  var skipped: [Int] = []
  /// A part of the reason's message.
  var mentions: String = ""

  var testDescription: String { name }
}

extension RoutingSurroundings {
  static let plain = RoutingSurroundings(
    hasProgram: { $0 == "cat" || $0 == "lp" }, environmentValue: { ["DISPLAY": ":0", "EMPTY": ""][$0] },
    hasSecret: { $0 == "TOKEN" }, hasTerminal: false, languages: ["de"])
}

extension Activity {
  /// An activity that takes the given entries.
  static func taking(_ accepts: AcceptEntry..., match: Match = .all, type: ActivityType = "com.example.share")
    -> Activity
  {
    Activity(
      type: type, title: LocalizedText("Share"), category: .share, accepts: accepts, match: match,
      file: "com.example.share.yaml")
  }

  func excluding(_ rules: Rule...) -> Activity {
    var copy = self
    copy.exclusions = rules
    return copy
  }

  func needing(_ requirements: Requirements) -> Activity {
    var copy = self
    copy.requirements = requirements
    return copy
  }
}

extension AcceptEntry {
  static func kind(_ kind: ItemKind, _ change: (inout AcceptEntry) -> Void = { _ in }) -> AcceptEntry {
    var entry = AcceptEntry(kind: kind, origin: RuleOrigin(layer: .definition, file: "com.example.share.yaml", line: 4))
    change(&entry)
    return entry
  }
}

extension Rule {
  static func rule(_ layer: RuleOrigin.Layer = .definition, _ change: (inout Rule) -> Void) -> Rule {
    var rule = Rule(origin: RuleOrigin(layer: layer, file: "rules.yaml", line: 9))
    change(&rule)
    return rule
  }
}

extension Item {
  static func words(_ text: String) -> Item { .text(Array(text.utf8)) }
  static func link(_ text: String) -> Item { .url(Array(text.utf8)) }

  static func file(_ path: String, _ type: String, size: Int = 100) -> Item {
    Item(
      kind: type.lowercased().hasPrefix("image/") ? .image : .file, content: .file(FilePath(path)),
      contentType: ContentType(type), size: size)
  }

  static let folder = Item(
    kind: .file, content: .file(FilePath("/home/me/docs")), contentType: .directory, size: nil)
}
