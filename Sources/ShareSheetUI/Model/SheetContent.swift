public import ShareModel

/// What a sheet shows: the items, the activities that are offered for them, and why the others are not.
public struct SheetContent: Sendable {
  /// An item in a few words, each in its visible form.
  public struct ItemLine: Sendable, Equatable {
    public var label: String
    /// Such as its type, its size, the dimensions of an image.
    public var details: [String]

    public init(label: String, details: [String]) {
      self.label = label
      self.details = details
    }

    /// All in one line.
    var text: String { ([label] + details).joined(separator: "  ") }
  }

  /// An activity that is not offered, in its visible form.
  public struct HiddenActivity: Sendable, Equatable {
    public var type: ActivityType
    public var title: String
    /// The code and the sentence of the rule that keeps it out, and where the rule stands.
    public var reason: String

    public init(type: ActivityType, title: String, reason: String) {
      self.type = type
      self.title = SheetRow.oneLine(title)
      self.reason = SheetRow.oneLine(reason)
    }
  }

  public var items: [ItemLine]
  public var rows: [SheetRow]
  public var hidden: [HiddenActivity]

  public init(items: [ItemLine], rows: [SheetRow], hidden: [HiddenActivity]) {
    self.items = items
    self.rows = rows
    self.hidden = hidden
  }

  /// The items in one line, for a picker's head: the first one's name, or how many there are.
  var summary: String { items.count == 1 ? items[0].label : "\(items.count) items" }
}
