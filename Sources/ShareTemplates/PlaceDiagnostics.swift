import ShareModel
import ShellSyntax
import SourceDiagnostics

/// The wording of findings about values that do not fit the place where they stand.
enum PlaceDiagnostics {
  static let unsafePlace: Diagnostic.Code = "unsafe-place"

  // MARK: Secrets, lists, optional values

  static func secretInArgument(_ name: String, isScript: Bool, at place: SourceLocation) -> Diagnostic {
    let what = isScript ? "a script" : "an argument"
    return Diagnostic(
      .error, "secret-in-argument", "the secret '\(name)' stands in \(what)",
      at: .init(place, "other programs can read it"),
      helps: [
        .init("give it by 'env': {TOKEN: \"{{ \(name) }}\"}, or by 'stdin'"),
        .init("'http' takes secrets in headers, 'auth' and bodies"),
      ])
  }

  static func secretShown(_ name: String, in what: String, at place: SourceLocation) -> Diagnostic {
    Diagnostic(
      .error, "secret-exposed", "the secret '\(name)' stands in \(what)", at: .init(place, "it would be shown"),
      helps: [.init("secrets may stand in 'env', 'stdin', and the URL, headers, 'auth' and body of 'http'")])
  }

  static func secretToSharedHost(_ name: String, at place: SourceLocation) -> Diagnostic {
    Diagnostic(
      .error, "secret-to-shared-host", "a request with a secret goes where '\(name)' says",
      at: .init(place, "host not from the definition"),
      helps: [
        .init(
          "write scheme and host literally, or take them from 'env' or a secret: a shared link would get the secret")
      ])
  }

  static func listInText(_ name: String, mayStandAlone: Bool, at place: SourceLocation) -> Diagnostic {
    let alone = mayStandAlone ? ", or let it stand alone" : ""
    return Diagnostic(
      .error, "list-in-text", "'\(name)' is a list where one value is due", at: .init(place, "a list"),
      helps: [.init("join its values: {{ \(name) | join: ', ' }}\(alone)")])
  }

  static func optionalRequired(_ name: String, at place: SourceLocation) -> Diagnostic {
    Diagnostic(
      .error, "optional-required", "'\(name)' may be missing where a value is required",
      at: .init(place, "may be missing"),
      helps: [.init("leave out the '?', or give it a 'default'")])
  }

  static func optionalAfterOption(_ name: String, option: String, at place: SourceLocation) -> Diagnostic {
    Diagnostic(
      .error, "optional-after-option", "'\(name)' may be missing, but '\(option)' before it stays",
      at: .init(place, "left out alone"),
      helps: [.init("make a group of both, which is left out as a whole: [\(option), \"{{ \(name)? }}\"]")])
  }

  // MARK: Arguments

  static func placeholderInProgram(at place: SourceLocation) -> Diagnostic {
    Diagnostic(
      .error, "placeholder-in-program", "the program is a placeholder", at: .init(place, "not literal"),
      helps: [.init("write the program's name literally; 'variants' choose between programs")])
  }

  static func programInGroup(at place: SourceLocation) -> Diagnostic {
    Diagnostic(
      .error, "placeholder-in-program", "the program stands in a group", at: .init(place, "a group"),
      helps: [.init("write the program as the first element by itself")])
  }

  static func groupBegins(at place: SourceLocation) -> Diagnostic {
    Diagnostic(
      .error, "placeholder-in-program", "a group begins with a placeholder", at: .init(place, "not literal"),
      helps: [.init("begin the group with its option: [--attach, \"{{ files.path }}\"]")])
  }

  static func quotedProgram(_ program: String, source: SourceText) -> Diagnostic {
    let bare = String(program.dropFirst().dropLast())
    // Only where the text stands in the file as it is.
    let bytes = source.location.file.bytes[source.location.range]
    let edits: [Diagnostic.Edit] =
      bytes.elementsEqual(program.utf8) ? [.init(source.location, replacement: bare)] : []
    let help = Diagnostic.Help(
      "leave out the inner quotes: one element is one word, blanks and all", edits: edits,
      isCertain: !edits.isEmpty && !ProgramName.looksLikeCommandLine(bare))
    return Diagnostic(
      .error, "quoted-program", "quotes are part of the program's name", at: .init(source.location, "quotes in a name"),
      helps: [help])
  }

  static func programWithArguments(_ program: String, source: SourceText) -> Diagnostic {
    let words = ProgramName.words(of: program).map { String(Substring($0)) }
    let list = words.joined(separator: ", ")
    var edits: [Diagnostic.Edit] = []
    if let edit = listEdit(words, source.location) { edits.append(edit) }
    return Diagnostic(
      .error, "program-with-arguments", "a program's name holds its arguments too",
      at: .init(source.location, "one element is one word"),
      helps: [
        .init("write a list: [\(list)]", edits: edits),
        .init("or write a script: 'shell: \(program)'"),
      ])
  }

  /// The edit that splits a scalar into several, where YAML's flow style makes that a plain insertion.
  private static func listEdit(_ words: [String], _ place: SourceLocation) -> Diagnostic.Edit? {
    let isPlain = words.allSatisfy { word in
      word.utf8.allSatisfy { TemplateParser.isName($0) || [0x2E, 0x2F, 0x5F, 0x2B, 0x3D].contains($0) }
    }
    guard isPlain else { return nil }
    let bytes = place.file.bytes
    var range = place.range
    if range.lowerBound > 0, range.upperBound < bytes.count, bytes[range.lowerBound - 1] == bytes[range.upperBound],
      [UInt8(ascii: "\""), UInt8(ascii: "'")].contains(bytes[range.upperBound])
    {
      range = (range.lowerBound - 1)..<(range.upperBound + 1)
    }
    guard let before = bytes[..<range.lowerBound].last(where: { $0 != 0x20 }) else { return nil }
    let list = words.joined(separator: ", ")
    let location = SourceLocation(file: place.file, range: range)
    if before == UInt8(ascii: "[") { return .init(location, replacement: list) }
    if before == UInt8(ascii: ":") { return .init(location, replacement: "[\(list)]") }
    return nil
  }

  static func optionWithValue(_ option: String, at place: SourceLocation) -> Diagnostic {
    let option = option.prefix { $0 != " " && $0 != "\t" }
    return Diagnostic(
      .warning, "option-with-value", "one element holds the option '\(option)', a blank and a value",
      at: .init(place, "one argument"),
      helps: [.init("write two elements, '\(option)' and the value; nothing is split at blanks")])
  }

  static func urlInArgument(_ scheme: String, at place: SourceLocation) -> Diagnostic {
    Diagnostic(
      .error, "url-in-argument", "a value is put into a URL without being encoded",
      at: .init(place, "a '\(scheme)' URL"),
      helps: [
        .init("write '| encode' after the value"),
        .init("'open' hands a URL to the desktop and encodes what is put into it"),
      ])
  }

  // MARK: Text

  static func unescaped(_ name: String, _ syntax: SurroundingSyntax, at place: SourceLocation) -> Diagnostic {
    switch syntax {
    case .json:
      Diagnostic(
        .warning, "unescaped-json", "'\(name)' is put into what looks like JSON as it is",
        at: .init(place, "not escaped"),
        helps: [.init("write '{{ \(name) | json }}' without quotes around it, or use the 'json' body of 'http'")])
    case .markup:
      Diagnostic(
        .warning, "unescaped-html", "'\(name)' is put into what looks like HTML or XML as it is",
        at: .init(place, "not escaped"), helps: [.init("write '{{ \(name) | html }}'")])
    case .mailHeader:
      Diagnostic(
        .warning, "mail-header", "'\(name)' is put into what looks like a mail header as it is",
        at: .init(place, "a line break would begin another header"),
        helps: [.init("replace line breaks: {{ \(name) | replace: \"\\n\", \" \" }}")])
    }
  }

  // MARK: Environment

  static func dangerousVariable(_ name: String, at place: SourceLocation) -> Diagnostic {
    Diagnostic(
      .error, unsafePlace, "a value is given to the variable '\(name)', which decides what is run",
      at: .init(place, "no value may stand here"), helps: [.init("give it a literal text, or use another variable")])
  }

  static func codeInArgument(_ position: CodePosition, value: String, at place: SourceLocation) -> Diagnostic {
    let program = position.program
    let message: String
    var help = "write it literally"
    switch position.kind {
    case .code:
      message = "a value is put into code for '\(program)'"
      help = interpreterHelp(program, "{{ \(value) }}")
    case .commandWord:
      message = "a value decides which program '\(program)' runs"
      help = "write the program literally; 'variants' choose between programs"
    case .variableName: message = "a value stands where '\(program)' takes a variable's name"
    case .dangerousAssignment(let name):
      message = "a value is given to the variable '\(name)', which decides what is run"
      help = "give it a literal text, or use another variable"
    }
    return Diagnostic(
      .error, unsafePlace, message, at: .init(place, "no value may stand here"), helps: [.init(help)])
  }

  // MARK: Paths

  static func tilde(at place: SourceLocation) -> Diagnostic {
    Diagnostic(
      .error, "invalid-path", "'~' stands for no folder here", at: .init(place, "taken literally"),
      helps: [
        .init("write '{{ env.HOME }}', or a folder of 'dirs.'", edits: [.init(place, replacement: "{{ env.HOME }}")])
      ])
  }

  static func pathInside(_ name: String, at place: SourceLocation) -> Diagnostic {
    Diagnostic(
      .error, "invalid-path", "the path '\(name)' stands inside a path", at: .init(place, "a whole path"),
      helps: [.init("a path may only begin another one; write '| basename' for its last part")])
  }

  static func noPath(_ value: ResolvedValue, isFirst: Bool, at place: SourceLocation) -> Diagnostic {
    Diagnostic(
      .error, "invalid-path", "'\(value.name)' is \(value.type.phrase) where \(isFirst ? "a path" : "a name") is due",
      at: .init(place, "no \(isFirst ? "path" : "name")"),
      helps: [.init("paths are item.path, item.file, work, dirs.… and inputs of the type 'file'")])
  }

  // MARK: URLs

  static func url(_ problem: URLLayout.Problem, at place: SourceLocation) -> Diagnostic {
    let (message, help) =
      switch problem {
      case .noScheme: ("a URL has no scheme", "begin it with 'https://', or with a value that is a URL")
      case .joinedBase:
        ("text follows a leading value without a border", "write '/', '?' or '#' after it: a host could be made longer")
      case .noHost: ("a URL has no host", "write 'https://' and a host")
      case .blank: ("a URL holds a blank or control character", "write a blank as %20")
      }
    return Diagnostic(.error, "invalid-url", message, at: .init(place, "invalid URL"), helps: [.init(help)])
  }

  static func scheme(_ scheme: String, _ use: URLUse, at place: SourceLocation) -> Diagnostic {
    let help =
      use == .request ? "requests go to 'https' and 'http'" : "any scheme but file, javascript and data is allowed"
    return Diagnostic(
      .error, "invalid-url", "the scheme '\(scheme)' is not allowed here", at: .init(place, "not allowed"),
      helps: [.init(help)])
  }

  static func literalURLPart(_ part: URLLayout.Part, at place: SourceLocation) -> Diagnostic {
    let name =
      switch part {
      case .scheme: "scheme"
      case .user: "user"
      default: "port"
      }
    return Diagnostic(
      .error, unsafePlace, "a value stands in the \(name) of a URL", at: .init(place, "not literal"),
      helps: [.init(name == "user" ? "use 'auth'" : "write it literally, or take the whole URL from 'env'")])
  }

  static func host(_ name: String, at place: SourceLocation) -> Diagnostic {
    Diagnostic(
      .error, unsafePlace, "'\(name)' decides the host of a URL", at: .init(place, "a host"),
      helps: [.init("a host comes from the definition, from 'env' or from an input")])
  }

  static func socket(_ name: String, at place: SourceLocation) -> Diagnostic {
    Diagnostic(
      .error, unsafePlace, "'\(name)' decides which socket a request goes to", at: .init(place, "a socket"),
      helps: [.init("the path of a socket comes from the definition, from 'env' or from 'dirs'")])
  }

  static func noURL(_ value: ResolvedValue, at place: SourceLocation) -> Diagnostic {
    Diagnostic(
      .error, "invalid-url", "'\(value.name)' is \(value.type.phrase) where a URL is due", at: .init(place, "no URL"),
      helps: [.init("URLs are item.url, response.url and texts that hold one")])
  }

  static func bytesInURL(_ name: String, at place: SourceLocation) -> Diagnostic {
    Diagnostic(
      .error, "invalid-url", "the bytes of '\(name)' stand in a URL", at: .init(place, "a file's bytes"),
      helps: [.init("write '| base64' after it, or send them as the body")])
  }
}
