import JSONSyntax
import SourceDiagnostics
import TestSupport
import Testing

@Suite("Findings as SARIF")
struct SARIFLogTests {
  private let log = SARIFLog(
    toolVersion: "1.2.3", root: "file:///src/", meaning: { $0 == "duplicate-key" ? "A key stands twice." : nil },
    uri: { $0.path == "b.yaml" ? "file:///elsewhere/b.yaml" : $0.path })

  @Test("a finding has its rule, places in scalars and bytes, other places and fixes")
  func finding() {
    let file = SourceFile(path: "a.yaml", text: "\u{FEFF}é: 1\né: 🎉2\n")
    let second = SourceLocation(file: file, range: 9..<17)
    let finding = Diagnostic(
      .error, "duplicate-key", "twice", at: .init(second, "second"),
      related: [.init(SourceLocation(file: file, range: 3..<5), "first")],
      helps: [.init("remove it", edits: [.init(second, replacement: "")], isCertain: true), .init("or think")])
    let region =
      #"{"startLine":2,"startColumn":1,"endLine":2,"endColumn":5,"byteOffset":9,"byteLength":8}"#
    let artifact = #"{"uri":"a.yaml","uriBaseId":"SRCROOT"}"#
    expectText(
      log.json([finding]).serialized(),
      #"{"$schema":"https://json.schemastore.org/sarif-2.1.0.json","version":"2.1.0","runs":[{"#
        + #""tool":{"driver":{"name":"sharerouter","version":"1.2.3","rules":["#
        + #"{"id":"duplicate-key","shortDescription":{"text":"A key stands twice."}}]}},"#
        + #""columnKind":"unicodeCodePoints","originalUriBaseIds":{"SRCROOT":{"uri":"file:///src/"}},"results":[{"#
        + #""ruleId":"duplicate-key","ruleIndex":0,"level":"error","#
        + #""message":{"text":"twice\nhelp: remove it\nhelp: or think"},"#
        + #""locations":[{"physicalLocation":{"artifactLocation":\#(artifact),"region":\#(region)},"#
        + #""message":{"text":"second"}}],"#
        + #""relatedLocations":[{"id":1,"physicalLocation":{"artifactLocation":\#(artifact),"#
        + #""region":{"startLine":1,"startColumn":1,"endLine":1,"endColumn":2,"byteOffset":3,"byteLength":2}},"#
        + #""message":{"text":"first"}}],"#
        + #""fixes":[{"description":{"text":"remove it"},"artifactChanges":[{"artifactLocation":\#(artifact),"#
        + #""replacements":[{"deletedRegion":\#(region),"insertedContent":{"text":""}}]}]}]}]}]}"#)
  }

  @Test("a file outside the root is named whole, and one that could not be read has no region")
  func elsewhere() throws {
    let file = SourceFile(path: "b.yaml", bytes: [])
    let finding = Diagnostic(
      .warning, "unreadable-file", "no", at: .init(SourceLocation(file: file, range: 0..<0), ""))
    guard case .array(let runs)? = log.json([finding])["runs"], case .array(let results)? = runs.first?["results"],
      case .array(let places)? = results.first?["locations"]
    else {
      Issue.record("no result")
      return
    }
    #expect(
      places.map { $0.serialized() } == [
        #"{"physicalLocation":{"artifactLocation":{"uri":"file:///elsewhere/b.yaml"}}}"#
      ])
  }
}
