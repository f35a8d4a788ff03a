internal import DesktopTypes
internal import Glibc
public import ShareActions
internal import ShareDefinitions
internal import ShareModel
public import ShareTemplates

/// Turns answers to an activity's inputs into values: what was given, else the configuration's, else the definition's
/// default. Nobody is asked here.
public struct InputResolver: Sendable {
  /// An input that has no usable value.
  public struct Problem: Error, Sendable, Equatable {
    public var name: String
    public var message: String
    public var help: String
    /// Whether there is no answer, rather than one that will not do.
    public var isMissing = false
  }

  let session: ShareSession
  /// The activity with its items; its `inputs` are what is to be found.
  let request: ActionRequest
  let planner: ActionPlanner

  public init(_ session: ShareSession, _ request: ActionRequest, surroundings: Surroundings) {
    self.session = session
    self.request = request
    planner = ActionPlanner(surroundings)
  }

  /// The values of all inputs by name, an optional one without an answer left out; and what is wrong, all of it.
  ///
  /// - Parameters:
  ///   - given: The answers, by the names of the inputs.
  ///   - unanswered: Optional inputs that the person left empty on purpose, so that no default counts.
  public func resolve(
    _ given: [InputAnswer], unanswered: Set<String> = []
  ) -> (NamedValues, [Problem]) {
    var resolved: NamedValues = [:]
    var problems: [Problem] = []
    for input in request.inputDefinitions {
      do throws(Problem) {
        if let answer = given.last(where: { $0.name == input.name })?.value {
          resolved[input.name] = try value(answer, input)
        } else if input.isOptional, unanswered.contains(input.name) {
          continue
        } else if let proposal = try proposal(for: input) {
          resolved[input.name] = try value(proposal, input)
        } else if !input.isOptional {
          throw missing(input)
        }
      } catch {
        problems.append(error)
      }
    }
    return (resolved, problems)
  }

  /// The answer that counts when nobody gives another one: the configuration's, else the definition's default.
  func proposal(for input: InputDefinition) throws(Problem) -> [UInt8]? {
    if let configured = configuredAnswer(to: input) { return configured }
    return try defaultValue(input)
  }

  /// What is wrong with the answers that are known before there are items; a default may need them.
  func problemsBeforeItems(_ given: [InputAnswer]) -> [Problem] {
    var problems: [Problem] = []
    for input in request.action.inputs {
      do throws(Problem) {
        if let answer = answer(to: input, given) {
          _ = try value(answer, input)
        } else if input.defaultValue == nil, !input.isOptional, request.facts.readsAlways(input: input.name) {
          throw missing(input)
        }
      } catch {
        problems.append(error)
      }
    }
    return problems
  }

  /// What was given for an input, else what the configuration says.
  private func answer(to input: InputDefinition, _ given: [InputAnswer]) -> [UInt8]? {
    given.last { $0.name == input.name }?.value ?? configuredAnswer(to: input)
  }

  private func configuredAnswer(to input: InputDefinition) -> [UInt8]? {
    let configured = session.configuration.inputs.first { $0.type == request.activity.type }?.values ?? []
    return configured.last { $0.name == input.name }.map { Array($0.value.utf8) }
  }

  private func missing(_ input: InputDefinition) -> Problem {
    let prompt = input.prompt.resolved(for: session.process.languages)
    var help = "give it with --input \(input.name)=VALUE"
    if case .fixed(let choices) = input.choices { help += "; the choices are " + InputResolver.list(choices) }
    return Problem(
      name: input.name, message: "the input '\(input.name)' (\(prompt)) has no value", help: help, isMissing: true)
  }

  private func defaultValue(_ input: InputDefinition) throws(Problem) -> [UInt8]? {
    do throws(Outcome.Failure) {
      return try planner.defaultValue(of: input, for: request)
    } catch {
      throw problem(input, "the default of the input '\(input.name)' cannot be made: \(error.message)")
    }
  }

  /// Checks an answer against the input's type and bounds.
  private func value(_ bytes: [UInt8], _ input: InputDefinition) throws(Problem) -> TemplateValue {
    let text = String(decoding: bytes, as: UTF8.self)
    if case .fixed(let choices) = input.choices, !choices.contains(where: { $0.value == text }) {
      throw problem(input, "'\(text)' is none of the choices of '\(input.name)': " + InputResolver.list(choices))
    }
    switch input.type {
    case .number: return try number(text, input)
    case .boolean:
      guard text == "true" || text == "false" else {
        throw problem(input, "'\(text)' is neither true nor false, as '\(input.name)' needs")
      }
      return .boolean(text == "true")
    case .file:
      let path = session.process.absolute(bytes)
      guard unsafe access(path.cPath, F_OK) == 0 else {
        throw problem(input, "there is no file '\(text)', which '\(input.name)' names")
      }
      return .path(path)
    case .text, .secret, .choice:
      if input.type != .secret, bytes.contains(0x0A) {
        throw problem(input, "'\(input.name)' is one line, and its value has a line break")
      }
      try checkPattern(bytes, input)
    case .multiline: try checkPattern(bytes, input)
    }
    return .text(bytes)
  }

  /// A decimal number, kept digit by digit.
  private func number(_ text: String, _ input: InputDefinition) throws(Problem) -> TemplateValue {
    let digits = text.utf8.first == UInt8(ascii: "-") ? text.utf8.dropFirst() : text.utf8[...]
    let isNumber =
      digits.first.map { (0x30...0x39).contains($0) } == true
      && digits.allSatisfy { (0x30...0x39).contains($0) || $0 == UInt8(ascii: ".") } && digits.last != UInt8(ascii: ".")
    guard isNumber, let value = Double(text) else {
      throw problem(input, "'\(text)' is not a number, as '\(input.name)' needs")
    }
    if let minimum = input.minimum, value < minimum {
      throw problem(input, "\(text) is below the least value of '\(input.name)', \(InputResolver.plain(minimum))")
    }
    if let maximum = input.maximum, value > maximum {
      throw problem(input, "\(text) is above the greatest value of '\(input.name)', \(InputResolver.plain(maximum))")
    }
    return .number(text)
  }

  private func checkPattern(_ bytes: [UInt8], _ input: InputDefinition) throws(Problem) {
    guard let pattern = input.pattern else { return }
    let found: Bool
    do throws(RegexError) {
      found = try BoundedRegex(pattern).firstMatch(in: bytes) != nil
    } catch {
      throw problem(input, "the pattern of '\(input.name)' cannot be tried: \(error.message)")
    }
    if !found { throw problem(input, "the value of '\(input.name)' does not match its pattern '\(pattern)'") }
  }

  private func problem(_ input: InputDefinition, _ message: String) -> Problem {
    Problem(name: input.name, message: message, help: "give another one with --input \(input.name)=VALUE")
  }

  private static func list(_ choices: [(value: String, label: LocalizedText)]) -> String {
    choices.map { "'\($0.value)'" }.joined(separator: ", ")
  }

  private static func plain(_ number: Double) -> String {
    number == number.rounded() && abs(number) < 1e15 ? String(Int(number)) : String(number)
  }
}
