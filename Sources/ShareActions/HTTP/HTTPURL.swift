import DesktopTypes
import ShareModel

/// A URL as a request takes it: an http or https scheme, an ASCII host, no fragment, every byte that may not stand in a
/// URL percent-encoded. Nothing is folded or decoded.
struct HTTPURL: Sendable, Equatable {
  /// Two URLs of one origin may share credentials (RFC 6454).
  struct Origin: Sendable, Equatable {
    var scheme: String
    /// Lower case, brackets kept.
    var host: String
    var port: Int
  }

  let origin: Origin
  private let userInfo: String?
  /// The host as it is sent, which may end in a dot.
  private let host: String
  /// Begins with `/`.
  let path: [UInt8]
  /// Without its `?`.
  let query: [UInt8]?

  init(_ bytes: [UInt8]) throws(HTTPError) {
    // Servers write blanks and raw bytes into Location.
    let isText = String(validating: bytes, as: UTF8.self) != nil
    let parts = URLParts(HTTPURL.encoded(bytes) { $0 <= 0x20 || $0 == 0x7F || ($0 >= 0x80 && !isText) })
    guard let parts, let rawHost = parts.host, !rawHost.isEmpty else {
      throw .invalidURL(String(decoding: bytes.prefix { $0 != UInt8(ascii: "?") }, as: UTF8.self))
    }
    let scheme = parts.scheme.lowercased()
    guard scheme == "http" || scheme == "https" else { throw .invalidURL(parts.scheme + "://" + rawHost) }
    let name: HostName
    do {
      name = try HostName(rawHost)
    } catch {
      throw .otherLibraryMissing(error.message)
    }
    let isPlain = rawHost.utf8.allSatisfy { $0 < 0x80 && $0 != UInt8(ascii: "%") } || rawHost.first == "["
    host = isPlain ? rawHost.lowercased() : name.normalized
    guard !name.normalized.isEmpty, host.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F && !"/?#@\\".utf8.contains($0) })
    else {
      throw .invalidURL(scheme + "://" + rawHost)
    }
    let written = parts.port.flatMap { Int($0) }
    guard written ?? 1 <= 65535 else { throw .invalidURL(scheme + "://" + rawHost) }
    origin = Origin(scheme: scheme, host: name.normalized, port: written ?? (scheme == "https" ? 443 : 80))
    userInfo = parts.userInfo
    let isBeyondASCII: (UInt8) -> Bool = { $0 >= 0x80 }
    let path = HTTPURL.encoded(Array(parts.path.utf8), where: isBeyondASCII)
    self.path = path.isEmpty ? [UInt8(ascii: "/")] : path
    query = parts.query.map { HTTPURL.encoded(Array($0.utf8), where: isBeyondASCII) }
  }

  private static func encoded(_ bytes: [UInt8], where mustBeEncoded: (UInt8) -> Bool) -> [UInt8] {
    guard bytes.contains(where: mustBeEncoded) else { return bytes }
    let digits = Array("0123456789ABCDEF".utf8)
    return bytes.flatMap { byte in
      mustBeEncoded(byte) ? [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]] : [byte]
    }
  }

  /// Whether the port goes without saying.
  private var hasDefaultPort: Bool { origin.port == (origin.scheme == "https" ? 443 : 80) }

  /// The header Host: the port only where it is not the scheme's own.
  var authority: String { hasDefaultPort ? host : "\(host):\(origin.port)" }

  var isEncrypted: Bool { origin.scheme == "https" }

  /// Scheme, host, port and path: what may be shown to people.
  var withoutQuery: String { origin.scheme + "://" + authority + String(decoding: path, as: UTF8.self) }

  /// The whole, for libcurl.
  var bytes: [UInt8] {
    var result = Array((origin.scheme + "://").utf8)
    if let userInfo { result += Array((userInfo + "@").utf8) }
    result += Array(authority.utf8) + path
    if let query { result += [UInt8(ascii: "?")] + query }
    return result
  }
}

extension HTTPURL {
  /// What a Location header means here (RFC 3986, 5.2); the fragment is dropped. Nil for what is no http or https URL.
  func resolving(_ location: [UInt8]) -> HTTPURL? {
    let reference = Array(location.prefix { $0 != UInt8(ascii: "#") })
    let mark = reference.firstIndex { "/?#:".utf8.contains($0) }
    if let mark, reference[mark] == UInt8(ascii: ":") { return try? HTTPURL(reference) }
    let scheme = Array((origin.scheme + ":").utf8)
    if reference.starts(with: "//".utf8) { return try? HTTPURL(scheme + reference) }
    var target = scheme + Array(("//" + authority).utf8)
    let ownQuery = query.map { [UInt8(ascii: "?")] + $0 } ?? []
    let end = reference.firstIndex(of: UInt8(ascii: "?")) ?? reference.endIndex
    let referencePath = Array(reference[..<end])
    if reference.isEmpty {
      target += path + ownQuery
    } else if referencePath.isEmpty {
      target += path + reference[end...]
    } else {
      let isAbsolute = referencePath.first == UInt8(ascii: "/")
      let folder = isAbsolute ? [] : Array(path[...(path.lastIndex(of: UInt8(ascii: "/")) ?? 0)])
      target += HTTPURL.withoutDots(folder + referencePath) + reference[end...]
    }
    return try? HTTPURL(target)
  }

  /// A path whose parts `.` and `..` are carried out (RFC 3986, 5.2.4).
  private static func withoutDots(_ path: [UInt8]) -> [UInt8] {
    let parts = path.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false).dropFirst()
    var kept: [ArraySlice<UInt8>] = []
    for (index, part) in parts.enumerated() {
      let isLast = index == parts.count - 1
      if part.elementsEqual(".".utf8) {
        if isLast { kept.append([]) }
      } else if part.elementsEqual("..".utf8) {
        if !kept.isEmpty { kept.removeLast() }
        if isLast { kept.append([]) }
      } else {
        kept.append(part)
      }
    }
    return [UInt8(ascii: "/")] + kept.joined(separator: [UInt8(ascii: "/")])
  }
}
