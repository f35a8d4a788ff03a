public import SourceDiagnostics

/// Findings as a log of the Static Analysis Results Interchange Format, version 2.1.0 (OASIS), which code scanning
/// services and editors read.
///
/// Columns count Unicode scalars (`columnKind`), regions end behind their last character, byte offsets count a
/// byte-order mark.
public struct SARIFLog {
  /// What is said of each code that occurs.
  public var meaning: (Diagnostic.Code) -> String?
  /// The address of a file, as a URI or relative to `root`.
  public var uri: (SourceFile) -> String
  /// The URI of the folder that relative addresses begin at, with a `/` at its end.
  public var root: String
  public var toolVersion: String

  public init(
    toolVersion: String, root: String, meaning: @escaping (Diagnostic.Code) -> String?,
    uri: @escaping (SourceFile) -> String
  ) {
    self.toolVersion = toolVersion
    self.root = root
    self.meaning = meaning
    self.uri = uri
  }

  /// What relative addresses are relative to; the name is the one that services expect for a checkout.
  private static let base = "SRCROOT"

  public func json(_ findings: [Diagnostic]) -> JSONValue {
    var codes: [String] = []
    var indices: [String: Int] = [:]
    for code in Set(findings.map(\.code.rawValue)).sorted() {
      indices[code] = codes.count
      codes.append(code)
    }
    let driver: JSONValue = .object([
      JSONMember("name", .string("sharerouter")), JSONMember("version", .string(toolVersion)),
      JSONMember("rules", .array(codes.map(rule))),
    ])
    return .object([
      JSONMember("$schema", .string("https://json.schemastore.org/sarif-2.1.0.json")),
      JSONMember("version", .string("2.1.0")),
      JSONMember(
        "runs",
        .array([
          .object([
            JSONMember("tool", .object([JSONMember("driver", driver)])),
            JSONMember("columnKind", .string("unicodeCodePoints")),
            JSONMember(
              "originalUriBaseIds",
              .object([JSONMember(SARIFLog.base, .object([JSONMember("uri", .string(root))]))])),
            JSONMember(
              "results", .array(findings.map { result($0, ruleIndex: indices[$0.code.rawValue] ?? 0) })),
          ])
        ])),
    ])
  }

  private func rule(_ code: String) -> JSONValue {
    var members = [JSONMember("id", .string(code))]
    if let meaning = meaning(Diagnostic.Code(rawValue: code)) {
      members.append(JSONMember("shortDescription", message(meaning)))
    }
    return .object(members)
  }

  private func result(_ finding: Diagnostic, ruleIndex: Int) -> JSONValue {
    // A viewer shows the message alone: the ways out are told in it.
    let text = ([finding.message] + finding.helps.map { "help: " + $0.message }).joined(separator: "\n")
    var members = [
      JSONMember("ruleId", .string(finding.code.rawValue)), JSONMember("ruleIndex", .number(ruleIndex)),
      JSONMember("level", .string(finding.severity.rawValue)), JSONMember("message", message(text)),
      JSONMember("locations", .array([location(finding.primary, id: nil)])),
    ]
    if !finding.related.isEmpty {
      members.append(
        JSONMember(
          "relatedLocations", .array(finding.related.enumerated().map { location($0.element, id: $0.offset + 1) })))
    }
    let fixes = finding.helps.filter { !$0.edits.isEmpty }
    if !fixes.isEmpty { members.append(JSONMember("fixes", .array(fixes.map(fix)))) }
    return .object(members)
  }

  private func location(_ label: Diagnostic.Label, id: Int?) -> JSONValue {
    var members: [JSONMember] = []
    if let id { members.append(JSONMember("id", .number(id))) }
    var place = [JSONMember("artifactLocation", artifact(label.location.file))]
    // What is said about a file as a whole, which may not even be readable, has no region.
    if !label.location.file.bytes.isEmpty { place.append(JSONMember("region", region(label.location))) }
    members.append(JSONMember("physicalLocation", .object(place)))
    if !label.text.isEmpty { members.append(JSONMember("message", message(label.text))) }
    return .object(members)
  }

  private func artifact(_ file: SourceFile) -> JSONValue {
    let uri = uri(file)
    var members = [JSONMember("uri", .string(uri))]
    if !uri.hasPrefix("file:") { members.append(JSONMember("uriBaseId", .string(SARIFLog.base))) }
    return .object(members)
  }

  private func region(_ location: SourceLocation) -> JSONValue {
    let start = location.file.position(at: location.range.lowerBound)
    let end = location.file.position(at: location.range.upperBound)
    return .object([
      JSONMember("startLine", .number(start.line)), JSONMember("startColumn", .number(start.column)),
      JSONMember("endLine", .number(end.line)), JSONMember("endColumn", .number(end.column)),
      JSONMember("byteOffset", .number(start.offset)), JSONMember("byteLength", .number(end.offset - start.offset)),
    ])
  }

  private func fix(_ help: Diagnostic.Help) -> JSONValue {
    var files: [SourceFile] = []
    for edit in help.edits where !files.contains(edit.location.file) { files.append(edit.location.file) }
    let changes = files.map { file in
      JSONValue.object([
        JSONMember("artifactLocation", artifact(file)),
        JSONMember(
          "replacements",
          .array(
            help.edits.filter { $0.location.file == file }.map { edit in
              .object([
                JSONMember("deletedRegion", region(edit.location)),
                JSONMember("insertedContent", message(edit.replacement)),
              ])
            })),
      ])
    }
    return .object([JSONMember("description", message(help.message)), JSONMember("artifactChanges", .array(changes))])
  }

  private func message(_ text: String) -> JSONValue { .object([JSONMember("text", .string(text))]) }
}
