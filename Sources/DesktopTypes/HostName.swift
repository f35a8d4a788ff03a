import CGLib

/// A host as it is compared: lower case, IDN in its ASCII form, without a final dot and percent-encoding.
public struct HostName: Sendable, Hashable {
  public let normalized: String

  /// Takes the host of a URL, without user and port; GLib is opened only for letters beyond ASCII (RFC 3490). A host
  /// that IDNA refuses is compared as it stands.
  public init(_ host: String) throws(MissingLibrary) {
    var bytes = HostName.decodePercent(Array(host.utf8))
    if !bytes.allSatisfy({ $0 < 0x80 }), !bytes.contains(0), UTF8Check.firstInvalidOffset(in: bytes) == nil {
      bytes = try HostName.asciiForm(of: bytes)
    }
    if bytes.last == UInt8(ascii: ".") { bytes.removeLast() }
    normalized = String(decoding: bytes.map { (0x41...0x5A).contains($0) ? $0 | 0x20 : $0 }, as: UTF8.self)
  }

  private static func asciiForm(of bytes: [UInt8]) throws(MissingLibrary) -> [UInt8] {
    let glib = try GLib.require(for: "host names with letters beyond ASCII are")
    let name = bytes.map(CChar.init(bitPattern:)) + [0]
    guard let ascii = unsafe glib.hostname_to_ascii(name) else { return bytes }
    defer { unsafe glib.free(ascii) }
    return unsafe Array(String(cString: ascii).utf8)
  }

  private static func decodePercent(_ bytes: [UInt8]) -> [UInt8] {
    guard bytes.contains(UInt8(ascii: "%")) else { return bytes }
    var decoded: [UInt8] = []
    var index = 0
    while index < bytes.count {
      if bytes[index] == UInt8(ascii: "%"), index + 2 < bytes.count,
        let high = Character(Unicode.Scalar(bytes[index + 1])).hexDigitValue,
        let low = Character(Unicode.Scalar(bytes[index + 2])).hexDigitValue
      {
        decoded.append(UInt8(high << 4 | low))
        index += 3
      } else {
        decoded.append(bytes[index])
        index += 1
      }
    }
    return decoded
  }
}

/// A rule's host: `example.com` is that host alone, `*.example.com` its subdomains alone, `*` any host.
public struct HostPattern: Sendable, Hashable {
  private enum Form: Sendable, Hashable {
    case any
    case exact(HostName)
    case subdomains(suffix: String)
  }

  private let form: Form

  public init(_ pattern: String) throws(MissingLibrary) {
    if pattern == "*" {
      form = .any
    } else if pattern.utf8.starts(with: "*.".utf8) {
      form = .subdomains(suffix: "." + (try HostName(String(pattern.dropFirst(2))).normalized))
    } else {
      form = .exact(try HostName(pattern))
    }
  }

  public func matches(_ host: HostName) -> Bool {
    switch form {
    case .any: !host.normalized.isEmpty
    case .exact(let exact): host == exact
    case .subdomains(let suffix):
      host.normalized.utf8.count > suffix.utf8.count
        && host.normalized.utf8.suffix(suffix.utf8.count).elementsEqual(suffix.utf8)
    }
  }

  /// Whether the text is a host alone (no scheme, user, port or path), with a `*` as its first label at most.
  public static func isValid(_ pattern: String) -> Bool {
    if pattern == "*" { return true }
    let bytes = pattern.utf8.starts(with: "*.".utf8) ? pattern.utf8.dropFirst(2) : pattern.utf8[...]
    if let first = bytes.first, first == UInt8(ascii: "[") {
      return bytes.last == UInt8(ascii: "]")
        && bytes.dropFirst().dropLast().allSatisfy {
          Character(Unicode.Scalar($0)).isHexDigit || ":.".utf8.contains($0)
        }
    }
    return !bytes.isEmpty && bytes.first != UInt8(ascii: ".")
      && bytes.allSatisfy { $0 > 0x20 && $0 != 0x7F && !"*?[]/\\:@#%\"<>".utf8.contains($0) }
  }
}
