import SourceDiagnostics

extension TemplateChecker {
  /// A URL: its scheme, user and port are literal, its host comes from the definition or the person's surroundings.
  /// Returns the value that decides scheme and host, if one does.
  @discardableResult
  mutating func checkURL(
    _ template: Template, _ use: URLUse, isRequired: Bool = true, lists: PlaceRule.Lists = .none
  ) -> ResolvedValue? {
    let layout = URLLayout(template)
    let secrets: PlaceRule.Secrets =
      switch use {
      case .request: .allowed
      case .open: .shown("a URL that is opened")
      case .returned: .shown("what is returned")
      }
    var rule = PlaceRule(lists: lists, secrets: secrets, isRequired: isRequired)
    if layout.scheme == "mailto" { rule.lists = .repeated }
    let values = check(template, rule)
    if let problem = layout.problem {
      report(PlaceDiagnostics.url(problem, at: template.source.location))
      return nil
    }
    if let scheme = layout.scheme, !use.allows(scheme) {
      report(PlaceDiagnostics.scheme(scheme, use, at: template.source.location(of: 0..<scheme.utf8.count)))
      return nil
    }
    var decisive: ResolvedValue?
    for (index, placeholder) in template.placeholders.enumerated() {
      guard let value = values[index] else { continue }
      let place = template.source.location(of: placeholder.range)
      switch layout.parts[index] {
      case .scheme, .user, .port:
        report(PlaceDiagnostics.literalURLPart(layout.parts[index], at: place))
      case .host:
        switch value.origin {
        case .environment, .input: decisive = value
        case .shared, .secret, .result, .program: report(PlaceDiagnostics.host(value.name, at: place))
        }
        if value.isSecret, value.origin == .input { report(PlaceDiagnostics.host(value.name, at: place)) }
      case .base:
        switch value.type {
        case .url, .text, .json: decisive = value
        default: report(PlaceDiagnostics.noURL(value, at: place))
        }
      case .opaque where value.isList && layout.scheme == "mailto": break
      case .path, .opaque, .query, .fragment:
        if value.isList {
          report(PlaceDiagnostics.listInText(value.name, mayStandAlone: false, at: place))
        } else if value.type == .bytes {
          report(PlaceDiagnostics.bytesInURL(value.name, at: place))
        }
      }
    }
    return decisive
  }
}
