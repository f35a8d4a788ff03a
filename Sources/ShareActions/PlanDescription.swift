public import ShareModel

/// What a plan would do, for people: every value as it would be handed over, secrets as `***`.
public struct PlanDescription: Sendable, Equatable {
  public struct Variable: Sendable, Equatable {
    public var name: String
    public var value: String
  }

  public enum Command: Sendable, Equatable {
    /// What is returned is all that happens.
    case nothing
    case arguments([String])
    /// A script as it is given to its interpreter, with the variables that carry its values.
    case script(interpreter: [String], text: String, variables: [Variable])
    case open(url: String)
  }

  public enum Input: Sendable, Equatable {
    case empty
    case text(String)
    case file(String)
    case terminal
  }

  public struct Run: Sendable, Equatable {
    public var itemIndexes: [Int]
    public var command: Command
    public var standardInput: Input
    /// What is added to the caller's environment.
    public var environment: [Variable]
    /// Nil for the caller's folder.
    public var workingDirectory: String?
    /// In seconds.
    public var timeout: Double?
    public var launches: Bool
    public var usesTerminal: Bool
    /// Values that are not UTF-8 are shown with U+FFFD.
    public var isExact: Bool
  }

  public var activityType: ActivityType
  public var runs: [Run]
  public var skippedItems: [Outcome.SkippedItem]
}

extension PlanDescription {
  /// Describes a plan. Secrets are masked when the plan was made for a description.
  public init(_ plan: ActionPlan) {
    self.init(
      activityType: plan.activityType, runs: plan.runs.map { PlanDescription.run($0, plan.mask) },
      skippedItems: plan.skippedItems)
  }

  private static func run(_ run: ActionPlan.Run, _ mask: SecretMask) -> Run {
    var isExact = true
    func shown(_ bytes: [UInt8]) -> String {
      let masked = mask.masked(bytes)
      if String(validating: masked, as: UTF8.self) == nil { isExact = false }
      return String(decoding: masked, as: UTF8.self)
    }
    func shown(_ entries: [ProcessEnvironment.Entry]) -> [Variable] {
      entries.map { Variable(name: shown($0.name), value: shown($0.value)) }
    }

    guard let planned = run.command else {
      return Run(
        itemIndexes: run.itemIndexes, command: .nothing, standardInput: .empty, environment: [],
        workingDirectory: nil, timeout: nil, launches: false, usesTerminal: false, isExact: true)
    }
    let request = planned.request
    let command: Command
    switch run.action {
    case .nothing: command = .nothing
    case .open(let url, _): command = .open(url: shown(url))
    case .run:
      if let script = planned.script {
        command = .script(
          interpreter: script.interpreter, text: shown(script.text), variables: shown(script.variables))
      } else {
        command = .arguments(request.arguments.map(shown))
      }
    }
    let input: Input
    switch request.standardInput {
    case .empty: input = request.terminal == .foreground ? .terminal : .empty
    case .inherit: input = .terminal
    case .bytes(let bytes): input = .text(shown(bytes))
    case .file(let path): input = .file(shown(path.bytes))
    }
    let launches = request.waiting != .untilExit
    return Run(
      itemIndexes: run.itemIndexes, command: command, standardInput: input,
      environment: shown(planned.addedEnvironment), workingDirectory: request.workingDirectory.map { shown($0.bytes) },
      timeout: launches || request.terminal == .foreground ? nil : request.timeout, launches: launches,
      usesTerminal: request.terminal == .foreground, isExact: isExact)
  }
}
