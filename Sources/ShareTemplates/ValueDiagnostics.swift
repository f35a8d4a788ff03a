import ShareModel
import SourceDiagnostics

/// The wording of findings about what placeholders name and about filters.
enum ValueDiagnostics {
  enum MissingReason {
    case optionalInput
    case conditionalStep(String)
  }

  static func unknownValue(_ name: String, among known: [String], at place: SourceLocation) -> Diagnostic {
    let root = name.prefix { $0 != "." && $0 != "[" }
    let help: Diagnostic.Help =
      switch root {
      case "env": .init("write 'env.NAME'; a name has letters, digits and '_'")
      case "secret": .init("write 'secret.NAME'; a name has capital letters, digits and '_'")
      case "input": .init("write 'input.NAME' with the name of an input")
      default: .init("values are item.…, items.…, input.…, env.…, secret.…, subject, message, recipients, now, work")
      }
    return Diagnostic(
      .error, "unknown-value", "there is no value '\(name)'", at: .init(place, "unknown value"),
      helps: [suggestion(name, among: known, at: place) ?? help])
  }

  private static func suggestion(
    _ name: String, among known: [String], prefix: String = "", at place: SourceLocation
  ) -> Diagnostic.Help? {
    Suggestion.nearest(to: name, in: known).map { meant in
      .init("did you mean '\(prefix)\(meant)'?", edits: [.init(place, replacement: prefix + meant)])
    }
  }

  static func wholeItem(_ name: String, at place: SourceLocation) -> Diagnostic {
    Diagnostic(
      .error, "unknown-value", "'\(name)' is no value by itself", at: .init(place, "a field is missing"),
      helps: [.init("name a field: \(name).text, \(name).url, \(name).path or \(name).file")])
  }

  static func unknownInput(_ name: String, among known: [String], at place: SourceLocation) -> Diagnostic {
    let listed = known.isEmpty ? "the activity has no inputs" : "inputs are \(list(known))"
    return Diagnostic(
      .error, "unknown-input", "there is no input '\(name)'", at: .init(place, "unknown input"),
      helps: [suggestion(name, among: known, prefix: "input.", at: place) ?? .init(listed)])
  }

  static func unknownStep(_ id: String, among known: [String], at place: SourceLocation) -> Diagnostic {
    let help: Diagnostic.Help
    if let meant = Suggestion.nearest(to: id, in: known) {
      let isID = place.range.count == id.utf8.count
      help = .init("did you mean '\(meant)'?", edits: isID ? [.init(place, replacement: meant)] : [])
    } else {
      help = .init(known.isEmpty ? "the action has no steps" : "steps are \(list(known))")
    }
    return Diagnostic(
      .error, "unknown-step", "there is no step '\(id)'", at: .init(place, "unknown step"), helps: [help])
  }

  static func laterStep(_ id: String, at place: SourceLocation) -> Diagnostic {
    Diagnostic(
      .error, "unknown-step", "the step '\(id)' has not run here", at: .init(place, "runs later"),
      helps: [.init("a step can read the values of those before it")])
  }

  static func incompleteStep(_ name: String, at place: SourceLocation) -> Diagnostic {
    Diagnostic(
      .error, "unknown-value", "'\(name)' is no value by itself", at: .init(place, "incomplete"),
      helps: [.init("write 'steps.ID.response.json', 'steps.ID.stdout' and so on")])
  }

  static func noResult(
    _ name: String, isRequest: Bool, after last: CheckScope.Result.Kind?, at place: SourceLocation
  ) -> Diagnostic {
    let reason: String
    switch last {
    case nil: reason = "no action has run yet"
    case .program: reason = "the action before is a program"
    case .request: reason = "the action before is a request"
    case .opener: reason = "'open' gives no result"
    }
    let way = isRequest ? "only a request has 'response'" : "only 'shell' has 'stdout', 'stderr' and 'exit'"
    return Diagnostic(
      .error, "no-result", "'\(name)' has no value here: \(reason)", at: .init(place, "no value"),
      helps: [.init(last == nil ? "results can be read by later steps, 'returns' and 'error'" : way)])
  }

  static func mayBeMissing(_ name: String, because reason: MissingReason, at place: SourceLocation) -> Diagnostic {
    let end = SourceLocation(file: place.file, range: place.range.upperBound..<place.range.upperBound)
    let why: String =
      switch reason {
      case .optionalInput: "the input is optional"
      case .conditionalStep(let id): "the step '\(id)' may be skipped"
      }
    return Diagnostic(
      .error, "optional-required", "'\(name)' may be missing: \(why)", at: .init(place, "may be missing"),
      helps: [.init("write '\(name)?', or give it a 'default'", edits: [.init(end, replacement: "?")])])
  }

  static func secretName(_ name: String, at place: SourceLocation) -> Diagnostic {
    Diagnostic(
      .error, "unknown-value", "invalid secret name '\(name)'", at: .init(place, "invalid name"),
      helps: [.init("names of secrets have capital letters, digits and '_'")])
  }

  // MARK: Kinds

  static func wrongKind(
    _ name: String, needs field: ValueDefinition, kind: ItemKind, accepted: ItemKind, isElement: Bool,
    at place: SourceLocation
  ) -> Diagnostic {
    var helps: [Diagnostic.Help] = []
    if field.kinds == [.url] {
      helps.append(.init("accept only 'url', or write 'urls.\(field.path)' for the URLs among the items"))
      if field.path == "url", kind == .text { helps.append(.init("'item.text' is there for texts and URLs alike")) }
    } else if field.path == "match" || field.path == "match.NAME" {
      helps.append(.init("only texts and URLs are matched"))
    } else {
      helps.append(
        .init("accept only 'file' or 'image', or write 'files.\(field.path)' for the files among the items"))
      if field.path == "path" { helps.append(.init("'item.file' is a path for every kind")) }
    }
    let which =
      accepted == kind ? "'\(kind.rawValue)' is accepted" : "'\(kind.rawValue)' comes by '\(accepted.rawValue)'"
    return Diagnostic(
      .error, "wrong-kind", "'\(name)' is not there for every item: \(which) too",
      at: .init(place, "not on \(kind.rawValue) items"), helps: helps)
  }

  static func textOfFile(_ name: String, kind: ItemKind, type: String?, at place: SourceLocation) -> Diagnostic {
    let what = type.map { "'\($0)' is no text type" } ?? "'\(kind.rawValue)' is accepted with any type"
    return Diagnostic(
      .error, "wrong-kind", "'\(name)' is not there for every item: \(what)", at: .init(place, "may not be text"),
      helps: [
        .init("name text types in that entry, such as 'mime: [text/*]'"),
        .init("'item.file' is a path for every kind"),
      ])
  }

  static func noMatch(_ name: String, kind: ItemKind, at place: SourceLocation) -> Diagnostic {
    Diagnostic(
      .error, "wrong-kind", "'\(name)' is not there for every item: '\(kind.rawValue)' is accepted without 'matches'",
      at: .init(place, "nothing is matched"), helps: [.init("give every entry of 'accepts' a 'matches'")])
  }

  static func unknownGroup(_ group: String, name: String, among known: [String], at place: SourceLocation) -> Diagnostic
  {
    let meant = Suggestion.nearest(to: group, in: known)
    return Diagnostic(
      .error, "unknown-value", "'matches' has no group '\(group)'", at: .init(place, "unknown group"),
      helps: [.init(meant.map { "did you mean '\($0)'?" } ?? "name a group of every 'matches': (?<\(group)>…)")])
  }

  static func alwaysEmpty(_ collection: String, at place: SourceLocation) -> Diagnostic {
    let kind = collection.dropLast()
    return Diagnostic(
      .warning, "always-empty", "'\(collection)' is always empty: no '\(kind)' is accepted",
      at: .init(place, "always empty"),
      helps: [.init("accept '\(kind)', or name the collection of a kind that is accepted")])
  }

  static func mixedItems(single: SourceLocation, all: SourceLocation) -> Diagnostic {
    Diagnostic(
      .error, "mixed-items", "an action uses both one item and all of them", at: .init(all, "one run for all items"),
      related: [.init(single, "one run per item")],
      helps: [.init("use 'items.' throughout for one run, or 'item.' throughout for one run per item")])
  }

  static func unusedItem(at place: SourceLocation) -> Diagnostic {
    Diagnostic(
      .warning, "item-unused", "the action never uses what is shared", at: .init(place, "no item in it"),
      helps: [.init("nothing is appended by itself: write '{{ item.text }}' or '{{ item.path }}' where it belongs")])
  }

  // MARK: Filters

  static func unknownFilter(_ name: String, at place: SourceLocation) -> Diagnostic {
    let known = FilterCatalogue.filters.map(\.name.rawValue)
    let help = suggestion(name, among: known, at: place)
    return Diagnostic(
      .error, "unknown-filter", "there is no filter '\(name)'", at: .init(place, "unknown filter"),
      helps: [help ?? .init("filters are \(list(known))")])
  }

  static func argumentCount(_ filter: FilterDefinition, given: Int, at place: SourceLocation) -> Diagnostic {
    let range = filter.arguments
    let due =
      range.lowerBound == range.upperBound ? "\(range.lowerBound)" : "\(range.lowerBound) to \(range.upperBound)"
    let noun = range.upperBound == 1 ? "argument" : "arguments"
    let message = range.upperBound == 0 ? "takes no argument" : "takes \(due) \(noun), not \(given)"
    let name = filter.name.rawValue
    return Diagnostic(
      .error, "filter-arguments", "the filter '\(name)' \(message)", at: .init(place, "\(given) given"),
      helps: [.init(filter.usage.isEmpty ? "write '\(name)'" : "write \(name): \(filter.usage)")])
  }

  static func argument(_ filter: FilterDefinition, _ problem: String, at place: SourceLocation) -> Diagnostic {
    Diagnostic(
      .error, "filter-arguments", "invalid argument of the filter '\(filter.name.rawValue)'",
      at: .init(place, "invalid argument"), helps: [.init(problem)])
  }

  static func wrongFilter(
    _ filter: FilterDefinition, takes type: ValueType, isList: Bool, at place: SourceLocation
  ) -> Diagnostic {
    let name = filter.name
    let help: String
    if isList {
      help = "it joins lists, such as items.text; leave it out"
    } else if type == .path, name == .base64 || name == .sha256 {
      help = "write 'contents' before it for the file's bytes, or 'text' for the path's own characters"
    } else {
      switch name {
      case .contents, .url: help = "it works on paths, such as item.path and item.file"
      case .date: help = "it works on times, such as now"
      default: help = "write 'text' before it"
      }
    }
    return Diagnostic(
      .error, "filter-type",
      "the filter '\(name.rawValue)' does not work on \(isList ? "a single value" : type.phrase)",
      at: .init(place, "wrong type"), helps: [.init(help)])
  }

  static func list(_ names: [String]) -> String { names.map { "'\($0)'" }.joined(separator: ", ") }
}
