/// What is known of files without the desktop's database: the commonest suffixes, five kinds of magic numbers, and
/// what is text.
enum BuiltInTypes {
  private static let types: [(suffix: String, type: String)] = [
    ("png", "image/png"), ("jpg", "image/jpeg"), ("jpeg", "image/jpeg"), ("gif", "image/gif"), ("webp", "image/webp"),
    ("svg", "image/svg+xml"), ("avif", "image/avif"), ("heic", "image/heif"), ("tiff", "image/tiff"),
    ("tif", "image/tiff"), ("bmp", "image/bmp"), ("ico", "image/vnd.microsoft.icon"), ("pdf", "application/pdf"),
    ("txt", "text/plain"), ("md", "text/markdown"), ("csv", "text/csv"), ("html", "text/html"), ("htm", "text/html"),
    ("css", "text/css"), ("xml", "application/xml"), ("json", "application/json"), ("yaml", "application/x-yaml"),
    ("yml", "application/x-yaml"), ("js", "application/javascript"), ("sh", "application/x-shellscript"),
    ("py", "text/x-python"), ("c", "text/x-csrc"), ("log", "text/x-log"), ("zip", "application/zip"),
    ("gz", "application/gzip"), ("tar", "application/x-tar"), ("xz", "application/x-xz"), ("mp3", "audio/mpeg"),
    ("ogg", "audio/ogg"), ("flac", "audio/flac"), ("wav", "audio/x-wav"), ("mp4", "video/mp4"),
    ("webm", "video/webm"), ("mkv", "video/x-matroska"), ("mov", "video/quicktime"), ("vcf", "text/vcard"),
    ("ics", "text/calendar"), ("eml", "message/rfc822"), ("odt", "application/vnd.oasis.opendocument.text"),
    ("docx", "application/vnd.openxmlformats-officedocument.wordprocessingml.document"),
    ("xlsx", "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"),
    ("pptx", "application/vnd.openxmlformats-officedocument.presentationml.presentation"),
  ]

  /// The type of a suffix in lower case, without its dot.
  static func type(ofSuffix suffix: String) -> String? { types.first { $0.suffix == suffix }?.type }

  /// A usual suffix for a type, without its dot.
  static func suffix(of type: String) -> String? { types.first { $0.type == type }?.suffix }

  /// The type of a file's first bytes; nil for what is neither known nor text.
  static func type(ofContent bytes: [UInt8]) -> String? {
    if bytes.starts(with: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]) { return "image/png" }
    if bytes.starts(with: [0xFF, 0xD8, 0xFF]) { return "image/jpeg" }
    if bytes.starts(with: "GIF87a".utf8) || bytes.starts(with: "GIF89a".utf8) { return "image/gif" }
    if bytes.starts(with: "RIFF".utf8), bytes.dropFirst(8).starts(with: "WEBP".utf8) { return "image/webp" }
    if bytes.starts(with: "%PDF-".utf8) { return "application/pdf" }
    return looksLikeText(bytes) ? "text/plain" : nil
  }

  /// Whether bytes that may have been cut anywhere are UTF-8 without control characters.
  static func looksLikeText(_ bytes: [UInt8]) -> Bool {
    guard !bytes.isEmpty else { return false }
    for byte in bytes where byte < 0x20 || byte == 0x7F {
      // Tab, line feed, form feed, carriage return, and the escape of coloured output.
      guard byte == 0x09 || byte == 0x0A || byte == 0x0C || byte == 0x0D || byte == 0x1B else { return false }
    }
    guard let offset = UTF8Check.firstInvalidOffset(in: bytes) else { return true }
    // The last character may have been cut: at most three bytes of it are there, none of them ASCII.
    return bytes.count - offset < 4 && offset > 0 && bytes[offset] >= 0xC2 && bytes[offset...].allSatisfy { $0 >= 0x80 }
  }

  /// Whether bytes are packets of an MPEG transport stream: a sync byte every 188 bytes (ISO/IEC 13818-1).
  static func isTransportStream(_ bytes: [UInt8]) -> Bool {
    bytes.count > 376 && bytes[0] == 0x47 && bytes[188] == 0x47 && bytes[376] == 0x47
  }

  /// Whether one type is a kind of the other by their names alone.
  static func isA(_ type: String, _ supertype: String) -> Bool {
    switch supertype {
    case "text/plain":
      type.utf8.starts(with: "text/".utf8) || isA(type, "application/xml") || isA(type, "application/json")
        || type == "application/javascript" || type == "application/x-shellscript" || type == "application/x-yaml"
    case "application/xml": type == "application/xml" || type.hasSuffix("+xml")
    case "application/json": type == "application/json" || type.hasSuffix("+json")
    case "application/zip": type.utf8.starts(with: "application/vnd.openxmlformats-".utf8)
    case "application/octet-stream": !type.utf8.starts(with: "inode/".utf8)
    default: false
    }
  }
}
