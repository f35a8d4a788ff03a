import ShareModel
import ShareTemplates
import ShellSyntax
import SourceDiagnostics
import Testing

/// A text with one part marked `⟦…⟧`: the text without the marks, and the range that they hold.
struct Marked {
  let text: String
  let range: Range<Int>?

  init(_ marked: String) {
    let open = marked.firstIndex(of: "⟦")
    let close = marked.firstIndex(of: "⟧")
    text = marked.filter { $0 != "⟦" && $0 != "⟧" }
    if let open, let close {
      let start = marked[..<open].utf8.count
      range = start..<(start + marked[marked.index(after: open)..<close].utf8.count)
    } else {
      range = nil
    }
  }
}

func source(_ text: String) -> SourceText {
  SourceText(verbatim: text, file: SourceFile(path: "test.yaml", text: text), offset: 0)
}

/// A template without mistakes.
func template(_ text: String, sourceLocation: Testing.SourceLocation = #_sourceLocation) throws -> Template {
  var findings: [Diagnostic] = []
  let template = Template.parse(source(text), into: &findings)
  #expect(findings.map(\.message) == [], sourceLocation: sourceLocation)
  return try #require(template, sourceLocation: sourceLocation)
}

func script(
  _ text: String, _ interpreter: ShellInterpreter = .sh, sourceLocation: Testing.SourceLocation = #_sourceLocation
) throws -> ScriptTemplate {
  var findings: [Diagnostic] = []
  let script = ScriptTemplate.parse(source(text), interpreter: interpreter, into: &findings)
  #expect(findings.map(\.message) == [], sourceLocation: sourceLocation)
  return try #require(script, sourceLocation: sourceLocation)
}

/// An activity that accepts these kinds, or entries.
func activity(_ kinds: [ItemKind] = [.text], entries: [AcceptEntry] = []) -> Activity {
  let origin = RuleOrigin(layer: .definition)
  return Activity(
    type: "org.example.test", title: LocalizedText("Test"), category: .share,
    accepts: entries.isEmpty ? kinds.map { AcceptEntry(kind: $0, origin: origin) } : entries)
}

func argv(_ arguments: String...) throws -> ActivityAction {
  ActivityAction(body: .shell(ShellAction(command: .arguments(try arguments.map { .single(try template($0)) }))))
}

func check(_ action: ActivityAction, of activity: Activity = activity()) -> [Diagnostic] {
  var findings: [Diagnostic] = []
  _ = ActionChecker.check(action, of: activity, into: &findings)
  return findings
}

/// Expects exactly one finding, of this code and at this range of its own file.
func expectFinding(
  _ findings: [Diagnostic], _ code: String, _ range: Range<Int>?,
  sourceLocation: Testing.SourceLocation = #_sourceLocation
) {
  #expect(findings.map(\.code.rawValue) == [code], "\(findings.map(\.message))", sourceLocation: sourceLocation)
  if let range, let finding = findings.first {
    #expect(finding.primary.location.range == range, "\(finding.message)", sourceLocation: sourceLocation)
  }
  for finding in findings {
    #expect(!finding.helps.isEmpty, "\(finding.message) has no way out", sourceLocation: sourceLocation)
    #expect(!finding.message.hasSuffix("."), sourceLocation: sourceLocation)
  }
}

/// Values of a run with one text item.
func values(text: String = "hello") -> TemplateValues { values(bytes: Array(text.utf8)) }

func values(bytes: [UInt8]) -> TemplateValues {
  var values = TemplateValues(
    activityType: "org.example.test", activityTitle: "Test", now: 1_700_000_000, workFolder: FilePath("/private"))
  let item = TemplateValues.RunItem(item: .text(bytes))
  values.item = item
  values.items = [item]
  return values
}

func fileItem(_ path: String, kind: ItemKind = .file, mime: String = "text/plain") -> TemplateValues.RunItem {
  TemplateValues.RunItem(
    item: Item(kind: kind, content: .file(FilePath(path)), contentType: ContentType(mime), size: 3))
}

extension [UInt8] {
  var string: String { String(decoding: self, as: UTF8.self) }
}
