/// Mistakes in globs, regular expressions, hosts and queries that can be seen without running them.
enum PatternSyntax {
  /// What is wrong with a glob; nil when nothing is.
  static func globProblem(_ text: String) -> String? {
    if text.isEmpty { return "it is empty" }
    var bytes = text.utf8[...]
    while let byte = bytes.popFirst() {
      if byte == UInt8(ascii: "\\"), bytes.popFirst() == nil { return "a '\\' ends it" }
      guard byte == UInt8(ascii: "[") else { continue }
      if let first = bytes.first, first == UInt8(ascii: "!") || first == UInt8(ascii: "^") { bytes.removeFirst() }
      // A `]` right at the beginning belongs to the set.
      if bytes.first == UInt8(ascii: "]") { bytes.removeFirst() }
      guard let end = bytes.firstIndex(of: UInt8(ascii: "]")) else { return "a '[' is not closed" }
      bytes = bytes[bytes.index(after: end)...]
    }
    return nil
  }

  /// What is wrong with a regular expression (PCRE); nil when nothing is that can be seen from its brackets.
  static func regularExpressionProblem(_ text: String) -> String? {
    if text.isEmpty { return "it is empty" }
    var bytes = text.utf8[...]
    var depth = 0
    var canRepeat = false
    while let byte = bytes.popFirst() {
      switch byte {
      case UInt8(ascii: "\\"):
        guard let escaped = bytes.popFirst() else { return "a '\\' ends it" }
        if escaped == UInt8(ascii: "Q") { bytes = afterQuotation(bytes) }
        canRepeat = true
      case UInt8(ascii: "["):
        guard let rest = afterSet(bytes) else { return "a '[' is not closed" }
        bytes = rest
        canRepeat = true
      case UInt8(ascii: "("):
        depth += 1
        canRepeat = false
        // The `?` and `*` of `(?:` and `(*VERB)` repeat nothing.
        if let next = bytes.first, next == UInt8(ascii: "?") || next == UInt8(ascii: "*") { bytes.removeFirst() }
      case UInt8(ascii: ")"):
        depth -= 1
        if depth < 0 { return "a ')' has no '('" }
        canRepeat = true
      case UInt8(ascii: "*"), UInt8(ascii: "+"), UInt8(ascii: "?"):
        if !canRepeat { return "there is nothing for '\(Character(Unicode.Scalar(byte)))' to repeat" }
        // Lazy and possessive forms.
        if let next = bytes.first, next == UInt8(ascii: "?") || next == UInt8(ascii: "+") { bytes.removeFirst() }
        canRepeat = false
      case UInt8(ascii: "|"):
        canRepeat = false
      case UInt8(ascii: "}"):
        // The end of `{2,3}`, after which only a lazy or possessive mark may stand; elsewhere it is a letter.
        canRepeat = true
      default:
        canRepeat = true
      }
    }
    return depth > 0 ? "a '(' is not closed" : nil
  }

  private static func afterQuotation(_ bytes: Substring.UTF8View) -> Substring.UTF8View {
    var rest = bytes
    while let byte = rest.popFirst() {
      if byte == UInt8(ascii: "\\"), rest.first == UInt8(ascii: "E") { return rest.dropFirst() }
    }
    return rest
  }

  private static func afterSet(_ bytes: Substring.UTF8View) -> Substring.UTF8View? {
    var rest = bytes
    if rest.first == UInt8(ascii: "^") { rest.removeFirst() }
    if rest.first == UInt8(ascii: "]") { rest.removeFirst() }
    while let byte = rest.popFirst() {
      switch byte {
      case UInt8(ascii: "\\"): if rest.popFirst() == nil { return nil }
      case UInt8(ascii: "[") where rest.first == UInt8(ascii: ":"):
        // `[:alpha:]`; a `[:` that is not closed is two letters.
        if let end = rest.dropFirst().firstIndex(of: UInt8(ascii: ":")),
          rest.index(after: end) < rest.endIndex, rest[rest.index(after: end)] == UInt8(ascii: "]")
        {
          rest = rest[rest.index(end, offsetBy: 2)...]
        }
      case UInt8(ascii: "]"): return rest
      default: break
      }
    }
    return nil
  }

  /// What is wrong with a host rule, and the host that was probably meant.
  static func hostProblem(_ text: String) -> (problem: String, meant: String?)? {
    if isPlainHost(text) { return nil }
    if ScalarText.isBlank(text) { return ("it is empty", nil) }
    var host = text[...]
    var problem: String?
    if let scheme = host.range(ofBytes: "://") {
      host = host[scheme.upperBound...]
      problem = "it is a URL"
    }
    if let slash = host.utf8.firstIndex(of: UInt8(ascii: "/")) {
      host = host[..<slash]
      problem = problem ?? "it has a path"
    }
    if let at = host.utf8.lastIndex(of: UInt8(ascii: "@")) {
      host = host[host.utf8.index(after: at)...]
      problem = problem ?? "it has a user"
    }
    // One colon is a port, several are an IPv6 address.
    let colons = host.utf8.reduce(0) { $1 == UInt8(ascii: ":") ? $0 + 1 : $0 }
    if colons == 1, let colon = host.utf8.firstIndex(of: UInt8(ascii: ":")) {
      host = host[..<colon]
      problem = problem ?? "it has a port"
    }
    let name = host.utf8.starts(with: "*.".utf8) ? host.dropFirst(2) : host
    if name.utf8.contains(where: { $0 <= 0x20 || $0 == 0x7F }) { return ("it has a blank", nil) }
    if name.utf8.contains(UInt8(ascii: "*")) {
      return ("'*' stands only as the whole first part, as in '*.example.com'", nil)
    }
    if name.isEmpty || name.utf8.first == UInt8(ascii: ".") {
      return ("a part of it is empty", name.isEmpty ? nil : "*" + String(name))
    }
    return problem.map { ($0, String(host)) }
  }

  /// Whether the text is a host of letters, digits, `-` and `.` alone, perhaps after `*.`: nearly all are.
  private static func isPlainHost(_ text: String) -> Bool {
    let bytes = text.utf8Span.span
    var start = 0
    if bytes.count > 2, bytes[0] == UInt8(ascii: "*"), bytes[1] == UInt8(ascii: ".") { start = 2 }
    guard start < bytes.count, bytes[start] != UInt8(ascii: ".") else { return false }
    for index in start..<bytes.count {
      let byte = bytes[index]
      guard
        ScalarText.isLetter(byte) || ScalarText.isDigit(byte) || byte == UInt8(ascii: ".")
          || byte == UInt8(ascii: "-")
      else { return false }
    }
    return true
  }

  /// Whether the text is a singular query without its `$` (RFC 9535, section 2.3.5.1): `a.b[0]["c d"]`.
  static func isQuery(_ text: String) -> Bool {
    var bytes = text.utf8[...]
    if bytes.isEmpty { return false }
    if bytes.first != UInt8(ascii: "."), bytes.first != UInt8(ascii: "[") {
      guard takeName(&bytes) else { return false }
    }
    while let byte = bytes.popFirst() {
      switch byte {
      case UInt8(ascii: "."):
        guard takeName(&bytes) else { return false }
      case UInt8(ascii: "["):
        if let quote = bytes.first, quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") {
          bytes.removeFirst()
          var isClosed = false
          while let inner = bytes.popFirst() {
            if inner == UInt8(ascii: "\\") {
              _ = bytes.popFirst()
            } else if inner == quote {
              isClosed = true
              break
            }
          }
          guard isClosed else { return false }
        } else {
          if bytes.first == UInt8(ascii: "-") { bytes.removeFirst() }
          let digits = bytes.prefix(while: ScalarText.isDigit)
          if digits.isEmpty || digits.count > 9 { return false }
          bytes = bytes.dropFirst(digits.count)
        }
        guard bytes.popFirst() == UInt8(ascii: "]") else { return false }
      default: return false
      }
    }
    return true
  }

  private static func takeName(_ bytes: inout Substring.UTF8View) -> Bool {
    let name = bytes.prefix {
      ScalarText.isLetter($0) || ScalarText.isDigit($0) || $0 == UInt8(ascii: "_") || $0 == UInt8(ascii: "-")
        || $0 >= 0x80
    }
    bytes = bytes.dropFirst(name.count)
    return !name.isEmpty
  }
}

extension Substring {
  /// The first place of these bytes.
  func range(ofBytes wanted: StaticString) -> Range<Index>? {
    let wanted = Array("\(wanted)".utf8)
    var index = utf8.startIndex
    while index < utf8.endIndex {
      if utf8[index...].starts(with: wanted) { return index..<utf8.index(index, offsetBy: wanted.count) }
      index = utf8.index(after: index)
    }
    return nil
  }
}
