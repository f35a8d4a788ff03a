/// Reads the words of a curl command line (curl 8's manual page).
struct CurlArguments {
  typealias Failure = ShellWords.Failure

  private var request = CurlRequest()
  private var data: [String] = []
  private var parts: [CurlRequest.Part] = []
  private var upload: String?
  private var method: String?
  private var isGet = false
  private var isHead = false
  private var isJSON = false
  private var globs = true
  private var urls: [String] = []

  /// The request of a whole command line; `curl` may be missing in front.
  static func request(_ line: String) throws(Failure) -> CurlRequest {
    let split = try ShellWords(line)
    var words = split.words[...]
    // A prompt that was copied, and assignments before the command.
    while let first = words.first, first == "$" || first == "%" || CurlArguments.isAssignment(first) {
      words.removeFirst()
    }
    guard let program = words.first, program == "curl" || program.hasSuffix("/curl") || program == "curl.exe" else {
      throw Failure(
        message: words.isEmpty ? "the command line is empty" : "the command line does not begin with 'curl'",
        help: "give a whole command line in quotes: --from-curl 'curl https://example.com/'")
    }
    var arguments = CurlArguments()
    try arguments.read(Array(words.dropFirst()))
    var request = try arguments.finish()
    if !split.rest.isEmpty { request.notes.append("left out is what follows the command: '\(split.rest)'") }
    return request
  }

  private static func isAssignment(_ word: String) -> Bool {
    guard let equals = word.firstIndex(of: "="), equals > word.startIndex else { return false }
    return word[..<equals].allSatisfy { $0 == "_" || ($0.isASCII && ($0.isLetter || $0.isNumber)) }
  }

  private mutating func read(_ words: [String]) throws(Failure) {
    var rest = words[...]
    var optionsEnded = false
    while let word = rest.popFirst() {
      if optionsEnded || !word.hasPrefix("-") || word == "-" {
        urls.append(word)
      } else if word == "--" {
        optionsEnded = true
      } else if word.hasPrefix("--") {
        try readLong(String(word.dropFirst(2)), &rest)
      } else {
        try readShort(word, &rest)
      }
    }
  }

  private mutating func readLong(_ name: String, _ rest: inout ArraySlice<String>) throws(Failure) {
    // `--request=POST` is no form of curl's, but people write it.
    let parts = name.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
    guard let option = CurlOption.named(parts[0]) else {
      if parts[0].hasPrefix("no-"), CurlOption.named(String(parts[0].dropFirst(3))) != nil { return }
      throw Failure(message: "the option '--\(parts[0])' of curl is not known", help: "leave it out")
    }
    var value = parts.count > 1 ? parts[1] : nil
    if option.takesValue, value == nil { value = rest.popFirst() }
    if option.takesValue, value == nil {
      throw Failure(
        message: "the option '--\(parts[0])' of curl needs a value", help: "the command line may be cut off")
    }
    try apply(option, value ?? "", written: "--" + parts[0])
  }

  /// Letters without values may stand together, and a value may follow its letter directly: `-sSXPOST`.
  private mutating func readShort(_ word: String, _ rest: inout ArraySlice<String>) throws(Failure) {
    var letters = word.dropFirst()
    while let letter = letters.popFirst() {
      guard let option = CurlOption.lettered(letter) else {
        throw Failure(message: "the option '-\(letter)' of curl is not known", help: "leave it out")
      }
      guard option.takesValue else {
        try apply(option, "", written: "-\(letter)")
        continue
      }
      guard let value = letters.isEmpty ? rest.popFirst() : String(letters) else {
        throw Failure(message: "the option '-\(letter)' of curl needs a value", help: "the command line may be cut off")
      }
      try apply(option, value, written: "-\(letter)")
      return
    }
  }

  private mutating func apply(_ option: CurlOption, _ value: String, written: String) throws(Failure) {
    switch option.meaning {
    case .nothing: break
    case .dropped: request.notes.append("left out is '\(written)'")
    case .unsupported(let help):
      throw Failure(message: "'\(written)' has no counterpart in a definition", help: help)
    case .method: method = value
    case .header: addHeader(value)
    case .data: try addData(value, stripsLines: true)
    case .rawData: data.append(value)
    case .binaryData: try addData(value, stripsLines: false)
    case .encodedData: try addEncoded(value)
    case .json:
      isJSON = true
      if value.hasPrefix("@") { try addData(value, stripsLines: false) } else { data.append(value) }
    case .form: try addPart(value, isLiteral: false)
    case .literalForm: try addPart(value, isLiteral: true)
    case .user: request.user = value
    case .bearer: request.headers.append(.init(name: "Authorization", value: "Bearer " + value))
    case .get: isGet = true
    case .head: isHead = true
    case .agent: setHeader("User-Agent", value)
    case .referer: setHeader("Referer", value.hasSuffix(";auto") ? String(value.dropLast(5)) : value)
    case .cookie:
      guard value.contains("=") else {
        throw Failure(
          message: "'\(written) \(value)' reads cookies from a file",
          help: "give the cookies themselves: -b 'name=value'")
      }
      let old = request.headers.first { $0.name == "Cookie" }?.value
      setHeader("Cookie", (old.map { $0 + "; " } ?? "") + value)
    case .range: setHeader("Range", "bytes=" + value)
    case .upload: upload = value
    case .url: urls.append(value)
    case .query: request.query.append(CurlArguments.encodedParameter(value) ?? value)
    case .output: request.savesAnswer = value != "/dev/null" && value != "-"
    case .timeout: request.timeout = value
    case .retries: request.retries = value
    case .aws: request.awsSignature = value
    case .noGlobs: globs = false
    }
  }

  // MARK: Headers

  private mutating func addHeader(_ line: String) {
    if line.hasPrefix("@") {
      request.notes.append("left out is '-H \(line)', which reads a file")
      return
    }
    guard let border = line.firstIndex(where: { $0 == ":" || $0 == ";" }) else { return }
    let name = String(line[..<border]).trimmed
    let value = String(line[line.index(after: border)...]).trimmed
    if line[border] == ";" {
      // `Name;` sends the header empty.
      if value.isEmpty { request.headers.append(.init(name: name, value: "")) }
    } else if value.isEmpty {
      // `Name:` takes out what curl would send by itself.
      if name.lowercased() == "content-type" { request.bodyType = "" }
    } else {
      request.headers.append(.init(name: name, value: value))
    }
  }

  private mutating func setHeader(_ name: String, _ value: String) {
    request.headers.removeAll { $0.name == name }
    request.headers.append(.init(name: name, value: value))
  }

  // MARK: Bodies

  private mutating func addData(_ value: String, stripsLines: Bool) throws(Failure) {
    guard value.hasPrefix("@") else { return data.append(value) }
    guard upload == nil else {
      throw Failure(message: "the body is made of several files", help: "put them into one file")
    }
    upload = String(value.dropFirst())
    if stripsLines, !isJSON { request.notes.append("the file is sent with its line breaks, which '-d' takes out") }
    request.method = "POST"
    request.bodyType = request.bodyType ?? "application/x-www-form-urlencoded"
  }

  private mutating func addEncoded(_ value: String) throws(Failure) {
    guard let parameter = CurlArguments.encodedParameter(value) else {
      throw Failure(message: "'--data-urlencode \(value)' reads a file", help: "put its content in its place")
    }
    data.append(parameter)
  }

  /// `NAME=CONTENT`, `=CONTENT` or `CONTENT` with the content encoded; nil where it is a file's.
  private static func encodedParameter(_ value: String) -> String? {
    guard let equals = value.firstIndex(of: "=") else {
      return value.contains("@") ? nil : FormText.encoded(value)
    }
    if value[..<equals].contains("@") { return nil }
    let content = FormText.encoded(String(value[value.index(after: equals)...]))
    return equals == value.startIndex ? content : value[...equals] + content
  }

  /// `NAME=CONTENT`, `NAME=@FILE`, `NAME=<FILE`, with `;type=` and `;filename=`.
  private mutating func addPart(_ value: String, isLiteral: Bool) throws(Failure) {
    guard let equals = value.firstIndex(of: "=") else {
      throw Failure(message: "'-F \(value)' has no '='", help: "write '-F name=value'")
    }
    let name = String(value[..<equals])
    let content = String(value[value.index(after: equals)...])
    guard !isLiteral else { return parts.append(.init(name: name, content: .text(content))) }
    var fields = FormText.partFields(content)
    let first = fields.removeFirst()
    var part = CurlRequest.Part(name: name, content: .text(first))
    if first.hasPrefix("@") { part.content = .file(String(first.dropFirst())) }
    if first.hasPrefix("<") {
      throw Failure(
        message: "'-F \(value)' puts a file's content into a text",
        help: "attach the file with '@', or put its content in its place")
    }
    for field in fields {
      let pair = field.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map { String($0).trimmed }
      switch (pair.first, pair.count) {
      case ("type", 2): part.type = pair[1]
      case ("filename", 2): part.filename = pair[1]
      default: request.notes.append("left out is ';\(field)' of the part '\(name)'")
      }
    }
    parts.append(part)
  }

  // MARK: The whole

  private mutating func finish() throws(Failure) -> CurlRequest {
    guard let url = urls.first else {
      throw Failure(message: "the command line has no URL", help: "it may be cut off, or a quote be missing")
    }
    guard urls.count == 1 else {
      throw Failure(message: "the command line has \(urls.count) URLs", help: "write a definition for each of them")
    }
    request.url = try checkedURL(url)
    if isJSON {
      for (name, value) in [("Content-Type", "application/json"), ("Accept", "application/json")]
      where !request.headers.contains(where: { $0.name.lowercased() == name.lowercased() }) {
        request.headers.append(.init(name: name, value: value))
      }
    }
    if upload != nil, !data.isEmpty {
      throw Failure(
        message: "a file among other data has no counterpart in a definition", help: "put its content in its place")
    }
    let joined = data.joined(separator: isJSON ? "" : "&")
    if !data.isEmpty, isGet || isHead {
      // The query takes what would be the body.
      request.query.insert(contentsOf: joined.split(separator: "&").map(String.init), at: 0)
    } else if !data.isEmpty {
      request.body = .data(joined)
      request.method = "POST"
      request.bodyType = request.bodyType ?? "application/x-www-form-urlencoded"
    } else if !parts.isEmpty {
      request.body = .parts(parts)
      request.method = "POST"
      request.bodyType = nil
    } else if let upload {
      guard upload != "-", upload != "." else {
        // What curl reads from its standard input is what is shared.
        request.body = .data("{{ item.text }}")
        if request.method != "POST" { request.method = "PUT" }
        return finished()
      }
      request.body = .file(upload)
      if request.method != "POST" { request.method = "PUT" }
    }
    return finished()
  }

  private mutating func finished() -> CurlRequest {
    if isGet { request.method = "GET" }
    if isHead { request.method = "HEAD" }
    if let method { request.method = method }
    return request
  }

  /// An absolute URL, as curl completes it.
  private func checkedURL(_ text: String) throws(Failure) -> String {
    var url = text.trimmed
    if globs, url.contains("["), !url.contains("//[") {
      throw Failure(
        message: "'[…]' in the URL stands for several requests",
        help: "write one URL, or give curl '-g' where the brackets are meant")
    }
    if globs, let open = url.firstIndex(of: "{"), url[open...].contains(","), !url[open...].hasPrefix("{{") {
      throw Failure(
        message: "'{…}' in the URL stands for several requests",
        help: "write one URL, or give curl '-g' where the braces are meant")
    }
    let scheme = url.prefix { $0.isASCII && ($0.isLetter || $0.isNumber || "+-.".contains($0)) }
    if !url.hasPrefix("{{"), !url.dropFirst(scheme.count).hasPrefix("://"), url.first != ShellWords.variableStart {
      url = "http://" + url
    } else if url.contains("://"), !["http", "https"].contains(scheme.lowercased()) {
      throw Failure(message: "curl's URL has the scheme '\(scheme)'", help: "a request is sent to http or https")
    }
    if let fragment = url.firstIndex(of: "#") { url = String(url[..<fragment]) }
    return url
  }
}
