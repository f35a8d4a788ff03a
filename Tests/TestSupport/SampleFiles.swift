/// Small files of known types, made in memory.
public enum SampleFiles {
  public static let png: [UInt8] =
    [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 0, 0, 13] + Array("IHDR".utf8) + [
      0, 0, 0, 1, 0, 0, 0, 1, 8, 2, 0, 0, 0,
    ]
  public static let jpeg: [UInt8] = [0xFF, 0xD8, 0xFF, 0xE0, 0, 16] + Array("JFIF".utf8) + [0, 1, 1, 0, 0, 1]
  public static let gif: [UInt8] = Array("GIF89a".utf8) + [1, 0, 1, 0, 0, 0, 0]
  public static let webp: [UInt8] = Array("RIFF".utf8) + [36, 0, 0, 0] + Array("WEBPVP8 ".utf8) + [0, 0, 0, 0]
  public static let pdf: [UInt8] = Array("%PDF-1.4\n".utf8) + [0x25, 0xE2, 0xE3, 0xCF, 0xD3, 0x0A]
  public static let svg = Array(#"<svg xmlns="http://www.w3.org/2000/svg" width="1" height="1"></svg>"#.utf8)
  public static let gzip: [UInt8] = [0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 3, 3, 0, 0, 0, 0, 0, 0, 0, 0, 0]
  public static let tiff: [UInt8] = [0x49, 0x49, 0x2A, 0, 8, 0, 0, 0, 0, 0, 0, 0, 0, 0]
  public static let binary: [UInt8] = [0, 1, 2, 3, 0xFF, 0xFE, 0, 0, 5]
  /// A stored, empty member as an archive's first bytes.
  public static func zip(firstMember name: String) -> [UInt8] {
    Array("PK".utf8) + [3, 4, 20, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0]
      + [UInt8(name.utf8.count), 0, 0, 0] + Array(name.utf8)
  }
  /// Three packets of an MPEG transport stream.
  public static let transportStream = (0..<3).flatMap { _ in [0x47] + [UInt8](repeating: 0, count: 187) }
}
