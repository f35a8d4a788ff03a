import ShareModel

/// The wording of everything that can be wrong with an item.
extension ItemError {
  public static let noItems = ItemError(
    .noItems, "nothing to share", help: "give a text, a URL or a file, or '-' for standard input")

  public static let standardInputTwice = ItemError(
    .standardInputTwice, "standard input is named twice", help: "it can be read only once: leave out one '-'")

  static func standardInputUnreadable(_ error: FileError) -> ItemError {
    ItemError(.standardInputUnreadable, "cannot read standard input: \(error.message)")
  }

  /// `expanded` is a file that the value would name if a shell had replaced `~`.
  static func noSuchFile(_ value: [UInt8], expanded: FilePath?) -> ItemError {
    let message = "no such file: '\(shown(value))'"
    guard let expanded else {
      return ItemError(.noSuchFile, message, help: "if it is meant as a text, use --text '\(shown(value))'")
    }
    return ItemError(
      .noSuchFile, message, help: "'~' was not replaced by the shell: use '\(expanded.displayText)', or --text")
  }

  static func noSuchFile(at path: FilePath) -> ItemError {
    ItemError(.noSuchFile, "no such file: '\(path.displayText)'", help: "check the path; a text is given by --text")
  }

  static func danglingLink(_ path: FilePath) -> ItemError {
    ItemError(
      .danglingLink, "the link '\(path.displayText)' points to a file that does not exist",
      help: "mend the link; if it is meant as a text, use --text")
  }

  static func unreadable(_ path: FilePath, _ error: FileError) -> ItemError {
    ItemError(
      .unreadable, "cannot read '\(path.displayText)': \(error.message)",
      help: "check its permissions; if it is meant as a text, use --text")
  }

  static func unsupportedFile(_ path: FilePath, _ what: String) -> ItemError {
    ItemError(
      .unsupportedFile, "'\(path.displayText)' is a \(what)",
      help: "only files, folders and named pipes can be shared; its data can be piped into '-'")
  }

  static func invalidFileURL(_ value: [UInt8], _ problem: String) -> ItemError {
    ItemError(
      .invalidFileURL, "invalid file URL '\(shown(value))': \(problem)",
      help: "give the file's path, or --text if it is meant as a text")
  }

  static func notURL(_ value: [UInt8]) -> ItemError {
    ItemError(
      .notURL, "not an absolute URL: '\(shown(value))'", help: "a URL begins with a scheme and a host: https://…")
  }

  static func fileURLAsURL(_ value: [UInt8]) -> ItemError {
    ItemError(.notURL, "a file URL stands for its file: '\(shown(value))'", help: "give it without --url")
  }

  static func urlAsFile(_ value: [UInt8], kind: ItemKind) -> ItemError {
    ItemError(
      .noSuchFile, "a URL is not fetched, so it cannot be shared as \(kind.rawValue): '\(shown(value))'",
      help: "download it first, or share the URL itself")
  }

  /// `offset` counts from 0, the message from 1.
  static func notUTF8(_ what: String, offset: Int) -> ItemError {
    ItemError(
      .notText, "\(what) is not UTF-8 at byte \(offset + 1)",
      help: "convert it to UTF-8, or give it as a file or on standard input")
  }

  static func containsNUL(_ what: String, offset: Int) -> ItemError {
    ItemError(
      .notText, "\(what) holds a NUL at byte \(offset + 1)", help: "give such data as a file or on standard input")
  }

  static func textTooLong(limit: Int) -> ItemError {
    ItemError(
      .notText, "standard input is longer than a text may be (\(limit >> 20) MiB)", help: "share it as a file")
  }

  static func spoolFailed(_ path: FilePath, _ error: FileError) -> ItemError {
    ItemError(.spoolFailed, "cannot keep the data in '\(path.displayText)': \(error.message)")
  }

  static func invalidMetadata(_ code: Code, _ what: String, _ problem: String, help: String? = nil) -> ItemError {
    ItemError(code, "\(what) \(problem)", help: help)
  }

  /// A value for a message: cut, since a text can be megabytes long.
  static func shown(_ value: [UInt8]) -> String {
    let limit = 200
    guard value.count > limit else { return String(decoding: value, as: UTF8.self) }
    var end = limit
    while end > limit - 4, value[end] & 0xC0 == 0x80 { end -= 1 }
    return String(decoding: value[..<end], as: UTF8.self) + "…"
  }
}
