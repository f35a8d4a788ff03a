extension ObjectSchema {
  /// A rule as a list takes it: a text is short for `{activity: …}`.
  static let ruleOrPattern = ValueSchema.shapes(
    scalar: .scalar(.activityPattern), sequence: nil, mapping: .object(.rule))

  static let rule = ObjectSchema(
    "a rule",
    "Conditions on an activity, on one item and on the run; all keys of one rule hold together on the same item.",
    isNeverEmpty: true, annotations: ["reason"],
    keys: [
      .optional(
        "activity", .list(.scalar(.activityPattern)), "Activity types, or globs of them.",
        examples: ["[\"com.example.*\"]"], synonyms: ["type", "types", "activities"]),
      .optional("category", .list(.scalar(.choice(.category))), "The activity's category."),
      .optional("kind", .list(.scalar(.choice(.kind))), "The item's kind.", synonyms: ["kinds"]),
      .optional(
        "mime", .list(.scalar(.mediaPattern)), "The item's media type; `*` is allowed for either part.",
        examples: ["[\"image/*\"]"], synonyms: ["mime-type", "content-type"]),
      .optional("name", .list(.scalar(.glob)), "Globs on the file's name.", examples: ["[\"*.bak\"]"]),
      .optional("path", .list(.scalar(.glob)), "Globs on the file's whole path.", examples: ["[\"/srv/private/*\"]"]),
      .optional(
        "host", .list(.scalar(.host)),
        "A URL's host: `example.com` is that host alone, `*.example.com` its subdomains.",
        examples: ["[\"localhost\", \"*.corp.example\"]"], synonyms: ["domain", "hosts"]),
      .optional("scheme", .list(.scalar(.scheme)), "A URL's scheme.", examples: ["[\"mailto\"]"]),
      .optional("text", .list(.scalar(.regularExpression)), "Regular expressions on the text of a text or URL."),
      .optional("url", .list(.scalar(.regularExpression)), "Regular expressions on a URL."),
      .optional("min", .count, "The least number of items."),
      .optional("max", .count, "The greatest number of items."),
      .optional("min-size", .size, "The least size of the item."),
      .optional("max-size", .size, "The greatest size of the item."),
      .optional(
        "env",
        .list(
          .shapes(
            scalar: .scalar(.environmentName), sequence: nil,
            mapping: .map(key: .environmentName, value: .scalar(.glob)))),
        "An environment variable that is set and not empty, or that a glob matches.",
        examples: ["[\"WAYLAND_DISPLAY\"]"]),
      .optional("not", .list(ruleOrPattern), "Rules none of which may hold."),
      .optional("reason", .localizedText, "What people are told when the rule keeps an activity off the sheet."),
    ])
}
