import ShareModel
import SourceDiagnostics

/// The wording of what is wrong with files and folders as such.
extension Diagnostic {
  /// The beginning of a file that was not read.
  private static func place(_ path: String) -> SourceLocation {
    SourceLocation(file: SourceFile(path: path, bytes: []), range: 0..<0)
  }

  static func missingFolder(_ path: String) -> Diagnostic {
    Diagnostic(
      .error, "missing-directory", "the folder does not exist", at: Label(place(path), "named, but not there"),
      helps: [Help("make it: mkdir -p \(ShellCommand.quoted(path))")])
  }

  static func notAFolder(_ path: String) -> Diagnostic {
    Diagnostic(
      .error, "missing-directory", "a folder of activities is due here", at: Label(place(path), "not a folder"),
      helps: [Help("name the folder that holds the file")])
  }

  static func unreadable(_ path: String, _ failure: FileReader.Failure) -> Diagnostic {
    switch failure {
    case .system(let code):
      Diagnostic(
        .error, "unreadable-file", "it cannot be read: \(FileReader.message(code))",
        at: Label(place(path), "not readable"),
        helps: [Help("look at it: ls -l -- \(ShellCommand.quoted(path))")])
    case .notRegular:
      Diagnostic(
        .error, "unreadable-file", "it is not a regular file", at: Label(place(path), "not a file"),
        helps: [Help("put a file of that name there, or a link to one")])
    case .tooLarge(let size):
      Diagnostic(
        .error, "file-too-large", "the file has \(size) bytes, more than 1 MiB", at: Label(place(path), "too large"),
        helps: [Help("a definition has a few hundred bytes: move large texts to files that it names")])
    }
  }

  static func notADefinitionsName(_ name: [UInt8], in folder: FilePath) -> Diagnostic {
    let path = folder.appending(name).displayText
    let (stem, suffix) = FilePath.splitName(name)
    let suffixText = String(decoding: suffix ?? [], as: UTF8.self).lowercased()
    let help: Help
    if suffixText == "yml" || suffixText == "yaml" {
      let renamed = folder.appending(stem + Array(".yaml".utf8)).displayText
      help = Help("rename it: mv -- \(ShellCommand.quoted(path)) \(ShellCommand.quoted(renamed))")
    } else {
      help = Help("name it '<type>.yaml' if it defines an activity, else move it to another folder")
    }
    return Diagnostic(
      .error, "file-name", "a definition's file must be named '<type>.yaml'",
      at: Label(place(path), "not such a name"), helps: [help])
  }

  static func writableByAll(_ path: FilePath, isWarning: Bool) -> Diagnostic {
    let shown = path.displayText
    return Diagnostic(
      isWarning ? .warning : .error, "unsafe-permissions", "everyone may change it",
      at: Label(place(shown), "writable by all"), helps: [Help("run: chmod o-w -- \(ShellCommand.quoted(shown))")])
  }

  static func foreignOwner(_ path: FilePath, owner: UInt32, user: UInt32, isWarning: Bool) -> Diagnostic {
    let shown = path.displayText
    return Diagnostic(
      isWarning ? .warning : .error, "unsafe-permissions", "it belongs to another user, with the id \(owner)",
      at: Label(place(shown), "owned by another"),
      helps: [
        Help("look at what it does, then run: sudo chown \(user) -- \(ShellCommand.quoted(shown))")
      ])
  }
}
