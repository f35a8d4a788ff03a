/// Texts as a new definition writes them in YAML.
enum YAMLText {
  /// A scalar of this text: plain where nobody could take it for something else, else in double quotes.
  static func scalar(_ text: String) -> String { isPlain(text) ? text : quoted(text) }

  /// In double quotes, on one line.
  static func quoted(_ text: String) -> String {
    var result = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": result += "\\\""
      case "\\": result += "\\\\"
      case "\n": result += "\\n"
      case "\r": result += "\\r"
      case "\t": result += "\\t"
      default:
        switch scalar.value {
        // U+FEFF, the breaks of YAML 1.1, and what no YAML file may hold.
        case 0..<0x20, 0x7F..<0xA0: result += "\\x" + hexadecimal(scalar.value, digits: 2)
        case 0x2028, 0x2029, 0xFEFF, 0xFFFE, 0xFFFF: result += "\\u" + hexadecimal(scalar.value, digits: 4)
        default: result.unicodeScalars.append(scalar)
        }
      }
    }
    return result + "\""
  }

  private static func hexadecimal(_ value: UInt32, digits: Int) -> String {
    let text = String(value, radix: 16, uppercase: true)
    return String(repeating: "0", count: max(0, digits - text.count)) + text
  }

  /// Letters in front and nothing that means something to any version of YAML, nor in lists and maps in brackets.
  private static func isPlain(_ text: String) -> Bool {
    guard let first = text.utf8.first, let last = text.utf8.last, isLetter(first) || first == UInt8(ascii: "/"),
      last != 0x20, last != UInt8(ascii: ":")
    else { return false }
    var previous: UInt8 = 0
    for byte in text.utf8 {
      let isSafe =
        isLetter(byte) || (0x30...0x39).contains(byte) || " _./@%+=;?&-$()~!*'".utf8.contains(byte)
        || byte == UInt8(ascii: ":")
      guard isSafe, !(previous == UInt8(ascii: ":") && byte == 0x20) else { return false }
      previous = byte
    }
    let words = ["true", "false", "null", "yes", "no", "on", "off", "y", "n"]
    return !words.contains(text.lowercased())
  }

  private static func isLetter(_ byte: UInt8) -> Bool { (0x61...0x7A).contains(byte | 0x20) }
}
