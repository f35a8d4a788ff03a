import Foundation
import TestSupport
import Testing

/// What a terminal showed while the program ran in it, and how it was left.
struct TerminalRun: Decodable {
  struct Screen: Decodable {
    /// Without the blanks at their ends.
    var lines: [String]
    /// The character of each column; the second one of a wide character is empty.
    var cells: [[String]]
    /// Row and column, from 0.
    var cursor: [Int]
    var hidden: Bool
    var alternate: Bool
    /// The lines that are shown in reverse.
    var marked: [Int]
    var colors: [String]

    func line(with text: String) -> Int? { lines.firstIndex { $0.contains(text) } }

    /// The column in which a text begins in a line.
    func column(of text: String, in line: Int) -> Int? {
      let row = cells[line]
      return row.indices.first { row[$0...].joined().hasPrefix(text) && !row[$0].isEmpty }
    }
  }

  var screens: [String: Screen]
  var stdout: String
  /// What went wrong with the driving itself.
  var failure: String?
  /// The exit status, or minus the number of the signal.
  var status: Int
  var modesRestored: Bool
  var cursorShown: Bool
  var alternate: Bool
  var wasAlternate: Bool
  var pasting: Bool
  /// The last screen.
  var last: [String]
  /// Everything that the program wrote to the terminal.
  var raw: String

  /// Something that is done to the terminal.
  enum Step {
    case wait(String)
    case keys(String)
    case size(Int, Int)
    case signal(String)
    case screen(String)

    fileprivate var json: [String: Any] {
      switch self {
      case .wait(let text): ["wait": text]
      case .keys(let keys): ["keys": keys]
      case .size(let rows, let columns): ["size": [rows, columns]]
      case .signal(let name): ["signal": name]
      case .screen(let name): ["screen": name]
      }
    }
  }

  /// Whether terminals can be driven here.
  static let isAvailable = CommandRun.run(["python3", "-c", "import pyte"].map { Array($0.utf8) }).status == 0
  static let requirement: Comment = "python3 with pyte is not there"

  /// Runs the program in a terminal of its own (pyte).
  static func run(
    _ sandbox: Sandbox, rows: Int = 24, columns: Int = 80, _ arguments: [String],
    environment changes: [String: String] = [:], input: String? = nil, _ steps: Step...
  ) throws -> TerminalRun {
    var task: [String: Any] = [
      "rows": rows, "columns": columns, "steps": steps.map(\.json), "command": [CommandRun.program] + arguments,
      "environment": sandbox.environment.merging(["TERM": "xterm-256color"]) { $1 }.merging(changes) { $1 },
      "folder": sandbox.work,
    ]
    task["input"] = input
    let run = CommandRun.run(
      ["python3", Project.root + "/Tests/EndToEndTests/Terminal/drive.py"].map { Array($0.utf8) },
      input: Array(try JSONSerialization.data(withJSONObject: task)))
    try #require(run.status == 0, "\(run.errorText)")
    let result = try JSONDecoder().decode(TerminalRun.self, from: Data(run.output))
    try #require(result.failure == nil, "\(result.failure ?? ""): \(result.last)")
    return result
  }

  /// Expects the terminal to be as it was before.
  func expectLeft(sourceLocation: SourceLocation = #_sourceLocation) {
    #expect(modesRestored, "termios differs", sourceLocation: sourceLocation)
    #expect(cursorShown, "the cursor is hidden", sourceLocation: sourceLocation)
    #expect(!alternate, "the alternate screen is not left", sourceLocation: sourceLocation)
    #expect(!pasting, "bracketed paste is still on", sourceLocation: sourceLocation)
  }
}
