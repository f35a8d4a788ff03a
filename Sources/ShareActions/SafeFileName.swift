import ShareModel

/// A name that a file from elsewhere may have in a folder of the person's: one part of a path, visible, at most 255
/// bytes (NAME_MAX), and no option to a program that is given it.
struct SafeFileName: Equatable {
  /// Of a file name, in bytes.
  static let limit = 255
  /// A longer extension is taken for a part of the name when the name is cut.
  private static let longestSuffix = 16

  private(set) var bytes: [UInt8]

  /// Replaces what must not stand in a name by `_`; bytes that are not UTF-8 stay.
  init(_ wanted: [UInt8]) {
    var safe: [UInt8] = []
    safe.reserveCapacity(wanted.count)
    var index = 0
    while index < wanted.count {
      let byte = wanted[index]
      if let length = SafeFileName.directionalLength(wanted, at: index) {
        safe.append(UInt8(ascii: "_"))
        index += length
        continue
      }
      safe.append(byte < 0x20 || byte == 0x7F || byte == UInt8(ascii: "/") ? UInt8(ascii: "_") : byte)
      index += 1
    }
    while safe.last == 0x20 { safe.removeLast() }
    while safe.first == 0x20 { safe.removeFirst() }
    if let first = safe.first, first == UInt8(ascii: ".") || first == UInt8(ascii: "-") { safe[0] = UInt8(ascii: "_") }
    if safe.isEmpty { safe = Array("file".utf8) }
    bytes = SafeFileName.cut(safe, inserting: [])
  }

  /// The name with a number before its extension: `photo-2.jpg`.
  func numbered(_ number: Int) -> [UInt8] {
    number == 1 ? bytes : SafeFileName.cut(bytes, inserting: Array("-\(number)".utf8))
  }

  /// The name without the characters that FAT and NTFS refuse.
  var withoutForbiddenCharacters: SafeFileName {
    var other = self
    other.bytes = bytes.map { "<>:\"\\|?*".utf8.contains($0) ? UInt8(ascii: "_") : $0 }
    return other
  }

  /// Puts text before the extension and shortens what stands in front of it, never inside of a character.
  private static func cut(_ name: [UInt8], inserting text: [UInt8]) -> [UInt8] {
    var (stem, suffix) = split(name)
    let room = limit - suffix.count - text.count
    if stem.count > room {
      var end = room
      while end > 0, stem[end] & 0xC0 == 0x80 { end -= 1 }
      // Bytes that are no UTF-8 at all have no boundary to be found.
      stem = Array(stem[..<(room - end < 4 ? end : room)])
    }
    return stem + text + suffix
  }

  /// `a.tar.gz` keeps both of its extensions.
  private static func split(_ name: [UInt8]) -> (stem: [UInt8], suffix: [UInt8]) {
    var (stem, last) = FilePath.splitName(name)
    guard let last, last.count < longestSuffix else { return (name, []) }
    var suffix = [UInt8(ascii: ".")] + last
    let inner = FilePath.splitName(stem)
    if let second = inner.fileExtension, second == Array("tar".utf8) {
      suffix = Array(".tar".utf8) + suffix
      stem = inner.stem
    }
    return (stem, suffix)
  }

  /// The length of a character that turns the direction of writing around (U+202A–202E, U+2066–2069, U+200E, U+200F),
  /// with which `gpj.exe` can be shown as `exe.jpg`.
  private static func directionalLength(_ bytes: [UInt8], at index: Int) -> Int? {
    guard bytes[index] == 0xE2, index + 2 < bytes.count else { return nil }
    switch (bytes[index + 1], bytes[index + 2]) {
    case (0x80, 0x8E...0x8F), (0x80, 0xAA...0xAE), (0x81, 0xA6...0xA9): return 3
    default: return nil
    }
  }
}
