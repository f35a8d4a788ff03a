/// An absolute path of a file. File names are bytes and may be any bytes but `/` and NUL.
public struct FilePath: Hashable, Sendable {
  public var bytes: [UInt8]

  public init(bytes: [UInt8]) { self.bytes = bytes }
  public init(_ text: String) { bytes = Array(text.utf8) }

  /// The path as text; bytes that are not UTF-8 become U+FFFD. For people only, never to open a file.
  public var displayText: String { String(decoding: bytes, as: UTF8.self) }

  /// The path as text when its bytes are UTF-8.
  public var text: String? { String(validating: bytes, as: UTF8.self) }

  /// The last part of the path; `/` for the root.
  public var name: [UInt8] {
    var end = bytes.count
    while end > 1, bytes[end - 1] == FilePath.slash { end -= 1 }
    guard let slash = bytes[..<end].lastIndex(of: FilePath.slash) else { return Array(bytes[..<end]) }
    return slash + 1 == end ? [FilePath.slash] : Array(bytes[(slash + 1)..<end])
  }

  /// The path without its last part.
  public var directory: FilePath {
    var end = bytes.count
    while end > 1, bytes[end - 1] == FilePath.slash { end -= 1 }
    guard var slash = bytes[..<end].lastIndex(of: FilePath.slash) else { return FilePath(".") }
    while slash > 0, bytes[slash - 1] == FilePath.slash { slash -= 1 }
    return FilePath(bytes: slash == 0 ? [FilePath.slash] : Array(bytes[..<slash]))
  }

  /// What follows the last dot of the name, without it; nil for a name without a dot or with one only in front.
  public var fileExtension: [UInt8]? { FilePath.splitName(name).fileExtension }

  /// The name without its extension.
  public var stem: [UInt8] { FilePath.splitName(name).stem }

  /// This path and one more part.
  public func appending(_ name: [UInt8]) -> FilePath {
    FilePath(bytes: (bytes.last == FilePath.slash ? bytes : bytes + [FilePath.slash]) + name)
  }

  public func appending(_ name: String) -> FilePath { appending(Array(name.utf8)) }

  static let slash = UInt8(ascii: "/")

  /// A file name cut at its last dot: `.profile` and `name` have no extension, `a.tar.gz` has `gz`.
  public static func splitName(_ name: [UInt8]) -> (stem: [UInt8], fileExtension: [UInt8]?) {
    guard let dot = name.lastIndex(of: UInt8(ascii: ".")), dot > 0 else { return (name, nil) }
    return (Array(name[..<dot]), Array(name[(dot + 1)...]))
  }
}
