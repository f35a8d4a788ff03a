internal import ShareTemplates

/// Texts of `application/x-www-form-urlencoded` and of curl's `-F`.
enum FormText {
  /// A component as `curl_easy_escape` encodes it; variables of the shell stay as they are.
  static func encoded(_ text: String) -> String {
    var result = ""
    var rest = text[...]
    while let start = rest.firstIndex(of: ShellWords.variableStart),
      let end = rest[start...].firstIndex(of: ShellWords.variableEnd)
    {
      result += encodedLiteral(rest[..<start]) + rest[start...end]
      rest = rest[rest.index(after: end)...]
    }
    return result + encodedLiteral(rest)
  }

  private static func encodedLiteral(_ text: Substring) -> String {
    // Placeholders of ours stay, too.
    if text.contains("{{") { return String(text) }
    return String(decoding: PercentEncoding.encode(Array(text.utf8)), as: UTF8.self)
  }

  /// A component without its encoding, `+` being a blank; nil when that is no text.
  static func decoded(_ text: some StringProtocol) -> String? {
    var bytes: [UInt8] = []
    var rest = Array(text.utf8)[...]
    while let byte = rest.popFirst() {
      switch byte {
      case UInt8(ascii: "+"): bytes.append(0x20)
      case UInt8(ascii: "%"):
        guard rest.count >= 2, let value = UInt8(String(decoding: rest.prefix(2), as: UTF8.self), radix: 16) else {
          bytes.append(byte)
          continue
        }
        bytes.append(value)
        rest = rest.dropFirst(2)
      default: bytes.append(byte)
      }
    }
    return String(validating: bytes, as: UTF8.self)
  }

  /// The names and values of a form's text; nil when it is none.
  static func fields(_ text: String) -> [(name: String, value: String)]? {
    var fields: [(name: String, value: String)] = []
    for part in text.split(separator: "&") {
      guard let equals = part.firstIndex(of: "="), equals > part.startIndex,
        let name = decoded(part[..<equals]), let value = decoded(part[part.index(after: equals)...]),
        // No name of a field looks like this; the text is JSON, XML or words.
        name.allSatisfy({ $0.isLetter || $0.isNumber || "_-.[]:$@".contains($0) })
      else { return nil }
      fields.append((name, value))
    }
    return fields.isEmpty ? nil : fields
  }

  /// The fields of a part, which `;` divides unless it stands in double quotes at the beginning of one.
  static func partFields(_ text: String) -> [String] {
    var fields = [""]
    var isQuoted = false
    var rest = text[...]
    while let character = rest.popFirst() {
      let field = fields[fields.count - 1]
      switch character {
      case "\"" where isQuoted || field.trimmed.isEmpty || field == "@" || field.hasSuffix("="): isQuoted.toggle()
      case "\\" where isQuoted && (rest.first == "\"" || rest.first == "\\"):
        fields[fields.count - 1].append(rest.removeFirst())
      case ";" where !isQuoted: fields.append("")
      default: fields[fields.count - 1].append(character)
      }
    }
    return fields
  }
}
