import ShareModel
import SourceDiagnostics

extension TemplateChecker {
  /// What a place takes, beyond its own syntax.
  struct PlaceRule {
    enum Lists {
      /// One value only.
      case none
      /// A placeholder that is the whole template.
      case alone
      /// Also joined to text, which is then repeated.
      case repeated
    }

    enum Secrets {
      case allowed
      /// Readable by every process of the user.
      case argument, script
      /// Shown, stored or handed on; the phrase completes "a secret in …".
      case shown(String)
    }

    var lists = Lists.none
    var secrets = Secrets.allowed
    /// Whether something must stand here, so that `?` makes no sense.
    var isRequired = false
  }

  /// Resolves the placeholders of a template and checks what holds in every place. Nil stands for a placeholder about
  /// which a finding was made.
  @discardableResult
  mutating func check(_ template: Template, _ rule: PlaceRule) -> [ResolvedValue?] {
    var values: [ResolvedValue?] = []
    let isAlone = template.parts.count == 1
    for part in template.parts {
      guard case .placeholder(let placeholder) = part else { continue }
      let place = template.source.location(of: placeholder.range)
      guard let value = resolve(placeholder, in: template.source) else {
        values.append(nil)
        continue
      }
      if let finding = breach(of: rule, value, isAlone: isAlone, at: place) {
        report(finding)
        values.append(nil)
      } else {
        values.append(value)
      }
    }
    return values
  }

  private func breach(
    of rule: PlaceRule, _ value: ResolvedValue, isAlone: Bool, at place: SourceLocation
  ) -> Diagnostic? {
    if value.isSecret {
      switch rule.secrets {
      case .allowed: break
      case .argument: return PlaceDiagnostics.secretInArgument(value.name, isScript: false, at: place)
      case .script: return PlaceDiagnostics.secretInArgument(value.name, isScript: true, at: place)
      case .shown(let what): return PlaceDiagnostics.secretShown(value.name, in: what, at: place)
      }
    }
    if value.isList {
      switch rule.lists {
      case .repeated: break
      case .alone where isAlone: break
      case .alone: return PlaceDiagnostics.listInText(value.name, mayStandAlone: true, at: place)
      case .none: return PlaceDiagnostics.listInText(value.name, mayStandAlone: false, at: place)
      }
    }
    if rule.isRequired, isAlone, value.isOptional { return PlaceDiagnostics.optionalRequired(value.name, at: place) }
    return nil
  }

  /// A path: a value at the beginning is absolute, one elsewhere is a name.
  mutating func checkPath(
    _ template: Template, _ what: String, isRequired: Bool = false, lists: PlaceRule.Lists = .none
  ) {
    let values = check(template, PlaceRule(lists: lists, secrets: .shown(what), isRequired: isRequired))
    var index = 0
    for (position, part) in template.parts.enumerated() {
      switch part {
      case .literal(let text):
        if position == 0, text == "~" || text.hasPrefix("~/") {
          report(PlaceDiagnostics.tilde(at: template.source.location(of: 0..<1)))
        }
      case .placeholder(let placeholder):
        defer { index += 1 }
        guard let value = values[index] else { continue }
        let place = template.source.location(of: placeholder.range)
        switch value.type {
        case .path where position > 0: report(PlaceDiagnostics.pathInside(value.name, at: place))
        case .url, .boolean, .time, .bytes, .encoded, .number:
          // A number is a good name, but never an absolute path.
          if value.type == .number, position > 0 { break }
          report(PlaceDiagnostics.noPath(value, isFirst: position == 0, at: place))
        default: break
        }
      }
    }
  }

  /// A JSON document whose texts are templates.
  mutating func check(_ json: JSONTemplate, _ rule: PlaceRule = PlaceRule(lists: .alone), isElement: Bool = false) {
    switch json {
    case .null, .boolean, .number: break
    case .text(let template):
      var rule = rule
      if isElement { rule.lists = .repeated }
      check(template, rule)
    case .array(let elements):
      for element in elements { check(element, rule, isElement: true) }
    case .object(let members):
      for member in members { check(member.value, rule, isElement: isElement) }
    }
  }

  /// The bytes of a body or of standard input, with warnings where the text around has a syntax of its own.
  mutating func checkText(_ template: Template, _ rule: PlaceRule = PlaceRule()) {
    let values = check(template, rule)
    guard template.parts.count > 1, let syntax = SurroundingSyntax(template) else { return }
    var index = 0
    for part in template.parts {
      guard case .placeholder(let placeholder) = part else { continue }
      defer { index += 1 }
      guard let value = values[index], value.type != .number, value.type != .boolean, value.type != .time else {
        continue
      }
      guard syntax.concerns(placeholder) else { continue }
      report(PlaceDiagnostics.unescaped(value.name, syntax, at: template.source.location(of: placeholder.range)))
      return
    }
  }
}

/// The syntax that the literal text around placeholders seems to have.
enum SurroundingSyntax {
  case json, markup
  /// Header lines; placeholders before this offset stand in one.
  case mailHeader(end: Int)

  private static let headers = [
    "from", "to", "cc", "bcc", "subject", "reply-to", "content-type", "mime-version", "date",
  ]

  init?(_ template: Template) {
    guard let first = template.parts.first, case .literal(let start) = first else { return nil }
    let head = start.utf8.drop { $0 <= 0x20 }
    guard let lead = head.first else { return nil }
    switch lead {
    case UInt8(ascii: "{"), UInt8(ascii: "["):
      guard case .literal(let end)? = template.parts.last, let last = end.utf8.last(where: { $0 > 0x20 }),
        last == (lead == UInt8(ascii: "{") ? UInt8(ascii: "}") : UInt8(ascii: "]")),
        start.utf8.contains(UInt8(ascii: "\"")) || lead == UInt8(ascii: "[")
      else { return nil }
      self = .json
    case UInt8(ascii: "<"):
      guard head.contains(UInt8(ascii: ">")) else { return nil }
      self = .markup
    default:
      guard let colon = start.utf8.firstIndex(of: UInt8(ascii: ":")),
        SurroundingSyntax.headers.contains(start[..<colon].lowercased()),
        let end = SurroundingSyntax.endOfHeader(template.source.text)
      else { return nil }
      self = .mailHeader(end: end)
    }
  }

  /// Where the first empty line begins; a text without one is no mail.
  private static func endOfHeader(_ text: String) -> Int? {
    var previous: UInt8 = 0
    for (offset, byte) in text.utf8.enumerated() where byte != 0x0D {
      if byte == 0x0A, previous == 0x0A { return offset }
      previous = byte
    }
    return nil
  }

  /// Whether a placeholder lacks the filter that this syntax needs.
  func concerns(_ placeholder: Placeholder) -> Bool {
    let names = placeholder.filters.map(\.name)
    if names.contains(where: { ["base64", "sha256", "encode", "path"].contains($0) }) { return false }
    switch self {
    case .json: return !names.contains("json")
    case .markup: return !names.contains("html")
    case .mailHeader(let end): return placeholder.range.upperBound <= end && !names.contains("replace")
    }
  }
}
