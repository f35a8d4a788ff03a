/// Splits one command line into words as a POSIX shell and bash do, without running anything: quotes are removed,
/// variables are kept by name.
struct ShellWords {
  /// Why the line cannot be split, as one phrase.
  struct Failure: Error, Equatable {
    var message: String
    var help: String
  }

  /// A variable of the shell stands in a word as its name between these two characters, which no text has.
  static let variableStart: Character = "\u{F8F0}"
  static let variableEnd: Character = "\u{F8F1}"

  /// The words of the first command.
  private(set) var words: [String] = []
  /// What follows the command (`| jq .`, `> file`), which is not part of it; empty for nothing.
  private(set) var rest = ""

  private let text: [Character]
  private var index = 0
  private var word: String?

  init(_ line: String) throws(Failure) {
    // A line break is one character after a carriage return in Swift, and two in a shell.
    text = Array(line.replacing("\r\n", with: "\n"))
    try split()
  }

  private mutating func split() throws(Failure) {
    while index < text.count {
      let character = text[index]
      index += 1
      switch character {
      case " ", "\t": finishWord()
      case "\n":
        finishWord()
        // Before the command a line break means nothing, behind it the command has ended.
        if !words.isEmpty { return end(at: index) }
      case "|", ";", "&", "<", ">", "(", ")":
        // `2>file`: the digit belongs to the redirection.
        if character == ">" || character == "<", let digits = word, digits.allSatisfy(\.isNumber) { word = nil }
        finishWord()
        return end(at: index - 1)
      case "#" where word == nil:
        while index < text.count, text[index] != "\n" { index += 1 }
      case "'": add(try quoted(until: "'"))
      case "\"": try doubleQuoted()
      case "\\": try escaped()
      case "$": try dollar(inQuotes: false)
      case "`": throw ShellWords.substitution
      default: add(String(character))
      }
    }
    finishWord()
  }

  private mutating func end(at place: Int) {
    rest = String(text[place...]).trimmed
  }

  private mutating func add(_ part: String) { word = (word ?? "") + part }

  private mutating func finishWord() {
    if let word { words.append(word) }
    word = nil
  }

  private static let substitution = Failure(
    message: "the command line holds the output of another command",
    help: "put in its place what the command prints")

  private mutating func quoted(until quote: Character) throws(Failure) -> String {
    let start = index
    while index < text.count, text[index] != quote { index += 1 }
    guard index < text.count else {
      throw Failure(
        message: "a quote is not closed",
        help: "quote the whole command line: '…' inside \"…\", or with '-' on standard input")
    }
    index += 1
    return String(text[start..<index - 1])
  }

  private mutating func escaped() throws(Failure) {
    guard index < text.count else { return }
    // A line that goes on.
    if text[index] != "\n" { add(String(text[index])) }
    index += 1
  }

  private mutating func doubleQuoted() throws(Failure) {
    add("")
    while index < text.count {
      let character = text[index]
      index += 1
      switch character {
      case "\"": return
      case "\\" where index < text.count && "\"\\$`\n".contains(text[index]):
        if text[index] != "\n" { add(String(text[index])) }
        index += 1
      case "$": try dollar(inQuotes: true)
      case "`": throw ShellWords.substitution
      default: add(String(character))
      }
    }
    throw Failure(message: "a quote is not closed", help: "give the command line on standard input, with '-'")
  }

  /// What follows a `$`: a variable, `$'…'`, or nothing special.
  private mutating func dollar(inQuotes: Bool) throws(Failure) {
    guard index < text.count else { return add("$") }
    switch text[index] {
    case "'" where !inQuotes:
      index += 1
      add(try ansiQuoted())
    case "\"" where !inQuotes: break
    case "(": throw ShellWords.substitution
    case "{":
      let end = text[index...].firstIndex(of: "}") ?? text.endIndex
      let name = String(text[(index + 1)..<max(index + 1, end)])
      guard end < text.endIndex, ShellWords.isName(name) else {
        throw Failure(message: "'${\(name)}' cannot be read", help: "put the value in its place")
      }
      index = end + 1
      add(variable: name)
    default:
      var end = index
      while end < text.count, text[end] == "_" || (text[end].isASCII && (text[end].isLetter || text[end].isNumber)) {
        end += 1
      }
      let name = String(text[index..<end])
      guard ShellWords.isName(name) else { return add("$") }
      index = end
      add(variable: name)
    }
  }

  private mutating func add(variable name: String) {
    add("\(ShellWords.variableStart)\(name)\(ShellWords.variableEnd)")
  }

  private static func isName(_ name: String) -> Bool {
    guard let first = name.first, first.isLetter || first == "_" else { return false }
    return name.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "_") }
  }

  /// The text of `$'…'` (bash), as browsers write it.
  private mutating func ansiQuoted() throws(Failure) -> String {
    var bytes: [UInt8] = []
    while index < text.count {
      let character = text[index]
      index += 1
      if character == "'" {
        guard let result = String(validating: bytes, as: UTF8.self) else {
          throw Failure(message: "a text in $'…' is not UTF-8", help: "send the bytes as a file")
        }
        return result
      }
      guard character == "\\", index < text.count else {
        bytes += String(character).utf8
        continue
      }
      let escape = text[index]
      index += 1
      switch escape {
      case "n": bytes.append(0x0A)
      case "r": bytes.append(0x0D)
      case "t": bytes.append(0x09)
      case "a": bytes.append(0x07)
      case "b": bytes.append(0x08)
      case "e", "E": bytes.append(0x1B)
      case "f": bytes.append(0x0C)
      case "v": bytes.append(0x0B)
      case "x": if let value = number(digits: 2, radix: 16) { bytes.append(UInt8(truncatingIfNeeded: value)) }
      case "u": try addScalar(number(digits: 4, radix: 16), to: &bytes)
      case "U": try addScalar(number(digits: 8, radix: 16), to: &bytes)
      case "0"..."7":
        index -= 1
        if let value = number(digits: 3, radix: 8) { bytes.append(UInt8(truncatingIfNeeded: value)) }
      default: bytes += String(escape).utf8
      }
    }
    throw Failure(message: "a quote is not closed", help: "give the command line on standard input, with '-'")
  }

  /// A scalar; of two halves of a pair, which browsers write for emoji, both are read.
  private mutating func addScalar(_ value: UInt32?, to bytes: inout [UInt8]) throws(Failure) {
    guard var value else { return }
    if (0xD800..<0xDC00).contains(value), index + 1 < text.count, text[index] == "\\", text[index + 1] == "u" {
      index += 2
      if let low = number(digits: 4, radix: 16), (0xDC00..<0xE000).contains(low) {
        value = 0x10000 + (value - 0xD800) << 10 + (low - 0xDC00)
      }
    }
    guard let scalar = Unicode.Scalar(value) else {
      throw Failure(message: "half of a character stands in $'…'", help: "write the character itself")
    }
    bytes += String(Character(scalar)).utf8
  }

  private mutating func number(digits: Int, radix: Int) -> UInt32? {
    var value: UInt32?
    var left = digits
    while left > 0, index < text.count, let digit = text[index].hexDigitValue, digit < radix {
      value = (value ?? 0) * UInt32(radix) + UInt32(digit)
      index += 1
      left -= 1
    }
    return value
  }
}

extension String {
  /// Without white space at both ends.
  var trimmed: String {
    var rest = self[...]
    while let first = rest.first, first.isWhitespace { rest.removeFirst() }
    while let last = rest.last, last.isWhitespace { rest.removeLast() }
    return String(rest)
  }
}
