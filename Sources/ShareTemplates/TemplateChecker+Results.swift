import SourceDiagnostics

extension TemplateChecker {
  /// A value of an action that ran before.
  mutating func lookUpResult(
    _ path: [Placeholder.Step], name: String, at place: SourceLocation
  ) -> (ResolvedValue, missing: Diagnostic?)? {
    var field = path[...]
    var step: CheckScope.Result?
    if case .name("steps") = path[0] {
      guard path.count >= 3, case .name(let id) = path[1] else {
        report(ValueDiagnostics.incompleteStep(name, at: place))
        return nil
      }
      guard let found = scope.results.last(where: { $0.id == id }) else {
        if scope.laterSteps.contains(id) {
          report(ValueDiagnostics.laterStep(id, at: place))
        } else if !scope.hasUnknownResults {
          report(
            ValueDiagnostics.unknownStep(
              id, among: scope.results.compactMap(\.id) + scope.laterSteps, at: self.place(ofStep: id, in: name, place))
          )
        }
        return nil
      }
      step = found
      field = path[2...]
    }
    guard let (type, kind) = resultField(field) else {
      let prefix = step?.id.map { "steps." + $0 + "." } ?? ""
      let known = ValueCatalogue.results.map { prefix + $0.path.replacingSuffix("…", "") }.filter {
        !$0.hasSuffix("NAME")
      }
      report(ValueDiagnostics.unknownValue(name, among: known, at: place))
      return nil
    }
    guard let source = step ?? lastResult(kind) else {
      if scope.hasUnknownResults { return nil }
      report(ValueDiagnostics.noResult(name, isRequest: kind == .request, after: scope.results.last?.kind, at: place))
      return nil
    }
    guard source.kind == kind else {
      report(ValueDiagnostics.noResult(name, isRequest: kind == .request, after: source.kind, at: place))
      return nil
    }
    let isMissing = source.isConditional && !scope.isConditional
    let isList = source.each != nil && source.each != scope.each
    return (
      ResolvedValue(type: type, isList: isList, origin: .result, name: name),
      isMissing ? ValueDiagnostics.mayBeMissing(name, because: .conditionalStep(source.id ?? ""), at: place) : nil
    )
  }

  /// The step that gives a value without an id: the last one that ran, past those that may have been skipped.
  private func lastResult(_ kind: CheckScope.Result.Kind) -> CheckScope.Result? {
    for result in scope.results.reversed() {
      if result.kind == kind { return result }
      if !result.isConditional { return nil }
    }
    return nil
  }

  private func resultField(_ path: ArraySlice<Placeholder.Step>) -> (ValueType, CheckScope.Result.Kind)? {
    guard let first = path.first, case .name(let name) = first else { return nil }
    let rest = path.dropFirst()
    var second: String?
    if case .name(let text)? = rest.first { second = text }
    switch name {
    case "exit": return rest.isEmpty ? (.number, .program) : nil
    case "stderr": return rest.isEmpty ? (.text, .program) : nil
    case "stdout":
      if rest.isEmpty { return (.text, .program) }
      return second == "json" ? (.json, .program) : nil
    case "response":
      switch second {
      case "json": return (.json, .request)
      case "headers":
        guard rest.count == 2, case .name = rest[rest.startIndex + 1] else { return nil }
        return (.text, .request)
      case "status": return rest.count == 1 ? (.number, .request) : nil
      case "url": return rest.count == 1 ? (.url, .request) : nil
      case "text": return rest.count == 1 ? (.text, .request) : nil
      case "file": return rest.count == 1 ? (.path, .request) : nil
      default: return nil
      }
    default: return nil
    }
  }

  /// The step's id within the path of a value, where it stands in the file as it does in the text.
  private func place(ofStep id: String, in name: String, _ place: SourceLocation) -> SourceLocation {
    guard place.range.count == name.utf8.count, name.hasPrefix("steps." + id) else { return place }
    let start = place.range.lowerBound + "steps.".utf8.count
    return SourceLocation(file: place.file, range: start..<(start + id.utf8.count))
  }
}

extension SourceText {
  /// The text at UTF-8 offsets.
  func slice(_ range: Range<Int>) -> String {
    String(Substring(text.utf8.dropFirst(range.lowerBound).prefix(range.count)))
  }
}

extension String {
  func replacingSuffix(_ suffix: String, _ replacement: String) -> String {
    hasSuffix(suffix) ? String(dropLast(suffix.count)) + replacement : self
  }
}

extension [Placeholder.Step] {
  /// The names of a path; nil when an index is in it.
  var names: [String]? {
    var names: [String] = []
    for step in self {
      guard case .name(let name) = step else { return nil }
      names.append(name)
    }
    return names
  }

  /// The path as it is written.
  var description: String {
    var text = ""
    for step in self {
      switch step {
      case .index(let index): text += "[\(index)]"
      case .name(let name):
        if name.utf8.allSatisfy(TemplateParser.isName), !name.isEmpty {
          text += text.isEmpty ? name : "." + name
        } else {
          text += "[\"\(name)\"]"
        }
      }
    }
    return text
  }
}

extension Placeholder {
  /// Whether nothing breaks when the value is missing.
  var coversMissing: Bool { isOptional || filters.contains { $0.name == FilterDefinition.Name.default.rawValue } }

  /// The path as it is written.
  var name: String { path.description }
}

/// The names that environment variables may have here (POSIX: portable names).
enum EnvironmentName {
  static func isValid(_ name: String) -> Bool {
    guard let first = name.utf8.first, !TemplateParser.isDigit(first) else { return false }
    return name.utf8.allSatisfy { TemplateParser.isName($0) && $0 != UInt8(ascii: "-") }
  }
}

/// `[A-Z][A-Z0-9_]*`
enum SecretName {
  static func isValid(_ name: String) -> Bool {
    guard let first = name.utf8.first, (0x41...0x5A).contains(first) else { return false }
    return name.utf8.allSatisfy {
      (0x41...0x5A).contains($0) || TemplateParser.isDigit($0) || $0 == UInt8(ascii: "_")
    }
  }
}

/// The named groups of a regular expression, found without compiling it: `(?<name>`, `(?P<name>`, `(?'name'`.
enum PatternGroups {
  static func names(_ pattern: String) -> [String] {
    let bytes = Array(pattern.utf8)
    var names: [String] = []
    var index = 0
    while index < bytes.count {
      if bytes[index] == UInt8(ascii: "\\") {
        index += 2
        continue
      }
      guard bytes[index...].starts(with: "(?".utf8) else {
        index += 1
        continue
      }
      index += 2
      if index < bytes.count, bytes[index] == UInt8(ascii: "P") { index += 1 }
      guard index < bytes.count, bytes[index] == UInt8(ascii: "<") || bytes[index] == UInt8(ascii: "'") else {
        continue
      }
      let start = index + 1
      var end = start
      while end < bytes.count, TemplateParser.isName(bytes[end]) { end += 1 }
      // `(?<=` and `(?<!` look behind and name nothing.
      if end > start { names.append(String(decoding: bytes[start..<end], as: UTF8.self)) }
      index = end
    }
    return names
  }
}
