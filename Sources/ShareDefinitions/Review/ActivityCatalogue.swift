public import ShareModel
public import SourceDiagnostics
import YAMLSyntax

/// The activities that are checked together, and those that are known beside them: what one file alone cannot tell.
public struct ActivityCatalogue: Sendable {
  /// Activities that one title is compared with: those of one title are few, or a mistake that is told often enough.
  private static let comparedActivities = 8

  private let outlines: [ActivityOutline]
  private let listed: @Sendable () -> [ActivityType]
  /// Whether a glob matches a type.
  private let matches: @Sendable (_ pattern: String, _ type: String) -> Bool

  /// - Parameters:
  ///   - loaded: What was checked.
  ///   - types: Lists all types that may be named, those that were checked among them. Called where any is named.
  public init(
    _ loaded: LoadedDefinitions, types: @escaping @Sendable () -> [ActivityType],
    matches: @escaping @Sendable (_ pattern: String, _ type: String) -> Bool
  ) {
    outlines = loaded.outlines
    listed = types
    self.matches = matches
  }

  private func types() -> Set<String> { Set(listed().map(\.rawValue)) }

  /// What is wrong between the definitions, in the order of their files.
  public func findings() -> [Diagnostic] {
    let types = outlines.contains { !$0.then.isEmpty } ? types() : []
    let repeated = repeatedTitles()
    var findings: [Diagnostic] = []
    var earlier: [String: [ActivityDefinition]] = [:]
    for outline in outlines {
      for type in outline.then where !types.contains(type.rawValue) {
        findings += told(in: outline.path) { file, root in
          root["then"]?.elements.filter { $0.text == type.rawValue }.map {
            .unknownActivity(type.rawValue, suggestion: nearest(to: type.rawValue, in: types), at: location($0, file))
          } ?? []
        }
      }
      guard let hash = outline.titleHash, repeated.contains(hash), let file = SourceFile(reading: outline.path),
        let definition = DefinitionLoader.load(file).0
      else { continue }
      let title = definition.activity.comparedTitle
      let known = earlier[title, default: []]
      if let first = known.first(where: { $0.activity.overlaps(definition.activity) }) {
        findings += told(in: outline.path) { file, root in
          guard let node = root["title"], let other = place(ofTitleIn: first.file.pathBytes) else { return [] }
          return [.duplicateTitle(title, at: location(self.title(node), file), first: other)]
        }
      }
      if known.count < ActivityCatalogue.comparedActivities { earlier[title] = known + [definition] }
    }
    return findings
  }

  /// The hashes that more than one title has.
  private func repeatedTitles() -> Set<Int> {
    let hashes = outlines.compactMap(\.titleHash).sorted()
    return Set(zip(hashes, hashes.dropFirst()).lazy.filter { $0 == $1 }.map(\.0))
  }

  /// The findings of a file that is read again, now for the places; comments in it are heeded.
  private func told(in path: [UInt8], _ find: (SourceFile, YAMLNode) -> [Diagnostic]) -> [Diagnostic] {
    guard let (file, root) = read(path) else { return [] }
    return IgnoreComments.apply(to: find(file, root), of: file, isThorough: false)
  }

  private func read(_ path: [UInt8]) -> (SourceFile, YAMLNode)? {
    guard let file = SourceFile(reading: path) else { return nil }
    var findings: [Diagnostic] = []
    return YAMLParser.parse(file, into: &findings)?.root.map { (file, $0) }
  }

  private func place(ofTitleIn path: [UInt8]) -> SourceLocation? {
    guard let (file, root) = read(path), let node = root["title"] else { return nil }
    return location(title(node), file)
  }

  /// The text that was compared, of a title in several languages.
  private func title(_ node: YAMLNode) -> YAMLNode { node["en"] ?? node.entries?.first?.value ?? node }

  private func location(_ node: YAMLNode, _ file: SourceFile) -> SourceLocation {
    SourceLocation(file: file, range: node.alias ?? node.range)
  }

  private func nearest(to name: String, in types: Set<String>) -> String? {
    Suggestion.nearest(to: name, in: types.sorted())
  }
}

extension ActivityCatalogue {
  /// What a configuration names that is not there: activities, patterns that match none, inputs.
  ///
  /// - Parameter inputs: The names of an activity's inputs; nil when it cannot be read.
  public func findings(inConfiguration file: SourceFile, inputs: (ActivityType) -> [String]?) -> [Diagnostic] {
    var findings: [Diagnostic] = []
    guard let root = YAMLParser.parse(file, into: &findings)?.root, findings.isEmpty else { return [] }
    let types = types()
    func check(_ node: YAMLNode) {
      guard let name = node.text, ActivityType.isValid(name), !types.contains(name) else { return }
      findings.append(.unknownActivity(name, suggestion: nearest(to: name, in: types), at: location(node, file)))
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

extension SourceFile {
  /// A file that was read before, once more; nil when that cannot be done any longer.
  fileprivate convenience init?(reading path: [UInt8]) {
    guard let bytes = try? FileReader.read(FilePath(bytes: path)).bytes else { return nil }
    self.init(pathBytes: path, bytes: bytes)
  }
}
