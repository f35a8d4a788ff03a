internal import Glibc
internal import JSONSyntax
internal import ShareActions
internal import ShareJobs
internal import ShareModel

/// What is known of the runs that earlier tries of a job have begun, for the try that goes on where they ended.
struct JobJournal {
  struct Entry {
    /// Which one of activities that follow one another, from 0.
    var link: Int
    var mayBeRepeated: Bool
    /// Nil where nobody knows what came of it.
    var run: Outcome.Run?
    /// Whether what it gave back is not all there, as a secret is hidden in it.
    var hidesSecret: Bool
  }

  let entries: [Entry]

  init(_ records: [JobRunRecord]) {
    entries = records.compactMap { record in
      guard let link = Int(record.items.prefix { $0 != ":" }) else { return nil }
      let json = record.outcome.flatMap { try? JSONValue.parse(Array($0.utf8)) }
      return Entry(
        link: link, mayBeRepeated: record.mayBeRepeated, run: json.flatMap(Outcome.Run.init(json:)),
        hidesSecret: json?[JobJournal.hiddenMark] == .boolean(true))
    }
  }

  private static let hiddenMark = "hidesSecret"

  /// What the store keeps of a run that has ended. Servers and programs may repeat a secret in what they give back: it is
  /// hidden, and that it is noted, as nobody may go on with the rest.
  static func record(of run: Outcome.Run, _ activityType: ActivityType, _ mask: SecretMask) -> String {
    let masked = run.masked(mask)
    let json = masked.json(of: activityType)
    guard masked.returnedItems != run.returnedItems, case .object(let members) = json else { return json.serialized() }
    return JSONValue.object(members + [JSONMember(hiddenMark, .boolean(true))]).serialized()
  }

  /// What the store calls a run.
  static func name(of run: ObservedRun) -> String {
    "\(run.link):" + run.itemIndexes.map(String.init).joined(separator: ",")
  }

  /// The activity that was performed last.
  var link: Int { entries.map(\.link).max() ?? 0 }

  func runs(of link: Int) -> [Outcome.Run] {
    let runs = entries.filter { $0.link == link }.compactMap(\.run)
    return runs.sorted { ($0.itemIndexes.first ?? 0) < ($1.itemIndexes.first ?? 0) }
  }

  private func returnedItems(of link: Int) -> [ReturnedItem]? {
    let returned = runs(of: link).compactMap(\.returnedItems)
    return returned.isEmpty ? nil : returned.flatMap { $0 }
  }

  /// What the last activity was given by those before it; nil where that is what was shared.
  var passedOn: [Item]? {
    (0..<link).reversed().lazy.compactMap { returnedItems(of: $0) }.first
      .map { items in items.filter { $0.name == nil }.map(\.item) }
  }

  /// Whether everything that so many activities pass on is still there: files in between go with the try that made them,
  /// and so do secrets.
  func canGoOn(among count: Int) -> Bool {
    (0..<min(link + 1, count - 1)).allSatisfy { link in
      !entries.contains { $0.link == link && $0.hidesSecret }
        && (returnedItems(of: link) ?? []).compactMap(\.item.path).allSatisfy { unsafe access($0.cPath, F_OK) == 0 }
    }
  }

  /// Whether all that was begun may be done again.
  var mayBeginAnew: Bool { entries.allSatisfy(\.mayBeRepeated) }

  /// The outcomes of the activities before the last one.
  func outcomesBefore(_ types: [ActivityType]) -> [Outcome] {
    (0..<link).map { index in
      Outcome(
        types[index], runs: runs(of: index), returns: returnedItems(of: index) != nil, skippedItems: [],
        durationMilliseconds: 0)
    }
  }
}
