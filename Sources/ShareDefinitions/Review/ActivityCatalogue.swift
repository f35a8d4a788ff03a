public import ShareModel
public import SourceDiagnostics
import YAMLSyntax

/// The activities that are checked together, and those that are known beside them: what one file alone cannot tell.
public struct ActivityCatalogue: Sendable {
  /// Outlines that one title is compared with: activities of one title are few, or a mistake that is told often enough.
  private static let comparedOutlines = 8

  private let outlines: [ActivityOutline]
  private let types: Set<String>
  /// Whether a glob matches a type.
  private let matches: @Sendable (_ pattern: String, _ type: String) -> Bool

  /// - Parameters:
  ///   - loaded: What was checked.
  ///   - types: All types that may be named, those that were checked among them.
  public init(
    _ loaded: LoadedDefinitions, types: [ActivityType],
    matches: @escaping @Sendable (_ pattern: String, _ type: String) -> Bool
  ) {
    outlines = loaded.outlines
    self.types = Set(types.map(\.rawValue) + loaded.outlines.map(\.type.rawValue))
    self.matches = matches
  }

  /// What is wrong between the definitions, in the order of their files.
  public func findings() -> [Diagnostic] {
    var findings: [Diagnostic] = []
    var titles: [String: [Int]] = [:]
    for (index, outline) in outlines.enumerated() {
      for type in outline.then where !types.contains(type.rawValue) {
        findings += told(in: outline) { file, root in
          root["then"]?.elements.filter { $0.text == type.rawValue }.map {
            .unknownActivity(type.rawValue, suggestion: nearest(to: type.rawValue), at: location($0, file))
          } ?? []
        }
      }
      if outline.isRetired { continue }
      var earlier = titles[outline.title, default: []]
      if let first = earlier.first(where: { outlines[$0].overlaps(outline) }) {
        findings += told(in: outline) { file, root in
          guard let node = root["title"], let other = place(ofTitleIn: outlines[first]) else { return [] }
          return [.duplicateTitle(outline.title, at: location(title(node), file), first: other)]
        }
      }
      if earlier.count < ActivityCatalogue.comparedOutlines {
        earlier.append(index)
        titles[outline.title] = earlier
      }
    }
    return findings
  }

  /// The findings of a file that is read again, now for the places; comments in it are heeded.
  private func told(in outline: ActivityOutline, _ find: (SourceFile, YAMLNode) -> [Diagnostic]) -> [Diagnostic] {
    guard let (file, root) = read(outline) else { return [] }
    return IgnoreComments.apply(to: find(file, root), of: file, isThorough: false)
  }

  private func read(_ outline: ActivityOutline) -> (SourceFile, YAMLNode)? {
    guard let bytes = try? FileReader.read(FilePath(bytes: outline.path)).bytes else { return nil }
    let file = SourceFile(pathBytes: outline.path, bytes: bytes)
    var findings: [Diagnostic] = []
    return YAMLParser.parse(file, into: &findings)?.root.map { (file, $0) }
  }

  private func place(ofTitleIn outline: ActivityOutline) -> SourceLocation? {
    guard let (file, root) = read(outline), let node = root["title"] else { return nil }
    return location(title(node), file)
  }

  /// The text that was compared, of a title in several languages.
  private func title(_ node: YAMLNode) -> YAMLNode { node["en"] ?? node.entries?.first?.value ?? node }

  private func location(_ node: YAMLNode, _ file: SourceFile) -> SourceLocation {
    SourceLocation(file: file, range: node.alias ?? node.range)
  }

  private func nearest(to name: String) -> String? { Suggestion.nearest(to: name, in: types.sorted()) }
}

extension ActivityCatalogue {
  /// What a configuration names that is not there: activities, patterns that match none, inputs.
  ///
  /// - Parameter inputs: The names of an activity's inputs; nil when it cannot be read.
  public func findings(inConfiguration file: SourceFile, inputs: (ActivityType) -> [String]?) -> [Diagnostic] {
    var findings: [Diagnostic] = []
    guard let root = YAMLParser.parse(file, into: &findings)?.root, findings.isEmpty else { return [] }
    func check(_ node: YAMLNode) {
      guard let name = node.text, ActivityType.isValid(name), !types.contains(name) else { return }
      findings.append(.unknownActivity(name, suggestion: nearest(to: name), at: location(node, file)))
    }
    func check(pattern node: YAMLNode) {
      guard let pattern = node.text, ScalarText.isActivityPattern(pattern),
        !types.contains(where: { matches(pattern, $0) })
      else { return }
      if ActivityType.isValid(pattern) { return check(node) }
      findings.append(.patternWithoutActivity(pattern, at: location(node, file)))
    }
    func check(rules node: YAMLNode) {
      for rule in node.elements {
        if rule.text != nil { check(pattern: rule) }
        for pattern in rule["activity"].map({ Array($0.elements) }) ?? [] { check(pattern: pattern) }
        if let not = rule["not"] { check(rules: not) }
      }
    }
    for entry in root.entries.map(Array.init) ?? [] {
      switch entry.key.text {
      case "order": for node in entry.value.elements { check(node) }
      case "only": for node in entry.value.elements { check(pattern: node) }
      case "exclude": check(rules: entry.value)
      case "ignore":
        for element in entry.value.elements {
          for node in element["activity"].map({ Array($0.elements) }) ?? [] { check(pattern: node) }
        }
      case "then":
        for entry in entry.value.entries.map(Array.init) ?? [] {
          check(entry.key)
          for next in entry.value.elements { check(next) }
        }
      case "inputs":
        for entry in entry.value.entries.map(Array.init) ?? [] {
          check(entry.key)
          guard let type = entry.key.text, types.contains(type),
            let known = inputs(ActivityType(rawValue: type))
          else { continue }
          for input in entry.value.entries.map(Array.init) ?? [] {
            guard let name = input.key.text, !known.contains(name) else { continue }
            findings.append(
              .unknownConfiguredInput(
                name, of: type, suggestion: Suggestion.nearest(to: name, in: known), known: known,
                at: location(input.key, file)))
          }
        }
      default: break
      }
    }
    return IgnoreComments.apply(to: findings, of: file, isThorough: false)
  }
}
