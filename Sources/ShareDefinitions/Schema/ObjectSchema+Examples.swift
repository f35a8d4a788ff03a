extension ObjectSchema {
  private static let texts = ValueSchema.list(.text)
  private static let textMap = ValueSchema.map(key: .name, value: .text)

  static let item = ObjectSchema(
    "an item", "One thing to share.", exclusions: [.exactlyOne("text", "url", "file", "image")],
    keys: [
      .optional("text", .text, "A text, exactly as written."),
      .optional("url", .text, "A URL."),
      .optional("file", .text, "The path of a file.", synonyms: ["path"]),
      .optional("image", .text, "The path of an image."),
      .optional("mime", .scalar(.mediaPattern), "The media type, in place of what name and content say."),
      .optional("subject", .scalar(.line), "A subject of this item alone.", synonyms: ["title"]),
      .optional(
        "instead", .map(key: .activityType, value: .nullable(.object(.item))),
        "Another item for a given activity; `null` leaves the item out there.",
        examples: ["{\"com.example.notes\": {\"text\": \"a note\"}}"]),
    ])

  static let example = ObjectSchema(
    "an example", "A test of a definition, run offline by `sharerouter test`.",
    keys: [
      .required(
        "send", .filled(.list(.object(.item))),
        "The items that are sent. A file lies beside the definition, or is a small one made up of its type.",
        synonyms: ["items", "item"]),
      .optional("subject", .scalar(.line), "The subject that goes with them."),
      .optional("message", .text, "The message that goes with them."),
      .optional("recipients", .list(.scalar(.line)), "The recipients.", synonyms: ["to"]),
      .optional("inputs", .map(key: .identifier, value: .text), "The answers to the activity's inputs."),
      .optional(
        "env", .map(key: .environmentName, value: .text),
        "The environment variables that are there, all of them but HOME."),
      .optional(
        "secrets", .map(key: .secretName, value: .text),
        "All secrets there are; without it every one has the value `example-NAME`."),
      .optional(
        "response", .list(.object(.response)),
        "What the server answers, request by request; without it always 200 and no body."),
      .optional(
        "run", .list(.object(.run)),
        "What the programs do, one after the other; without it they succeed and print nothing."),
      .required("expect", .object(.expectation), "What must come of it.", synonyms: ["expected"]),
    ])

  static let response = ObjectSchema(
    "a response", "What a server answers in an example.", exclusions: [.atMostOne("json", "text")],
    keys: [
      .optional("status", .scalar(.integer(100...599)), "The status.", default: "200"),
      .optional("headers", .map(key: .headerName, value: .text), "Header fields."),
      .optional("json", .json, "A JSON body."),
      .optional(
        "text", .text,
        "A text body. Without a body there is a small made-up one where the header Content-Type names an image or a PDF."
      ),
    ])

  static let run = ObjectSchema(
    "a run", "What a program does in an example.",
    keys: [
      .optional("stdout", .text, "What it prints."),
      .optional("exit", .scalar(.integer(0...255)), "Its exit status.", default: "0"),
    ])

  static let expectation = ObjectSchema(
    "an expectation", "What must come of an example.", exclusions: [.atMostOne("request", "requests")],
    isNeverEmpty: true,
    keys: [
      .optional("offered", .boolean, "Whether the activity is offered for the items.", default: "true"),
      .optional("reason", .scalar(.choice(.reason)), "Why it is not offered."),
      .optional(
        "argv", .list(.shapes(scalar: .text, sequence: texts, mapping: nil)),
        "The argument list of the program, or a list of them for several programs.", examples: ["[\"lp\", \"a.pdf\"]"]),
      .optional("script", texts, "The scripts, with references such as `\"${sr1}\"` in place of the placeholders."),
      .optional("stdin", texts, "What the programs read; of a file its path."),
      .optional(
        "env", .map(key: .environmentName, value: .text), "Environment variables that one of the programs must have."),
      .optional("request", .object(.expectedRequest), "The one request that is sent."),
      .optional("requests", .list(.object(.expectedRequest)), "The requests that are sent, in order."),
      .optional("open", texts, "The URLs that are opened."),
      .optional("returns", .list(.object(.expectedItem)), "The items that are returned."),
      .optional("error", .text, "A part of the failure's message."),
    ])

  static let expectedRequest = ObjectSchema(
    "an expected request", "The parts of a request that an example looks at.",
    exclusions: [.atMostOne("json", "form", "multipart", "text", "upload")], isNeverEmpty: true,
    keys: [
      .optional("method", .scalar(.method), "The method."),
      .optional("url", .text, "The whole address, encoded."),
      .optional("query", .map(key: .name, value: texts), "All parameters of the address, decoded."),
      .optional(
        "headers", .map(key: .headerName, value: .text), "Header fields that must be there, with these values."),
      .optional("json", .json, "The JSON body."),
      .optional("form", .map(key: .name, value: texts), "All fields of the form, decoded."),
      .optional("multipart", .map(key: .name, value: texts), "All fields: their texts; of a file its name."),
      .optional("text", .text, "The text body."),
      .optional("upload", .text, "The path of the file that is the body, whole or its end."),
    ])

  static let expectedItem = ObjectSchema(
    "an expected item", "An item that an example expects back.",
    exclusions: [.exactlyOne("text", "url", "image", "file")],
    keys: [
      .optional("text", .text, "A text."),
      .optional("url", .text, "A URL."),
      .optional("image", .text, "The path of an image, whole or its end."),
      .optional("file", .text, "The path of a file, whole or its end."),
      .optional("filename", .text, "The name under which the file is saved."),
      .optional("name", .scalar(.name), "The name of an extra item."),
    ])
}
