import ShareTemplates
import SourceDiagnostics
import YAMLSyntax

extension DefinitionReview {
  /// `secret-over-http`: a request that everyone on its way can read carries a secret.
  func checkPlainHTTP() {
    var found: [SourceLocation] = []
    forEachAction { action, _ in
      guard case .http(let http) = action, case .literal(let start)? = http.url.parts.first,
        let host = DefinitionReview.plainHost(start), !DefinitionReview.isLoopback(host),
        http.authentication != nil || http.holdsSecret(definition.action.inputs)
      else { return }
      found.append(http.url.source.location(of: 0..<7))
    }
    for place in found { report(.secretOverHTTP(at: place)) }
  }

  /// What follows `http://` up to the end of the host, as far as it is literal; nil for another scheme.
  private static func plainHost(_ url: String) -> Substring.UTF8View? {
    let bytes = url.utf8Span.span
    let scheme: [7 of UInt8] = [0x68, 0x74, 0x74, 0x70, 0x3A, 0x2F, 0x2F]
    guard bytes.count > scheme.count else { return nil }
    for index in scheme.indices where bytes[index] != scheme[index] && bytes[index] | 0x20 != scheme[index] {
      return nil
    }
    let rest = url.utf8.dropFirst(scheme.count)
    let authority = rest.prefix { $0 != UInt8(ascii: "/") && $0 != UInt8(ascii: "?") && $0 != UInt8(ascii: "#") }
    let start = authority.lastIndex(of: UInt8(ascii: "@")).map { authority.index(after: $0) } ?? authority.startIndex
    return authority[start...]
  }

  /// Whether what is sent stays on this machine (RFC 6761 for the name).
  private static func isLoopback(_ host: Substring.UTF8View) -> Bool {
    if host.starts(with: "[::1]".utf8) { return true }
    let name = Array(host.prefix { $0 != UInt8(ascii: ":") })
    if name.starts(with: "127.".utf8) { return true }
    let lowered = name.map { (0x41...0x5A).contains($0) ? $0 | 0x20 : $0 }
    return lowered == Array("localhost".utf8) || lowered.suffix(10).elementsEqual(".localhost".utf8)
  }
}
