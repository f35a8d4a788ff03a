import ShareModel
import SourceDiagnostics
import TestSupport
import Testing
import YAMLSyntax

@testable import ShareDefinitions
@testable import ShareTemplates

/// A definition that may look odd and is right.
struct ValidFixture: Sendable, CustomTestStringConvertible {
  /// Those of this suite, those that are run by others, and those that ship.
  private static let folders = ["Tests/ShareDefinitionsTests/Valid", "Tests/Fixtures/activities.d", "activities.d"]
  static let all = folders.map { Project.root + "/" + $0 }.flatMap { folder in
    FixtureFolder.names(folder).map { name in
      ValidFixture(name: name, path: folder + "/" + name, bytes: readFile(folder + "/" + name) ?? [])
    }
  }

  var name: String
  var path: String
  var bytes: [UInt8]

  var testDescription: String { name }
  var file: SourceFile { SourceFile(path: "activities.d/" + name, bytes: bytes) }
}

@Suite("definitions without a mistake")
struct ValidTests {
  @Test("nothing is said about it", arguments: ValidFixture.all)
  func silent(_ fixture: ValidFixture) {
    let (definition, findings) = DefinitionLoader.load(fixture.file, isThorough: true)
    #expect(findings.map(summary) == [])
    #expect(definition?.activity.type.rawValue == String(fixture.name.dropLast(5)))
  }

  @Test("among them every key of the format is used")
  func keys() {
    var used: Set<String> = []
    for fixture in ValidFixture.all {
      var findings: [Diagnostic] = []
      guard let root = YAMLParser.parse(fixture.file, into: &findings)?.root else { continue }
      collect(root, as: .object(.activity), into: &used)
    }
    var all: Set<String> = []
    for object in SchemaWriter.reachable(from: .activity) {
      for key in object.schema.keys { all.insert("\(object.rawValue).\(key.name)") }
    }
    #expect(all.subtracting(used).sorted() == [])
  }

  /// The keys below a node, each with the kind of mapping that it stands in.
  private func collect(_ node: YAMLNode, as schema: ValueSchema, into used: inout Set<String>) {
    switch schema {
    case .scalar, .localizedText, .json: break
    case .filled(let list): collect(node, as: list, into: &used)
    case .list(let element):
      for element_ in node.elements { collect(element_, as: element, into: &used) }
    case .map(_, let value):
      guard let entries = node.entries else { return }
      for entry in entries { collect(entry.value, as: value, into: &used) }
    case .object(let object):
      guard let entries = node.entries else { return }
      for entry in entries {
        guard let key = object.schema.keys.first(where: { $0.name == entry.key.text }) else { continue }
        used.insert("\(object.rawValue).\(key.name)")
        collect(entry.value, as: key.value, into: &used)
      }
    case .shapes(let scalar, let sequence, let mapping):
      let chosen =
        switch node.content {
        case .scalar: scalar
        case .sequence: sequence
        case .mapping: mapping
        }
      if let chosen { collect(node, as: chosen, into: &used) }
    case .keyed(let name, let first, let second):
      collect(node, as: node[name] == nil ? second : first, into: &used)
    case .nullable(let value):
      if node.text == nil { collect(node, as: value, into: &used) }
    }
  }

  @Test("among them every filter and every value is used")
  func catalogues() {
    var placeholders: Set<String> = []
    var filters: Set<String> = []
    for fixture in ValidFixture.all {
      for placeholder in self.placeholders(in: fixture) {
        placeholders.insert(placeholder.name)
        filters.formUnion(placeholder.filters.map(\.name))
      }
    }
    let unusedFilters = FilterCatalogue.filters.map(\.name.rawValue).filter { !filters.contains($0) }
    #expect(unusedFilters == [])
    let values =
      ValueCatalogue.fields.map { "item." + $0.path } + (ValueCatalogue.values + ValueCatalogue.results).map(\.path)
    let unused = values.filter { value in
      // `NAME` and `…` stand for whatever follows.
      let fixed = value.replacing("NAME", with: "").replacing("…", with: "")
      return !placeholders.contains { name in
        let name = name.hasPrefix("steps.") ? String(name.split(separator: ".", maxSplits: 2)[2]) : name
        return fixed == value ? name == value : name.hasPrefix(fixed)
      }
    }
    #expect(unused == [])
  }

  private func placeholders(in fixture: ValidFixture) -> [Placeholder] {
    var findings: [Diagnostic] = []
    guard let root = YAMLParser.parse(fixture.file, into: &findings)?.root else { return [] }
    var found: [Placeholder] = []
    func visit(_ node: YAMLNode) {
      switch node.content {
      case .scalar:
        guard let source = node.sourceText(in: fixture.file) else { return }
        found += Template.parse(source, into: &findings)?.placeholders ?? []
      case .sequence(let nodes): for node in nodes { visit(node) }
      case .mapping(let entries): for entry in entries { visit(entry.value) }
      }
    }
    visit(root)
    return found
  }
}
