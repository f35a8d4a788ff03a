internal import JSONSyntax
internal import ShareActions
internal import ShareDefinitions
internal import ShareModel
internal import SourceDiagnostics

/// Holds what came of an example against what it expects. Each difference is a finding at the smallest part of the
/// expectation that differs.
struct ExampleComparison {
  let example: ActivityExample
  let folder: RehearsalFolder
  var findings: [Diagnostic] = []

  private var expectation: ExampleExpectation { example.expectation }

  init(_ example: ActivityExample, _ folder: RehearsalFolder) {
    self.example = example
    self.folder = folder
  }

  // MARK: Before anything runs

  /// The activity is offered, or this reason keeps it out.
  mutating func findings(keptOutBy reason: RoutingDecision.Reason?) -> [Diagnostic] {
    let isExpected = expectation.isOffered?.value ?? true
    let place = expectation.isOffered?.location ?? expectation.location
    switch (reason, isExpected) {
    case (nil, true): return []
    case (nil, false):
      return [.unmetExpectation("the activity is offered", at: place, "it is offered")]
    case (let reason?, true):
      return [
        .unmetExpectation(
          "the activity is not offered: \(shown(reason.message))", at: place,
          "not offered (reason: \(reason.code.rawValue))")
      ]
    case (let reason?, false):
      guard let expected = expectation.reason, expected.value != reason.code else { return [] }
      return [
        .unmetExpectation(
          "the activity is not offered for another reason", at: expected.location,
          "the reason is '\(reason.code.rawValue)'",
          notes: [shown(reason.message)])
      ]
    }
  }

  /// The activity cannot be performed.
  mutating func findings(refused message: String) -> [Diagnostic] {
    compareError(message)
    if findings.isEmpty, let unmet = firstUnmetPart {
      report("nothing was performed: \(shown(message))", at: unmet, "did not happen")
    }
    return findings
  }

  /// What else than a failure is expected.
  private var firstUnmetPart: SourceLocation? {
    [
      expectation.arguments?.value.first?.location, expectation.scripts?.value.first?.location,
      expectation.requests?.value.first?.location, expectation.opened?.value.first?.location,
    ].compactMap { $0 }.first
  }

  // MARK: After it was performed

  mutating func findings(_ outcome: Outcome, _ rehearsal: Rehearsal) -> [Diagnostic] {
    let events = rehearsal.events
    var programs: [(request: ProcessRequest, script: [UInt8]?)] = []
    var requests: [HTTPRequest] = []
    var opened: [[UInt8]] = []
    for event in events {
      switch event {
      case .ran(let request, let script): programs.append((request, script))
      case .opened(let url): opened.append(url)
      case .requested(let request): requests.append(request)
      }
    }
    let isAnswered = compareAnswers(programs.map(\.request), requests, rehearsal)
    // A failure for want of an answer is told by that.
    if isAnswered {
      compareError(outcome.status == .completed ? nil : outcome.error?.message ?? outcome.status.rawValue)
    }
    compareArguments(programs.filter { $0.script == nil }.map(\.request.arguments))
    compare(expectation.scripts, programs.compactMap(\.script), "script", trimmed: true)
    compare(expectation.standardInputs, programs.compactMap { $0.request.standardInput.text }, "standard input")
    compareEnvironment(programs.map(\.request.environment))
    compare(expectation.opened, opened, "opened URL")
    compareRequests(requests)
    if outcome.status == .completed { compareReturns(outcome.returnedItems) }
    return findings
  }

  /// Whether each program and request had an answer, and each answer was used.
  private mutating func compareAnswers(
    _ programs: [ProcessRequest], _ requests: [HTTPRequest], _ rehearsal: Rehearsal
  ) -> Bool {
    let before = findings.count
    if let responses = example.responses {
      if let extra = requests.dropFirst(responses.count).first {
        let place = responses.last?.location ?? example.location
        report(
          "there is no response for request \(responses.count + 1)", at: place, "the last response",
          ["the request: \(extra.method) \(shown(extra.url))"])
      }
      for response in responses.suffix(rehearsal.unusedResponses) {
        report("a response is not used: \(plural(requests.count, "request")) sent", at: response.location, "not used")
      }
    }
    if let runs = example.runs {
      if let extra = programs.dropFirst(runs.count).first {
        report(
          "there is no run for program \(runs.count + 1)", at: runs.last?.location ?? example.location, "the last run",
          ["the program: " + list(extra.arguments.map(shown))])
      }
      for run in runs.suffix(rehearsal.unusedPrograms) {
        report("a run is not used: \(plural(programs.count, "program")) run", at: run.location, "not used")
      }
    }
    return findings.count == before
  }

  private mutating func compareError(_ message: String?) {
    switch (expectation.error, message.map(shown)) {
    case (nil, nil): return
    case (let expected?, nil): report("the activity succeeds", at: expected.location, "no failure")
    case (nil, let message?): report("the activity fails: \(message)", at: expectation.location, "it fails")
    case (let expected?, let message?):
      guard !message.contains(expected.value) else { return }
      report("the failure says something else", at: expected.location, "not in the message", ["got: \(message)"])
    }
  }

  // MARK: Programs

  private mutating func compareArguments(_ actual: [[[UInt8]]]) {
    guard let expected = expectation.arguments else { return }
    for (index, list) in expected.value.enumerated() {
      guard index < actual.count else {
        report(
          "\(plural(actual.count, "program")) run without a script, not \(expected.value.count)", at: list.location,
          "not run")
        return
      }
      compare(list, actual[index].map(shown))
    }
    for extra in actual.dropFirst(expected.value.count) {
      report("one more program is run", at: expected.location, "the last one", ["got: " + list(extra.map(shown))])
    }
  }

  private mutating func compare(_ expected: ExampleExpectation.Texts, _ actual: [String]) {
    let texts = expected.value.map(\.value)
    guard texts != actual else { return }
    let index =
      zip(texts, actual).enumerated().first { $0.element.0 != $0.element.1 }?.offset ?? min(texts.count, actual.count)
    let place = index < texts.count ? expected.value[index].location : expected.location
    let label =
      index >= actual.count
      ? "got nothing more" : index >= texts.count ? "then got \(quoted(actual[index]))" : "got \(quoted(actual[index]))"
    report(
      "the arguments differ from the \(ordinal(index)) on", at: place, label,
      ["expected \(list(texts))\n     got \(list(actual))"])
  }

  private mutating func compareEnvironment(_ actual: [ProcessEnvironment]) {
    for variable in expectation.environment {
      let values = actual.compactMap { $0[variable.name].map(shown) }
      guard !values.contains(variable.text) else { continue }
      report(
        "the variable '\(variable.name)' of the program's environment differs", at: variable.location,
        values.last.map { "got \(quoted($0))" } ?? "it is not set")
    }
  }

  // MARK: Texts

  /// Compares texts one by one.
  mutating func compare(
    _ expected: ExampleExpectation.Texts?, _ actual: [[UInt8]], _ noun: String, trimmed: Bool = false
  ) {
    guard let expected else { return }
    let actual = actual.map(shown)
    for (index, text) in expected.value.enumerated() {
      guard index < actual.count else {
        report("there is no \(ordinal(index)) \(noun)", at: text.location, "got \(actual.count)")
        return
      }
      compare(text, actual[index], "the \(noun)", trimmed: trimmed)
    }
    for extra in actual.dropFirst(expected.value.count) {
      report("there is one more \(noun)", at: expected.location, "the last one", ["got \(quoted(extra))"])
    }
  }

  mutating func compare(_ expected: ExampleExpectation.Text, _ actual: String, _ what: String, trimmed: Bool = false) {
    let (left, right) =
      trimmed ? (withoutFinalBreaks(expected.value), withoutFinalBreaks(actual)) : (expected.value, actual)
    guard left != right else { return }
    if left.contains("\n") || right.contains("\n") {
      report("\(what) differs", at: expected.location, "differs", [TextDifference(left, right).text])
    } else {
      // What fits beside the carets needs no second line.
      let isLong = max(left.count, right.count) > 60
      report(
        "\(what) differs", at: expected.location, "got \(quoted(right))",
        isLong ? ["expected “\(left)”\n     got “\(right)”"] : [])
    }
  }

  private func withoutFinalBreaks(_ text: String) -> String {
    var text = text[...]
    while text.last == "\n" { text.removeLast() }
    return String(text)
  }

  // MARK: Returned items

  private mutating func compareReturns(_ actual: [ReturnedItem]?) {
    guard let expected = expectation.returns else { return }
    let actual = actual ?? []
    for (index, item) in expected.value.enumerated() {
      guard index < actual.count else {
        report(
          "\(plural(actual.count, "item")) returned, not \(expected.value.count)", at: item.location, "not returned")
        return
      }
      compare(item, actual[index])
    }
    for extra in actual.dropFirst(expected.value.count) {
      report("one more item is returned", at: expected.location, "the last one", ["got \(described(extra))"])
    }
  }

  private mutating func compare(_ expected: ExampleExpectation.Item, _ actual: ReturnedItem) {
    guard expected.kind == actual.item.kind, expected.name == actual.name else {
      report("another item is returned", at: expected.location, "got \(described(actual))")
      return
    }
    guard let path = actual.item.path else {
      compare(expected.value, shown(actual.item.textBytes ?? []), "the returned \(actual.item.kind.rawValue)")
      return
    }
    comparePath(expected.value, path.bytes, "the returned \(actual.item.kind.rawValue)")
    if let filename = expected.filename { compare(filename, shown(path.name), "the name of the returned file") }
  }

  /// A path is compared as a whole, or, where the expected one is relative, from its end.
  mutating func comparePath(_ expected: ExampleExpectation.Text, _ actual: [UInt8], _ what: String) {
    let path = shown(actual)
    guard path != expected.value, expected.value.first == "/" || !path.hasSuffix("/" + expected.value) else { return }
    report("\(what) is another file", at: expected.location, "got \(quoted(path))")
  }

  private func described(_ item: ReturnedItem) -> String {
    let value = shown(item.item.textBytes ?? item.item.path?.bytes ?? [])
    return "\(item.item.kind.rawValue) \(quoted(value))" + (item.name.map { ", named '\($0)'" } ?? "")
  }

  // MARK: Words

  mutating func report(_ message: String, at place: SourceLocation, _ label: String, _ notes: [String] = []) {
    findings.append(.unmetExpectation(message, at: place, label, notes: notes))
  }

  func shown(_ bytes: [UInt8]) -> String { String(decoding: folder.shown(bytes), as: UTF8.self) }

  func shown(_ text: String) -> String { shown(Array(text.utf8)) }

  func quoted(_ text: String) -> String {
    text.count > 120 ? "“\(text.prefix(119))…”" : "“\(text)”"
  }

  func list(_ texts: [String]) -> String { "[" + texts.map { "“\($0)”" }.joined(separator: ", ") + "]" }

  /// `one request was`, `3 requests were`.
  func plural(_ count: Int, _ noun: String) -> String {
    switch count {
    case 0: "no \(noun) was"
    case 1: "one \(noun) was"
    default: "\(count) \(noun)s were"
    }
  }

  func ordinal(_ index: Int) -> String {
    let words = ["first", "second", "third", "fourth", "fifth", "sixth"]
    return index < words.count ? words[index] : "\(index + 1)th"
  }
}

extension ProcessRequest.Input {
  /// What an example compares: the text, and of a file its path.
  fileprivate var text: [UInt8]? {
    switch self {
    case .empty, .inherit: nil
    case .bytes(let bytes): bytes
    case .file(let path): path.bytes
    }
  }
}
