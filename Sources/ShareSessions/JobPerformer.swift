internal import Glibc
internal import JSONSyntax
public import ShareActions
internal import ShareDefinitions
public import ShareJobs
internal import ShareModel
internal import ShareRouting
internal import ShareTemplates
internal import SourceDiagnostics

/// Performs jobs, by the same code as everything else: the stored definition is loaded, and what was shared is routed,
/// prepared and planned anew.
public struct JobPerformer: Sendable {
  /// The worker's process.
  let process: ProcessContext
  let performer: ActionPerformer

  public init(process: ProcessContext, performer: ActionPerformer = ActionPerformer()) {
    self.process = process
    self.performer = performer
  }

  /// Begins to perform a job on a thread of its own; false when there is none.
  public func start(_ run: JobRun) -> Bool {
    BlockingThread.start { run.finish(perform(run)) } == 0
  }

  private func perform(_ run: JobRun) -> JobEnding {
    guard let request = run.stored.request else { return JobPerformer.failed(.unreadableJob()) }
    do throws(Outcome.Failure) {
      try JobPerformer.check(request.items)
      let session = try open(request)
      var definitions = [try JobPerformer.definition(request.definition)]
      for follower in request.followers { definitions.append(try JobPerformer.definition(follower)) }
      let surroundings = surroundings(session, request, run.job)
      let journal = try journal(of: run, activities: definitions.count)
      // What has ended is not begun again, whatever came of it: what may be has no record.
      let chain = try chain(definitions, journal, request, session, surroundings)
      let plan = try ActionPlanner(surroundings.forLink(journal.link)).plan(chain.first.request)
      let runs = journal.runs(of: journal.link)
      let resumption = ActivityChain.Resumption(
        outcomes: journal.outcomesBefore(definitions.map(\.activity.type)), runs: runs)
      return try perform(plan.withoutRuns(runs.map(\.itemIndexes)), chain, resumption, run)
    } catch {
      return JobPerformer.failed(error)
    }
  }

  private static func failed(_ failure: Outcome.Failure) -> JobEnding { .ended(.failed, failure, outcome: nil) }

  // MARK: What was stored

  /// A file that is not what was shared any more is not sent in its place.
  private static func check(_ items: [JobRequest.SharedFile]) throws(Outcome.Failure) {
    for shared in items {
      guard let path = shared.item.path else { continue }
      guard unsafe access(path.cPath, F_OK) == 0 else { throw .itemMissing(path, errno: errno) }
      guard let stamp = shared.stamp else { continue }
      guard let now = FileStamp(of: path) else { throw .itemChanged(path) }
      if now != stamp { throw .itemChanged(path) }
    }
  }

  func open(_ request: JobRequest) throws(Outcome.Failure) -> ShareSession {
    var context = process
    for variable in JobPerformer.senderVariables(of: process) { context.environment[variable] = nil }
    for entry in request.environment { context.environment[entry.name] = entry.value }
    context.currentDirectory = context.home
    switch ShareSession.open(context, directories: request.folders) {
    case .open(let session, _): return session
    case .broken(let findings): throw .invalidRules(findings)
    }
  }

  /// What the sender's environment decides: a variable that it did not have is not there.
  private static func senderVariables(of process: ProcessContext) -> [[UInt8]] {
    process.environment.entries.map(\.name).filter(JobSubmission.isOfSession)
  }

  static func definition(_ stored: JobRequest.Definition) throws(Outcome.Failure) -> ActivityDefinition {
    let file = SourceFile(path: stored.path, bytes: stored.content)
    let (definition, findings) = DefinitionLoader.load(
      file, expectsTypeAsName: false, regularExpressionCheck: ShareSession.checkPattern)
    guard let definition else { throw .invalidDefinition(findings) }
    return definition
  }

  /// What is known of earlier tries. Where they ended in the midst of a chain whose files are gone, or which passes a
  /// secret on, it is begun anew if all of it may be.
  private func journal(of run: JobRun, activities count: Int) throws(Outcome.Failure) -> JobJournal {
    let journal = JobJournal(run.stored.runs)
    guard !journal.canGoOn(among: count) else { return journal }
    run.forget()
    guard journal.mayBeginAnew else { throw .passedOnIsGone() }
    return JobJournal([])
  }

  /// The activity that is to be performed next with what it is given, and those that follow it.
  private func chain(
    _ definitions: [ActivityDefinition], _ journal: JobJournal, _ request: JobRequest, _ session: ShareSession,
    _ surroundings: Surroundings
  ) throws(Outcome.Failure) -> ActivityChain {
    var sharing = sharing(request)
    let router = session.router(for: sharing, hasTerminal: false)
    let link = min(journal.link, definitions.count - 1)
    let said = request.answersOfFollowers.map { InputAnswer($0) }
    var own = sharing
    if let passedOn = journal.passedOn { own.items = passedOn.map { SharedItem($0) } }
    if link > 0 {
      own.answers = said
    } else {
      // Every input that has a value is among the answers; an optional one that is not was left empty.
      own.unanswered = Set(definitions[0].action.inputs.map(\.name)).subtracting(own.answers.map(\.name))
    }
    sharing.answers = said
    switch session.prepare(definitions[link], own, router, surroundings, isConfirmed: true) {
    case .failure(let refusal): throw Outcome.Failure(refusal)
    case .success(let first):
      let (chain, refusals) = session.chain(
        first, then: Array(definitions.dropFirst(link + 1)), sharing, router, surroundings, isConfirmed: true)
      if let refusal = refusals.first { throw Outcome.Failure(refusal) }
      return chain
    }
  }

  private func sharing(_ request: JobRequest) -> Sharing {
    var sharing = Sharing(items: request.items.map { SharedItem($0.item) })
    sharing.metadata = request.metadata
    sharing.exclusions = request.exclusions
    sharing.only = request.only.map { RoutingRules.Only(patterns: $0.patterns, origin: $0.origin) }
    sharing.answers = request.answers.map { InputAnswer($0) }
    return sharing
  }

  private func surroundings(_ session: ShareSession, _ request: JobRequest, _ job: Job) -> Surroundings {
    var surroundings = session.actionSurroundings(capturesOutput: true)
    surroundings.environment[JobProcesses.variable] = Array(job.key.utf8)
    surroundings.hasTerminal = false
    surroundings.startsSessions = true
    surroundings.idempotencyKey = job.key
    surroundings.outputFolder = request.outputFolder
    return surroundings
  }

  // MARK: Performing

  private func perform(
    _ plan: ActionPlan, _ chain: ActivityChain, _ resumption: ActivityChain.Resumption, _ run: JobRun
  ) throws(Outcome.Failure) -> JobEnding {
    guard let interruption = Interruption() else {
      throw .noFileDescriptor()
    }
    run.whenEnded { interruption.interrupt() }
    let log = JobLog(run.files.log, try: run.job.tries)
    let performance = chain.perform(
      plan, interruption: interruption, performer: observed(run, log), resumption: resumption)
    log.finish()
    return JobPerformer.ending(performance.outcome.masked(performance.mask))
  }

  /// The performer, which keeps the job's journal, log and progress.
  private func observed(_ run: JobRun, _ log: JobLog) -> ActionPerformer {
    var performer = performer
    let meter = ProgressMeter()
    performer.observer.begin = { observed in
      do throws(JobStoreError) {
        try run.begin(items: JobJournal.name(of: observed), mayBeRepeated: observed.mayBeRepeated)
        return nil
      } catch {
        return Outcome.Failure(code: "cancelled", message: "that it begins could not be noted: \(error.message)")
      }
    }
    performer.observer.end = { observed, ended, mask in
      let items = JobJournal.name(of: observed)
      guard ended.repetition == nil else { return run.undo(items: items) }
      var ended = ended
      ended.standardOutput = nil
      run.end(items: items, ended.status, outcome: JobJournal.record(of: ended, observed.activityType, mask))
    }
    performer.observer.output = { stream, bytes, mask in log.take(bytes, from: stream, mask) }
    performer.observer.progress = { progress in
      if let now = meter.take(progress) { run.report(JobProgress(done: now.done, total: now.total)) }
    }
    return performer
  }

  /// What an outcome means for the job: whether there is another try, and what is kept of it. What programs wrote is in
  /// the log.
  private static func ending(_ outcome: Outcome) -> JobEnding {
    var outcome = outcome
    outcome.standardOutput = nil
    for index in outcome.runs.indices { outcome.runs[index].standardOutput = nil }
    let json = outcome.json.serialized()
    let failure = outcome.error ?? Outcome.Failure(code: "failed", message: "it failed")
    let state: JobState
    switch outcome.status {
    case .completed: return .ended(.completed, nil, outcome: json)
    case .cancelled: return .ended(.cancelled, failure, outcome: json)
    case .failed: state = .failed
    case .timedOut: state = .timedOut
    }
    let repetitions = outcome.runs.compactMap(\.repetition)
    guard !repetitions.isEmpty else { return .ended(state, failure, outcome: json) }
    return .again(after: repetitions.compactMap(\.after).max(), state, failure, outcome: json)
  }
}

extension InputAnswer {
  fileprivate init(_ stored: JobRequest.NamedBytes) {
    self.init(name: String(decoding: stored.name, as: UTF8.self), value: stored.value)
  }
}
