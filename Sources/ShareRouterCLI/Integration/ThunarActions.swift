/// The action that is added to Thunar's.
struct ThunarAction: Equatable {
  static let identifier = "sharerouter-share"

  /// What follows the program in every command that was ever written.
  static let commandEnd = " share --picker desktop -- %U"

  let command: String

  /// The elements in the order in which Thunar writes them.
  var elements: [(name: String, text: String?)] {
    [
      ("icon", "document-send"), ("name", "Share…"), ("unique-id", ThunarAction.identifier), ("command", command),
      ("description", "Send to an activity"), ("patterns", "*"), ("directories", nil), ("audio-files", nil),
      ("image-files", nil), ("other-files", nil), ("text-files", nil), ("video-files", nil),
    ]
  }

  var xml: String {
    let lines = elements.map { name, text in
      text.map { "\t<\(name)>\(ThunarAction.escaped($0))</\(name)>\n" } ?? "\t<\(name)/>\n"
    }
    return "<action>\n" + lines.joined() + "</action>\n"
  }

  private static func escaped(_ text: String) -> String {
    text.reduce(into: "") { result, character in
      switch character {
      case "&": result += "&amp;"
      case "<": result += "&lt;"
      case ">": result += "&gt;"
      case "\"": result += "&quot;"
      case "'": result += "&apos;"
      default: result.append(character)
      }
    }
  }
}

/// Thunar's file of actions as text: an action is added or removed, and every other byte stays.
struct ThunarActions {
  private(set) var text: String

  /// A file without any action.
  static let empty = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<actions>\n</actions>\n"

  init(_ text: String) { self.text = text }

  /// Where our action stands, with the line break after it; nil when it is not there.
  var ownAction: Range<String.Index>? {
    ThunarActions.actions(in: text).first { range in
      text[range].firstRange(of: "<unique-id>\(ThunarAction.identifier)</unique-id>") != nil
    }
  }

  /// Adds an action as the last one, or puts it in the place of ours; false for a text that is no list of actions.
  mutating func set(_ action: ThunarAction) -> Bool {
    if let own = ownAction {
      text.replaceSubrange(own, with: action.xml)
    } else if let end = ThunarActions.tag("</actions>", in: text) {
      text.insert(contentsOf: action.xml, at: end.lowerBound)
    } else if let empty = ThunarActions.tag("<actions/>", in: text) {
      text.replaceSubrange(empty, with: "<actions>\n\(action.xml)</actions>")
    } else {
      return false
    }
    return true
  }

  /// The command of our action, as Thunar would run it; nil when it is not there.
  var ownCommand: String? {
    guard let own = ownAction, let start = text[own].firstRange(of: "<command>"),
      let end = text[own][start.upperBound...].firstRange(of: "</command>")
    else { return nil }
    return String(text[start.upperBound..<end.lowerBound]).replacing("&apos;", with: "'").replacing("&#39;", with: "'")
      .replacing("&quot;", with: "\"").replacing("&lt;", with: "<").replacing("&gt;", with: ">")
      .replacing("&amp;", with: "&")
  }

  mutating func removeOwn() {
    if let own = ownAction { text.removeSubrange(own) }
  }

  /// Whether our action says what it said when it was written, however Thunar has laid it out since. `startup-notify` is
  /// written by Thunar itself.
  func isUnchanged(_ action: ThunarAction) -> Bool {
    guard let own = ownAction.map({ String(text[$0]) }) else { return false }
    func compact(_ text: String) -> [String] {
      let parts = text.split(separator: ">").map { part in String(part.drop { $0.isWhitespace }) }
      return parts.filter { !$0.isEmpty && $0 != "<startup-notify/" }.sorted()
    }
    // GLib escapes apostrophes and quotation marks in another way, or not at all.
    let forms = [action.xml, plainQuotes(action.xml), numericQuotes(action.xml)]
    return forms.contains { compact($0) == compact(own) }
  }

  private func plainQuotes(_ xml: String) -> String {
    xml.replacing("&apos;", with: "'").replacing("&quot;", with: "\"")
  }

  private func numericQuotes(_ xml: String) -> String { xml.replacing("&apos;", with: "&#39;") }

  // MARK: Reading

  /// The elements `action`, each with the line break behind it, whatever stands in comments.
  private static func actions(in text: String) -> [Range<String.Index>] {
    var found: [Range<String.Index>] = []
    var start: String.Index?
    for tag in tags(in: text) {
      if text[tag] == "<action>" {
        start = tag.lowerBound
      } else if text[tag] == "</action>", let begin = start {
        let end =
          tag.upperBound < text.endIndex && text[tag.upperBound] == "\n"
          ? text.index(after: tag.upperBound) : tag.upperBound
        found.append(begin..<end)
        start = nil
      }
    }
    return found
  }

  private static func tag(_ tag: String, in text: String) -> Range<String.Index>? {
    tags(in: text).last { text[$0] == tag }
  }

  /// Every tag, comments and CDATA sections left out.
  private static func tags(in text: String) -> [Range<String.Index>] {
    var tags: [Range<String.Index>] = []
    var rest = text[...]
    while let start = rest.firstIndex(of: "<") {
      rest = rest[start...]
      let end: String
      if rest.hasPrefix("<!--") { end = "-->" } else if rest.hasPrefix("<![CDATA[") { end = "]]>" } else { end = ">" }
      guard let close = rest.firstRange(of: end) else { break }
      if end == ">" { tags.append(start..<close.upperBound) }
      rest = rest[close.upperBound...]
    }
    return tags
  }
}
