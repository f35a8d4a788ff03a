import ShareModel
import SourceDiagnostics
import YAMLSyntax

extension DecodingContext {
  mutating func examples(_ node: YAMLNode?) -> [ActivityExample] {
    guard let node, !node.isNothing else { return [] }
    return node.elements.compactMap { example($0) }
  }

  private mutating func example(_ node: YAMLNode) -> ActivityExample? {
    guard let entries = node.entries else { return nil }
    let items = requestItems(entries.value(of: "send"))
    guard let expect = entries.value(of: "expect"), let expectation = expectation(expect) else { return nil }
    var example = ActivityExample(
      location: location(of: node), items: items, metadata: metadata(entries), expectation: expectation)
    example.inputs = namedTexts(entries.value(of: "inputs"))
    example.environment = namedTexts(entries.value(of: "env"))
    example.secrets = namedTexts(entries.value(of: "secrets"))
    if let node = entries.value(of: "response") { example.responses = node.elements.map(response) }
    if let node = entries.value(of: "run") {
      example.runs = node.elements.map {
        ActivityExample.Run(standardOutput: $0["stdout"]?.text ?? "", exitStatus: integer($0["exit"]) ?? 0)
      }
    }
    return example
  }

  private func response(_ node: YAMLNode) -> ActivityExample.Response {
    var response = ActivityExample.Response()
    response.status = integer(node["status"]) ?? 200
    response.headers = namedTexts(node["headers"])
    if let json = node["json"] {
      response.body = .json(jsonValue(json))
    } else if let text = node["text"]?.text {
      response.body = .text(text)
    }
    return response
  }

  private mutating func expectation(_ node: YAMLNode) -> ActivityExample.Expectation? {
    guard let entries = node.entries else { return nil }
    var expectation = ActivityExample.Expectation(location: location(of: node))
    expectation.isOffered = expected(entries.value(of: "offered")) { boolean($0) }
    expectation.reason = expected(entries.value(of: "reason")) { $0.text.flatMap(RoutingDecision.ReasonCode.init) }
    expectation.arguments = expected(entries.value(of: "argv")) { node in
      let lists = node.elements
      let isListOfLists = lists.contains { if case .sequence = $0.content { true } else { false } }
      return isListOfLists ? lists.map { texts($0) } : [texts(node)]
    }
    expectation.scripts = expected(entries.value(of: "script")) { texts($0) }
    expectation.standardInputs = expected(entries.value(of: "stdin")) { texts($0) }
    expectation.environment = namedTexts(entries.value(of: "env"))
    expectation.requests = expected(entries.value(of: "request") ?? entries.value(of: "requests")) { node in
      node.elements.map { expectedRequest($0) }
    }
    expectation.opened = expected(entries.value(of: "open")) { texts($0) }
    expectation.returns = expected(entries.value(of: "returns")) { node in
      node.elements.compactMap { expectedItem($0) }
    }
    expectation.error = expected(entries.value(of: "error")) { $0.text }
    if expectation.isOffered?.value != false, let reason = entries.first(where: { $0.key.text == "reason" }),
      expectation.reason != nil
    {
      report(.keyDoesNotApply("reason", to: "'offered: false'", at: location(reason.key.range)))
    }
    return expectation
  }

  private func expected<Value>(
    _ node: YAMLNode?, _ read: (YAMLNode) -> Value?
  ) -> ActivityExample.Expected<Value>? {
    guard let node, let value = read(node) else { return nil }
    return ActivityExample.Expected(value, at: location(of: node))
  }

  private func expectedRequest(_ node: YAMLNode) -> ActivityExample.ExpectedRequest {
    var request = ActivityExample.ExpectedRequest(location: location(of: node))
    request.method = expected(node["method"]) { $0.text }
    request.url = expected(node["url"]) { $0.text }
    request.query = expected(node["query"]) { expectedFields($0) }
    request.headers = namedTexts(node["headers"])
    request.body =
      expected(node["json"]) { .json(jsonValue($0)) }
      ?? expected(node["form"]) { .form(expectedFields($0)) }
      ?? expected(node["multipart"]) { .multipart(expectedFields($0)) }
      ?? expected(node["text"]) { $0.text.map(ActivityExample.ExpectedRequest.Body.text) }
      ?? expected(node["upload"]) { $0.text.map(ActivityExample.ExpectedRequest.Body.upload) }
    return request
  }

  private func expectedFields(_ node: YAMLNode) -> [ActivityExample.ExpectedRequest.Field] {
    uniqueEntries(node).map { ActivityExample.ExpectedRequest.Field(name: $0.name, values: texts($0.value)) }
  }

  private func expectedItem(_ node: YAMLNode) -> ActivityExample.ExpectedItem? {
    for kind in ItemKind.allCases {
      guard let value = node[kind.rawValue]?.text else { continue }
      return ActivityExample.ExpectedItem(
        location: location(of: node), kind: kind, value: value, filename: node["filename"]?.text,
        name: node["name"]?.text)
    }
    return nil
  }
}
