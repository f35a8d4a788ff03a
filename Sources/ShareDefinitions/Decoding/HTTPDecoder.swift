import ShareModel
import ShareTemplates
import SourceDiagnostics
import YAMLSyntax

extension DecodingContext {
  /// A request. What is broken in it is left out; nil when its address or method is.
  mutating func httpAction(_ node: YAMLNode) -> HTTPAction? {
    guard let entries = node.entries else { return nil }
    let method = entries.value(of: "method")?.text
    let url = template(entries.value(of: "url"))
    let unixSocket = template(entries.value(of: "unix-socket"))
    let query = fields(entries.value(of: "query"))
    let headers = fields(entries.value(of: "headers"))
    let authentication = entries.value(of: "auth").flatMap { self.authentication($0) }
    let body = body(entries)
    let success = entries.value(of: "success").map { self.success($0) }
    let until = entries.value(of: "until").flatMap { self.until($0) }
    let error = template(entries.value(of: "error"))
    if let method, method != "GET", let entry = entries.first(where: { $0.key.text == "until" }) {
      report(.untilWithoutGet(at: location(entry.key.range), method: method))
    }
    if let method, method == "GET" || method == "HEAD" {
      for name in ["json", "form", "multipart", "text", "upload"] {
        guard let entry = entries.first(where: { $0.key.text == name }) else { continue }
        report(.bodyWithoutMethod(name, method: method, at: location(entry.key.range)))
      }
    }
    guard let method, let url else { return nil }
    var action = HTTPAction(method: method, url: url)
    action.unixSocket = unixSocket
    action.query = query
    action.headers = headers
    action.authentication = authentication
    action.body = body
    action.timeout = duration(entries.value(of: "timeout"))
    action.retries = integer(entries.value(of: "retry")) ?? 0
    action.until = until
    action.success = success
    action.error = error
    return action
  }

  private mutating func fields(_ node: YAMLNode?) -> [HTTPAction.Field] {
    var fields: [HTTPAction.Field] = []
    for entry in uniqueEntries(node) {
      let (name, value) = (entry.name, entry.value)
      var values: [Template] = []
      for element in value.elements {
        if let template = template(element) { values.append(template) }
      }
      if !values.isEmpty { fields.append(HTTPAction.Field(name: name, values: values)) }
    }
    return fields
  }

  private mutating func authentication(_ node: YAMLNode) -> HTTPAction.Authentication? {
    if let node = node["bearer"] { return template(node).map(HTTPAction.Authentication.bearer) }
    if let node = node["basic"] {
      let user = template(node["user"])
      let password = template(node["password"])
      guard let user, let password else { return nil }
      return .basic(user: user, password: password)
    }
    if let node = node["oauth1"] {
      let key = template(node["consumer-key"])
      let secret = template(node["consumer-secret"])
      let token = template(node["token"])
      let tokenSecret = template(node["token-secret"])
      guard let key, let secret else { return nil }
      return .oauth1(consumerKey: key, consumerSecret: secret, token: token, tokenSecret: tokenSecret)
    }
    if let node = node["aws-sigv4"] {
      let accessKey = template(node["access-key"])
      let secretKey = template(node["secret-key"])
      let sessionToken = template(node["session-token"])
      let region = template(node["region"])
      let service = template(node["service"])
      guard let accessKey, let secretKey, let region, let service else { return nil }
      return .awsSigV4(
        accessKey: accessKey, secretKey: secretKey, sessionToken: sessionToken, region: region, service: service)
    }
    return nil
  }

  private mutating func body(_ entries: YAMLMapping) -> HTTPAction.Body? {
    for entry in entries {
      switch entry.key.text {
      case "json": return jsonTemplate(entry.value).map(HTTPAction.Body.json)
      case "form": return .form(fields(entry.value))
      case "multipart": return .multipart(multipartFields(entry.value))
      case "text": return template(entry.value).map(HTTPAction.Body.text)
      case "upload": return template(entry.value).map(HTTPAction.Body.upload)
      default: break
      }
    }
    return nil
  }

  private mutating func multipartFields(_ node: YAMLNode) -> [MultipartField] {
    var fields: [MultipartField] = []
    for entry in uniqueEntries(node) {
      let (name, value) = (entry.name, entry.value)
      for element in value.elements {
        if let field = multipartField(name, element) { fields.append(field) }
      }
    }
    return fields
  }

  private mutating func multipartField(_ name: String, _ node: YAMLNode) -> MultipartField? {
    guard node.entries != nil else {
      return template(node).map { MultipartField(name: name, content: .value($0)) }
    }
    let filename = template(node["filename"])
    let type = template(node["type"])
    if let typeNode = node["type"], let text = type?.literalText, !ContentType.isValid(text) {
      var value = InvalidValue(
        key: "type", text: text, noun: "a media type", place: location(of: typeNode),
        isReplaceable: isOnOneLine(typeNode))
      value.advice = "write a type and a subtype, such as 'image/png'"
      report(.invalidValue(value))
    }
    let content: MultipartField.Content?
    if let path = node["path"] {
      content = template(path).map(MultipartField.Content.path)
    } else {
      content = template(node["text"]).map(MultipartField.Content.text)
    }
    return content.map { MultipartField(name: name, content: $0, filename: filename, type: type) }
  }

  private mutating func success(_ node: YAMLNode) -> HTTPAction.Success {
    var success = HTTPAction.Success()
    success.statuses = statuses(node["status"])
    success.types = texts(node["type"])
    success.json = conditions(of: node)
    success.texts = texts(node["text"])
    return success
  }

  private func statuses(_ node: YAMLNode?) -> [HTTPAction.StatusMatch] {
    texts(node).compactMap { text in
      guard ScalarText.isStatus(text), let hundred = text.utf8.first else { return nil }
      return ScalarText.integer(text).map(HTTPAction.StatusMatch.exact) ?? .hundred(Int(hundred - 0x30))
    }
  }

  private mutating func until(_ node: YAMLNode) -> HTTPAction.Until? {
    guard node.entries != nil else { return nil }
    if let json = node["json"], json.entries?.isEmpty == true {
      report(.emptyRule("an 'until' rule", at: location(of: json)))
    }
    return HTTPAction.Until(
      statuses: statuses(node["status"]), json: conditions(of: node), interval: duration(node["every"]) ?? 1)
  }

  /// What `json` and `present` of a rule say.
  private mutating func conditions(of node: YAMLNode) -> [HTTPAction.JSONCondition] {
    var conditions: [HTTPAction.JSONCondition] = []
    for entry in uniqueEntries(node["json"]) {
      let (path, value) = (entry.name, entry.value)
      if let value = jsonTemplate(value) { conditions.append(HTTPAction.JSONCondition(path: path, value: value)) }
    }
    return conditions + texts(node["present"]).map { HTTPAction.JSONCondition(path: $0, value: nil) }
  }
}
