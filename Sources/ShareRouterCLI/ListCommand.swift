internal import JSONSyntax
internal import ShareActions
internal import ShareDefinitions
internal import ShareModel
internal import ShareRouter
internal import ShareRouting
internal import SourceDiagnostics

extension CommandSpecification {
  static let list = CommandSpecification(
    name: "list", operands: "[ITEM…]", summary: "List activities; with items, those that are offered for them",
    details: CommonOptions.itemHelp + CommonOptions.requestHelp,
    options: [OptionSpecification("all", short: "a", "every activity, with the reason why it is not offered")]
      + CommonOptions.rules + CommonOptions.items + [CommonOptions.request, CommonOptions.json],
    run: ListCommand.run)
}

/// `sharerouter list`.
enum ListCommand {
  static func run(_ call: Invocation) -> ExitStatus {
    let session: ShareSession
    do throws(LookupFailure) { session = try call.session() } catch { return error.status }
    let streams = WorkFolder(environment: call.process.environment)
    defer { streams.remove() }
    var sharing = Sharing(items: [])
    if call.namesItems {
      guard let found = call.sharing(keepingStreamsIn: streams) else { return .usage }
      sharing = found
    } else {
      sharing.exclude(call.arguments.texts("exclude"))
      sharing.allowOnly(call.arguments.texts("only"))
    }
    let items = sharing.items.map(\.item)
    let router = session.router(for: sharing, hasTerminal: call.process.hasTerminal)
    let activities: [Activity]
    let loaded: LoadedDefinitions
    // Without items nothing is decided.
    var decisions: [RoutingDecision]?
    if items.isEmpty {
      (activities, loaded) = session.routableActivities()
    } else {
      (activities, decisions, loaded) = session.decidedActivities(for: sharing, router)
    }
    call.warn(of: loaded)
    call.warnOfUnmatchedPatterns(router, session)
    var order = router.sheetOrder(of: activities)
    if let decisions, !call.arguments.has("all") { order = order.filter { decisions[$0].isOffered } }
    if call.arguments.has("json") {
      let (listed, decided) = (order.map { activities[$0] }, order.map { decisions?[$0] })
      return call.console.write(json(items, listed, decided, call.process.languages)) ? .done : .failed
    }
    var text = table(order, activities, decisions, call.process.languages)
    if call.arguments.has("all"), !loaded.overridden.isEmpty { text += overriddenTable(loaded.overridden) }
    if text.isEmpty {
      call.console.error(
        items.isEmpty ? "there are no activities" : "no activity is offered",
        help: items.isEmpty ? "'sharerouter new TYPE' writes one" : "'sharerouter list --all …' tells why not")
      return items.isEmpty ? .done : .notOffered
    }
    return call.console.write(text) ? .done : .failed
  }

  /// The rows of the activities with these indexes. By index, and in few steps: there may be thousands.
  private static func table(
    _ order: [Int], _ activities: [Activity], _ decisions: [RoutingDecision]?, _ languages: [String]
  ) -> String {
    // Types are ASCII.
    let width = order.reduce(0) { max($0, activities[$1].type.rawValue.utf8.count) }
    let titles = order.map { TerminalText.escaped(activities[$0].title.resolved(for: languages)) }
    let titleWidth = titles.reduce(0) { max($0, TerminalText.width(of: $1)) }
    var text = ""
    for (index, title) in zip(order, titles) {
      let type = activities[index].type.rawValue
      text += type
      text += String(repeating: " ", count: width - type.utf8.count)
      text += activities[index].category == .share ? "  share   " : "  action  "
      text += title
      if let reason = decisions?[index].reason {
        text += String(repeating: " ", count: titleWidth - TerminalText.width(of: title))
        text += "  \(reason.code.rawValue): \(TerminalText.escaped(reason.message))"
      } else if let skipped = decisions?[index].skipped, !skipped.isEmpty {
        text += "  (without \(skipped.count) of the items)"
      }
      text += "\n"
    }
    return text
  }

  /// Definitions that a nearer one of the same type stands in front of.
  private static func overriddenTable(_ overridden: [LoadedDefinitions.Overridden]) -> String {
    overridden.reduce("\nOverridden\n") { text, file in
      let (loser, winner) = (file.path.displayText, file.nearer.displayText)
      return text + "  \(TerminalText.escaped(loser))\n    by \(TerminalText.escaped(winner))\n"
    }
  }

  static func json(
    _ items: [Item], _ activities: [Activity], _ decisions: [RoutingDecision?], _ languages: [String]
  ) -> String {
    let rows = zip(activities, decisions).map { activity, decision in
      (decision ?? RoutingDecision(activityType: activity.type)).json(activity, languages: languages)
    }
    return JSONValue.object([
      JSONMember("items", .array(items.map(\.json))), JSONMember("activities", .array(rows)),
    ]).serialized(pretty: true) + "\n"
  }
}

extension Invocation {
  /// Findings in definitions are told in one line here; `validate` shows them.
  func warn(of loaded: LoadedDefinitions) {
    let files = Set(loaded.findings.filter { $0.severity == .error }.map(\.primary.location.file.path))
    guard !files.isEmpty else { return }
    let names = files.sorted().prefix(3).map { "'\($0)'" }.joined(separator: ", ") + (files.count > 3 ? ", …" : "")
    console.warning(
      "\(files.count) \(files.count == 1 ? "file is" : "files are") left out because of errors: \(names)",
      help: "'sharerouter validate' shows them")
  }
}
