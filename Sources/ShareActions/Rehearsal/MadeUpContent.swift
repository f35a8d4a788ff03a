import DesktopTypes
import ShareModel

/// Small contents that are known as what they stand for, for files that an example only names.
enum MadeUpContent {
  /// Nil for texts and unknown types.
  static func bytes(of type: ContentType) -> [UInt8]? {
    switch type.essence {
    case "image/png": png
    case "image/jpeg": [0xFF, 0xD8, 0xFF, 0xE0, 0x00, 0x10] + "JFIF\0".utf8 + [1, 1, 0, 0, 1, 0, 1, 0, 0, 0xFF, 0xD9]
    case "image/gif": Array("GIF89a".utf8) + [1, 0, 1, 0, 0x80, 0, 0, 0, 0, 0, 0xFF, 0xFF, 0xFF, 0x3B]
    case "image/webp":
      Array("RIFF".utf8) + [0x1A, 0, 0, 0] + "WEBPVP8L".utf8
        + [0x0D, 0, 0, 0, 0x2F, 0, 0, 0, 0x10, 0x07, 0x10, 0x11, 0x11, 0x88, 0x88, 0xFE, 0x07, 0]
    case "image/tiff": [0x49, 0x49, 0x2A, 0, 8, 0, 0, 0, 0, 0, 0, 0, 0, 0]
    case "image/bmp":
      Array("BM".utf8) + [0x1A, 0, 0, 0, 0, 0, 0, 0, 0x1A, 0, 0, 0, 0x0C, 0, 0, 0] + [1, 0, 1, 0, 1, 0, 24, 0, 0, 0]
    case "image/svg+xml": Array("<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"1\" height=\"1\"/>\n".utf8)
    case "application/pdf": Array("%PDF-1.4\n%%EOF\n".utf8)
    case _ where type.isImage: png
    case ContentType.unknown.essence: nil
    // No text where none is due, so that the name decides.
    case let essence:
      ContentTypeDatabase.builtIn.isA(essence, ContentType.plainText.essence) ? nil : [UInt8](repeating: 0, count: 8)
    }
  }

  /// What the name alone says, the same on every machine.
  static func type(ofName name: [UInt8]) -> ContentType {
    ContentType(ContentTypeDatabase.builtIn.guess(name: name, prefix: nil).type)
  }

  /// One grey pixel.
  private static let png: [UInt8] = [
    0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0x00, 0x00, 0x00, 0x0D, 0x49, 0x48, 0x44, 0x52, 0x00, 0x00, 0x00,
    0x01, 0x00, 0x00, 0x00, 0x01, 0x08, 0x00, 0x00, 0x00, 0x00, 0x3A, 0x7E, 0x9B, 0x55, 0x00, 0x00, 0x00, 0x0A, 0x49,
    0x44, 0x41, 0x54, 0x78, 0xDA, 0x63, 0x68, 0x00, 0x00, 0x00, 0x82, 0x00, 0x81, 0xDA, 0x45, 0x08, 0x3B, 0x00, 0x00,
    0x00, 0x00, 0x49, 0x45, 0x4E, 0x44, 0xAE, 0x42, 0x60, 0x82,
  ]
}

extension Rehearsal.Response {
  /// The answer with a small body of the type that its headers name, where a text cannot say one.
  public func withMadeUpBody() -> Rehearsal.Response {
    guard body.isEmpty, let header = headers.last(where: { $0.name.lowercased() == "content-type" }),
      let made = MadeUpContent.bytes(of: ContentType(String(decoding: header.value, as: UTF8.self)))
    else { return self }
    var response = self
    response.body = made
    return response
  }
}
