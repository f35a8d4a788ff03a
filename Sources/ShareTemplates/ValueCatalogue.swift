public import ShareModel

/// One value that a template can name.
public struct ValueDefinition: Sendable {
  public enum Availability: String, Sendable {
    case always
    /// After a request.
    case afterRequest
    /// After a program or script.
    case afterProgram
  }

  /// As it is written; `NAME` stands for a name, `…` for a path into JSON.
  public var path: String
  public var type: ValueType
  public var isList = false
  /// The kinds of items that have it; nil for values that belong to no item.
  public var kinds: [ItemKind]?
  public var availability = Availability.always
  public var description: String

  /// The first of these kinds that lacks the value.
  func firstLacking(_ kinds: [ItemKind]) -> ItemKind? {
    guard let having = self.kinds else { return nil }
    return kinds.first { !having.contains($0) }
  }
}

/// Every value that templates can name: the one table behind checks, suggestions and the reference.
public enum ValueCatalogue {
  /// The fields of an item, after `item.`; after `items.`, `texts.`, … they are lists.
  public static let fields: [ValueDefinition] = [
    field("kind", .text, all, "the item's kind: text, url, image or file"),
    field("mime", .text, all, "the media type, such as image/png"),
    field(
      "text", .text, all,
      "the text; of a file its content, where every type that is accepted is a text type (up to 10 MiB)"),
    field("url", .url, [.url], "the URL as it came"),
    field("url.scheme", .text, [.url], "the URL's scheme in lower case"),
    field("url.host", .text, [.url], "the URL's host"),
    field("url.port", .number, [.url], "the URL's port; missing where none is written"),
    field("url.path", .text, [.url], "the URL's path, encoded as it came"),
    field("url.query", .text, [.url], "the URL's query without its `?`; missing where there is none"),
    field("url.fragment", .text, [.url], "the URL's fragment without its `#`; missing where there is none"),
    field("path", .path, files, "the file's absolute path"),
    field("name", .text, files, "the file's name"),
    field("stem", .text, files, "the file's name without its extension"),
    field("extension", .text, files, "what follows the last dot of the name; missing where there is none"),
    field("directory", .path, files, "the folder that holds the file"),
    field("size", .number, all, "the number of bytes"),
    field("match", .text, texts, "what the entry's `matches` matched"),
    field("match.NAME", .text, texts, "what a named group of `matches` matched"),
    field("file", .path, all, "a file that holds the item: its own, or one written into the work folder"),
  ]

  /// Values that belong to no single item.
  public static let values: [ValueDefinition] = [
    value("items.count", .number, "the number of items; `texts.count` and so on are those of one kind"),
    value("subject", .text, "the subject that was sent with the items"),
    value("message", .text, "the message that was sent with the items"),
    value("recipients", .text, isList: true, "the recipients that were sent with the items"),
    value("input.NAME", .text, "the person's answer; a number, a boolean or a path with such an input's type"),
    value("env.NAME", .text, "an environment variable, or its value from the configuration"),
    value("secret.NAME", .text, "a secret"),
    value("activity.type", .text, "the activity's type"),
    value("activity.title", .text, "the activity's title in the person's language"),
    value("now", .time, "the moment at which the run began; RFC 3339 in UTC unless `date` formats it"),
    value("dirs.pictures", .path, "the XDG pictures folder"),
    value("dirs.download", .path, "the XDG download folder"),
    value("dirs.documents", .path, "the XDG documents folder"),
    value("dirs.desktop", .path, "the XDG desktop folder"),
    value("dirs.config", .path, "the XDG configuration folder"),
    value("dirs.data", .path, "the XDG data folder"),
    value("dirs.state", .path, "the XDG state folder"),
    value("work", .path, "a private folder of this run"),
  ]

  /// What an action leaves behind; after `steps.ID.` that of an earlier step.
  public static let results: [ValueDefinition] = [
    value("response.status", .number, when: .afterRequest, "the HTTP status"),
    value("response.url", .url, when: .afterRequest, "the URL that answered, after redirects"),
    value("response.headers.NAME", .text, when: .afterRequest, "a header of the answer; missing where it has none"),
    value("response.text", .text, when: .afterRequest, "the answer's body without final line breaks"),
    value("response.json…", .json, when: .afterRequest, "a value of the answer's JSON body"),
    value("response.file", .path, when: .afterRequest, "a file that holds the answer's body"),
    value("stdout", .text, when: .afterProgram, "what the program wrote, without final line breaks"),
    value("stdout.json…", .json, when: .afterProgram, "a value of the JSON that the program wrote"),
    value("stderr", .text, when: .afterProgram, "what the program wrote to stderr, without final line breaks"),
    value("exit", .number, when: .afterProgram, "the program's exit status"),
  ]

  /// The names after `dirs.`.
  static let directories = ["pictures", "download", "documents", "desktop", "config", "data", "state"]

  /// The first names of all paths, for suggestions.
  static let roots = [
    "item", "items", "texts", "urls", "images", "files", "subject", "message", "recipients", "input", "env", "secret",
    "activity", "now", "dirs", "work", "response", "stdout", "stderr", "exit", "steps",
  ]

  /// The field whose path (`text`, `url.host`) this is.
  static func field(_ path: String) -> ValueDefinition? {
    fields.first { $0.path == path }
  }

  private static let all = ItemKind.allCases
  private static let texts: [ItemKind] = [.text, .url]
  private static let files: [ItemKind] = [.image, .file]

  private static func field(
    _ path: String, _ type: ValueType, _ kinds: [ItemKind], _ description: String
  ) -> ValueDefinition {
    ValueDefinition(path: path, type: type, kinds: kinds, description: description)
  }

  private static func value(
    _ path: String, _ type: ValueType, when availability: ValueDefinition.Availability = .always, isList: Bool = false,
    _ description: String
  ) -> ValueDefinition {
    ValueDefinition(path: path, type: type, isList: isList, availability: availability, description: description)
  }
}

extension AcceptEntry {
  /// Whether every item that comes by it has a `text`: of files the content, where all its types are text types.
  public var givesText: Bool {
    kind == .text || kind == .url || (!types.isEmpty && types.allSatisfy(TextTypes.isText))
  }
}

/// Which content types hold text that `item.text` can give.
enum TextTypes {
  /// Types outside `text/` whose files are text: those that shared-mime-info derives from text/plain and that people
  /// share. A pattern such as `application/*` is none.
  private static let others: Set<String> = [
    "application/json", "application/xml", "application/javascript", "application/ecmascript", "application/yaml",
    "application/x-yaml", "application/toml", "application/sql", "application/x-shellscript", "application/x-sh",
    "application/x-perl", "application/x-php", "application/x-ruby", "application/xhtml+xml", "application/rtf",
    "application/x-subrip", "application/x-desktop", "application/mbox", "application/pgp-keys",
    "application/pgp-signature", "application/x-awk", "application/x-m4", "application/graphql", "image/svg+xml",
    "message/rfc822",
  ]

  static func isText(_ type: String) -> Bool {
    let essence = ContentType(type).essence
    return essence.utf8.starts(with: "text/".utf8) || others.contains(essence)
      || essence.hasSuffix("+json") || essence.hasSuffix("+xml")
  }
}
