import ShareTemplates
import TestSupport
import Testing

@Suite("the reference of values and filters")
struct TemplateReferenceWriterTests {
  @Test("the committed reference is that of the tables")
  func committed() throws {
    try CommittedFile.expect("Documentation/templates.md", endsIn: TemplateReferenceWriter.reference())
  }

  @Test("every value and every filter stands in it, each in a row of its own")
  func complete() {
    let rows = TemplateReferenceWriter.reference().split(separator: "\n").filter { $0.hasPrefix("| `") }
    let values = ValueCatalogue.fields + ValueCatalogue.values + ValueCatalogue.results
    for value in values { #expect(rows.contains { $0.hasPrefix("| `\(value.path)` |") }, "\(value.path)") }
    for filter in FilterCatalogue.filters {
      #expect(rows.contains { $0.hasPrefix("| `\(filter.name.rawValue)") }, "\(filter.name)")
    }
    #expect(rows.count == values.count + FilterCatalogue.filters.count)
  }
}
