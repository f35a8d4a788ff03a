import ShareModel
import ShareTemplates
import SourceDiagnostics
import YAMLSyntax

extension DecodingContext {
  /// The examples of an activity; what they say is held against the inputs and the action that it has.
  mutating func examples(_ node: YAMLNode?, of action: ActivityAction) -> [ActivityExample] {
    guard let node, !node.isNothing else { return [] }
    return node.elements.compactMap { example($0, action) }
  }

  private mutating func example(_ node: YAMLNode, _ action: ActivityAction) -> ActivityExample? {
    guard let entries = node.entries else { return nil }
    let items = requestItems(entries.value(of: "send"))
    checkItems(items)
    guard let expect = entries.first(where: { $0.key.text == "expect" }), let expected = expect.value.entries else {
      return nil
    }
    checkInputs(entries.value(of: "inputs"), action, isToFail: expected.value(of: "error") != nil)
    checkParts(entries, expected, action)
    var example = ActivityExample(
      location: location(of: node), items: items, metadata: metadata(entries),
      expectation: expectation(expected, at: location(of: expect.key)))
    example.inputs = namedTexts(entries.value(of: "inputs"))
    example.environment = namedTexts(entries.value(of: "env"))
    if let node = entries.value(of: "secrets") { example.secrets = namedTexts(node) }
    example.responses = entries.value(of: "response").map { $0.elements.map(response) }
    example.runs = entries.value(of: "run").map { $0.elements.map(run) }
    return example
  }

  private func response(_ node: YAMLNode) -> ActivityExample.Response {
    var response = ActivityExample.Response(location: location(of: node))
    response.status = integer(node["status"]) ?? 200
    response.headers = namedTexts(node["headers"])
    if let json = node["json"] {
      response.body = .json(jsonValue(json))
    } else if let text = node["text"]?.text {
      response.body = .text(text)
    }
    return response
  }

  private func run(_ node: YAMLNode) -> ActivityExample.Run {
    ActivityExample.Run(
      standardOutput: node["stdout"]?.text ?? "", exitStatus: integer(node["exit"]) ?? 0, location: location(of: node))
  }

  // MARK: Expectations

  private func expectation(_ entries: YAMLMapping, at place: SourceLocation) -> ExampleExpectation {
    var expectation = ExampleExpectation(location: place)
    expectation.isOffered = expected(entries.value(of: "offered")) { boolean($0) }
    expectation.reason = expected(entries.value(of: "reason")) { $0.text.flatMap(RoutingDecision.ReasonCode.init) }
    expectation.arguments = expected(entries.value(of: "argv")) { node in
      let lists = node.elements
      let isListOfLists = lists.contains { if case .sequence = $0.content { true } else { false } }
      return isListOfLists ? lists.compactMap { expectedTexts($0) } : expectedTexts(node).map { [$0] } ?? []
    }
    expectation.scripts = expectedTexts(entries.value(of: "script"))
    expectation.standardInputs = expectedTexts(entries.value(of: "stdin"))
    expectation.environment = namedTexts(entries.value(of: "env"))
    expectation.requests = expected(entries.value(of: "request") ?? entries.value(of: "requests")) { node in
      node.elements.map { expectedRequest($0) }
    }
    expectation.opened = expectedTexts(entries.value(of: "open"))
    expectation.returns = expected(entries.value(of: "returns")) { node in
      node.elements.compactMap { expectedItem($0) }
    }
    expectation.error = expectedText(entries.value(of: "error"))
    return expectation
  }

  private func expected<Value>(
    _ node: YAMLNode?, _ read: (YAMLNode) -> Value?
  ) -> ExampleExpectation.Expected<Value>? {
    guard let node, let value = read(node) else { return nil }
    return ExampleExpectation.Expected(value, at: location(of: node))
  }

  private func expectedText(_ node: YAMLNode?) -> ExampleExpectation.Text? { expected(node) { $0.text } }

  private func expectedTexts(_ node: YAMLNode?) -> ExampleExpectation.Texts? {
    expected(node) { $0.elements.compactMap { expectedText($0) } }
  }

  private func expectedRequest(_ node: YAMLNode) -> ExampleExpectation.Request {
    var request = ExampleExpectation.Request(location: location(of: node))
    request.method = expectedText(node["method"])
    request.url = expectedText(node["url"])
    request.query = expected(node["query"]) { expectedFields($0) }
    request.headers = namedTexts(node["headers"])
    if let json = node["json"] {
      request.body = .json(expectedJSON(json))
    } else if let form = expected(node["form"], { expectedFields($0) }) {
      request.body = .form(form)
    } else if let fields = expected(node["multipart"], { expectedFields($0) }) {
      request.body = .multipart(fields)
    } else if let text = expectedText(node["text"]) {
      request.body = .text(text)
    } else {
      request.body = expectedText(node["upload"]).map { .upload($0) }
    }
    return request
  }

  private func expectedFields(_ node: YAMLNode) -> [ExampleExpectation.Request.Field] {
    uniqueEntries(node).compactMap { entry in
      expectedTexts(entry.value).map { ExampleExpectation.Request.Field(name: entry.name, values: $0) }
    }
  }

  private func expectedJSON(_ node: YAMLNode) -> ExampleExpectation.JSON {
    let place = location(of: node)
    switch node.content {
    case .scalar: return .scalar(.init(jsonValue(node), at: place))
    case .sequence(let nodes): return .array(.init(nodes.map { expectedJSON($0) }, at: place))
    case .mapping:
      return .object(.init(uniqueEntries(node).map { ($0.name, expectedJSON($0.value)) }, at: place))
    }
  }

  private func expectedItem(_ node: YAMLNode) -> ExampleExpectation.Item? {
    for kind in ItemKind.allCases {
      guard let value = expectedText(node[kind.rawValue]) else { continue }
      return ExampleExpectation.Item(
        location: location(of: node), kind: kind, value: value, filename: expectedText(node["filename"]),
        name: node["name"]?.text)
    }
    return nil
  }
}
