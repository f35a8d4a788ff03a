import TestSupport
import Testing

@testable import ShareItems

@Suite("The dimensions of images")
struct ImageDimensionsTests {
  private static let png: [UInt8] =
    [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 0, 0, 13] + Array("IHDR".utf8) + [0, 0, 2, 128, 0, 0, 1, 224]
  private static let gif: [UInt8] = Array("GIF89a".utf8) + [0x80, 2, 0xE0, 1]
  private static let bmp: [UInt8] =
    Array("BM".utf8) + [UInt8](repeating: 0, count: 16) + [0x80, 2, 0, 0, 0x20, 0xFE, 0xFF, 0xFF]
  private static let jpeg: [UInt8] =
    [0xFF, 0xD8, 0xFF, 0xE0, 0, 4, 1, 2, 0xFF, 0xFF, 0xC4, 0, 3, 9, 0xFF, 0xC2, 0, 17, 8, 1, 0xE0, 2, 0x80, 3, 0, 0]
  private static func webp(_ form: String, _ rest: [UInt8]) -> [UInt8] {
    Array("RIFF".utf8) + [0, 0, 0, 0] + Array("WEBP\(form)".utf8) + [0, 0, 0, 0] + rest
  }

  static let images: [(String, [UInt8])] = [
    ("PNG", png), ("GIF", gif), ("BMP with its rows from the top", bmp), ("JPEG behind other segments", jpeg),
    ("WebP, lossy", webp("VP8 ", [0, 0, 0, 0x9D, 1, 0x2A, 0x80, 0x42, 0xE0, 1])),
    ("WebP, lossless", webp("VP8L", [0x2F, 0x7F, 0xC2, 0x77, 0])),
    ("WebP, extended", webp("VP8X", [0, 0, 0, 0, 0x7F, 2, 0, 0xDF, 1, 0])),
  ]

  @Test("are read from the head of the file", arguments: images)
  func known(name: String, head: [UInt8]) {
    #expect(ImageDimensions(head: head) == ImageDimensions(width: 640, height: 480), "\(name)")
  }

  @Test("no beginning of a file makes it fail", arguments: images)
  func cut(name: String, head: [UInt8]) {
    for length in head.indices { _ = ImageDimensions(head: Array(head[..<length])) }
    for bytes in [[], SampleFiles.pdf, SampleFiles.gzip, [0xFF, 0xD8, 0xFF, 0xD9]] {
      #expect(ImageDimensions(head: bytes) == nil)
    }
  }
}
