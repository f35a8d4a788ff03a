/// Text that is written with or without colours.
struct StyledOutput {
  enum Style {
    case plain
    case strong
    case error
    case warning
    case frame

    /// The parameters of the terminal's "select graphic rendition" (ECMA-48, 8.3.117).
    var parameters: String {
      switch self {
      case .plain: ""
      case .strong: "1"
      case .error: "1;31"
      case .warning: "1;33"
      case .frame: "1;34"
      }
    }
  }

  private(set) var text = ""
  private let isColored: Bool
  private var pendingSpaces = 0

  init(isColored: Bool) {
    self.isColored = isColored
  }

  mutating func write(_ part: String, _ style: Style = .plain) {
    guard !part.isEmpty else { return }
    writeSpaces()
    if isColored, style != .plain {
      text += "\u{1B}[\(style.parameters)m"
      text += part
      text += "\u{1B}[0m"
    } else {
      text += part
    }
  }

  /// Spaces that are only written when something follows on the line.
  mutating func space(_ count: Int = 1) {
    pendingSpaces += count
  }

  mutating func endLine() {
    pendingSpaces = 0
    text += "\n"
  }

  private mutating func writeSpaces() {
    if pendingSpaces > 0 { text += String(repeating: " ", count: pendingSpaces) }
    pendingSpaces = 0
  }
}
