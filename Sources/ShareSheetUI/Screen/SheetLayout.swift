internal import ShareModel

/// Lays the sheet out: a pure function from a state and a size to lines.
struct SheetLayout {
  let size: ScreenSize
  let text: LayoutText
  /// Lines of a picture of the first item, at most `pictureHeight` of them.
  var picture: [String] = []

  init(_ size: ScreenSize, _ ornaments: Ornaments) {
    self.size = size
    text = LayoutText(ornaments: ornaments)
  }

  // The last column stays free: what is written there makes some terminals scroll or wrap.
  private var width: Int { max(1, size.columns - 1) }

  // MARK: The parts of the screen

  /// How many lines the picture may take: as many as leave the list ten.
  var pictureHeight: Int { size.columns < 40 ? 0 : max(0, min(10, size.rows - 20)) }

  private func previewHeight(_ content: SheetContent) -> Int {
    let most = size.rows < 5 ? 0 : max(1, min(4, size.rows / 5))
    return min(content.items.count, most)
  }

  private var hasFooter: Bool { size.rows >= 3 }
  private var hasTypeLine: Bool { size.rows >= 12 }
  private var showsHeadings: Bool { size.rows >= 10 }
  private var hasGap: Bool { size.rows >= 14 }

  private func listHeight(_ content: SheetContent) -> Int {
    let around =
      previewHeight(content) + min(picture.count, pictureHeight) + (hasGap ? 2 : 0) + (size.rows >= 2 ? 1 : 0)
      + (hasFooter ? 1 : 0) + (hasTypeLine ? 1 : 0)
    return max(1, size.rows - around)
  }

  /// Makes the state fit this size: what is selected is shown.
  func fit(_ model: inout SheetModel) { model.scroll(to: listHeight(model.content), showsHeadings: showsHeadings) }

  func frame(_ model: SheetModel) -> ScreenFrame {
    if case .reasons(let top) = model.view { return reasons(model, top) }
    var frame = ScreenFrame()
    frame.lines = preview(model.content)
    for line in picture.prefix(pictureHeight) {
      frame.lines.append(ScreenLine([ScreenSpan(column: 1, text: line, style: .picture)]))
    }
    if hasGap { frame.lines.append(.blank) }
    if size.rows >= 2 {
      let query = queryLine(model)
      frame.cursor = ScreenFrame.Position(row: frame.lines.count, column: query.column)
      frame.lines.append(query.line)
    }
    if hasGap { frame.lines.append(.blank) }
    let height = listHeight(model.content)
    var list = self.list(model, height)
    if list.isEmpty {
      let sentence = model.content.rows.isEmpty ? "no activity is offered" : "no activity matches"
      list = [ScreenLine(text.fitted(sentence, to: width - 4), .dim, column: 4)]
    }
    frame.lines += list + Array(repeating: .blank, count: max(0, height - list.count))
    if hasTypeLine { frame.lines.append(typeLine(model)) }
    if hasFooter { frame.lines.append(ScreenLine(footer(model), .dim)) }
    frame.lines = Array(frame.lines.prefix(size.rows))
    return frame
  }

  private func preview(_ content: SheetContent) -> [ScreenLine] {
    let height = previewHeight(content)
    guard height > 0 else { return [] }
    let isCut = content.items.count > height
    // The last line says how many more there are.
    let shown = isCut ? height - 1 : height
    var lines = content.items.prefix(shown).map { item in
      let label = text.fitted(item.label, to: width - 1)
      let details = item.details.joined(separator: text.ornaments.separator)
      var spans = [ScreenSpan(column: 1, text: label, style: .strong)]
      let column = 1 + text.width(label) + 2
      if !details.isEmpty, column + 4 < width {
        spans.append(ScreenSpan(column: column, text: text.fitted(details, to: width - column), style: .dim))
      }
      return ScreenLine(spans)
    }
    if isCut {
      let sentence = shown == 0 ? "\(content.items.count) items" : "and \(content.items.count - shown) more"
      lines.append(ScreenLine(text.fitted(sentence, to: width - 1), shown == 0 ? .strong : .dim, column: 1))
    }
    return lines
  }

  /// The filter, and the column of the cursor.
  private func queryLine(_ model: SheetModel) -> (line: ScreenLine, column: Int) {
    let sign = model.isFiltering ? "/" : text.ornaments.isUnicode ? "›" : ">"
    let column = width < 6 ? 0 : 3
    let room = max(1, width - column)
    let typed = model.query.characters
    var start = 0
    // The beginning scrolls out when what stands before the cursor is longer than the line; the cursor needs a column.
    while start < model.query.cursor, text.width(String(typed[start..<model.query.cursor])) >= room { start += 1 }
    let before = String(typed[start..<model.query.cursor])
    var spans = column > 0 ? [ScreenSpan(column: 1, text: sign, style: .strong)] : []
    let shown = text.fitted(String(typed[start...]), to: room)
    if !shown.isEmpty {
      spans.append(ScreenSpan(column: column, text: shown, style: .plain))
    } else if size.columns >= 40 {
      spans.append(ScreenSpan(column: column, text: text.fitted("type to filter", to: room), style: .dim))
    }
    return (ScreenLine(spans), min(column + text.width(before), width - 1))
  }

  // MARK: The list

  private func list(_ model: SheetModel, _ height: Int) -> [ScreenLine] {
    let columns = Columns(model.content, width, text)
    func row(_ index: Int, _ position: Int) -> ScreenLine {
      line(model.content.rows[index], position, isSelected: position == model.selection, columns)
    }
    if showsHeadings {
      return model.entries[min(model.top, model.entries.count)...].prefix(height).map { entry in
        switch entry {
        case .heading(let section): ScreenLine(text.fitted(section.heading, to: width - 1), .heading, column: 1)
        case .row(let index, let position): row(index, position)
        }
      }
    }
    return model.matches.indices.dropFirst(model.top).prefix(height).map { row(model.matches[$0], $0) }
  }

  /// Where the parts of a row begin.
  private struct Columns {
    let label: Int
    let labelWidth: Int
    /// Nil where there is no room for it.
    let detail: Int?

    init(_ content: SheetContent, _ width: Int, _ text: LayoutText) {
      label = width >= 16 ? 4 : 0
      let room = max(1, width - label)
      guard width >= 56 else {
        labelWidth = room
        detail = nil
        return
      }
      // Enough for the longest, half of the line at most; beyond a thousand rows the first ones are taken to be typical.
      let longest = content.rows.prefix(1000).map { text.width(text.label(of: $0)) }.max() ?? 0
      labelWidth = min(longest, room / 2)
      detail = label + labelWidth + 3
    }
  }

  private func line(_ row: SheetRow, _ position: Int, isSelected: Bool, _ columns: Columns) -> ScreenLine {
    var spans: [ScreenSpan] = []
    if columns.label > 0 {
      let number = position < 9 ? String(position + 1) : " "
      let pointer = isSelected ? text.ornaments.pointer : " "
      spans.append(ScreenSpan(column: 0, text: pointer, style: .plain))
      spans.append(ScreenSpan(column: 2, text: number, style: .dim))
    }
    spans.append(
      ScreenSpan(column: columns.label, text: text.fitted(text.label(of: row), to: columns.labelWidth), style: .plain))
    if let column = columns.detail, let detail = self.detail(of: row) {
      spans.append(ScreenSpan(column: column, text: text.fitted(detail, to: width - column), style: .dim))
    }
    return ScreenLine(spans, isSelected: isSelected)
  }

  /// What stands beside a title. A terminal that orders right-to-left writing by itself would take two such texts in one
  /// line for one run and swap them; then the type, which is Latin, takes the second one's place.
  private func detail(of row: SheetRow) -> String? {
    guard let detail = row.detail else { return nil }
    let swaps = LayoutText.isRightToLeft(row.label) && LayoutText.isRightToLeft(detail)
    return swaps ? row.type.rawValue : detail
  }

  private func typeLine(_ model: SheetModel) -> ScreenLine {
    guard let row = model.selectedRow else { return .blank }
    return ScreenLine(text.fitted(row.type.rawValue, to: width - 1), .dim, column: 1)
  }

  private func footer(_ model: SheetModel) -> String {
    let hidden = model.content.hidden.count
    var parts = ["\(text.ornaments.keys) choose", "Enter perform"]
    if model.query.text.isEmpty, !model.isFiltering {
      if hidden > 0 { parts.append("? hidden (\(hidden))") }
      parts.append("q close")
    } else {
      parts.append("Esc close")
    }
    return text.keys(parts, to: width)
  }

  // MARK: Reasons

  private func reasons(_ model: SheetModel, _ top: Int) -> ScreenFrame {
    var lines: [ScreenLine] = []
    let height = max(1, size.rows - (hasFooter ? 1 : 0) - (hasGap ? 2 : 0))
    for activity in model.content.hidden[top...] where lines.count < height {
      let title = text.fitted(activity.title, to: width - 1)
      var spans = [ScreenSpan(column: 1, text: title, style: .strong)]
      let column = 1 + text.width(title) + 2
      if column + 8 < width {
        spans.append(
          ScreenSpan(column: column, text: text.fitted(activity.type.rawValue, to: width - column), style: .dim))
      }
      lines.append(ScreenLine(spans))
      let indent = width < 12 ? 0 : 3
      lines += text.wrapped(activity.reason, to: width - indent).map { ScreenLine($0, column: indent) }
    }
    lines = Array(lines.prefix(height))
    lines += Array(repeating: .blank, count: height - lines.count)
    if hasGap {
      lines.insert(
        contentsOf: [ScreenLine(text.fitted("Not offered", to: width - 1), .heading, column: 1), .blank], at: 0)
    }
    if hasFooter {
      let parts = ["\(text.ornaments.keys) scroll", "? back", "\(top + 1) of \(model.content.hidden.count)"]
      lines.append(ScreenLine(text.keys(parts, to: width), .dim))
    }
    return ScreenFrame(lines: Array(lines.prefix(size.rows)))
  }
}

extension SheetRow.Section {
  var heading: String {
    switch self {
    case .pinned: "Pinned"
    case .share: "Share"
    case .action: "Actions"
    }
  }
}
