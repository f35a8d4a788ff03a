import JSONSyntax
import ShareModel
import ShareTemplates

extension ActionPlanner {
  /// Fills in a request and checks the files that it sends.
  func plannedRequest(
    _ action: HTTPAction, _ context: PlanningContext, _ outer: Renderer
  ) throws(Outcome.Failure) -> PlannedRequest {
    var renderer = outer
    let url = try rendering { () throws(RenderError) in try renderer.requestURL(action) }
    var request = HTTPRequest(method: action.method, url: url)
    if let socket = action.unixSocket {
      request.unixSocket = try rendering { () throws(RenderError) in try renderer.path(socket, base: currentFolder) }
    }
    for field in action.headers {
      // One renderer for each header: it tells whether a secret went into it.
      var own = Renderer(outer.values, masksSecrets: outer.masksSecrets)
      let rendered = try rendering { () throws(RenderError) in try own.headers([field]) }
      request.headers += rendered.map {
        HTTPRequest.Header($0.name, $0.value, holdsSecret: !own.usedSecrets.isEmpty)
      }
    }
    try setBody(of: &request, action, context, &renderer)
    var planned = PlannedRequest(request)
    try setAuthentication(of: &planned, action, context, &renderer)
    planned.hasOwnKey = request.header("Idempotency-Key") != nil
    if action.retries > 0, !planned.hasOwnKey, action.method == "POST" || action.method == "PATCH" {
      // The same for all tries, so that a server that knows the header acts once.
      planned.request.headers.append(HTTPRequest.Header("Idempotency-Key", Array(ActionPlanner.uniqueKey().utf8)))
    }
    planned.rules = try rules(action.success, &renderer)
    if let until = action.until {
      var conditions = ResponseRules(statuses: until.statuses)
      conditions.json = try self.conditions(until.json, &renderer)
      planned.until = (conditions, until.interval)
    }
    planned.retries = action.retries
    planned.timeout = action.timeout
    planned.errorTemplate = action.error
    let readers = context.request.resultTemplates
    func isRead(_ field: String) -> Bool {
      readers.contains { $0.readsResult(["response", field], of: context.step) }
    }
    planned.keepsFile = isRead("file")
    planned.needsBody =
      !planned.rules.json.isEmpty || !planned.rules.texts.isEmpty || planned.until != nil
      || isRead("json") || isRead("text")
    // What is sent to a URL that cannot be parsed is known to fail.
    do {
      _ = context.purpose == .performing ? try HTTPURL(url) : nil
    } catch {
      throw Outcome.Failure(error)
    }
    return planned
  }

  /// A random UUID (RFC 9562, version 4).
  private static func uniqueKey() -> String {
    let high = UInt64.random(in: 0...UInt64.max) & ~0xF000 | 0x4000
    let low = UInt64.random(in: 0...UInt64.max) & ~(3 << 62) | (2 << 62)
    func digits(_ number: UInt64) -> String {
      let text = String(number, radix: 16)
      return String(repeating: "0", count: 16 - text.count) + text
    }
    let all = Array((digits(high) + digits(low)).utf8)
    let groups = [0..<8, 8..<12, 12..<16, 16..<20, 20..<32].map { String(decoding: all[$0], as: UTF8.self) }
    return groups.joined(separator: "-")
  }

  // MARK: Bodies

  private func setBody(
    of request: inout HTTPRequest, _ action: HTTPAction, _ context: PlanningContext, _ renderer: inout Renderer
  ) throws(Outcome.Failure) {
    switch action.body {
    case nil: break
    case .json(let template):
      let json = try rendering { () throws(RenderError) in try renderer.json(template) }
      request.body = .bytes(json.serializedBytes())
      request.bodyType = "application/json"
    case .form(let fields):
      let rendered = try rendering { () throws(RenderError) in try renderer.fields(fields) }
      request.body = .bytes(RenderedField.encoded(rendered))
      request.bodyType = "application/x-www-form-urlencoded"
    case .text(let template):
      guard let bytes = try rendering({ () throws(RenderError) in try renderer.text(template) }) else { return }
      request.body = .bytes(bytes)
      request.bodyType = "text/plain; charset=utf-8"
    case .upload(let template):
      let path = try rendering { () throws(RenderError) in try renderer.path(template, base: currentFolder) }
      guard let path else { return }
      try check(path, context, renderer)
      request.body = .file(path)
      request.bodyType = type(of: path, context)
    case .multipart(let fields):
      let parts = try rendering { () throws(RenderError) in try renderer.parts(fields) }
      var result: [HTTPRequest.Part] = []
      for part in parts { result.append(try self.part(part, context, renderer)) }
      request.body = .parts(result)
    }
  }

  private func part(
    _ part: RenderedPart, _ context: PlanningContext, _ renderer: Renderer
  ) throws(Outcome.Failure) -> HTTPRequest.Part {
    if part.filename?.contains(0) == true { throw .nulInFileName(part.name) }
    guard case .file(let path) = part.content else { return part }
    try check(path, context, renderer)
    var part = part
    let item = context.request.items.first { $0.path == path }
    part.filename = part.filename ?? item?.name ?? path.name
    part.type = part.type ?? type(of: path, context)
    return part
  }

  private func type(of path: FilePath, _ context: PlanningContext) -> String {
    if let item = context.request.items.first(where: { $0.path == path }) { return item.contentType.essence }
    return surroundings.contentType(path).type.essence
  }

  private func check(
    _ path: FilePath, _ context: PlanningContext, _ renderer: Renderer
  ) throws(Outcome.Failure) {
    guard surroundings.rehearsal == nil, context.isToBeThere(path, renderer.values.workFolder) else { return }
    do throws(HTTPError) { try CurlTransfer.check(path) } catch { throw Outcome.Failure(error) }
  }

  // MARK: Authentication

  private func setAuthentication(
    of planned: inout PlannedRequest, _ action: HTTPAction, _ context: PlanningContext, _ renderer: inout Renderer
  ) throws(Outcome.Failure) {
    // Whatever a credential was made of, an answer of an earlier step too, is hidden from then on.
    func credential(_ template: Template) throws(Outcome.Failure) -> [UInt8]? {
      let value = try rendering { () throws(RenderError) in try renderer.text(template) }
      if let value, context.purpose == .performing { context.secrets.note(value) }
      return value
    }
    func needed(_ template: Template) throws(Outcome.Failure) -> [UInt8] { try credential(template) ?? [] }
    func plain(_ template: Template) throws(Outcome.Failure) -> [UInt8] {
      try rendering { () throws(RenderError) in try renderer.text(template) } ?? []
    }

    switch action.authentication {
    case nil: return
    case .bearer(let template):
      guard let token = try credential(template) else { return }
      guard token.allSatisfy({ $0 > 0x20 && $0 != 0x7F }), !token.isEmpty else { throw .invalidToken() }
      planned.request.authentication = .header(Array("Bearer ".utf8) + token)
      planned.authenticationName = "Bearer"
    case .basic(let user, let password):
      let name = try plain(user)
      guard !name.contains(UInt8(ascii: ":")) else { throw .colonInUser() }
      let pair = name + [UInt8(ascii: ":")] + (try needed(password))
      let encoded = base64(pair)
      if context.purpose == .performing { context.secrets.note(encoded) }
      planned.request.authentication = .header(Array("Basic ".utf8) + encoded)
      planned.authenticationName = "Basic"
    case .oauth1(let key, let secret, let token, let tokenSecret):
      planned.request.authentication = .oauth1(
        OAuth1Credentials(
          consumerKey: try plain(key), consumerSecret: try needed(secret),
          token: try token.flatMap { (template) throws(Outcome.Failure) in try credential(template) },
          tokenSecret: try tokenSecret.flatMap { (template) throws(Outcome.Failure) in try credential(template) }))
      planned.authenticationName = "OAuth"
    case .awsSigV4(let key, let secret, let token, let region, let service):
      planned.request.authentication = .awsSigV4(
        AWSCredentials(
          accessKey: try plain(key), secretKey: try needed(secret),
          sessionToken: try token.flatMap { (template) throws(Outcome.Failure) in try credential(template) },
          region: try plain(region), service: try plain(service)))
      planned.authenticationName = "AWS4-HMAC-SHA256"
    }
  }

  // MARK: Rules

  private func rules(_ success: HTTPAction.Success?, _ renderer: inout Renderer) throws(Outcome.Failure)
    -> ResponseRules
  {
    guard let success else { return ResponseRules() }
    return ResponseRules(
      statuses: success.statuses, types: success.types, json: try conditions(success.json, &renderer),
      texts: success.texts, isStated: true)
  }

  private func conditions(
    _ conditions: [HTTPAction.JSONCondition], _ renderer: inout Renderer
  ) throws(Outcome.Failure) -> [ResponseRules.Condition] {
    var result: [ResponseRules.Condition] = []
    for condition in conditions {
      var value: JSONValue?
      if let template = condition.value {
        value = try rendering { () throws(RenderError) in try renderer.json(template) }
      }
      result.append(ResponseRules.Condition(path: condition.path, value: value))
    }
    return result
  }
}
