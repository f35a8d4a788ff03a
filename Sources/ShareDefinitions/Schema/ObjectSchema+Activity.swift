extension ObjectSchema {
  static let activity = ObjectSchema(
    "an activity", "Something that can be done with items; one per file, named `<type>.yaml`.",
    exclusions: [
      .action("shell", "http", "open", "steps", "variants", unless: ["returns", "retired"], never: "retired")
    ],
    ignoresExtensions: true,
    keys: [
      .required(
        "type", .scalar(.activityType), "The activity's reverse-DNS id, which is also the file's name.",
        examples: ["com.example.paste"], synonyms: ["id", "identifier", "name"]),
      .required(
        "title", .localizedText, "What the sheet calls it.", examples: ["Upload to paste"],
        synonyms: ["label", "caption"]),
      .required(
        "category", .scalar(.choice(.category)),
        "Whether it shares content with someone or acts on it; the sheet shows `share` above `action`."),
      .optional(
        "description", .localizedText, "One sentence on what it does.", synonyms: ["summary", "comment", "about"]),
      .optional(
        "icon", .scalar(.line), "An icon's name in the desktop's theme, or the path of an image.",
        examples: ["document-send-symbolic"]),
      .required(
        "accepts",
        .filled(.list(.shapes(scalar: .scalar(.choice(.kind)), sequence: nil, mapping: .object(.acceptEntry)))),
        "The items it takes: a kind, or a kind with bounds; an item belongs to the first entry that takes it.",
        examples: ["[\"text\", {\"kind\": \"image\", \"max\": 4}]"], synonyms: ["kinds", "input", "types"]),
      .optional(
        "match", .scalar(.choice(.match)), "Whether every item must be accepted, or those that are not are skipped.",
        default: "all"),
      .optional(
        "exclude", .list(.shapes(scalar: nil, sequence: nil, mapping: .object(.rule))),
        "Rules any of which keeps the activity off the sheet when some item meets it.",
        synonyms: ["excludes", "unless"]),
      .optional(
        "inputs", .map(key: .identifier, value: .object(.input)),
        "Questions to the person, answered before anything runs; placeholders name them `input.NAME`.",
        synonyms: ["options", "parameters", "params"]),
      .optional(
        "needs", .list(.scalar(.line)),
        "Programs that only a script knows; those that stand first in an argument list are found by themselves.",
        synonyms: ["requires", "dependencies"]),
      .optional(
        "confirm", .localizedText, "`true` asks before performing; a text is the question.", default: "false"),
      .optional(
        "background", .boolean, "Whether it is performed as a job that outlives its caller.", default: "false"),
      .optional(
        "launches", .boolean, "Whether it hands over to a program that goes on by itself and is not waited for.",
        default: "false"),
      .optional("terminal", .boolean, "Whether its program needs the person's terminal.", default: "false"),
      .optional("timeout", .duration, "The limit for the whole activity.", default: "10m", examples: ["30s"]),
      .optional("notify", .scalar(.choice(.notify)), "When a desktop notification tells of it.", default: "on-error"),
      .optional(
        "then", .list(.scalar(.activityType)), "The activities that get the returned items, one after the other.",
        examples: ["[\"org.sharerouter.copyToPasteboard\"]"], synonyms: ["next", "after"]),
      .optional("into", .template, "The folder for returned files.", examples: ["{{ dirs.pictures }}"]),
      .optional("retired", .localizedText, "Why the activity no longer exists, and what took its place."),
      .optional(
        "shell", shellValue, "A script, an argument list, or either with its settings.",
        synonyms: ["command", "run", "script", "exec", "cmd"]),
      .optional("http", .object(.http), "A request.", synonyms: ["request", "rest", "fetch"]),
      .optional(
        "open", .template, "A URL handed to the desktop's handler for its scheme.",
        examples: ["https://example.com/share?text={{ item.text }}"]),
      .optional("steps", .filled(.list(.object(.step))), "Several actions in order."),
      .optional(
        "variants", .filled(.list(.object(.variant))),
        "Alternatives: the first that covers the items and is available is taken."),
      .optional(
        "returns", .list(.object(.returnedItem)), "The items that it gives back.", synonyms: ["result", "output"]),
      .optional("examples", .list(.object(.example)), "Tests of the definition, run offline.", synonyms: ["tests"]),
    ])

  static let shellValue = ValueSchema.shapes(
    scalar: .template, sequence: arguments, mapping: .object(.shell))

  /// An argument list: each element one argument, or a group of them.
  static let arguments = ValueSchema.filled(
    .list(.shapes(scalar: .template, sequence: .filled(.templates), mapping: nil)))

  static let acceptEntry = ObjectSchema(
    "an entry of 'accepts'", "One kind of item that an activity takes, and within which bounds.",
    keys: [
      .required("kind", .scalar(.choice(.kind)), "A `url` is taken where `text` is, an `image` where `file` is."),
      .optional(
        "mime", .list(.scalar(.mediaPattern)), "Media types, any of them; `*` is allowed for either part.",
        examples: ["[\"image/png\", \"text/*\"]"], synonyms: ["type", "types", "mime-type", "content-type"]),
      .optional("name", .list(.scalar(.glob)), "Globs on the file's name, any of them.", examples: ["[\"*.pdf\"]"]),
      .optional(
        "matches", .list(.scalar(.regularExpression)),
        "Regular expressions on the text, any of them; the captures are `item.match` and `item.match.NAME`.",
        synonyms: ["regex", "pattern"]),
      .optional("min", .count, "The least number of items of this entry."),
      .optional("max", .count, "The greatest number of items of this entry.", synonyms: ["limit"]),
      .optional("min-size", .size, "The least size of one item.", examples: ["1 B"]),
      .optional("max-size", .size, "The greatest size of one item.", examples: ["10 MiB"]),
    ])

  static let input = ObjectSchema(
    "an input", "A question to the person before an activity is performed.",
    keys: [
      .required("prompt", .localizedText, "The question.", synonyms: ["title", "label", "question"]),
      .optional(
        "type", .scalar(.choice(.input)), "What is asked for; `choice` where there are choices.", default: "text"),
      .optional(
        "choices",
        .shapes(
          scalar: .text, sequence: .filled(.list(.text)),
          mapping: .keyed("run", .object(.program), otherwise: .map(key: .text, value: .localizedText))),
        "The values to choose from: a list, a map of values and labels, or a program that prints them line by line.",
        examples: ["[\"1h\", \"1d\"]"], synonyms: ["options", "values", "enum"]),
      .optional("default", .template, "The answer that stands there already."),
      .optional("optional", .boolean, "Whether no answer will do.", default: "false"),
      .optional("pattern", .scalar(.regularExpression), "A regular expression that a text must match."),
      .optional("min", .scalar(.number), "The least number."),
      .optional("max", .scalar(.number), "The greatest number."),
    ])

  static let program = ObjectSchema(
    "a program of choices", "A program whose output is the list of choices.",
    keys: [.required("run", arguments, "The program and its arguments.")])

  static let step = ObjectSchema(
    "a step", "One of several actions performed in order.", exclusions: [.action("shell", "http", "open")],
    keys: [
      .required(
        "id", .scalar(.identifier), "The step's name: later ones read its values as `steps.ID.…`.",
        synonyms: ["name"]),
      .optional(
        "each", .scalar(.choice(.collection)), "Repeats the step for each of these items.", synonyms: ["for"]),
      .optional(
        "when", .keyed("present", .object(.presence), otherwise: .list(.object(.rule))),
        "Skips the step unless every item meets one of the rules, or a value is present.", synonyms: ["if"]),
      .optional("shell", shellValue, "A script, an argument list, or either with its settings."),
      .optional("http", .object(.http), "A request."),
      .optional("open", .template, "A URL handed to the desktop's handler for its scheme."),
    ])

  static let presence = ObjectSchema(
    "a condition", "Holds when a value is there and not empty.",
    keys: [
      .required(
        "present", .list(.template), "The value, or several of which one will do.", examples: ["{{ input.caption? }}"])
    ])

  static let variant = ObjectSchema(
    "a variant", "One of several ways to do the same.", exclusions: [.action("shell", "http", "open", "steps")],
    keys: [
      .optional("for", .list(.scalar(.choice(.kind))), "The kinds of item that it covers; all without it."),
      .optional("when", .list(.object(.rule)), "Rules, one of which every item must meet.", synonyms: ["if"]),
      .optional("needs", .list(.scalar(.line)), "Programs that only its script knows."),
      .optional(
        "launches", .boolean, "Whether it hands over to a program that goes on by itself and is not waited for.",
        default: "false"),
      .optional("terminal", .boolean, "Whether its program needs the person's terminal.", default: "false"),
      .optional("shell", shellValue, "A script, an argument list, or either with its settings."),
      .optional("http", .object(.http), "A request."),
      .optional("open", .template, "A URL handed to the desktop's handler for its scheme."),
      .optional("steps", .filled(.list(.object(.step))), "Several actions in order."),
      .optional("returns", .list(.object(.returnedItem)), "Takes the place of the activity's own `returns`."),
    ])

  static let returnedItem = ObjectSchema(
    "a returned item", "An item that an activity gives back.",
    exclusions: [.exactlyOne("text", "url", "image", "file")],
    keys: [
      .optional("text", .template, "A text.", examples: ["{{ stdout }}"]),
      .optional("url", .template, "A URL.", examples: ["{{ response.json.link }}"]),
      .optional("image", .template, "The path of an image.", examples: ["{{ work }}/code.png"]),
      .optional("file", .template, "The path of a file.", examples: ["{{ work }}/page.pdf"]),
      .optional("filename", .template, "The name under which a file is saved."),
      .optional(
        "name", .scalar(.name), "Marks an item as an extra, such as a deletion link, not as the result.",
        examples: ["deletion"]),
    ])
}
