public import ShareModel
internal import SourceDiagnostics

/// The sheet in a program of its own: fzf, dmenu and its relatives, zenity, kdialog, or a command of the person's.
public final class PickerSheet: SheetInterface {
  private let picker: Picker
  /// Runs the program and waits for it.
  private let run: (PickerRun) throws(SheetFailure) -> PickerResult
  /// Asks what the picker itself cannot: fzf chooses from lists alone, but stands in a terminal.
  private let terminal: () throws(SheetFailure) -> any SheetInterface

  public init(
    _ picker: Picker, terminal: @escaping () throws(SheetFailure) -> any SheetInterface,
    run: @escaping (PickerRun) throws(SheetFailure) -> PickerResult
  ) {
    self.picker = picker
    self.terminal = terminal
    self.run = run
  }

  public func close() {}

  public func choose(_ content: SheetContent) throws(SheetFailure) -> ActivityType? {
    if content.rows.isEmpty {
      if let notice = picker.notice("No activity is offered for \(content.summary)") { _ = try run(notice) }
      return nil
    }
    let rows = content.rows.map { (key: $0.type.rawValue, label: $0.label) }
    return try select(rows, prompt: "Share \(content.summary)").map { ActivityType(rawValue: $0) }
  }

  private func select(_ rows: [(key: String, label: String)], prompt: String) throws(SheetFailure) -> String? {
    let result = try run(picker.selection(rows, prompt: prompt))
    guard try isAnswered(result), !result.output.isEmpty else { return nil }
    if let key = picker.key(in: result.output, rows) { return key }
    let shown = SheetRow.oneLine(String(decoding: result.output, as: UTF8.self))
    throw SheetFailure("the picker gave back '\(shown)', which is none of its lines", help: "choose one of the lines")
  }

  /// Whether the person answered. Status 1 and 130 are how pickers say that they did not; others are failures.
  private func isAnswered(_ result: PickerResult) throws(SheetFailure) -> Bool {
    switch result.status {
    case 0: return true
    case 1, 5, 130, nil: return false
    case .some(let status):
      let last = String(decoding: result.errors, as: UTF8.self).split(separator: "\n").last.map { ": \($0)" } ?? ""
      throw SheetFailure(
        "the picker ended with status \(status)\(last)", help: "try another one with --picker, or use --activity TYPE")
    }
  }

  // MARK: Answers

  public func fill(_ form: SheetForm) throws(SheetFailure) -> SheetForm.Answers? {
    if picker == .fzf {
      let terminal = try terminal()
      defer { terminal.close() }
      return try terminal.fill(form)
    }
    var answers: SheetForm.Answers = [:]
    for field in form.fields {
      var prompt = field.prompt + (field.note.map { " (\(SheetRow.oneLine($0)))" } ?? "")
      while true {
        guard let answer = try answer(field, prompt: prompt) else { return nil }
        answers[field.name] = answer.value
        let message = answer.value == nil ? field.missingMessage : form.validate(answers)[field.name]
        guard let message else { break }
        prompt = "\(field.prompt) (\(SheetRow.oneLine(message)))"
      }
    }
    return answers
  }

  /// One answer, which may be none; nil when the person dismissed it.
  private func answer(_ field: SheetForm.Field, prompt: String) throws(SheetFailure) -> (value: [UInt8]?, Void)? {
    if let options = field.options {
      // The one that is proposed stands first, where every picker begins.
      let proposed = options.firstIndex { $0.value.map { Array($0.utf8) } == field.initial } ?? 0
      let order = [proposed] + options.indices.filter { $0 != proposed }
      let labels = distinct(options.map(\.label))
      let rows = order.map { (key: String($0), label: labels[$0]) }
      guard let key = try select(rows, prompt: prompt), let index = Int(key) else { return nil }
      return (options[index].value.map { Array($0.utf8) }, ())
    }
    let proposed = String(decoding: field.initial ?? [], as: UTF8.self)
    guard let request = picker.entry(field, prompt: prompt, proposed: proposed) else {
      throw SheetFailure(
        "this picker cannot ask for '\(field.name)' without showing it",
        help: "give it with --input \(field.name)=VALUE, or use another picker")
    }
    let result = try run(request)
    guard try isAnswered(result) else { return nil }
    var bytes = result.output
    // Of the program, not of the answer; an editor of several lines adds none where the text ends in one.
    if bytes.last == 0x0A, field.kind != .multiline || bytes != Array(proposed.utf8) { bytes.removeLast() }
    // The one line that stood for the proposal.
    if let initial = field.initial, bytes == Array(SheetRow.oneLine(proposed).utf8) { return (initial, ()) }
    return (field.answer(bytes), ())
  }

  private func distinct(_ labels: [String]) -> [String] {
    var seen: Set<String> = []
    return labels.enumerated().map { index, label in
      var label = label.isEmpty ? "(empty)" : label
      while !seen.insert(label).inserted { label += " (\(index + 1))" }
      return label
    }
  }

  public func confirm(_ question: String, title: String) throws(SheetFailure) -> Bool {
    let question = SheetRow.oneLine(question)
    if picker == .fzf {
      let terminal = try terminal()
      defer { terminal.close() }
      return try terminal.confirm(question, title: title)
    }
    if let request = picker.question(question) { return try isAnswered(run(request)) }
    return try select([("no", "No"), ("yes", "Yes")], prompt: question) == "yes"
  }
}
