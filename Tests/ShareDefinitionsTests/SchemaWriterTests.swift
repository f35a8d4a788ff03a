import JSONSyntax
import ShareDefinitions
import TestSupport
import Testing

@Suite("what is made from the schema table")
struct SchemaWriterTests {
  @Test("the committed JSON Schemas are those of the table", arguments: SchemaWriter.Document.allCases)
  func schemas(document: SchemaWriter.Document) throws {
    try CommittedFile.expect("Schemas/\(document.rawValue).schema.json", holds: SchemaWriter.schema(of: document))
  }

  @Test("the committed reference of the keys is that of the table")
  func reference() throws {
    try CommittedFile.expect("Documentation/keys.md", holds: KeyReferenceWriter.reference())
  }

  @Test("every key of every schema is described, and every reference leads somewhere")
  func described() throws {
    for document in SchemaWriter.Document.allCases {
      let schema = try JSONValue.parse(Array(SchemaWriter.schema(of: document).utf8))
      guard case .object(let definitions)? = schema["definitions"] else {
        Issue.record("no definitions")
        return
      }
      // Any JSON has no keys of its own.
      for object in [schema] + definitions.filter({ $0.name != "json" }).map(\.value) {
        guard case .object(let properties)? = object["properties"] else {
          Issue.record("no properties")
          continue
        }
        for property in properties {
          guard case .string(let description)? = property.value["description"] else {
            Issue.record("\(property.name) is not described")
            continue
          }
          #expect(description.hasSuffix("."), "\(property.name)")
        }
      }
      for reference in references(in: schema) {
        #expect(definitions.contains { "#/definitions/" + $0.name == reference }, "\(reference)")
      }
    }
  }

  private func references(in value: JSONValue) -> [String] {
    switch value {
    case .array(let elements): elements.flatMap(references)
    case .object(let members):
      members.flatMap { member -> [String] in
        if member.name == "$ref", case .string(let target) = member.value { return [target] }
        return references(in: member.value)
      }
    default: []
    }
  }
}
