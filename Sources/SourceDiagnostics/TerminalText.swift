import CSystem

/// What a text becomes when it is shown to a person: nothing in it can move the cursor, change colours, hide or turn
/// round what stands beside it, or pass unseen.
///
/// Control characters, bidirectional controls and invisible characters are written as `\u{1B}` (`\n`, `\r` and `\t` by
/// their short names), bytes that are not UTF-8 as `\xNN`. Joiners, variation selectors and tags stay where they have a
/// visible effect, as in a family emoji or in Persian. What comes out is unchanged by escaping it again.
public enum TerminalText {
  /// A text in its visible form; the same text when there is nothing to escape.
  public static func escaped(_ text: String) -> String {
    if isPrintableASCII(text.utf8) { return text }
    return DisplayedText(Array(text.utf8)).string
  }

  /// Bytes, such as a file's name, in their visible form.
  public static func escaped(_ bytes: [UInt8]) -> String {
    DisplayedText(bytes).string
  }

  /// The terminal columns that a text takes in its visible form, grapheme by grapheme: the widest scalar of each, and 2
  /// for one with U+FE0F or a zero-width joiner and for a flag of two regional indicators.
  public static func width(of text: String) -> Int {
    if isPrintableASCII(text.utf8) { return text.utf8.count }
    return DisplayedText(Array(text.utf8)).width
  }

  /// The longest beginning of a text's visible form that fits into so many columns, whole graphemes only; an ellipsis
  /// stands at the end of one that was cut.
  public static func fitted(_ text: String, to columns: Int, ellipsis: String = "…") -> String {
    guard columns > 0 else { return "" }
    let shown = DisplayedText(Array(text.utf8))
    if shown.width <= columns { return shown.string }
    let room = columns - width(of: ellipsis)
    return room < 0 ? shown.cut(to: 0..<columns).text : shown.cut(to: 0..<room).text + ellipsis
  }

  static func isPrintableASCII(_ bytes: some Sequence<UInt8>) -> Bool {
    bytes.allSatisfy { $0 >= 0x20 && $0 < 0x7F }
  }

  /// The terminal columns of one grapheme that is shown as it is.
  public static func width(of character: Character) -> Int {
    var widest = 0
    var regionalIndicators = 0
    for scalar in character.unicodeScalars {
      switch scalar.value {
      case 0x20..<0x7F: widest = max(widest, 1)
      case 0xFE0F, 0x200D: return 2
      case 0x1F1E6...0x1F1FF:
        regionalIndicators += 1
        if regionalIndicators == 2 { return 2 }
        widest = max(widest, width(of: scalar))
      default: widest = max(widest, width(of: scalar))
      }
    }
    return widest
  }

  private static func width(of scalar: Unicode.Scalar) -> Int {
    let width = Int(sr_wcwidth(scalar.value))
    if width >= 0 { return width }
    // Unknown to the C library: emoji newer than its tables are wide like the rest of their blocks.
    return (0x1F300...0x1FAFF).contains(scalar.value) ? 2 : 1
  }

  /// Whether a scalar is shown as it is. `previous` is the scalar shown before it, nil at the start and after an escape.
  static func isShown(_ scalar: Unicode.Scalar, after previous: Unicode.Scalar?, before next: Unicode.Scalar?) -> Bool {
    if isVisible(scalar) { return true }
    guard let previous else { return false }
    switch scalar.value {
    case 0x200C, 0x200D:
      // Joiners shape Arabic, Indic scripts and emoji; between the letters of Europe they only hide.
      guard let next else { return false }
      return previous.value >= 0x590 && next.value >= 0x590 && isVisible(next)
    case 0xFE0E, 0xFE0F:
      // The bases of keycaps are ASCII.
      return (previous.value >= 0x80 || "0123456789#*".unicodeScalars.contains(previous)) && isVisible(previous)
    case 0xFE00...0xFE0D, 0x180B...0x180D, 0x180F, 0xE0100...0xE01EF:
      return previous.value >= 0x80 && isVisible(previous)
    case 0xE0020...0xE007F:
      // The flags of Scotland and others: a black flag and tags.
      return previous.value == 0x1F3F4 || (0xE0020...0xE007F).contains(previous.value)
    default:
      return false
    }
  }

  /// Whether a scalar is seen, or at least changes what is seen, wherever it stands.
  private static func isVisible(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x20..<0x7F: true
    case 0..<0xA0, 0x2028, 0x2029, 0xFFF9...0xFFFB: false
    default: !scalar.properties.isDefaultIgnorableCodePoint
    }
  }

  /// The visible form of a scalar that is not shown as it is.
  static func escape(_ scalar: Unicode.Scalar) -> String {
    switch scalar {
    case "\n": "\\n"
    case "\r": "\\r"
    case "\t": "\\t"
    default: "\\u{" + String(scalar.value, radix: 16, uppercase: true) + "}"
    }
  }

  /// The visible form of a byte that is not part of UTF-8.
  static func escape(_ byte: UInt8) -> String {
    let digits = String(byte, radix: 16, uppercase: true)
    return byte < 0x10 ? "\\x0" + digits : "\\x" + digits
  }
}
