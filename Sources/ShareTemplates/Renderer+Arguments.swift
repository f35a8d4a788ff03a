import SourceDiagnostics

extension Renderer {
  /// An argument vector, the program first. Every element becomes one argument; a list that is a whole element several;
  /// a group is added as often as its lists have values, or left out.
  public mutating func arguments(_ templates: [ArgumentTemplate]) throws(RenderError) -> [[UInt8]] {
    var arguments: [[UInt8]] = []
    /// Whether a literal `--` has ended the options.
    var optionsEnded = false
    for template in templates {
      switch template {
      case .single(let template):
        if let literal = template.literalText {
          arguments.append(Array(literal.utf8))
          if literal == "--" { optionsEnded = true }
        } else {
          arguments += try single(template, isDashSafe: optionsEnded)
        }
      case .group(let templates):
        let rounds = try repeated(templates) { (renderer) throws(RenderError) in try renderer.group(templates) }
        arguments += rounds.flatMap { $0 }
      }
    }
    return arguments
  }

  /// One element outside groups.
  private mutating func single(_ template: Template, isDashSafe: Bool) throws(RenderError) -> [[UInt8]] {
    guard let alone = template.lonePlaceholder else {
      return [try argument(template, isDashSafe: isDashSafe, omitsMissing: false) ?? []]
    }
    guard let evaluated = try evaluate(alone, in: template.source) else { return [] }
    guard case .list(let list) = evaluated.value else {
      return [try checked(try bytes(of: evaluated), evaluated, isDashSafe: isDashSafe)]
    }
    var arguments: [[UInt8]] = []
    for value in list {
      var element = evaluated
      element.value = value
      arguments.append(try checked(try bytes(of: element), element, isDashSafe: isDashSafe))
    }
    return arguments
  }

  /// One round of a group; nil when an optional value in it is missing. What follows the group's first word is that
  /// option's value and may begin with `-`.
  private mutating func group(_ templates: [Template]) throws(RenderError) -> [[UInt8]]? {
    var arguments: [[UInt8]] = []
    for template in templates {
      guard let argument = try argument(template, isDashSafe: true, omitsMissing: true) else { return nil }
      arguments.append(argument)
    }
    return arguments
  }

  /// The text of one argument with the rules about what touches its placeholders.
  private mutating func argument(
    _ template: Template, isDashSafe: Bool, omitsMissing: Bool
  ) throws(RenderError) -> [UInt8]? {
    var argument: [UInt8] = []
    var last: Evaluated?
    for (index, part) in template.parts.enumerated() {
      switch part {
      case .literal(let literal):
        argument += literal.utf8
      case .placeholder(let placeholder):
        let evaluated = try evaluate(placeholder, in: template.source)
        if evaluated == nil, omitsMissing { return nil }
        let value = if let evaluated { try bytes(of: evaluated) } else { [UInt8]() }
        if value.isEmpty {
          try checkEmpty(placeholder, template, index, argument)
        }
        if let evaluated {
          // As long as nothing stands before it, the value decides how the argument begins.
          if argument.isEmpty, !isDashSafe { try checkDash(value, evaluated) }
          try checkBytes(value, evaluated)
          last = evaluated
        }
        argument += value
      }
    }
    if argument.count > Renderer.longestArgument, let last { throw tooLarge(argument.count, last) }
    return argument
  }

  private func checked(
    _ value: [UInt8], _ evaluated: Evaluated, isDashSafe: Bool
  ) throws(RenderError) -> [UInt8] {
    if !isDashSafe { try checkDash(value, evaluated) }
    try checkBytes(value, evaluated)
    return value
  }

  /// An empty value would turn `{{ x }}/cache` into another folder and let `-o{{ x }}` take the next argument.
  private func checkEmpty(
    _ placeholder: Placeholder, _ template: Template, _ index: Int, _ before: [UInt8]
  ) throws(RenderError) {
    let location = template.source.location(of: placeholder.range)
    try checkEmpty(placeholder, template, index, at: location)
    guard index == 1, before.count == 2, before[0] == UInt8(ascii: "-"), before[1] != UInt8(ascii: "-"),
      index + 1 == template.parts.count
    else { return }
    let option = String(decoding: before, as: UTF8.self)
    throw RenderError(
      .emptyValue,
      "'\(placeholder.name)' is empty after '\(option)', which would take the next argument instead; make it a group: [\(option), \"{{ \(placeholder.name)? }}\"]",
      at: location)
  }

  /// Refuses an empty value with a `/` on either side.
  func checkEmpty(
    _ placeholder: Placeholder, _ template: Template, _ index: Int, at location: SourceLocation
  ) throws(RenderError) {
    let slash = UInt8(ascii: "/")
    var touches = false
    if index > 0, case .literal(let text) = template.parts[index - 1] { touches = text.utf8.last == slash }
    if index + 1 < template.parts.count, case .literal(let text) = template.parts[index + 1] {
      touches = touches || text.utf8.first == slash
    }
    guard touches else { return }
    throw RenderError(
      .emptyValue, "'\(placeholder.name)' is empty beside a '/', which would name another place; give it a 'default'",
      at: location)
  }

  func checkDash(_ value: [UInt8], _ evaluated: Evaluated) throws(RenderError) {
    guard value.first == UInt8(ascii: "-") else { return }
    throw RenderError(
      .leadingDash,
      "'\(evaluated.placeholder.name)' is \(excerpt(evaluated)), which a program may take for an option; put '--' before it, make it the value of an option in a group, or hand it over by 'stdin'",
      at: evaluated.location)
  }

  /// What no argument and no variable can hold.
  func checkBytes(_ value: [UInt8], _ evaluated: Evaluated, name: String = "") throws(RenderError) {
    if value.contains(0) {
      throw RenderError(
        .nulByte, "'\(evaluated.placeholder.name)' holds a NUL byte, which ends an argument; hand it over by 'stdin'",
        at: evaluated.location)
    }
    let length = value.count + (name.isEmpty ? 0 : name.utf8.count + 1)
    if length > Renderer.longestArgument { throw tooLarge(value.count, evaluated) }
  }

  private func tooLarge(_ count: Int, _ evaluated: Evaluated) -> RenderError {
    RenderError(
      .valueTooLarge,
      "'\(evaluated.placeholder.name)' makes \(count) bytes, more than the 128 KiB that Linux allows for one argument; hand it over by 'stdin'",
      at: evaluated.location)
  }
}
