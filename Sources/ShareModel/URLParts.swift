/// The parts of a URL (RFC 3986, section 3) exactly as they were written: nothing is decoded, folded or added.
///
/// Letters beyond ASCII are let through (RFC 3987), white space and control characters are not. A `\` before the path
/// is refused: browsers take it for a `/` and others for a part of the host, so the two would go to different places.
public struct URLParts: Sendable, Equatable {
  /// Without its colon.
  public var scheme: String
  /// What stands before the last `@` of the authority.
  public var userInfo: String?
  /// Nil without `//`; empty as in `file:///x`; an IPv6 address keeps its brackets.
  public var host: String?
  /// Digits, or empty as in `http://host:/`.
  public var port: String?
  public var path: String
  public var query: String?
  public var fragment: String?

  public init?(_ text: String) { self.init(Array(text.utf8)) }

  /// Nil when the bytes are not an absolute URL, or not UTF-8.
  public init?(_ bytes: [UInt8]) {
    guard let schemeEnd = URLParts.schemeEnd(of: bytes), URLParts.hasNoBlanks(bytes) else { return nil }
    var rest = bytes[(schemeEnd + 1)...]
    scheme = String(decoding: bytes[..<schemeEnd], as: UTF8.self)
    if let mark = rest.firstIndex(of: UInt8(ascii: "#")) {
      fragment = String(decoding: rest[(mark + 1)...], as: UTF8.self)
      rest = rest[..<mark]
    }
    if let mark = rest.firstIndex(of: UInt8(ascii: "?")) {
      query = String(decoding: rest[(mark + 1)...], as: UTF8.self)
      rest = rest[..<mark]
    }
    if rest.starts(with: "//".utf8) {
      rest = rest.dropFirst(2)
      let end = rest.firstIndex(of: UInt8(ascii: "/")) ?? rest.endIndex
      guard let authority = Authority(rest[..<end]) else { return nil }
      (userInfo, host, port) = (authority.userInfo, authority.host, authority.port)
      rest = rest[end...]
    }
    path = String(decoding: rest, as: UTF8.self)
  }

  /// The URL, byte for byte as it was read.
  public var text: String {
    var text = scheme + ":"
    if let host {
      text += "//"
      if let userInfo { text += userInfo + "@" }
      text += host
      if let port { text += ":" + port }
    }
    text += path
    if let query { text += "?" + query }
    if let fragment { text += "#" + fragment }
    return text
  }

  /// Whether bytes are a URL to share: a scheme and `//` with a host, or one of the schemes that need none. `file:` is
  /// never one; such a URL stands for its file.
  public static func isAbsoluteURL(_ bytes: [UInt8]) -> Bool {
    guard let end = schemeEnd(of: bytes) else { return false }
    let scheme = String(decoding: bytes[..<end].map { $0 | 0x20 }, as: UTF8.self)
    guard scheme != "file", let parts = URLParts(bytes) else { return false }
    if let host = parts.host { return !host.isEmpty }
    switch scheme {
    case "magnet": return parts.path.isEmpty && parts.query?.isEmpty == false
    case "data": return parts.path.utf8.contains(UInt8(ascii: ","))
    case "tel", "sms", "smsto", "mms", "geo":
      return parts.path.utf8.contains { (0x30...0x39).contains($0) } || parts.query != nil
    default: return hostlessSchemes.contains(scheme) && bytes.count > end + 1
    }
  }

  /// Schemes whose URLs have no host; those with a form of their own stand in `isAbsoluteURL`.
  private static let hostlessSchemes: Set<String> = [
    "mailto", "urn", "sip", "sips", "xmpp", "matrix", "bitcoin", "lightning", "ethereum", "monero", "skype", "callto",
    "facetime", "spotify", "web+ap", "web+mastodon", "openpgp4fpr", "im", "mid", "cid", "news",
  ]

  /// The place of the colon after a scheme: a letter, then letters, digits, `+`, `-` and `.`.
  private static func schemeEnd(of bytes: [UInt8]) -> Int? {
    guard let first = bytes.first, (0x61...0x7A).contains(first | 0x20) else { return nil }
    for (index, byte) in bytes.enumerated() {
      switch byte {
      case UInt8(ascii: ":"): return index
      case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, UInt8(ascii: "+"), UInt8(ascii: "-"), UInt8(ascii: "."): continue
      default: return nil
      }
    }
    return nil
  }

  private static func hasNoBlanks(_ bytes: [UInt8]) -> Bool {
    var isASCII = true
    for byte in bytes {
      if byte <= 0x20 || byte == 0x7F { return false }
      if byte >= 0x80 { isASCII = false }
    }
    if isASCII { return true }
    guard let text = String(validating: bytes, as: UTF8.self) else { return false }
    return text.unicodeScalars.allSatisfy { !$0.properties.isWhitespace && $0.properties.generalCategory != .control }
  }

  /// `user@host:port`.
  private struct Authority {
    var userInfo: String?
    var host: String
    var port: String?

    init?(_ bytes: ArraySlice<UInt8>) {
      guard !bytes.contains(UInt8(ascii: "\\")) else { return nil }
      var rest = bytes
      // A second @ is wrong by the RFC; curl and browsers go to what follows the last one.
      if let mark = rest.lastIndex(of: UInt8(ascii: "@")) {
        userInfo = String(decoding: rest[..<mark], as: UTF8.self)
        rest = rest[(mark + 1)...]
      }
      var hostEnd = rest.endIndex
      if rest.first == UInt8(ascii: "[") {
        guard let close = rest.firstIndex(of: UInt8(ascii: "]")) else { return nil }
        hostEnd = close + 1
        guard hostEnd == rest.endIndex || rest[hostEnd] == UInt8(ascii: ":") else { return nil }
      } else if let colon = rest.firstIndex(of: UInt8(ascii: ":")) {
        hostEnd = colon
      }
      let name = rest[..<hostEnd]
      guard !name.contains(where: { "<>\"^`{|}".utf8.contains($0) }) else { return nil }
      host = String(decoding: name, as: UTF8.self)
      guard hostEnd < rest.endIndex else { return }
      let digits = rest[(hostEnd + 1)...]
      guard digits.allSatisfy({ (0x30...0x39).contains($0) }), digits.count <= 5 else { return nil }
      port = String(decoding: digits, as: UTF8.self)
    }
  }
}
