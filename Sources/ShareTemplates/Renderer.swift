import JSONSyntax
import ShareModel
import SourceDiagnostics

/// Puts values into templates, in one pass: inserted text is never scanned again.
///
/// Each method escapes for one place. A placeholder whose value is missing is an error unless it is optional; a lone
/// optional one leaves out what it stands in.
public struct Renderer: Sendable {
  public let values: TemplateValues
  /// Whether secrets come out as `***`, for plans, logs and messages.
  public let masksSecrets: Bool
  /// The names of the secrets that went into what was rendered so far, `input.` before those of inputs.
  public private(set) var usedSecrets: Set<String> = []
  /// The position in list values while an element is repeated for each of them.
  var element: Int?

  /// The longest argument or `NAME=value` that Linux hands to a program: MAX_ARG_STRLEN without its NUL.
  public static let longestArgument = 131_071
  /// What `item.text` and `contents` read of a file.
  public static let longestContent = 10 << 20

  static let mask = Array("***".utf8)

  public init(_ values: TemplateValues, masksSecrets: Bool = false) {
    self.values = values
    self.masksSecrets = masksSecrets
  }

  /// A placeholder with its value.
  struct Evaluated {
    var placeholder: Placeholder
    var location: SourceLocation
    var value: TemplateValue
    var isSecret: Bool
    /// Whether the value is only the mask, which stands for itself in every place.
    var isMasked: Bool
  }

  // MARK: Texts

  /// A text as it is: standard input, a body, a message. Nil when a lone optional value is missing.
  public mutating func text(_ template: Template) throws(RenderError) -> [UInt8]? {
    if let literal = template.literalText { return Array(literal.utf8) }
    if let alone = template.lonePlaceholder {
      guard let value = try evaluate(alone, in: template.source) else { return nil }
      return try bytes(of: value)
    }
    var text: [UInt8] = []
    for part in template.parts {
      switch part {
      case .literal(let literal): text += literal.utf8
      case .placeholder(let placeholder):
        if let value = try evaluate(placeholder, in: template.source) { text += try bytes(of: value) }
      }
    }
    return text
  }

  /// The value of an environment variable; nil when it is to be left unset.
  public mutating func environmentValue(_ entry: ShellAction.EnvironmentEntry) throws(RenderError) -> [UInt8]? {
    guard let value = try text(entry.value) else { return nil }
    let location = entry.value.source.location
    if value.contains(0) {
      throw RenderError(
        .nulByte, "the value of '\(entry.name)' holds a NUL byte; hand it over by 'stdin'", at: location)
    }
    guard entry.name.utf8.count + 1 + value.count <= Renderer.longestArgument else {
      throw RenderError(
        .valueTooLarge,
        "the value of '\(entry.name)' has \(value.count) bytes, more than the 128 KiB that Linux allows; hand it over by 'stdin'",
        at: location)
    }
    return value
  }

  /// Whether the placeholders of one template of `when: {present: …}` have values that are not empty.
  public mutating func isPresent(_ template: Template) throws(RenderError) -> Bool {
    for placeholder in template.placeholders {
      var placeholder = placeholder
      placeholder.isOptional = true
      guard let value = try evaluate(placeholder, in: template.source) else { return false }
      if case .list(let list) = value.value, list.isEmpty { return false }
      if value.value.bytes?.isEmpty == true { return false }
    }
    return true
  }

  // MARK: Evaluation

  /// The value of a placeholder after its filters; nil when it is missing and optional.
  mutating func evaluate(_ placeholder: Placeholder, in source: SourceText) throws(RenderError) -> Evaluated? {
    let location = source.location(of: placeholder.range)
    var value = try lookUp(placeholder, at: location)
    // Where there may be nothing, a list without values is nothing.
    if placeholder.coversMissing, value == .list([]) { value = nil }
    let secretName = secretName(of: placeholder)
    if let secretName, value != nil { usedSecrets.insert(secretName) }
    for filter in placeholder.filters {
      value = try apply(filter, to: value, of: placeholder, at: location)
    }
    if case .list(let list)? = value, let element {
      value = list.indices.contains(element) ? list[element] : nil
    }
    guard var value else {
      if placeholder.isOptional || placeholder.coversMissing { return nil }
      throw RenderError(
        .missingValue,
        "'\(placeholder.name)' has no value; write '\(placeholder.name)?' where it may be missing, or give it a 'default'",
        at: location)
    }
    if case .json(.null) = value, placeholder.isOptional { return nil }
    let isMasked = masksSecrets && secretName != nil
    if isMasked { value = .text(Renderer.mask) }
    return Evaluated(
      placeholder: placeholder, location: location, value: value, isSecret: secretName != nil, isMasked: isMasked)
  }

  private func secretName(of placeholder: Placeholder) -> String? {
    guard let names = placeholder.path.names, names.count == 2 else { return nil }
    if names[0] == "secret" { return names[1] }
    return names[0] == "input" && values.secretInputs.contains(names[1]) ? "input." + names[1] : nil
  }

  /// The characters of a single value.
  func bytes(of evaluated: Evaluated) throws(RenderError) -> [UInt8] {
    if let bytes = evaluated.value.bytes { return bytes }
    let name = evaluated.placeholder.name
    switch evaluated.value {
    case .list:
      throw RenderError(
        .notText, "'\(name)' is a list where one value is due; write '| join'", at: evaluated.location)
    case .json(.null):
      throw RenderError(
        .missingValue, "'\(name)' is null; write '\(name)?' where it may be missing", at: evaluated.location)
    default:
      throw RenderError(
        .notText, "'\(name)' is a JSON list or object where a text is due; write '| json' or '| join'",
        at: evaluated.location)
    }
  }

  /// A value for messages; secrets are never shown.
  func excerpt(_ evaluated: Evaluated) -> String {
    if evaluated.isSecret { return "'***'" }
    return RenderError.excerpt(evaluated.value.bytes ?? [])
  }

  // MARK: Repetition

  /// How often an element that holds these templates is repeated: once per value of the lists in it, which must be
  /// equally long. Nil without a list.
  mutating func repetitions(of templates: [Template]) throws(RenderError) -> Int? {
    guard element == nil else { return nil }
    var count: Int?
    for template in templates {
      for placeholder in template.placeholders {
        guard let value = try evaluate(placeholder, in: template.source), case .list(let list) = value.value else {
          continue
        }
        if let count, count != list.count {
          throw RenderError(
            .listLength,
            "'\(placeholder.name)' has \(list.count) values and another list beside it \(count); both must be equally long",
            at: value.location)
        }
        count = list.count
      }
    }
    return count
  }

  /// Renders something once for each value of the lists in its templates.
  mutating func repeated<Value>(
    _ templates: [Template], _ render: (inout Renderer) throws(RenderError) -> Value?
  ) throws(RenderError) -> [Value] {
    guard let count = try repetitions(of: templates) else { return try render(&self).map { [$0] } ?? [] }
    var rendered: [Value] = []
    let outer = element
    defer { element = outer }
    for index in 0..<count {
      element = index
      if let value = try render(&self) { rendered.append(value) }
    }
    return rendered
  }
}
