public import ShareModel
internal import SourceDiagnostics

/// One activity as it is offered for choosing.
public struct SheetRow: Sendable, Equatable {
  /// The part of the sheet in which a row stands.
  public enum Section: Sendable, Equatable {
    /// Pinned by the person's configuration, of either category.
    case pinned
    case share
    case action
  }

  public var type: ActivityType
  /// One line in its visible form, different from that of every other row and never blank: titles that repeat are told
  /// apart by their type.
  public var label: String
  public var section: Section
  /// What the activity does, one line in its visible form.
  public var detail: String?

  public init(type: ActivityType, label: String, section: Section = .share, detail: String? = nil) {
    self.type = type
    self.label = label
    self.section = section
    self.detail = detail
  }

  /// The rows for activities in the order given.
  public static func rows(
    for activities: [Activity], languages: [String], pinned: [ActivityType] = []
  ) -> [SheetRow] {
    let titles = activities.map { oneLine($0.title.resolved(for: languages)) }
    let labels = distinctLabels(titles, activities.map(\.type))
    return activities.indices.map { index in
      let activity = activities[index]
      let section: Section =
        pinned.contains(activity.type) ? .pinned : activity.category == .share ? .share : .action
      let detail = activity.summary.map { oneLine($0.resolved(for: languages)) }
      return SheetRow(type: activity.type, label: labels[index], section: section, detail: detail)
    }
  }

  /// A text for people as one line in its visible form: line breaks become blanks, none stands at either end.
  static func oneLine(_ text: String) -> String {
    let line = text.utf8.contains { $0 < 0x20 } ? String(text.map { $0.isNewline ? " " : $0 }) : text
    var shown = Substring(TerminalText.escaped(line))
    while shown.first == " " { shown.removeFirst() }
    while shown.last == " " { shown.removeLast() }
    return String(shown)
  }

  private static func distinctLabels(_ titles: [String], _ types: [ActivityType]) -> [String] {
    var labels = zip(titles, types).map { $0.isEmpty ? $1.rawValue : $0 }
    // Twice, as a title may look like another one with its type.
    for _ in 0..<2 {
      var counts: [String: Int] = [:]
      for label in labels { counts[label, default: 0] += 1 }
      guard counts.count < labels.count else { break }
      for index in labels.indices where counts[labels[index]] != 1 { labels[index] += " (\(types[index]))" }
    }
    return labels
  }
}
