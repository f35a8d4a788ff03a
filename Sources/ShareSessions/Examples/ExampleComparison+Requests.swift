internal import JSONSyntax
internal import ShareActions
internal import ShareDefinitions
internal import ShareModel
internal import ShareTemplates
internal import SourceDiagnostics

extension ExampleComparison {
  mutating func compareRequests(_ actual: [HTTPRequest]) {
    guard let expected = example.expectation.requests else { return }
    for (index, request) in expected.value.enumerated() {
      guard index < actual.count else {
        report("\(plural(actual.count, "request")) sent, not \(expected.value.count)", at: request.location, "not sent")
        return
      }
      compare(request, actual[index])
    }
    for extra in actual.dropFirst(expected.value.count) {
      report(
        "one more request is sent", at: expected.location, "the last one",
        ["got \(extra.method) \(shown(extra.url))"])
    }
  }

  private mutating func compare(_ expected: ExampleExpectation.Request, _ actual: HTTPRequest) {
    if let method = expected.method { compare(method, actual.method, "the method") }
    if let url = expected.url { compare(url, shown(actual.url), "the URL") }
    if let query = expected.query {
      let mark = actual.url.firstIndex(of: UInt8(ascii: "?")) ?? actual.url.endIndex
      compare(query, FormFields.decode(Array(actual.url[mark...].dropFirst())), "parameter")
    }
    for header in expected.headers {
      let values = actual.headers.filter { $0.name.lowercased() == header.name.lowercased() }.map { shown($0.value) }
      guard values.last != header.text else { continue }
      report(
        "the header '\(header.name)' differs", at: header.location,
        values.last.map { "got \(quoted($0))" } ?? "it is not sent")
    }
    switch expected.body {
    case nil: break
    case .json(let json): compare(json, actual.body)
    case .form(let fields):
      let isForm = actual.headers.contains {
        $0.name.lowercased() == "content-type" && $0.value.starts(with: "application/x-www-form-urlencoded".utf8)
      }
      guard case .bytes(let bytes) = actual.body, isForm else { return reportBody(actual.body, at: fields.location) }
      compare(fields, FormFields.decode(bytes), "field")
    case .multipart(let fields):
      guard case .parts(let parts) = actual.body else { return reportBody(actual.body, at: fields.location) }
      compare(fields, parts.map { (Array($0.name.utf8), $0.comparedText) }, "field")
    case .text(let text):
      guard case .bytes(let bytes) = actual.body else { return reportBody(actual.body, at: text.location) }
      compare(text, shown(bytes), "the body")
    case .upload(let path):
      guard case .file(let file) = actual.body else { return reportBody(actual.body, at: path.location) }
      comparePath(path, file.bytes, "the body")
    }
  }

  private mutating func reportBody(_ body: HTTPRequest.Body, at place: SourceLocation) {
    let label =
      switch body {
      case .none: "there is no body"
      case .bytes(let bytes): "got \(quoted(shown(bytes)))"
      case .file(let path): "got the file \(quoted(shown(path.bytes)))"
      case .parts: "got multipart/form-data"
      }
    report("the body is of another form", at: place, label)
  }

  // MARK: Fields

  /// Compares all fields: the order of names does not count, that of the values of one name does.
  private mutating func compare(
    _ expected: ExampleExpectation.Expected<[ExampleExpectation.Request.Field]>,
    _ actual: [(name: [UInt8], value: [UInt8])], _ noun: String
  ) {
    for field in expected.value {
      let values = actual.filter { $0.name.elementsEqual(field.name.utf8) }.map { shown($0.value) }
      if values.isEmpty, !field.values.value.isEmpty {
        report("there is no \(noun) '\(field.name)'", at: field.values.location, "not sent")
      } else if values.count == field.values.value.count {
        for (text, value) in zip(field.values.value, values) { compare(text, value, "the \(noun) '\(field.name)'") }
      } else {
        report(
          "the \(noun) '\(field.name)' has another number of values", at: field.values.location, "got \(list(values))")
      }
    }
    let known = expected.value.map(\.name)
    for other in actual where !known.contains(where: { other.name.elementsEqual($0.utf8) }) {
      report(
        "there is one more \(noun)", at: expected.location,
        "'\(shown(other.name))' is not expected", ["got \(quoted(shown(other.value)))"])
    }
  }

  // MARK: JSON

  private mutating func compare(_ expected: ExampleExpectation.JSON, _ body: HTTPRequest.Body) {
    guard case .bytes(let bytes) = body, let json = try? JSONValue.parse(folder.shown(bytes)) else {
      return reportBody(body, at: expected.location)
    }
    compare(expected, json, "the body")
  }

  private mutating func compare(_ expected: ExampleExpectation.JSON, _ actual: JSONValue, _ what: String) {
    switch (expected, actual) {
    case (.array(let elements), .array(let values)):
      for (index, (element, value)) in zip(elements.value, values).enumerated() {
        compare(element, value, "\(what)[\(index)]")
      }
      if values.count > elements.value.count {
        report(
          "\(what) has \(values.count) elements, not \(elements.value.count)", at: elements.location,
          "then got \(quoted(values[elements.value.count].serialized()))")
      } else if values.count < elements.value.count {
        report(
          "\(what) has \(values.count) elements, not \(elements.value.count)",
          at: elements.value[values.count].location, "not there")
      }
    case (.object(let members), .object(let values)):
      for member in members.value {
        if let value = values.last(where: { $0.name == member.name })?.value {
          compare(member.value, value, what == "the body" ? "'\(member.name)'" : "\(what).'\(member.name)'")
        } else {
          report("\(what) has no member '\(member.name)'", at: member.value.location, "not there")
        }
      }
      for value in values where !members.value.contains(where: { $0.name == value.name }) {
        report(
          "\(what) has one more member", at: members.location, "'\(value.name)' is not expected",
          ["got \(quoted(value.value.serialized()))"])
      }
    case (.scalar(let scalar), _) where scalar.value.isEqual(to: actual): break
    default:
      if case .scalar(let scalar) = expected, case .string(let left) = scalar.value, case .string(let right) = actual {
        compare(ExampleExpectation.Text(left, at: scalar.location), right, what)
      } else {
        report("\(what) differs", at: expected.location, "got \(quoted(actual.serialized()))")
      }
    }
  }
}

extension JSONValue {
  /// Whether two single values are the same; numbers are compared by their value.
  fileprivate func isEqual(to other: JSONValue) -> Bool {
    if case .number(let left) = self, case .number(let right) = other, let one = Double(left), let two = Double(right) {
      return left == right || one == two
    }
    return self == other
  }
}

extension HTTPRequest.Part {
  /// The text of a field; of a file its name.
  fileprivate var comparedText: [UInt8] {
    switch content {
    case .bytes(let bytes): bytes
    case .file(let path): filename ?? path.name
    }
  }
}
