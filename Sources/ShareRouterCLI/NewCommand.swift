internal import Glibc
internal import ShareModel
internal import ShareRouter
internal import SourceDiagnostics

extension CommandSpecification {
  static let new = CommandSpecification(
    name: "new", operands: "TYPE", summary: "Write a new definition to start from",
    details: """
      The file is named TYPE.yaml and written to --activities DIR, else to activities.d in your configuration folder.
      An existing file is never overwritten.
      """,
    options: [OptionSpecification("shell", "an activity that runs a shell script (the default)")],
    run: NewCommand.run)
}

/// `sharerouter new TYPE`: a commented definition that validates and runs as it is.
enum NewCommand {
  static func run(_ call: Invocation) -> ExitStatus {
    guard let operand = call.arguments.operands.first, call.arguments.operands.count == 1 else {
      call.console.error("'new' takes one activity type", help: "for example 'sharerouter new com.example.notes'")
      return .usage
    }
    let type = String(decoding: operand, as: UTF8.self)
    guard ActivityType.isValid(type) else {
      call.console.error(
        "'\(type)' is not an activity type",
        help: "a type has two or more parts of letters, digits, '-' and '_' with dots between: com.example.notes")
      return .usage
    }
    let folder =
      call.arguments.values("activities").first.map { call.process.absolute($0) } ?? call.process.userActivities
    let path = folder.appending(type + ".yaml")
    if let failure = NewCommand.write(Array(template(for: type).utf8), to: path) {
      call.console.error("cannot write '\(path.displayText)': \(failure.reason)", help: failure.help)
      return .failed
    }
    call.console.message("wrote " + TerminalText.escaped(path.displayText))
    let named = call.arguments.values("activities").isEmpty ? "" : " --activities DIR"
    call.console.message(
      "next: edit it, then 'sharerouter validate\(named)' and 'sharerouter send hello --activity \(type)\(named)'")
    return .done
  }

  /// The definition's text; its title is made of the type's last part.
  static func template(for type: String) -> String {
    """
    type: \(type)
    title: \(title(for: type))
    category: action   # 'share' stands above 'action' on the sheet
    description: Prints the text
    accepts:           # text, url, image, file; more in a map: {kind: file, mime: [image/png], max: 4, max-size: 10 MB}
      - text
    shell:
      # Placeholders are quoted for you: write them bare or inside "…", never inside '…'.
      # 'item.' runs the script once per item, 'items.' once for all of them.
      script: |
        printf '%s\\n' "{{ item.text }}"

    """
  }

  /// `com.example.wordCount` is titled "Word count".
  static func title(for type: String) -> String {
    let last = type.split(separator: ".").last.map(String.init) ?? type
    var words = ""
    for character in last {
      if character == "-" || character == "_" {
        words += " "
      } else if character.isUppercase, let before = words.last, before.isLowercase {
        words += " " + character.lowercased()
      } else {
        words.append(character)
      }
    }
    let title = words.prefix(1).uppercased() + words.dropFirst()
    // A title that YAML would not take as plain text is quoted.
    return title.allSatisfy { $0.isLetter || $0 == " " } ? title : "\"\(title)\""
  }

  struct WriteFailure {
    var reason: String
    var help = "'--activities DIR' writes it to another folder"
  }

  /// Makes the folders and a new file.
  static func write(_ bytes: [UInt8], to path: FilePath) -> WriteFailure? {
    var missing: [FilePath] = []
    var folder = path.directory
    while unsafe access(folder.cString, F_OK) != 0, folder.bytes.count > 1 {
      missing.append(folder)
      folder = folder.directory
    }
    for folder in missing.reversed() {
      guard unsafe mkdir(folder.cString, 0o755) == 0 || errno == EEXIST else { return systemFailure() }
    }
    let descriptor = unsafe open(path.cString, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o644)
    guard descriptor >= 0 else {
      guard errno == EEXIST else { return systemFailure() }
      return WriteFailure(reason: "it exists already", help: "edit that file, or give another type")
    }
    defer { close(descriptor) }
    return Console(output: descriptor, errors: 2).write(bytes) ? nil : systemFailure()
  }

  private static func systemFailure() -> WriteFailure {
    WriteFailure(reason: unsafe String(cString: strerror(errno)))
  }
}
