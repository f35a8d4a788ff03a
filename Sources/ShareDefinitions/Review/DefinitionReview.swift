import ShareModel
import ShareTemplates
import SourceDiagnostics
import YAMLSyntax

/// Checks of what is valid and yet hardly meant. They are made where an author asks for findings (`validate`, `edit`),
/// not when an activity is used.
///
/// Each check reads the decoded definition and looks for nodes only when it has something to say: a definition without
/// findings costs next to nothing. All are warnings.
struct DefinitionReview {
  let definition: ActivityDefinition
  let root: YAMLMapping
  let file: SourceFile
  private(set) var findings: [Diagnostic] = []

  var activity: Activity { definition.activity }

  private static let checks: [@Sendable (inout DefinitionReview) -> Void] = [
    { $0.checkTitles() }, { $0.checkAccepts() }, { $0.checkRules() }, { $0.checkVariants() }, { $0.checkTimeouts() },
    { $0.checkPlainHTTP() }, { $0.checkPrograms() }, { $0.checkExamples() },
  ]

  /// Adds what the checks find to the findings of the file, but for what stands in entries that have errors.
  static func check(_ definition: ActivityDefinition, _ root: YAMLMapping, in context: inout DecodingContext) {
    var review = DefinitionReview(definition: definition, root: root, file: context.file)
    for check in checks { check(&review) }
    if review.findings.isEmpty { return }
    let errors = context.findings.filter { $0.severity == .error }.map(\.primary.location.range.lowerBound)
    for finding in review.findings {
      let place = finding.primary.location.range.lowerBound
      let isBroken = root.contains { entry in
        let whole = entry.key.range.lowerBound...max(entry.key.range.lowerBound, entry.value.range.upperBound)
        return whole.contains(place) && errors.contains { whole.contains($0) }
      }
      if !isBroken { context.report(finding) }
    }
  }

  private init(definition: ActivityDefinition, root: YAMLMapping, file: SourceFile) {
    self.definition = definition
    self.root = root
    self.file = file
  }

  mutating func report(_ finding: Diagnostic) { findings.append(finding) }

  /// The place of a node: all of it when it stands on one line, else its first line; where an alias brought it in, the
  /// alias.
  func location(_ node: YAMLNode) -> SourceLocation {
    let range = node.alias ?? node.range
    let end = file.bytes[range.clamped(to: file.bytes.indices)].firstIndex { $0 == 0x0A || $0 == 0x0D }
    return SourceLocation(file: file, range: range.lowerBound..<(end ?? range.upperBound))
  }

  /// The kinds of the items that the activity may get.
  var acceptedKinds: [ItemKind] {
    ItemKind.allCases.filter { kind in activity.accepts.contains { kind.conforms(to: $0.kind) } }
  }

  /// Calls `body` with each action, and the entries of the mapping that it stands in: the activity's own, a variant's or
  /// a step's.
  func forEachAction(_ body: (ActionBody, YAMLMapping) -> Void) {
    func visit(_ action: ActionBody, _ entries: YAMLMapping) {
      switch action {
      case .none: break
      case .shell, .http, .open: body(action, entries)
      case .steps(let steps):
        guard let nodes = entries.value(of: "steps")?.elements else { return }
        for (step, node) in zip(steps, nodes) { if let entries = node.entries { visit(step.body, entries) } }
      case .variants(let variants):
        guard let nodes = entries.value(of: "variants")?.elements else { return }
        for (variant, node) in zip(variants, nodes) { if let entries = node.entries { visit(variant.body, entries) } }
      }
    }
    visit(definition.action.body, root)
  }
}
