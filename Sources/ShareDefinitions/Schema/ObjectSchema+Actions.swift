extension ObjectSchema {
  static let shell = ObjectSchema(
    "a shell action", "A program or script to run.", exclusions: [.exactlyOne("script", "argv")],
    keys: [
      .optional("script", .template, "A script, run as `sh -eu` or `bash -eu -o pipefail`.", synonyms: ["command"]),
      .optional(
        "argv", arguments,
        "A program and its arguments, run without a shell; a list inside it is a group, added or left out as a whole.",
        examples: ["[\"xdg-email\", [\"--subject\", \"{{ subject? }}\"]]"], synonyms: ["args", "arguments", "program"]),
      .optional("interpreter", .scalar(.choice(.interpreter)), "The script's shell.", default: "sh"),
      .optional(
        "stdin", .shapes(scalar: .template, sequence: nil, mapping: .object(.standardInputFile)),
        "What the program reads; nothing without it.", synonyms: ["input"]),
      .optional(
        "env", .map(key: .environmentName, value: .template), "Environment variables for the program.",
        synonyms: ["environment"]),
      .optional("cwd", .template, "The folder in which the program runs.", synonyms: ["dir", "workdir"]),
      .optional(
        "success", .list(.scalar(.integer(0...255))), "The exit statuses that mean success.", default: "[0]"),
      .optional(
        "cancelled", .list(.scalar(.integer(0...255))), "The exit statuses that mean that the person cancelled.",
        default: "[130]", synonyms: ["canceled"]),
      .optional("timeout", .duration, "The limit for this program."),
    ])

  static let standardInputFile = ObjectSchema(
    "a standard input", "A file as a program's standard input.",
    keys: [.required("file", .template, "The file's path.", examples: ["{{ item.path }}"], synonyms: ["path"])])

  private static let fields = ValueSchema.map(key: .name, value: .templates)

  static let http = ObjectSchema(
    "a request", "An HTTP request.", exclusions: [.atMostOne("json", "form", "multipart", "text", "upload")],
    keys: [
      .required("method", .scalar(.method), "The method.", examples: ["POST"]),
      .required(
        "url", .template, "The address; values in it are encoded for their place.",
        examples: ["https://api.example/v1/notes"], synonyms: ["uri", "endpoint"]),
      .optional(
        "unix-socket", .template, "The path of a Unix socket to connect to, in place of the address's host and port.",
        examples: ["/run/example.sock"], synonyms: ["socket"]),
      .optional("query", fields, "Parameters added to the address.", synonyms: ["params"]),
      .optional("headers", .map(key: .headerName, value: .templates), "Header fields.", synonyms: ["header"]),
      .optional("auth", .object(.authentication), "Credentials, never sent to another origin."),
      .optional("json", .json, "A JSON body.", synonyms: ["body", "data"]),
      .optional("form", fields, "A form body (application/x-www-form-urlencoded)."),
      .optional(
        "multipart",
        .map(
          key: .name,
          value: .list(.shapes(scalar: .template, sequence: nil, mapping: .object(.multipartPart)))),
        "A multipart/form-data body, field by field.", synonyms: ["files"]),
      .optional("text", .template, "A text body."),
      .optional("upload", .template, "The path of a file that is the body.", examples: ["{{ item.path }}"]),
      .optional("timeout", .duration, "The limit for this request."),
      .optional(
        "retry", .scalar(.integer(0...20)), "How often it is tried again when it surely was not processed.",
        default: "0", synonyms: ["retries"]),
      .optional("until", .object(.until), "Repeats a GET until the response says so."),
      .optional("success", .object(.success), "What makes it a success beyond a status of 200 to 299."),
      .optional("error", .template, "The message of a failure.", examples: ["{{ response.json.error? }}"]),
    ])

  static let authentication = ObjectSchema(
    "an authentication", "Credentials of a request, in one of four forms.",
    exclusions: [.exactlyOne("bearer", "basic", "oauth1", "aws-sigv4")],
    keys: [
      .optional("bearer", .template, "A bearer token (RFC 6750).", examples: ["{{ secret.TOKEN }}"]),
      .optional("basic", .object(.basic), "User and password (RFC 7617)."),
      .optional("oauth1", .object(.oauth1), "An OAuth 1.0 signature (RFC 5849)."),
      .optional("aws-sigv4", .object(.awsSigV4), "An AWS signature, version 4."),
    ])

  static let basic = ObjectSchema(
    "a basic authentication", "User and password.",
    keys: [
      .required("user", .template, "The user's name.", synonyms: ["username"]),
      .required("password", .template, "The password.", examples: ["{{ secret.PASSWORD }}"]),
    ])

  static let oauth1 = ObjectSchema(
    "an OAuth 1.0 signature", "The credentials of an OAuth 1.0 client and its user.",
    keys: [
      .required("consumer-key", .template, "The client's key."),
      .required("consumer-secret", .template, "The client's secret."),
      .optional("token", .template, "The user's token."),
      .optional("token-secret", .template, "The token's secret."),
    ])

  static let awsSigV4 = ObjectSchema(
    "an AWS signature", "The credentials of an AWS signature.",
    keys: [
      .required("access-key", .template, "The access key's id."),
      .required("secret-key", .template, "The secret access key."),
      .optional("session-token", .template, "The token of temporary credentials."),
      .required("region", .template, "The region.", examples: ["eu-central-1"]),
      .required("service", .template, "The service.", examples: ["s3"]),
    ])

  static let multipartPart = ObjectSchema(
    "a multipart field", "One part of a multipart/form-data body.", exclusions: [.exactlyOne("path", "text")],
    keys: [
      .optional("path", .template, "The path of a file to attach.", synonyms: ["file"]),
      .optional("text", .template, "A text.", synonyms: ["value"]),
      .optional("filename", .template, "The file name that the server is told."),
      .optional("type", .template, "The part's media type.", synonyms: ["mime", "content-type"]),
    ])

  static let success = ObjectSchema(
    "a success rule", "What a response must be to count as a success.", isNeverEmpty: true,
    keys: [
      .optional("status", .list(.scalar(.status)), "Statuses, or classes of them.", examples: ["[200, \"2xx\"]"]),
      .optional("type", .list(.scalar(.mediaPattern)), "The response's media type.", examples: ["[\"image/*\"]"]),
      .optional(
        "json", .map(key: .query, value: .json), "Values that the response must hold.", examples: ["{\"ok\": true}"]),
      present,
      .optional(
        "text", .list(.scalar(.regularExpression)),
        "Regular expressions, one of which the response must match, for services that do not speak JSON.",
        examples: ["stat=\"ok\""]),
    ])

  /// Beside `json`, where a missing member is null as well.
  private static let present = KeySchema.optional(
    "present", .list(.scalar(.query)), "Values that the response must hold, whatever they are but null.",
    examples: ["data.link"])

  static let until = ObjectSchema(
    "an 'until' rule", "When a repeated request is done.", isNeverEmpty: true, annotations: ["every"],
    keys: [
      .optional(
        "status", .list(.scalar(.status)), "Statuses, or classes of them, that mean the end.", examples: ["200"]),
      .optional(
        "json", .map(key: .query, value: .json), "Values that the response must hold.",
        examples: ["{\"state\": \"ready\"}"]),
      present,
      .optional("every", .duration, "The pause between two requests.", default: "1s"),
    ])
}
