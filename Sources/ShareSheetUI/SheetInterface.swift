public import ShareModel

/// A way to let a person choose and answer: a screen of the terminal, a plain prompt, a picker of the desktop.
///
/// Each question comes back with the answer, or with nil where the person dismissed it.
public protocol SheetInterface: AnyObject {
  /// Which activity is to be performed.
  func choose(_ content: SheetContent) throws(SheetFailure) -> ActivityType?
  /// Answers to everything that the form asks for; they pass its check.
  func fill(_ form: SheetForm) throws(SheetFailure) -> SheetForm.Answers?
  /// Whether to go on. `title` is the activity's.
  func confirm(_ question: String, title: String) throws(SheetFailure) -> Bool
  /// Gives the terminal back; the next question takes it again.
  func close()
}

/// Why a person cannot be asked.
public struct SheetFailure: Error, Sendable, Equatable {
  public var message: String
  public var help: String

  public init(_ message: String, help: String) {
    self.message = message
    self.help = help
  }

  public static let noTerminal = SheetFailure(
    "there is no terminal to ask in", help: "name a picker: --picker zenity, kdialog, dmenu=PROGRAM or a command")
}
