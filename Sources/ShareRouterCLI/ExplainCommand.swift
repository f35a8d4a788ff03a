internal import DesktopTypes
internal import JSONSyntax
internal import ShareActions
internal import ShareDefinitions
internal import ShareModel
internal import ShareRouting
internal import ShareSessions
internal import SourceDiagnostics

extension CommandSpecification {
  static let explain = CommandSpecification(
    name: "explain", operands: "ITEM…",
    summary: "Tell which activities are offered for items, and why the others are not",
    details: CommonOptions.itemHelp + CommonOptions.requestHelp,
    options: [OptionSpecification("activity", short: "a", value: "TYPE", "this activity alone")]
      + CommonOptions.rules + CommonOptions.items + [CommonOptions.request, CommonOptions.json],
    emptyDocument: { _ in [JSONMember("items", .array([])), JSONMember("activities", .array([]))] },
    run: ExplainCommand.run)
}

/// `sharerouter explain`.
enum ExplainCommand {
  static func run(_ call: Invocation) -> ExitStatus {
    let session: ShareSession
    do throws(LookupFailure) { session = try call.session() } catch { return error.status }
    let streams = WorkFolder(environment: call.process.environment)
    defer { streams.remove() }
    guard let sharing = call.sharing(keepingStreamsIn: streams) else { return .usage }
    let items = sharing.items.map(\.item)
    let activities: [Activity]
    if let name = call.arguments.text("activity") {
      do throws(LookupFailure) { activities = [try call.find(name, session).activity] } catch { return error.status }
    } else {
      let (all, loaded) = session.routableActivities()
      call.warn(of: loaded)
      activities = all
    }
    let router = session.router(for: sharing, hasTerminal: call.process.hasTerminal)
    call.warnOfUnmatchedPatterns(router, session)
    let ordered = router.inSheetOrder(activities)
    let decisions = ordered.map { sharing.decision(for: $0, router) }
    let text =
      call.arguments.has("json")
      ? ListCommand.json(items, zip(ordered, decisions).map { ListCommand.Row(router.sheetKey(of: $0), $1) })
      : describe(items, ordered, decisions, call.process.languages)
    return call.console.write(text) ? .done : .failed
  }

  private static func describe(
    _ items: [Item], _ activities: [Activity], _ decisions: [RoutingDecision], _ languages: [String]
  ) -> String {
    var text = items.count == 1 ? "Item\n" : "Items\n"
    for (index, item) in items.enumerated() {
      text += items.count == 1 ? "  " : "  \(index + 1). "
      text += "\(item.shortDescription)\n"
      if let disagreement = disagreement(of: item) { text += "    \(TerminalText.escaped(disagreement))\n" }
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
      var subject = ""
      if items.count > 1, let index = reason.itemIndex { subject = "item \(index + 1), \(items[index].label): " }
      text += "    \(reason.code.rawValue): \(TerminalText.escaped(subject + reason.message))\n"
      if let place = reason.place { text += "    at \(TerminalText.escaped(place))\n" }
      if let remedy = reason.remedy(for: activity.type) { text += "    to mend it: \(TerminalText.escaped(remedy))\n" }
    }
    return text
  }

  /// What name and content say where they disagree, and which of them decided.
  private static func disagreement(of item: Item) -> String? {
    guard let path = item.path, item.contentType != .directory, !item.isTemporary else { return nil }
    let types = ContentTypeDatabase.desktop
    guard let byName = types.guess(name: path.name, prefix: nil).byName else { return nil }
    let byContent = item.contentTypeByContent?.essence
    // A type that was told to us is neither's.
    guard byName == item.contentType.essence || byContent == nil else { return nil }
    if let byContent { return "its name says \(byName), its content alone \(byContent); the name counts" }
    guard !types.isA(item.contentType.essence, byName), !types.isA(byName, item.contentType.essence) else { return nil }
    return "its name says \(byName), its content \(item.contentType); the content counts"
  }
}
