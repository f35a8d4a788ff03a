internal import ShareModel
internal import SourceDiagnostics

/// Asks on a terminal for what a new definition needs; an empty answer takes what stands in brackets.
struct NewConversation {
  let console: Console

  /// Asks for whatever is not known yet; false when the person ended the input.
  func complete(_ answers: inout NewAnswers) -> Bool {
    console.message("A new activity. An empty answer takes what stands in brackets; Ctrl-D ends it all.")
    guard
      let type = ask(
        "Its type, a reverse domain name", default: nil, check: { ActivityType.isValid($0) ? nil : NewAnswers.typeHelp }
      )
    else { return false }
    answers.type = type
    if answers.title == nil {
      let suggested = DefinitionForm.title(for: type).filter { $0 != "\"" }
      guard let title = ask("The title that people see", default: suggested, check: { _ in nil }) else { return false }
      answers.title = title
    }
    if answers.form == nil {
      guard
        let name = ask(
          "What it does: run a script (shell), send a request (http), or open a URL (open)", default: "shell",
          check: { DefinitionForm(rawValue: $0) == nil ? "answer shell, http or open" : nil })
      else { return false }
      answers.form = DefinitionForm(rawValue: name)
    }
    if answers.form == .http {
      guard
        let address = ask(
          "The URL to send to, or a whole curl command line", default: "https://example.com/api/notes",
          check: { $0.hasPrefix("curl ") || $0.contains("://") ? nil : "a URL begins with https://" })
      else { return false }
      if address.hasPrefix("curl ") {
        answers.commandLine = address
        return true
      }
      answers.action = address
    }
    if answers.kinds.isEmpty {
      let isOpen = answers.form == .open
      guard
        let names = ask(
          isOpen ? "What it accepts: text or url" : "What it accepts, with blanks between: text, url, image, file",
          default: "text",
          check: { names in
            let words = names.split(separator: " ").map(String.init)
            let known = isOpen ? ["text", "url"] : ItemKind.allCases.map(\.rawValue)
            return words.isEmpty || !words.allSatisfy(known.contains)
              ? "answer with some of \(known.joined(separator: ", "))" : nil
          })
      else { return false }
      for word in names.split(separator: " ") {
        if let kind = ItemKind(rawValue: String(word)), !answers.kinds.contains(kind) { answers.kinds.append(kind) }
      }
    }
    if answers.category == nil {
      let usual = answers.form == .http ? "share" : "action"
      guard
        let name = ask(
          "Whether it shares with others (share) or does something here (action)", default: usual,
          check: { ActivityCategory(rawValue: $0) == nil ? "answer share or action" : nil })
      else { return false }
      answers.category = ActivityCategory(rawValue: name)
    }
    return askForAction(&answers)
  }

  private func askForAction(_ answers: inout NewAnswers) -> Bool {
    let isText = answers.kinds.allSatisfy { $0.conforms(to: .text) }
    let value = isText ? "{{ item.text }}" : "{{ item.file }}"
    let question: (text: String, usual: String)
    switch answers.form {
    case .http: return true
    case .open:
      question = ("The URL; \(value) stands for what is shared", "https://example.com/search?q=\(value)")
    case .shell, nil:
      question = (
        "The command; \(value) stands for what is shared", isText ? "printf '%s\\n' \(value)" : "ls -l -- \(value)"
      )
    }
    guard let action = ask(question.text, default: question.usual, check: { _ in nil }) else { return false }
    answers.action = action
    return true
  }

  /// An answer that is right; nil at the end of the input.
  private func ask(_ question: String, default usual: String?, check: (String) -> String?) -> String? {
    while true {
      console.prompt(question + (usual.map { " [\($0)]" } ?? "") + ": ")
      guard let line = readLine() else {
        console.message("")
        return nil
      }
      let answer = line.trimmed.isEmpty ? usual ?? "" : line.trimmed
      guard let problem = check(answer) else { return answer }
      console.message("  " + TerminalText.escaped(problem))
    }
  }
}
