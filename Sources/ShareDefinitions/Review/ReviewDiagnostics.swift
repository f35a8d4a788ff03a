import SourceDiagnostics

/// The wording of what is valid and yet hardly meant.
extension Diagnostic {
  static func wideTitle(columns: Int, limit: Int, at location: SourceLocation) -> Diagnostic {
    Diagnostic(
      .warning, "wide-title", "the title takes \(columns) columns, and menus cut it after \(limit)",
      at: Label(location, "too wide"), helps: [Help("use a shorter title, and tell the rest in 'description'")])
  }

  static func matchesEverything(_ key: String, _ value: String, at location: SourceLocation) -> Diagnostic {
    Diagnostic(
      .warning, "catch-all", "'\(key)' lets everything through", at: Label(location, "matches everything"),
      helps: [Help("remove '\(key)', or say what is meant")])
  }

  static func acceptsEverything(at location: SourceLocation) -> Diagnostic {
    Diagnostic(
      .warning, "catch-all", "the activity is offered for whatever there is",
      at: Label(location, "every text, file and folder"),
      helps: [Help("name the kinds and types that it is good for")])
  }

  static func impossibleRule(_ reason: String, at location: SourceLocation, label: String) -> Diagnostic {
    Diagnostic(
      .warning, "impossible-rule", "the rule never holds: \(reason)", at: Label(location, label),
      helps: [Help("remove the rule, or let 'accepts' take what it is about")])
  }

  static func variantForNothing(kinds: [String], at location: SourceLocation) -> Diagnostic {
    Diagnostic(
      .warning, "unreachable-variant", "the variant is never chosen: no \(list(kinds, "or")) is accepted",
      at: Label(location, "never chosen"), helps: [Help("accept that kind, or remove the variant")])
  }

  static func unreachableVariant(at location: SourceLocation, because other: SourceLocation) -> Diagnostic {
    Diagnostic(
      .warning, "unreachable-variant", "the variant is never chosen: an earlier one always is",
      at: Label(location, "never chosen"), related: [Label(other, "covers all of its items, and needs no more")],
      helps: [Help("put it in front of the other, or say with 'for', 'when' or 'needs' when the other is meant")])
  }

  static func timeoutWithoutEffect(
    at location: SourceLocation, outer: SourceLocation, limit: String
  ) -> Diagnostic {
    Diagnostic(
      .warning, "timeout-without-effect", "the action has no more time than the activity",
      at: Label(location, "never reached"), related: [Label(outer, "ends the activity after \(limit)")],
      helps: [Help("remove it, or give the activity more time")])
  }

  static func secretOverHTTP(at location: SourceLocation) -> Diagnostic {
    Diagnostic(
      .warning, "secret-over-http", "a secret is sent without encryption",
      at: Label(location, "everyone on the way can read it"), helps: [Help("use 'https://'")])
  }

  static func unnamedProgram(
    _ program: String, at location: SourceLocation, named: [String], edit: Edit?
  ) -> Diagnostic {
    Diagnostic(
      .warning, "unnamed-program", "'needs' does not name '\(program)', which the script calls",
      at: Label(location, "may be missing"),
      helps: [
        Help(
          "write 'needs: \(named.isEmpty ? program : "[\((named + [program]).joined(separator: ", "))]")', so that the "
            + "activity is offered only where it works", edits: edit.map { [$0] } ?? [])
      ])
  }

  static func exampleNotAccepted(
    _ what: String, at location: SourceLocation, accepts: SourceLocation
  ) -> Diagnostic {
    Diagnostic(
      .warning, "example-not-accepted", "the example sends \(what), which is not accepted",
      at: Label(location, "not accepted"), related: [Label(accepts, "accepted is this")],
      helps: [Help("expect 'offered: false', or accept it")])
  }

  static func exampleCount(_ problem: String, at location: SourceLocation, accepts: SourceLocation) -> Diagnostic {
    Diagnostic(
      .warning, "example-not-accepted", "the example \(problem)", at: Label(location, "not accepted"),
      related: [Label(accepts, "accepted is this")], helps: [Help("expect 'offered: false', or send as many as fit")])
  }

  // MARK: Comments

  static func uselessIgnore(
    _ code: String, at location: SourceLocation, removing comment: SourceLocation
  ) -> Diagnostic {
    Diagnostic(
      .warning, "useless-ignore", "there is no '\(code)' here to ignore", at: Label(location, "ignores nothing"),
      helps: [Help("remove it", edits: [Edit(comment, replacement: "")], isCertain: true)])
  }

  static func unknownIgnoredCode(
    _ code: String, isError: Bool, suggestion: String?, at location: SourceLocation
  ) -> Diagnostic {
    guard !isError else {
      return Diagnostic(
        .warning, "useless-ignore", "'\(code)' is an error, which cannot be ignored",
        at: Label(location, "ignores nothing"), helps: [Help("remove it, and mend what is wrong")])
    }
    let help =
      suggestion.map { Help("did you mean '\($0)'?", edits: [Edit(location, replacement: $0)]) }
      ?? Help("'Documentation/diagnostics.md' lists the findings")
    return Diagnostic(
      .warning, "useless-ignore", "there is no finding '\(code)'", at: Label(location, "unknown"), helps: [help])
  }

  static func ignoreWithoutCode(at location: SourceLocation) -> Diagnostic {
    Diagnostic(
      .warning, "useless-ignore", "the comment does not say which finding it ignores",
      at: Label(location, "ignores nothing"), helps: [Help("name the finding's code: '# sharerouter: ignore CODE'")])
  }

  // MARK: Between files

  static func duplicateTitle(_ title: String, at location: SourceLocation, first: SourceLocation) -> Diagnostic {
    Diagnostic(
      .warning, "duplicate-title", "two activities that are offered together are titled \(quoted(title))",
      at: Label(location, "the second"), related: [Label(first, "the first")],
      helps: [Help("give one of them another title, so that people can tell them apart")])
  }

  static func unknownActivity(_ name: String, suggestion: String?, at location: SourceLocation) -> Diagnostic {
    let help =
      suggestion.map { Help("did you mean '\($0)'?", edits: [Edit(location, replacement: $0)]) }
      ?? Help("'sharerouter list' shows all activities")
    return Diagnostic(
      .warning, "unknown-activity", "there is no activity \(quoted(name))", at: Label(location, "unknown"),
      helps: [help])
  }

  static func patternWithoutActivity(_ pattern: String, at location: SourceLocation) -> Diagnostic {
    Diagnostic(
      .warning, "unknown-activity", "the pattern \(quoted(pattern)) matches no activity",
      at: Label(location, "matches nothing"), helps: [Help("'sharerouter list' shows all activities")])
  }

  static func unknownConfiguredInput(
    _ name: String, of type: String, suggestion: String?, known: [String], at location: SourceLocation
  ) -> Diagnostic {
    let help: Help
    if let suggestion {
      help = Help("did you mean '\(suggestion)'?", edits: [Edit(location, replacement: suggestion)])
    } else {
      help = Help(known.isEmpty ? "it has no inputs" : "its inputs are \(list(known, "and"))")
    }
    return Diagnostic(
      .warning, "unknown-input", "'\(type)' has no input \(quoted(name))", at: Label(location, "unknown"), helps: [help]
    )
  }
}
