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
    emptyDocument: { _ in [JSONMember("items", .array([])), JSONMember("activities", .array([]))] },
    run: ListCommand.run)
}

/// `sharerouter list`.
enum ListCommand {
  static func run(_ call: Invocation) -> ExitStatus {
    let session: ShareSession
    switch call.session() {
    case .failure(let failure): return failure.status
    case .success(let opened): session = opened
    }
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
    let (all, loaded) = session.routableActivities()
    call.warn(of: loaded)
    let router = session.router(for: sharing, hasTerminal: call.process.hasTerminal)
    call.warnOfUnmatchedPatterns(router, session)
    let activities = router.inSheetOrder(all)
    // Without items it is only known what is excluded from all of them.
    let decisions = activities.map { activity in
      items.isEmpty
        ? RoutingDecision(activityType: activity.type, reason: router.exclusionOfAnyItems(of: activity))
        : sharing.decision(for: activity, router)
    }
    let showsAll = call.arguments.has("all")
    if call.arguments.has("json") {
      return call.console.write(json(items, activities, decisions, showsAll, call.process.languages)) ? .done : .failed
    }
    var text = table(activities, decisions, showsAll, call)
    if call.arguments.has("all"), !loaded.overridden.isEmpty { text += overriddenTable(loaded.overridden) }
    if text.isEmpty {
      guard !all.isEmpty || !items.isEmpty else {
        call.console.error("there are no activities", help: "'sharerouter new TYPE' writes one")
        return .done
      }
      call.console.error(
        items.isEmpty ? "every activity is excluded" : "no activity is offered",
        help: "'sharerouter list --all …' tells why not")
      return .notOffered
    }
    return call.console.write(text) ? .done : .failed
  }

  private static func table(
    _ activities: [Activity], _ decisions: [RoutingDecision], _ showsAll: Bool, _ call: Invocation
  ) -> String {
    let rows = zip(activities, decisions).filter { showsAll || $1.isOffered }
    let width = rows.map { $0.0.type.rawValue.count }.max() ?? 0
    let titles = rows.map { TerminalText.escaped($0.0.title.resolved(for: call.process.languages)) }
    let titleWidth = titles.map { TerminalText.width(of: $0) }.max() ?? 0
    var text = ""
    for (row, title) in zip(rows, titles) {
      let (activity, decision) = row
      let padding = String(repeating: " ", count: width - activity.type.rawValue.count)
      text += "\(activity.type)\(padding)  \(activity.category == .share ? "share " : "action")  \(title)"
      if let reason = decision.reason {
        text += String(repeating: " ", count: titleWidth - TerminalText.width(of: title))
        text += "  \(reason.code.rawValue): \(TerminalText.escaped(reason.message))"
      } else if !decision.skipped.isEmpty {
        text += "  (without \(decision.skipped.count) of the items)"
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
    _ items: [Item], _ activities: [Activity], _ decisions: [RoutingDecision], _ showsAll: Bool, _ languages: [String]
  ) -> String {
    let rows = zip(activities, decisions).filter { showsAll || $1.isOffered }.map { activity, decision in
      decision.json(activity, languages: languages)
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
