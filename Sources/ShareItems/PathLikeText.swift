import DesktopTypes
import ShareModel

/// Whether a text that names no file was probably meant to name one. A mistyped file name must never be posted as words.
enum PathLikeText {
  /// True for one line that begins as a path does, is one word with a `/`, or ends in the suffix of a known file type.
  ///
  /// A line of several words that ends in a URL or a mail address is words, although `.png` and `.org` are suffixes.
  static func isLikePath(_ bytes: [UInt8], types: ContentTypeDatabase) -> Bool {
    var line = bytes[...]
    if line.last == 0x0A { line.removeLast() }
    if line.last == 0x0D { line.removeLast() }
    guard !line.isEmpty, !line.contains(where: { $0 == 0x0A || $0 == 0x0D }) else { return false }
    if line.first == UInt8(ascii: "/") || line.starts(with: "./".utf8) || line.starts(with: "../".utf8)
      || line.starts(with: "~/".utf8)
    {
      return true
    }
    let lastBlank = line.lastIndex { $0 == 0x20 || $0 == 0x09 }
    guard let lastBlank else {
      return line.contains(UInt8(ascii: "/")) || types.isKnownExtension(Array(line))
    }
    let lastWord = Array(line[(lastBlank + 1)...])
    if lastWord.dropFirst().contains(UInt8(ascii: "@")) || URLParts.isAbsoluteURL(lastWord) { return false }
    return types.isKnownExtension(lastWord)
  }
}
