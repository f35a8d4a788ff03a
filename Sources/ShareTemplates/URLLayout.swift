/// The parts of a URL in which the placeholders of its template stand: the literal text is split first, so that no
/// value can move a border (RFC 3986, 3).
struct URLLayout {
  enum Part: Equatable {
    /// At the very beginning: the value is an absolute URL.
    case base
    case scheme, user, host, port
    case path
    /// What follows the scheme of a URL without `//`, such as mailto.
    case opaque
    case query, fragment
  }

  enum Problem: Equatable {
    case noScheme
    /// Text follows a leading placeholder without a `/`, `?` or `#` between them.
    case joinedBase
    /// `http:` or `https:` without `//`, or without a host.
    case noHost
    /// White space or a control character in the literal text.
    case blank
  }

  /// In the order of the placeholders.
  private(set) var parts: [Part] = []
  /// The literal scheme in lower case.
  private(set) var scheme: String?
  private(set) var problem: Problem?

  private enum State {
    case start, scheme, authority, path, opaque, query, fragment, base
  }

  private var state = State.start
  private var text: [UInt8] = []
  private var slashes = 0
  private var authorityStart = 0
  private var isInPort = false
  private var isInBrackets = false
  private var hasHost = false

  init(_ template: Template) {
    for part in template.parts {
      switch part {
      case .literal(let literal): read(literal)
      case .placeholder: placePlaceholder()
      }
    }
    switch state {
    case .start, .scheme: note(.noScheme)
    case .authority where isWeb && !hasHost: note(.noHost)
    default: break
    }
  }

  private var isWeb: Bool { scheme == "http" || scheme == "https" }

  private mutating func note(_ problem: Problem) {
    if self.problem == nil { self.problem = problem }
  }

  private mutating func placePlaceholder() {
    switch state {
    case .start:
      state = .base
      parts.append(.base)
    case .scheme:
      note(.noScheme)
      parts.append(.scheme)
    case .base:
      note(.joinedBase)
      parts.append(.path)
    case .authority:
      hasHost = true
      parts.append(isInPort ? .port : .host)
    case .path: parts.append(.path)
    case .opaque:
      if isWeb { note(.noHost) }
      slashes = 2
      parts.append(.opaque)
    case .query: parts.append(.query)
    case .fragment: parts.append(.fragment)
    }
  }

  private mutating func read(_ literal: String) {
    for byte in literal.utf8 {
      if byte <= 0x20 || byte == 0x7F { note(.blank) }
      switch state {
      case .start, .scheme: readScheme(byte)
      case .base:
        switch byte {
        case UInt8(ascii: "/"): state = .path
        case UInt8(ascii: "?"): state = .query
        case UInt8(ascii: "#"): state = .fragment
        default:
          note(.joinedBase)
          state = .path
        }
      case .opaque: readOpaque(byte)
      case .authority: readAuthority(byte)
      case .path: readDelimiter(byte)
      case .query: if byte == UInt8(ascii: "#") { state = .fragment }
      case .fragment: break
      }
    }
  }

  private mutating func readScheme(_ byte: UInt8) {
    state = .scheme
    if byte == UInt8(ascii: ":"), let first = text.first, (0x61...0x7A).contains(first) {
      scheme = String(decoding: text, as: UTF8.self)
      state = .opaque
    } else if URLLayout.isSchemeByte(byte) {
      text.append((0x41...0x5A).contains(byte) ? byte | 0x20 : byte)
    } else {
      note(.noScheme)
      state = .path
    }
  }

  static func isSchemeByte(_ byte: UInt8) -> Bool {
    (TemplateParser.isName(byte) && byte != UInt8(ascii: "_")) || byte == UInt8(ascii: "+")
      || byte == UInt8(ascii: ".")
  }

  private mutating func readOpaque(_ byte: UInt8) {
    if byte == UInt8(ascii: "/"), slashes < 2 {
      slashes += 1
      if slashes == 2 {
        state = .authority
        authorityStart = parts.count
      }
      return
    }
    if isWeb { note(.noHost) }
    if slashes == 1 { state = .path }
    slashes = 2
    readDelimiter(byte)
  }

  private mutating func readAuthority(_ byte: UInt8) {
    switch byte {
    case UInt8(ascii: "/"), UInt8(ascii: "?"), UInt8(ascii: "#"):
      if isWeb, !hasHost { note(.noHost) }
      state = .path
      readDelimiter(byte)
    case UInt8(ascii: "@"):
      for index in authorityStart..<parts.count { parts[index] = .user }
      isInPort = false
      hasHost = false
    case UInt8(ascii: "["): isInBrackets = true
    case UInt8(ascii: "]"):
      isInBrackets = false
      hasHost = true
    case UInt8(ascii: ":") where !isInBrackets: isInPort = true
    default: hasHost = true
    }
  }

  private mutating func readDelimiter(_ byte: UInt8) {
    if byte == UInt8(ascii: "?") { state = .query }
    if byte == UInt8(ascii: "#") { state = .fragment }
  }
}

/// Where a URL is used, which decides its schemes.
public enum URLUse: Sendable {
  case request
  /// Handed to the desktop.
  case open
  /// Given back as a result.
  case returned

  /// Whether a scheme (in lower case) is allowed.
  func allows(_ scheme: String) -> Bool {
    switch self {
    case .request: scheme == "http" || scheme == "https"
    case .open, .returned: !["file", "javascript", "data"].contains(scheme)
    }
  }
}
