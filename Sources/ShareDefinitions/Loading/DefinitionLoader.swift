import ShareModel
public import SourceDiagnostics
import YAMLSyntax

/// Reads one definition: bytes to a checked activity, with all that is wrong in between.
public enum DefinitionLoader {
  /// Decodes a file that has been read.
  ///
  /// - Parameters:
  ///   - expectsTypeAsName: Whether the file must be named `<type>.yaml`, as in a directory of activities.
  ///   - layer: The directory's place in the search order, 0 being the nearest.
  ///   - isThorough: Whether the checks are made that only their author wants to hear of (`DefinitionReview`).
  ///   - regularExpressionCheck: Compiles regular expressions; without it only their brackets are checked.
  /// - Returns: The definition, nil when there is any error; and the findings in the order of the file.
  public static func load(
    _ file: SourceFile, expectsTypeAsName: Bool = true, layer: Int = 0, isThorough: Bool = false,
    regularExpressionCheck: RegularExpressionCheck? = nil
  ) -> (ActivityDefinition?, [Diagnostic]) {
    var loading = DefinitionLoading(file, regularExpressionCheck)
    loading.parse()
    loading.check()
    return loading.decode(expectsTypeAsName: expectsTypeAsName, layer: layer, isThorough: isThorough)
  }
}

/// The steps from a file that has been read to its definition, each of which is done once, in this order.
struct DefinitionLoading {
  private var context: DecodingContext
  /// The mapping that the definition is, as far as the file is found to be one.
  private var root: YAMLNode?

  init(_ file: SourceFile, _ regularExpressionCheck: RegularExpressionCheck?) {
    context = DecodingContext(file: file, layer: .definition, regularExpressionCheck: regularExpressionCheck)
  }

  /// Reads the YAML.
  mutating func parse() {
    guard let document = context.parse() else {
      if isSomethingElse { context.findings = [.noYAML(at: context.location(context.file.lineRange(1)))] }
      return
    }
    guard let root = document.root else {
      if context.findings.isEmpty { context.report(.emptyFile("an activity", at: context.location(0..<0))) }
      return
    }
    if let entries = root.entries, DefinitionLoading.isActivity(entries) {
      self.root = root
    } else {
      // Whatever else is wrong with it, it is not ours to say.
      context.findings = [.notAnActivity(at: context.location(of: root))]
    }
  }

  /// Holds the nodes against the schema.
  mutating func check() {
    guard let root else { return }
    context.check(root, as: .object(.activity), for: CheckedKey(name: "the file", range: root.range))
  }

  /// Makes the definition, nil when there is any error, and checks its templates.
  mutating func decode(
    expectsTypeAsName: Bool = true, layer: Int, isThorough: Bool = false
  ) -> (ActivityDefinition?, [Diagnostic]) {
    guard let root else { return (nil, context.finish()) }
    let definition = context.activity(root, layer: layer)
    if expectsTypeAsName { context.checkFileName(root["type"]) }
    if isThorough, let definition, let entries = root.entries {
      DefinitionReview.check(definition, entries, in: &context)
    }
    let file = context.file
    let findings = IgnoreComments.apply(to: context.finish(), of: file, isThorough: isThorough)
    return (findings.contains { $0.severity == .error } ? nil : definition, findings)
  }

  /// Whether a file that is no YAML was hardly meant to be an activity: its name has another extension, or none and no
  /// line of it begins as an activity does.
  private var isSomethingElse: Bool {
    let file = context.file
    guard !context.findings.contains(where: { $0.code == "yaml-encoding" || $0.code == "file-too-large" }) else {
      return false
    }
    guard let suffix = FilePath(bytes: file.pathBytes).fileExtension else {
      return !file.bytes.split(separator: 0x0A).contains { line in
        let word = line.drop { " \t{\"'".utf8.contains($0) }.prefix { ScalarText.isLetter($0) }
        return ["type", "title", "accepts"].contains(String(decoding: word, as: UTF8.self))
      }
    }
    return !["yaml", "yml", "json"].contains(String(decoding: suffix, as: UTF8.self).lowercased())
  }

  /// Whether there is one of the keys without which nothing is an activity.
  private static func isActivity(_ entries: YAMLMapping) -> Bool {
    entries.value(of: "type") != nil || entries.value(of: "title") != nil || entries.value(of: "accepts") != nil
  }
}

extension DecodingContext {
  /// Checks that the file is named after its type.
  fileprivate mutating func checkFileName(_ node: YAMLNode?) {
    guard let node, let type = node.text, ActivityType.isValid(type) else { return }
    let path = file.path
    if isNamed(path, after: type) { return }
    let start = path.utf8.lastIndex(of: UInt8(ascii: "/")).map { path.utf8.index(after: $0) } ?? path.startIndex
    let folder = path[..<start]
    report(
      .wrongFileName(
        type: type, at: location(of: node),
        command: "mv -- \(ShellCommand.quoted(path)) \(ShellCommand.quoted(folder + type + ".yaml"))"))
  }
}

/// Whether the last part of a path is `<type>.yaml`; on bytes, as it is asked for every file.
private func isNamed(_ path: String, after type: String) -> Bool {
  let path = path.utf8Span.span
  let type = type.utf8Span.span
  let suffix: [5 of UInt8] = [0x2E, 0x79, 0x61, 0x6D, 0x6C]
  let start = path.count - type.count - 5
  guard start >= 0, start == 0 || path[start - 1] == UInt8(ascii: "/") else { return false }
  for index in type.indices where path[start + index] != type[index] { return false }
  for index in suffix.indices where path[start + type.count + index] != suffix[index] { return false }
  return true
}

/// Commands that helps show, to be pasted into a shell.
enum ShellCommand {
  /// A word as any POSIX shell reads it back; bare when it holds nothing special.
  static func quoted(_ word: some StringProtocol) -> String {
    let isPlain =
      !word.isEmpty
      && word.utf8.allSatisfy { ScalarText.isLetter($0) || ScalarText.isDigit($0) || "/._-+,:@%=".utf8.contains($0) }
    if isPlain { return String(word) }
    return "'" + word.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "'\\''") + "'"
  }
}
