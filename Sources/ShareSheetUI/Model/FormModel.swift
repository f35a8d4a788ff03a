/// The state of a form in the terminal: a pure function from keys to states.
struct FormModel: Sendable {
  enum Effect: Equatable, Sendable {
    case stay
    case submit
    case dismiss
    /// The focused text is to be edited by the person's own editor.
    case openEditor
  }

  /// What a field holds.
  struct Entry: Sendable {
    var editor: LineEditor
    /// The chosen one of the options that the filter leaves, and the filter, of a field with options.
    var selection = 0
    var filter = ""
    var isChanged = false
    var message: String?
  }

  let form: SheetForm
  private(set) var entries: [Entry]
  /// A field; their number stands for the button.
  private(set) var focus = 0

  init(_ form: SheetForm) {
    self.form = form
    entries = form.fields.map { field in
      let text = String(decoding: field.initial ?? [], as: UTF8.self)
      var entry = Entry(editor: LineEditor(text, isMultiline: field.kind == .multiline))
      if field.initial != nil, let index = field.options?.firstIndex(where: { $0.value == text }) {
        entry.selection = index
      }
      entry.message = field.note
      return entry
    }
  }

  var isOnButton: Bool { focus == form.fields.count }

  /// The options of a field that its filter leaves.
  func options(of field: Int) -> [(value: String?, label: String)] {
    let options = form.fields[field].options ?? []
    let filter = entries[field].filter.lowercased()
    guard !filter.isEmpty else { return options }
    return options.filter { $0.label.lowercased().contains(filter) }
  }

  var answers: SheetForm.Answers {
    var answers: SheetForm.Answers = [:]
    for (index, field) in form.fields.enumerated() { answers[field.name] = answer(of: index) }
    return answers
  }

  private func answer(of index: Int) -> [UInt8]? {
    let (field, entry) = (form.fields[index], entries[index])
    if field.options != nil {
      let options = options(of: index)
      guard options.indices.contains(entry.selection) else { return nil }
      return options[entry.selection].value.map { Array($0.utf8) }
    }
    // The bytes that were proposed come back as they were.
    if !entry.isChanged, let initial = field.initial { return initial }
    return field.answer(Array(entry.editor.text.utf8))
  }

  // MARK: Keys

  mutating func press(_ key: Key) -> Effect {
    switch key {
    case .escape, .control("c"), .control("g"): return .dismiss
    case .control("s"): return submit()
    case .tab: focus = (focus + 1) % (form.fields.count + 1)
    case .backTab: focus = (focus + form.fields.count) % (form.fields.count + 1)
    case _ where isOnButton: return pressOnButton(key)
    case .control("e") where form.fields[focus].kind == .multiline: return .openEditor
    case _ where form.fields[focus].options != nil: return pressInOptions(key)
    default: return pressInText(key)
    }
    return .stay
  }

  /// What the person's own editor made of the focused text.
  mutating func replaceText(with text: String) {
    entries[focus].editor.replaceAll(with: text)
    entries[focus].isChanged = true
    entries[focus].message = nil
  }

  private mutating func pressOnButton(_ key: Key) -> Effect {
    switch key {
    case .enter, .text(" "): return submit()
    case .up: focus = max(0, focus - 1)
    default: break
    }
    return .stay
  }

  private mutating func pressInOptions(_ key: Key) -> Effect {
    let count = options(of: focus).count
    switch key {
    case .enter: return advance()
    case .up, .left, .control("p"): entries[focus].selection = max(0, entries[focus].selection - 1)
    case .down, .right, .control("n"): entries[focus].selection = max(0, min(count - 1, entries[focus].selection + 1))
    case .home, .pageUp: entries[focus].selection = 0
    case .end, .pageDown: entries[focus].selection = max(0, count - 1)
    case .backspace, .control("u"):
      if key == .backspace { _ = entries[focus].filter.popLast() } else { entries[focus].filter = "" }
      entries[focus].selection = 0
    case .text(let character):
      entries[focus].filter.append(character)
      entries[focus].selection = 0
    default: return .stay
    }
    entries[focus].message = nil
    return .stay
  }

  private mutating func pressInText(_ key: Key) -> Effect {
    let before = entries[focus].editor.text
    if entries[focus].editor.press(key) {
      if entries[focus].editor.text != before {
        entries[focus].isChanged = true
        entries[focus].message = nil
      }
      return .stay
    }
    switch key {
    case .enter: return advance()
    case .up: focus = max(0, focus - 1)
    case .down: focus += 1
    default: break
    }
    return .stay
  }

  /// Enter goes to the next field, from the last one on.
  private mutating func advance() -> Effect {
    if focus + 1 == form.fields.count { return submit() }
    focus += 1
    return .stay
  }

  /// Ready when nothing is wrong; else the messages stand beside their fields, and the first of these has the focus.
  private mutating func submit() -> Effect {
    let answers = answers
    let problems = form.validate(answers)
    for (index, field) in form.fields.enumerated() {
      entries[index].message = answers[field.name] == nil ? field.missingMessage : problems[field.name]
    }
    guard let first = entries.firstIndex(where: { $0.message != nil }) else { return .submit }
    focus = first
    return .stay
  }
}
