import ShareModel
public import SourceDiagnostics
import YAMLSyntax

/// Reads a request file, which is YAML or JSON.
public enum RequestLoader {
  /// Decodes a request; nil when there is any error.
  public static func load(
    _ file: SourceFile, regularExpressionCheck: RegularExpressionCheck? = nil
  ) -> (ShareRequest?, [Diagnostic]) {
    var context = DecodingContext(file: file, layer: .request, regularExpressionCheck: regularExpressionCheck)
    guard let document = context.parse() else { return (nil, context.finish()) }
    guard let root = document.root else {
      if context.findings.isEmpty { context.report(.emptyFile("a request", at: context.location(0..<0))) }
      return (nil, context.finish())
    }
    let request = context.request(root)
    let findings = context.finish()
    return (findings.contains { $0.severity == .error } ? nil : request, findings)
  }
}

extension DecodingContext {
  fileprivate mutating func request(_ root: YAMLNode) -> ShareRequest? {
    guard let entries = root.entries else {
      report(.notAMapping("a request", at: location(of: root)))
      return nil
    }
    check(root, as: .object(.request), for: CheckedKey(name: "the file", range: root.range))
    var request = ShareRequest()
    request.items = requestItems(entries.value(of: "items"))
    request.metadata = metadata(entries)
    request.exclusions = rules(entries.value(of: "exclude"))
    if let node = entries.value(of: "only") { request.only = texts(node) }
    request.inputs = uniqueEntries(entries.value(of: "inputs")).compactMap { entry in
      entry.value.text.map { (entry.name, $0) }
    }
    return request
  }
}
