import ShareModel
import ShareTemplates

/// A request that is ready to be sent, and what its answers mean.
public struct PlannedRequest: Sendable {
  public var request: HTTPRequest
  var rules = ResponseRules()
  var until: (conditions: ResponseRules, interval: Double)?
  var retries = 0
  /// Whether the definition set an Idempotency-Key, so that the server knows a repetition.
  var hasOwnKey = false
  /// In seconds.
  var timeout: Double?
  /// The message of a failure.
  var errorTemplate: Template?
  /// Whether the body is wanted as a file, and in memory.
  var keepsFile = false
  var needsBody = false
  /// Headers that are shown in place of a signature's, for descriptions.
  var authenticationName: String?

  /// What an `until` without any timeout waits at most, in seconds.
  static let longestPolling = 600.0

  init(_ request: HTTPRequest) { self.request = request }
}

/// Where and how long a request is performed.
struct RequestSurroundings {
  var runner: HTTPRunner
  /// What templates of messages and conditions read.
  var values: TemplateValues
  var workFolder: WorkFolder
  /// On the monotonic clock; with the seconds that messages name.
  var deadline: (at: Double, seconds: Double)?
  var interruption: Interruption?
  /// Hides secrets in messages.
  var mask = SecretMask()

  /// Waits between two tries; false when it was interrupted meanwhile. A rehearsal has all the time in the world.
  func wait(seconds: Double) -> Bool { runner.rehearsal != nil || interruption.wait(seconds: seconds) }
}

extension PlannedRequest {
  /// Sends the request, again where that is right, and says what the answer means. Blocks the calling thread.
  func perform(_ surroundings: RequestSurroundings) -> ActionEnding {
    var deadline = surroundings.deadline
    let beginning = MonotonicTime.now.seconds
    if let timeout, deadline.map({ beginning + timeout < $0.at }) ?? true {
      deadline = (at: beginning + timeout, seconds: timeout)
    }
    if until != nil, deadline == nil {
      deadline = (at: beginning + PlannedRequest.longestPolling, seconds: PlannedRequest.longestPolling)
    }
    var attempt = Attempt(self, surroundings, deadline)
    return attempt.run()
  }

  /// All tries of one request.
  private struct Attempt {
    let plan: PlannedRequest
    let surroundings: RequestSurroundings
    let deadline: (at: Double, seconds: Double)?
    var tries = 0
    /// The last answer that was a failure.
    var lastAnswer: HTTPResponse?
    /// What `until` still waits for.
    var unmet: (path: String, found: String)?

    init(_ plan: PlannedRequest, _ surroundings: RequestSurroundings, _ deadline: (at: Double, seconds: Double)?) {
      self.plan = plan
      self.surroundings = surroundings
      self.deadline = deadline
    }

    private var isRepeatable: Bool { plan.request.isRepeatable(keyIsOwn: plan.hasOwnKey) }

    private var terms: HTTPRunner.Terms {
      let rules = plan.rules
      return HTTPRunner.Terms(
        storage: ResponseStorage(
          memoryLimit: plan.keepsFile && !plan.needsBody ? 64 << 10 : HTTPResponse.bodyLimit,
          folder: plan.keepsFile ? surroundings.workFolder : nil, saves: { rules.accepts($0) }),
        isAnswer: { rules.names($0) }, deadline: deadline, interruption: surroundings.interruption)
    }

    mutating func run() -> ActionEnding {
      while true {
        do throws(HTTPError) {
          let response = try surroundings.runner.send(plan.request, terms)
          if let ending = judge(response) { return ending }
        } catch {
          if let ending = judge(error) { return ending }
        }
      }
    }

    /// What an answer means; nil to send again.
    private mutating func judge(_ response: HTTPResponse) -> ActionEnding? {
      let result = ActionResult.response(response.values)
      // What is told of it; half of a secret that a message is cut in would not be known for one.
      var shown: HTTPResponse { response.masked(surroundings.mask) }
      func ending(_ failure: Outcome.Failure, _ status: Outcome.Status = .failed) -> ActionEnding {
        ActionEnding(status: status, error: failure, httpStatus: response.status, result: result)
      }
      guard plan.rules.accepts(response.status) else {
        lastAnswer = shown
        if let problem = pause(after: shown) {
          guard let problem else { return nil }
          var over = ending(problem)
          if problem.code != "cancelled" { over.repetition = repetition(after: response) }
          return over
        }
        var over = ending(message(response) ?? .httpStatus(shown))
        over.repetition = repetition(after: response)
        return over
      }
      guard plan.rules.accepts(response.contentType) else {
        return ending(message(response) ?? .responseType(shown, wanted: plan.rules.types))
      }
      if response.bodyWasCut, plan.needsBody { return ending(.responseTooLarge(response)) }
      if let unmet = plan.rules.unmet(values(with: result)) {
        let found = surroundings.mask.masked(unmet.found)
        return ending(message(response) ?? .responseValue(shown, unmet.path, unmet.wanted, found: found))
      }
      if let problem = plan.rules.problem(withText: response.body) {
        return ending(message(response) ?? .responseText(response, problem))
      }
      if let until = plan.until, let unmet = until.conditions.unmet(response.status, values(with: result)) {
        tries = 0
        let found = surroundings.mask.masked(unmet.found)
        self.unmet = (unmet.path, found)
        if let deadline, MonotonicTime.now.seconds + until.interval >= deadline.at {
          return ending(.untilTimedOut(seconds: deadline.seconds, unmet.path, found: found), .timedOut)
        }
        guard surroundings.wait(seconds: until.interval) else {
          return ending(.requestCancelled(), .cancelled)
        }
        return nil
      }
      return ActionEnding(
        status: .completed, evidence: plan.rules.isStated ? .confirmed : .responded, httpStatus: response.status,
        result: result)
    }

    /// Whether another try can and may follow an answer that is a failure.
    private func repetition(after response: HTTPResponse) -> Outcome.Repetition? {
      switch response.status {
      // The server says that it did nothing yet.
      case 429, 503: break
      case 408, 500, 502, 504: guard isRepeatable else { return nil }
      default: return nil
      }
      return Outcome.Repetition(after: RetryDelay.wish(response, now: surroundings.runner.now()))
    }

    /// Whether there is another try after an answer that is a failure, which was waited for then: nil for none, `.some`
    /// of nil for one, else why there is none.
    private mutating func pause(after response: HTTPResponse) -> Outcome.Failure?? {
      guard tries < plan.retries, repetition(after: response) != nil else { return .none }
      tries += 1
      let wish = RetryDelay.wish(response, now: surroundings.runner.now())
      let budget = deadline.map { max(0, $0.at - MonotonicTime.now.seconds) } ?? RetryDelay.budget
      let delay = wish ?? RetryDelay.pause(afterTry: tries)
      guard delay <= budget else {
        return wish == nil ? .none : .some(.retryTooLate(response, seconds: delay, budget: budget))
      }
      guard surroundings.wait(seconds: delay) else { return .some(.requestCancelled()) }
      return .some(nil)
    }

    /// What it means that there is no answer; nil to send again.
    private mutating func judge(_ error: HTTPError) -> ActionEnding? {
      let mayTryAgain = error.isTransient && (error.isBeforeRequest || isRepeatable)
      if mayTryAgain, tries < plan.retries {
        tries += 1
        let delay = RetryDelay.pause(afterTry: tries)
        if deadline.map({ MonotonicTime.now.seconds + delay < $0.at }) ?? true {
          guard surroundings.wait(seconds: delay) else {
            return ActionEnding(status: .cancelled, error: .requestCancelled())
          }
          return nil
        }
      }
      if case .timedOut(let seconds) = error, let unmet {
        return ActionEnding(
          status: .timedOut, error: .untilTimedOut(seconds: seconds, unmet.path, found: unmet.found))
      }
      var failure = Outcome.Failure(error)
      if let lastAnswer { failure.message += "; before that, " + Outcome.Failure.httpStatus(lastAnswer).message }
      return ActionEnding(
        status: error.status, error: failure, httpStatus: lastAnswer?.status,
        repetition: mayTryAgain ? Outcome.Repetition() : nil)
    }

    private func values(with result: ActionResult) -> TemplateValues {
      var values = surroundings.values
      values.results.append(.init(id: nil, values: .one(result)))
      return values
    }

    /// What the definition's `error` comes to; nil without one, or when its values are not there.
    private func message(_ response: HTTPResponse) -> Outcome.Failure? {
      guard let template = plan.errorTemplate else { return nil }
      var renderer = Renderer(values(with: .response(response.values)))
      guard let bytes = try? renderer.text(template) else { return nil }
      let line = Outcome.Failure.oneLine(surroundings.mask.masked(bytes), limit: 500)
      return line.isEmpty ? nil : .stated(line, response.masked(surroundings.mask))
    }
  }
}

extension HTTPResponse {
  /// Of the body, what messages look at at most.
  private static let shownBytes = 64 << 10

  /// The beginning of it with secrets hidden, for messages.
  fileprivate func masked(_ mask: SecretMask) -> HTTPResponse {
    guard !mask.isEmpty else { return self }
    var shown = self
    shown.reason = mask.masked(reason)
    shown.body = mask.masked(Array(body.prefix(HTTPResponse.shownBytes)))
    return shown
  }

  /// What is shown of an answer that templates have read.
  init(_ values: ActionResult.Response, _ mask: SecretMask) {
    self.init(
      status: values.status, reason: "", url: values.url, headers: values.headers.map { Header($0.name, $0.value) },
      body: values.body, bodyWasCut: false)
    self = masked(mask)
  }

  /// What templates read of it.
  var values: ActionResult.Response {
    ActionResult.Response(
      status: status, url: url, headers: headers.map { ($0.name, $0.value) }, body: body, file: file)
  }
}
