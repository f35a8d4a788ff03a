/// What an option of curl means for a definition.
struct CurlOption: Sendable {
  enum Meaning: Sendable {
    /// About curl's own output, or what sharerouter does anyway.
    case nothing
    /// Left out, which the person is told.
    case dropped
    case unsupported(String)
    case method, header, data, rawData, binaryData, encodedData, json, form, literalForm, user, bearer, get, head
    case agent, referer, cookie, range, upload, url, query, output, timeout, retries, aws, noGlobs
  }

  var letter: Character?
  var name: String
  var takesValue: Bool
  var meaning: Meaning

  private init(_ letter: Character?, _ name: String, _ meaning: Meaning, takesValue: Bool = true) {
    self.letter = letter
    self.name = name
    self.takesValue = takesValue
    self.meaning = meaning
  }

  static func lettered(_ letter: Character) -> CurlOption? { all.first { $0.letter == letter } }
  static func named(_ name: String) -> CurlOption? { all.first { $0.name == name } }

  private static let requests: [CurlOption] = [
    .init("X", "request", .method), .init("H", "header", .header), .init("d", "data", .data),
    .init(nil, "data-ascii", .data), .init(nil, "data-raw", .rawData), .init(nil, "data-binary", .binaryData),
    .init(nil, "data-urlencode", .encodedData), .init(nil, "json", .json), .init("F", "form", .form),
    .init(nil, "form-string", .literalForm), .init("u", "user", .user), .init(nil, "oauth2-bearer", .bearer),
    .init("G", "get", .get, takesValue: false), .init("I", "head", .head, takesValue: false),
    .init("A", "user-agent", .agent), .init("e", "referer", .referer), .init("b", "cookie", .cookie),
    .init("r", "range", .range), .init("T", "upload-file", .upload), .init(nil, "url", .url),
    .init(nil, "url-query", .query), .init("o", "output", .output), .init("m", "max-time", .timeout),
    .init(nil, "retry", .retries), .init(nil, "aws-sigv4", .aws), .init("g", "globoff", .noGlobs, takesValue: false),
  ]

  private static let flags: [CurlOption] =
    [
      ("s", "silent"), ("S", "show-error"), ("i", "include"), ("v", "verbose"), ("f", "fail"), ("L", "location"),
      ("N", "no-buffer"), ("#", "progress-bar"), (nil, "compressed"), (nil, "fail-with-body"), (nil, "basic"),
      (nil, "no-progress-meter"), ("0", "http1.0"), (nil, "http1.1"), (nil, "http2"), (nil, "http3"), ("1", "tlsv1"),
      (nil, "tlsv1.2"), (nil, "tlsv1.3"), ("4", "ipv4"), ("6", "ipv6"), (nil, "path-as-is"), (nil, "tcp-nodelay"),
      (nil, "retry-connrefused"), (nil, "retry-all-errors"), ("q", "disable"), (nil, "ssl-reqd"), (nil, "no-keepalive"),
      ("J", "remote-header-name"), (nil, "styled-output"), (nil, "trace-time"), (nil, "parallel-immediate"),
      (nil, "http2-prior-knowledge"), (nil, "remove-on-error"),
    ].map { CurlOption($0.0, $0.1, .nothing, takesValue: false) } + [
      CurlOption("O", "remote-name", .output, takesValue: false)
    ]

  private static let settings: [CurlOption] =
    [
      ("w", "write-out"), ("D", "dump-header"), ("c", "cookie-jar"), (nil, "connect-timeout"), (nil, "retry-delay"),
      (nil, "retry-max-time"), (nil, "max-redirs"), (nil, "limit-rate"), (nil, "stderr"), (nil, "trace"),
      (nil, "trace-ascii"), (nil, "output-dir"), (nil, "keepalive-time"), (nil, "expect100-timeout"),
      ("y", "speed-time"), ("Y", "speed-limit"), (nil, "tls-max"),
    ].map { CurlOption($0.0, $0.1, .nothing) }
    + [("x", "proxy"), (nil, "cacert"), (nil, "capath"), (nil, "resolve"), (nil, "interface"), ("U", "proxy-user")]
    .map { CurlOption($0.0, $0.1, .dropped) }
    + [
      .init("k", "insecure", .dropped, takesValue: false), .init(nil, "location-trusted", .dropped, takesValue: false),
      .init("E", "cert", .unsupported("certificates of clients are not supported")),
      .init(nil, "key", .unsupported("certificates of clients are not supported")),
      .init("K", "config", .unsupported("write what the file holds in its place")),
      .init("n", "netrc", .unsupported("give the password with '-u'"), takesValue: false),
      .init(nil, "next", .unsupported("write a definition for each request"), takesValue: false),
      .init(nil, "digest", .unsupported("'auth' is bearer, basic, oauth1 or aws-sigv4"), takesValue: false),
      .init(nil, "ntlm", .unsupported("'auth' is bearer, basic, oauth1 or aws-sigv4"), takesValue: false),
      .init(nil, "negotiate", .unsupported("'auth' is bearer, basic, oauth1 or aws-sigv4"), takesValue: false),
      .init(nil, "anyauth", .unsupported("'auth' is bearer, basic, oauth1 or aws-sigv4"), takesValue: false),
      .init(nil, "unix-socket", .unsupported("a request is sent to http or https")),
      .init("C", "continue-at", .unsupported("a file is sent and saved whole")),
    ]

  private static let all = requests + flags + settings
}
