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
    details: CommonOptions.itemHelp,
    options: [OptionSpecification("all", short: "a", "every activity, with the reason why it is not offered")]
      + CommonOptions.rules + CommonOptions.items + [CommonOptions.json],
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
    var items: [Item] = []
    if !call.itemArguments.isEmpty {
      guard let found = call.items(keepingStreamsIn: streams) else { return .usage }
      items = found
    }
    let loaded = session.allActivities()
    call.warn(of: loaded)
    let router = session.router(
      excluding: call.arguments.texts("exclude"), only: call.arguments.texts("only"),
      hasTerminal: call.process.hasTerminal)
    call.warnOfUnmatchedPatterns(router, session)
    let activities = router.inSheetOrder(loaded.definitions.map(\.activity))
    let decisions = activities.map { items.isEmpty ? nil : router.decision(for: $0, items: items) }
    let showsAll = call.arguments.has("all") || items.isEmpty
    if call.arguments.has("json") {
      return call.console.write(json(items, activities, decisions, showsAll, call.process.languages)) ? .done : .failed
    }
    let text = table(activities, decisions, showsAll, call)
    if text.isEmpty {
      call.console.error(
        items.isEmpty ? "there are no activities" : "no activity is offered",
        help: items.isEmpty ? "'sharerouter new TYPE' writes one" : "'sharerouter list --all …' tells why not")
      return items.isEmpty ? .done : .notOffered
    }
    return call.console.write(text) ? .done : .failed
  }

  private static func table(
    _ activities: [Activity], _ decisions: [RoutingDecision?], _ showsAll: Bool, _ call: Invocation
  ) -> String {
    let rows = zip(activities, decisions).filter { showsAll || $1?.isOffered == true }
    let width = rows.map { $0.0.type.rawValue.count }.max() ?? 0
    let titles = rows.map { TerminalText.escaped($0.0.title.resolved(for: call.process.languages)) }
    let titleWidth = titles.map { TerminalText.width(of: $0) }.max() ?? 0
    var text = ""
    for (row, title) in zip(rows, titles) {
      let (activity, decision) = row
      let padding = String(repeating: " ", count: width - activity.type.rawValue.count)
      text += "\(activity.type)\(padding)  \(activity.category == .share ? "share " : "action")  \(title)"
      if let reason = decision?.reason {
        text += String(repeating: " ", count: titleWidth - TerminalText.width(of: title))
        text += "  \(reason.code.rawValue): \(TerminalText.escaped(reason.message))"
      } else if let skipped = decision?.skipped, !skipped.isEmpty {
        text += "  (without \(skipped.count) of the items)"
      }
      text += "\n"
    }
    return text
  }

  static func json(
    _ items: [Item], _ activities: [Activity], _ decisions: [RoutingDecision?], _ showsAll: Bool, _ languages: [String]
  ) -> String {
    let rows = zip(activities, decisions).filter { showsAll || $1?.isOffered == true }.map { activity, decision in
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
