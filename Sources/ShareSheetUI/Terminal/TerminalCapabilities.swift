internal import CCurses

/// What a terminal can do and how it is told to, read from its terminfo entry.
struct TerminalCapabilities: Sendable {
  enum Failure: Error {
    /// libncursesw is not installed.
    case noLibrary
    /// Nothing is known of the terminal, or it cannot place its cursor.
    case notAScreen
  }

  private let enterSequences: [String]
  private let leaveSequences: [String]
  private let clearScreenSequence: String
  let clearLine: String
  let showCursor: String
  let hideCursor: String
  private let plain: String
  private let bold: String
  private let dim: String
  private let reverse: String
  private let red: String
  private let blue: String
  /// The sequences of keys, as the terminal says that it sends them.
  let keys: [(bytes: [UInt8], key: Key)]

  /// - Parameters:
  ///   - name: The terminal's, from `TERM`.
  ///   - isColored: Whether colours may be used (no-color.org); bold and reverse are none.
  init(_ name: String, descriptor: Int32, isColored: Bool) throws(Failure) {
    switch unsafe sr_terminal_read(name, descriptor) {
    case Int32(SR_TERMINAL_OK.rawValue): break
    case Int32(SR_TERMINAL_NO_LIBRARY.rawValue): throw .noLibrary
    default: throw .notAScreen
    }
    let get = TerminalCapabilities.string
    guard let clear = get("clear"), let clearLine = get("el"), get("cup") != nil else { throw .notAScreen }
    clearScreenSequence = clear
    self.clearLine = clearLine
    showCursor = get("cnorm") ?? ""
    hideCursor = get("civis") ?? ""
    let hasAlternateScreen = get("smcup") != nil && get("rmcup") != nil
    // Bracketed paste, which terminfo does not know: a terminal without it ignores the sequence, as ECMA-48 demands.
    enterSequences = [get("smcup") ?? "", get("smkx") ?? "", hasAlternateScreen ? "\u{1B}[?2004h" : ""]
    leaveSequences = [
      hasAlternateScreen ? "\u{1B}[?2004l" : "", get("rmkx") ?? "", get("cnorm") ?? "", get("sgr0") ?? "",
      hasAlternateScreen ? get("rmcup") ?? "" : clear,
    ]
    plain = get("sgr0") ?? ""
    bold = get("bold") ?? ""
    dim = get("dim") ?? ""
    reverse = get("rev") ?? get("smso") ?? ""
    let hasColors = isColored && (unsafe sr_terminal_number("colors")) >= 8
    red = hasColors ? TerminalCapabilities.format("setaf", 1, 0) ?? "" : ""
    blue = hasColors ? TerminalCapabilities.format("setaf", 4, 0) ?? "" : ""
    keys = [
      ("kcuu1", Key.up), ("kcud1", .down), ("kcub1", .left), ("kcuf1", .right), ("khome", .home), ("kend", .end),
      ("kpp", .pageUp), ("knp", .pageDown), ("kdch1", .delete), ("kcbt", .backTab), ("kent", .enter),
    ].compactMap { name, key in get(name).flatMap { $0.utf8.count > 1 ? (Array($0.utf8), key) : nil } }
  }

  var enter: String { enterSequences.joined() }
  var leave: String { leaveSequences.joined() }
  var clearScreen: String { plain + clearScreenSequence }

  /// Places the cursor; both count from 0.
  func move(row: Int, column: Int) -> String {
    TerminalCapabilities.format("cup", Int32(clamping: row), Int32(clamping: column)) ?? ""
  }

  /// Begins a style, after ending every other one.
  func style(_ style: TextStyle, isSelected: Bool) -> String {
    let marked = isSelected ? reverse : ""
    switch style {
    case .plain: return plain + marked
    case .strong: return plain + bold + marked
    // A dim text on a reversed line is hard to read.
    case .dim: return plain + (isSelected ? marked : dim)
    case .heading: return plain + bold + blue + marked
    case .selected: return plain + reverse
    case .error: return plain + bold + red + marked
    case .picture: return plain
    }
  }

  private static func string(_ capability: String) -> String? {
    unsafe sr_terminal_string(capability).map { unsafe withoutPadding(String(cString: $0)) }
  }

  private static func format(_ capability: String, _ first: Int32, _ second: Int32) -> String? {
    unsafe sr_terminal_format(capability, first, second).map { unsafe withoutPadding(String(cString: $0)) }
  }

  /// A sequence without its delays, such as `$<5/>`, which only terminals of paper and glass needed.
  private static func withoutPadding(_ text: String) -> String {
    guard text.contains("$<") else { return text }
    var result = ""
    var rest = text[...]
    while let start = rest.firstRange(of: "$<"), let end = rest[start.upperBound...].firstIndex(of: ">") {
      result += rest[..<start.lowerBound]
      rest = rest[rest.index(after: end)...]
    }
    return result + rest
  }
}
