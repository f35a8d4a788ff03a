internal import ShareActions
internal import ShareDefinitions
internal import ShareModel
internal import ShareRouter
internal import ShareRouting
internal import SourceDiagnostics

extension CommandSpecification {
  static let explain = CommandSpecification(
    name: "explain", operands: "ITEM…",
    summary: "Tell which activities are offered for items, and why the others are not",
    details: CommonOptions.itemHelp,
    options: [OptionSpecification("activity", short: "a", value: "TYPE", "this activity alone")]
      + CommonOptions.rules + CommonOptions.items + [CommonOptions.json],
    run: ExplainCommand.run)
}

/// `sharerouter explain`.
enum ExplainCommand {
  static func run(_ call: Invocation) -> ExitStatus {
    guard let session = call.session() else { return .invalid }
    let streams = WorkFolder(environment: call.process.environment)
    defer { streams.remove() }
    guard let items = call.items(keepingStreamsIn: streams) else { return .usage }
    let activities: [Activity]
    if let name = call.arguments.text("activity") {
      switch call.find(name, session) {
      case .success(let definition): activities = [definition.activity]
      case .failure(let failure): return failure.status
      }
    } else {
      let loaded = session.allActivities()
      call.warn(of: loaded)
      activities = loaded.definitions.map(\.activity)
    }
    let router = session.router(
      excluding: call.arguments.texts("exclude"), only: call.arguments.texts("only"),
      hasTerminal: call.process.hasTerminal)
    call.warnOfUnmatchedPatterns(router, session)
    let ordered = router.inSheetOrder(activities)
    let decisions = ordered.map { router.decision(for: $0, items: items) }
    let text =
      call.arguments.has("json")
      ? ListCommand.json(items, ordered, decisions, true, call.process.languages)
      : describe(items, ordered, decisions, call.process.languages)
    return call.console.write(text) ? .done : .failed
  }

  private static func describe(
    _ items: [Item], _ activities: [Activity], _ decisions: [RoutingDecision], _ languages: [String]
  ) -> String {
    var text = items.count == 1 ? "Item\n" : "Items\n"
    for item in items {
      text += "  \(item.shortDescription)\n"
      if let content = item.contentTypeByContent {
        text += "    its content alone says \(content), its name \(item.contentType)\n"
      }
    }
    let rows = Array(zip(activities, decisions))
    let width = activities.map(\.type.rawValue.count).max() ?? 0
    func heading(_ activity: Activity) -> String {
      let padding = String(repeating: " ", count: width - activity.type.rawValue.count)
      return "  \(activity.type)\(padding)  \(TerminalText.escaped(activity.title.resolved(for: languages)))\n"
    }
    let offered = rows.filter { $1.isOffered }
    if !offered.isEmpty { text += "\nOffered\n" }
    for (activity, decision) in offered {
      text += heading(activity)
      for skipped in decision.skipped {
        text += "    skips item \(skipped.index + 1): \(TerminalText.escaped(skipped.reason.message))\n"
      }
    }
    let hidden = rows.filter { !$1.isOffered }
    if !hidden.isEmpty { text += "\nNot offered\n" }
    for (activity, decision) in hidden {
      guard let reason = decision.reason else { continue }
      text += heading(activity)
      text += "    \(reason.code.rawValue): \(TerminalText.escaped(reason.message))\n"
      if let place = reason.place { text += "    at \(TerminalText.escaped(place))\n" }
      if let remedy = reason.remedy { text += "    to mend it: \(TerminalText.escaped(remedy))\n" }
    }
    return text
  }
}
