internal import Glibc
internal import ShareActions
internal import ShareModel
internal import ShareSessions
internal import SourceDiagnostics

/// The person's editor: `$VISUAL`, else `$EDITOR`, else vi.
struct ExternalEditor {
  let call: Invocation

  /// Runs the editor in the foreground; whether it said that all is well, nil when it could not be started. Both failures
  /// have been told.
  func open(_ file: FilePath) -> Bool? {
    let editor =
      ["VISUAL", "EDITOR"].lazy.compactMap { call.process.bytes($0) }.first { !$0.isEmpty } ?? Array("vi".utf8)
    let shown = String(decoding: editor, as: UTF8.self)
    // The variables hold a command line, such as `code --wait`; the shell splits it, as it does for git and crontab.
    let words = ["/bin/sh", "-c"].map { Array($0.utf8) } + [editor + Array(" \"$@\"".utf8), editor, file.bytes]
    var request = ProcessRequest(arguments: words, environment: call.process.environment, standardInput: .inherit)
    if call.process.hasTerminal {
      // All three are the terminal then, wherever those of this process lead.
      request.terminal = .foreground
      request.standardInput = .empty
      request.standardOutput = .head(limit: 0)
      request.standardError = .head(limit: 0)
    }
    let result: ProcessResult
    do throws(ProcessError) { result = try ProcessRunner().run(request) } catch {
      call.console.error("the editor '\(shown)' cannot be started", help: "set VISUAL or EDITOR to an editor")
      return nil
    }
    guard result.termination != .exited(0) else { return true }
    let help = "set VISUAL or EDITOR to an editor"
    if result.termination == .exited(127) {
      call.console.error("there is no editor '\(shown)'", help: help)
    } else {
      call.console.error("the editor '\(shown)' did not end well", help: help)
    }
    return false
  }

  /// Lets the person change a text in a file of its own; nil when that failed. The file is gone afterwards.
  func edit(_ text: [UInt8]) -> [UInt8]? {
    let folder = WorkFolder(environment: call.process.environment)
    defer { folder.remove() }
    guard let file = try? folder.path().appending("text.txt"), NewCommand.write(text, to: file) == nil else {
      return nil
    }
    guard open(file) == true, let edited = try? RequestFile.read(file).bytes else { return nil }
    // Editors end a file with a line break, which was not part of the text.
    return edited.last == 0x0A && text.last != 0x0A ? Array(edited.dropLast()) : edited
  }
}
