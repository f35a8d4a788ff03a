internal import DesktopTypes
public import ShareActions
public import ShareDefinitions
public import ShareModel
internal import ShareTemplates

/// Brings what an activity gave back to a person who sees no terminal: texts and URLs are copied by copyToPasteboard and
/// shown in one notification. A failure is shown there too, as nobody would read of it elsewhere.
///
/// Where the person has no desktop session either (cron, a server), nothing is done and nothing is wrong; nor inside of an
/// action, whose own affair the results of what it sends are.
public struct ResultDelivery: Sendable {
  let session: ShareSession
  let surroundings: Surroundings

  public init(_ session: ShareSession, _ surroundings: Surroundings) {
    self.session = session
    var surroundings = surroundings
    // What the program that copies prints is for nobody.
    surroundings.capturesOutput = true
    self.surroundings = surroundings
  }

  /// Delivers the outcome of an activity that nothing followed; what went wrong with that.
  public func deliver(_ outcome: Outcome, of definition: ActivityDefinition) -> [String] {
    guard !surroundings.hasTerminal, surroundings.depth == 0 else { return [] }
    let items = (outcome.returnedItems ?? []).filter { $0.name == nil && $0.item.textBytes != nil }.map(\.item)
    var problems: [String] = []
    var isCopied = false
    if !items.isEmpty {
      do throws(Outcome.Failure) { isCopied = try copy(items) } catch {
        problems.append("what '\(outcome.activityType)' returned was not copied: \(error.message)")
      }
    }
    let failure = outcome.status == .failed || outcome.status == .timedOut ? outcome.error : nil
    guard failure != nil || !items.isEmpty, isShown(definition) else { return problems }
    let notification = notification(of: definition, items, failure, isCopied: isCopied)
    do throws(DesktopNotification.Failure) {
      try notification.show { session.process[$0] }
    } catch {
      problems.append("no notification was shown: \(error.message)")
    }
    return hasDesktop ? problems : []
  }

  /// Whether neither the definition nor the configuration says `notify: never`.
  private func isShown(_ definition: ActivityDefinition) -> Bool {
    definition.action.notify != .never && session.configuration.notify != .never
  }

  private var hasDesktop: Bool {
    ["DISPLAY", "WAYLAND_DISPLAY"].contains { !(session.process[$0] ?? "").isEmpty }
  }

  /// Whether the items were copied; they are not where nothing can copy or the person's rules say so.
  private func copy(_ items: [Item]) throws(Outcome.Failure) -> Bool {
    guard case .found(let definition, _) = session.definition(of: .copyToPasteboard) else { return false }
    let sharing = Sharing(items: items.map { SharedItem($0) })
    let router = session.router(for: sharing, hasTerminal: false)
    switch session.prepare(definition, sharing, router, surroundings, isConfirmed: true) {
    case .failure: return false
    case .success(let prepared):
      let plan = try ActionPlanner(surroundings).plan(prepared.request)
      let outcome = prepared.performance(of: plan).outcome
      if let error = outcome.error { throw error }
      return true
    }
  }

  private func notification(
    of definition: ActivityDefinition, _ items: [Item], _ failure: Outcome.Failure?, isCopied: Bool
  ) -> DesktopNotification {
    let title = definition.activity.title.resolved(for: session.process.languages)
    let texts = items.map { String(decoding: $0.textBytes ?? [], as: UTF8.self) }
    let summary =
      if failure != nil { "\(title): failed" } else if isCopied { "\(title): copied" } else { title }
    return DesktopNotification(
      summary: summary, body: ([failure?.message].compactMap { $0 } + texts).joined(separator: "\n"),
      icon: failure != nil ? "dialog-error" : definition.activity.icon ?? "edit-copy", urgency: .normal)
  }
}
