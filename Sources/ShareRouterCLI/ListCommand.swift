internal import JSONSyntax
internal import ShareActions
internal import ShareDefinitions
internal import ShareModel
internal import ShareRouting
internal import ShareSessions
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
    let showsAll = call.arguments.has("all")
    let (activities, loaded) = session.mapActivities { [sharing] activity in
      // Without items it is only known what is excluded from all of them.
      let decision =
        sharing.items.isEmpty
        ? RoutingDecision(activityType: activity.type, reason: router.exclusionOfAnyItems(of: activity))
        : sharing.decision(for: activity, router)
      return Row(router.sheetKey(of: activity), decision)
    }
    call.warn(of: loaded)
    call.warnOfUnmatchedPatterns(router, session)
    // By index: sorting moves what it sorts many times.
    let rows = activities.indices.filter { showsAll || activities[$0].reason == nil }
      .sorted { activities[$0].key < activities[$1].key }.map { activities[$0] }
    if call.arguments.has("json") { return call.console.write(json(items, rows)) ? .done : .failed }
    var text = table(rows)
    if showsAll, !loaded.overridden.isEmpty { text += overriddenTable(loaded.overridden) }
    if text.isEmpty {
      guard !activities.isEmpty || !items.isEmpty else {
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

  /// What is shown of an activity.
  struct Row: Sendable {
    let key: SheetKey
    /// Why it is not offered.
    let reason: RoutingDecision.Reason?
    /// How many of the items it would not get.
    let skippedCount: Int

    init(_ key: SheetKey, _ decision: RoutingDecision) {
      self.key = key
      reason = decision.reason
      skippedCount = decision.skipped.count
    }
  }

  private static func table(_ rows: [Row]) -> String {
    // Types are ASCII.
    let width = rows.reduce(0) { max($0, $1.key.type.rawValue.utf8.count) }
    let titles = rows.map { TerminalText.escaped($0.key.title) }
    let titleWidth = titles.reduce(0) { max($0, TerminalText.width(of: $1)) }
    var text = ""
    for index in rows.indices {
      let (row, title) = (rows[index], titles[index])
      text += row.key.type.rawValue
      text += String(repeating: " ", count: width - row.key.type.rawValue.utf8.count)
      text += row.key.category == .share ? "  share   " : "  action  "
      text += title
      if let reason = row.reason {
        text += String(repeating: " ", count: titleWidth - TerminalText.width(of: title))
        text += "  \(reason.code.rawValue): \(TerminalText.escaped(reason.message))"
      } else if row.skippedCount > 0 {
        text += "  (without \(row.skippedCount) of the items)"
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

  static func json(_ items: [Item], _ rows: [Row]) -> String {
    JSONValue.object([
      JSONMember("items", .array(items.map(\.json))), JSONMember("activities", .array(rows.map(\.json))),
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
