import SourceDiagnostics

/// The wording of what decoding finds: mistakes between values, not within one.
extension Diagnostic {
  static func notAnActivity(at location: SourceLocation) -> Diagnostic {
    Diagnostic(
      .error, "not-an-activity", "the file does not define an activity", at: Label(location, "no activity"),
      helps: [Help("an activity has the keys 'type', 'title' and 'accepts'; move other files to another folder")])
  }

  static func noYAML(at location: SourceLocation) -> Diagnostic {
    Diagnostic(
      .error, "not-an-activity", "the file is no YAML, so that it defines no activity", at: Label(location, "no YAML"),
      helps: [Help("name a definition, or '--as FORM' for a file of another form")])
  }

  static func emptyFile(_ what: String, at location: SourceLocation) -> Diagnostic {
    Diagnostic(
      .error, "empty-file", "the file is empty", at: Label(location, "nothing here"),
      helps: [Help("\(what) is due here; remove the file if it is not needed")])
  }

  static func tooManyFindings(limit: Int, at location: SourceLocation) -> Diagnostic {
    Diagnostic(
      .error, "too-many-findings", "the file has more than \(limit) mistakes",
      at: Label(location, "the first that is not told"), helps: [Help("mend the others first")])
  }

  static func notAMapping(_ noun: String, at location: SourceLocation) -> Diagnostic {
    Diagnostic(
      .error, "wrong-type", "\(noun) must be a mapping of keys", at: Label(location, "not a mapping"),
      helps: [Help("write its keys one on each line: 'key: value'")])
  }

  static func wrongFileName(
    type: String, at location: SourceLocation, command: String
  ) -> Diagnostic {
    Diagnostic(
      .error, "file-name", "the file of '\(type)' must be named '\(type).yaml'",
      at: Label(location, "does not match the file's name"), helps: [Help("rename it: \(command)")])
  }

  static func crossedBounds(
    lower: (name: String, text: String, location: SourceLocation),
    upper: (name: String, text: String, location: SourceLocation)
  ) -> Diagnostic {
    Diagnostic(
      .error, "crossed-bounds", "'\(lower.name)' \(lower.text) is above '\(upper.name)' \(upper.text)",
      at: Label(lower.location, "above the upper bound"), related: [Label(upper.location, "the upper bound")],
      helps: [Help("make '\(lower.name)' smaller, or '\(upper.name)' larger")])
  }

  static func coveredEntry(
    at location: SourceLocation, kind: String, by other: SourceLocation, earlier: String
  ) -> Diagnostic {
    let article = kind == "image" ? "an" : "a"
    return Diagnostic(
      .warning, "covered-entry", "no item reaches this entry of 'accepts'",
      at: Label(location, kind == earlier ? "never reached" : "\(article) \(kind) is taken as \(earlier)"),
      related: [Label(other, "takes all of its items")], helps: [Help("put it in front of the other, or remove it")])
  }

  static func acceptsNothing(at location: SourceLocation) -> Diagnostic {
    Diagnostic(
      .error, "missing-value", "an activity accepts at least one kind of item", at: Label(location, "no kind"),
      helps: [Help("name one or more of 'text', 'url', 'image' and 'file'")])
  }

  static func noItems(at location: SourceLocation) -> Diagnostic {
    Diagnostic(
      .error, "missing-value", "there is no item", at: Label(location, "no item"),
      helps: [Help("name one or more items, such as '{text: hello}'")])
  }

  static func emptyList(_ name: String, at location: SourceLocation) -> Diagnostic {
    Diagnostic(
      .error, "missing-value", "'\(name)' is empty", at: Label(location, "no element"),
      helps: [Help("add an element, or remove '\(name)'")])
  }

  static func emptyCommand(at location: SourceLocation) -> Diagnostic {
    Diagnostic(
      .error, "missing-value", "no program is named", at: Label(location, "the program is due here"),
      helps: [Help("begin the list with the program: [xdg-open, \"{{ item.file }}\"]")])
  }

  static func emptyGroup(at location: SourceLocation) -> Diagnostic {
    Diagnostic(
      .error, "missing-value", "a group of arguments is empty", at: Label(location, "no argument"),
      helps: [Help("put an option and its value into it, or remove it")])
  }

  static func groupAsProgram(at location: SourceLocation) -> Diagnostic {
    Diagnostic(
      .error, "wrong-type", "the program must be a text, not a group of arguments", at: Label(location, "a group"),
      helps: [Help("write the program as the first element by itself")])
  }

  static func repeatedStep(_ id: String, at location: SourceLocation, first: SourceLocation) -> Diagnostic {
    Diagnostic(
      .error, "repeated-step", "there are two steps with the id \(quoted(id))", at: Label(location, "the second"),
      related: [Label(first, "the first")], helps: [Help("give one of them another id")])
  }

  static func repeatedChoice(_ text: String, at location: SourceLocation) -> Diagnostic {
    Diagnostic(
      .error, "repeated-choice", "the choice \(quoted(text)) stands there twice", at: Label(location, "again"),
      helps: [Help("remove one of them")])
  }

  static func noChoices(at location: SourceLocation) -> Diagnostic {
    Diagnostic(
      .error, "missing-value", "there is nothing to choose from", at: Label(location, "no choice"),
      helps: [Help("name the choices, or a program that prints them: {run: [lpstat, -e]}")])
  }

  static func choiceWithoutChoices(at location: SourceLocation) -> Diagnostic {
    Diagnostic(
      .error, "missing-key", "an input of the type 'choice' needs the key 'choices'",
      at: Label(location, "choices missing"), helps: [Help("add 'choices: […]', or use the type 'text'")])
  }

  static func keyDoesNotApply(_ name: String, to what: String, at location: SourceLocation) -> Diagnostic {
    Diagnostic(
      .error, "key-without-effect", "'\(name)' belongs to \(what) only", at: Label(location, "no effect here"),
      helps: [Help("remove it")])
  }

  static func matcherWithoutEffect(_ name: String, kind: String, at location: SourceLocation) -> Diagnostic {
    Diagnostic(
      .warning, "key-without-effect", "an item of the kind '\(kind)' has no \(name == "name" ? "file name" : "text")",
      at: Label(location, "matches nothing"), helps: [Help("remove it, or name another kind")])
  }

  static func valueOutOfBounds(
    _ text: String, of key: String, _ how: String, at location: SourceLocation
  ) -> Diagnostic {
    let what = key == "default" ? "the default" : "'\(key)'"
    return Diagnostic(
      .error, "invalid-value", "\(what) \(text) is \(how)", at: Label(location, how),
      helps: [Help("choose \(key == "default" ? "a default" : "a value") within the bounds, or change the bounds")])
  }

  static func secretDefault(at location: SourceLocation) -> Diagnostic {
    Diagnostic(
      .error, "secret-default", "a secret input has its answer in the file", at: Label(location, "readable by all"),
      helps: [Help("leave the default out, or use a secret: '{{ secret.NAME }}'")])
  }

  static func untilWithoutGet(at location: SourceLocation, method: String) -> Diagnostic {
    Diagnostic(
      .error, "key-without-effect", "only a GET is repeated, not a \(method)", at: Label(location, "needs a GET"),
      helps: [Help("ask for the state in a step of its own, with 'method: GET'")])
  }

  static func bodyWithoutMethod(_ name: String, method: String, at location: SourceLocation) -> Diagnostic {
    Diagnostic(
      .warning, "body-without-meaning", "the body of a \(method) request means nothing to most servers",
      at: Label(location, "a body"),
      helps: [Help("use another method, such as POST, or 'query' for parameters")])
  }

  static func followsItself(_ type: String, at location: SourceLocation) -> Diagnostic {
    Diagnostic(
      .error, "invalid-value", "'\(type)' cannot follow itself", at: Label(location, "the same activity"),
      helps: [Help("name another activity, or remove it")])
  }
}

/// The wording of what is wrong with a configuration.
extension Diagnostic {
  static func notTheSecretsName(at location: SourceLocation) -> Diagnostic {
    Diagnostic(
      .error, "unknown-value", "only the secret's name is known here", at: Label(location, "unknown"),
      helps: [Help("write '{{ name }}'")])
  }
}
