internal import SourceDiagnostics

/// Lays a form out: a pure function from a state and a size to lines.
struct FormLayout {
  let size: ScreenSize
  let text: LayoutText

  init(_ size: ScreenSize, _ ornaments: Ornaments) {
    self.size = size
    text = LayoutText(ornaments: ornaments)
  }

  private var width: Int { max(1, size.columns - 1) }
  private var indent: Int { width >= 20 ? 3 : 0 }
  private var fieldWidth: Int { max(1, width - indent) }
  /// How many choices, or lines of a text, are shown at once.
  private var fieldHeight: Int { max(1, min(8, size.rows - 6)) }

  func frame(_ model: FormModel) -> ScreenFrame {
    var lines = [ScreenLine(text.fitted(model.form.title, to: width - 1), .strong, column: 1), .blank]
    var cursor: ScreenFrame.Position?
    // What must be seen: the focused field with its message.
    var focused = 0..<1
    for (index, field) in model.form.fields.enumerated() {
      let start = lines.count
      let isFocused = index == model.focus
      lines.append(prompt(field, model.entries[index], isFocused))
      let part = body(model, index, isFocused)
      if isFocused, let place = part.cursor {
        cursor = ScreenFrame.Position(row: lines.count + place.row, column: place.column)
      }
      lines += part.lines
      if let message = model.entries[index].message {
        lines += text.wrapped("! " + SheetRow.oneLine(message), to: fieldWidth).map {
          ScreenLine($0, .error, column: indent)
        }
      }
      if isFocused { focused = start..<lines.count }
      if size.rows >= 16 { lines.append(.blank) }
    }
    if model.isOnButton { focused = lines.count..<(lines.count + 1) }
    let button = ScreenSpan(column: min(1, width - 1), text: text.fitted("[ Perform ]", to: width - 1), style: .plain)
    lines.append(ScreenLine([button], isSelected: model.isOnButton))
    let height = max(1, size.rows - (size.rows >= 3 ? 1 : 0))
    var top = max(0, min(lines.count - height, focused.upperBound - height))
    top = min(top, focused.lowerBound)
    if focused.upperBound <= height { top = 0 }
    if let row = cursor?.row {
      if row >= top + height { top = row - height + 1 }
      cursor?.row = row - top
    }
    var frame = ScreenFrame(lines: Array(lines[top...].prefix(height)), cursor: cursor)
    frame.lines += Array(repeating: .blank, count: max(0, height - frame.lines.count))
    if size.rows >= 3 { frame.lines.append(ScreenLine(text.keys(footer(model), to: width), .dim)) }
    return frame
  }

  private func prompt(_ field: SheetForm.Field, _ entry: FormModel.Entry, _ isFocused: Bool) -> ScreenLine {
    let pointer = isFocused ? text.ornaments.pointer : " "
    let note = field.isOptional ? "  (optional)" : ""
    let filter = entry.filter.isEmpty ? "" : "  /" + entry.filter
    return ScreenLine([
      ScreenSpan(column: 0, text: pointer, style: .plain),
      ScreenSpan(
        column: 2, text: text.fitted(field.prompt + note + filter, to: width - 2), style: isFocused ? .strong : .plain),
    ])
  }

  private typealias Part = (lines: [ScreenLine], cursor: ScreenFrame.Position?)

  private func body(_ model: FormModel, _ index: Int, _ isFocused: Bool) -> Part {
    let entry = model.entries[index]
    if model.form.fields[index].options != nil { return options(model, index, isFocused) }
    switch model.form.fields[index].kind {
    case .secret:
      // Neither the text nor its length.
      let shown = entry.editor.text.isEmpty ? "" : isFocused ? "(typed, not shown)" : "(given)"
      let line = ScreenLine(text.fitted(shown, to: fieldWidth), .dim, column: indent)
      return ([line], ScreenFrame.Position(row: 0, column: indent))
    case .multiline: return paragraphs(entry.editor)
    case .text, .number, .file, .boolean, .choice: return singleLine(entry.editor)
    }
  }

  private func options(_ model: FormModel, _ index: Int, _ isFocused: Bool) -> Part {
    let options = model.options(of: index)
    let selection = model.entries[index].selection
    guard !options.isEmpty else {
      return ([ScreenLine(text.fitted("nothing matches", to: fieldWidth), .dim, column: indent)], nil)
    }
    let height = isFocused ? min(options.count, fieldHeight) : 1
    let top = max(0, min(selection - height / 2, options.count - height))
    let lines = (top..<(top + height)).map { row in
      let label = text.fitted(options[row].label, to: max(1, fieldWidth - 2))
      let mark = row == selection ? text.ornaments.bullet : " "
      return ScreenLine(
        [
          ScreenSpan(column: indent, text: mark, style: .plain),
          ScreenSpan(column: indent + 2, text: label, style: .plain),
        ], isSelected: isFocused && row == selection)
    }
    return (lines, nil)
  }

  private func singleLine(_ editor: LineEditor) -> Part {
    let (line, column) = window(Array(editor.characters), cursor: editor.cursor)
    return ([ScreenLine(line, column: indent)], ScreenFrame.Position(row: 0, column: indent + column))
  }

  /// The part of a line around its cursor that fits, and the cursor's column in it.
  private func window(_ characters: [Character], cursor: Int) -> (text: String, column: Int) {
    let room = max(1, fieldWidth - 1)
    var start = 0
    while start < cursor, text.width(String(characters[start..<cursor])) > room { start += max(1, room / 2) }
    start = min(start, cursor)
    let shown = text.fitted(String(characters[start...]), to: fieldWidth)
    return (shown, text.width(String(characters[start..<cursor])))
  }

  /// Every line of the text wrapped into as many of the screen as it needs, and those around the cursor of them.
  private func paragraphs(_ editor: LineEditor) -> Part {
    var rows: [String] = [""]
    var rowWidth = 0
    var cursor = ScreenFrame.Position(row: 0, column: 0)
    for (index, character) in editor.characters.enumerated() {
      if index == editor.cursor { cursor = ScreenFrame.Position(row: rows.count - 1, column: rowWidth) }
      if character.isNewline {
        rows.append("")
        rowWidth = 0
        continue
      }
      let shown = text.shown(TerminalText.escaped(String(character)))
      let width = TerminalText.width(of: shown)
      if rowWidth + width > fieldWidth - 1, rowWidth > 0 {
        rows.append("")
        rowWidth = 0
        if index == editor.cursor { cursor = ScreenFrame.Position(row: rows.count - 1, column: 0) }
      }
      rows[rows.count - 1] += shown
      rowWidth += width
    }
    if editor.cursor == editor.characters.count {
      cursor = ScreenFrame.Position(row: rows.count - 1, column: rowWidth)
    }
    let height = min(rows.count, fieldHeight)
    let top = max(0, min(cursor.row - height / 2, rows.count - height))
    let lines = rows[top..<(top + height)].map { ScreenLine(text.fitted($0, to: fieldWidth), column: indent) }
    return (lines, ScreenFrame.Position(row: cursor.row - top, column: indent + cursor.column))
  }

  private func footer(_ model: FormModel) -> [String] {
    guard !model.isOnButton else { return ["Enter perform", "Tab first field", "Esc close"] }
    switch model.form.fields[model.focus].kind {
    case .multiline: return ["Tab next", "^E editor", "^S perform", "Esc close"]
    case .boolean, .choice: return ["\(text.ornaments.keys) choose", "Enter next", "^S perform", "Esc close"]
    case .text, .secret, .number, .file: return ["Enter next", "^S perform", "Esc close"]
    }
  }
}

/// Lays a question out that is answered by yes or no.
struct QuestionLayout {
  let size: ScreenSize
  let text: LayoutText

  init(_ size: ScreenSize, _ ornaments: Ornaments) {
    self.size = size
    text = LayoutText(ornaments: ornaments)
  }

  func frame(_ question: String, title: String) -> ScreenFrame {
    let width = max(1, size.columns - 1)
    var lines = [ScreenLine(text.fitted(title, to: width - 1), .strong, column: 1), .blank]
    lines += text.wrapped(question, to: width - 1).map { ScreenLine($0, column: 1) }
    let keys = ScreenLine(text.fitted(" y yes  n no", to: width), .dim)
    // However small the screen is, the question and the keys are the last to go.
    if size.rows < lines.count + 1 { lines.removeFirst(2) }
    lines = Array(lines.prefix(max(1, size.rows - 1)))
    if size.rows > lines.count + 1 { lines.append(.blank) }
    return ScreenFrame(lines: lines + (size.rows > 1 ? [keys] : []))
  }
}
