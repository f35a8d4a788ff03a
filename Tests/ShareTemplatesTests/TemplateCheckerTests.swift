import ShareModel
import ShareTemplates
import SourceDiagnostics
import Testing

@Suite("checking values and filters")
struct TemplateCheckerTests {
  /// What the checker says about one argument of an action.
  private func findings(
    _ text: String, _ kinds: [ItemKind] = [.text], entries: [AcceptEntry] = [], inputs: [InputDefinition] = []
  ) throws -> [Diagnostic] {
    var action = try argv("prog", "--", text)
    action.inputs = inputs
    return check(action, of: activity(kinds, entries: entries)).filter { $0.code != "item-unused" }
  }

  @Test(
    "a value that is there for every accepted kind is silent",
    arguments: [
      ("item.text", [ItemKind.text]), ("item.text", [.url]), ("item.text", [.text, .url]), ("item.url", [.url]),
      ("item.url.scheme", [.url]), ("item.url.host", [.url]), ("item.url.port", [.url]), ("item.url.path", [.url]),
      ("item.url.query", [.url]), ("item.url.fragment", [.url]), ("item.path", [.file]), ("item.path", [.image]),
      ("item.path", [.file, .image]), ("item.name", [.file]), ("item.stem", [.image]), ("item.extension", [.file]),
      ("item.directory", [.file]), ("item.size", [.text, .file]), ("item.mime", [.text, .file]),
      ("item.kind", [.text, .file]), ("item.file", [.text, .url, .file, .image]), ("items.text", [.text]),
      ("items.path", [.file]), ("items.count", [.text]), ("texts.text", [.text, .file]), ("urls.url", [.text, .file]),
      ("images.path", [.text, .image]), ("files.path", [.text, .file]), ("files.count", [.file]),
      ("subject", [.text]), ("message", [.text]), ("recipients", [.text]), ("env.HOME", [.text]),
      ("activity.type", [.text]), ("activity.title", [.text]), ("now", [.text]), ("dirs.pictures", [.text]),
      ("dirs.download", [.text]), ("dirs.documents", [.text]), ("dirs.config", [.text]), ("dirs.data", [.text]),
      ("dirs.state", [.text]), ("work", [.text]),
    ])
  func known(value: String, kinds: [ItemKind]) throws {
    #expect(try findings("{{ \(value) }}", kinds).map(\.message) == [])
  }

  @Test(
    "a value that some accepted kind lacks is one error",
    arguments: [
      ("item.url", [ItemKind.text]), ("items.url", [.text]), ("item.url.host", [.text, .url]),
      ("item.path", [.text, .file]),
      ("item.text", [.file]), ("item.text", [.image]), ("item.text", [.text, .file]), ("item.name", [.url]),
      ("item.match", [.text]), ("item.match.id", [.text]), ("texts.url", [.text]), ("files.text", [.file]),
    ])
  func wrongKind(value: String, kinds: [ItemKind]) throws {
    let marked = Marked("{{ ⟦\(value)⟧ }}")
    expectFinding(try findings(marked.text, kinds), "wrong-kind", marked.range)
  }

  @Test(
    "a value that may be missing need only be there for some kind, else it is a mistake still",
    arguments: [
      ("items.text?", [ItemKind.text, .image], true), ("items.text?", [.text, .file], true),
      ("item.text | default: none", [.url, .image], true), ("item.url?", [.text], true),
      ("items.url?", [.text, .image], true), ("item.path?", [.url, .image], true), ("item.name?", [.url], false),
      ("item.url?", [.image], false), ("items.text?", [.file, .image], false), ("texts.url?", [.text], false),
    ])
  func missingOnSomeKinds(value: String, kinds: [ItemKind], isFine: Bool) throws {
    #expect(try findings("{{ \(value) }}", kinds).map(\.code) == (isFine ? [] : ["wrong-kind"]))
  }

  @Test("a file's text is there where every type is a text type")
  func textOfFile() throws {
    var entry = AcceptEntry(kind: .file, origin: RuleOrigin(layer: .definition))
    entry.types = ["text/*", "application/json"]
    #expect(try findings("{{ item.text }}", entries: [entry]).map(\.message) == [])
    entry.types = ["text/*", "application/pdf"]
    expectFinding(try findings("{{ item.text }}", entries: [entry]), "wrong-kind", 3..<12)
  }

  @Test("captures need a regular expression that has them")
  func captures() throws {
    var entry = AcceptEntry(kind: .text, origin: RuleOrigin(layer: .definition))
    entry.patterns = ["(?<!x)v=(?<id>[a-z]+)"]
    #expect(try findings("{{ item.match }}", entries: [entry]).map(\.message) == [])
    #expect(try findings("{{ item.match.id }}", entries: [entry]).map(\.message) == [])
    expectFinding(try findings("{{ item.match.ids }}", entries: [entry]), "unknown-value", 3..<17)
  }

  @Test(
    "what does not exist is one error with the nearest name",
    arguments: [
      ("itme.text", "item.text"), ("item.txt", "item.text"), ("item.nmae", "item.name"), ("items.cuont", "items.count"),
      ("file.path", "files.path"), ("subjekt", "subject"), ("dirs.picture", "dirs.pictures"), ("nwo", "now"),
      ("activity.titel", "activity.title"), ("item.url.hots", "item.url.host"),
    ])
  func unknown(value: String, meant: String) throws {
    let marked = Marked("a {{ ⟦\(value)⟧ | upper }}")
    let findings = try findings(marked.text, [.url])
    expectFinding(findings, "unknown-value", marked.range)
    if meant != "files.path" {
      #expect(findings.first?.helps.first?.edits.first?.replacement == meant, "\(findings.first?.helps ?? [])")
    }
  }

  @Test(
    "`item` by itself, a bare prefix and brackets in it are no values",
    arguments: [
      "item", "files", "env", "input.a.b", "secret.lower", "work.x", "item[0]", "response.foo", "steps", "steps.a",
    ])
  func incomplete(value: String) throws {
    let marked = Marked("{{ ⟦\(value)⟧ }}")
    expectFinding(try findings(marked.text), "unknown-value", marked.range)
  }

  @Test("a collection of a kind that is not accepted is always empty")
  func alwaysEmpty() throws {
    expectFinding(try findings("{{ images.path }}"), "always-empty", 3..<14)
  }

  @Test("inputs are known by their names, and optional ones are covered")
  func inputs() throws {
    var input = InputDefinition(name: "title", prompt: LocalizedText("Title"), type: .text)
    #expect(try findings("{{ input.title }}", inputs: [input]).map(\.message) == [])
    expectFinding(try findings("{{ input.tilte }}", inputs: [input]), "unknown-input", 3..<14)
    input.isOptional = true
    expectFinding(try findings("{{ input.title }}", inputs: [input]), "optional-required", 3..<14)
    #expect(try findings("{{ input.title? }}", inputs: [input]).map(\.message) == [])
    #expect(try findings("{{ input.title | default: none }}", inputs: [input]).map(\.message) == [])
  }

  @Test(
    "filters take their types and arguments",
    arguments: [
      "item.text | trim", "items.text | join", "items.text | join: ', '", "subject | default: 'x'", "item.text | upper",
      "item.text | lower", "item.text | replace: 'a', 'b'", "item.text | truncate: 10", "item.text | truncate: 10, '…'",
      "item.text | match: '([a-z]+)', 1", "item.text | match: '(?<x>a)', x", "item.text | base64", "item.text | sha256",
      "item.size | json", "item.text | html", "item.text | encode", "item.url | path", "now | date", "now | date: '%H'",
      "now | date: local, '%H:%M'", "item.file | basename", "item.file | contents | base64", "item.file | url",
      "item.size | text | upper", "item.url.path | basename", "subject? | append: ': '", "item.size | prepend: '#'",
    ])
  func goodFilters(text: String) throws {
    #expect(try findings("{{ \(text) }}", [.url]).map(\.message) == [])
  }

  @Test(
    "a filter that does not fit is one error at its name or argument",
    arguments: [
      ("unknown-filter", "item.text | ⟦uper⟧"), ("unknown-filter", "item.text | ⟦shell⟧"),
      ("filter-arguments", "item.text | ⟦upper: 1⟧"), ("filter-arguments", "item.text | ⟦replace: 'a'⟧"),
      ("filter-arguments", "item.text | ⟦append⟧"), ("filter-type", "item.file | contents | ⟦prepend⟧: 'a'"),
      ("filter-arguments", "item.text | ⟦truncate⟧"), ("filter-arguments", "item.text | truncate: ⟦ten⟧"),
      ("filter-arguments", "item.text | truncate: ⟦0⟧"), ("filter-arguments", "now | date: ⟦utc⟧, '%H'"),
      ("filter-arguments", "now | date: ⟦iso⟧"), ("filter-arguments", "item.text | match: ⟦'('⟧"),
      ("filter-arguments", "item.text | match: 'a', ⟦1⟧"), ("filter-arguments", "item.text | match: ⟦word⟧"),
      ("filter-arguments", "item.text | replace: ⟦''⟧, 'x'"),
      ("filter-type", "item.size | ⟦upper⟧"), ("filter-type", "item.text | ⟦join⟧"),
      ("filter-type", "item.text | ⟦date⟧"),
      ("filter-type", "item.text | ⟦contents⟧"), ("filter-type", "item.file | ⟦base64⟧"),
      ("filter-type", "item.text | ⟦url⟧"), ("filter-type", "item.file | contents | ⟦upper⟧"),
    ])
  func badFilters(code: String, text: String) throws {
    let marked = Marked("{{ \(text) }}")
    expectFinding(try findings(marked.text), code, marked.range)
  }

  @Test("every value and filter of the tables is described, and no path stands twice")
  func tables() {
    let values = ValueCatalogue.values + ValueCatalogue.results
    for value in values + ValueCatalogue.fields { #expect(!value.description.isEmpty, "\(value.path)") }
    #expect(Set(values.map(\.path)).count == values.count)
    #expect(Set(ValueCatalogue.fields.map(\.path)).count == ValueCatalogue.fields.count)
    #expect(Set(FilterCatalogue.filters.map(\.name)) == Set(FilterDefinition.Name.allCases))
    for filter in FilterCatalogue.filters {
      #expect(filter.arguments.upperBound == 0 || !filter.usage.isEmpty, "\(filter.name)")
    }
  }
}
