/// A recursive-descent reader of shell scripts that writes down where placeholders stand.
///
/// It builds no tree. Each byte is read a bounded number of times, and nesting is limited, so that hostile text costs
/// linear time and no stack.
struct ShellParser {
  /// The script is not understood from here on.
  struct Stop: Error {}

  struct HereDocument {
    var number: Int
    var delimiter: [UInt8]
    var isQuoted: Bool
    var stripsTabs: Bool
    var command: String?
  }

  /// The byte that stands for a placeholder.
  static let placeholder: UInt8 = 0
  static let maximumDepth = 48

  let text: [UInt8]
  let isBash: Bool
  /// Where reading stops: the end of the script, or of a here-document's body.
  var end: Int
  var position = 0
  var depth = 0
  var facts = ShellFacts()
  var serial = 0
  /// How many placeholders came before the top-level line that is being read.
  var lineStart = 0
  /// Here-documents whose bodies come after the next line break; those below the floor belong to an outer line.
  var pending: [HereDocument] = []
  var pendingFloor = 0
  var listDepth = 0
  /// The name under which facts know what the standard input of the command being read holds.
  var input = "<"
  /// The name under which they know the positional parameters; code given to another shell has its own.
  var positional = ShellFacts.positional

  init(text: [UInt8], isBash: Bool) {
    self.text = text
    self.isBash = isBash
    end = text.count
  }

  /// Reads the whole script; false when a part of it is not understood.
  mutating func parseScript() -> Bool {
    do throws(Stop) {
      let list = try parseList()
      guard list.terminator == .end, pending.isEmpty else { return false }
      return true
    } catch {
      return false
    }
  }

  /// A parser for text of its own, such as what stands between backticks, that goes on with the same facts.
  mutating func parseNested(_ inner: [UInt8], isBash: Bool, positional: String) -> Bool {
    var parser = ShellParser(text: inner, isBash: isBash)
    parser.depth = depth
    parser.serial = serial
    parser.input = input
    parser.positional = positional
    swap(&parser.facts, &facts)
    defer {
      swap(&parser.facts, &facts)
      serial = parser.serial
    }
    return parser.parseScript()
  }

  // MARK: Bytes

  var byte: UInt8? { position < end ? text[position] : nil }

  func byte(_ offset: Int) -> UInt8? { position + offset < end ? text[position + offset] : nil }

  func isAt(_ character: Unicode.Scalar, _ offset: Int = 0) -> Bool { byte(offset) == UInt8(ascii: character) }

  /// Whether a backslash and a line break, which shells drop, stand here.
  var isAtContinuation: Bool { isAt("\\") && isAt("\n", 1) }

  /// Passes blanks and continued lines, and a comment where a word could begin.
  mutating func skipBlanks() {
    while let byte {
      if byte.isBlank {
        position += 1
      } else if isAtContinuation {
        position += 2
      } else if byte == UInt8(ascii: "#") {
        skipComment()
      } else {
        return
      }
    }
  }

  private mutating func skipComment() {
    while let byte, byte != UInt8(ascii: "\n") {
      if byte == Self.placeholder { addPlace(.comment) }
      position += 1
    }
  }

  /// Passes blanks, comments and line breaks, and the here-documents after these.
  mutating func skipLines() throws(Stop) {
    while true {
      skipBlanks()
      guard isAt("\n") else { return }
      try takeLineBreak()
    }
  }

  mutating func takeLineBreak() throws(Stop) {
    position += 1
    guard pending.isEmpty || pendingFloor == 0 else { throw Stop() }
    if !pending.isEmpty { try readHereDocuments() }
  }

  mutating func enter() throws(Stop) {
    depth += 1
    guard depth <= Self.maximumDepth else { throw Stop() }
  }

  mutating func leave() { depth -= 1 }

  // MARK: Places

  mutating func addPlace(_ place: ShellPlace, owner: Int = -1) {
    facts.places.append(place)
    facts.owners.append(owner)
  }

  mutating func addRefused(_ problem: ShellPlace.Problem, _ subject: String = "") {
    addPlace(.refused(.init(problem, subject: subject)))
  }

  /// A new name for what a command's standard input holds.
  mutating func newInput(_ region: ShellFacts.Region? = nil) -> String {
    facts.inputs += 1
    let name = "<\(facts.inputs)"
    if let region { facts.bind(name, region) }
    return name
  }

  /// A reference to the standard input.
  mutating func inputReference() -> ShellFacts.Region {
    let mark = facts.mark
    facts.references.append(input)
    return facts.region(since: mark)
  }

  mutating func addReference(_ bytes: ArraySlice<UInt8>) {
    facts.references.append(String(decoding: bytes, as: UTF8.self))
  }
}
