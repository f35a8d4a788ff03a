internal import Glibc
public import ShareModel
internal import SourceDiagnostics

/// The sheet as numbered lines and prompts, for terminals that cannot place their cursor, and where ncurses is missing.
public final class PlainSheet: SheetInterface {
  private let device: TerminalDevice
  private let text: LayoutText
  private var pending: [UInt8] = []
  /// The person ended the input or a signal came: nothing is asked any more.
  private var isOver = false

  /// Nil without a terminal.
  public init?(variable: (String) -> String?) {
    guard let device = TerminalDevice() else { return nil }
    self.device = device
    text = LayoutText(ornaments: TerminalSheet.isUnicode(variable) ? .unicode : .ascii)
  }

  deinit { close() }

  public func close() {
    device.restore()
    device.releaseSignals()
  }

  public func choose(_ content: SheetContent) throws(SheetFailure) -> ActivityType? {
    for item in content.items { say(item.text) }
    let filter = SheetFilter(content.rows)
    var query = ""
    while true {
      let matches = filter.matches(query).rows
      var section: SheetRow.Section?
      for (position, index) in matches.enumerated() {
        let row = content.rows[index]
        if row.section != section { say(row.section.heading) }
        section = row.section
        say("  \(position + 1)  \(text.label(of: row))")
      }
      if matches.isEmpty { say("no activity matches") }
      let keys = content.hidden.isEmpty ? "" : ", ? for what is hidden"
      guard let line = ask("Number, or letters to look for\(keys); nothing to close: "), !line.isEmpty, line != "q"
      else { return nil }
      if line == "?" {
        for activity in content.hidden { say("  \(activity.title) (\(activity.type)): \(activity.reason)") }
      } else if let number = Int(line) {
        if matches.indices.contains(number - 1) { return content.rows[matches[number - 1]].type }
        say("there is no number \(number)")
      } else {
        query = line
      }
    }
  }

  public func fill(_ form: SheetForm) throws(SheetFailure) -> SheetForm.Answers? {
    say(form.title)
    var answers: SheetForm.Answers = [:]
    for field in form.fields {
      if let note = field.note { say("! " + SheetRow.oneLine(note)) }
      while true {
        guard let answer = answer(field) else { return nil }
        answers[field.name] = answer.value
        let message = answer.value == nil ? field.missingMessage : form.validate(answers)[field.name]
        guard let message else { break }
        say("! " + message)
      }
    }
    return answers
  }

  /// One answer, which may be none; nil when the person ended it.
  private func answer(_ field: SheetForm.Field) -> (value: [UInt8]?, Void)? {
    if let options = field.options {
      for (index, option) in options.enumerated() { say("  \(index + 1)  \(option.label)") }
      let proposed = options.firstIndex { $0.value.map { Array($0.utf8) } == field.initial }.map { $0 + 1 }
      guard let line = ask("\(field.prompt)\(proposed.map { " [\($0)]" } ?? ""): ") else { return nil }
      if line.isEmpty, let proposed { return (options[proposed - 1].value.map { Array($0.utf8) }, ()) }
      if let number = Int(line), options.indices.contains(number - 1) {
        return (options[number - 1].value.map { Array($0.utf8) }, ())
      }
      // The value itself is an answer, too; what is none is told by the check.
      return (line.isEmpty ? nil : Array(line.utf8), ())
    }
    let isSecret = field.kind == .secret
    let proposal = field.initial.map { " [\(SheetRow.oneLine(String(decoding: $0, as: UTF8.self)))]" }
    if isSecret { device.hideTyping() }
    let line = ask("\(field.prompt)\(isSecret ? "" : proposal ?? ""): ")
    if isSecret { device.restore() }
    guard let line else { return nil }
    if line.isEmpty, let initial = field.initial { return (initial, ()) }
    return (field.answer(Array(line.utf8)), ())
  }

  public func confirm(_ question: String, title: String) throws(SheetFailure) -> Bool {
    guard let line = ask("\(SheetRow.oneLine(question)) [y/N] ") else { return false }
    return ["y", "yes"].contains(line.lowercased())
  }

  private func say(_ line: String) { device.write(text.shown(line) + "\n") }

  /// A line; nil at the end of the input and after a signal.
  private func ask(_ prompt: String) -> String? {
    guard !isOver else { return nil }
    device.holdSignals()
    device.write(text.shown(prompt))
    while true {
      if let end = pending.firstIndex(of: 0x0A) {
        let line = String(decoding: pending[..<end], as: UTF8.self)
        pending.removeSubrange(...end)
        return line
      }
      switch device.next() {
      case .bytes(let bytes): pending += bytes
      case .signal(SIGWINCH), .timeout, .woken: break
      case .signal(SIGTSTP): device.stopJob()
      case .signal, .hangup:
        isOver = true
        device.write("\n")
        return nil
      }
    }
  }
}
