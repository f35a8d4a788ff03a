import ShareModel
import SourceDiagnostics
import YAMLSyntax

extension DefinitionReview {
  /// The columns that sheets and menus have for a title, after which they cut it.
  private static let titleColumns = 30

  /// `wide-title`: a title that pickers cannot show whole.
  func checkTitles() {
    for (index, entry) in activity.title.entries.enumerated() {
      // A byte never takes more than a column.
      guard entry.text.utf8.count > DefinitionReview.titleColumns else { continue }
      let columns = TerminalText.width(of: entry.text)
      guard columns > DefinitionReview.titleColumns, let node = root.value(of: "title") else { continue }
      let texts = node.entries?.map(\.value).filter { $0.text != nil }
      let place = texts.flatMap { $0.indices.contains(index) ? $0[index] : nil } ?? node
      report(.wideTitle(columns: columns, limit: DefinitionReview.titleColumns, at: location(place)))
    }
  }
}
