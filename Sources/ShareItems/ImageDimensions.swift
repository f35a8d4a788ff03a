public import ShareModel

/// How many pixels an image has, read from the head of its file: PNG, GIF, JPEG, WebP and BMP.
public struct ImageDimensions: Sendable, Equatable {
  public var width: Int
  public var height: Int

  public init(width: Int, height: Int) {
    self.width = width
    self.height = height
  }

  /// What is read of a file. In a JPEG the size stands behind thumbnails and colour profiles.
  static let headLength = 256 << 10

  /// Nil for a file that cannot be read or is none of these formats.
  public init?(of path: FilePath) {
    guard let head = try? FileSystem.prefix(of: path, count: ImageDimensions.headLength) else { return nil }
    self.init(head: head)
  }

  init?(head: [UInt8]) {
    func text(_ range: Range<Int>) -> String? {
      range.upperBound <= head.count ? String(decoding: head[range], as: UTF8.self) : nil
    }
    func big(_ offset: Int, _ count: Int) -> Int? {
      guard offset + count <= head.count else { return nil }
      return head[offset..<(offset + count)].reduce(0) { $0 << 8 | Int($1) }
    }
    func little(_ offset: Int, _ count: Int) -> Int? {
      guard offset + count <= head.count else { return nil }
      return head[offset..<(offset + count)].reversed().reduce(0) { $0 << 8 | Int($1) }
    }
    var size: (Int?, Int?) = (nil, nil)
    if head.starts(with: [0x89, 0x50, 0x4E, 0x47]), text(12..<16) == "IHDR" {
      size = (big(16, 4), big(20, 4))
    } else if text(0..<4) == "GIF8" {
      size = (little(6, 2), little(8, 2))
    } else if head.starts(with: [0xFF, 0xD8]) {
      size = ImageDimensions.jpeg(head)
    } else if text(0..<4) == "RIFF", text(8..<12) == "WEBP" {
      switch text(12..<16) {
      // The lossy form: fourteen bits each, the others are for scaling.
      case "VP8 ": size = (little(26, 2).map { $0 & 0x3FFF }, little(28, 2).map { $0 & 0x3FFF })
      case "VP8L": size = (little(21, 4).map { ($0 & 0x3FFF) + 1 }, little(21, 4).map { ($0 >> 14 & 0x3FFF) + 1 })
      case "VP8X": size = (little(24, 3).map { $0 + 1 }, little(27, 3).map { $0 + 1 })
      default: break
      }
    } else if text(0..<2) == "BM", let height = little(22, 4) {
      // A negative height says that the rows begin at the top.
      size = (little(18, 4), Int(abs(Int64(Int32(truncatingIfNeeded: height)))))
    }
    guard let width = size.0, let height = size.1, width > 0, height > 0 else { return nil }
    (self.width, self.height) = (width, height)
  }

  /// The frame header of a JPEG, whatever segments stand before it (ISO 10918-1, B.2.2).
  private static func jpeg(_ head: [UInt8]) -> (Int?, Int?) {
    var index = 2
    while index + 9 < head.count, head[index] == 0xFF {
      let marker = head[index + 1]
      // Fill bytes.
      if marker == 0xFF {
        index += 1
        continue
      }
      let isFrame = (0xC0...0xCF).contains(marker) && marker != 0xC4 && marker != 0xC8 && marker != 0xCC
      if isFrame {
        return (Int(head[index + 7]) << 8 | Int(head[index + 8]), Int(head[index + 5]) << 8 | Int(head[index + 6]))
      }
      index += 2 + (Int(head[index + 2]) << 8 | Int(head[index + 3]))
    }
    return (nil, nil)
  }
}
