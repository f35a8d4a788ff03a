public import ShareActions
internal import ShareDefinitions
public import ShareModel

extension ActivityChain {
  /// What came of a chain.
  public struct Performance: Sendable {
    /// Under the name of the first activity; indexes count all items that were shared.
    public var outcome: Outcome
    /// Hides the secrets that were used.
    public var mask: SecretMask
    /// What did not keep anything from being done, but has to be said.
    public var warnings: [String] = []
  }

  /// What was done of a chain at an earlier time.
  public struct Resumption: Sendable {
    /// What came of the activities before the first one here.
    public var outcomes: [Outcome] = []
    /// Runs of the first one here.
    public var runs: [Outcome.Run] = []

    public init(outcomes: [Outcome] = [], runs: [Outcome.Run] = []) {
      self.outcomes = outcomes
      self.runs = runs
    }
  }

  /// An item that an activity gave back, and the plan that knows where its file belongs.
  private struct Gift {
    var item: ReturnedItem
    var giver: ActivityType
    var plan: ActionPlan
  }

  /// What is known while the activities are performed one after the other.
  private struct Progress {
    var links: [Outcome] = []
    /// The results of the last activity that returned any; nil when none did.
    var results: [Gift]?
    var extras: [Gift] = []
    /// Files in them may be on their way to the next activity.
    var workFolders: [WorkFolder] = []
    var mask = SecretMask()
    var warnings: [String] = []
  }

  /// Performs a plan of the first activity, and then the others with what each passes on: what it returned, or where it
  /// is not the kind that returns anything, what it was given itself. The first that is not completed is the last. Blocks
  /// the calling thread.
  ///
  /// Whatever becomes of the chain, what was given back until then is given to the person, and written down.
  ///
  /// - Parameters:
  ///   - plan: What the first activity does.
  ///   - interruption: How it is called off.
  ///   - performer: What performs the plan, and tells of its progress.
  ///   - resumption: What was done of it at an earlier time; the plan has the runs that are left.
  public func perform(
    _ plan: ActionPlan, interruption: Interruption? = nil, performer: ActionPerformer = ActionPerformer(),
    resumption: Resumption = Resumption()
  ) -> Performance {
    var progress = Progress()
    for outcome in resumption.outcomes { take(outcome, plan, &progress) }
    var performer = performer
    performer.observer.link = resumption.outcomes.count
    // The files of those in between are not for the person.
    performer.savesFiles = followers.isEmpty
    note(first, plan, interruption, performer, &progress, earlier: resumption.runs)
    var given = first.request.takenItems
    for follower in followers {
      guard let last = progress.links.last, last.status == .completed else { break }
      performer.observer.link += 1
      if last.returnedItems != nil { given = (progress.results ?? []).map(\.item.item) }
      let type = follower.activity.type
      guard !given.isEmpty else {
        progress.links.append(
          Outcome(activityType: type, status: .failed, error: .nothingToPassOn(from: last.activityType)))
        break
      }
      var passedOn = sharing
      passedOn.items = given.map { SharedItem($0) }
      passedOn.answers = sharing.answers(for: follower)
      let prepared: PreparedActivity
      switch session.prepare(follower, passedOn, router, surroundings, isConfirmed: true) {
      case .failure(let refusal):
        progress.links.append(Outcome(activityType: type, status: .failed, error: Outcome.Failure(refusal)))
        continue
      case .success(let ready): prepared = ready
      }
      do throws(Outcome.Failure) {
        let next = try ActionPlanner(surroundings.forLink(performer.observer.link)).plan(prepared.request)
        note(prepared, next, interruption, performer, &progress)
        given = prepared.request.takenItems
      } catch {
        progress.links.append(prepared.refused(error))
      }
    }
    return finish(&progress)
  }

  /// What is known of a chain that a job performs: that it is stored.
  public func queued(as job: Int) -> Performance {
    var outcome = Outcome(
      activityType: first.definition.activity.type, status: .completed, evidence: .queued,
      skippedItems: first.skippedItems)
    outcome.job = job
    return Performance(outcome: outcome, mask: SecretMask())
  }

  /// The performance of a chain whose first activity could not be planned.
  public func refused(_ failure: Outcome.Failure) -> Performance {
    Performance(outcome: first.refused(failure), mask: SecretMask())
  }

  /// Performs one activity and keeps what it gave.
  private func note(
    _ prepared: PreparedActivity, _ plan: ActionPlan, _ interruption: Interruption?, _ performer: ActionPerformer,
    _ progress: inout Progress, earlier: [Outcome.Run] = []
  ) {
    let performance = prepared.performance(of: plan, interruption: interruption, performer: performer)
    let outcome = performance.outcome
    progress.workFolders += performance.workFolders
    progress.mask.formUnion(plan.mask)
    take(outcome.merging(earlier: earlier), plan, &progress)
    // Texts and links are written down at once: whatever follows cannot lose them. Files are, when they are in place.
    let gifts = (outcome.returnedItems ?? []).map { Gift(item: $0, giver: outcome.activityType, plan: plan) }
    let isInPlace = performer.savesFiles
    record(gifts.filter { isInPlace || $0.item.item.path == nil }, &progress)
  }

  /// Adds what came of one activity.
  private func take(_ outcome: Outcome, _ plan: ActionPlan, _ progress: inout Progress) {
    progress.links.append(outcome)
    guard let returned = outcome.returnedItems else { return }
    let gifts = returned.map { Gift(item: $0, giver: outcome.activityType, plan: plan) }
    let results = gifts.filter { $0.item.name == nil }
    if outcome.status == .completed {
      progress.results = results
    } else if !results.isEmpty {
      // What came before stays the person's.
      progress.results = (progress.results ?? []) + results
    }
    progress.extras += gifts.filter { $0.item.name != nil }
  }

  /// Brings files that were passed on, and are what the person gets in the end, to their place.
  private func finish(_ progress: inout Progress) -> Performance {
    var failure: Outcome.Failure?
    var finished: [Gift] = []
    // A program that was launched may still need the file where it is.
    let isInUse = progress.links.contains { $0.evidence == .launched }
    for var gift in (progress.results ?? []) + progress.extras {
      if !followers.isEmpty, gift.item.item.path != nil {
        if isInUse { gift.item.item.isTemporary = false }
        do throws(Outcome.Failure) {
          gift.item.item = try gift.plan.saved(gift.item.item)
          record([gift], &progress)
        } catch {
          failure = gift.item.item.path.map { .leftBehind(error, $0) } ?? error
          for folder in progress.workFolders { folder.keep() }
        }
      }
      finished.append(gift)
    }
    if isInUse { for folder in progress.workFolders { folder.keep() } }
    var items: [ReturnedItem]? = finished.map(\.item)
    if progress.links.allSatisfy({ $0.returnedItems == nil }) { items = nil }
    var outcome = Outcome.chained(progress.links, returnedItems: items)
    if let failure, outcome.status == .completed {
      (outcome.status, outcome.evidence, outcome.error) = (.failed, nil, failure)
    }
    return Performance(outcome: outcome, mask: progress.mask, warnings: progress.warnings)
  }

  private func record(_ gifts: [Gift], _ progress: inout Progress) {
    let file = ResultsFile(stateFolder: surroundings.folder("state") ?? surroundings.home)
    for gift in gifts {
      do throws(ResultsFile.Failure) {
        try file.append([gift.item], of: gift.giver, at: surroundings.now(), masking: progress.mask)
      } catch {
        let message = "what '\(gift.giver)' returned is not in the list of results: \(Outcome.Failure(error).message)"
        if !progress.warnings.contains(message) { progress.warnings.append(message) }
      }
    }
  }
}
