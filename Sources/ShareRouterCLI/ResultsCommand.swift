internal import DesktopTypes
internal import Glibc
internal import JSONSyntax
internal import ShareActions
internal import ShareModel
internal import ShareSessions
internal import SourceDiagnostics

extension CommandSpecification {
  static let results = CommandSpecification(
    name: "results", operands: "", summary: "Show what activities gave back, the newest last",
    details: """
      Each line has the time, the activity, the name of an extra item such as a deletion link, and the item itself. All of
      it stands in results.jsonl in the state folder; delete that file to forget it.
      """,
    options: [
      OptionSpecification("number", short: "n", value: "NUMBER", "the last NUMBER only"),
      OptionSpecification("activity", short: "a", value: "PATTERN", "those of one activity: its type or a glob of it"),
      CommonOptions.json,
    ], emptyDocument: { _ in [JSONMember("results", .array([]))] }, run: ResultsCommand.run)
}

/// `sharerouter results`.
enum ResultsCommand {
  static func run(_ call: Invocation) -> ExitStatus {
    guard call.arguments.operands.isEmpty else {
      call.console.error("'results' takes no operands", help: "--activity TYPE chooses an activity")
      return .usage
    }
    var limit: Int?
    if let text = call.arguments.text("number") {
      limit = Int(text).flatMap { $0 >= 0 ? $0 : nil }
      guard limit != nil else {
        call.console.error("'\(text)' is not a number of results", help: "write a whole number, such as -n 10")
        return .usage
      }
    }
    let folders = UserFolders(environment: call.process.environment, home: call.process.home)
    var entries: [ResultsFile.Entry]
    do throws(ResultsFile.Failure) {
      let unreadable: Int
      (entries, unreadable) = try ResultsFile(stateFolder: folders.state).entries()
      if unreadable > 0 {
        call.console.warning("\(unreadable == 1 ? "one line" : "\(unreadable) lines") of the results cannot be read")
      }
    } catch {
      call.console.error(Outcome.Failure(error).message)
      return .failed
    }
    if let pattern = call.arguments.text("activity") {
      entries = entries.filter { matches(pattern, $0.activityType) }
    }
    if let limit { entries = entries.suffix(limit) }
    if call.arguments.has("json") {
      let document = JSONValue.object([JSONMember("results", .array(entries.map(\.json)))])
      return call.console.write(document.serialized(pretty: true) + "\n") ? .done : .failed
    }
    return call.console.write(table(entries)) ? .done : .failed
  }

  /// As `send --activity` takes it: a type, a glob, or the end of a type.
  private static func matches(_ pattern: String, _ type: String) -> Bool {
    Glob(pattern).matches(type) || type.hasSuffix("." + pattern)
  }

  private static func table(_ entries: [ResultsFile.Entry]) -> String {
    let types = entries.map { TerminalText.escaped($0.activityType) }
    let names = entries.map { TerminalText.escaped($0.name ?? "") }
    let typeWidth = types.map { TerminalText.width(of: $0) }.max() ?? 0
    let nameWidth = names.map { TerminalText.width(of: $0) }.max() ?? 0
    func padded(_ text: String, _ width: Int) -> String {
      text + String(repeating: " ", count: max(0, width - TerminalText.width(of: text)))
    }
    return entries.indices.reduce("") { text, index in
      let time = entries[index].time.map(local) ?? "                "
      let name = nameWidth > 0 ? "  " + padded(names[index], nameWidth) : ""
      return text + "\(time)  \(padded(types[index], typeWidth))\(name)  \(shown(entries[index].value))\n"
    }
  }

  /// The longest item that a line shows whole, in grapheme clusters.
  private static let longest = 1000

  private static func shown(_ value: String) -> String {
    let isLong = value.index(value.startIndex, offsetBy: longest + 1, limitedBy: value.endIndex) != nil
    return TerminalText.escaped(isLong ? value.prefix(longest) + "…" : value)
  }

  /// A moment in the person's time zone, to the minute.
  private static func local(_ seconds: Int) -> String {
    var moment = time_t(seconds)
    var parts = unsafe tm()
    guard unsafe localtime_r(&moment, &parts) != nil else { return "                " }
    func padded(_ number: Int32) -> String { (number < 10 ? "0" : "") + String(number) }
    let date = unsafe "\(parts.tm_year + 1900)-\(padded(parts.tm_mon + 1))-\(padded(parts.tm_mday))"
    return unsafe date + " \(padded(parts.tm_hour)):\(padded(parts.tm_min))"
  }
}
