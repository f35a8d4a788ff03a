import ShareModel
import ShareTemplates
import SourceDiagnostics
import YAMLSyntax

/// Checks of what is valid and yet hardly meant. They are made where an author asks for findings (`validate`, `edit`),
/// not when an activity is used.
///
/// Each check reads the decoded definition and looks for nodes only when it has something to say: a definition without
/// findings costs next to nothing. All are warnings.
final class DefinitionReview {
  let definition: ActivityDefinition
  let root: YAMLMapping
  let file: SourceFile
  private var findings: [Diagnostic] = []

  var activity: Activity { definition.activity }

  /// Adds what the checks find to the findings of the file, but for what stands in entries that have errors.
  static func check(_ definition: ActivityDefinition, _ root: YAMLMapping, in context: inout DecodingContext) {
    let review = DefinitionReview(definition, root, context.file)
    review.checkTitles()
    review.checkAccepts()
    review.checkRules()
    review.checkVariants()
    review.checkTimeouts()
    review.checkPlainHTTP()
    review.checkPrograms()
    review.checkExamples()
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

  private init(_ definition: ActivityDefinition, _ root: YAMLMapping, _ file: SourceFile) {
    self.definition = definition
    self.root = root
    self.file = file
  }

  func report(_ finding: Diagnostic) { findings.append(finding) }

  /// The place of a node: all of it when it stands on one line, else its first line; where an alias brought it in, the
  /// alias.
  func location(_ node: YAMLNode) -> SourceLocation {
    let range = node.alias ?? node.range
    let end = file.bytes[range.clamped(to: file.bytes.indices)].firstIndex { $0 == 0x0A || $0 == 0x0D }
    return SourceLocation(file: file, range: range.lowerBound..<(end ?? range.upperBound))
  }

  /// The kinds of the items that the activity may get.
  var acceptedKinds: ItemKinds {
    activity.accepts.reduce(into: ItemKinds()) { $0.formUnion(ItemKinds(conformingTo: $1.kind)) }
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

/// Kinds that items may be of.
struct ItemKinds: OptionSet {
  let rawValue: UInt8

  init(rawValue: UInt8) { self.rawValue = rawValue }

  static let text = ItemKinds(rawValue: 1)
  static let url = ItemKinds(rawValue: 2)
  static let image = ItemKinds(rawValue: 4)
  static let file = ItemKinds(rawValue: 8)

  /// All that are accepted as a kind.
  init(conformingTo kind: ItemKind) {
    self = []
    if ItemKind.text.conforms(to: kind) { insert(.text) }
    if ItemKind.url.conforms(to: kind) { insert(.url) }
    if ItemKind.image.conforms(to: kind) { insert(.image) }
    if ItemKind.file.conforms(to: kind) { insert(.file) }
  }

  /// All that are accepted as any of the kinds.
  init(conformingTo kinds: [ItemKind]) {
    self = kinds.reduce(into: []) { $0.formUnion(ItemKinds(conformingTo: $1)) }
  }
}
