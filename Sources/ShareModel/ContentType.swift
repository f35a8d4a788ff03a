/// A media type such as `image/png`, compared without case and parameters (RFC 6838; RFC 2045 for parameters).
public struct ContentType: Hashable, Sendable, CustomStringConvertible {
  /// `type/subtype` in lower case, without parameters.
  public let essence: String

  /// Reads the essence of a media type; what follows the first `;` is dropped.
  public init(_ text: String) {
    let end = text.utf8.firstIndex(of: UInt8(ascii: ";")) ?? text.utf8.endIndex
    var bytes = text.utf8[..<end]
    while let last = bytes.last, last == 0x20 || last == 0x09 { bytes.removeLast() }
    while let first = bytes.first, first == 0x20 || first == 0x09 { bytes.removeFirst() }
    essence = String(decoding: bytes.map { (0x41...0x5A).contains($0) ? $0 | 0x20 : $0 }, as: UTF8.self)
  }

  public var description: String { essence }

  /// Whether the text has the form `type/subtype`, both of them RFC 6838 restricted names; `*` stands for either when
  /// wildcards are allowed.
  public static func isValid(_ text: String, allowingWildcards: Bool = false) -> Bool {
    let parts = ContentType(text).essence.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
    guard parts.count == 2 else { return false }
    return parts.allSatisfy { part in
      guard let first = part.first else { return false }
      if allowingWildcards, part.count == 1, first == UInt8(ascii: "*") { return true }
      return isAlphanumeric(first) && part.allSatisfy { isAlphanumeric($0) || "!#$&-^_.+".utf8.contains($0) }
    }
  }

  private static func isAlphanumeric(_ byte: UInt8) -> Bool {
    (0x61...0x7A).contains(byte | 0x20) || (0x30...0x39).contains(byte)
  }

  public static let plainText = ContentType("text/plain")
  public static let uriList = ContentType("text/uri-list")
  public static let directory = ContentType("inode/directory")
  public static let unknown = ContentType("application/octet-stream")

  public var isImage: Bool { essence.utf8.starts(with: "image/".utf8) }
}
