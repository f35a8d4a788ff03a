internal import JSONSyntax

/// Where what is shared goes in a request that was written for one example.
enum CurlItemPlace {
  /// Names under which APIs take the thing itself, the likeliest first.
  private static let names = [
    "text", "content", "message", "body", "msg", "status", "note", "comment", "caption", "markdown", "html", "prompt",
    "input", "question", "query", "q", "search", "term", "url", "link", "uri", "href", "longurl", "target", "title",
    "name", "subject", "summary", "description", "label", "value", "data",
  ]
  private static let unlikely = names.count

  /// How likely a field holds the thing, 0 being the likeliest: by its name, else by being a text at all.
  static func rank(_ name: String) -> Int {
    // `attributes[body]`, `fields.summary` and `longUrl` are known by their ends.
    let last = name.split { "[].".contains($0) }.last.map(String.init) ?? name
    let plain = last.lowercased().filter { $0.isLetter }
    return names.firstIndex(of: plain) ?? unlikely
  }

  /// The path to the text of a JSON value that is likeliest the thing; of equally likely ones the outermost, then the
  /// first. Secrets, and texts that are hardly content, are passed over.
  static func path(in json: JSONValue) -> [String]? {
    var best: (rank: Int, depth: Int, path: [String])?
    func visit(_ value: JSONValue, _ path: [String], _ name: String) {
      switch value {
      case .string(let text):
        guard !text.isEmpty, CurlTemplates.secretSuffix(of: name) == nil else { return }
        let rank = rank(name)
        if let best, (best.rank, best.depth) <= (rank, path.count) { return }
        best = (rank, path.count, path)
      case .array(let elements):
        for (index, element) in elements.enumerated() { visit(element, path + [String(index)], name) }
      case .object(let members):
        for member in members { visit(member.value, path + [member.name], member.name) }
      case .null, .boolean, .number: break
      }
    }
    visit(json, [], "")
    return best?.path
  }

  /// The index of the field that is likeliest the thing.
  static func index(in fields: [(name: String, value: String)]) -> Int? {
    let candidates = fields.indices.filter {
      !fields[$0].value.isEmpty && CurlTemplates.secretSuffix(of: fields[$0].name) == nil
    }
    return candidates.min { rank(fields[$0].name) < rank(fields[$1].name) }
  }
}
