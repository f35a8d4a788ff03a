internal import Glibc
internal import ShareSessions
internal import SourceDiagnostics

/// The program's entry: finds the command and runs it.
public enum Program {
  public static let version = "0.1.0"

  /// The commands, by their first words and in the order of the overview. A call makes the specification of one.
  enum CommandName: String, CaseIterable {
    case send, share, list, explain, validate, test, new, edit, show, schema, secret, results, jobs, integrate
    case completions, complete

    var specification: CommandSpecification {
      switch self {
      case .send: .send
      case .share: .share
      case .list: .list
      case .explain: .explain
      case .validate: .validate
      case .test: .test
      case .new: .new
      case .edit: .edit
      case .show: .show
      case .schema: .schema
      case .secret: .secret
      case .results: .results
      case .jobs: .jobs
      case .integrate: .integrate
      case .completions: .completions
      case .complete: .complete
      }
    }
  }

  static var commands: [CommandSpecification] { CommandName.allCases.map(\.specification) }

  /// Runs the program with the process's own arguments and returns its exit status.
  public static func run() -> Int32 {
    // A reader that closes early must end in an error that can be told, not in our death.
    _ = signal(SIGPIPE, SIG_IGN)
    occupyStandardDescriptors()
    return run(ProcessContext.arguments(), console: .standard).rawValue
  }

  /// A standard descriptor that the caller closed would become that of the next file opened here, and results would be
  /// written there. In its place comes one with which nothing can be done: reading or writing still fails with EBADF.
  private static func occupyStandardDescriptors() {
    for descriptor in Int32(0)...2 where fcntl(descriptor, F_GETFD) < 0 {
      _ = unsafe open("/dev/null", descriptor == 0 ? O_WRONLY : O_RDONLY)
    }
  }

  static func run(_ arguments: [[UInt8]], console: Console) -> ExitStatus {
    guard let first = arguments.first else {
      console.message(Help.overview(commands))
      return .usage
    }
    let name = String(decoding: first, as: UTF8.self)
    switch name {
    case "--version", "-V":
      return console.write("sharerouter \(version)\n") ? .done : .failed
    case "--help", "-h", "help":
      if name == "help", arguments.count > 1 {
        return run(Array(arguments.dropFirst()) + [Array("--help".utf8)], console: console)
      }
      return console.write(Help.overview(commands) + "\n") ? .done : .failed
    default: break
    }
    guard let named = CommandName(rawValue: name)?.specification else {
      let near = Suggestion.nearest(to: name, in: commands.lazy.filter { !$0.isHidden }.map(\.name))
      console.error(
        "there is no command '\(name)'",
        help: near.map { "did you mean '\($0)'?" } ?? "'sharerouter --help' lists the commands")
      return .usage
    }
    let (command, wordCount) = named.resolved(arguments.dropFirst())
    let operands = arguments.dropFirst(1 + wordCount)
    do {
      let parsed = try ArgumentParser(options: command.allOptions).parse(operands)
      if parsed.has("help") { return console.write(Help.command(command) + "\n") ? .done : .failed }
      return command.perform(Invocation(arguments: parsed, console: console, process: .current()))
    } catch {
      console.error(error.message, help: error.help ?? "'sharerouter \(command.name) --help' shows the options")
      let isJSON = command.options.contains { $0.name == "json" } && operands.contains(Array("--json".utf8))
      return isJSON ? command.writeFailure(.usage, ParsedArguments(), console) : .usage
    }
  }
}
