internal import ShareModel

/// What is known of a new definition before it is written: from options, or from a conversation.
struct NewAnswers {
  var type: String?
  var form: DefinitionForm?
  var title: String?
  var category: ActivityCategory?
  var kinds: [ItemKind] = []
  /// The script, the URL to open, or the address to send to; nil for an example of one.
  var action: String?
  /// A curl command line in place of all that.
  var commandLine: String?

  /// Why there are none, which was told.
  struct Failure: Error {
    var status = ExitStatus.usage
  }

  /// The answers that the call gives.
  static func given(_ call: Invocation) -> Result<NewAnswers, Failure> {
    var answers = NewAnswers()
    let arguments = call.arguments
    func fail(_ message: String, _ help: String) -> Result<NewAnswers, Failure> {
      call.console.error(message, help: help)
      return .failure(Failure())
    }
    guard arguments.operands.count <= 1 else {
      return fail("'new' takes one activity type", "for example 'sharerouter new com.example.notes'")
    }
    if let operand = arguments.operands.first {
      let type = String(decoding: operand, as: UTF8.self)
      guard ActivityType.isValid(type) else { return fail("'\(type)' is not an activity type", typeHelp) }
      answers.type = type
    }
    let forms = DefinitionForm.allCases.filter { arguments.has($0.rawValue) }
    guard forms.count <= 1 else {
      return fail(
        "'new' takes one of " + forms.map { "--\($0.rawValue)" }.joined(separator: " and "),
        "write one, and add what else it does as 'steps' or 'variants'")
    }
    answers.form = forms.first
    answers.title = arguments.text("title")
    if let title = answers.title, title.trimmed.isEmpty {
      return fail("the title is blank", "give what people are to read")
    }
    if let name = arguments.text("category") {
      guard let category = ActivityCategory(rawValue: name) else {
        return fail("there is no category '\(name)'", "the categories are share and action")
      }
      answers.category = category
    }
    for name in arguments.texts("accepts") {
      guard let kind = ItemKind(rawValue: name) else {
        return fail("'\(name)' is not a kind", "the kinds are text, url, image and file")
      }
      if !answers.kinds.contains(kind) { answers.kinds.append(kind) }
    }
    if !arguments.values("from-curl").isEmpty {
      if let form = answers.form {
        return fail("'--from-curl' is a form of its own", "leave '--\(form.rawValue)' out")
      }
      if answers.areOwn {
        return fail("'--from-curl' says all of it", "leave '--title', '--category' and '--accepts' out")
      }
    }
    return .success(answers)
  }

  static let typeHelp =
    "a type has two or more parts of letters, digits, '-' and '_' with dots between: com.example.notes"

  /// Whether anything but the form was said.
  var areOwn: Bool { title != nil || category != nil || !kinds.isEmpty || action != nil || commandLine != nil }

  /// What `next: …` sends.
  var sampleItem: String {
    switch kinds.first {
    case nil, .text?: "hello"
    case .url?: "https://example.com/"
    case .image?: "picture.png"
    case .file?: "FILE"
    }
  }

  /// The definition's text: one that teaches where nothing was said but the form, else what was said.
  func text(for type: String) -> String {
    let form = form ?? .shell
    guard areOwn else { return form.text(for: type) }
    let kinds = kinds.isEmpty ? [.text] : kinds
    let accepts = kinds.count == 1 ? kinds[0].rawValue : "[\(kinds.map(\.rawValue).joined(separator: ", "))]"
    let category = category ?? (form == .http ? .share : .action)
    return """
      type: \(type)
      title: \(title.map(YAMLText.scalar) ?? DefinitionForm.title(for: type))
      category: \(category.rawValue)
      accepts: \(accepts)

      """ + actionText(form, kinds)
  }

  private func actionText(_ form: DefinitionForm, _ kinds: [ItemKind]) -> String {
    let isText = kinds.allSatisfy { $0.conforms(to: .text) }
    switch form {
    case .shell:
      let command = action ?? (isText ? "printf '%s\\n' {{ item.text }}" : "ls -l -- {{ item.file }}")
      return "shell: |\n" + command.split(separator: "\n").map { "  \($0)\n" }.joined()
    case .http:
      let body = isText ? "text: \"{{ item.text }}\"" : "upload: \"{{ item.file }}\""
      return "http:\n  method: POST\n  url: \(YAMLText.scalar(action ?? "https://example.com/api/notes"))\n  \(body)\n"
    case .open:
      var address = action ?? "https://example.com/search?q="
      if !address.contains("{{") { address += isText ? "{{ item.text }}" : "{{ item.name }}" }
      return "open: \(YAMLText.quoted(address))\n"
    }
  }
}
