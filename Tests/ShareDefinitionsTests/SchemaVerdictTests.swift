import Foundation
import ShareDefinitions
import TestSupport
import Testing

/// The committed JSON Schemas against the loader, over every fixture: an editor that uses them says what the program
/// says, as far as a schema can.
@Suite("the JSON Schemas judge as the loader does")
struct SchemaVerdictTests {
  /// What a JSON Schema cannot say, by the code of the finding.
  static let limits: [String: String] = [
    "alias-expansion": "An editor expands aliases without a bound of ours.",
    "crossed-bounds": "Two values are compared.",
    "file-name": "A schema does not know the file's name.",
    "filter-arguments": "It lies inside a template.",
    "filter-type": "It lies inside a template.",
    "invalid-path": "It lies inside a template.",
    "invalid-url": "It lies inside a template.",
    "key-without-effect": "It depends on another key's value.",
    "list-in-text": "It lies inside a template.",
    "mixed-items": "It lies inside a template.",
    "no-result": "It lies inside a template.",
    "optional-after-option": "It lies inside a template.",
    "optional-required": "It lies inside a template.",
    "placeholder-in-program": "It lies inside a template.",
    "program-with-arguments": "A blank in a program's name may be right.",
    "quoted-program": "A quote in a program's name may be right.",
    "repeated-choice": "Some lists may repeat a value, and a schema tells texts from numbers.",
    "repeated-step": "Two mappings are compared by one of their keys.",
    "secret-default": "It depends on another key's value.",
    "secret-exposed": "It lies inside a template.",
    "secret-in-argument": "It lies inside a template.",
    "secret-to-shared-host": "It lies inside a template.",
    "template-syntax": "It lies inside a template.",
    "too-deep": "A schema does not bound the depth of what is ignored.",
    "unknown-filter": "It lies inside a template.",
    "unknown-input": "It lies inside a template.",
    "unknown-step": "It lies inside a template.",
    "unknown-value": "It lies inside a template.",
    "unsafe-place": "It lies inside a script or an argument list.",
    "url-in-argument": "It lies inside a template.",
    "wrong-kind": "A template is compared with what is accepted.",
  ]

  /// The same for single fixtures, whose code a schema finds elsewhere.
  static let singleLimits: [String: String] = [
    "choice-without-choices": "It depends on another key's value.",
    "confirm-capital-true": "Editors differ in whether it is a boolean, and a text is the question.",
    "confirm-yes": "A text is the question.",
    "default-no-number": "It depends on another key's value.",
    "default-not-among-choices": "It depends on another key's value.",
    "default-out-of-bounds": "It depends on another key's value.",
    "example-choice": "It depends on another key's value.",
    "glob-unclosed": "A glob's brackets nest in ways that a pattern does not follow.",
    "part-type-invalid": "The value may be a template.",
    "placeholder-in-program": "Only the first element of the list is literal.",
    "query-path-invalid": "A query's brackets and quotes are more than a pattern follows.",
    "regex-unclosed": "No schema compiles the regular expressions of another dialect.",
    "then-itself": "Two values are compared.",
    "unquoted-ampersand": "YAML reads it as an anchor of an empty value, and an empty text is no mistake everywhere.",
    "wrong-type-group-as-program": "Only the first element of the list is literal.",
  ]

  private static let script = Project.root + "/Tests/ShareDefinitionsTests/validate-by-schema.py"
  private static let isAvailable =
    CommandRun.run(["python3", "-c", "import jsonschema, yaml"].map { Array($0.utf8) }).status == 0

  @Test(
    "every fixture gets the loader's verdict, or is a limit that is written down",
    .enabled(if: isAvailable, "python3 with jsonschema and PyYAML is not there"))
  func verdicts() throws {
    let folder = TemporaryDirectory()
    var files: [[String]] = []
    for fixture in MistakeFixture.all {
      let path = folder.write(fixture.name + ".yaml", fixture.text)
      files.append([fixture.name, Project.root + "/Schemas/\(fixture.kind.rawValue).schema.json", path])
    }
    for fixture in ValidFixture.all {
      files.append([
        fixture.name, Project.root + "/Schemas/activity.schema.json", fixture.path,
      ])
    }
    let run = CommandRun.run(
      ["python3", "-W", "ignore", SchemaVerdictTests.script].map { Array($0.utf8) },
      input: Array(try JSONSerialization.data(withJSONObject: files)), limit: 120)
    try #require(run.status == 0, "\(run.errorText)")
    let verdicts = try #require(try JSONSerialization.jsonObject(with: Data(run.output)) as? [String: Any])
    func complaint(_ name: String) -> String? { verdicts[name] as? String }

    for fixture in ValidFixture.all { #expect(complaint(fixture.name) == nil, "\(fixture.name)") }
    var foundCodes: [String: Int] = [:]
    for fixture in MistakeFixture.all {
      let complaint = complaint(fixture.name)
      // What is used in spite of a warning is valid.
      guard fixture.severity == "error" else {
        #expect(complaint == nil, "\(fixture.name)")
        continue
      }
      let isSingleLimit = SchemaVerdictTests.singleLimits[fixture.name] != nil
      if complaint != nil { foundCodes[fixture.code, default: 0] += 1 }
      if SchemaVerdictTests.limits[fixture.code] != nil { continue }
      #expect((complaint == nil) == isSingleLimit, "\(fixture.name): \(complaint ?? "accepted")")
    }
    // A limit that has been overcome is no limit any more.
    for code in SchemaVerdictTests.limits.keys.sorted() {
      let fixtures = MistakeFixture.all.filter { $0.code == code && $0.severity == "error" }
      #expect(!fixtures.isEmpty, "\(code) has no fixture")
      #expect(foundCodes[code, default: 0] < fixtures.count, "\(code) is found by the schema")
    }
  }

  @Test("the committed page of what the schemas cannot say is that of these tables")
  func page() throws {
    var text = """
      # What the JSON Schemas cannot say

      An editor that checks definitions by `Schemas/*.schema.json` finds misspelt keys, wrong types and impossible values
      while they are typed. These mistakes are found by `sharerouter validate` alone:

      | finding | why a schema does not find it |
      | --- | --- |

      """
    for (code, reason) in SchemaVerdictTests.limits.sorted(by: { $0.key < $1.key }) {
      text += "| [`\(code)`](diagnostics.md#\(code)) | \(reason) |\n"
    }
    text += """

      Of these findings a schema finds most, but not all:

      | mistake | finding | why a schema does not find it |
      | --- | --- | --- |

      """
    for (name, reason) in SchemaVerdictTests.singleLimits.sorted(by: { $0.key < $1.key }) {
      let code = MistakeFixture.all.first { $0.name == name }?.code ?? "none"
      text += "| \(name.replacing("-", with: " ")) | [`\(code)`](diagnostics.md#\(code)) | \(reason) |\n"
    }
    try CommittedFile.expect("Documentation/schema-limits.md", holds: text)
  }
}
