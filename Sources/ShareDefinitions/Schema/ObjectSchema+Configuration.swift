extension ObjectSchema {
  static let request = ObjectSchema(
    "a request", "Items with what goes along, for `send --request`.",
    keys: [
      .required("items", .filled(.list(.object(.item))), "The items."),
      .optional("subject", .scalar(.line), "The subject."),
      .optional("message", .text, "The message."),
      .optional("recipients", .list(.scalar(.line)), "The recipients.", synonyms: ["to"]),
      .optional("exclude", .list(ruleOrPattern), "Rules that keep activities off the sheet."),
      .optional("only", .list(.scalar(.activityPattern)), "The activities that may be offered at all."),
      .optional("inputs", .map(key: .identifier, value: .text), "The answers to the activity's inputs."),
    ])

  static let configuration = ObjectSchema(
    "a configuration", "The person's own settings: `config.yaml` beside `activities.d`.", ignoresExtensions: true,
    keys: [
      .optional(
        "exclude", .list(ruleOrPattern), "Rules that keep activities off the sheet.",
        examples: ["[\"com.example.*\", {\"host\": \"*.corp.example\"}]"]),
      .optional("only", .list(.scalar(.activityPattern)), "The activities that may be offered at all."),
      .optional(
        "order", .list(.scalar(.activityType)), "The activities that stand first in the sheet.", synonyms: ["pinned"]),
      .optional(
        "then", .map(key: .activityType, value: .list(.scalar(.activityType))),
        "For an activity, those that get what it returns.",
        examples: ["{\"com.example.paste\": \"org.sharerouter.copyToPasteboard\"}"]),
      .optional(
        "env", .map(key: .environmentName, value: .text), "Values for `env.NAME` where the environment has none."),
      .optional(
        "inputs", .map(key: .activityType, value: .map(key: .identifier, value: .text)),
        "For an activity, defaults of its inputs."),
      .optional(
        "secrets", .list(.template), "The program that prints a secret; `{{ name }}` is the secret's name.",
        examples: ["[\"pass\", \"show\", \"sharerouter/{{ name }}\"]"]),
      .optional("http", .object(.networkSettings), "Settings of every request."),
      .optional("notify", .scalar(.choice(.notify)), "When desktop notifications are shown.", default: "on-error"),
      .optional(
        "ignore",
        .list(.shapes(scalar: .scalar(.choice(.warning)), sequence: nil, mapping: .object(.ignoredWarning))),
        "Warnings of `validate` that are not to be told.",
        examples: ["[\"wide-title\", {\"code\": \"unnamed-program\", \"activity\": \"com.example.*\"}]"]),
    ])

  static let ignoredWarning = ObjectSchema(
    "an ignored warning", "A warning of `validate` that is not to be told of some activities.",
    keys: [
      .required("code", .scalar(.choice(.warning)), "The warning's code."),
      .optional("activity", .list(.scalar(.activityPattern)), "Activity types, or globs of them; without it all."),
    ])

  static let networkSettings = ObjectSchema(
    "a network setting", "Settings of every request.",
    keys: [
      .optional("proxy", .scalar(.line), "The proxy's URL.", examples: ["http://proxy.example:3128"]),
      .optional("ca-file", .scalar(.line), "The path of a file with certificates to trust.", synonyms: ["cafile"]),
    ])

  static let policy = ObjectSchema(
    "a policy", "Rules of the machine's owner that nobody undoes: `/etc/sharerouter/policy.yaml`.",
    ignoresExtensions: true,
    keys: [
      .optional("exclude", .list(ruleOrPattern), "Rules that keep activities off the sheet."),
      .optional("only", .list(.scalar(.activityPattern)), "The activities that may be offered at all."),
    ])
}
