import CGLib

/// The desktop's knowledge of media types (shared-mime-info, read by GIO), with a small one of its own behind it.
public struct ContentTypeDatabase: Sendable {
  private let usesDesktop: Bool

  /// The desktop's database; GIO is opened by the first question that needs it. Where it is missing or does not know,
  /// what is built in answers.
  public static let desktop = ContentTypeDatabase(usesDesktop: true)
  /// What is built in alone.
  public static let builtIn = ContentTypeDatabase(usesDesktop: false)

  /// How many of a file's first bytes a guess looks at.
  public static let prefixLength = 4096

  static let unknown = "application/octet-stream"

  private var gio: sr_gio? { usesDesktop ? GLib.contentTypes : nil }

  /// Guesses the type of a file: its name first, then its content, as the shared-mime-info specification says.
  ///
  /// Where both are images of different types, the content decides. A name of a video whose content is text (TypeScript
  /// and MPEG streams share `.ts`) is believed as little.
  public func guess(name: [UInt8]?, prefix: [UInt8]?) -> ContentTypeGuess {
    let byName = name.flatMap(type(ofName:))
    let byContent = prefix.flatMap { $0.isEmpty ? nil : type(ofContent: $0) }
    return ContentTypeGuess(
      type: decide(name: name, prefix: prefix ?? [], byName: byName, byContent: byContent), byName: byName,
      byContent: byContent)
  }

  private func decide(name: [UInt8]?, prefix: [UInt8], byName: String?, byContent: String?) -> String {
    guard let byName else { return byContent ?? ContentTypeDatabase.unknown }
    guard let byContent, byContent != byName else { return byName }
    let isImage = byName.utf8.starts(with: "image/".utf8)
    // A raw photograph is a TIFF by its content: the name says more, and does not contradict it.
    if isImage, byContent.utf8.starts(with: "image/".utf8) { return isA(byName, byContent) ? byName : byContent }
    let isVideo = byName.utf8.starts(with: "video/".utf8)
    if isVideo, isA(byContent, "text/plain"), !isA(byName, "text/plain") { return byContent }
    if byContent == "video/mp2t", name?.suffix(3).elementsEqual(".ts".utf8) == true { return byContent }
    // Where one suffix belongs to several types, GIO lets the content choose among them.
    return desktopGuess(name: name, content: prefix) ?? byName
  }

  /// What the name alone says.
  private func type(ofName name: [UInt8]) -> String? {
    if let type = desktopGuess(name: name, content: nil) { return type }
    guard let suffix = ContentTypeDatabase.suffix(of: name) else { return nil }
    return BuiltInTypes.type(ofSuffix: suffix)
  }

  /// What the content alone says.
  private func type(ofContent bytes: [UInt8]) -> String? {
    if BuiltInTypes.isTransportStream(bytes) { return "video/mp2t" }
    // Two letters of text are the magic number of an image: no image is that short.
    if bytes.count < 8, BuiltInTypes.looksLikeText(bytes) { return "text/plain" }
    return desktopGuess(name: nil, content: bytes) ?? BuiltInTypes.type(ofContent: bytes)
  }

  /// GIO's answer; nil without GIO and where it does not know.
  private func desktopGuess(name: [UInt8]?, content: [UInt8]?) -> String? {
    guard let gio else { return nil }
    // GIO steps over what it takes for UTF-8 and does not notice an end within a character.
    let isText = name.map { UTF8Check.firstInvalidOffset(in: $0) == nil } ?? true
    let safeName = name.map { $0.map { CChar(bitPattern: isText || $0 < 0x80 ? $0 : UInt8(ascii: "_")) } + [0] }
    let answer = unsafe content.withBytes { bytes in
      if let safeName { return unsafe gio.content_type_guess(safeName, bytes.baseAddress, bytes.count, nil) }
      return unsafe gio.content_type_guess(nil, bytes.baseAddress, bytes.count, nil)
    }
    defer { unsafe gio.free(answer) }
    let type = unsafe String(cString: answer)
    return type == ContentTypeDatabase.unknown || type == "application/x-zerosize" ? nil : type
  }

  /// Whether a type is another one, a kind of it, or fits its `*`; case and parameters do not count.
  ///
  /// `text/*` holds for what is a kind of plain text too, whatever its name (`application/json`). GIO is opened only
  /// when the names do not decide.
  public func isA(_ type: String, _ supertype: String) -> Bool {
    let type = ContentTypeDatabase.essence(type)
    let supertype = ContentTypeDatabase.essence(supertype)
    if type == supertype || supertype == "*/*" || supertype == "*" { return true }
    if supertype.utf8.last == UInt8(ascii: "*") {
      guard let slash = supertype.utf8.firstIndex(of: UInt8(ascii: "/")) else { return false }
      if type.utf8.starts(with: supertype.utf8[...slash]) { return true }
      return supertype == "text/*" && isA(type, "text/plain")
    }
    if supertype == "text/plain", type.utf8.starts(with: "text/".utf8) { return true }
    if BuiltInTypes.isA(type, supertype) { return true }
    guard let gio else { return false }
    let (first, second) = (ContentTypeDatabase.terminated(type), ContentTypeDatabase.terminated(supertype))
    return unsafe gio.content_type_is_a(first, second) != 0
  }

  /// Whether a name ends in the suffix of a known type of file. Digits alone are no suffix here: a sentence may end
  /// in a number, and pages of manuals are rarely shared.
  public func isKnownExtension(_ name: [UInt8]) -> Bool {
    guard let suffix = ContentTypeDatabase.suffix(of: name), suffix.utf8.contains(where: { $0 > 0x39 }) else {
      return false
    }
    return BuiltInTypes.type(ofSuffix: suffix) != nil
      || desktopGuess(name: Array("name.".utf8) + Array(suffix.utf8), content: nil) != nil
  }

  /// A usual suffix for a type, without its dot, for files that come without a name.
  public static func suffix(forType type: String) -> String? { BuiltInTypes.suffix(of: essence(type)) }

  /// What follows the last dot in lower case, when it is letters, digits, `+`, `-` and `_` and something stands before.
  private static func suffix(of name: [UInt8]) -> String? {
    guard let dot = name.lastIndex(of: UInt8(ascii: ".")), dot > 0 else { return nil }
    guard name[dot - 1] > 0x20, name[dot - 1] != UInt8(ascii: "/") else { return nil }
    let suffix = name[(dot + 1)...]
    guard (1...16).contains(suffix.count) else { return nil }
    let lowered = suffix.map { (0x41...0x5A).contains($0) ? $0 | 0x20 : $0 }
    guard
      lowered.allSatisfy({ (0x61...0x7A).contains($0) || (0x30...0x39).contains($0) || "+-_".utf8.contains($0) })
    else { return nil }
    return String(decoding: lowered, as: UTF8.self)
  }

  /// `type/subtype` in lower case, without parameters and the blanks around it.
  private static func essence(_ type: String) -> String {
    if type.utf8.allSatisfy({ $0 > 0x20 && $0 != UInt8(ascii: ";") && !(0x41...0x5A).contains($0) }) { return type }
    var bytes = type.utf8.prefix { $0 != UInt8(ascii: ";") }
    while let last = bytes.last, last == 0x20 || last == 0x09 { bytes.removeLast() }
    while let first = bytes.first, first == 0x20 || first == 0x09 { bytes.removeFirst() }
    return String(decoding: bytes.map { (0x41...0x5A).contains($0) ? $0 | 0x20 : $0 }, as: UTF8.self)
  }

  private static func terminated(_ text: String) -> [CChar] { text.utf8.map(CChar.init(bitPattern:)) + [0] }
}

extension [UInt8]? {
  /// Calls `body` with the bytes, or with none.
  fileprivate func withBytes<Result>(_ body: (UnsafeBufferPointer<UInt8>) -> Result) -> Result {
    guard let self else { return unsafe body(UnsafeBufferPointer(start: nil, count: 0)) }
    return unsafe self.withUnsafeBufferPointer { unsafe body($0) }
  }
}
