import ShareModel

/// Writes the reference of every value and every filter as Markdown, from the tables that also check them.
public enum TemplateReferenceWriter {
  /// Sections that begin with a heading of the second level, with a final line break.
  public static func reference() -> String {
    [
      values("Values of an item", ValueCatalogue.fields, heading: "after `item.` or `items.`", having: true),
      values("Other values", ValueCatalogue.values, heading: "value", having: false),
      values("Values after an action", ValueCatalogue.results, heading: "value", having: false),
      filters(),
    ].joined(separator: "\n")
  }

  private static func values(
    _ title: String, _ definitions: [ValueDefinition], heading: String, having showsKinds: Bool
  ) -> String {
    var text = "## \(title)\n\n| \(heading) | type |\(showsKinds ? " kinds that have it |" : "") meaning |\n"
    text += "| --- | --- |\(showsKinds ? " --- |" : "") --- |\n"
    for definition in definitions {
      var cells = ["`\(definition.path)`", definition.isList ? "list of \(definition.type)" : "\(definition.type)"]
      if showsKinds { cells.append(kinds(definition.kinds)) }
      cells.append(definition.description)
      text += row(cells)
    }
    return text
  }

  private static func filters() -> String {
    var text = "## Filters\n\n| filter | works on | gives | meaning |\n| --- | --- | --- | --- |\n"
    for filter in FilterCatalogue.filters {
      let usage = filter.usage.isEmpty ? filter.name.rawValue : "\(filter.name.rawValue): \(filter.usage)"
      let most = filter.arguments.upperBound
      var meaning = filter.description
      if filter.arguments.lowerBound < most {
        meaning +=
          "; " + (filter.arguments.lowerBound == 0 ? "all arguments" : "the last argument") + " may be left out"
      }
      text += row(["`\(usage)`", types(filter), filter.output.map { "\($0)" } ?? "the same", meaning])
    }
    return text
  }

  private static func types(_ filter: FilterDefinition) -> String {
    guard let inputs = filter.inputs else { return filter.name == .join ? "a list" : "everything" }
    return ValueType.allCases.filter(inputs.contains).map { "\($0)" }.joined(separator: ", ")
  }

  private static func kinds(_ kinds: [ItemKind]?) -> String {
    guard let kinds, kinds.count < ItemKind.allCases.count else { return "all" }
    return kinds.map { "`\($0.rawValue)`" }.joined(separator: ", ")
  }

  /// A `|` would end the table's cell.
  private static func row(_ cells: [String]) -> String {
    "| "
      + cells.map { $0.split(separator: "|", omittingEmptySubsequences: false).joined(separator: "\\|") }
      .joined(separator: " | ") + " |\n"
  }
}
