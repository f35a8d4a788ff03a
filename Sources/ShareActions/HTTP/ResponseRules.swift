import DesktopTypes
import JSONSyntax
import ShareModel
import ShareTemplates
import SourceDiagnostics

/// What a response must be to count as a success, with the templates of its values filled in.
struct ResponseRules: Sendable {
  struct Condition: Sendable {
    /// A template that is the value in question.
    var query: Template
    /// As the definition wrote it.
    var path: String
    /// Nil for any value but null.
    var value: JSONValue?
  }

  /// Empty for 200 to 299.
  var statuses: [HTTPAction.StatusMatch] = []
  var types: [String] = []
  var json: [Condition] = []
  /// Regular expressions on the body; any of them.
  var texts: [String] = []
  /// Whether the definition says what a success is, so that one that is met is confirmed.
  var isStated = false

  /// Whether a status is named as such; a redirect that is, is not followed.
  func names(_ status: Int) -> Bool { statuses.contains(.exact(status)) }

  func accepts(_ status: Int) -> Bool {
    guard !statuses.isEmpty else { return (200...299).contains(status) }
    return statuses.contains { match in
      switch match {
      case .exact(let exact): exact == status
      case .hundred(let hundred): status / 100 == hundred
      }
    }
  }

  func accepts(_ type: ContentType?) -> Bool {
    guard !types.isEmpty else { return true }
    guard let essence = type?.essence.split(separator: "/", maxSplits: 1), essence.count == 2 else { return false }
    return types.contains { pattern in
      let wanted = ContentType(pattern).essence.split(separator: "/", maxSplits: 1)
      return wanted.count == 2 && (wanted[0] == "*" || wanted[0] == essence[0])
        && (wanted[1] == "*" || wanted[1] == essence[1])
    }
  }

  /// Why the body's text is not as it must be; nil when it is.
  func problem(withText body: [UInt8]) -> String? {
    guard !texts.isEmpty else { return nil }
    do {
      for pattern in texts where try BoundedRegex(pattern).firstMatch(in: body) != nil { return nil }
      return "does not match \(texts.map { "'\($0)'" }.joined(separator: " or "))"
    } catch {
      return "cannot be matched: \(error.message)"
    }
  }

  /// What of the response still is not as it must be for an end, with what is found instead.
  func unmet(_ status: Int, _ values: TemplateValues) -> (path: String, found: String)? {
    guard accepts(status) else { return ("status", String(status)) }
    return unmet(values).map { ($0.path, $0.found) }
  }

  /// The first of the conditions that does not hold, with what stands there instead.
  func unmet(_ values: TemplateValues) -> (path: String, wanted: JSONValue?, found: String)? {
    var renderer = Renderer(values)
    for condition in json {
      do throws(RenderError) {
        let found = try renderer.json(.text(condition.query))
        let holds = condition.value.map { ResponseRules.equal(found, $0) } ?? (found != .null)
        if !holds {
          return (condition.path, condition.value, found.serialized())
        }
      } catch {
        // The location is that of a template which nobody wrote.
        return (condition.path, condition.value, "nothing: the response is not JSON")
      }
    }
    return nil
  }

  /// Numbers are compared by their value: 1 is 1.0.
  private static func equal(_ left: JSONValue, _ right: JSONValue) -> Bool {
    if case .number(let one) = left, case .number(let other) = right, one != other, let one = Double(one),
      let other = Double(other)
    {
      return one == other
    }
    return left == right
  }
}

extension ResponseRules.Condition {
  /// - Parameter path: A singular query without its `$` (RFC 9535, 2.3.5.1), checked when the definition was read.
  init(path: String, value: JSONValue?) {
    var steps: [Placeholder.Step] = [.name("response"), .name("json")]
    var rest = Array(path.utf8)[...]
    while let byte = rest.first {
      if byte == UInt8(ascii: ".") {
        rest = rest.dropFirst()
      } else if byte == UInt8(ascii: "[") {
        rest = rest.dropFirst()
        if let quote = rest.first, quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") {
          rest = rest.dropFirst()
          var name: [UInt8] = []
          while let inner = rest.popFirst(), inner != quote {
            name.append(inner == UInt8(ascii: "\\") ? rest.popFirst() ?? inner : inner)
          }
          steps.append(.name(String(decoding: name, as: UTF8.self)))
        } else {
          let digits = rest.prefix { $0 != UInt8(ascii: "]") }
          rest = rest.dropFirst(digits.count)
          steps.append(.index(Int(String(decoding: digits, as: UTF8.self)) ?? 0))
        }
        rest = rest.dropFirst()
      } else {
        let name = rest.prefix { $0 != UInt8(ascii: ".") && $0 != UInt8(ascii: "[") }
        rest = rest.dropFirst(name.count)
        steps.append(.name(String(decoding: name, as: UTF8.self)))
      }
    }
    let placeholder = Placeholder(path: steps, pathRange: 0..<0, filters: [], isOptional: true, range: 0..<0)
    let source = SourceText(verbatim: "", file: SourceFile(path: "", text: ""), offset: 0)
    query = Template(parts: [.placeholder(placeholder)], source: source)
    self.path = path
    self.value = value
  }
}
