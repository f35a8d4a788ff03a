internal import Glibc
internal import ShareActions
internal import ShareDefinitions
internal import ShareModel
internal import ShareRouting
internal import ShareSessions
internal import ShareTemplates
internal import SourceDiagnostics

extension CommandSpecification {
  static let complete = CommandSpecification(
    name: "complete", operands: "-- WORD…", summary: "Print what the last WORD can be completed to, for shells",
    details: """
      The words are those after 'sharerouter'. Each line is a whole word, a tab, and what it means; ':files' and ':folders'
      say that names of files or folders fit. After --activity stand the activities that are offered for the items
      among the words. Nothing is run, and standard input is not read.
      """,
    options: [OptionSpecification("quoted", "the words are as they stand on a shell's line, with its quotes")],
    isHidden: true, run: { CompleteCommand(call: $0).run() })
}

/// `sharerouter complete`: the one place that knows what fits.
struct CompleteCommand {
  /// A word that fits, and what it means.
  struct Candidate: Equatable {
    var word: String
    var meaning = ""
  }

  let call: Invocation

  func run() -> ExitStatus {
    var words = call.arguments.operands
    if call.arguments.has("quoted") { words = words.map(ShellWord.unquoted) }
    words = words.map(expandingHome)
    guard let current = words.popLast() else { return .done }
    let lines = candidates(words, String(decoding: current, as: UTF8.self)).map { candidate in
      TerminalText.escaped(candidate.word)
        + (candidate.meaning.isEmpty ? "" : "\t" + TerminalText.escaped(candidate.meaning)) + "\n"
    }
    return call.console.write(lines.joined()) ? .done : .failed
  }

  private func expandingHome(_ word: [UInt8]) -> [UInt8] {
    word.starts(with: "~/".utf8) ? call.process.home.bytes + word.dropFirst() : word
  }

  private func candidates(_ words: [[UInt8]], _ current: String) -> [Candidate] {
    guard let first = words.first else {
      let commands = Program.commands.filter { !$0.isHidden }.map { Candidate(word: $0.name, meaning: $0.summary) }
      let options = [
        Candidate(word: "--help", meaning: "list the commands"),
        Candidate(word: "--version", meaning: "show the version"),
      ]
      return (commands + (current.hasPrefix("-") ? options : [])).filter { $0.word.hasPrefix(current) }
    }
    let name = String(decoding: first, as: UTF8.self)
    guard let named = Program.CommandName(rawValue: name)?.specification else { return [] }
    let (command, wordCount) = named.resolved(words.dropFirst())
    let words = Array(words.dropFirst(1 + wordCount))
    if !words.contains(Array("--".utf8)) {
      if let option = openOption(words, command) {
        return values(option, command, words.dropLast(), current)
      }
      if current.hasPrefix("--"), let equals = current.firstIndex(of: "="),
        let option = command.allOptions.first(where: { "--" + $0.name == current[..<equals] })
      {
        let head = String(current[...equals])
        let rest = String(current[current.index(after: equals)...])
        return values(option, command, words[...], rest).map { candidate in
          candidate.word.hasPrefix(":") ? candidate : Candidate(word: head + candidate.word, meaning: candidate.meaning)
        }
      }
      if current.hasPrefix("-") {
        return command.allOptions.map { Candidate(word: "--" + $0.name, meaning: $0.help) }
          .filter { $0.word.hasPrefix(current) }
      }
    }
    return operands(command, words, current)
  }

  /// The option that waits for its value, which is the word to complete.
  private func openOption(_ words: [[UInt8]], _ command: CommandSpecification) -> OptionSpecification? {
    var open: OptionSpecification?
    for word in words {
      guard open == nil else {
        open = nil
        continue
      }
      let text = String(decoding: word, as: UTF8.self)
      open = command.allOptions.first { option in
        option.value != nil && (text == "--" + option.name || option.short.map { text == "-" + $0 } == true)
      }
    }
    return open
  }

  // MARK: Values

  private func values(
    _ option: OptionSpecification, _ command: CommandSpecification, _ words: ArraySlice<[UInt8]>, _ current: String
  ) -> [Candidate] {
    switch (option.name, option.value) {
    case ("mime", _): return []
    case ("as", "KIND"): return among(ItemKind.allCases.map { Candidate(word: $0.rawValue) }, current)
    case ("as", _): return among(DocumentForm.allCases.map { Candidate(word: $0.rawValue) }, current)
    case ("picker", _):
      let names = ["terminal", "fzf", "zenity", "kdialog", "dmenu", "desktop"]
      return among(names.map { Candidate(word: $0) }, current)
    case ("format", _):
      return among(
        ["text", "json", "sarif", "github"].filter(option.help.contains).map { Candidate(word: $0) }, current)
    case ("input", _): return inputs(command, words, current)
    case (_, "TYPE"), (_, "PATTERN"): return types(sharing(command, words), current)
    case (_, "DIR"): return [Candidate(word: ":folders")]
    case (_, "FILE"): return [Candidate(word: ":files")]
    default: return []
    }
  }

  private func operands(
    _ command: CommandSpecification, _ words: [[UInt8]], _ current: String
  ) -> [Candidate] {
    // Only the first word names one.
    if words.isEmpty, !command.subcommands.isEmpty {
      return among(
        command.subcommands.map { sub in
          Candidate(word: String(sub.name.dropFirst(command.name.count + 1)), meaning: sub.summary)
        }, current)
    }
    let form = command.operands.filter { !"[]…".contains($0) }
    switch form {
    case "ITEM", "PATH": return [Candidate(word: ":files")]
    case "JOB": return jobs(command, words, current)
    case "TYPE": return command.name == "new" ? [] : types(nil, current)
    case "PLACE":
      let all = Candidate(word: "all", meaning: "all of them")
      return among(Integration.allCases.map { Candidate(word: $0.rawValue, meaning: $0.summary) } + [all], current)
    default:
      guard form.contains("|") else { return [] }
      return among(form.split(separator: "|").map { Candidate(word: String($0)) }, current)
    }
  }

  func among(_ candidates: [Candidate], _ current: String) -> [Candidate] {
    candidates.filter { $0.word.hasPrefix(current) }
  }

  // MARK: Activities

  /// The activities that begin as the word does, or whose short name does; those offered for the items where there are any.
  private func types(_ sharing: Sharing?, _ current: String) -> [Candidate] {
    guard let session = quietSession() else { return [] }
    let (activities, _) = session.routableActivities()
    let router = session.router(for: sharing ?? Sharing(items: []), hasTerminal: call.process.hasTerminal)
    var fitting = router.inSheetOrder(activities)
    if let sharing, !sharing.items.isEmpty { fitting = fitting.filter { sharing.decision(for: $0, router).isOffered } }
    let all = fitting.map { activity in
      Candidate(word: activity.type.rawValue, meaning: activity.title.resolved(for: call.process.languages))
    }
    let byType = among(all, current)
    guard byType.isEmpty else { return byType }
    return all.compactMap { candidate in
      let short = candidate.word.split(separator: ".").last.map(String.init) ?? candidate.word
      return short.hasPrefix(current) ? Candidate(word: short, meaning: candidate.meaning) : nil
    }
  }

  /// `NAME=` of the inputs of the activities that are named, and `NAME=CHOICE` once the name is there.
  private func inputs(
    _ command: CommandSpecification, _ words: ArraySlice<[UInt8]>, _ current: String
  ) -> [Candidate] {
    guard let session = quietSession(),
      let parsed = try? ArgumentParser(options: command.allOptions).parse(words[...])
    else { return [] }
    let languages = call.process.languages
    let definitions = parsed.texts("activity").compactMap { name -> ActivityDefinition? in
      if case .found(let definition, _) = session.activity(named: name) { definition } else { nil }
    }
    let inputs = definitions.flatMap(\.action.inputs)
    guard let equals = current.firstIndex(of: "=") else {
      return among(
        inputs.map { Candidate(word: $0.name + "=", meaning: $0.prompt.resolved(for: languages)) }, current)
    }
    guard let input = inputs.first(where: { $0.name == current[..<equals] }) else { return [] }
    var choices: [Candidate] = []
    if case .fixed(let fixed) = input.choices {
      choices = fixed.map { Candidate(word: "\(input.name)=\($0.value)", meaning: $0.label.resolved(for: languages)) }
    } else if input.type == .boolean {
      choices = ["true", "false"].map { Candidate(word: "\(input.name)=\($0)") }
    }
    return among(choices, current)
  }

  /// What is shared by the words so far, as far as it can be known without reading any stream; nil where that is not known.
  private func sharing(_ command: CommandSpecification, _ words: ArraySlice<[UInt8]>) -> Sharing? {
    guard command.options.contains(where: { $0.name == "text" }),
      var parsed = try? ArgumentParser(options: command.allOptions).parse(words[...])
    else { return nil }
    let count = parsed.elements.count
    parsed.elements.removeAll { element in
      switch element {
      case .operand(let value), .option("file", let value), .option("request", let value):
        return value == [UInt8(ascii: "-")] || isStream(call.process.absolute(value))
      case .option, .flag: return false
      }
    }
    // Of what is in a stream nothing is known, so that everything may fit.
    guard parsed.elements.count == count else { return nil }
    let quiet = Invocation(arguments: parsed, console: .silent, process: call.process)
    guard quiet.namesItems else { return nil }
    let folder = WorkFolder(environment: call.process.environment)
    defer { folder.remove() }
    return quiet.sharing(keepingStreamsIn: folder)
  }

  private func isStream(_ path: FilePath) -> Bool {
    var status = stat()
    return unsafe stat(path.cString, &status) == 0 && status.st_mode & S_IFMT == S_IFIFO
  }

  private func quietSession() -> ShareSession? {
    let quiet = Invocation(arguments: call.arguments, console: .silent, process: call.process)
    return try? quiet.session()
  }
}

/// A word as it stands on the line of a shell.
enum ShellWord {
  /// The word without its quotes and backslashes. Nothing is expanded: `$` and backticks stay as they are.
  static func unquoted(_ word: [UInt8]) -> [UInt8] {
    var result: [UInt8] = []
    var quote: UInt8?
    var index = 0
    while index < word.count {
      let byte = word[index]
      index += 1
      switch (byte, quote) {
      case (0x27, nil), (0x22, nil): quote = byte
      case (0x27, 0x27), (0x22, 0x22): quote = nil
      case (0x5C, nil) where index < word.count,
        (0x5C, 0x22) where index < word.count && "\"\\$`".utf8.contains(word[index]):
        result.append(word[index])
        index += 1
      default: result.append(byte)
      }
    }
    return result
  }
}
