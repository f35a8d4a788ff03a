internal import ShareActions
@_exported public import ShareModel
@_exported public import ShareSessions
internal import Synchronization

/// The share sheet: hand over items, ask which activities can act on them, perform the one that the person picks (UIKit:
/// `UIActivityViewController`).
///
/// A sheet draws nothing; whoever has one shows `activities` as it likes. It is used for one sharing: it ends with the
/// outcome of the one activity that was performed, or by `dismiss()`, and `completionHandler` is called exactly once
/// then. It may be used from any task or thread; reading and waiting happen on threads of the sheet's own.
public final class ShareSheet: Sendable {
  /// - Parameters:
  ///   - activityType: What was performed; nil when the sheet was dismissed without a choice.
  ///   - completed: Whether it was done.
  ///   - returnedItems: What came back; nil when the activity returns nothing.
  ///   - error: Why it was not done; nil when it was, and when the person cancelled it. An `Outcome.Failure`, or what an
  ///     activity written in Swift has thrown.
  public typealias CompletionHandler =
    @Sendable (
      _ activityType: ActivityType?, _ completed: Bool, _ returnedItems: [ReturnedItem]?, _ error: (any Error)?
    ) -> Void

  private enum Phase {
    case open
    case performing(Cancellation)
    case finished
  }

  private struct State {
    var configuration: ActivityItemsConfiguration
    var settings = Settings()
    var completionHandler: CompletionHandler?
    var phase = Phase.open
  }

  /// How actions are performed.
  struct Settings: Sendable {
    var capturesOutput = true
    var outputFolder: FilePath?
    var followers: [ActivityType] = []
  }

  private let state: Mutex<State>
  let applicationActivities: [any ShareActivity]
  let folders: [FilePath]
  let process: ProcessContext
  let contents = SheetContents()
  /// Data of pipes that were shared; gone with the sheet.
  let streams: WorkFolder

  /// A sheet for some items.
  ///
  /// - Parameters:
  ///   - activityItems: Texts, URLs, files. Nothing is looked at before the sheet is asked for something.
  ///   - applicationActivities: Activities written in Swift, shown beside those that are defined in YAML.
  ///   - definitions: Folders of definitions that stand before those of the person and of the system.
  ///   - process: What the sheet knows of its surroundings.
  public convenience init(
    activityItems: [any ActivityItemConvertible], applicationActivities: [any ShareActivity]? = nil,
    definitions: [FilePath] = [], process: ProcessContext = .current()
  ) {
    self.init(
      configuration: ActivityItemsConfiguration(activityItems), applicationActivities: applicationActivities,
      definitions: definitions, process: process)
  }

  /// A sheet for items with everything that goes along, such as a request file says it (UIKit:
  /// `init(activityItemsConfiguration:)`).
  public init(
    configuration: ActivityItemsConfiguration, applicationActivities: [any ShareActivity]? = nil,
    definitions: [FilePath] = [], process: ProcessContext = .current()
  ) {
    state = Mutex(State(configuration: configuration))
    self.applicationActivities = applicationActivities ?? []
    folders = definitions
    self.process = process
    streams = WorkFolder(environment: process.environment)
  }

  /// A sheet that nobody uses any more was dismissed.
  deinit { dismiss() }

  // MARK: What goes along

  /// Activities that are not offered: types, or globs of them such as `com.example.*`.
  public var excludedActivityTypes: [ActivityType]? {
    get { state.withLock(\.configuration.excludedActivityTypes) }
    set { state.withLock { $0.configuration.excludedActivityTypes = newValue ?? [] } }
  }

  /// The only activities that may be offered: types, or globs of them; nil for any.
  public var onlyActivityTypes: [ActivityType]? {
    get { state.withLock(\.configuration.onlyActivityTypes) }
    set { state.withLock { $0.configuration.onlyActivityTypes = newValue } }
  }

  /// One line.
  public var subject: String? {
    get { state.withLock(\.configuration.subject) }
    set { state.withLock { $0.configuration.subject = newValue } }
  }

  /// A message beside the items; never glued into a text.
  public var message: String? {
    get { state.withLock(\.configuration.message) }
    set { state.withLock { $0.configuration.message = newValue } }
  }

  /// One line each.
  public var recipients: [String] {
    get { state.withLock(\.configuration.recipients) }
    set { state.withLock { $0.configuration.recipients = newValue } }
  }

  /// Whether what programs print is kept for the outcome (the default); else it is passed on as this process's own.
  public var capturesOutput: Bool {
    get { state.withLock(\.settings.capturesOutput) }
    set { state.withLock { $0.settings.capturesOutput = newValue } }
  }

  /// Where returned files go; nil for where the activity says, else the person's folder of downloads.
  public var outputFolder: FilePath? {
    get { state.withLock(\.settings.outputFolder) }
    set { state.withLock { $0.settings.outputFolder = newValue } }
  }

  /// The activities that get what is returned, in order, in place of what the configuration or the definition says;
  /// empty for what those say. The sheet's outcome is then that of all of them.
  public var then: [ActivityType] {
    get { state.withLock(\.settings.followers) }
    set { state.withLock { $0.settings.followers = newValue } }
  }

  /// Called exactly once, on no particular thread, when the sheet is over.
  public var completionHandler: CompletionHandler? {
    get { state.withLock(\.completionHandler) }
    set { state.withLock { $0.completionHandler = newValue } }
  }

  var configuration: ActivityItemsConfiguration { state.withLock(\.configuration) }
  var settings: Settings { state.withLock(\.settings) }

  // MARK: What is done

  /// What is offered, in the order of the sheet. May be asked any number of times; nothing is run.
  public var activities: [OfferedActivity] {
    get async throws(ShareSheetError) {
      try await onThread { [self] () throws(ShareSheetError) in try offered() }
    }
  }

  /// Whether an activity is offered, or the first rule that keeps it out; nil when there is none of that type.
  public func decision(for type: ActivityType) async throws(ShareSheetError) -> RoutingDecision? {
    try await onThread { [self] () throws(ShareSheetError) in try decided(type) }
  }

  /// Performs the activity that was chosen, and with it ends the sheet.
  ///
  /// Everything is checked again: what is not offered is not performed. Cancelling the task stops the activity, and so
  /// does `dismiss()`; the outcome then tells what it had come to.
  ///
  /// An activity whose definition has `background: true` is not waited for: it is stored as a job, which outlives this
  /// program, and the outcome is completed with the evidence `queued` and the number of the job. Nothing is returned then,
  /// and cancelling comes too late; `sharerouter jobs` tells what becomes of it. The program `sharerouter` performs it:
  /// without one beside this program or in the PATH, the outcome is a failure with the code `no-worker`.
  ///
  /// - Parameters:
  ///   - type: The activity.
  ///   - inputs: Answers to what it wants to know.
  ///   - isConfirmed: Whether the person said yes to the activity's question.
  /// - Returns: What came of it; also handed to `completionHandler`.
  @discardableResult
  public func perform(
    _ type: ActivityType, inputs: [String: String] = [:], isConfirmed: Bool = false
  ) async -> Outcome {
    let cancellation = Cancellation()
    let isFirst = state.withLock { state in
      guard case .open = state.phase else { return false }
      state.phase = .performing(cancellation)
      return true
    }
    guard isFirst else { return Outcome(activityType: type, status: .failed, error: .sheetIsOver()) }
    let choice = Choice(type: type, inputs: inputs, isConfirmed: isConfirmed)
    let ending = await withTaskCancellationHandler {
      await perform(choice, cancellation)
    } onCancel: {
      cancellation.cancel()
    }
    let outcome = ending.outcome
    let isCancelled = outcome.status == .cancelled
    finish(type, outcome.status == .completed, outcome.returnedItems, isCancelled ? nil : ending.error)
    return outcome
  }

  /// Ends the sheet: before a choice nothing is performed any more; what is being performed is stopped, and its own
  /// outcome still comes. Later calls change nothing.
  public func dismiss() {
    let cancellation: Cancellation? = state.withLock { state in
      if case .performing(let cancellation) = state.phase { return cancellation }
      return nil
    }
    if let cancellation { cancellation.cancel() } else { finish(nil, false, nil, nil) }
  }

  /// The one place at which a sheet ends.
  private func finish(
    _ type: ActivityType?, _ completed: Bool, _ returnedItems: [ReturnedItem]?, _ error: (any Error)?
  ) {
    let handler: CompletionHandler? = state.withLock { state in
      switch (state.phase, type) {
      // A choice may have been made just now: then its outcome is the sheet's.
      case (.finished, _), (.performing, nil): return nil
      case (.open, _), (.performing, _): break
      }
      state.phase = .finished
      defer { state.completionHandler = nil }
      return state.completionHandler
    }
    handler?(type, completed, returnedItems, error)
  }
}
