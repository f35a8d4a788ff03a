import SourceDiagnostics

extension TemplateChecker {
  /// A request; `after` is the scope in which its own response can be read.
  mutating func check(_ action: HTTPAction, after: CheckScope) {
    let origin = checkURL(action.url, .request)
    if let socket = action.unixSocket { checkSocket(socket) }
    checkFields(action.query)
    for field in action.headers { for value in field.values { check(value, PlaceRule(lists: .repeated)) } }
    if let authentication = action.authentication { check(authentication) }
    if let body = action.body { check(body) }
    if let origin, !origin.isTrustedHost,
      action.authentication != nil || action.holdsSecret(scope.inputs)
    {
      report(PlaceDiagnostics.secretToSharedHost(origin.name, at: action.url.source.location))
    }
    let scope = scope
    self.scope = after
    if let error = action.error { check(error, PlaceRule(secrets: .shown("a message"))) }
    self.scope = scope
    for condition in (action.success?.json ?? []) + (action.until?.json ?? []) {
      if let value = condition.value { check(value, PlaceRule(lists: .alone, secrets: .shown("a condition"))) }
    }
  }

  /// The path of a socket decides who gets the request, as a host does.
  private mutating func checkSocket(_ template: Template) {
    checkPath(template, "a socket's path", isRequired: true)
    for placeholder in template.placeholders {
      guard let value = resolveSilently(placeholder, in: template.source), !value.isTrustedHost else { continue }
      report(PlaceDiagnostics.socket(value.name, at: template.source.location(of: placeholder.range)))
    }
  }

  private mutating func checkFields(_ fields: [HTTPAction.Field]) {
    for field in fields { for value in field.values { check(value, PlaceRule(lists: .repeated)) } }
  }

  private mutating func check(_ authentication: HTTPAction.Authentication) {
    let required = PlaceRule(isRequired: true)
    switch authentication {
    case .bearer(let token):
      check(token, PlaceRule())
    case .basic(let user, let password):
      check(user, required)
      check(password, required)
    case .oauth1(let consumerKey, let consumerSecret, let token, let tokenSecret):
      check(consumerKey, required)
      check(consumerSecret, required)
      if let token { check(token, PlaceRule()) }
      if let tokenSecret { check(tokenSecret, PlaceRule()) }
    case .awsSigV4(let accessKey, let secretKey, let sessionToken, let region, let service):
      for template in [accessKey, secretKey, region, service] { check(template, required) }
      if let sessionToken { check(sessionToken, PlaceRule()) }
    }
  }

  private mutating func check(_ body: HTTPAction.Body) {
    switch body {
    case .json(let json): check(json)
    case .form(let fields): checkFields(fields)
    case .multipart(let fields):
      for field in fields {
        switch field.content {
        case .value(let template), .text(let template): check(template, PlaceRule(lists: .repeated))
        case .path(let template): checkPath(template, "a path", lists: .alone)
        }
        if let filename = field.filename { check(filename, PlaceRule(secrets: .shown("a file name"))) }
        if let type = field.type { check(type, PlaceRule(secrets: .shown("a media type"))) }
      }
    case .text(let template): checkText(template)
    case .upload(let template): checkPath(template, "a path", isRequired: true)
    }
  }
}

extension ResolvedValue {
  /// Whether a request that carries a secret may go to the host that this value names.
  var isTrustedHost: Bool {
    switch origin {
    case .environment, .secret, .program: true
    case .shared, .input, .result: false
    }
  }
}

extension HTTPAction {
  /// Whether a secret goes into the request, in whatever part.
  public func holdsSecret(_ inputs: [InputDefinition]) -> Bool {
    let secretInputs = inputs.filter { $0.type == .secret }.map(\.name)
    return templates.contains { template in
      template.parts.contains { part in
        guard case .placeholder(let placeholder) = part, let names = placeholder.path.names, names.count == 2 else {
          return false
        }
        return names[0] == "secret" || (names[0] == "input" && secretInputs.contains(names[1]))
      }
    }
  }

  /// Every template of the request itself.
  private var templates: [Template] {
    var templates = [url] + query.flatMap(\.values) + headers.flatMap(\.values)
    switch body {
    case .json(let json): templates += json.templates
    case .form(let fields): templates += fields.flatMap(\.values)
    case .multipart(let fields):
      for field in fields {
        switch field.content {
        case .value(let template), .text(let template), .path(let template): templates.append(template)
        }
      }
    case .text(let template), .upload(let template): templates.append(template)
    case nil: break
    }
    return templates
  }
}

extension JSONTemplate {
  /// The templates in the order in which they stand.
  var templates: [Template] {
    switch self {
    case .null, .boolean, .number: []
    case .text(let template): [template]
    case .array(let elements): elements.flatMap(\.templates)
    case .object(let members): members.flatMap(\.value.templates)
    }
  }
}
