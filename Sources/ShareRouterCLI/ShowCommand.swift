internal import ShareDefinitions
internal import ShareModel
internal import ShareSessions
internal import SourceDiagnostics

extension CommandSpecification {
  static let show = CommandSpecification(
    name: "show", operands: "TYPE", summary: "Print an activity's definition, and on stderr where it is from",
    details: "", options: [], run: ShowCommand.run)
}

/// `sharerouter show TYPE`: the file as it is.
enum ShowCommand {
  static func run(_ call: Invocation) -> ExitStatus {
    guard let operand = call.arguments.operands.first, call.arguments.operands.count == 1 else {
      call.console.error("'show' takes one activity type", help: "'sharerouter list' shows them")
      return .usage
    }
    do throws(LookupFailure) {
      let session = try call.session()
      let definition = try call.find(String(decoding: operand, as: UTF8.self), session)
      call.console.message("# " + TerminalText.escaped(definition.file.path))
      for loser in session.searchPath.files(for: definition.activity.type).dropFirst() {
        call.console.message("# overrides " + TerminalText.escaped(loser.displayText))
      }
      return call.console.write(definition.file.bytes) ? .done : .failed
    } catch {
      return error.status
    }
  }
}
