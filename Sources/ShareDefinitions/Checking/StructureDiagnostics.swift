import SourceDiagnostics

/// What is known about a scalar that does not say what it must.
struct InvalidValue {
  var key: String
  var text: String
  /// What is due, with its article.
  var noun: String
  var place: SourceLocation
  /// Whether the place is all of the value, so that another can be written there.
  var isReplaceable: Bool
  var problem: String?
  var allowed: [String] = []
  /// The value that was probably meant.
  var meant: String?
  var isCertain = false
  var advice: String?

  /// The help that another value is to be written, with the edit where that is one.
  func help(_ message: String, writing replacement: String, isCertain: Bool) -> Diagnostic.Help {
    let edits = isReplaceable ? [Diagnostic.Edit(place, replacement: replacement)] : []
    return Diagnostic.Help(message, edits: edits, isCertain: isCertain && isReplaceable)
  }
}

/// The wording of what the structural check finds.
extension Diagnostic {
  /// A text of the file in quotes, cut where it would drown the message.
  static func quoted(_ text: String) -> String {
    var rest = text.unicodeScalars[...]
    guard let end = rest.index(rest.startIndex, offsetBy: 60, limitedBy: rest.endIndex), end < rest.endIndex else {
      return "'\(text)'"
    }
    rest = rest[..<end]
    return "'\(String(rest))…'"
  }

  static func list(_ words: [String], _ conjunction: String, quoting: Bool = true) -> String {
    let words = quoting ? words.map { "'\($0)'" } : words
    guard words.count > 1, let last = words.last else { return words.first ?? "" }
    return words.dropLast().joined(separator: ", ") + " \(conjunction) " + last
  }

  static func unknownKey(
    _ name: String, in noun: String, known: [String], suggestion: String?, isCertain: Bool, edits: Bool,
    at location: SourceLocation
  ) -> Diagnostic {
    var helps: [Help] = []
    if let suggestion {
      helps.append(
        Help(
          "did you mean '\(suggestion)'?", edits: edits ? [Edit(location, replacement: suggestion)] : [],
          isCertain: isCertain))
    } else {
      helps.append(Help("the keys of \(noun) are \(list(known, "and"))"))
    }
    return Diagnostic(
      .error, "unknown-key", "\(noun) has no key \(quoted(name))", at: Label(location, "unknown key"), helps: helps)
  }

  static func missingKeys(_ noun: String, keys: [String], at location: SourceLocation) -> Diagnostic {
    Diagnostic(
      .error, "missing-key", "\(noun) needs the key\(keys.count > 1 ? "s" : "") \(list(keys, "and"))",
      at: Label(location, "\(list(keys, "and")) missing"),
      helps: [Help("add \(list(keys.map { "\($0): …" }, "and")) beside it")])
  }

  static func missingChoice(_ noun: String, keys: [String], at location: SourceLocation) -> Diagnostic {
    Diagnostic(
      .error, "missing-key", "\(noun) needs one of the keys \(list(keys, "or"))",
      at: Label(location, "none of them is here"), helps: [Help("add one of them")])
  }

  static func missingAction(_ noun: String, ways: [String], at location: SourceLocation) -> Diagnostic {
    Diagnostic(
      .error, "missing-action", "\(noun) says nothing about what to do", at: Label(location, "no action"),
      helps: [Help("add one of the keys \(list(ways, "or"))")])
  }

  static func severalActions(
    _ noun: String, found: [(name: String, location: SourceLocation)], allowsSteps: Bool
  ) -> Diagnostic {
    Diagnostic(
      .error, "several-actions", "\(noun) has more than one action: \(list(found.map(\.name), "and"))",
      at: Label(found[1].location, "another action"),
      related: [Label(found[0].location, "the first action")]
        + found.dropFirst(2).map { Label($0.location, "and another") },
      helps: [
        Help(allowsSteps ? "keep one of them, or make them elements of 'steps'" : "keep one of them")
      ])
  }

  static func conflictingKeys(_ noun: String, found: [(name: String, location: SourceLocation)]) -> Diagnostic {
    Diagnostic(
      .error, "conflicting-keys", "\(noun) has only one of the keys \(list(found.map(\.name), "and"))",
      at: Label(found[1].location, "excluded by '\(found[0].name)'"),
      related: [Label(found[0].location, "the first one")]
        + found.dropFirst(2).map { Label($0.location, "and another") },
      helps: [Help("keep one of them")])
  }

  static func neverPerformed(
    _ name: String, at location: SourceLocation, because key: String, _ other: SourceLocation
  ) -> Diagnostic {
    Diagnostic(
      .error, "conflicting-keys", "'\(name)' stands beside '\(key)'", at: Label(location, "never performed"),
      related: [Label(other, "keeps it off the sheet")],
      helps: [Help("remove '\(name)', or '\(key)' if the activity is to be used again")])
  }

  static func emptyRule(_ noun: String, at location: SourceLocation) -> Diagnostic {
    Diagnostic(
      .error, "empty-rule", "\(noun) is empty", at: Label(location, "no condition"),
      helps: [Help("say at least one thing that must hold, or remove it")])
  }

  static func wrongType(
    _ key: CheckedKey, expected: String, form: String, found: NodeShape, at location: SourceLocation
  ) -> Diagnostic {
    let (what, label) =
      switch found {
      case .nothing: ("empty", "no value")
      case .text: ("a text", "a text")
      case .list: ("a list", "a list")
      case .mapping: ("a mapping", "a mapping")
      }
    return Diagnostic(
      .error, "wrong-type", "\(quoted(key.name)) must be \(expected), not \(what)", at: Label(location, label),
      helps: [Help(found == .nothing ? "give '\(key.name)' a value, or remove it" : form)])
  }

  static func keyIsNoText(at location: SourceLocation) -> Diagnostic {
    Diagnostic(
      .error, "wrong-type", "a key must be a text", at: Label(location, "not a text"),
      helps: [Help("write a name, in quotes when it begins with a bracket")])
  }

  static func mergeKey(at location: SourceLocation) -> Diagnostic {
    Diagnostic(
      .error, "merge-key", "the merge key '<<' is not supported", at: Label(location, "merge key"),
      helps: [
        Help("write the keys out here, or give the whole value by an alias: 'http: *name'")
      ])
  }

  static func unquotedTemplate(at location: SourceLocation, text: String) -> Diagnostic {
    let needsSingle = text.utf8.contains(UInt8(ascii: "\"")) || text.utf8.contains(UInt8(ascii: "\\"))
    let quote: Character = needsSingle ? "'" : "\""
    let inner =
      needsSingle ? text.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "''") : text
    return Diagnostic(
      .error, "unquoted-template", "a placeholder without quotes is a YAML mapping", at: Label(location, "a mapping"),
      helps: [
        Help("put it in quotes", edits: [Edit(location, replacement: "\(quote)\(inner)\(quote)")], isCertain: true)
      ])
  }

  static func templateInName(
    at location: SourceLocation, name: String, help: String = "names are literal: write the name out"
  ) -> Diagnostic {
    Diagnostic(
      .error, "template-in-name", "the name \(quoted(name)) has a placeholder in it", at: Label(location, "a name"),
      helps: [Help(help)])
  }

  /// - Parameter quoting: The place of a text that begins with the tag, and the same in quotes.
  static func unknownTag(at location: SourceLocation, quoting: Edit?) -> Diagnostic {
    var helps = [Help("remove it; the key alone says how its value is read")]
    if let quoting {
      helps.insert(Help("put it in quotes when a text is meant: \(quoting.replacement)", edits: [quoting]), at: 0)
    }
    return Diagnostic(
      .error, "unknown-tag", "a tag has no meaning here", at: Label(location, "a tag"), helps: helps)
  }

  static func anchorWithoutValue(_ key: CheckedKey, at location: SourceLocation, quoted: String) -> Diagnostic {
    Diagnostic(
      .error, "unquoted-special", "a value that begins with '&' is not in quotes",
      at: Label(location, "YAML takes this for an anchor"),
      helps: [
        Help(
          "put the value in quotes: \(quoted)", edits: [Edit(location, replacement: quoted)], isCertain: true)
      ])
  }

  static func blankText(_ key: CheckedKey, at location: SourceLocation) -> Diagnostic {
    Diagnostic(
      .error, "blank-text", "\(quoted(key.name)) is blank", at: Label(location, "no text"),
      helps: [Help("write what people are to read, or remove the key where it is optional")])
  }

  static func invalidValue(_ value: InvalidValue) -> Diagnostic {
    var helps: [Help] = []
    if let meant = value.meant {
      helps.append(value.help("did you mean '\(meant)'?", writing: meant, isCertain: value.isCertain))
    }
    if !value.allowed.isEmpty { helps.append(Help("allowed are \(list(value.allowed, "and"))")) }
    if let advice = value.advice { helps.append(Help(advice)) }
    return Diagnostic(
      .error, "invalid-value", "\(quoted(value.text)) is not \(value.noun)",
      at: Label(value.place, value.problem ?? "invalid"), helps: helps)
  }

  static func invalidBoolean(_ value: InvalidValue, isQuoted: Bool) -> Diagnostic {
    let lower = value.text.lowercased()
    let meant: String? =
      switch lower {
      case "yes", "on", "y", "true", "1": "true"
      case "no", "off", "n", "false", "0": "false"
      default: nil
      }
    let help = meant.map { value.help("write '\($0)'", writing: $0, isCertain: true) }
    return Diagnostic(
      .error, "invalid-value",
      isQuoted && (value.text == "true" || value.text == "false")
        ? "'\(value.key)' must be a boolean, not a text"
        : "\(quoted(value.text)) is not a boolean", at: Label(value.place, "invalid"),
      helps: [help ?? Help("write 'true' or 'false'")])
  }

  static func invalidInteger(_ value: InvalidValue, range: ClosedRange<Int>) -> Diagnostic {
    var value = value
    value.noun = "a whole number from \(range.lowerBound) to \(range.upperBound)"
    value.advice = "write digits only, such as '\(min(max(1, range.lowerBound), range.upperBound))'"
    return invalidValue(value)
  }

  static func invalidType(_ value: InvalidValue) -> Diagnostic {
    let tooLong = value.text.utf8.count > 200
    return Diagnostic(
      .error, "invalid-type",
      tooLong ? "an activity type has more than 200 bytes" : "\(quoted(value.text)) is not an activity type",
      at: Label(value.place, "invalid"),
      helps: [
        Help(
          tooLong
            ? "choose a shorter one: it is the file's name as well"
            : "join words of letters, digits, '-' and '_' by dots, a letter first, such as 'com.example.paste'")
      ])
  }

  static func reservedHeader(_ value: InvalidValue) -> Diagnostic {
    Diagnostic(
      .error, "reserved-header", "the header field \(quoted(value.text)) cannot be set",
      at: Label(value.place, "set by the request itself"), helps: [Help("remove it")])
  }
}
