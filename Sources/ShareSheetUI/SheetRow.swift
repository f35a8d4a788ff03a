public import ShareModel

/// One activity as it is offered for choosing.
public struct SheetRow: Sendable, Equatable {
  public var type: ActivityType
  /// One line; titles that repeat are told apart by their type.
  public var label: String

  public init(type: ActivityType, label: String) {
    self.type = type
    self.label = label
  }

  /// The rows for activities in the order given. Line breaks in titles become blanks, so that a row is one line
  /// wherever it is shown.
  public static func rows(for activities: [Activity], languages: [String]) -> [SheetRow] {
    let titles = activities.map { activity in
      String(activity.title.resolved(for: languages).map { $0.isNewline ? " " : $0 })
    }
    var counts: [String: Int] = [:]
    for title in titles { counts[title, default: 0] += 1 }
    return zip(activities, titles).map { activity, title in
      SheetRow(type: activity.type, label: counts[title] == 1 ? title : "\(title) (\(activity.type))")
    }
  }
}
