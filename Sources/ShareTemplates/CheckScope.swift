import ShareModel

/// What templates can name at one point of an action.
struct CheckScope {
  /// An entry of the activity and the kinds of items that come by it.
  struct Entry {
    var accept: AcceptEntry
    /// Few enough to be searched faster than hashed.
    var kinds: [ItemKind]

    /// The part of it whose items can have a field; nil when none can.
    func limited(to field: ValueDefinition) -> Entry? {
      if field.path == "text", !accept.givesText { return nil }
      let having = kinds.filter { field.kinds?.contains($0) ?? true }
      return having.isEmpty ? nil : Entry(accept: accept, kinds: having)
    }
  }

  /// An action that ran before.
  struct Result {
    enum Kind {
      case program, request, opener
    }

    /// Nil for the one action of an activity without steps.
    var id: String?
    var kind: Kind
    /// The collection for whose items it ran, so that its values are lists, but in a step for each of the same items.
    var each: ActionStep.Collection?
    /// Whether its `when` may have skipped it.
    var isConditional = false
  }

  var entries: [Entry]
  var inputs: [InputDefinition]
  /// In the order in which they ran.
  var results: [Result] = []
  /// Whether there are actions that could not be read, so that nobody knows what they leave behind.
  var hasUnknownResults = false
  /// The steps that have not run yet.
  var laterSteps: [String] = []
  /// The collection whose elements `item.` is, inside a step with `each`.
  var each: ActionStep.Collection?
  /// Whether the reader itself may be skipped, together with what it reads.
  var isConditional = false

  init(activity: Activity, kinds: [ItemKind], inputs: [InputDefinition]) {
    self.inputs = inputs
    entries = activity.accepts.compactMap { accept in
      let covered = ItemKind.allCases.filter { kind in
        kind.conforms(to: accept.kind) && (kinds.isEmpty || kinds.contains { kind.conforms(to: $0) })
      }
      return covered.isEmpty ? nil : Entry(accept: accept, kinds: covered)
    }
  }

  /// The entries with the kinds that a collection (nil for `item`) takes of them.
  func entries(of collection: ActionStep.Collection?) -> [Entry] {
    guard let kind = (collection ?? each)?.kind else { return entries }
    return entries.compactMap { $0.kinds.contains(kind) ? Entry(accept: $0.accept, kinds: [kind]) : nil }
  }
}

extension ActionStep.Collection {
  /// The kind of its items; nil for all.
  var kind: ItemKind? {
    switch self {
    case .items: nil
    case .texts: .text
    case .urls: .url
    case .images: .image
    case .files: .file
    }
  }
}

extension ActionBody {
  /// What reading its result means; nil for bodies that are no single action.
  var resultKind: CheckScope.Result.Kind? {
    switch self {
    case .shell: .program
    case .http: .request
    case .open: .opener
    case .none, .steps, .variants: nil
    }
  }
}
