import ShareModel
import ShareTemplates
import ShellSyntax
import SourceDiagnostics
import YAMLSyntax

/// Says what is wrong with a regular expression, in words that follow a colon; nil when it can be compiled.
public typealias RegularExpressionCheck = @Sendable (_ pattern: String) -> String?

/// One file on its way from nodes to the model: where its findings gather.
struct DecodingContext {
  let file: SourceFile
  let layer: RuleOrigin.Layer
  let regularExpressionCheck: RegularExpressionCheck?
  var findings: [Diagnostic] = []
  /// The nodes that came in by an alias, and where the alias stands.
  var aliases: [(anchored: Range<Int>, alias: Range<Int>)] = []

  init(file: SourceFile, layer: RuleOrigin.Layer, regularExpressionCheck: RegularExpressionCheck? = nil) {
    self.file = file
    self.layer = layer
    self.regularExpressionCheck = regularExpressionCheck
  }

  /// Parses the file. Of a merge key that stands twice only the merge key itself is told, by the structural check.
  mutating func parse() -> YAMLDocument? {
    let document = YAMLParser.parse(file, into: &findings)
    if !findings.isEmpty {
      let file = file
      findings.removeAll { $0.code == "duplicate-key" && file.bytes[$0.primary.location.range] == [0x3C, 0x3C] }
    }
    return document
  }

  /// What one file is told at most. A file that has more is not a definition with mistakes but something else, and
  /// each finding costs a search for what was meant.
  static let findingLimit = 100

  var isFull: Bool { findings.count > DecodingContext.findingLimit }

  mutating func report(_ finding: Diagnostic) {
    if !isFull { findings.append(finding) }
  }

  func hasFindings(in range: Range<Int>) -> Bool {
    findings.contains { finding in
      let place = finding.primary.location.range
      return range.lowerBound <= place.lowerBound && place.upperBound <= range.upperBound
    }
  }

  func location(_ range: Range<Int>) -> SourceLocation { SourceLocation(file: file, range: range) }

  /// The place of a node: all of it when it stands on one line, else its first line.
  func location(of node: YAMLNode) -> SourceLocation {
    location(firstLine(of: node.range))
  }

  /// Whether the place of a node is all of it. Only then can something else be written there.
  func isOnOneLine(_ node: YAMLNode) -> Bool { firstLine(of: node.range) == node.range }

  func firstLine(of range: Range<Int>) -> Range<Int> {
    guard
      case .some(let end) = file.bytes[range.clamped(to: file.bytes.indices)].firstIndex(where: {
        $0 == 0x0A || $0 == 0x0D
      })
    else { return range }
    return range.lowerBound..<end
  }

  func origin(of node: YAMLNode) -> RuleOrigin {
    RuleOrigin(layer: layer, file: file.path, line: file.line(at: node.range.lowerBound))
  }

  /// The template of a scalar, a broken one where its syntax is wrong; nil, and silent, for any other node, which the
  /// structural check has reported.
  mutating func template(_ node: YAMLNode?) -> Template? {
    guard let node, let source = node.sourceText(in: file) else { return nil }
    return Template.parse(source, into: &findings) ?? .broken(source)
  }

  mutating func script(_ node: YAMLNode, interpreter: ShellInterpreter) -> ScriptTemplate? {
    guard let source = node.sourceText(in: file) else { return nil }
    return ScriptTemplate.parse(source, interpreter: interpreter, into: &findings)
      ?? .broken(source, interpreter: interpreter)
  }

  /// The findings in the order of the file, each once, with the aliases that brought in what they are about.
  consuming func finish() -> [Diagnostic] {
    if findings.isEmpty { return [] }
    if isFull {
      let place = findings[DecodingContext.findingLimit].primary.location
      findings.removeSubrange(DecodingContext.findingLimit...)
      findings.append(.tooManyFindings(limit: DecodingContext.findingLimit, at: place))
    }
    if !aliases.isEmpty { relateAliases() }
    return DecodingContext.sorted(findings)
  }

  private mutating func relateAliases() {
    for index in findings.indices {
      let range = findings[index].primary.location.range
      for (anchored, alias) in aliases
      where anchored.lowerBound <= range.lowerBound && range.upperBound <= anchored.upperBound {
        let label = Diagnostic.Label(location(alias), "used here")
        if !findings[index].related.contains(label) { findings[index].related.append(label) }
      }
    }
  }

  static func sorted(_ findings: [Diagnostic]) -> [Diagnostic] {
    guard findings.count > 1 else { return findings }
    var kept: [Diagnostic] = []
    for finding in findings
    where !kept.contains(where: { $0.code == finding.code && $0.primary.location == finding.primary.location }) {
      kept.append(finding)
    }
    // Stable by the index: what was found first about one place is told first.
    return kept.enumerated()
      .sorted {
        let left = $0.element.primary.location.range.lowerBound
        let right = $1.element.primary.location.range.lowerBound
        return left == right ? $0.offset < $1.offset : left < right
      }
      .map(\.element)
  }
}
