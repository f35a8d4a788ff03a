import SourceDiagnostics

extension Renderer {
  /// A URL; its literal text was split into parts first, and each value is encoded for the part in which it stands.
  /// Nil when the whole URL is an optional value that is missing.
  public mutating func url(_ template: Template, _ use: URLUse) throws(RenderError) -> [UInt8]? {
    let layout = URLLayout(template)
    var result: [UInt8] = []
    var marks: [Mark] = []
    var index = 0
    var joint: Evaluated?
    for (position, part) in template.parts.enumerated() {
      switch part {
      case .literal(let literal):
        var text = Array(literal.utf8)[...]
        // Exactly one `/` at the joint of a leading URL and what follows.
        if joint != nil, result.last == UInt8(ascii: "/"), text.first == UInt8(ascii: "/") { text = text.dropFirst() }
        joint = nil
        result += text
      case .placeholder(let placeholder):
        let place = layout.parts[index]
        index += 1
        guard let value = try evaluate(placeholder, in: template.source) else {
          if template.parts.count == 1 { return nil }
          marks.append(
            Mark(
              range: result.count..<result.count, part: place, placeholder: placeholder,
              location: template.source.location(of: placeholder.range)))
          continue
        }
        let start = result.count
        if value.isMasked {
          result += Renderer.mask
          continue
        }
        switch place {
        case .base:
          result += try base(value, use, isAlone: template.parts.count == 1)
          joint = value
          if position + 1 < template.parts.count { continue }
        case .host: result += try host(value)
        case .scheme, .user, .port:
          throw RenderError(
            .invalidURL, "'\(placeholder.name)' stands in the scheme, user or port of a URL, which are literal",
            at: value.location)
        case .path, .query, .fragment, .opaque:
          result += try component(value, place, scheme: layout.scheme)
          marks.append(
            Mark(range: start..<result.count, part: place, placeholder: placeholder, location: value.location))
        }
      }
    }
    try checkPath(of: result, marks)
    return result
  }

  /// Where a value stands in the finished URL.
  private struct Mark {
    var range: Range<Int>
    var part: URLLayout.Part
    var placeholder: Placeholder
    var location: SourceLocation
  }

  /// A value that is an absolute URL of an allowed scheme.
  private func base(_ value: Evaluated, _ use: URLUse, isAlone: Bool) throws(RenderError) -> [UInt8] {
    let bytes = try bytes(of: value)
    func refusal(_ why: String) -> RenderError {
      RenderError(.invalidURL, "'\(value.placeholder.name)' is \(excerpt(value)), \(why)", at: value.location)
    }
    guard let parts = URLParts(bytes) else { throw refusal("not an absolute URL") }
    let scheme = String(decoding: parts.scheme, as: UTF8.self)
    guard use.allows(scheme) else { throw refusal("a URL of a scheme that is not allowed here") }
    if parts.isWeb, parts.host?.isEmpty ?? true { throw refusal("a URL without a host") }
    if !isAlone, parts.query != nil || parts.fragment != nil {
      throw refusal("a URL with a query or fragment, to which nothing can be added")
    }
    return bytes
  }

  private func host(_ value: Evaluated) throws(RenderError) -> [UInt8] {
    let bytes = try bytes(of: value)
    let isHost =
      !bytes.isEmpty
      && bytes.allSatisfy { (TemplateParser.isName($0) && $0 != UInt8(ascii: "_")) || $0 == UInt8(ascii: ".") }
    guard isHost else {
      throw RenderError(
        .invalidURL,
        "'\(value.placeholder.name)' is \(excerpt(value)), not a host: only letters, digits, '-' and '.' may stand there",
        at: value.location)
    }
    return bytes
  }

  /// A value in a part whose delimiters are encoded.
  private func component(
    _ value: Evaluated, _ part: URLLayout.Part, scheme: String?
  ) throws(RenderError) -> [UInt8] {
    if case .list(let list) = value.value, part == .opaque, scheme == "mailto" {
      var addresses: [[UInt8]] = []
      for element in list {
        var single = value
        single.value = element
        addresses.append(try component(single, part, scheme: scheme))
      }
      return Array(addresses.joined(separator: ",".utf8))
    }
    let bytes = try bytes(of: value)
    if case .encoded = value.value { return bytes }
    switch (scheme, part) {
    case ("mailto", .opaque): return PercentEncoding.encode(bytes, keeping: "@+")
    case ("mailto", _): return PercentEncoding.encode(Renderer.withMailLineBreaks(bytes))
    // Numbers begin with `+`, positions have `,`: no delimiter of these schemes.
    case (_, .opaque): return PercentEncoding.encode(bytes, keeping: "+,@:")
    default: return PercentEncoding.encode(bytes)
    }
  }

  /// Line breaks of a mail's body are CRLF (RFC 6068, 5).
  private static func withMailLineBreaks(_ bytes: [UInt8]) -> [UInt8] {
    var result: [UInt8] = []
    for (index, byte) in bytes.enumerated() {
      if byte == 0x0A, index > 0, bytes[index - 1] == 0x0D { continue }
      if byte == 0x0A || byte == 0x0D { result += [0x0D, 0x0A] } else { result.append(byte) }
    }
    return result
  }

  /// Refuses values that change which folder a path is in: libcurl and servers fold `.` and `..`, and an empty value
  /// makes a segment vanish.
  private func checkPath(of url: [UInt8], _ marks: [Mark]) throws(RenderError) {
    let slash = UInt8(ascii: "/")
    guard marks.contains(where: { $0.part == .path }) else { return }
    let end = url.firstIndex { $0 == UInt8(ascii: "?") || $0 == UInt8(ascii: "#") } ?? url.count
    for mark in marks where mark.part == .path {
      let before = mark.range.lowerBound > 0 ? url[mark.range.lowerBound - 1] : 0
      let after = mark.range.upperBound < end ? url[mark.range.upperBound] : 0
      if mark.range.isEmpty, before == slash || after == slash {
        throw RenderError(
          .emptyValue, "'\(mark.placeholder.name)' is empty beside a '/' of a URL, which would name another place",
          at: mark.location)
      }
      var start = mark.range.lowerBound
      while start > 0, url[start - 1] != slash { start -= 1 }
      var stop = min(mark.range.upperBound, end)
      while stop < end, url[stop] != slash { stop += 1 }
      for segment in url[start..<stop].split(separator: slash, omittingEmptySubsequences: false) {
        let text = Array(segment)
        guard text.isEmpty || text == Array(".".utf8) || text == Array("..".utf8) else { continue }
        throw RenderError(
          .invalidURL,
          "'\(mark.placeholder.name)' makes the part '\(String(decoding: text, as: UTF8.self))' of a URL's path, which would name another place",
          at: mark.location)
      }
    }
  }

  /// A request's URL with its `query` fields behind the query that the URL has already.
  public mutating func requestURL(_ action: HTTPAction) throws(RenderError) -> [UInt8] {
    guard var url = try url(action.url, .request) else {
      throw RenderError(.missingValue, "the request has no URL", at: action.url.source.location)
    }
    let fields = try fields(action.query)
    guard !fields.isEmpty else { return url }
    let hash = url.firstIndex(of: UInt8(ascii: "#")) ?? url.count
    let head = url[..<hash]
    var query: [UInt8] = []
    if !head.contains(UInt8(ascii: "?")) {
      query.append(UInt8(ascii: "?"))
    } else if head.last != UInt8(ascii: "?"), head.last != UInt8(ascii: "&") {
      query.append(UInt8(ascii: "&"))
    }
    query += RenderedField.encoded(fields)
    url.insert(contentsOf: query, at: hash)
    return url
  }
}
