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

  mutating func addReference(_ bytes: ArraySlice<UInt8>) {
    facts.references.append(String(decoding: bytes, as: UTF8.self))
  }
}
