public import ShareModel

/// An activity on a sheet, for those who draw one or let a person choose.
public struct OfferedActivity: Sendable, Equatable {
  /// What the activity wants to know before it is performed.
  public struct Input: Sendable, Equatable {
    public struct Choice: Sendable, Equatable {
      public var value: String
      public var label: String
    }

    public enum Form: String, Sendable {
      case text, multiline, secret, number, boolean, choice, file
    }

    public var name: String
    public var prompt: String
    public var form: Form
    /// Empty where anything may be answered, and where only a program knows the choices.
    public var choices: [Choice]
    /// Whether the activity is performed only when this one is answered.
    public var isRequired: Bool
  }

  public var type: ActivityType
  /// In the person's language.
  public var title: String
  public var category: ActivityCategory
  public var summary: String?
  public var icon: String?
  public var inputs: [Input]
  /// What the person has to say yes to before the activity is performed.
  public var question: String?
  /// Items that it will not get, by their place in the sheet's items.
  public var skippedItems: [Outcome.SkippedItem]
}
