/// How a piece of text looks on the screen.
enum TextStyle: Sendable, Equatable {
  case plain
  case strong
  case dim
  case heading
  case selected
  case error
  /// Sequences of a program that draws pictures, passed on as they are.
  case picture
}

/// Text that begins in a column. Wherever a terminal counts the columns of a text otherwise than we do (emoji of several
/// scalars, right-to-left writing), the next span still begins where it should.
struct ScreenSpan: Sendable, Equatable {
  var column: Int
  /// In its visible form, unless it is a picture.
  var text: String
  var style: TextStyle
}

/// One line of the screen.
struct ScreenLine: Sendable, Equatable {
  var spans: [ScreenSpan] = []
  /// Whether the whole line is marked.
  var isSelected = false

  static let blank = ScreenLine()

  init(_ spans: [ScreenSpan] = [], isSelected: Bool = false) {
    self.spans = spans
    self.isSelected = isSelected
  }

  init(_ text: String, _ style: TextStyle = .plain, column: Int = 0) {
    spans = [ScreenSpan(column: column, text: text, style: style)]
  }
}

/// A whole screen.
struct ScreenFrame: Sendable, Equatable {
  struct Position: Sendable, Equatable {
    var row: Int
    var column: Int
  }

  var lines: [ScreenLine] = []
  /// Where the cursor stands; hidden when nil.
  var cursor: Position?
}

/// How much room there is, in characters.
struct ScreenSize: Sendable, Equatable {
  var rows: Int
  var columns: Int
}

/// Characters that frame texts, for terminals of UTF-8 and for others.
struct Ornaments: Sendable, Equatable {
  var ellipsis: String
  var separator: String
  var pointer: String
  var bullet: String
  var keys: String
  /// Whether texts may hold characters beyond ASCII.
  var isUnicode: Bool

  static let unicode = Ornaments(
    ellipsis: "…", separator: " · ", pointer: "▸", bullet: "•", keys: "↑↓", isUnicode: true)
  static let ascii = Ornaments(
    ellipsis: "...", separator: ", ", pointer: ">", bullet: "*", keys: "Up/Down", isUnicode: false)
}
