internal import JSONSyntax
internal import ShareDefinitions
internal import ShareModel
internal import ShareSessions
internal import SourceDiagnostics

/// How `validate` writes its findings.
enum FindingsFormat: String, CaseIterable {
  case text
  case json
  case sarif
  case github

  /// The findings as they go to stdout; empty where there is nothing to write.
  func render(_ findings: [Diagnostic], files: Int, for call: Invocation) -> String {
    switch self {
    case .text:
      findings.isEmpty
        ? "" : TextRenderer(isColored: call.console.outputUsesColor(call.process)).render(findings)
    case .json: Diagnostic.json(findings, files: files).serialized(pretty: true) + "\n"
    case .sarif: sarif(findings, call)
    case .github: GitHubAnnotations.render(findings) { call.pathInCheckout($0) }
    }
  }

  private func sarif(_ findings: [Diagnostic], _ call: Invocation) -> String {
    let root = call.checkout.uri + "/"
    let log = SARIFLog(
      toolVersion: Program.version, root: root, meaning: { DiagnosticCatalogue.meaning(of: $0) },
      uri: { file in
        let uri = call.process.absolute(file.pathBytes).normalized.uri
        return uri.hasPrefix(root) ? String(uri.dropFirst(root.count)) : uri
      })
    return log.json(findings).serialized(pretty: true) + "\n"
  }
}

extension Invocation {
  /// The folder that paths in reports begin at: where a GitHub runner has the checkout, else the current folder.
  fileprivate var checkout: FilePath {
    let workspace = process.bytes("GITHUB_WORKSPACE") ?? []
    return (workspace.first == UInt8(ascii: "/") ? FilePath(bytes: workspace) : process.currentDirectory).normalized
  }

  /// A file's path below the checkout; the whole path where it lies elsewhere.
  fileprivate func pathInCheckout(_ file: SourceFile) -> String {
    let path = process.absolute(file.pathBytes).normalized.bytes
    let root = checkout.bytes + [UInt8(ascii: "/")]
    return String(decoding: path.starts(with: root) ? path.dropFirst(root.count) : path[...], as: UTF8.self)
  }
}

extension FilePath {
  /// An absolute path without empty parts, `.` and `..`, as its text says; links are not followed.
  fileprivate var normalized: FilePath {
    var parts: [ArraySlice<UInt8>] = []
    for part in bytes.split(separator: UInt8(ascii: "/")) {
      if part.elementsEqual("..".utf8) {
        _ = parts.popLast()
      } else if !part.elementsEqual(".".utf8) {
        parts.append(part)
      }
    }
    return FilePath(bytes: [UInt8(ascii: "/")] + Array(parts.joined(separator: [UInt8(ascii: "/")])))
  }
}
