internal import ShareModel

/// Writes the definition that sends what a curl command line sends, with what is shared in the place of its example and
/// secrets in the place of its tokens.
struct CurlDefinition {
  private let type: String
  var request: CurlRequest
  var templates: CurlTemplates
  /// Whether a place of the request still waits for what is shared.
  var needsItem = true
  var kind = ItemKind.text
  /// Files beside the one that is shared.
  var fileInputs: [String] = []
  private var ignored: [String] = []
  var notes: [String]

  /// The definition's text.
  private(set) var text = ""

  init(_ request: CurlRequest, type: String) {
    self.type = type
    self.request = request
    templates = CurlTemplates(url: request.url, type: type)
    notes = request.notes
    needsItem = !request.texts.contains(where: CurlTemplates.namesItem)
    if !needsItem { kind = CurlDefinition.kind(of: request.texts) }
    write()
  }

  private static func kind(of texts: [String]) -> ItemKind {
    func names(_ field: String) -> Bool {
      texts.contains { text in ["item.", "items."].contains { text.contains($0 + field) } }
    }
    if names("path") || names("name") || names("stem") || texts.contains(where: { $0.contains("files.") }) {
      return .file
    }
    return names("url") ? .url : .text
  }

  // MARK: Layout

  private mutating func write() {
    // The body and the query come first, as they are where what is shared belongs.
    let body = bodyLines()
    let url = urlLines()
    let authentication = authenticationLines()
    let headers = headerLines()
    var http = ["  method: \(YAMLText.scalar(request.method))"] + url + headers + authentication + body
    if let timeout = request.timeout, Double(timeout) ?? 0 > 0 { http.append("  timeout: \(timeout)s") }
    if let retries = request.retries, Int(retries) ?? 0 > 0 { http.append("  retry: \(retries)") }
    if needsItem { ignored.append("item-unused") }
    if request.method == "GET" || request.method == "HEAD", request.body != nil {
      ignored.append("body-without-meaning")
    }

    var lines = [
      "type: \(type)", "title: \(DefinitionForm.title(for: type))",
      "category: \(["POST", "PUT", "PATCH"].contains(request.method) ? "share" : "action")",
      "accepts: \(kind.rawValue)",
    ]
    if !fileInputs.isEmpty {
      lines.append("inputs:")
      for name in fileInputs { lines.append("  \(name): {prompt: \(YAMLText.scalar(name)), type: file}") }
    }
    if needsItem {
      lines.append("# Nothing of what is shared is sent: put '{{ item.\(kind.rawValue) }}' where it belongs.")
    }
    if !ignored.isEmpty { lines.append("# sharerouter: ignore \(ignored.joined(separator: ", "))") }
    lines.append("http:")
    lines += http
    if request.method != "HEAD" {
      lines.append(
        request.savesAnswer ? "returns: {file: \"{{ response.file }}\"}" : "returns: {text: \"{{ response.text }}\"}")
    }
    text = lines.joined(separator: "\n") + "\n"
  }

  /// A value behind its key, as a template.
  mutating func entry(_ name: String, _ value: String, _ indent: Int) -> String {
    String(repeating: " ", count: indent) + "\(YAMLText.scalar(name)): \(YAMLText.scalar(templates.template(value)))"
  }

  /// What is shared, in the place of an example of it.
  mutating func item(insteadOf example: String) -> String {
    needsItem = false
    kind = example.hasPrefix("https://") || example.hasPrefix("http://") ? .url : .text
    return CurlTemplates.placeholder("item.\(kind.rawValue)")
  }

  // MARK: URL

  private mutating func urlLines() -> [String] {
    var url = request.url
    if let user = CurlDefinition.takeUser(from: &url) { request.user = request.user ?? user }
    let address = url.prefix { $0 != "?" }
    var query = url.dropFirst(address.count + 1).split(separator: "&").map(String.init)
    var base = String(address)
    if CurlDefinition.isWebhook(base) { base = templates.secret(base, "URL") }

    // Parameters keep how they were written but for what is replaced.
    var fields = query.map { parameter -> (name: String, value: String) in
      let parts = parameter.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      return (
        FormText.decoded(parts[0]) ?? String(parts[0]), parts.count > 1 ? FormText.decoded(parts[1]) ?? "" : ""
      )
    }
    for index in query.indices {
      guard let suffix = CurlTemplates.secretSuffix(of: fields[index].name), !fields[index].value.isEmpty else {
        continue
      }
      query[index] = query[index].prefix(upTo: "=") + "=" + templates.secret(fields[index].value, suffix)
    }
    var added = request.query.map { parameter -> (name: String, value: String) in
      let parts = parameter.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      return (
        FormText.decoded(parts[0]) ?? String(parts[0]), parts.count > 1 ? FormText.decoded(parts[1]) ?? "" : ""
      )
    }
    if needsItem {
      fields += added
      if let index = CurlItemPlace.index(in: fields) {
        let value = item(insteadOf: fields[index].value)
        if index < query.count {
          query[index] = query[index].prefix(upTo: "=") + "=" + value
        } else {
          added[index - query.count].value = value
        }
      }
    }
    let full = base + (query.isEmpty ? "" : "?" + query.joined(separator: "&"))
    var lines = [entry("url", full, 2)]
    if !added.isEmpty {
      lines.append("  query:")
      lines += fieldLines(added)
    }
    return lines
  }

  private static func takeUser(from url: inout String) -> String? {
    guard let scheme = url.firstRange(of: "://") else { return nil }
    let authority = url[scheme.upperBound...].prefix { !"/?#".contains($0) }
    guard let at = authority.lastIndex(of: "@") else { return nil }
    let user = String(authority[..<at])
    url.removeSubrange(scheme.upperBound...at)
    return FormText.decoded(user.replacing("+", with: "%2B")) ?? user
  }

  /// Addresses that let everyone who knows them post.
  private static func isWebhook(_ url: String) -> Bool {
    let parts = [
      "://hooks.", "/webhooks/", "/webhook/", "webhook.office.com", "api.telegram.org/bot", "maker.ifttt.com/",
    ]
    return parts.contains { url.contains($0) }
  }

  // MARK: Headers

  private mutating func authenticationLines() -> [String] {
    let user = request.user.map {
      $0.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
    }
    if let signature = request.awsSignature {
      let parts = signature.split(separator: ":", omittingEmptySubsequences: false).map(String.init)
      let key = templates.secret(user?.first ?? "", "ACCESS_KEY")
      let secret = templates.secret(user.map { $0.count > 1 ? $0[1] : "" } ?? "", "SECRET_KEY")
      return [
        "  auth:", "    aws-sigv4:", entry("access-key", key, 6), entry("secret-key", secret, 6),
        entry("region", parts.count > 2 ? parts[2] : "us-east-1", 6),
        entry("service", parts.count > 3 ? parts[3] : "s3", 6),
      ]
    }
    if let user {
      // Where there is no password, as with many APIs, the name is the secret.
      let isKey = user.count > 1 && user[1].isEmpty
      let name = isKey ? templates.secret(user[0], "KEY") : user[0]
      let password = isKey ? "" : templates.secret(user.count > 1 ? user[1] : "?", "PASSWORD")
      if user.count == 1 { notes.append("the password is the secret that the definition names") }
      return ["  auth:", "    basic:", entry("user", name, 6), entry("password", password, 6)]
    }
    guard let index = request.headers.firstIndex(where: { $0.name.lowercased() == "authorization" }) else { return [] }
    let value = request.headers[index].value
    let words = value.split(separator: " ", omittingEmptySubsequences: false)
    guard words.count == 2, words[0] == "Bearer" else { return [] }
    return ["  auth:", entry("bearer", templates.secret(String(words[1]), "TOKEN"), 4)]
  }

  private mutating func headerLines() -> [String] {
    var lines: [String] = []
    var seen: [(name: String, values: [String])] = []
    for header in request.headers {
      var value = header.value
      switch header.name.lowercased() {
      case "content-length", "transfer-encoding", "connection", "accept-encoding", "expect": continue
      case "host":
        notes.append("left out is the header 'Host', which follows from the URL")
        continue
      case "content-type" where value == request.impliedType: continue
      case "authorization":
        let words = value.split(separator: " ", maxSplits: 1).map(String.init)
        if request.user == nil, words.count == 2, words[0] == "Bearer", !words[1].contains(" ") { continue }
        // The scheme is no secret.
        value =
          words.count == 2
          ? words[0] + " " + templates.secret(words[1], "TOKEN") : templates.secret(value, "TOKEN")
      default:
        if let suffix = CurlTemplates.secretSuffix(of: header.name) { value = templates.secret(value, suffix) }
      }
      if let index = seen.firstIndex(where: { $0.name.lowercased() == header.name.lowercased() }) {
        seen[index].values.append(value)
      } else {
        seen.append((header.name, [value]))
      }
    }
    for (name, values) in seen {
      if values.count == 1 {
        lines.append(entry(name, values[0], 4))
      } else {
        lines.append("    \(YAMLText.scalar(name)):")
        for value in values { lines.append("      - \(YAMLText.scalar(templates.template(value)))") }
      }
    }
    return lines.isEmpty ? [] : ["  headers:"] + lines
  }
}

extension CurlRequest {
  /// Every text that may hold a placeholder.
  fileprivate var texts: [String] {
    var texts = [url, user ?? ""] + query + headers.map(\.value)
    switch body {
    case .data(let data): texts.append(data)
    case .file(let path): texts.append(path)
    case .parts(let parts):
      for part in parts {
        switch part.content {
        case .text(let text), .file(let text): texts.append(text)
        }
      }
    case nil: break
    }
    return texts
  }

  var contentType: String? { headers.last { $0.name.lowercased() == "content-type" }?.value }

  /// What the body's form says by itself, when that is what is to be sent.
  fileprivate var impliedType: String { bodyType ?? "" }

  /// Sends this type; no header is needed where the form of the body implies it.
  mutating func setContentType(_ type: String, implied: String = "") {
    removeContentType()
    bodyType = implied
    if type.lowercased() != implied, !type.isEmpty { headers.append(Header(name: "Content-Type", value: type)) }
  }

  /// A multipart body's type holds its boundary.
  mutating func removeContentType() { headers.removeAll { $0.name.lowercased() == "content-type" } }
}

extension String {
  /// The text before a character; all of it where there is none.
  fileprivate func prefix(upTo character: Character) -> String { String(prefix { $0 != character }) }
}
